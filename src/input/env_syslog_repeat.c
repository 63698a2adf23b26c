/*
 * env_syslog_repeat.c: a message that stands for several, as daemons write it behind their header.
 *
 *     message repeated 3 times: [ cannot map weights file]
 *     Last message 'cannot map weights f' repeated 3 times, suppressed by syslog-ng on pine07
 *
 * rsyslog's form holds the text, up to 800 bytes of it, with the blank that stood before it. syslog-ng's says that the
 * line before came again, of which it shows 20 bytes: that line counts for more, and this one has no text. The form
 * without an ident ("last message repeated 3 times") is read with its header, see env_syslog_host.c.
 */
#include "input/syslog.h"

#define SHOWN     20
#define RSYSLOG_N 800

static bool is_last(struct ed_str line, uint32_t *ret_times)
{
    struct ed_str quote = ED_STR("Last message '"), behind = ED_STR("' repeated ");
    struct ed_str most = ed_str_slice(line, 0, quote.n + SHOWN + behind.n);
    size_t end = ed_str_starts(line, quote) ? ed_str_find(most, behind, quote.n) : SIZE_MAX;

    if (end == SIZE_MAX) {
        return false;
    }
    *ret_times = ed_syslog_times(ed_str_slice(line, end + behind.n, line.n), ED_STR(" times, suppressed by syslog-ng"));
    return *ret_times != 0;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    struct ed_str words = ED_STR("message repeated "), text;
    uint32_t times = 0;

    if (is_last(line, &times)) {
        ret->told.repeat = times;
        ret->body = ED_STR("");
        ret->again = ret->sure = true;
        return true;
    }
    if (!ed_str_starts(line, words)) {
        return false;
    }
    times = ed_syslog_times(ed_str_slice(line, words.n, line.n), ED_STR(" times: ["));
    if (times == 0) {
        return false;
    }
    text = ed_str_slice(line, ed_str_find_byte(line, '[', 0) + 1, line.n);
    ret->truncated = text.n > RSYSLOG_N;
    text.n -= text.n && text.p[text.n - 1] == ']';
    ret->body = ed_str_slice(text, text.n && text.p[0] == ' ', text.n);
    ret->told.repeat = times;
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_syslog_repeat = {
    .name = "syslog-repeat",
    .about = "a message that a syslog daemon wrote once for several",
    .sample = "message repeated 3 times: [ cannot map weights file]",
    .heads = ED_LAYER_HEADS("aaaaaaa aaaaaaaa", "aaaa aaaaaaa '"),
    .peel = peel,
};

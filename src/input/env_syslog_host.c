/*
 * env_syslog_host.c: a syslog header without an ident: TIME [HOST] and a body that is known by its beginning.
 *
 *     May  5 12:00:00 pine07 CEF:0|Acme|Loader|1.0|12|cannot map weights file|8|
 *     May  5 12:00:00 pine07 last message repeated 3 times
 *     May 05 2025 12:00:00 fw01 : %LOADER-4-106023: cannot map weights file
 *     May  5 12:00:00 10.0.0.9 *May  5 11:59:59.123: %LINK-3-UPDOWN: cannot map weights file
 *
 * Nothing but these bodies (events of CEF and LEEF, audit records, Cisco's messages, the word of a repetition) may
 * follow: a time and a word before any text would be half of all logs. The repetition has no text of its own: the line
 * before it in the source counts for more.
 */
#include "input/syslog.h"

/* How such a body begins; what it tells goes to *told. */
static bool is_body(struct ed_str s, struct ed_told *told, bool *ret_again)
{
    size_t mark = s.n && (s.p[0] == '*' || s.p[0] == '.');
    size_t date = ed_syslog_date(ed_str_slice(s, mark, s.n));
    size_t colon = date ? ed_str_find(ed_str_slice(s, 0, mark + date + 16), ED_STR(": "), mark + date) : SIZE_MAX;

    told->repeat = ed_syslog_last_repeated(s);
    *ret_again = told->repeat != 0;
    if (*ret_again || ed_syslog_is_event(s) || ed_syslog_is_cisco(s, &told->level)) {
        return true;
    }
    if (colon != SIZE_MAX) {
        return ed_syslog_is_cisco(ed_str_slice(s, colon + 2, s.n), &told->level);
    }
    return ed_str_starts(s, ED_STR("type=")) &&
           ed_str_find(ed_str_slice(s, 0, 64), ED_STR(" msg=audit("), 0) != SIZE_MAX;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_told told = ed_told_none;
    size_t time = ed_syslog_time(line, &told.time), at = time + 1, host = 0;
    struct ed_str rest = ed_str_slice(line, at, line.n);
    bool again = false;

    if (time == 0 || time >= line.n || line.p[time] != ' ') {
        return false;
    }
    if (!is_body(rest, &told, &again)) {
        host = ed_syslog_host(rest);
        rest = ed_str_slice(rest, host, rest.n);
        rest = ed_str_starts(rest, ED_STR(" : ")) ? ed_str_slice(rest, 2, rest.n) : rest;
        if (host == 0 || rest.n == 0 || rest.p[0] != ' ') {
            return false;
        }
        rest = ed_str_slice(rest, 1, rest.n);
        rest = ed_str_slice(rest, ed_syslog_sequence(rest), rest.n);
        if (!is_body(rest, &told, &again)) {
            return false;
        }
        host -= line.p[at + host - 1] == ':';
    }
    meta->host = host ? ed_str_slice(line, at, at + host) : meta->host;
    told.time_text = ed_str_slice(line, 0, time);
    ret->told = told;
    ret->sure = true;
    ret->again = again;
    ret->body = again ? ED_STR("") : rest;
    ed_syslog_unescape(arena, ret);
    return true;
}

const struct ed_layer ed_env_syslog_host = {
    .name = "syslog-host",
    .about = "a syslog header without an ident, before an event, an audit record or a device's message",
    .sample = "May  5 12:00:00 pine07 %LINK-3-UPDOWN: cannot map weights file",
    .heads = ED_LAYER_HEADS("aaa  0 00:00:00", "aaa 00 00:00:00", "aaa  0 0000 00:0", "aaa 00 0000 00:0",
                            "0000-00-00a00:00"),
    .peel = peel,
};

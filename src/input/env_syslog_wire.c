/*
 * env_syslog_wire.c: syslog as it comes over a socket, before a daemon writes it to a file: frames, and priorities.
 *
 *     65 <11>May  5 12:00:00 pine07 trainer[4711]: cannot map weights file
 *
 * The frame (RFC 6587) is a length in front, or a NUL behind; several may stand on one line, since nothing else ends
 * them. The priority is taken off alone: what follows it is the header that files have, which is another layer's. Sharp
 * edges: a length must lead to the next frame or to the line's end, or the number is text; "<3> items" is text, and a
 * priority without a time (a level that systemd reads, "<3>boom") needs other lines like it.
 */
#include "base/buf.h"
#include "input/stamp.h"
#include "input/syslog.h"

/* Without what some senders put between messages. */
static struct ed_str without_ends(struct ed_str s)
{
    size_t i = 0;

    while (i < s.n && (s.p[i] == '\0' || s.p[i] == '\r' || s.p[i] == ' ')) {
        i++;
    }
    return ed_str_slice(s, i, s.n);
}

/* What is behind a frame: nothing, the NUL or '\r' that some senders add, or the next frame. */
static bool ends_frame(struct ed_str s)
{
    size_t i = 0;

    s = without_ends(s);
    while (i < s.n && i < 8 && ed_is_digit(s.p[i])) {
        i++;
    }
    return s.n == 0 || (i ? ed_str_starts(ed_str_slice(s, i, s.n), ED_STR(" <")) : s.p[0] == '<');
}

/* The frame at the front of *rest, which is taken off; false: there is none. A length that goes on behind the line is
   that of a message of several lines. */
static bool counted(struct ed_str *rest, struct ed_str *ret_frame)
{
    enum ed_level level;
    uint64_t length = 0;
    size_t blank = ed_str_find_byte(ed_str_slice(*rest, 0, 8), ' ', 0);
    struct ed_str frame;

    if (blank == SIZE_MAX || rest->p[0] == '0' || !ed_str_u64(ed_str_slice(*rest, 0, blank), &length) || length < 5) {
        return false;
    }
    frame = ed_str_slice(*rest, blank + 1, rest->n);
    if (!ed_syslog_priority(frame, &level) || !ends_frame(ed_str_slice(frame, (size_t)length, frame.n))) {
        return false;
    }
    *ret_frame = ed_str_slice(frame, 0, (size_t)length);
    *rest = ed_str_slice(frame, (size_t)length, frame.n);
    return true;
}

static bool terminated(struct ed_str *rest, struct ed_str *ret_frame)
{
    enum ed_level level;
    bool is = ed_syslog_priority(*rest, &level) != 0;

    if (is) {
        *ret_frame = ed_str_cut(rest, '\0');
    }
    return is;
}

/* Without what some senders put behind a message. */
static struct ed_str trimmed(struct ed_str s)
{
    while (s.n && (s.p[s.n - 1] == '\0' || s.p[s.n - 1] == '\r')) {
        s.n--;
    }
    return s;
}

static bool peel_frame(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                       struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    bool count = line.p[0] != '<';
    bool (*next)(struct ed_str *, struct ed_str *) = count ? counted : terminated;
    struct ed_str rest = line, frame = ED_STR_NONE;
    struct ed_buf all;

    if ((!count && !memchr(line.p, '\0', line.n)) || !next(&rest, &frame)) {
        return false;
    }
    ret->sure = true;
    ret->body = trimmed(frame);
    rest = without_ends(rest);
    if (rest.n == 0) {
        return true;
    }
    ed_buf_init(&all, /* max */ 0);
    ed_buf_str(&all, ret->body);
    while (rest.n && next(&rest, &frame)) {
        ed_buf_byte(&all, '\n');
        ed_buf_str(&all, trimmed(frame));
        rest = without_ends(rest);
    }
    if (rest.n) { /* no frame, but text all the same */
        ed_buf_byte(&all, '\n');
        ed_buf_str(&all, trimmed(rest));
    }
    ret->body = ed_arena_str(arena, ed_buf_view(&all));
    ret->decoded = true;
    ed_buf_done(&all);
    return true;
}

/* Whether what follows a priority is a header of a kind that only follows one. */
static bool is_header(struct ed_str s)
{
    enum ed_time_form form;
    enum ed_level level;
    size_t mark = s.n && (s.p[0] == '*' || s.p[0] == '.');

    return ed_syslog_time(ed_str_slice(s, mark, s.n), &form) || ed_syslog_is_cisco(s, &level);
}

static bool peel_priority(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                          struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    enum ed_level level;
    size_t n = ed_syslog_priority(line, &level), counter;

    if (n == 0 || n == line.n || line.p[n] == ' ') {
        return false;
    }
    counter = ed_syslog_sequence(ed_str_slice(line, n, line.n));
    n += counter && is_header(ed_str_slice(line, n + counter, line.n)) ? counter : 0;
    ret->body = ed_str_slice(line, n, line.n);
    ret->told.level = level;
    ret->sure = is_header(ret->body);
    return true;
}

const struct ed_layer ed_env_syslog_frame = {
    .name = "syslog-frame",
    .about = "syslog messages with their lengths or NULs, as a socket had them",
    .sample = "65 <11>May  5 12:00:00 pine07 trainer[4711]: cannot map weights file",
    .heads = ED_LAYER_HEADS("<0", "00 <0", "000 <0", "0000 <0"),
    .peel = peel_frame,
};

const struct ed_layer ed_env_syslog_priority = {
    .name = "syslog-priority",
    .about = "syslog's <PRI> (RFC 3164) before the header that files have",
    .sample = "<11>May  5 12:00:00 pine07 trainer[4711]: cannot map weights file",
    .heads = ED_LAYER_HEADS("<0"),
    .peel = peel_priority,
};

/*
 * syslog.c: what the layers of the syslog family share: priority, time, host, ident, and what bodies begin with that
 * come without an ident. Nothing here is proof by itself; the layers say what they make of it.
 *
 * Sharp edges: a day below ten has a blank or a zero in front, and some devices put the year behind it; a time with a T
 * must have a zone, or it may be any logger's.
 */
#include "input/syslog.h"

#include "input/stamp.h"

#define HOST_MAX     255
#define IDENT_MAX    64
#define FACILITY_MAX 48 /* bytes of "%LINEPROTO-SP-5-UPDOWN" */

size_t ed_syslog_priority(struct ed_str s, enum ed_level *ret_level)
{
    size_t end = s.n && s.p[0] == '<' ? ed_str_find_byte(ed_str_slice(s, 0, 5), '>', 1) : SIZE_MAX;
    uint64_t value = 0;

    if (end == SIZE_MAX || !ed_str_u64(ed_str_slice(s, 1, end), &value) || value > 191) {
        return 0;
    }
    *ret_level = (enum ed_level)(value % 8);
    return end + 1;
}

size_t ed_syslog_date(struct ed_str s)
{
    size_t at = 7, clock;

    if (s.n < 15 || !ed_is_alpha(s.p[0]) || !ed_is_alpha(s.p[1]) || !ed_is_alpha(s.p[2]) || s.p[3] != ' ' ||
        !(s.p[4] == ' ' || ed_is_digit(s.p[4])) || !ed_is_digit(s.p[5]) || s.p[6] != ' ') {
        return 0;
    }
    if (s.p[11] == ' ' && ed_is_digit(s.p[7]) && ed_is_digit(s.p[8]) && ed_is_digit(s.p[9]) && ed_is_digit(s.p[10])) {
        at = 12;
    }
    clock = ed_stamp_clock(ed_str_slice(s, at, s.n));
    return clock ? at + clock : 0;
}

size_t ed_syslog_time(struct ed_str s, enum ed_time_form *ret_form)
{
    struct ed_stamp stamp;
    size_t date = ed_syslog_date(s);

    *ret_form = ED_TIME_PARTIAL;
    if (date) {
        return date;
    }
    if (s.n < 20 || s.p[10] != 'T' || !ed_stamp_read(s, ED_STAMP_DATE_TIME, &stamp) || !stamp.zoned) {
        return 0;
    }
    *ret_form = stamp.known ? ED_TIME_DATED : ED_TIME_PARTIAL;
    return stamp.n;
}

size_t ed_syslog_host(struct ed_str s)
{
    size_t i = 0;

    while (i < s.n && i < HOST_MAX && (ed_is_word(s.p[i]) || ed_is_among(".-:", s.p[i]))) {
        i++;
    }
    return i;
}

size_t ed_syslog_ident(struct ed_str s, struct ed_str *ret_ident, struct ed_str *ret_pid)
{
    size_t n = 0, at;

    while (n < s.n && n < IDENT_MAX && (ed_is_word(s.p[n]) || ed_is_among("-./()@+", s.p[n]))) {
        n++;
    }
    if (n == 0 || n >= s.n || s.p[n] != '[') {
        return 0;
    }
    at = n + 1;
    while (at < s.n && at < n + 12 && ed_is_digit(s.p[at])) {
        at++;
    }
    if (at == n + 1 || !ed_str_starts(ed_str_slice(s, at, s.n), ED_STR("]: "))) {
        return 0;
    }
    *ret_ident = ed_str(s.p, n);
    *ret_pid = ed_str_slice(s, n + 1, at);
    return at + 3;
}

size_t ed_syslog_sequence(struct ed_str s)
{
    size_t i = 0;

    while (i < s.n && i < 10 && ed_is_digit(s.p[i])) {
        i++;
    }
    return i && i + 1 < s.n && s.p[i] == ':' && s.p[i + 1] == ' ' ? i + 2 : 0;
}

bool ed_syslog_is_event(struct ed_str s)
{
    if (ed_str_starts(s, ED_STR("CEF:")) || ed_str_starts(s, ED_STR("LEEF:"))) {
        size_t at = s.p[0] == 'C' ? 4 : 5;

        at += at < s.n && s.p[at] == ' ';
        return at + 1 < s.n && ed_is_digit(s.p[at]) && (s.p[at + 1] == '|' || s.p[at + 1] == '.');
    }
    return false;
}

bool ed_syslog_is_cisco(struct ed_str s, enum ed_level *ret_level)
{
    size_t severity = 0;

    if (s.n < 8 || s.p[0] != '%') {
        return false;
    }
    for (size_t i = 1; i < s.n && i < FACILITY_MAX; i++) {
        if (s.p[i] == ':') {
            bool is = severity > 1 && severity + 2 < i && i + 1 < s.n && s.p[i + 1] == ' ';

            *ret_level = is ? (enum ed_level)(s.p[severity] - '0') : *ret_level;
            return is;
        }
        if (!(ed_is_word(s.p[i]) || s.p[i] == '-')) {
            return false;
        }
        if (i > 2 && s.p[i] == '-' && s.p[i - 2] == '-' && s.p[i - 1] >= '0' && s.p[i - 1] <= '7') {
            severity = i - 1;
        }
    }
    return false;
}

uint32_t ed_syslog_times(struct ed_str s, struct ed_str end)
{
    uint64_t n = 0;
    size_t i = 0;

    while (i < s.n && i < 9 && ed_is_digit(s.p[i])) {
        i++;
    }
    return ed_str_u64(ed_str_slice(s, 0, i), &n) && ed_str_starts(ed_str_slice(s, i, s.n), end) ? (uint32_t)n : 0;
}

uint32_t ed_syslog_last_repeated(struct ed_str s)
{
    struct ed_str text = ED_STR("last message repeated ");
    size_t at = ed_str_starts(s, ED_STR("--- ")) ? 4 : 0;

    if (!ed_str_starts(ed_str_slice(s, at, s.n), text)) {
        return 0;
    }
    return ed_syslog_times(ed_str_slice(s, at + text.n, s.n), ED_STR(" time"));
}

static bool octal(struct ed_str s, size_t at)
{
    return at + 3 < s.n && s.p[at] == '#' && s.p[at + 1] == '0' && s.p[at + 2] >= '0' && s.p[at + 2] <= '3' &&
           s.p[at + 3] >= '0' && s.p[at + 3] <= '7';
}

static bool is_escaped(struct ed_str s)
{
    for (size_t at = ed_str_find_byte(s, '#', 0); at != SIZE_MAX; at = ed_str_find_byte(s, '#', at + 1)) {
        struct ed_str figures = ed_str_slice(s, at + 1, at + 4);

        if (ed_str_is(figures, "012") || ed_str_is(figures, "011") || ed_str_is(figures, "033")) {
            return true;
        }
    }
    return false;
}

void ed_syslog_unescape(struct ed_arena *arena, struct ed_peel *ret)
{
    struct ed_str s = ret->body;
    char *out;
    size_t n = 0;

    if (!is_escaped(s)) {
        return;
    }
    out = ed_arena_alloc(arena, s.n);
    for (size_t i = 0; i < s.n; i++) {
        if (octal(s, i)) {
            out[n++] = (char)((s.p[i + 2] - '0') * 8 + (s.p[i + 3] - '0'));
            i += 3;
        } else {
            out[n++] = s.p[i];
        }
    }
    ret->body = ed_str(out, n);
    ret->decoded = true;
}

/*
 * env_dmesg.c: the kernel's log as dmesg prints it, a variant for each way to print the time, and X.org's alike.
 *
 *     [   93.001200] fake-nic0: cannot map weights file
 *     <3>[   93.001200] [    T123] systemd[1]: cannot map weights file
 *
 * None is proof but the words of -x, and a time since the start behind syslog's "kernel: ". Sharp edges: journalctl's
 * short-monotonic has the same bracket and then a host; Apache and PHP put the same date in a bracket; days and months
 * are localised; some kernels tell the caller in a second bracket; a record's further lines are indented by the header.
 * Order of the file: the kinds of time, what stands around, the layer.
 */
#include "base/utf8.h"
#include "input/kernel.h"
#include "input/stamp.h"
#include "input/syslog.h"

#define TIMES_MAX   4  /* ways to print the time, side by side */
#define BRACKET_MAX 64 /* "[Mon May  5 12:00:00 2025 <    0.000071>]", with names of any language */

enum { SINCE_START = 1, DELTA, DATE, RELATIVE, ISO, DECODED, XORG };

/* "   93.001200", padded to at least `width` bytes before the point: bytes taken, or 0; *ret_figures behind it. */
static size_t number(struct ed_str s, size_t width, size_t *ret_figures)
{
    size_t blanks = 0, whole;

    while (blanks < s.n && s.p[blanks] == ' ') {
        blanks++;
    }
    whole = ed_str_digits(s, blanks);
    if (whole == 0 || blanks + whole < width || blanks + whole >= s.n || s.p[blanks + whole] != '.') {
        return 0;
    }
    *ret_figures = ed_str_digits(s, blanks + whole + 1);
    return *ret_figures ? blanks + whole + 1 + *ret_figures : 0;
}

/* "<    0.000071>" as the whole of s. */
static bool is_delta(struct ed_str s)
{
    size_t figures = 0;

    return s.n > 2 && s.p[0] == '<' && number(ed_str_slice(s, 1, s.n), 1, &figures) == s.n - 2 && figures == 6 &&
           s.p[s.n - 1] == '>';
}

/* "Mon May  5 12:00:00 2025" in any language, as the whole of s. */
static bool is_date(struct ed_str s)
{
    struct ed_str clock = ed_str_slice(s, s.n - ED_MIN(s.n, 13), s.n);
    bool day = false;

    if (s.n < 17 || ed_stamp_clock(clock) != 8 || clock.p[8] != ' ' || ed_str_digits(clock, 9) != 4 ||
        clock.p[-1] != ' ') {
        return false;
    }
    for (size_t i = 0; i + 14 < s.n; i++) {
        day |= ed_is_digit(s.p[i]);
        if (!ed_is_word(s.p[i]) && !ed_is_among(" .", s.p[i]) && (unsigned char)s.p[i] < 0x80) {
            return false;
        }
    }
    return day && (ed_is_alpha(s.p[0]) || (unsigned char)s.p[0] >= 0x80);
}

/* "May 5 12:00", "May15 12:00" as the whole of s. */
static bool is_minute(struct ed_str s)
{
    size_t day = 0, n;

    while (day < s.n && (ed_is_alpha(s.p[day]) || (unsigned char)s.p[day] >= 0x80 || s.p[day] == '.')) {
        day++;
    }
    if (day < 3) {
        return false;
    }
    day += day < s.n && s.p[day] == ' ';
    n = ed_str_digits(s, day);
    return (n == 1 || n == 2) && day + n + 6 == s.n && s.p[day + n] == ' ' && ed_str_digits(s, day + n + 1) == 2 &&
           s.p[day + n + 3] == ':' && ed_str_digits(s, day + n + 4) == 2;
}

/* "  +0.000071" as the whole of s. */
static bool is_relative(struct ed_str s)
{
    size_t blanks = 0, figures = 0;

    while (blanks < s.n && blanks < 2 && s.p[blanks] == ' ') {
        blanks++;
    }
    return blanks && blanks < s.n && s.p[blanks] == '+' && ed_is_digit(s.p[ED_MIN(blanks + 1, s.n - 1)]) &&
           number(ed_str_slice(s, blanks + 1, s.n), 1, &figures) == s.n - blanks - 1 && figures == 6;
}

/* What kind of time the text in a bracket is; 0: none. loose: behind "kernel: ", where it is known to be one. */
static unsigned time_kind(struct ed_str s, bool loose, struct ed_str *ret_time)
{
    size_t figures = 0, n = number(s, loose ? 1 : 5, &figures);
    struct ed_str behind = ed_str_slice(s, n + 1, s.n), trimmed = ed_str_trim(ed_str_slice(s, 0, n));

    *ret_time = trimmed;
    if (n && n == s.n) {
        return figures == 6 || loose ? SINCE_START : figures == 3 ? XORG : 0;
    }
    if (n && figures == 6 && s.p[n] == ' ' && is_delta(behind)) {
        return DELTA;
    }
    *ret_time = ED_STR_NONE;
    if (is_delta(s)) {
        return DELTA;
    }
    if (is_relative(s)) {
        return RELATIVE;
    }
    n = s.n && s.p[s.n - 1] == '>' ? ed_str_find_byte(s, '<', 0) : SIZE_MAX;
    if (n != SIZE_MAX && n > 0 && s.p[n - 1] == ' ' && is_delta(ed_str_slice(s, n, s.n))) {
        s = ed_str_slice(s, 0, n - 1);
    }
    *ret_time = s;
    return is_date(s) ? DATE : is_minute(s) ? RELATIVE : 0;
}

/* "kern  :err   : ": bytes taken, or 0. */
static size_t decoded(struct ed_str s, enum ed_level *ret_level)
{
    static const char facilities[][7] = {"kern  ", "user  ", "mail  ", "daemon", "auth  ", "syslog", "cron  "};
    static const char levels[][7] = {"emerg ", "alert ", "crit  ", "err   ", "warn  ", "notice", "info  ", "debug "};

    if (s.n < 15 || s.p[6] != ':' || s.p[13] != ':' || s.p[14] != ' ') {
        return 0;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(facilities) * ED_ARRAY_LEN(levels); i++) {
        if (memcmp(s.p, facilities[i / 8], 6) == 0 && memcmp(s.p + 7, levels[i % 8], 6) == 0) {
            *ret_level = (enum ed_level)(i % 8);
            return 15;
        }
    }
    return 0;
}

/* "[    T123] ", "[    C0] ": the thread or the processor that wrote. */
static size_t caller(struct ed_str s)
{
    size_t i = 1, n;

    if (s.n < 4 || s.p[0] != '[') {
        return 0;
    }
    while (i < s.n && i < 12 && s.p[i] == ' ') {
        i++;
    }
    n = i < s.n && (s.p[i] == 'T' || s.p[i] == 'C') ? ed_str_digits(s, i + 1) : 0;
    return n && n < 9 && ed_str_starts(ed_str_slice(s, i + 1 + n, s.n), ED_STR("] ")) ? i + n + 3 : 0;
}

/* A host and an ident, as journalctl's short-monotonic has them behind the same bracket. */
static bool is_journal(struct ed_str s)
{
    size_t host = ed_syslog_host(s);
    struct ed_str rest = ed_str_slice(s, host + 1, s.n), ident, pid;

    return host && host < s.n && s.p[host] == ' ' && s.p[host - 1] != ':' &&
           (ed_str_starts(rest, ED_STR("kernel: ")) || ed_syslog_ident(rest, &ident, &pid));
}

/* The time at the front of s: bytes taken with the blank behind it, or 0. */
static size_t time_length(struct ed_str s, bool loose, struct ed_told *told, unsigned *ret_kind)
{
    size_t end = s.n && s.p[0] == '[' ? ed_str_find_byte(ed_str_slice(s, 0, BRACKET_MAX), ']', 1) : SIZE_MAX;
    struct ed_stamp stamp;

    if (end != SIZE_MAX && end + 1 < s.n && s.p[end + 1] == ' ') {
        *ret_kind = time_kind(ed_str_slice(s, 1, end), loose, &told->time_text);
        return *ret_kind ? end + 2 : 0;
    }
    if (s.n < 33 || s.p[10] != 'T' || s.p[19] != ',' || ed_str_digits(s, 20) != 6 ||
        !ed_stamp_read(s, ED_STAMP_DATE_TIME, &stamp) || !stamp.known || stamp.n >= s.n || s.p[stamp.n] != ' ') {
        return 0;
    }
    *ret_kind = ISO;
    told->time_text = ed_str_slice(s, 0, stamp.n);
    told->time = ED_TIME_DATED;
    return stamp.n + 1;
}

/* Several ways to print the time stand side by side; the first is told, and its kind. */
static size_t times_length(struct ed_str s, bool loose, struct ed_told *told, unsigned *ret_kind)
{
    size_t at = time_length(s, loose, told, ret_kind);

    for (int more = 1; at && more < TIMES_MAX; more++) {
        struct ed_told ignored = ed_told_none;
        unsigned kind = 0;
        size_t n = time_length(ed_str_slice(s, at, s.n), /* loose */ false, &ignored, &kind);

        if (n == 0 || kind == XORG) {
            break;
        }
        at += n;
    }
    return at;
}

/* "[error] ...": behind a date it is Apache's line. */
static bool is_bracket(struct ed_str s)
{
    return s.n > 1 && s.p[0] == '[' && ed_is_alpha(s.p[1]);
}

/* A date in a bracket is not the kernel's alone: of it only a program is told. */
static void tell_speaker(struct ed_str *text, unsigned kind, struct ed_meta *meta)
{
    struct ed_str ident = meta->ident;

    ed_kernel_speaker(text, meta);
    if (kind == DATE && ed_str_is(meta->ident, "kernel")) {
        meta->ident = ident;
    }
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_told told = ed_told_none;
    unsigned kind = 0;
    bool outer = meta->ident.p != NULL, kernel = ed_str_is(meta->ident, "kernel");
    size_t words = decoded(line, &told.level), at = words ? words : ed_syslog_priority(line, &told.level);
    size_t times = times_length(ed_str_slice(line, at, line.n), kernel, &told, &kind);
    struct ed_str text;

    if (times + words == 0) {
        return false;
    }
    at += times;
    at += caller(ed_str_slice(line, at, line.n));
    text = ed_str_slice(line, at, line.n);
    if ((!outer && is_journal(text)) || (kind == DATE && is_bracket(text))) {
        return false;
    }
    if (kind != XORG) {
        tell_speaker(&text, kind, meta);
    }
    if (outer && kind != ISO && kind != DATE) { /* the outer header's is of the calendar */
        told.time_text = ED_STR_NONE;
    }
    ret->told = told;
    ret->variant = (uint8_t)(words ? DECODED : kind);
    ret->sure = words || (kernel && kind == SINCE_START);
    ret->continuation = outer ? 0 : ed_utf8_columns(ed_str_slice(line, 0, at));
    ret->body = text;
    ed_kernel_unescape(arena, /* all */ false, ret);
    return true;
}

static const struct ed_layer_variant variants[] = {
    {"dmesg", "the kernel's log, seconds since the start in front", "[   93.001200] fake0: cannot map weights file"},
    {"dmesg-delta", "dmesg -d", "[   93.001200 <    0.000071>] fake0: cannot map weights file"},
    {"dmesg-ctime", "dmesg -T", "[Mon May  5 12:00:00 2025] fake0: cannot map weights file"},
    {"dmesg-reltime", "dmesg -e", "[  +0.000071] fake0: cannot map weights file"},
    {"dmesg-iso", "dmesg --time-format iso", "2025-05-05T12:00:00,123456+02:00 fake0: cannot map weights file"},
    {"dmesg-decoded", "dmesg -x", "kern  :err   : [   93.001200] fake0: cannot map weights file"},
    {"xorg", "the log of X.org", "[    93.001] (EE) cannot map weights file"},
};

const struct ed_layer ed_env_dmesg = {
    .name = "dmesg",
    .about = "the kernel's log",
    .sample = "[   93.001200] fake0: cannot map weights file",
    .heads = ED_LAYER_HEADS("[ ", "[00000.0", "[000000.0", "[0000000.0", "[<", "[a", "<0", "aaaa  :aa", "aaaaaa:aa",
                            "0000-00-00a00:00"),
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};

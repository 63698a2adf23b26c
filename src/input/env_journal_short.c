/*
 * env_journal_short.c: journalctl's short modes and files of the same grammar (RFC 3164, rsyslog's ISO format):
 * TIME [HOST] IDENT[PID]: MESSAGE
 *     May 05 12:00:00 pine07 trainer[4711]: cannot map weights file
 *     1746439200.000123 pine07 trainer[4711]: cannot map weights file
 *     [   93.001200 <    0.000071 >] pine07 kernel: fake-nic0: link lost
 *
 * Sharp edges: months are localised; IDENT may hold blanks and brackets; a line with a pid is proof, one without is not
 * ("2025-05-05T12:00:00Z ERROR loader: ..." has the same shape); a message's further lines are indented by the header's
 * columns; rsyslog writes control characters as #ooo. journalctl puts markers and catalog text between. A kernel's own
 * log begins its lines as short-monotonic does ("[   93.001200] usb 1-1: new device"): there a host must agree.
 */
#include "base/utf8.h"
#include "input/journal.h"
#include "input/stamp.h"
#include "input/syslog.h"

#define HEADER_MAX  400 /* HOST and IDENT: journalctl leaves out a host of 300 bytes */
#define IDENT_WORDS 4
#define MONTH_MAX   14 /* bytes of a month's name in any locale, with the blank */

/* A month's name in any language: letters, or figures and one character ("12月"). */
static bool is_month(struct ed_str name)
{
    size_t i = 0;

    while (i < 2 && i < name.n && ed_is_digit(name.p[i])) {
        i++;
    }
    if (i && name.n != i + 3) {
        return false;
    }
    for (bool figures = i > 0; i < name.n; i++) {
        if ((unsigned char)name.p[i] < 128 && (figures || (!ed_is_alpha(name.p[i]) && name.p[i] != '.'))) {
            return false;
        }
    }
    return true;
}

/* "May 05 12:00:00", "May  5 2025 12:00:00", "мая 05 12:00:00.123456": bytes taken, or 0. */
static size_t month_time(struct ed_str s)
{
    const char *blank;
    size_t at, day, clock;

    if (s.n < 3 + 12) {
        return 0;
    }
    blank = s.p[3] == ' ' ? s.p + 3 : memchr(s.p, ' ', MONTH_MAX);
    if (!blank || blank - s.p < 3 || s.n - (size_t)(blank - s.p) < 12) {
        return 0;
    }
    day = (size_t)(blank - s.p) + 1;
    day += s.p[day] == ' ';
    if (!ed_is_digit(s.p[day])) {
        return 0;
    }
    at = day + 1 + ed_is_digit(s.p[day + 1]);
    if (s.p[at++] != ' ') {
        return 0;
    }
    if (at + 5 < s.n && s.p[at + 4] == ' ' && ed_is_digit(s.p[at]) && ed_is_digit(s.p[at + 3])) {
        at += 5;
    }
    if (!is_month(ed_str(s.p, (size_t)(blank - s.p))) ||
        (ed_is_digit(s.p[0]) && !(ed_is_digit(blank[1]) && ed_is_digit(blank[2])))) {
        return 0;
    }
    clock = ed_stamp_clock(ed_str_slice(s, at, s.n));
    return clock ? at + clock : 0;
}

/* "1746439200.000123" of short-unix. */
static size_t unix_time(struct ed_str s)
{
    bool is = ed_str_digits(s, 0) == 10 && s.n > 17 && s.p[10] == '.' && ed_str_digits(s, 11) == 6;

    return is && s.p[17] == ' ' ? 17 : 0;
}

/* Bytes of "93.001200" with blanks before it. */
static size_t seconds(struct ed_str s)
{
    size_t blanks = 0, n;

    while (blanks < s.n && s.p[blanks] == ' ') {
        blanks++;
    }
    n = blanks;
    while (n < s.n && ed_is_digit(s.p[n])) {
        n++;
    }
    return n > blanks && n < s.n && s.p[n] == '.' && ed_str_digits(s, n + 1) >= 6 ? n + 7 : 0;
}

/* Bytes of "[   93.001200]", and of short-delta's "[   93.001200 <    0.000071 >]" and "[   93.001200{16 blanks}]". */
static size_t monotonic_time(struct ed_str s, struct ed_str *ret_text)
{
    size_t n = s.n && s.p[0] == '[' ? seconds(ed_str_slice(s, 1, s.n)) : 0, delta;

    if (n == 0) {
        return 0;
    }
    n++;
    *ret_text = ed_str_trim(ed_str_slice(s, 1, n));
    if (ed_str_starts(ed_str_slice(s, n, s.n), ED_STR(" <"))) {
        delta = seconds(ed_str_slice(s, n + 2, s.n));
        n += 2 + delta;
        if (delta == 0 || s.n - n < 2 || (s.p[n] != ' ' && s.p[n] != '*') || s.p[n + 1] != '>') {
            return 0;
        }
        n += 2;
    } else if (ed_str_starts(ed_str_slice(s, n, s.n), ED_STR("                ]"))) {
        n += 16;
    }
    return n < s.n && s.p[n] == ']' ? n + 1 : 0;
}

/* Bytes of the header's time, or 0; *ret_form tells whether it has the year and the zone. */
static size_t header_time(struct ed_str s, enum ed_time_form *ret_form)
{
    struct ed_stamp stamp;
    size_t at = 0;

    *ret_form = ED_TIME_PARTIAL;
    if (ed_is_alpha(s.p[0]) && s.n > 5 && s.p[3] == ' ' && ed_is_digit(s.p[4]) && ed_is_digit(s.p[5]) && s.n > 8 &&
        s.p[8] == '-') { /* the weekday of short-full */
        at = 4;
    }
    if (!ed_is_digit(s.p[at])) {
        size_t blank = s.p[0] == ' ', time = month_time(ed_str_slice(s, blank, s.n)); /* " 5月" */

        return time ? time + blank : 0;
    }
    if (!at && s.n > 10 && s.p[10] == '.') {
        *ret_form = ED_TIME_SECONDS;
        return unix_time(s);
    }
    if (!ed_stamp_read(ed_str_slice(s, at, s.n), ED_STAMP_DATE_TIME, &stamp)) {
        return at ? 0 : month_time(s);
    }
    if (at && !stamp.zoned) { /* a zone name that is not in the table: one word */
        size_t end = ed_str_find_byte(s, ' ', at + stamp.n + 1);

        stamp.n = end == SIZE_MAX || end - at - stamp.n > 8 ? stamp.n : end - at;
    } else if (!at && (!stamp.zoned || s.p[10] != 'T' || s.p[19] == ',')) { /* ',' is dmesg's */
        return 0;
    }
    *ret_form = stamp.known ? ED_TIME_DATED : ED_TIME_PARTIAL;
    return at + stamp.n;
}

/* What names are written in, as bits. */
enum { OF_HOST = 1, OF_IDENT = 2, OF_PID = 4, OF_ALL = 7 };

static const uint8_t in_name[256] = {
    ['0' ... '9'] = OF_ALL, ['A' ... 'Z'] = OF_ALL, ['a' ... 'z'] = OF_ALL,     ['_'] = OF_ALL,
    ['-'] = OF_ALL,         [':'] = OF_HOST,        ['.'] = OF_HOST | OF_IDENT, ['/'] = OF_IDENT,
    ['('] = OF_IDENT,       [')'] = OF_IDENT,       ['@'] = OF_IDENT,           ['+'] = OF_IDENT,
};

/* How many bytes at the front may be in such a name. */
static size_t name_length(struct ed_str s, unsigned of)
{
    size_t i = 0;

    while (i < s.n && in_name[(unsigned char)s.p[i]] & of) {
        i++;
    }
    return i;
}

struct names {
    struct ed_str host, ident, pid;
};

/* Split "HOST IDENT[PID]", "IDENT[PID]", "HOST IDENT" or "kernel". */
static bool split_names(struct ed_str head, struct names *ret)
{
    struct names is = {.ident = head};
    size_t host = name_length(head, OF_HOST), words = 0;

    if (head.n && head.p[head.n - 1] == ']') {
        size_t from = head.n - 1;

        while (from && in_name[(unsigned char)head.p[from - 1]] & OF_PID) {
            from--;
        }
        if (from < 2 || head.p[from - 1] != '[' || !ed_is_digit(head.p[from])) {
            return false;
        }
        is.ident = ed_str(head.p, from - 1);
        is.pid = ed_str(head.p + from, head.n - 1 - from);
    }
    if (host < is.ident.n && head.p[host] == ' ') {
        is.host = ed_str(head.p, host);
        is.ident = ed_str_slice(is.ident, host + 1, is.ident.n);
    }
    for (const char *p = is.ident.p, *end = p + is.ident.n; (p = memchr(p, ' ', (size_t)(end - p))) != NULL; p++) {
        words++;
    }
    if (is.ident.n == 0 || words >= IDENT_WORDS || (is.host.p ? is.host.n == 0 : words)) {
        return false;
    }
    if (words && ed_is_digit(is.ident.p[0])) { /* not a name but the rest of another date */
        return false;
    }
    *ret = is;
    if (is.pid.p) {
        return true;
    }
    return name_length(is.ident, OF_IDENT) == is.ident.n && (is.host.p || ed_str_is(is.ident, "kernel")) &&
           ed_level_word(is.ident, true) == ED_LEVEL_UNKNOWN && ed_level_word(is.host, true) == ED_LEVEL_UNKNOWN;
}

static void tell_names(const struct names *is, struct ed_meta *meta)
{
    meta->host = is->host.p ? is->host : meta->host;
    meta->pid = is->pid;
    meta->ident = is->ident;
    if (ed_str_ends(is->ident, ED_STR(".service")) || ed_str_ends(is->ident, ED_STR(".scope"))) {
        const char *slash = memrchr(is->ident.p, '/', is->ident.n);
        size_t from = slash ? (size_t)(slash - is->ident.p) + 1 : 0;

        meta->unit = ed_str_slice(is->ident, from, is->ident.n); /* of "USER-MANAGER/UNIT" too */
    }
}

static size_t columns(struct ed_str header)
{
    uint64_t all = 0, eight;
    size_t i = 0;

    for (; i + sizeof(eight) <= header.n; i += sizeof(eight)) {
        memcpy(&eight, header.p + i, sizeof(eight));
        all |= eight;
    }
    for (; i < header.n; i++) {
        all |= (unsigned char)header.p[i];
    }
    return all & 0x8080808080808080u ? ed_utf8_columns(header) : header.n;
}

/* Where the header's ": " stands, or SIZE_MAX. */
static size_t find_colon(struct ed_str line, size_t from)
{
    size_t colon = from, most = ED_MIN(line.n, from + HEADER_MAX);

    do {
        const char *at = colon + 1 < most ? memchr(line.p + colon + 1, ':', most - colon - 1) : NULL;

        colon = at ? (size_t)(at - line.p) : SIZE_MAX;
    } while (colon != SIZE_MAX && colon + 1 < line.n && line.p[colon + 1] != ' ');
    return colon;
}

/* With colours, a link to the documentation stands before the message: of it ed_clean leaves a sign. */
static size_t link_length(struct ed_str body)
{
    static const struct ed_str signs[] = {ED_STR_INIT("\xF0\x9F\xA1\x95 "), ED_STR_INIT("[LNK] ")};

    for (size_t i = 0; i < ED_ARRAY_LEN(signs); i++) {
        if (ed_str_starts(body, signs[i])) {
            return signs[i].n;
        }
    }
    return 0;
}

/* What stands behind the header's time, which ends before `at`. */
static bool peel_names(struct ed_str line, size_t at, struct ed_arena *arena, struct ed_meta *meta,
                       struct names *ret_is, struct ed_peel *ret)
{
    size_t colon = at < line.n && line.p[at] == ' ' ? find_colon(line, at + 1) : SIZE_MAX;

    if (colon == SIZE_MAX || !split_names(ed_str_slice(line, at + 1, colon), ret_is)) {
        return false;
    }
    tell_names(ret_is, meta);
    ret->witness = ret_is->host.p ? ret_is->host : ret_is->ident;
    ret->body = ed_str_slice(line, colon + 2, line.n);
    ret->body = ed_str_slice(ret->body, link_length(ret->body), ret->body.n);
    ret->continuation = columns(ed_str_slice(line, 0, colon + 2));
    ret->truncated = ed_str_ends(ret->body, ED_STR("\xE2\x80\xA6")) || ed_journal_is_blob(ret->body);
    ed_syslog_unescape(arena, ret);
    return true;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_told told = ed_told_none;
    size_t time = header_time(line, &told.time);
    struct names is;

    if (time == 0 || !peel_names(line, time, arena, meta, &is, ret)) {
        return false;
    }
    told.time_text = ed_str_slice(line, 0, time);
    ret->told = told;
    ret->sure = is.pid.p != NULL;
    return true;
}

static bool peel_monotonic(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                           struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_meta before = *meta;
    struct ed_str text = ED_STR_NONE;
    size_t time = monotonic_time(line, &text);
    struct names is;

    if (time == 0 || !peel_names(line, time, arena, meta, &is, ret)) {
        return false;
    }
    if (!is.host.p) { /* "[    3.500000] systemd[1]: ..." is the kernel's */
        *meta = before;
        *ret = (struct ed_peel){.told = ed_told_none, .paint = ret->paint};
        return false;
    }
    ret->told.time_text = text;
    ret->weak = !is.pid.p && !ed_str_is(is.ident, "kernel");
    return true;
}

/* "-- Boot 0123... --", "-- No entries --", and the catalog's lines, which -x puts behind an entry. A program's own
   line never stands bare between headers. */
static bool restates(struct ed_str line)
{
    return ed_str_starts(line, ED_STR("\xE2\x96\x91\xE2\x96\x91")) || ed_str_starts(line, ED_STR("-- ")) ||
           ed_str_is(line, "--");
}

const struct ed_layer ed_env_journal_short = {
    .name = "journal-short",
    .about = "journalctl's short modes, and syslog files",
    .sample = "May 05 12:00:00 pine07 trainer[4711]: cannot map weights file",
    .heads = ED_LAYER_HEADS("a", "0000-00-00a00:00", "0000/00/00a00:00", "0000000000.00000", " 0aaa 00", "00aaa 00",
                            "0aaa 00"),
    .peel = peel,
    .restates = restates,
};

const struct ed_layer ed_env_journal_monotonic = {
    .name = "journal-monotonic",
    .about = "journalctl -o short-monotonic and short-delta",
    .sample = "[   93.001200] pine07 trainer[4711]: cannot map weights file",
    .heads = ED_LAYER_HEADS("[ ", "[0"),
    .peel = peel_monotonic,
    .restates = restates,
};

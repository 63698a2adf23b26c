/*
 * stamp.c: the grammar of numeric times, and level words, whose table is data/envelopes/levels.tsv. Times are checked
 * for digits and separators at their places, not for the calendar: what looks like a time in front of a line is one.
 * What moment it is, few lines are ever asked.
 */
#include "input/stamp.h"

/* A level stands among the first words of a line, if it stands there. */
#define LEVEL_WORDS 4
#define LEVEL_HEAD  96

size_t ed_stamp_clock(struct ed_str s)
{
    size_t n = 8;

    if (s.n < n || !ed_stamp_like(s.p, "00:00:00")) {
        return 0;
    }
    if (n + 1 < s.n && (s.p[n] == '.' || s.p[n] == ',') && ed_is_digit(s.p[n + 1])) {
        n++;
        while (n < s.n && n < 8 + 10 && ed_is_digit(s.p[n])) {
            n++;
        }
    }
    return n < s.n && ed_is_digit(s.p[n]) ? 0 : n;
}

/* Bytes of a zone's name at the front of s. It must be one of those in use: a word in capitals after a time is a level
   more often than a zone. */
static size_t zone_name(struct ed_str s, bool *ret_utc)
{
    static const char names[][5] = {"UTC", "GMT", "CET", "CEST", "EET", "EEST", "WET", "WEST", "BST", "IST", "JST",
                                    "KST", "EST", "EDT", "CST",  "CDT", "MST",  "MDT", "PST",  "PDT", "MSK"};
    char name[5] = "";
    size_t n = 0;

    while (n < s.n && n < 5 && s.p[n] >= 'A' && s.p[n] <= 'Z') {
        n++;
    }
    if (n < 3 || n > 4 || (s.p[n - 1] != 'T' && s.p[n - 1] != 'C' && s.p[n - 1] != 'K')) {
        return 0;
    }
    memcpy(name, s.p, n);
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        if (memcmp(name, names[i], sizeof(name)) == 0) {
            *ret_utc = i < 2;
            return n;
        }
    }
    return 0;
}

/* Bytes of a zone at the front of s: "Z", "+0200", "+02:00", " +0200", " UTC", " CEST"; 0 when there is none.
 *ret_known: it tells the distance to UTC. */
static size_t zone(struct ed_str s, bool *ret_known)
{
    size_t at = s.n && s.p[0] == ' ', end = at + 3, name;

    *ret_known = true;
    if (at == 0 && s.n && s.p[0] == 'Z') {
        return 1;
    }
    if (at < s.n && (s.p[at] == '+' || s.p[at] == '-') && ed_str_digits(s, at + 1) >= 2) {
        if (ed_str_digits(s, end) >= 2) {
            return end + 2;
        }
        if (end < s.n && s.p[end] == ':' && ed_str_digits(s, end + 1) >= 2) {
            return end + 3;
        }
        return at == 0 ? end : 0;
    }
    name = at ? zone_name(ed_str_slice(s, at, s.n), ret_known) : 0;
    return name ? at + name : 0;
}

/* Bytes of the date and the separator behind it. */
static size_t date(struct ed_str s, unsigned kinds, enum ed_stamp_kind *ret_kind)
{
    if ((kinds & ED_STAMP_DATE_TIME) && s.n > 10 &&
        (ed_stamp_like(s.p, "0000-00-") || ed_stamp_like(s.p, "0000/00/")) && ed_is_digit(s.p[8]) &&
        ed_is_digit(s.p[9]) && (s.p[10] == 'T' || s.p[10] == ' ')) {
        *ret_kind = ED_STAMP_DATE_TIME;
        return 11;
    }
    if ((kinds & ED_STAMP_DAY_TIME) && s.n >= 8 && ed_stamp_like(s.p, "00-00 00")) {
        *ret_kind = ED_STAMP_DAY_TIME;
        return 6;
    }
    *ret_kind = ED_STAMP_TIME;
    return 0;
}

bool ed_stamp_read(struct ed_str s, unsigned kinds, struct ed_stamp *ret)
{
    enum ed_stamp_kind kind;
    size_t day = date(s, kinds, &kind), clock, zoned;
    bool numeric = false;

    if (!(kinds & kind)) {
        return false;
    }
    clock = ed_stamp_clock(ed_str_slice(s, day, s.n));
    if (clock == 0) {
        return false;
    }
    zoned = zone(ed_str_slice(s, day + clock, s.n), &numeric);
    *ret = (struct ed_stamp){.kind = kind, .n = day + clock + zoned, .zoned = zoned != 0};
    ret->known = zoned && numeric && kind == ED_STAMP_DATE_TIME;
    return true;
}

/* The time as ed_clock_parse reads it: '-' in the date, no blank before the zone, and Z for the names of UTC. */
static int64_t dated(struct ed_str text)
{
    struct ed_str clock, z;
    char plain[64];
    size_t at = 0, n;

    while (at < text.n && !ed_is_digit(text.p[at])) { /* a weekday */
        at++;
    }
    text = ed_str_slice(text, at, at + 48);
    n = text.n > 11 ? ed_stamp_clock(ed_str_slice(text, 11, text.n)) : 0;
    if (n == 0) {
        return ED_TIME_UNKNOWN;
    }
    clock = ed_str_slice(text, 0, 11 + n);
    z = ed_str_trim(ed_str_slice(text, clock.n, text.n));
    if (z.n && ed_is_alpha(z.p[0])) {
        z = ED_STR("Z");
    }
    snprintf(plain, sizeof(plain), "%.*s%.*s", ED_STR_ARG(clock), ED_STR_ARG(z));
    plain[4] = plain[7] = '-';
    return ed_clock_parse(ed_str_c(plain));
}

int64_t ed_stamp_moment(struct ed_str s)
{
    struct ed_stamp stamp;

    return ed_stamp_read(s, ED_STAMP_DATE_TIME, &stamp) && stamp.known && stamp.n == s.n ? dated(s) : ED_TIME_UNKNOWN;
}

/* "1746439200.000123": seconds with a fraction that may be missing. */
static int64_t seconds(struct ed_str text)
{
    struct ed_str whole = ed_str_cut(&text, '.');
    uint64_t value = 0, micros = 0;

    if (!ed_str_u64(whole, &value) || value > INT64_MAX / 1000000 - 1) {
        return ED_TIME_UNKNOWN;
    }
    for (size_t i = 0; i < 6; i++) {
        if (i < text.n && !ed_is_digit(text.p[i])) {
            return ED_TIME_UNKNOWN;
        }
        micros = micros * 10 + (i < text.n ? (uint64_t)(text.p[i] - '0') : 0);
    }
    return (int64_t)(value * 1000000 + micros);
}

int64_t ed_told_time(const struct ed_told *told)
{
    uint64_t value = 0;

    switch (told->time) {
    case ED_TIME_PARTIAL:
        break;
    case ED_TIME_DATED:
        return dated(told->time_text);
    case ED_TIME_SECONDS:
        return seconds(told->time_text);
    case ED_TIME_MILLIS:
        return ed_str_u64(told->time_text, &value) && value < INT64_MAX / 1000 ? (int64_t)value * 1000
                                                                               : ED_TIME_UNKNOWN;
    case ED_TIME_MICROS:
        return ed_str_u64(told->time_text, &value) && value < INT64_MAX ? (int64_t)value : ED_TIME_UNKNOWN;
    case ED_TIME_NANOS:
        return ed_str_u64(told->time_text, &value) ? (int64_t)(value / 1000) : ED_TIME_UNKNOWN;
    }
    return ED_TIME_UNKNOWN;
}

#include "levels_table.inc"

/* What goes on with a word. */
static const bool in_word[256] = {
    ['0' ... '9'] = true, ['A' ... 'Z'] = true, ['_'] = true, ['a' ... 'z'] = true, [128 ... 255] = true};

/* The first eight bytes of s, of which n are of interest, the first lowest. */
static uint64_t key_of(struct ed_str s, size_t n)
{
    uint64_t key = 0;

    if (s.n < sizeof(key)) {
        for (size_t i = 0; i < n; i++) {
            key |= (uint64_t)(unsigned char)s.p[i] << 8 * i;
        }
        return key;
    }
    memcpy(&key, s.p, sizeof(key));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    key = __builtin_bswap64(key);
#endif
    return n < sizeof(key) ? key & ((UINT64_C(1) << 8 * n) - 1) : key;
}

/* The level of the word of n bytes that s begins with; exactly: in the case in which it stands in the table. */
static bool find_word(unsigned set, struct ed_str s, size_t n, bool exactly, enum ed_level *ret_level)
{
    uint64_t key;

    if (n == 0 || n > LEVEL_WORD_MAX) {
        return false;
    }
    key = key_of(s, n);
    for (size_t i = sets[set][n]; i < sets[set][n + 1]; i++) {
        uint64_t differs = (words[i].key ^ key) & (exactly ? UINT64_MAX : ~words[i].cases);

        if (!differs && (n <= sizeof(key) || ed_str_eq_nocase(ed_str(words[i].word, n), ed_str_slice(s, 0, n)))) {
            *ret_level = words[i].level;
            return true;
        }
    }
    return false;
}

enum ed_level ed_level_word(struct ed_str word, bool any_case)
{
    enum ed_level level = ED_LEVEL_UNKNOWN;

    find_word(/* set */ 0, word, word.n, !any_case, &level);
    return level;
}

size_t ed_level_take(unsigned set, struct ed_str s, bool exactly, enum ed_level *ret_level)
{
    bool bytes = sets[set][1] < sets[set][2]; /* then all its words are */
    size_t n = bytes && s.n;

    while (!bytes && n < s.n && n <= LEVEL_WORD_MAX && in_word[(unsigned char)s.p[n]]) {
        n++;
    }
    return find_word(set, s, n, exactly, ret_level) ? n : 0;
}

static bool separates(char c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '|':
    case ':':
    case '[':
    case ']':
    case '(':
    case ')':
    case '<':
    case '>':
    case ',':
    case '/':
        return true;
    default:
        return false;
    }
}

enum ed_level ed_level_find(struct ed_str head)
{
    size_t i = 0;

    head = ed_str_slice(head, 0, LEVEL_HEAD);
    for (int n = 0; n < LEVEL_WORDS; n++) {
        size_t from;
        bool marked;
        enum ed_level level;

        while (i < head.n && (separates(head.p[i]) || head.p[i] == '-')) {
            i++;
        }
        from = i;
        while (i < head.n && !separates(head.p[i])) {
            i++;
        }
        if (from == i) {
            break;
        }
        marked = (from && head.p[from - 1] == '[') || (i < head.n && head.p[i] == ':');
        level = ed_level_word(ed_str_slice(head, from, i), marked);
        if (level != ED_LEVEL_UNKNOWN) {
            return level;
        }
    }
    return ED_LEVEL_UNKNOWN;
}

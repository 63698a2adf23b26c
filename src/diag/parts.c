/*
 * parts.c: one pass from left to right. What is found is certain of its form, not of its meaning: it is shown beside
 * the value that it stands in, never in its place.
 *
 * Order of the file: words, units, the forms, the pass.
 */
#include "diag/parts.h"

/* Longer values are listings, and nobody's remark. */
#define VALUE_MOST 1024
/* Folders of a path whose last name is what tells it: a cgroup's, a unit's. */
#define DEEP 3
/* Bytes of a text in quotes. */
#define QUOTED_MOST 256
/* Words of a name. */
#define NAME_WORDS 4

static bool word_byte(char c)
{
    return ed_is_word(c) || c == '-' || (unsigned char)c >= 0x80;
}

/* What ends a value that stands behind a key. */
static bool ends_value(char c)
{
    return ed_is_space(c) || c == ',' || c == ';' || c == ')' || c == ']' || c == '}';
}

/* Where the number that begins at `at` ends; one with two points is none, and ends in front of the second. */
static size_t number_end(struct ed_str s, size_t at)
{
    bool point = false;

    while (at < s.n &&
           (ed_is_digit(s.p[at]) || (s.p[at] == '.' && !point && at + 1 < s.n && ed_is_digit(s.p[at + 1])))) {
        point |= s.p[at++] == '.';
    }
    return at;
}

size_t ed_parts_unit_end(struct ed_str text, size_t end)
{
    static const struct ed_str units[] = {
        ED_STR_INIT("KiB"), ED_STR_INIT("MiB"), ED_STR_INIT("GiB"), ED_STR_INIT("TiB"),  ED_STR_INIT("kB"),
        ED_STR_INIT("KB"),  ED_STR_INIT("MB"),  ED_STR_INIT("GB"),  ED_STR_INIT("TB"),   ED_STR_INIT("Ki"),
        ED_STR_INIT("Mi"),  ED_STR_INIT("Gi"),  ED_STR_INIT("ms"),  ED_STR_INIT("us"),   ED_STR_INIT("ns"),
        ED_STR_INIT("s"),   ED_STR_INIT("%"),   ED_STR_INIT("B"),   ED_STR_INIT("bytes")};
    struct ed_str rest = ed_str_slice(text, end, text.n);

    for (size_t i = 0; i < ED_ARRAY_LEN(units); i++) {
        if (ed_str_starts(rest, units[i]) && (rest.n == units[i].n || !ed_is_word(rest.p[units[i].n]))) {
            return end + units[i].n;
        }
    }
    return end;
}

/* The words that end at `end`, back to something else. */
static struct ed_str words_before(struct ed_str s, size_t end, size_t most)
{
    size_t at = end, from = end;

    for (size_t n = 0; n < most; n++) {
        size_t was;

        while (at > 0 && s.p[at - 1] == ' ') {
            at--;
        }
        was = at;
        while (at > 0 && word_byte(s.p[at - 1])) {
            at--;
        }
        if (at == was) {
            break;
        }
        from = at;
    }
    return ed_str_slice(s, from, end);
}

/* The words that begin behind `at`, up to something else. */
static struct ed_str words_behind(struct ed_str s, size_t at)
{
    size_t from = at, end = at;

    for (size_t n = 0; n < NAME_WORDS; n++) {
        size_t to = n ? end + 1 : end;

        if (n && (end == s.n || s.p[end] != ' ')) {
            break;
        }
        while (to < s.n && word_byte(s.p[to])) {
            to++;
        }
        if (to <= end + (n > 0)) {
            break;
        }
        end = to;
    }
    return ed_str_slice(s, from, end);
}

struct pass {
    struct ed_str s;
    struct ed_part *parts;
    size_t n;
};

static void add(struct pass *p, struct ed_str name, struct ed_str value)
{
    if (name.n && ed_is_alpha(name.p[0]) && value.n && value.n < p->s.n && p->n < ED_PARTS_MOST) {
        p->parts[p->n++] = (struct ed_part){name, value};
    }
}

/* "key=value", "two words: value", the sign at `at`: where it ends. */
static size_t keyed(struct pass *p, size_t at)
{
    struct ed_str name = words_before(p->s, at, NAME_WORDS);
    size_t from = at + 1 + (p->s.p[at] == ':'), to = from;

    while (to < p->s.n && !ends_value(p->s.p[to])) {
        to++;
    }
    while (to > from && (p->s.p[to - 1] == '.' || p->s.p[to - 1] == ':')) {
        to--;
    }
    add(p, name, ed_str_slice(p->s, from, to));
    return ED_MAX(to, at + 1);
}

/* A number at `at`, which begins a word: where it and its unit end. */
static size_t number(struct pass *p, size_t at)
{
    size_t end = number_end(p->s, at), unit = ed_parts_unit_end(p->s, end);
    struct ed_str name;

    if (unit == end && end < p->s.n && p->s.p[end] == ' ') {
        unit = ed_parts_unit_end(p->s, end + 1);
        unit = unit == end + 1 ? end : unit;
    }
    if (unit == end && end < p->s.n &&
        (word_byte(p->s.p[end]) || (!ed_is_space(p->s.p[end]) && end + 1 < p->s.n && ed_is_word(p->s.p[end + 1])))) {
        return end; /* "10.0.0.7", "3d" */
    }
    name = words_behind(p->s, unit < p->s.n && p->s.p[unit] == ' ' ? unit + 1 : unit);
    if (unit == end || name.n == 0) {
        name = words_before(p->s, at, /* most */ 1);
        while (name.n && name.p[name.n - 1] == ' ') {
            name.n--;
        }
    }
    add(p, name, ed_str_slice(p->s, at, unit));
    return unit;
}

/* A text in quotes at `at`, behind a word and a blank: where it ends. */
static size_t quoted(struct pass *p, size_t at)
{
    struct ed_str name = words_before(p->s, at, /* most */ 2);
    size_t end = ed_str_find_byte(ed_str_slice(p->s, 0, ED_MIN(p->s.n, at + QUOTED_MOST)), p->s.p[at], at + 1);

    while (name.n && name.p[name.n - 1] == ' ') {
        name.n--;
    }
    if (end == SIZE_MAX) {
        return at + 1;
    }
    add(p, name, ed_str_slice(p->s, at + 1, end));
    return end + 1;
}

static void text_before_remark(struct pass *p)
{
    size_t at = p->s.n && p->s.p[p->s.n - 1] == ')' ? ed_str_find(p->s, ED_STR(" ("), 0) : SIZE_MAX;

    if (at != SIZE_MAX) {
        add(p, ED_STR("text"), ed_str_slice(p->s, 0, at));
    }
}

static void last_name(struct pass *p)
{
    const char *slash = p->s.n > 1 && p->s.p[0] == '/' ? memrchr(p->s.p, '/', p->s.n) : NULL;
    size_t depth = 0;

    for (size_t i = 0; slash && i < p->s.n; i++) {
        depth += p->s.p[i] == '/';
    }
    if (depth >= DEEP) {
        add(p, ED_STR("name"), ed_str_slice(p->s, (size_t)(slash - p->s.p) + 1, p->s.n));
    }
}

size_t ed_parts_find(struct ed_str value, struct ed_part ret_parts[ED_PARTS_MOST])
{
    struct pass p = {value, ret_parts, 0};
    bool words = value.n && (memchr(value.p, ' ', value.n) || memchr(value.p, '=', value.n));
    size_t at = 0;

    if (value.n > VALUE_MOST || value.n < 2 ||
        (value.p[0] == value.p[value.n - 1] && ed_is_among("\"'`", value.p[0]))) {
        return 0;
    }
    if (!words) {
        last_name(&p);
        return p.n;
    }
    text_before_remark(&p);
    while (at < value.n) {
        char c = value.p[at];

        if (c == '=' || (c == ':' && at + 1 < value.n && value.p[at + 1] == ' ')) {
            at = keyed(&p, at);
        } else if (ed_is_digit(c) && (at == 0 || value.p[at - 1] == ' ' || value.p[at - 1] == '(')) {
            at = number(&p, at);
        } else if ((c == '"' || c == '\'') && at > 0 && value.p[at - 1] == ' ') {
            at = quoted(&p, at);
        } else {
            at++;
        }
    }
    return p.n;
}

/*
 * pattern_trim.c: where a value that reached to the end of its line really ends. What closes something that was opened
 * in front of the value (a quote, a bracket), the comma of a list, white space and a colour's reset are not part of it.
 *
 * One pass forward counts what is open, then the end moves back one mark at a time and the counts with it: linear.
 */
#include "match/pattern.h"

/* Pairs: what closes and what opens it. Equal ones are counted by parity. */
static const struct {
    const char *open, *close;
} marks[] = {
    {"(", ")"},
    {"[", "]"},
    {"{", "}"},
    {"<", ">"},
    {"\"", "\""},
    {"'", "'"},
    {"`", "`"},
    {"\xe2\x80\x9c", "\xe2\x80\x9d"}, /* double typographic quotes */
    {"\xe2\x80\x98", "\xe2\x80\x99"}, /* single ones */
    {"\xc2\xab", "\xc2\xbb"},         /* guillemets */
    {"\xe3\x80\x8c", "\xe3\x80\x8d"}, /* corner brackets */
    {"\xef\xbc\x88", "\xef\xbc\x89"}, /* full-width parentheses */
};
enum { MARKS = ED_ARRAY_LEN(marks), DOUBLE_QUOTE = 4 };

/* The longest escape sequence that is looked for at the end: ESC [ 38;2;255;255;255;48;2;255;255;255 m and some. */
#define ESCAPE_MAX 64

static bool is_mark_at(struct ed_str s, size_t at, const char *mark)
{
    return ed_str_starts(ed_str_slice(s, at, s.n), ed_str_c(mark));
}

/* Whether a mark may begin with c: nearly no byte does, and this is asked for every byte of every tail. */
static bool may_be_mark(char c)
{
    switch ((unsigned char)c) {
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case '<':
    case '>':
    case '"':
    case '\'':
    case '`':
        return true;
    default:
        return (unsigned char)c >= 0x80;
    }
}

/* An apostrophe inside a word is no quote; an arrow's head is no bracket. */
static bool is_ordinary(struct ed_str s, size_t at)
{
    if (s.p[at] == '\'') {
        return at > 0 && at + 1 < s.n && ed_is_word(s.p[at - 1]) && ed_is_word(s.p[at + 1]);
    }
    return s.p[at] == '>' && at > 0 && (s.p[at - 1] == '-' || s.p[at - 1] == '=');
}

/* The end of the escape sequence that begins at `at` (on ESC): CSI, or ESC and one or two more. */
static size_t escape_end(struct ed_str s, size_t at)
{
    size_t i = at + 1;

    if (i < s.n && s.p[i] == '[') {
        i++;
        while (i < s.n && (unsigned char)s.p[i] >= 0x20 && (unsigned char)s.p[i] <= 0x3f) {
            i++;
        }
        return ED_MIN(i + 1, s.n);
    }
    if (i < s.n && (s.p[i] == '(' || s.p[i] == ')')) {
        i++;
    }
    return ED_MIN(i + 1, s.n);
}

static void count_marks(struct ed_str s, size_t opened[MARKS], size_t closed[MARKS])
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '\x1b') {
            i = escape_end(s, i) - 1;
            continue;
        }
        if (!may_be_mark(s.p[i]) || is_ordinary(s, i)) {
            continue;
        }
        for (size_t k = 0; k < MARKS; k++) {
            if (is_mark_at(s, i, marks[k].close)) {
                closed[k]++;
                break;
            }
            if (is_mark_at(s, i, marks[k].open)) {
                opened[k]++;
                break;
            }
        }
    }
}

/* The length without an escape sequence at the end; the same when there is none. */
static size_t without_escape(struct ed_str s)
{
    size_t from = s.n > ESCAPE_MAX ? s.n - ESCAPE_MAX : 0;

    for (size_t i = s.n; i > from; i--) {
        if (s.p[i - 1] == '\x1b') {
            return escape_end(s, i - 1) == s.n ? i - 1 : s.n;
        }
    }
    return s.n;
}

/* The length without an unbalanced closing mark at the end. */
static size_t without_mark(struct ed_str s, const size_t opened[MARKS], size_t closed[MARKS])
{
    for (size_t k = 0; k < MARKS; k++) {
        struct ed_str mark = ed_str_c(marks[k].close);
        bool parity = strcmp(marks[k].open, marks[k].close) == 0;

        if (!ed_str_ends(s, mark) || is_ordinary(s, s.n - mark.n)) {
            continue;
        }
        if (parity ? closed[k] % 2 == 0 : closed[k] <= opened[k]) {
            return s.n;
        }
        closed[k]--;
        s.n -= mark.n;
        /* \" in text that was taken over with its escapes */
        return s.n > 0 && k == DOUBLE_QUOTE && s.p[s.n - 1] == '\\' ? s.n - 1 : s.n;
    }
    return s.n;
}

static size_t first_length(struct ed_str s)
{
    size_t n = 1;

    while (n < s.n && ((unsigned char)s.p[0] & 0xc0) == 0xc0 && ((unsigned char)s.p[n] & 0xc0) == 0x80) {
        n++;
    }
    return ED_MIN(n, s.n);
}

size_t ed_pattern_trim(struct ed_str value)
{
    size_t opened[MARKS] = {0}, closed[MARKS] = {0}, keep = first_length(value), before;
    struct ed_str s = value;

    if (s.n > 0 && ed_is_word(s.p[s.n - 1]) && without_escape(s) == s.n) {
        return s.n;
    }
    count_marks(value, opened, closed);
    do {
        before = s.n;
        while (s.n > 0 && (ed_is_space(s.p[s.n - 1]) || s.p[s.n - 1] == ',')) {
            s.n--;
        }
        s.n = s.n > 0 ? without_escape(s) : 0;
        s.n = s.n > 0 ? without_mark(s, opened, closed) : 0;
    } while (s.n < before && s.n > keep);
    return ED_MAX(s.n, keep);
}

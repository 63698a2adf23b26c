/*
 * pattern_simple.c: read a record's pattern as escaped text and holes, which is what upstream derives.
 *
 * Strict: whatever is not surely one of the two makes the pattern a custom one, to be kept as it is. "\s+" counts as
 * text: it is what white space becomes anyway.
 */
#include "match/pattern_parts.h"

#include "base/vec.h"

static const struct {
    const char *text;
    bool empty;
} hole_forms[] = {{"(.+?)", false}, {"(.*?)", true}, {"(.+)", false}, {"(.*)", true},
                  {".+?", false},   {".*?", true},   {".+", false},   {".*", true}};

/* The length of the hole that begins at `at`, 0 when none does. */
static size_t hole_length(struct ed_str regex, size_t at, bool *ret_empty)
{
    for (size_t i = 0; i < ED_ARRAY_LEN(hole_forms); i++) {
        struct ed_str form = ed_str_c(hole_forms[i].text);

        if (ed_str_starts(ed_str_slice(regex, at, regex.n), form)) {
            *ret_empty = hole_forms[i].empty;
            return form.n;
        }
    }
    return 0;
}

/* "{2}", "{2,}", "{,3}": what PCRE2 (10.43 on) may read as a repeat count. */
static bool is_repeat(struct ed_str regex, size_t at)
{
    size_t i = at + 1;

    while (i < regex.n && (ed_is_digit(regex.p[i]) || regex.p[i] == ',' || regex.p[i] == ' ')) {
        i++;
    }
    return i > at + 1 && i < regex.n && regex.p[i] == '}';
}

/* One literal unit: the byte it stands for and its length in the regex; 0 when it is no plain literal. */
static size_t literal_unit(struct ed_str regex, size_t at, char *ret_byte)
{
    char c = regex.p[at];

    if (c == '\\') {
        char next = at + 1 < regex.n ? regex.p[at + 1] : '\0';

        if (at + 1 == regex.n) {
            return 0;
        }
        switch (next) {
        case 'n':
            *ret_byte = '\n';
            return 2;
        case 't':
            *ret_byte = '\t';
            return 2;
        case 'r':
            *ret_byte = '\r';
            return 2;
        case 's':
            *ret_byte = ' ';
            return at + 2 < regex.n && regex.p[at + 2] == '+' ? 3 : 0;
        default:
            *ret_byte = next;
            return ed_is_word(next) || (unsigned char)next >= 0x80 ? 0 : 2;
        }
    }
    *ret_byte = c;
    if (ed_is_among("*+?()[|^$.", c) && c != '\0') {
        return 0;
    }
    return c == '{' && is_repeat(regex, at) ? 0 : 1;
}

bool ed_simple_read(struct ed_str regex, struct ed_arena *arena, struct ed_simple *ret_simple)
{
    ED_VEC(struct ed_simple_part) parts = {0};
    char *text = ed_arena_alloc(arena, regex.n + 1);
    size_t n = 0, begin = 0, at = 0, nholes = 0;
    bool simple = true;

    while (at < regex.n && simple) {
        bool empty = false;
        size_t length = hole_length(regex, at, &empty);

        if (length > 0) {
            if (n > begin) {
                *ed_vec_add(&parts) = (struct ed_simple_part){false, false, ed_str(text + begin, n - begin)};
                begin = n;
            }
            *ed_vec_add(&parts) = (struct ed_simple_part){true, empty, ed_str_slice(regex, at, at + length)};
            nholes++;
            at += length;
            /* A quantifier behind it is one more than a hole has; it is met as a bare one next. */
            continue;
        }
        length = literal_unit(regex, at, &text[n]);
        n++;
        at += length;
        simple = length > 0 && nholes <= ED_LIMIT_HOLES;
    }
    if (n > begin) {
        *ed_vec_add(&parts) = (struct ed_simple_part){false, false, ed_str(text + begin, n - begin)};
    }
    ret_simple->n = parts.n;
    ret_simple->nholes = nholes;
    ret_simple->v = ed_arena_alloc(arena, (parts.n + 1) * sizeof(*parts.v));
    if (parts.n > 0) {
        memcpy(ret_simple->v, parts.v, parts.n * sizeof(*parts.v));
    }
    ed_vec_done(&parts);
    return simple && nholes <= ED_LIMIT_HOLES;
}

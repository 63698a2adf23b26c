/*
 * template_name.c: a name for every hole of a template (matching.md 2.6): the placeholder's own, else the word just
 * before it, else "argN" by its place. Names are made unique with _2, _3.
 */
#include "match/template.h"

/* A word that ends a sentence or a list names nothing that follows. */
static bool is_link(char c)
{
    return c != '.' && c != ',' && c != ';' && c != '!' && c != '?' && c != '\n' && c != '|';
}

/* "port %d", "port=%d", "Timeout(ms)=%d", "path '%s'": the last word of the literal in front. Empty when there is none.
 */
static struct ed_str word_before(struct ed_str literal)
{
    size_t end = literal.n, start;

    while (end > 0 && !ed_is_word(literal.p[end - 1])) {
        if (!is_link(literal.p[end - 1]) || (unsigned char)literal.p[end - 1] >= 0x80) {
            return ED_STR("");
        }
        end--;
    }
    start = end;
    while (start > 0 && ed_is_word(literal.p[start - 1])) {
        start--;
    }
    if (start == end || ed_is_digit(literal.p[start])) {
        return ED_STR("");
    }
    return ed_str_slice(literal, start, end);
}

/* The base form is compared, so that a literal "x_2" of the source still ends up unique. */
static bool is_taken(const struct ed_template *tmpl, size_t before, struct ed_str name)
{
    for (size_t i = 0; i < before; i++) {
        if (tmpl->v[i].hole && ed_str_eq(tmpl->v[i].name, name)) {
            return true;
        }
    }
    return false;
}

void ed_template_name(struct ed_template *tmpl, struct ed_arena *arena)
{
    size_t number = 0;

    for (size_t i = 0; i < tmpl->n; i++) {
        struct ed_piece *piece = &tmpl->v[i];
        struct ed_str base = piece->name;

        if (!piece->hole) {
            continue;
        }
        number++;
        if (base.n == 0 && i > 0 && !tmpl->v[i - 1].hole) {
            base = word_before(tmpl->v[i - 1].text);
        }
        piece->name = base.n > 0 ? base : ed_arena_printf(arena, "arg%zu", number);
        base = piece->name;
        for (unsigned k = 2; is_taken(tmpl, i, piece->name); k++) {
            piece->name = ed_arena_printf(arena, "%.*s_%u", ED_STR_ARG(base), k);
        }
    }
}

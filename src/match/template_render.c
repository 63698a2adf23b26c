/*
 * template_render.c: a template printed with sample values, as a program would print it: what a pattern is tried on.
 */
#include "match/template.h"

/* What a hole of each kind prints. The values of one kind differ in shape, so that a few seeds meet most shapes. */
static const char *const any_values[] = {"alpha", "node-7", "42", "/srv/data", "read timeout", "eth0", "v1.2-rc", "x"};
static const char *const int_values[] = {"17", "0", "-4", "65535", "8", "1200"};
static const char *const hex_values[] = {"7f3a", "0", "deadbeef", "1c"};
static const char *const number_values[] = {"3.25", "-0.5", "12", "1e+06", "0.000"};
static const char *const quoted_values[] = {"\"q-3\"", "\"\"", "\"a \\\"b\\\"\"", "\"/tmp/x\""};
static const char *const char_values[] = {"k", "=", "Z"};

static const char *pick(const char *const *values, size_t n, unsigned seed, size_t hole)
{
    return values[(seed + 3 * hole) % n];
}

static struct ed_str value_of(const struct ed_piece *piece, unsigned seed, size_t hole, struct ed_arena *arena)
{
    bool prefixed;

    switch (piece->kind) {
    case ED_HOLE_INT:
        return ed_str_c(pick(int_values, ED_ARRAY_LEN(int_values), seed, hole));
    case ED_HOLE_HEX:
        prefixed = ed_str_find_byte(piece->text, '#', 0) != SIZE_MAX || ed_str_ends(piece->text, ED_STR("p"));
        return ed_arena_printf(arena, "%s%s", prefixed ? "0x" : "",
                               pick(hex_values, ED_ARRAY_LEN(hex_values), seed, hole));
    case ED_HOLE_NUMBER:
        return ed_str_c(pick(number_values, ED_ARRAY_LEN(number_values), seed, hole));
    case ED_HOLE_QUOTED:
        return ed_str_c(pick(quoted_values, ED_ARRAY_LEN(quoted_values), seed, hole));
    case ED_HOLE_CHAR:
        return ed_str_c(pick(char_values, ED_ARRAY_LEN(char_values), seed, hole));
    case ED_HOLE_ANY:
    default:
        return ed_str_c(pick(any_values, ED_ARRAY_LEN(any_values), seed, hole));
    }
}

struct ed_str ed_template_render(const struct ed_template *tmpl, unsigned seed, struct ed_arena *arena)
{
    struct ed_str *parts = ed_arena_zero(arena, tmpl->n + 1, sizeof(*parts));
    size_t total = 0, hole = 0, at = 0;
    char *p;

    for (size_t i = 0; i < tmpl->n; i++) {
        const struct ed_piece *piece = &tmpl->v[i];

        parts[i] = piece->hole ? value_of(piece, seed, hole++, arena) : piece->text;
        if (piece->hole && (piece->pad_before || piece->pad_after)) {
            parts[i] = ed_arena_printf(arena, "%s%.*s%s", piece->pad_before ? "  " : "", ED_STR_ARG(parts[i]),
                                       piece->pad_after ? "   " : "");
        }
        total += parts[i].n;
    }
    p = ed_arena_alloc(arena, total + 1);
    for (size_t i = 0; i < tmpl->n; i++) {
        if (parts[i].n > 0) {
            memcpy(p + at, parts[i].p, parts[i].n);
            at += parts[i].n;
        }
    }
    p[total] = '\0';
    return ed_str(p, total);
}

/*
 * meta.c: most lines say of themselves what the line before said; so a copy is made only of what is new.
 */
#include "input/meta.h"

/* The strings of struct ed_meta that are copied. */
static const size_t strings[] = {
    offsetof(struct ed_meta, host),   offsetof(struct ed_meta, ident),     offsetof(struct ed_meta, unit),
    offsetof(struct ed_meta, pid),    offsetof(struct ed_meta, container), offsetof(struct ed_meta, pod),
    offsetof(struct ed_meta, stream), offsetof(struct ed_meta, rank),      offsetof(struct ed_meta, file),
};

static const struct ed_str *at(const struct ed_meta *meta, size_t i)
{
    return (const struct ed_str *)(const void *)((const char *)meta + strings[i]);
}

static bool same(struct ed_str a, struct ed_str b)
{
    return a.n == b.n && (a.p == b.p || (a.p && b.p && memcmp(a.p, b.p, a.n) == 0));
}

const struct ed_meta *ed_meta_keep(struct ed_arena *arena, const struct ed_meta *last, const struct ed_meta *lasting,
                                   const struct ed_meta *meta)
{
    struct ed_meta *own, made;

    if (last && memcmp(last, meta, sizeof(*meta)) == 0) { /* pointers too: they mostly lead to `lasting` */
        return last;
    }
    made = *meta;
    for (size_t i = 0; i < ED_ARRAY_LEN(strings); i++) {
        struct ed_str *s = (struct ed_str *)(void *)((char *)&made + strings[i]);

        if (last && same(*s, *at(last, i))) {
            *s = *at(last, i);
        } else if (!lasting || s->p != at(lasting, i)->p) {
            *s = ed_arena_str(arena, *s);
        }
    }
    if (last && same(last->layers, made.layers)) {
        made.layers = last->layers;
    }
    if (last && memcmp(last, &made, sizeof(made)) == 0) {
        return last;
    }
    own = ed_arena_alloc(arena, sizeof(*own));
    *own = made;
    return own;
}

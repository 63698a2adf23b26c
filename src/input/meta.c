/*
 * meta.c: most lines say of themselves what the line before said, but for the time; so a copy is made only of what is
 * new.
 */
#include "input/meta.h"

/* The strings of struct ed_meta that are copied, the time's first. */
static const size_t strings[] = {
    offsetof(struct ed_meta, time_text), offsetof(struct ed_meta, host),   offsetof(struct ed_meta, ident),
    offsetof(struct ed_meta, unit),      offsetof(struct ed_meta, pid),    offsetof(struct ed_meta, container),
    offsetof(struct ed_meta, pod),       offsetof(struct ed_meta, stream), offsetof(struct ed_meta, rank),
    offsetof(struct ed_meta, file),
};

static const struct ed_str *at(const struct ed_meta *meta, size_t i)
{
    return (const struct ed_str *)(const void *)((const char *)meta + strings[i]);
}

static bool same(struct ed_str a, struct ed_str b)
{
    return a.n == b.n && (a.p == b.p || (a.p && b.p && memcmp(a.p, b.p, a.n) == 0));
}

/* Whether all but the time is the same to the byte: pointers too, which they mostly are, since they lead to `lasting`.
 */
static bool same_but_time(const struct ed_meta *a, const struct ed_meta *b)
{
    const size_t from = offsetof(struct ed_meta, host);

    return memcmp((const char *)a + from, (const char *)b + from, sizeof(*a) - from) == 0;
}

const struct ed_meta *ed_meta_keep(struct ed_arena *arena, const struct ed_meta *last, const struct ed_meta *lasting,
                                   const struct ed_meta *meta)
{
    bool rest_same = last && same_but_time(last, meta), changed = !last;
    struct ed_meta *own, made = *meta;

    if (rest_same && last->time == meta->time && same(last->time_text, meta->time_text)) {
        return last;
    }
    for (size_t i = 0; i < (rest_same ? 1 : ED_ARRAY_LEN(strings)); i++) {
        struct ed_str *s = (struct ed_str *)(void *)((char *)&made + strings[i]);

        if (last && same(*s, *at(last, i))) {
            *s = *at(last, i);
            continue;
        }
        changed = true;
        if (!lasting || s->p != at(lasting, i)->p) {
            *s = ed_arena_str(arena, *s);
        }
    }
    if (!changed && last->time == meta->time && last->level == meta->level && last->file_line == meta->file_line &&
        same(last->layers, meta->layers)) {
        return last;
    }
    own = ed_arena_alloc(arena, sizeof(*own));
    *own = made;
    return own;
}

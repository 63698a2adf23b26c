/*
 * meta.c: most lines say of themselves what the line before said; so a copy is made only of what is new.
 */
#include "input/meta.h"

/* The strings of struct ed_meta that are copied. */
static const size_t strings[] = {
    offsetof(struct ed_meta, host),   offsetof(struct ed_meta, ident),     offsetof(struct ed_meta, unit),
    offsetof(struct ed_meta, pid),    offsetof(struct ed_meta, container), offsetof(struct ed_meta, pod),
    offsetof(struct ed_meta, stream), offsetof(struct ed_meta, rank),      offsetof(struct ed_meta, file),
    offsetof(struct ed_meta, job),    offsetof(struct ed_meta, step),      offsetof(struct ed_meta, namespace),
};

static const struct ed_str *at(const struct ed_meta *meta, size_t i)
{
    return (const struct ed_str *)(const void *)((const char *)meta + strings[i]);
}

static struct ed_str *place(struct ed_meta *meta, size_t i)
{
    return (struct ed_str *)(void *)((char *)meta + strings[i]);
}

static bool same(struct ed_str a, struct ed_str b)
{
    return a.n == b.n && (a.p == b.p || (a.p && b.p && memcmp(a.p, b.p, a.n) == 0));
}

bool ed_meta_same(const struct ed_meta *a, const struct ed_meta *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

static inline void share(struct ed_str *s, struct ed_str own)
{
    if (s->p && own.p && s->n == own.n && memcmp(s->p, own.p, s->n) == 0) {
        s->p = own.p;
    }
}

void ed_meta_share(struct ed_meta *meta, const struct ed_meta *lasting)
{
    share(&meta->host, lasting->host);
    share(&meta->ident, lasting->ident);
    share(&meta->unit, lasting->unit);
    share(&meta->pid, lasting->pid);
    share(&meta->container, lasting->container);
    share(&meta->pod, lasting->pod);
    share(&meta->namespace, lasting->namespace);
    share(&meta->stream, lasting->stream);
    share(&meta->rank, lasting->rank);
    share(&meta->file, lasting->file);
    share(&meta->job, lasting->job);
    share(&meta->step, lasting->step);
}

void ed_meta_fill(struct ed_meta *meta, const struct ed_meta *base)
{
    for (size_t i = 0; i < ED_ARRAY_LEN(strings); i++) {
        struct ed_str *s = place(meta, i);

        *s = s->p ? *s : *at(base, i);
    }
}

size_t ed_meta_size(const struct ed_meta *meta)
{
    size_t n = 0;

    for (size_t i = 0; i < ED_ARRAY_LEN(strings); i++) {
        n += at(meta, i)->n;
    }
    return n;
}

struct ed_meta ed_meta_copy(const struct ed_meta *meta, char *text)
{
    struct ed_meta copy = *meta;

    for (size_t i = 0; i < ED_ARRAY_LEN(strings); i++) {
        struct ed_str s = *at(meta, i);

        if (s.n) {
            memcpy(text, s.p, s.n);
        }
        if (s.p) {
            place(&copy, i)->p = text;
        }
        text += s.n;
    }
    return copy;
}

const struct ed_meta *ed_meta_keep(struct ed_arena *arena, const struct ed_meta *last, const struct ed_meta *lasting,
                                   const struct ed_meta *meta)
{
    struct ed_meta *own, made;

    if (last && ed_meta_same(last, meta)) { /* as mostly: the strings are those of `lasting` */
        return last;
    }
    made = *meta;
    for (size_t i = 0; i < ED_ARRAY_LEN(strings); i++) {
        struct ed_str *s = place(&made, i);

        if (last && same(*s, *at(last, i))) {
            *s = *at(last, i);
        } else if (!lasting || s->p != at(lasting, i)->p) {
            *s = ed_arena_str(arena, *s);
        }
    }
    if (last && same(last->layers, made.layers)) {
        made.layers = last->layers;
    }
    if (last && ed_meta_same(last, &made)) {
        return last;
    }
    own = ed_arena_alloc(arena, sizeof(*own));
    *own = made;
    return own;
}

/*
 * peeled.h: one layer on one line, alone: the line stands in memory of its exact size, and a layer that refuses it must
 * leave the metadata as it was.
 */
#ifndef ED_TEST_INPUT_PEELED_H
#define ED_TEST_INPUT_PEELED_H

#include "support.h"

#include "input/envelope.h"

struct peeled {
    struct ed_arena arena;
    struct ed_meta meta;
    struct ed_peel peel;
    bool is;
};

/* meta: what outer layers told; paint: how the end of the line was printed. */
static inline struct peeled peel_of(const struct ed_layer *layer, struct ed_str line, struct ed_meta meta,
                                    struct ed_paint paint)
{
    struct peeled p = {.meta = meta, .peel = {.told = ed_told_none, .paint = paint}};
    struct ed_str exact = line;

    ed_arena_init(&p.arena);
    exact.p = memcpy(ed_arena_alloc(&p.arena, exact.n), line.p, exact.n);
    p.is = layer->peel(layer, exact, &p.arena, &p.meta, &p.peel);
    if (!p.is) {
        assert_memory_equal(&meta, &p.meta, sizeof(meta));
    }
    return p;
}

static inline struct peeled peel_str(const struct ed_layer *layer, struct ed_str line)
{
    return peel_of(layer, line, ed_meta_none, (struct ed_paint){.colour = ED_STR_NONE});
}

static inline struct peeled peel(const struct ed_layer *layer, const char *line)
{
    return peel_str(layer, ed_str_c(line));
}

#endif

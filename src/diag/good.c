/*
 * good.c: owns the table, at most half full. A good run of more templates than ED_LIMIT_BASELINE is remembered in part,
 * and `full` says so.
 */
#include "diag/good.h"

#include "base/alloc.h"
#include "base/limits.h"

#define FIRST_CAP 4096

void ed_good_done(struct ed_good *good)
{
    ed_free(good->v);
    *good = (struct ed_good){0};
}

/* Where the hash is, or would be. */
static uint64_t *place_of(const struct ed_good *good, uint64_t hash)
{
    size_t at = hash & (good->cap - 1);

    while (good->v[at] && good->v[at] != hash) {
        at = (at + 1) & (good->cap - 1);
    }
    return &good->v[at];
}

static void grow(struct ed_good *good)
{
    struct ed_good more = {.cap = good->cap ? good->cap * 2 : FIRST_CAP, .n = good->n};

    more.v = ed_alloc_zero(more.cap, sizeof(*more.v));
    for (size_t i = 0; i < good->cap; i++) {
        if (good->v[i]) {
            *place_of(&more, good->v[i]) = good->v[i];
        }
    }
    ed_free(good->v);
    *good = more;
}

void ed_good_add(struct ed_good *good, uint64_t hash)
{
    uint64_t *place;

    if (good->n * 2 >= good->cap && good->n < ED_LIMIT_BASELINE) {
        grow(good);
    }
    place = place_of(good, hash);
    if (*place == 0 && good->n == ED_LIMIT_BASELINE) {
        good->full = true;
    } else if (*place == 0) {
        *place = hash;
        good->n++;
    }
}

bool ed_good_has(const struct ed_good *good, uint64_t hash)
{
    return good->n > 0 && *place_of(good, hash) == hash;
}

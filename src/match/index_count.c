/*
 * index_count.c: open addressing, linear probing. The hashes come from foreign records, so the place is told by the
 * first bits of a product with an odd number that no record can know. Places are far apart in a large table: the ones
 * of the next hashes are fetched ahead.
 */
#include "match/index_count.h"

#include "base/alloc.h"

#define FIRST_BITS 8
#define AHEAD      16

static uint64_t make_seed(const void *p)
{
    struct timespec ts = {0};

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (((uint64_t)(uintptr_t)p << 20 ^ (uint64_t)ts.tv_nsec) * 0x9E3779B97F4A7C15u) | 1;
}

void ed_counter_init(struct ed_counter *counter)
{
    *counter = (struct ed_counter){.seed = make_seed(counter), .shift = 64 - FIRST_BITS};
}

void ed_counter_done(struct ed_counter *counter)
{
    ed_free(counter->v);
    *counter = (struct ed_counter){0};
}

/* The hash's place or the free one where it belongs. */
static struct ed_count *place(const struct ed_counter *counter, uint64_t hash)
{
    size_t i = ed_count_home(hash, counter->seed, counter->shift);

    while (counter->v[i].patterns && counter->v[i].hash != hash) {
        i = (i + 1) & (counter->cap - 1);
    }
    return &counter->v[i];
}

/* At a load of two thirds: the table is the most of what building takes. */
static void grow(struct ed_counter *counter)
{
    struct ed_counter old = *counter;

    counter->cap = old.cap ? old.cap * 2 : (size_t)1 << FIRST_BITS;
    counter->shift -= old.cap ? 1 : 0;
    counter->v = ed_alloc_zero(counter->cap, sizeof(*counter->v));
    for (size_t i = 0; i < old.cap; i++) {
        if (old.v[i].patterns) {
            *place(counter, old.v[i].hash) = old.v[i];
        }
    }
    ed_free(old.v);
}

void ed_counter_add(struct ed_counter *counter, const uint64_t *hashes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct ed_count *count;

        if (counter->n * 3 >= counter->cap * 2) {
            grow(counter);
        }
        if (i + AHEAD < n) {
            ed_counter_prefetch(counter, hashes[i + AHEAD]);
        }
        count = place(counter, hashes[i]);
        count->hash = hashes[i];
        counter->n += count->patterns == 0;
        count->patterns++;
    }
}

const struct ed_count *ed_counter_get(const struct ed_counter *counter, uint64_t hash)
{
    const struct ed_count *count = counter->cap ? place(counter, hash) : NULL;

    return count && count->patterns ? count : NULL;
}

void ed_seen_init(struct ed_seen *seen)
{
    *seen = (struct ed_seen){.seed = make_seed(seen), .round = 1, .shift = 64 - FIRST_BITS};
}

void ed_seen_done(struct ed_seen *seen)
{
    ed_free(seen->v);
    *seen = (struct ed_seen){0};
}

void ed_seen_reset(struct ed_seen *seen)
{
    seen->round++;
    seen->n = 0;
}

/* As of a counter; a place of another round is free. */
static struct ed_seen_place *seen_place(const struct ed_seen *seen, uint64_t hash)
{
    size_t i = ed_count_home(hash, seen->seed, seen->shift);

    while (seen->v[i].round == seen->round && seen->v[i].hash != hash) {
        i = (i + 1) & (seen->cap - 1);
    }
    return &seen->v[i];
}

static void seen_grow(struct ed_seen *seen)
{
    struct ed_seen old = *seen;

    seen->cap = old.cap ? old.cap * 2 : (size_t)1 << FIRST_BITS;
    seen->shift -= old.cap ? 1 : 0;
    seen->v = ed_alloc_zero(seen->cap, sizeof(*seen->v));
    for (size_t i = 0; i < old.cap; i++) {
        if (old.v[i].round == old.round) {
            *seen_place(seen, old.v[i].hash) = old.v[i];
        }
    }
    ed_free(old.v);
}

bool ed_seen_first(struct ed_seen *seen, uint64_t hash)
{
    struct ed_seen_place *at;

    if (seen->n * 2 >= seen->cap) {
        seen_grow(seen);
    }
    at = seen_place(seen, hash);
    if (at->round == seen->round) {
        return false;
    }
    *at = (struct ed_seen_place){hash, seen->round};
    seen->n++;
    return true;
}

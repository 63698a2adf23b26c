/*
 * index_count.c: open addressing, linear probing, load at most 1/2. The hashes come from foreign records, so the place
 * is that of the hash mixed with a seed that no record can know.
 */
#include "match/index_count.h"

#include "base/alloc.h"
#include "match/token.h"

void ed_counter_init(struct ed_counter *counter)
{
    struct timespec ts = {0};

    clock_gettime(CLOCK_MONOTONIC, &ts);
    *counter = (struct ed_counter){.seed = (uint64_t)(uintptr_t)counter ^ (uint64_t)ts.tv_nsec << 20};
}

void ed_counter_done(struct ed_counter *counter)
{
    ed_free(counter->v);
    *counter = (struct ed_counter){0};
}

static struct ed_count *place(struct ed_count *v, size_t cap, uint64_t seed, uint64_t hash)
{
    size_t i = (size_t)ed_token_pair(hash ^ seed, seed) & (cap - 1);

    while (v[i].patterns && v[i].hash != hash) {
        i = (i + 1) & (cap - 1);
    }
    return &v[i];
}

static void grow(struct ed_counter *counter)
{
    size_t cap = counter->cap ? counter->cap * 2 : 1024;
    struct ed_count *v = ed_alloc_zero(cap, sizeof(*v));

    for (size_t i = 0; i < counter->cap; i++) {
        if (counter->v[i].patterns) {
            *place(v, cap, counter->seed, counter->v[i].hash) = counter->v[i];
        }
    }
    ed_free(counter->v);
    counter->v = v;
    counter->cap = cap;
}

struct ed_count *ed_counter_add(struct ed_counter *counter, uint64_t hash, uint32_t mark)
{
    struct ed_count *count;

    if (counter->n * 2 >= counter->cap) {
        grow(counter);
    }
    count = place(counter->v, counter->cap, counter->seed, hash);
    if (!count->patterns) {
        *count = (struct ed_count){.hash = hash};
        counter->n++;
    }
    if (count->last != mark) {
        count->last = mark;
        count->patterns++;
    }
    return count;
}

struct ed_count *ed_counter_get(const struct ed_counter *counter, uint64_t hash)
{
    struct ed_count *count;

    if (!counter->cap) {
        return NULL;
    }
    count = place(counter->v, counter->cap, counter->seed, hash);
    return count->patterns ? count : NULL;
}

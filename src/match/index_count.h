/*
 * index_count.h: in how many patterns a token or a pair occurs, counted while an index is built.
 */
#ifndef ED_MATCH_INDEX_COUNT_H
#define ED_MATCH_INDEX_COUNT_H

#include "base/base.h"

struct ed_count {
    uint64_t hash;
    uint32_t patterns; /* 0: a free place */
    float lines;       /* the caller's, 0 when new */
};

struct ed_counter {
    struct ed_count *v;
    size_t n, cap; /* cap is a power of two, or 0 */
    unsigned shift;
    uint64_t seed;
};

void ed_counter_init(struct ed_counter *counter);
void ed_counter_done(struct ed_counter *counter);
/* Count each of the hashes once. */
void ed_counter_add(struct ed_counter *counter, const uint64_t *hashes, size_t n);
/* Its place, or NULL when it was never counted. It lives until the next ed_counter_add. */
const struct ed_count *ed_counter_get(const struct ed_counter *counter, uint64_t hash);

static inline size_t ed_count_home(uint64_t hash, uint64_t seed, unsigned shift)
{
    return (size_t)(hash * seed >> shift);
}

/* It will be asked for soon. */
static inline void ed_counter_prefetch(const struct ed_counter *counter, uint64_t hash)
{
    if (counter->cap) {
        __builtin_prefetch(&counter->v[ed_count_home(hash, counter->seed, counter->shift)]);
    }
}

/* What was met in one pattern. */
struct ed_seen {
    struct ed_seen_place {
        uint64_t hash, round;
    } * v;
    size_t n, cap; /* as above */
    unsigned shift;
    uint64_t seed, round;
};

void ed_seen_init(struct ed_seen *seen);
void ed_seen_done(struct ed_seen *seen);
/* Forget all: the next pattern begins. */
void ed_seen_reset(struct ed_seen *seen);
/* It was not met before. */
bool ed_seen_first(struct ed_seen *seen, uint64_t hash);

#endif

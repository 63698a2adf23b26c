/*
 * index_count.h: in how many patterns a token or a pair occurs, counted while an index is built.
 */
#ifndef ED_MATCH_INDEX_COUNT_H
#define ED_MATCH_INDEX_COUNT_H

#include "base/base.h"

struct ed_count {
    uint64_t hash;
    uint32_t patterns; /* 0: a free place */
    uint32_t last;     /* the mark of the last visit */
    double lines;      /* the caller's, 0 when new */
};

struct ed_counter {
    struct ed_count *v;
    size_t n, cap; /* cap is a power of two */
    uint64_t seed;
};

void ed_counter_init(struct ed_counter *counter);
void ed_counter_done(struct ed_counter *counter);
/* Count the hash for the pattern `mark` (not 0), once however often it is told. Its place lives until the next one. */
struct ed_count *ed_counter_add(struct ed_counter *counter, uint64_t hash, uint32_t mark);
/* Its place, or NULL when it was never counted. */
struct ed_count *ed_counter_get(const struct ed_counter *counter, uint64_t hash);

#endif

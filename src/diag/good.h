/*
 * good.h: the templates of a good run, as hashes.
 */
#ifndef ED_DIAG_GOOD_H
#define ED_DIAG_GOOD_H

#include "base/base.h"

/* Zeros are an empty set. */
struct ed_good {
    uint64_t *v; /* a table; 0 is free */
    size_t n, cap;
    bool full; /* ED_LIMIT_BASELINE: some were not taken */
};

void ed_good_done(struct ed_good *good);
/* hash is not 0. */
void ed_good_add(struct ed_good *good, uint64_t hash);
bool ed_good_has(const struct ed_good *good, uint64_t hash);

#endif

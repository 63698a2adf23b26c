/*
 * index_weak.h: the weak records of an index being built: whose keys go to a table of their own, and the signs that
 * stand in for them. Private to match/.
 */
#ifndef ED_MATCH_INDEX_WEAK_H
#define ED_MATCH_INDEX_WEAK_H

#include "base/map.h"
#include "base/vec.h"
#include "match/index_build.h"

/* A text that may stand beside a match, as whole words, and its key. */
struct ed_index_sign {
    struct ed_str text;
    size_t start;         /* of the key in it */
    bool pair;            /* the key is that of two tokens, left and right; else right's alone */
    uint64_t left, right; /* their hashes */
};

struct ed_index_weak {
    double floor; /* records of less specificity are weak; 0: there are none */
    ed_index_beside_fn beside;
    void *ctx;
    ED_VEC(struct ed_index_sign) signs;
    struct ed_map told; /* texts that have one */
    struct ed_arena arena;
};

/* Signs that one record adds at most. */
#define ED_INDEX_SIGNS_MOST 2

void ed_index_weak_init(struct ed_index_weak *weak);
void ed_index_weak_done(struct ed_index_weak *weak);
/* Whether the record's key goes to the weak ones; its signs are added then. */
bool ed_index_weak_take(struct ed_index_weak *weak, uint32_t record, double specificity);

#endif

/*
 * index_choose.h: one pattern on its way into an index: what is counted of it, and what it is looked up by once all are
 * counted. Private to match/.
 */
#ifndef ED_MATCH_INDEX_CHOOSE_H
#define ED_MATCH_INDEX_CHOOSE_H

#include "match/index_builder.h"
#include "match/index_write.h"

/* A token of the literal text. */
struct ed_index_term {
    const struct ed_fragment *fragment;
    size_t start, end, left; /* in the fragment's text; left: where the token before it starts */
    uint64_t hash, pair;     /* pair: with the token before it */
    bool first;              /* it is no other term's token that stands before it */
    bool usable;             /* it is a whole token in every text that matches */
    bool paired;             /* so is the one before it, in the same fragment */
};

/* The terms of the pattern that was read last. */
struct ed_index_reading {
    ED_VEC(struct ed_index_term) terms;
    struct ed_seen seen;
};

void ed_index_reading_init(struct ed_index_reading *reading);
void ed_index_reading_done(struct ed_index_reading *reading);
void ed_index_read(struct ed_index_reading *reading, const struct ed_literals *literals);

/* Weigh a pattern that was counted and read, and choose its key: an entry with this slot is added to `out` unless it is
   always to be run. Any number of threads may choose at once. */
void ed_index_choose(const struct ed_index_builder *builder, const struct ed_index_reading *reading, uint32_t slot,
                     struct ed_index_pattern *pattern, struct ed_index_sections *out);
/* A sign's entry. */
void ed_index_put_sign(struct ed_index_sections *out, const struct ed_index_sign *sign, uint32_t slot);

#endif

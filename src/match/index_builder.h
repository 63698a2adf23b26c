/*
 * index_builder.h: the patterns that indexes are built from, and how common their tokens are among them. Private to
 * match/: filled by index_build.c, read by near_build.c, too.
 */
#ifndef ED_MATCH_INDEX_BUILDER_H
#define ED_MATCH_INDEX_BUILDER_H

#include "base/team.h"
#include "base/vec.h"
#include "match/index_build.h"
#include "match/index_count.h"
#include "match/index_pass.h"
#include "match/index_weak.h"

/* What the background table counts over. */
#define ED_BACKGROUND_LINES 1048576.0

struct ed_index_pattern {
    struct ed_literals literals;
    uint32_t record;
    bool leads;   /* the regex begins with the first fragment */
    uint8_t way;  /* enum ed_index_way, and ... */
    float weight; /* ... specificity in bits: once the index was made */
};

struct ed_index_builder {
    ED_VEC(struct ed_index_pattern) patterns;
    struct ed_arena arenas[ED_PASS_SLOTS]; /* their literals */
    bool ordered;                          /* they are ascending by record */
    /* Tokens, and pairs of usable ones; with the lines of the background that hold them: of a token at least
       ED_BACKGROUND_UNLISTED, of a pair 0 when it is not listed. */
    struct ed_counter tokens, pairs;
    struct ed_index_weak weak;
    struct ed_team *team;
    struct ed_ring *ring; /* both while patterns are added */
    struct ed_index_listing *listings;
};

#endif

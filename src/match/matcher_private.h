/*
 * matcher_private.h: what the engine (matcher.c) and the oracle (oracle.c) share: patterns, hits, and the search
 * through a whole text, which is what both mean by a pattern's hits.
 */
#ifndef ED_MATCH_MATCHER_PRIVATE_H
#define ED_MATCH_MATCHER_PRIVATE_H

#include "base/vec.h"
#include "match/confirm.h"

/* One pattern, fetched when first needed, then kept. */
struct ed_matcher_pattern {
    struct ed_pattern pattern;
    struct ed_confirm *confirm; /* NULL: nothing was searched for yet */
    unsigned slow;              /* short searches until it is sped up */
    bool fast;                  /* it was */
    bool at_line_start;         /* it matches only at a line's start or where the search begins */
    bool screened;              /* the screen is asked */
    struct ed_match_cost cost;
};

/* How far a record is done with in the text at hand. */
struct ed_matcher_state {
    uint64_t run;                /* the state is of this run; else it is new */
    size_t floor;                /* every match that begins before is found */
    size_t line_end, region_end; /* of the last candidate's line; region_end 0: there was none */
    size_t read;                 /* bytes of that line that failed searches may have read */
};

struct ed_matcher {
    const struct ed_index *index;
    struct ed_pattern_source source;
    struct ed_screen screen;
    struct ed_confirm_scratch *scratch;
    const uint32_t *records; /* by slot, as all arrays here */
    size_t nrecords;
    struct ed_matcher_pattern **patterns; /* NULL: not needed yet */
    ED_VEC(uint32_t) made;                /* slots of those that were: few of many */
    struct ed_matcher_state *states;
    uint64_t run;
    ED_VEC(struct ed_hit) hits;
    struct ed_arena arena; /* captures of the hits; reset with every text */
    struct ed_match_stats stats;
};

void ed_matcher_begin(struct ed_matcher *matcher, struct ed_str text);
ED_NODISCARD enum ed_rc ed_matcher_pattern(struct ed_matcher *matcher, uint32_t slot,
                                           struct ed_matcher_pattern **ret_pattern, struct ed_err *err);
/* Of [*from, *last] the first places that the screen lets; all when it is not asked. */
bool ed_matcher_let(const struct ed_matcher *matcher, uint32_t slot, const struct ed_matcher_pattern *pattern,
                    size_t *from, size_t *last);
/* One search; a hit is kept, *ret_next is where the search for the next one begins. ED_NOT_FOUND and ED_ERR_LIMIT
   (which is counted) as ed_confirm_find_by. */
ED_NODISCARD enum ed_rc ed_matcher_find(struct ed_matcher *matcher, uint32_t slot, struct ed_matcher_pattern *pattern,
                                        struct ed_str text, size_t from, size_t last, size_t to, size_t *ret_next,
                                        struct ed_err *err);
/* All hits of one pattern in the text. */
ED_NODISCARD enum ed_rc ed_matcher_whole(struct ed_matcher *matcher, uint32_t slot, struct ed_str text,
                                         struct ed_err *err);
/* Hand out the hits that were kept, in their order. */
ED_NODISCARD enum ed_rc ed_matcher_deliver(struct ed_matcher *matcher, ed_hit_fn fn, void *ctx, struct ed_err *err);

#endif

/*
 * near_captures.h: what a record's holes hold in a text that is only similar. For near_similar.c.
 */
#ifndef ED_MATCH_NEAR_CAPTURES_H
#define ED_MATCH_NEAR_CAPTURES_H

#include "match/matcher.h"
#include "match/near_align.h"

struct ed_near_found {
    struct ed_str text;
    const struct ed_near_token *tokens;
    struct ed_wording wording;
    const uint32_t *places; /* by word */
};

/* The captures that are known, in order. */
void ed_near_captures(const struct ed_near_found *found, const struct ed_pattern *pattern, struct ed_arena *arena,
                      const struct ed_capture **ret_captures, size_t *ret_n);

#endif

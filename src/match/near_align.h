/*
 * near_align.h: which words of a wording a text has, in order. For near_similar.c.
 */
#ifndef ED_MATCH_NEAR_ALIGN_H
#define ED_MATCH_NEAR_ALIGN_H

#include "match/wording.h"

/* A word of the text. */
struct ed_near_token {
    size_t start, end;
    uint64_t fold; /* ed_word_fold */
};

#define ED_NEAR_ABSENT UINT32_MAX

/*
 * For each word of the wording the place of its token in the text, or ED_NEAR_ABSENT: the choice with the greatest sum
 * of weights. A word counts beside a neighbour that it is joined with and that is beside it in the text as well, or
 * alone when it is rare; case does not count. Returns the sum; ret_places has room for wording->n.
 */
unsigned ed_near_align(const struct ed_wording *wording, const uint8_t *weights, const struct ed_near_token *tokens,
                       size_t n, struct ed_arena *arena, uint32_t *ret_places);

#endif

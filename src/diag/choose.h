/*
 * choose.h: of all hits on one text, those that are the explanation. Hits that overlap compete; the best one stands,
 * those that say exactly the same (the same message in several repositories) stand with it as ties, the others give
 * way.
 */
#ifndef ED_DIAG_CHOOSE_H
#define ED_DIAG_CHOOSE_H

#include "diag/aggregate.h"

typedef void (*ed_chosen_fn)(void *ctx, const struct ed_scored *best, double margin, const struct ed_scored *ties,
                             size_t nties);

/* hits: ordered by start; at most ED_LIMIT_CLUSTER of them are weighed at once. They are reordered. Ties are handed out
   as an array in the arena. */
void ed_choose(struct ed_scored *hits, size_t n, struct ed_arena *arena, ed_chosen_fn fn, void *ctx);

#endif

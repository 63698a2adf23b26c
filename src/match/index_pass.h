/*
 * index_pass.h: one pass over numbered things by several threads: parts of the range are made by whoever is free, and
 * taken in their order by the caller's thread. The result does not depend on the number of threads. Private to match/.
 */
#ifndef ED_MATCH_INDEX_PASS_H
#define ED_MATCH_INDEX_PASS_H

#include "base/team.h"

/* Parts on their way at once: what is made of one stands in its slot until it is taken. */
#define ED_PASS_SLOTS 16
/* Numbers in a part: some hundred microseconds' work. */
#define ED_PASS_PART ((size_t)512)

/* The numbers from `from` up to `to`, less than `to`, in this slot. */
typedef void (*ed_pass_fn)(void *ctx, size_t slot, size_t from, size_t to);

/* make: on any thread, with the slot for itself. take: on the caller's, in order, then the slot is used again; NULL:
   there is nothing to take. */
void ed_index_pass(struct ed_team *team, size_t n, ed_pass_fn make, ed_pass_fn take, void *ctx);

#endif

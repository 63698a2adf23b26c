/*
 * team.h: threads that work on rings of slots. Whoever made the team fills slots of a ring, submits them, and gets them
 * back finished, in the order in which they were submitted; while it waits for one it works on others itself.
 *
 *     for (each part of the work) {
 *         fill slot ed_ring_next(ring);
 *         ed_ring_submit(ring);
 *         while (ed_ring_oldest(ring, ed_ring_full(ring), &slot)) {
 *             use what was made in the slot;
 *             ed_ring_emptied(ring);
 *         }
 *     }
 *     while (ed_ring_oldest(ring, true, &slot)) { the same }
 *
 * A team may have several rings, for stages of one work; all are filled and emptied by the thread that made the team.
 */
#ifndef ED_BASE_TEAM_H
#define ED_BASE_TEAM_H

#include "base/base.h"

struct ed_team;
struct ed_ring;

/* Work on a slot: it is this call's alone. thread: 0 for the one that made the team, below `threads` for the others. */
typedef void (*ed_ring_fn)(void *ctx, size_t slot, size_t thread);

/* threads: in all, at least 1; they are made when there is more to do than one has begun, and when the system refuses
   one it goes on with fewer. */
struct ed_team *ed_team_new(size_t threads);
/* When its rings are freed. May be NULL. */
void ed_team_free(struct ed_team *team);

/* slots: at least 1. Slots of the ring made last are worked on first: it is what feeds the others. */
struct ed_ring *ed_ring_new(struct ed_team *team, size_t slots, ed_ring_fn fn, void *ctx);
/* Waits for those at work in it. Slots that nobody has begun are left as they are. May be NULL. */
void ed_ring_free(struct ed_ring *ring);

/* The slot to fill next; there is none while the ring is full. */
size_t ed_ring_next(const struct ed_ring *ring);
bool ed_ring_full(const struct ed_ring *ring);
/* Nothing is submitted that was not handed back. */
bool ed_ring_empty(const struct ed_ring *ring);
void ed_ring_submit(struct ed_ring *ring);
/* The oldest slot that was submitted, when it is finished. wait: work until it is. false: there is none. */
bool ed_ring_oldest(struct ed_ring *ring, bool wait, size_t *ret_slot);
/* The oldest slot may be filled anew. */
void ed_ring_emptied(struct ed_ring *ring);

/* Processors that this process may use, at least 1. */
size_t ed_team_processors(void);

#endif

/*
 * team.h: a ring of slots that several threads work on. The thread that made the team fills slots, submits them, and
 * gets them back finished, in the order in which they were submitted; while it waits for one it works on others itself.
 *
 *     for (each part of the work) {
 *         fill slot ed_team_next(team);
 *         ed_team_submit(team);
 *         while (ed_team_oldest(team, ed_team_full(team), &slot)) {
 *             use what was made in the slot;
 *             ed_team_emptied(team);
 *         }
 *     }
 *     while (ed_team_oldest(team, true, &slot)) { the same }
 */
#ifndef ED_BASE_TEAM_H
#define ED_BASE_TEAM_H

#include "base/base.h"

struct ed_team;

/* Work on a slot: it is this call's alone. thread: 0 for the one that made the team, below `threads` for the others. */
typedef void (*ed_team_fn)(void *ctx, size_t slot, size_t thread);

/* threads: in all, at least 1; they are made when there is more to do than one has begun, and when the system refuses
   one it goes on with fewer. slots: at least 1. */
struct ed_team *ed_team_new(size_t threads, size_t slots, ed_team_fn fn, void *ctx);
/* Waits for the threads. Slots that nobody has begun are left as they are. May be NULL. */
void ed_team_free(struct ed_team *team);

/* The slot to fill next; there is none while the ring is full. */
size_t ed_team_next(const struct ed_team *team);
bool ed_team_full(const struct ed_team *team);
void ed_team_submit(struct ed_team *team);
/* The oldest slot that was submitted, when it is finished. wait: work until it is. false: there is none. */
bool ed_team_oldest(struct ed_team *team, bool wait, size_t *ret_slot);
/* The oldest slot may be filled anew. */
void ed_team_emptied(struct ed_team *team);

/* Processors that this process may use, at least 1. */
size_t ed_team_processors(void);

#endif

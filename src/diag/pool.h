/*
 * pool.h: messages matched by several threads, and handed back with their hits in the order in which they came. What is
 * handed back does not depend on the number of threads.
 */
#ifndef ED_DIAG_POOL_H
#define ED_DIAG_POOL_H

#include "diag/asked.h"
#include "diag/look.h"
#include "diag/reread.h"
#include "diag/weak.h"
#include "input/message.h"
#include "match/mark.h"
#include "match/matcher.h"

struct ed_pool;

/* A message that was added, its hits in the matcher's order, those of other readings (reread.h) in any, and the lines
   that may be asked about (look.h). */
struct ed_matched {
    const struct ed_message *message;
    uint64_t source;
    const struct ed_hit *hits;
    size_t nhits;
    const struct ed_reread_hit *rereads;
    size_t nrereads;
    const struct ed_suspect *suspects;
    size_t nsuspects;
    const struct ed_answer *asked; /* lines that may be errors, when somebody asks */
    size_t nasked;
};

/* All of it lives during the call. Anything but ED_OK ends the pool's work and is returned. */
typedef enum ed_rc (*ed_matched_fn)(void *ctx, const struct ed_matched *matched, struct ed_err *err);

struct ed_pool_opts {
    size_t threads; /* in all, the caller's with them; 0: one a processor. At most ED_LIMIT_THREADS are used */
    bool oracle;    /* match with ed_oracle_run */
    struct ed_weak_source records; /* asked by several threads; without it weak records are as others */
    struct ed_near_source near;    /* asked by several threads */
    struct ed_asker *asker; /* who asks of lines for triage, in the caller's thread; borrowed. NULL: nobody does */
    ed_matched_fn fn;
    void *ctx;
};

/* The index is borrowed; the pattern source is asked by several threads. */
struct ed_pool *ed_pool_new(const struct ed_index *index, struct ed_pattern_source patterns, struct ed_pool_opts opts);
/* What was not handed back is forgotten. */
void ed_pool_free(struct ed_pool *pool);

/* Who marks text for this pool, and the threads that may do it ahead (NULL: one thread). They live as long as it. */
const struct ed_marker *ed_pool_marker(const struct ed_pool *pool);
struct ed_team *ed_pool_team(const struct ed_pool *pool);
/* Match the message, sooner or later; to be called while the input hands it out, because more than one thread take it
   over. Hands back what is finished. A failure is that of the first message, in their order, that met one; afterwards
   only ed_pool_free may be called. `source` comes back with the message. */
ED_NODISCARD enum ed_rc ed_pool_add(struct ed_pool *pool, const struct ed_message *message, uint64_t source,
                                    struct ed_err *err);
/* Hand back all that is left. */
ED_NODISCARD enum ed_rc ed_pool_drain(struct ed_pool *pool, struct ed_err *err);
/* Sums over all threads, when the pool is drained. */
void ed_pool_stats(const struct ed_pool *pool, struct ed_match_stats *ret_stats);
/* The same of what the record at a slot of the index cost. */
void ed_pool_cost(const struct ed_pool *pool, uint32_t slot, struct ed_match_cost *ret_cost);

#endif

/*
 * order.h: which findings led to which, and the order in which a person reads them (diagnosis.md section 3): what is
 * likeliest the root first, what only followed last.
 */
#ifndef ED_DIAG_ORDER_H
#define ED_DIAG_ORDER_H

#include "diag/aggregate.h"
#include "record/family.h"

/* What a family says; ED_NOT_FOUND: there is none of this name. The family lives in the arena. */
struct ed_order_families {
    enum ed_rc (*get)(void *ctx, struct ed_str slug, struct ed_arena *arena, struct ed_family *ret_family,
                      struct ed_err *err);
    void *ctx;
};

/*
 * Set role, cause and cause_says of every group's finding and put the groups in reading order. Groups are summed up
 * (aggregate.h). `cause` is another of the groups; it never leads back to its own. ret_order: n pointers to the groups,
 * in the arena.
 */
ED_NODISCARD enum ed_rc ed_order_run(struct ed_group *groups, size_t n, struct ed_order_families families,
                                     struct ed_arena *arena, struct ed_group ***ret_order, struct ed_err *err);

/* A finding that is believed: exact, and more likely than not. */
static inline bool ed_order_is_sure(const struct ed_finding *finding)
{
    return finding->tier == ED_TIER_EXACT && finding->confidence >= 0.5;
}

#endif

/*
 * index_pass.c: a ring (base/team.h) whose slots are parts of a range. It owns the bounds of the parts; what is made of
 * them is the caller's.
 */
#include "match/index_pass.h"

struct pass {
    struct ed_ring *ring;
    ed_pass_fn make, take;
    void *ctx;
    size_t from[ED_PASS_SLOTS], to[ED_PASS_SLOTS];
};

static void make_part(void *ctx, size_t slot, size_t thread ED_UNUSED)
{
    struct pass *pass = ctx;

    pass->make(pass->ctx, slot, pass->from[slot], pass->to[slot]);
}

static void take_parts(struct pass *pass, bool all)
{
    size_t slot = 0;

    while (ed_ring_oldest(pass->ring, all || ed_ring_full(pass->ring), &slot)) {
        if (pass->take) {
            pass->take(pass->ctx, slot, pass->from[slot], pass->to[slot]);
        }
        ed_ring_emptied(pass->ring);
    }
}

void ed_index_pass(struct ed_team *team, size_t n, ed_pass_fn make, ed_pass_fn take, void *ctx)
{
    struct pass pass = {.make = make, .take = take, .ctx = ctx};

    pass.ring = ed_ring_new(team, ED_PASS_SLOTS, make_part, &pass);
    for (size_t from = 0; from < n; from += ED_PASS_PART) {
        size_t slot = ed_ring_next(pass.ring);

        pass.from[slot] = from;
        pass.to[slot] = ED_MIN(n, from + ED_PASS_PART);
        ed_ring_submit(pass.ring);
        take_parts(&pass, /* all */ false);
    }
    take_parts(&pass, /* all */ true);
    ed_ring_free(pass.ring);
}

/*
 * pipeline.c: batches of values in a ring (base/team.h). The caller's thread fills one batch after the other; whoever
 * is free prepares them, the caller's thread, too, while the oldest is not ready; when the ring is full the oldest is
 * handed out and filled anew.
 */
#include "kb/pipeline.h"

#include "base/alloc.h"
#include "base/team.h"

/* Batches on the way; memory is bounded by this many times BATCH_BYTES or, for giant values, ED_LIMIT_JSON_VALUE. */
#define RING 8
/* A batch is full at either: some hundred microseconds of work, so that handing it over costs nothing. */
#define BATCH_VALUES 64
#define BATCH_BYTES  (512 * ED_KIB)
/* More threads than this only wait for the one that writes. */
#define THREADS_MOST ((size_t)9)

struct batch {
    struct ed_arena arena;
    struct ed_prepared values[BATCH_VALUES];
    size_t n, bytes;
};

struct ed_pipeline {
    ed_prepared_fn fn;
    void *ctx;
    struct ed_team *team;
    struct ed_ring *ring;
    struct batch batches[RING];
};

static void prepare_batch(void *ctx, size_t slot, size_t thread ED_UNUSED)
{
    struct ed_pipeline *p = ctx;
    struct batch *batch = &p->batches[slot];

    for (size_t i = 0; i < batch->n; i++) {
        ed_prepare(&batch->values[i], &batch->arena);
    }
}

struct ed_pipeline *ed_pipeline_new(ed_prepared_fn fn, void *ctx)
{
    struct ed_pipeline *p = ed_alloc_zero(1, sizeof(*p));

    p->fn = fn;
    p->ctx = ctx;
    p->team = ed_team_new(ED_MIN(ed_team_processors(), THREADS_MOST));
    p->ring = ed_ring_new(p->team, RING, prepare_batch, p);
    for (size_t i = 0; i < RING; i++) {
        ed_arena_init(&p->batches[i].arena);
    }
    return p;
}

void ed_pipeline_free(struct ed_pipeline *p)
{
    if (!p) {
        return;
    }
    ed_ring_free(p->ring);
    ed_team_free(p->team);
    for (size_t i = 0; i < RING; i++) {
        ed_arena_done(&p->batches[i].arena);
    }
    ed_free(p);
}

/* Give the values of finished batches to fn: of the oldest when the ring is full, of every one when `all`. */
static enum ed_rc hand_out(struct ed_pipeline *p, bool all, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;
    size_t slot = 0;

    while (rc == ED_OK && (all || ed_ring_full(p->ring)) && ed_ring_oldest(p->ring, /* wait */ true, &slot)) {
        struct batch *batch = &p->batches[slot];

        for (size_t i = 0; i < batch->n && rc == ED_OK; i++) {
            rc = p->fn(p->ctx, &batch->values[i], err);
        }
        ed_arena_reset(&batch->arena);
        batch->n = batch->bytes = 0;
        ed_ring_emptied(p->ring);
    }
    return rc;
}

enum ed_rc ed_pipeline_add(struct ed_pipeline *p, const struct ed_raw *raw, struct ed_err *err)
{
    struct batch *batch = &p->batches[ed_ring_next(p->ring)];
    struct ed_prepared *value = &batch->values[batch->n++];

    value->raw = *raw;
    value->raw.text = ed_arena_str(&batch->arena, raw->text);
    batch->bytes += raw->text.n;
    if (batch->n < BATCH_VALUES && batch->bytes < BATCH_BYTES) {
        return ED_OK;
    }
    ed_ring_submit(p->ring);
    return hand_out(p, /* all */ false, err);
}

enum ed_rc ed_pipeline_drain(struct ed_pipeline *p, struct ed_err *err)
{
    if (p->batches[ed_ring_next(p->ring)].n > 0) {
        ed_ring_submit(p->ring);
    }
    return hand_out(p, /* all */ true, err);
}

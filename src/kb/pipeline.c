/*
 * pipeline.c: a ring of batches. The caller's thread fills one batch after the other; workers prepare them; when the
 * ring is full the oldest is handed out and filled anew. While the oldest is not ready the caller's thread prepares
 * batches itself, so that it never waits while there is work, and no worker at all (one processor, no more threads to
 * be had) is only slower.
 *
 * Order of the numbers: handed <= claimed <= filled <= handed + RING. Batch number n is ring[n % RING].
 */
#include "kb/pipeline.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <pthread.h>
#include <unistd.h>

/* Batches on the way; memory is bounded by this many times BATCH_BYTES or, for giant values, ED_LIMIT_JSON_VALUE. */
#define RING 8
/* A batch is full at either: some hundred microseconds of work, so that handing it over costs nothing. */
#define BATCH_VALUES 64
#define BATCH_BYTES  (512 * ED_KIB)
/* More threads than this only wait for the one that writes. */
#define WORKERS_MOST 8

struct batch {
    struct ed_arena arena;
    struct ed_prepared values[BATCH_VALUES];
    size_t n, bytes;
    bool done; /* under the lock */
};

struct ed_pipeline {
    ed_prepared_fn fn;
    void *ctx;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    uint64_t handed, claimed, filled; /* claimed and filled under the lock */
    bool stop;                        /* under the lock */
    pthread_t workers[WORKERS_MOST];
    size_t nworkers;
    struct batch ring[RING];
};

static void prepare_batch(struct batch *batch)
{
    for (size_t i = 0; i < batch->n; i++) {
        ed_prepare(&batch->values[i], &batch->arena);
    }
}

/* With the lock held and a batch to claim: prepare it, the lock not held meanwhile. */
static void claim_one(struct ed_pipeline *p)
{
    struct batch *batch = &p->ring[p->claimed++ % RING];

    pthread_mutex_unlock(&p->lock);
    prepare_batch(batch);
    pthread_mutex_lock(&p->lock);
    batch->done = true;
    pthread_cond_signal(&p->done);
}

static void *work(void *ctx)
{
    struct ed_pipeline *p = ctx;

    pthread_mutex_lock(&p->lock);
    while (!p->stop) {
        if (p->claimed < p->filled) {
            claim_one(p);
        } else {
            pthread_cond_wait(&p->work, &p->lock);
        }
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct ed_pipeline *ed_pipeline_new(ed_prepared_fn fn, void *ctx)
{
    struct ed_pipeline *p = ed_alloc_zero(1, sizeof(*p));
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t want = processors > 2 ? (size_t)processors - 1 : 1;

    p->fn = fn;
    p->ctx = ctx;
    pthread_mutex_init(&p->lock, /* attr */ NULL);
    pthread_cond_init(&p->work, /* attr */ NULL);
    pthread_cond_init(&p->done, /* attr */ NULL);
    for (size_t i = 0; i < RING; i++) {
        ed_arena_init(&p->ring[i].arena);
    }
    while (p->nworkers < ED_MIN(want, (size_t)WORKERS_MOST) &&
           pthread_create(&p->workers[p->nworkers], /* attr */ NULL, work, p) == 0) {
        p->nworkers++;
    }
    return p;
}

void ed_pipeline_free(struct ed_pipeline *p)
{
    if (!p) {
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < p->nworkers; i++) {
        pthread_join(p->workers[i], /* ret */ NULL);
    }
    for (size_t i = 0; i < RING; i++) {
        ed_arena_done(&p->ring[i].arena);
    }
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->work);
    pthread_mutex_destroy(&p->lock);
    ed_free(p);
}

/* Wait for the oldest batch, or make it, and give its values to fn. */
static enum ed_rc hand_oldest(struct ed_pipeline *p, struct ed_err *err)
{
    struct batch *batch = &p->ring[p->handed % RING];
    enum ed_rc rc = ED_OK;

    pthread_mutex_lock(&p->lock);
    while (!batch->done) {
        if (p->claimed < p->filled) {
            claim_one(p);
        } else {
            pthread_cond_wait(&p->done, &p->lock);
        }
    }
    pthread_mutex_unlock(&p->lock);
    for (size_t i = 0; i < batch->n && rc == ED_OK; i++) {
        rc = p->fn(p->ctx, &batch->values[i], err);
    }
    ed_arena_reset(&batch->arena);
    batch->n = batch->bytes = 0;
    batch->done = false;
    p->handed++;
    return rc;
}

/* Let the workers have the batch that is being filled. */
static void submit(struct ed_pipeline *p)
{
    pthread_mutex_lock(&p->lock);
    p->filled++;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
}

enum ed_rc ed_pipeline_add(struct ed_pipeline *p, const struct ed_raw *raw, struct ed_err *err)
{
    struct batch *batch = &p->ring[p->filled % RING];
    struct ed_prepared *value = &batch->values[batch->n++];

    value->raw = *raw;
    value->raw.text = ed_arena_str(&batch->arena, raw->text);
    batch->bytes += raw->text.n;
    if (batch->n < BATCH_VALUES && batch->bytes < BATCH_BYTES) {
        return ED_OK;
    }
    submit(p);
    return p->filled - p->handed == RING ? hand_oldest(p, err) : ED_OK;
}

enum ed_rc ed_pipeline_drain(struct ed_pipeline *p, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    if (p->ring[p->filled % RING].n > 0) {
        submit(p);
    }
    while (p->handed < p->filled && rc == ED_OK) {
        rc = hand_oldest(p, err);
    }
    return rc;
}

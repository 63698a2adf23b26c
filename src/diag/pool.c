/*
 * pool.c: owns a matcher and a look a thread, and batches of messages on their way through them (base/team.h).
 *
 * A batch is ED_LIMIT_BATCH of text: one window of a long run, or the runs of many streams. One thread needs none of
 * this: each message is matched and handed back at once. Messages are taken over when they are added and released when
 * they are handed back, both in the caller's thread; hits and their captures live in the batch between.
 */
#include "diag/pool.h"

#include "base/limits.h"
#include "base/team.h"
#include "base/vec.h"

/* What a message costs beside its text and its table of lines. */
#define MESSAGE_COST ED_KIB

struct item {
    struct ed_message message;
    uint64_t source;
    size_t first_hit, nhits, first_reread, nrereads, first_suspect, nsuspects, first_asked, nasked;
};

struct batch {
    ED_VEC(struct item) items;
    ED_VEC(struct ed_hit) hits; /* of all items */
    struct ed_reread_hits rereads;
    struct ed_suspects suspects;
    struct ed_answers answers;
    struct ed_arena arena; /* captures */
    size_t bytes;
    size_t matched; /* items, from the first on, that were matched without a failure */
    enum ed_rc rc;  /* of the item behind them */
    struct ed_err err;
};

struct ed_pool {
    struct ed_pool_opts opts;
    struct ed_alarm alarm;
    struct ed_marking marking;
    struct ed_marker marker;
    bool always;                  /* some patterns must be tried on every message */
    uint64_t calm_bytes;          /* of messages that were not matched because nothing in them is worth it */
    struct ed_team *team;         /* NULL: one thread */
    struct ed_ring *ring;         /* of batches; NULL as the team */
    struct ed_matcher **matchers; /* by thread */
    struct ed_weak **weak;        /* the same; NULL each when weak records are as others */
    struct ed_look **looks;       /* by thread, too */
    struct ed_reread **rereads;   /* the same */
    struct ed_asker **askers;     /* the same; NULL each when nobody asks */
    struct batch *batches;        /* by slot of the ring */
    size_t nbatches;
};

const struct ed_marker *ed_pool_marker(const struct ed_pool *pool)
{
    return &pool->marker;
}

struct ed_team *ed_pool_team(const struct ed_pool *pool)
{
    return pool->team;
}

static enum ed_rc keep_hit(void *ctx, const struct ed_hit *hit, struct ed_err *err)
{
    struct batch *batch = ctx;
    struct ed_hit *own = ed_vec_add(&batch->hits);
    struct ed_capture *captures = ed_arena_alloc(&batch->arena, hit->ncaptures * sizeof(*captures));

    (void)err;
    for (size_t i = 0; i < hit->ncaptures; i++) {
        captures[i] = hit->captures[i];
    }
    *own = *hit;
    own->captures = captures;
    return ED_OK;
}

/* The hits of a message and its suspects, behind those that the batch has. */
static enum ed_rc match(const struct ed_pool *pool, size_t thread, struct item *item, struct batch *batch,
                        struct ed_err *err)
{
    struct ed_matcher *matcher = pool->matchers[thread];
    const struct ed_message *message = &item->message;
    enum ed_rc rc;

    if (pool->weak[thread]) {
        ed_weak_look_at(pool->weak[thread], message);
    }
    item->first_hit = batch->hits.n;
    item->first_reread = batch->rereads.n;
    item->first_suspect = batch->suspects.n;
    rc = pool->opts.oracle ? ed_oracle_run(matcher, message->text, keep_hit, batch, err)
                           : ed_matcher_run_marked(matcher, message->text, message->marks, keep_hit, batch, err);
    item->nhits = batch->hits.n - item->first_hit;
    if (rc == ED_OK) {
        const struct ed_hit *hits = batch->hits.v + item->first_hit;

        ed_reread_begin(pool->rereads[thread], message, hits, item->nhits, &batch->arena, &batch->rereads);
        rc = ed_look_run(pool->looks[thread], message, hits, item->nhits, &batch->suspects, err);
    }
    if (rc == ED_OK && message->nraws) {
        rc = ed_reread_raw(pool->rereads[thread], err);
    }
    item->first_asked = batch->answers.n;
    if (rc == ED_OK && pool->askers[thread] && ed_look_worth(message)) {
        ed_asker_run(pool->askers[thread], message, &batch->answers);
    }
    item->nasked = batch->answers.n - item->first_asked;
    item->nrereads = batch->rereads.n - item->first_reread;
    item->nsuspects = batch->suspects.n - item->first_suspect;
    return rc;
}

static enum ed_rc reread_line(void *ctx, size_t line, size_t at, bool known, struct ed_err *err)
{
    return ed_reread_line(ctx, line, at, known, err);
}

static void match_batch(void *ctx, size_t slot, size_t thread)
{
    const struct ed_pool *pool = ctx;
    struct batch *batch = &pool->batches[slot];

    while (batch->matched < batch->items.n && batch->rc == ED_OK) {
        batch->rc = match(pool, thread, &batch->items.v[batch->matched], batch, &batch->err);
        batch->matched += batch->rc == ED_OK;
    }
}

struct ed_pool *ed_pool_new(const struct ed_index *index, struct ed_pattern_source patterns, struct ed_pool_opts opts)
{
    struct ed_pool *pool = ed_alloc_zero(1, sizeof(*pool));
    size_t always = 0;

    pool->opts = opts;
    ed_index_always(index, &always);
    pool->always = always > 0 || (ed_index_weak(index) && !opts.records.read);
    ed_alarm_init(&pool->alarm);
    pool->marking = (struct ed_marking){index, &pool->alarm};
    pool->marker = ed_marking_marker(&pool->marking);
    pool->opts.threads = ED_MIN(opts.threads ? opts.threads : ed_team_processors(), (size_t)ED_LIMIT_THREADS);
    pool->nbatches = pool->opts.threads > 1 ? ED_LIMIT_BATCHES * pool->opts.threads : 1;
    pool->batches = ed_alloc_zero(pool->nbatches, sizeof(*pool->batches));
    for (size_t i = 0; i < pool->nbatches; i++) {
        ed_arena_init(&pool->batches[i].arena);
    }
    pool->matchers = ed_alloc_zero(pool->opts.threads, sizeof(struct ed_matcher *));
    pool->weak = ed_alloc_zero(pool->opts.threads, sizeof(struct ed_weak *));
    pool->looks = ed_alloc_zero(pool->opts.threads, sizeof(struct ed_look *));
    pool->rereads = ed_alloc_zero(pool->opts.threads, sizeof(struct ed_reread *));
    pool->askers = ed_alloc_zero(pool->opts.threads, sizeof(struct ed_asker *));
    for (size_t i = 0; i < pool->opts.threads; i++) {
        pool->matchers[i] = ed_matcher_new(index, patterns);
        pool->looks[i] = ed_look_new(opts.near, &pool->alarm);
        if (opts.records.read) {
            pool->weak[i] = ed_weak_new(index, opts.records);
            ed_matcher_set_screen(pool->matchers[i], ed_weak_screen(pool->weak[i]));
        }
        pool->rereads[i] = ed_reread_new(pool->matchers[i], pool->weak[i], opts.oracle);
        pool->askers[i] = i && opts.asker ? ed_asker_like(opts.asker) : opts.asker;
        ed_look_on_bare(pool->looks[i], reread_line, pool->rereads[i]);
    }
    if (pool->opts.threads > 1) {
        pool->team = ed_team_new(pool->opts.threads);
        pool->ring = ed_ring_new(pool->team, pool->nbatches, match_batch, pool);
    }
    return pool;
}

static void empty(struct batch *batch)
{
    for (size_t i = 0; i < batch->items.n; i++) {
        ed_message_release(&batch->items.v[i].message);
    }
    batch->items.n = batch->hits.n = batch->rereads.n = batch->suspects.n = batch->answers.n = 0;
    ed_arena_reset(&batch->arena);
    batch->bytes = batch->matched = 0;
    batch->rc = ED_OK;
}

void ed_pool_free(struct ed_pool *pool)
{
    if (!pool) {
        return;
    }
    ed_ring_free(pool->ring);
    ed_team_free(pool->team);
    for (size_t i = 0; i < pool->nbatches; i++) {
        empty(&pool->batches[i]);
        ed_vec_done(&pool->batches[i].items);
        ed_vec_done(&pool->batches[i].hits);
        ed_vec_done(&pool->batches[i].rereads);
        ed_vec_done(&pool->batches[i].suspects);
        ed_vec_done(&pool->batches[i].answers);
        ed_arena_done(&pool->batches[i].arena);
    }
    for (size_t i = 0; i < pool->opts.threads; i++) {
        ed_matcher_free(pool->matchers[i]);
        ed_weak_free(pool->weak[i]);
        ed_look_free(pool->looks[i]);
        ed_reread_free(pool->rereads[i]);
        ed_asker_free(i ? pool->askers[i] : NULL); /* the first is the caller's */
    }
    ed_free(pool->weak);
    ed_free(pool->matchers);
    ed_free(pool->looks);
    ed_free(pool->rereads);
    ed_free(pool->askers);
    ed_free(pool->batches);
    ed_free(pool);
}

static enum ed_rc hand_back_item(const struct ed_pool *pool, const struct item *item, const struct batch *batch,
                                 struct ed_err *err)
{
    struct ed_matched matched = {.message = &item->message,
                                 .source = item->source,
                                 .hits = item->nhits ? batch->hits.v + item->first_hit : NULL,
                                 .nhits = item->nhits,
                                 .rereads = item->nrereads ? batch->rereads.v + item->first_reread : NULL,
                                 .nrereads = item->nrereads,
                                 .suspects = item->nsuspects ? batch->suspects.v + item->first_suspect : NULL,
                                 .nsuspects = item->nsuspects,
                                 .asked = item->nasked ? batch->answers.v + item->first_asked : NULL,
                                 .nasked = item->nasked};

    return pool->opts.fn(pool->opts.ctx, &matched, err);
}

/* The message is not taken over, so the batch must not know it. */
static enum ed_rc add_alone(struct ed_pool *pool, const struct ed_message *message, uint64_t source, struct ed_err *err)
{
    struct batch *batch = &pool->batches[0];
    struct item item = {.message = *message, .source = source};
    enum ed_rc rc = match(pool, /* thread */ 0, &item, batch, err);

    if (rc == ED_OK) {
        rc = hand_back_item(pool, &item, batch, err);
    }
    empty(batch);
    return rc;
}

static enum ed_rc hand_back(struct ed_pool *pool, struct batch *batch, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < batch->matched && rc == ED_OK; i++) {
        rc = hand_back_item(pool, &batch->items.v[i], batch, err);
    }
    if (rc == ED_OK && batch->rc != ED_OK) {
        rc = batch->rc;
        if (err) {
            *err = batch->err;
        }
    }
    empty(batch);
    return rc;
}

/* Hand back what is finished; all: what is not, too; else only until there is room in the ring. */
static enum ed_rc hand_all_back(struct ed_pool *pool, bool all, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;
    size_t slot = 0;

    while (rc == ED_OK && ed_ring_oldest(pool->ring, all || ed_ring_full(pool->ring), &slot)) {
        rc = hand_back(pool, &pool->batches[slot], err);
        ed_ring_emptied(pool->ring);
    }
    return rc;
}

/* A full batch goes to the threads when the next message comes: one that is being handed out must not be released. */
enum ed_rc ed_pool_add(struct ed_pool *pool, const struct ed_message *message, uint64_t source, struct ed_err *err)
{
    size_t cost = message->text.n + message->nlines * sizeof(message->lines[0]) + MESSAGE_COST;
    struct batch *batch;
    enum ed_rc rc = ED_OK;

    if (message->marks && message->marks->keys.n == 0 && message->nraws == 0 && !pool->always && !pool->opts.oracle &&
        !ed_look_worth(message)) {
        pool->calm_bytes += message->text.n;
        return ED_OK;
    }
    if (!pool->team) {
        return add_alone(pool, message, source, err);
    }
    batch = &pool->batches[ed_ring_next(pool->ring)];
    if (batch->items.n && batch->bytes + cost > ED_LIMIT_BATCH) {
        ed_ring_submit(pool->ring);
        rc = hand_all_back(pool, /* all */ false, err);
        if (rc != ED_OK) {
            return rc;
        }
        batch = &pool->batches[ed_ring_next(pool->ring)];
    }
    ed_message_take(message);
    *ed_vec_add(&batch->items) = (struct item){.message = *message, .source = source};
    batch->bytes += cost;
    return ED_OK;
}

enum ed_rc ed_pool_drain(struct ed_pool *pool, struct ed_err *err)
{
    if (!pool->team) {
        return ED_OK;
    }
    if (pool->batches[ed_ring_next(pool->ring)].items.n) {
        ed_ring_submit(pool->ring);
    }
    return hand_all_back(pool, /* all */ true, err);
}

void ed_pool_stats(const struct ed_pool *pool, struct ed_match_stats *ret_stats)
{
    struct ed_match_stats sum = {.bytes = pool->calm_bytes};

    for (size_t i = 0; i < pool->opts.threads; i++) {
        struct ed_match_stats one = {0};

        ed_matcher_stats(pool->matchers[i], &one);
        sum.bytes += one.bytes;
        sum.candidates += one.candidates;
        sum.confirms += one.confirms;
        sum.hits += one.hits;
        sum.limits += one.limits;
    }
    *ret_stats = sum;
}

void ed_pool_cost(const struct ed_pool *pool, uint32_t slot, struct ed_match_cost *ret_cost)
{
    struct ed_match_cost sum = {0};

    for (size_t i = 0; i < pool->opts.threads; i++) {
        ed_matcher_add_cost(pool->matchers[i], slot, &sum);
    }
    *ret_cost = sum;
}

/*
 * duel.c: the engine against the oracle, as duel.h says. Failures of the matcher itself count as differences; after
 * some differences no more are printed, for the first ones tell. Order: hits, life, running, comparing.
 */
#include "duel.h"

#include "base/utf8.h"
#include "match/index_build.h"
#include "match/index_format.h"

#define PRINTED 10

static void hits_reset(struct duel_hits *hits)
{
    ed_buf_reset(&hits->text);
    hits->lines.n = hits->records.n = 0;
}

static void hits_done(struct duel_hits *hits)
{
    ed_buf_done(&hits->text);
    ed_vec_done(&hits->lines);
    ed_vec_done(&hits->records);
}

static enum ed_rc on_hit(void *ctx, const struct ed_hit *hit, struct ed_err *err)
{
    struct duel_hits *hits = ctx;

    (void)err;
    *ed_vec_add(&hits->records) = hit->record;
    ed_buf_printf(&hits->text, "%" PRIu32 " %zu-%zu", hit->record, hit->start, hit->end);
    for (size_t i = 0; i < hit->ncaptures; i++) {
        ed_buf_printf(&hits->text, " %.*s=", ED_STR_ARG(hit->captures[i].name));
        ed_buf_text(&hits->text, hit->captures[i].value.p ? "'" : "none");
        ed_utf8_visible(&hits->text, hit->captures[i].value, /* keep_lines: */ false);
    }
    ed_buf_byte(&hits->text, '\n');
    return ED_OK;
}

static void hits_cut(struct duel_hits *hits)
{
    struct ed_str rest = ed_buf_view(&hits->text);

    while (rest.n) {
        *ed_vec_add(&hits->lines) = ed_str_cut(&rest, '\n');
    }
}

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    const struct duel *duel = ctx;

    (void)err;
    *ret_pattern = duel->patterns.v[record];
    return ED_OK;
}

void duel_init(struct duel *duel)
{
    *duel = (struct duel){.name = ""};
    ed_buf_init(&duel->blob, 0);
    ed_buf_init(&duel->want.text, 0);
    ed_buf_init(&duel->got.text, 0);
    ed_buf_init(&duel->walk.text, 0);
}

void duel_done(struct duel *duel)
{
    duel_close(duel);
    ed_vec_done(&duel->patterns);
    ed_buf_done(&duel->blob);
    hits_done(&duel->want);
    hits_done(&duel->got);
    hits_done(&duel->walk);
}

/* Runs of three places, a third of them, told by a hash. */
static bool let(void *ctx, uint32_t record, uint32_t slot, size_t *from, size_t *last)
{
    (void)ctx;
    (void)slot;
    for (size_t at = *from; at <= *last; at++) {
        if (ed_token_pair(record, at / 3) % 3 == 0) {
            *from = at;
            *last = ED_MIN(*last, at - at % 3 + 2);
            return true;
        }
    }
    return false;
}

static void finish(struct duel *duel, struct ed_index_builder *builder, struct ed_buf *blob,
                   struct ed_index **ret_index, struct ed_matcher **ret_matcher)
{
    struct ed_err err = {0};

    ed_index_builder_finish(builder, /* content_hash: */ 1, blob, NULL, NULL);
    ed_index_builder_free(builder);
    if (ed_index_open(ed_buf_view(blob), 1, ret_index, &err) != ED_OK) {
        fprintf(stderr, "%s: %s\n", duel->name, err.message);
        exit(1);
    }
    *ret_matcher = ed_matcher_new(*ret_index, (struct ed_pattern_source){fetch, duel});
    if (duel->screened) {
        ed_matcher_set_screen(*ret_matcher, (struct ed_screen){.below = 40, .let = let});
    }
}

static void add(struct duel *duel, struct ed_index_builder *builder, size_t record)
{
    ed_index_builder_add(builder, (uint32_t)record, duel->patterns.v[record].regex);
}

static void open_judge(struct duel *duel, struct duel_judge *judge, const uint32_t *records, size_t from, size_t to)
{
    struct ed_index_builder *builder = ed_index_builder_new();

    ed_buf_init(&judge->blob, 0);
    for (size_t i = from; i < to; i++) {
        add(duel, builder, records ? records[i] : i);
    }
    finish(duel, builder, &judge->blob, &judge->index, &judge->matcher);
}

struct weighed {
    uint32_t record;
    double weight;
};

static int by_weight(const void *a, const void *b)
{
    const struct weighed *x = a, *y = b;

    return x->weight != y->weight ? (x->weight > y->weight) - (x->weight < y->weight)
                                  : (x->record > y->record) - (x->record < y->record);
}

static void open_general(struct duel *duel, size_t general)
{
    size_t n = duel->patterns.n;
    struct weighed *all = ed_alloc_zero(n, sizeof(*all));
    uint32_t *least = ed_alloc_zero(n, sizeof(*least));

    for (size_t i = 0; i < n; i++) {
        all[i] = (struct weighed){(uint32_t)i, ed_index_specificity(duel->index, (uint32_t)i)};
    }
    qsort(all, n, sizeof(*all), by_weight);
    for (size_t i = 0; i < n; i++) {
        least[i] = all[i].record;
    }
    open_judge(duel, &duel->general, least, 0, ED_MIN(general, n));
    ed_free(least);
    ed_free(all);
}

void duel_open(struct duel *duel, size_t batch, size_t general)
{
    struct ed_index_builder *builder = ed_index_builder_new();
    size_t n = duel->patterns.n;

    for (size_t i = 0; i < n; i++) {
        add(duel, builder, i);
    }
    finish(duel, builder, &duel->blob, &duel->index, &duel->engine);
    duel->batch = batch;
    duel->njudges = (n + batch - 1) / batch;
    duel->judges = ed_alloc_zero(duel->njudges, sizeof(*duel->judges));
    for (size_t i = 0; i < duel->njudges; i++) {
        open_judge(duel, &duel->judges[i], NULL, i * batch, ED_MIN(n, (i + 1) * batch));
    }
    if (general > 0 && n > 0) {
        open_general(duel, general);
    }
}

static void close_judge(struct duel_judge *judge)
{
    ed_matcher_free(judge->matcher);
    ed_index_free(judge->index);
    ed_buf_done(&judge->blob);
    *judge = (struct duel_judge){0};
}

void duel_close(struct duel *duel)
{
    ed_matcher_free(duel->engine);
    ed_index_free(duel->index);
    duel->engine = NULL;
    duel->index = NULL;
    for (size_t i = 0; i < duel->njudges; i++) {
        close_judge(&duel->judges[i]);
    }
    close_judge(&duel->general);
    ed_free(duel->judges);
    duel->judges = NULL;
    duel->njudges = 0;
    duel->patterns.n = 0;
}

void duel_print(const char *what, struct ed_str text)
{
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_utf8_visible(&out, text, /* keep_lines: */ false);
    fprintf(stderr, "%s%.*s\n", what, ED_STR_ARG(ed_buf_view(&out)));
    ed_buf_done(&out);
}

static uint64_t limits(const struct ed_matcher *matcher)
{
    struct ed_match_stats stats;

    ed_matcher_stats(matcher, &stats);
    return stats.limits;
}

static bool heard(struct duel *duel, const char *what, enum ed_rc rc, const struct ed_err *err)
{
    if (rc != ED_OK) {
        fprintf(stderr, "%s: %s: %s\n", duel->name, what, err->message);
        duel->counts.differences++;
    }
    return rc == ED_OK;
}

/* A line of one side that the other does not have, with its regex. */
static void print_lines(const struct duel *duel, const char *side, const struct duel_hits *hits,
                        const struct duel_judge *judge)
{
    uint32_t slot;

    fprintf(stderr, "%s:\n", side);
    for (size_t i = 0; i < hits->lines.n; i++) {
        if (!judge || ed_index_slot(judge->index, hits->records.v[i], &slot)) {
            fprintf(stderr, "  %.*s\n", ED_STR_ARG(hits->lines.v[i]));
            fprintf(stderr, "    flags %u ", duel->patterns.v[hits->records.v[i]].flags);
            duel_print("", duel->patterns.v[hits->records.v[i]].regex);
        }
    }
}

static void differs(struct duel *duel, struct ed_str text, const char *what, const struct duel_hits *want,
                    const struct duel_judge *judge)
{
    if (duel->counts.differences++ >= PRINTED) {
        return;
    }
    fprintf(stderr, "%s: %s differs\n", duel->name, what);
    duel_print("text: ", text);
    print_lines(duel, "wanted", want, judge);
    print_lines(duel, "engine", &duel->got, judge);
}

static bool run(struct duel *duel, struct ed_str text, struct duel_hits *hits)
{
    struct ed_err err = {0};
    enum ed_rc rc;

    hits_reset(hits);
    rc = ed_matcher_run(duel->engine, text, on_hit, hits, &err);
    hits_cut(hits);
    return heard(duel, "engine", rc, &err);
}

void duel_engine(struct duel *duel, struct ed_str text)
{
    char *copy = ed_alloc(text.n);

    if (text.n) {
        memcpy(copy, text.p, text.n);
    }
    text.p = copy;
    duel->counts.texts++;
    ed_index_set_walk(duel->index, ED_WALK_PLAIN);
    if (run(duel, text, &duel->got)) {
        for (int walk = ED_WALK_PLAIN + 1; walk < ED_WALK_COUNT; walk++) {
            if (!ed_walk_usable((enum ed_walk)walk)) {
                continue;
            }
            ed_index_set_walk(duel->index, (enum ed_walk)walk);
            if (run(duel, text, &duel->walk) &&
                !ed_str_eq(ed_buf_view(&duel->walk.text), ed_buf_view(&duel->got.text))) {
                fprintf(stderr, "walk %d\n", walk);
                differs(duel, text, "a walk", &duel->walk, /* judge: */ NULL);
            }
        }
    }
    ed_free(copy);
}

void duel_judge(struct duel *duel, const struct duel_judge *judge, struct ed_str text)
{
    uint64_t before = limits(judge->matcher);
    struct ed_err err = {0};
    uint32_t slot;
    size_t k = 0, n;
    bool same = true;
    enum ed_rc rc;

    hits_reset(&duel->want);
    rc = ed_oracle_run(judge->matcher, text, on_hit, &duel->want, &err);
    hits_cut(&duel->want);
    (void)ed_index_records(judge->index, &n);
    duel->counts.pairs += n;
    duel->counts.hits += duel->want.lines.n;
    if (!heard(duel, "oracle", rc, &err)) {
        return;
    }
    if (limits(judge->matcher) != before) {
        duel->counts.limited++;
        return;
    }
    for (size_t i = 0; i < duel->got.lines.n && same; i++) {
        if (ed_index_slot(judge->index, duel->got.records.v[i], &slot)) {
            same = k < duel->want.lines.n && ed_str_eq(duel->got.lines.v[i], duel->want.lines.v[k]);
            k++;
        }
    }
    if (!same || k != duel->want.lines.n) {
        differs(duel, text, "the engine", &duel->want, judge);
    }
}

void duel_all(struct duel *duel, struct ed_str text)
{
    duel_engine(duel, text);
    for (size_t i = 0; i < duel->njudges; i++) {
        duel_judge(duel, &duel->judges[i], text);
    }
}

struct ed_str duel_hit(const struct duel *duel, uint32_t record)
{
    for (size_t i = 0; i < duel->want.lines.n; i++) {
        if (duel->want.records.v[i] == record) {
            return duel->want.lines.v[i];
        }
    }
    return ED_STR_NONE;
}

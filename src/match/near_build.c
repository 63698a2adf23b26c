/*
 * near_build.c: from wordings and codes to a blob. Adding a record counts its words and pairs; finishing weighs the
 * words, keeps each record's rarest pairs, and has the sections laid out (near_write.h). A pair or a code that more
 * records have than ED_LIMIT_NEAR_SHARED tells none of them and is left out.
 */
#include "match/near_build.h"

#include "base/limits.h"
#include "base/vec.h"
#include "match/background.h"
#include "match/index_count.h"
#include "match/near_write.h"
#include "match/wording.h"

#include <math.h>

/* What the background table counts over. */
#define LINES 1048576.0
/* Lines in 2^20 that may hold a pair by which records are found ("failed to" stands on more). */
#define LINES_MOST 128
/* Pairs of a record that it is found by: enough that a changed word or a cut leaves some. */
#define PAIRS_MOST 8

struct word {
    uint64_t hash;
    float cap;
    bool joined;
};

struct record {
    uint32_t number;
    size_t words; /* where they begin */
    struct ed_str code;
};

struct ed_near_builder {
    struct ed_arena arena, scratch;
    ED_VEC(struct record) records;
    ED_VEC(struct word) words;
    struct ed_counter tokens, pairs, codes;
};

struct ed_near_builder *ed_near_builder_new(void)
{
    struct ed_near_builder *builder = ed_alloc_zero(1, sizeof(*builder));

    ed_arena_init(&builder->arena);
    ed_arena_init(&builder->scratch);
    ed_counter_init(&builder->tokens);
    ed_counter_init(&builder->pairs);
    ed_counter_init(&builder->codes);
    return builder;
}

void ed_near_builder_free(struct ed_near_builder *builder)
{
    if (!builder) {
        return;
    }
    ed_arena_done(&builder->arena);
    ed_arena_done(&builder->scratch);
    ed_vec_done(&builder->records);
    ed_vec_done(&builder->words);
    ed_counter_done(&builder->tokens);
    ed_counter_done(&builder->pairs);
    ed_counter_done(&builder->codes);
    ed_free(builder);
}

static uint64_t code_hash(struct ed_str code)
{
    return ed_str_hash(code, /* seed */ 0);
}

void ed_near_builder_add(struct ed_near_builder *builder, uint32_t record, struct ed_str regex, struct ed_str code)
{
    struct record *own = ed_vec_add(&builder->records);
    uint32_t mark = (uint32_t)builder->records.n;
    struct ed_wording wording;

    *own = (struct record){.number = record, .words = builder->words.n};
    if (ed_near_is_code(code)) {
        own->code = ed_arena_str(&builder->arena, code);
        ed_counter_add(&builder->codes, code_hash(code), mark);
    }
    ed_wording_read(regex, &builder->scratch, &wording);
    for (size_t i = 0; i < wording.n; i++) {
        const struct ed_word *w = &wording.v[i];
        struct ed_count *count = ed_counter_add(&builder->tokens, w->hash, mark);

        if (count->lines == 0) {
            count->lines = fmax(ed_background_token(w->hash), ED_BACKGROUND_UNLISTED);
        }
        if (w->joined) {
            ed_counter_add(&builder->pairs, ed_token_pair(w[-1].hash, w->hash), mark);
        }
        *ed_vec_add(&builder->words) = (struct word){w->hash, (float)ed_word_cap(w->text), w->joined};
    }
    ed_arena_reset(&builder->scratch);
}

/* In ED_NEAR_UNIT, the sum in bits is returned. */
static double weigh(struct ed_near_builder *builder, const struct word *v, size_t n, uint32_t mark,
                    uint8_t *ret_weights)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        struct ed_count *count = ed_counter_get(&builder->tokens, v[i].hash);
        double bits = ed_word_bits(v[i].cap, (double)builder->records.n + LINES, count->patterns + count->lines);

        ret_weights[i] = count->last == mark ? 1 : (uint8_t)fmin(fmax(bits * ED_NEAR_UNIT, 1), UINT8_MAX);
        count->last = mark;
        sum += ret_weights[i] / ED_NEAR_UNIT;
    }
    return sum;
}

struct chosen {
    struct ed_near_sign sign;
    double lines; /* that may hold it */
};

static double pair_lines(const struct ed_near_builder *builder, const struct word *right, const struct ed_count *pair)
{
    const struct ed_count *a = ed_counter_get(&builder->tokens, right[-1].hash);
    const struct ed_count *b = ed_counter_get(&builder->tokens, right->hash);
    double listed = ed_background_pair(pair->hash);

    listed = listed > 0 ? listed : fmin(ED_BACKGROUND_UNLISTED, a->lines * b->lines / LINES);
    return listed + pair->patterns;
}

/* The rarest pairs, each once; how many. */
static size_t choose(struct ed_near_builder *builder, const struct word *v, size_t n, uint32_t mark,
                     struct chosen ret_chosen[PAIRS_MOST])
{
    size_t chosen = 0, at;

    for (size_t i = 1; i < n; i++) {
        struct ed_count *pair = v[i].joined ? ed_counter_get(&builder->pairs, ed_token_pair(v[i - 1].hash, v[i].hash))
                                            : NULL;
        double lines;

        if (!pair || pair->last == mark || pair->patterns > ED_LIMIT_NEAR_SHARED) {
            continue;
        }
        pair->last = mark;
        lines = pair_lines(builder, &v[i], pair);
        if (lines > LINES_MOST + ED_LIMIT_NEAR_SHARED) {
            continue;
        }
        at = chosen < PAIRS_MOST ? chosen++ : PAIRS_MOST;
        for (; at > 0 && ret_chosen[at - 1].lines > lines; at--) {
            if (at < PAIRS_MOST) {
                ret_chosen[at] = ret_chosen[at - 1];
            }
        }
        if (at < PAIRS_MOST) {
            ret_chosen[at] = (struct chosen){ed_near_pair_sign(v[i - 1].hash, v[i].hash), lines};
        }
    }
    return chosen;
}

/* Of its first word, or its first two. */
static struct ed_near_sign head_sign(struct ed_str code)
{
    struct ed_token token;
    size_t at = 0;
    uint64_t hash = 0;

    if (ed_token_next(code, &at, &token)) {
        hash = ed_token_hash(code.p + token.start, token.end - token.start);
    }
    if (ed_token_next(code, &at, &token)) {
        return ed_near_pair_sign(hash, ed_token_hash(code.p + token.start, token.end - token.start));
    }
    return (struct ed_near_sign){.hash = hash, .right = hash};
}

static bool add_code(const struct ed_near_builder *builder, struct ed_near_sections *out, const struct record *record,
                     uint32_t slot)
{
    const struct ed_count *count = record->code.n ? ed_counter_get(&builder->codes, code_hash(record->code)) : NULL;
    struct ed_near_sign head;

    if (!count || count->patterns > ED_LIMIT_NEAR_SHARED) {
        return false;
    }
    head = head_sign(record->code);
    *ed_vec_add(&out->signs) = head;
    *ed_vec_add(&out->codes) = (struct ed_near_code){.key = ed_near_key(head.hash),
                                                     .slot = slot,
                                                     .text = (uint32_t)out->code_texts.n,
                                                     .n = (uint32_t)record->code.n};
    ed_buf_str(&out->code_texts, record->code);
    return true;
}

/* A record that can be found neither way is left out. */
static void add_record(struct ed_near_builder *builder, struct ed_near_sections *out, size_t i)
{
    const struct record *record = &builder->records.v[i];
    const struct word *v = builder->words.v + record->words;
    size_t end = i + 1 < builder->records.n ? record[1].words : builder->words.n, n = end - record->words, npairs;
    uint32_t mark = (uint32_t)(builder->records.n + 1 + i),
             slot = (uint32_t)out->records.n; /* beyond those of adding */
    struct chosen chosen[PAIRS_MOST];
    uint8_t weights[ED_LIMIT_WORDING];

    npairs = weigh(builder, v, n, mark, weights) >= ED_NEAR_BITS ? choose(builder, v, n, mark, chosen) : 0;
    npairs = npairs < ED_NEAR_PAIRS ? 0 : npairs;
    if (!add_code(builder, out, record, slot) && npairs == 0) {
        return;
    }
    *ed_vec_add(&out->records) = record->number;
    *ed_vec_add(&out->offsets) = (uint32_t)out->weights.n;
    ed_buf_byte(&out->shares, (char)npairs);
    for (size_t k = 0; k < npairs; k++) {
        *ed_vec_add(&out->signs) = chosen[k].sign;
        *ed_vec_add(&out->pairs) = (uint64_t)ed_near_key(chosen[k].sign.hash) << 32 | slot;
    }
    if (npairs) {
        ed_buf_append(&out->weights, (const char *)weights, n);
    }
}

static int by_pair(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static int by_code(const void *a, const void *b)
{
    const struct ed_near_code *x = a, *y = b;

    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->slot > y->slot) - (x->slot < y->slot);
}

void ed_near_builder_finish(struct ed_near_builder *builder, uint64_t content_hash, struct ed_buf *ret_blob)
{
    struct ed_near_sections out = {0};

    ed_buf_init(&out.shares, 0);
    ed_buf_init(&out.weights, 0);
    ed_buf_init(&out.code_texts, 0);
    for (size_t i = 0; i < builder->records.n; i++) {
        add_record(builder, &out, i);
    }
    *ed_vec_add(&out.offsets) = (uint32_t)out.weights.n;
    if (out.pairs.n) {
        qsort(out.pairs.v, out.pairs.n, sizeof(*out.pairs.v), by_pair);
    }
    if (out.codes.n) {
        qsort(out.codes.v, out.codes.n, sizeof(*out.codes.v), by_code);
    }
    out.words = builder->tokens.n + out.codes.n * 2;
    ed_near_write(&out, content_hash, ret_blob);
    ed_vec_done(&out.signs);
    ed_vec_done(&out.pairs);
    ed_vec_done(&out.codes);
    ed_vec_done(&out.records);
    ed_vec_done(&out.offsets);
    ed_buf_done(&out.shares);
    ed_buf_done(&out.weights);
    ed_buf_done(&out.code_texts);
}

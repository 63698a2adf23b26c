/*
 * near_build.c: from wordings and codes to a blob, in one pass over the patterns of a finished index builder by several
 * threads (index_pass.h): a record's words are weighed by how common they are among all patterns, its rarest pairs are
 * kept, and the sections are laid out (near_write.h). A pair or a code that more records have than
 * ED_LIMIT_NEAR_SHARED tells none of them and is left out.
 */
#include "match/near_build.h"

#include "base/limits.h"
#include "base/sort.h"
#include "match/background.h"
#include "match/index_builder.h"
#include "match/index_pass.h"
#include "match/near_write.h"
#include "match/wording.h"

#include <math.h>

/* Lines in 2^20 that may hold a pair by which records are found ("failed to" stands on more). */
#define LINES_MOST 128
/* Pairs of a record that it is found by: enough that a changed word or a cut leaves some. */
#define PAIRS_MOST 8

struct chosen {
    struct ed_near_sign sign;
    double lines; /* that may hold it */
};

/* What is made of a part of the patterns: for each one its pairs and words, 0 of both for one that wordings do not
 * find. */
struct draft {
    struct ed_arena arena; /* one pattern's wording */
    struct ed_seen seen;
    struct {
        uint8_t pairs, words;
    } sizes[ED_PASS_PART];
    ED_VEC(struct ed_near_sign) signs;
    struct ed_buf weights;
};

struct build {
    const struct ed_index_builder *builder;
    double floor;
    const struct ed_near_coded *codes;
    size_t ncodes, at;        /* at: the first code that belongs to no earlier pattern */
    struct ed_counter shared; /* codes, by hash */
    struct ed_near_sections out;
    struct draft drafts[ED_PASS_SLOTS];
};

/* In ED_NEAR_UNIT, the sum in bits is returned. */
static double weigh(const struct ed_index_builder *builder, const struct ed_wording *wording, struct ed_seen *seen,
                    uint8_t *ret_weights)
{
    double sum = 0, documents = (double)builder->patterns.n + ED_BACKGROUND_LINES;

    ed_seen_reset(seen);
    for (size_t i = 0; i < wording->n; i++) {
        const struct ed_word *word = &wording->v[i];
        const struct ed_count *count = ed_counter_get(&builder->tokens, word->hash);
        double bits = ed_word_bits(ed_word_cap(word->text), documents, (double)count->patterns + count->lines);

        ret_weights[i] = ed_seen_first(seen, word->hash) ? (uint8_t)fmin(fmax(bits * ED_NEAR_UNIT, 1), UINT8_MAX) : 1;
        sum += ret_weights[i] / ED_NEAR_UNIT;
    }
    return sum;
}

static double pair_lines(const struct ed_index_builder *builder, const struct ed_word *right,
                         const struct ed_count *pair)
{
    const struct ed_count *a = ed_counter_get(&builder->tokens, right[-1].hash);
    const struct ed_count *b = ed_counter_get(&builder->tokens, right->hash);
    double listed = pair->lines;

    listed = listed > 0 ? listed : fmin(ED_BACKGROUND_UNLISTED, (double)a->lines * b->lines / ED_BACKGROUND_LINES);
    return listed + pair->patterns;
}

/* The rarest pairs, each once; how many. */
static size_t choose(const struct ed_index_builder *builder, const struct ed_wording *wording, struct ed_seen *seen,
                     struct chosen ret_chosen[PAIRS_MOST])
{
    size_t chosen = 0, at;

    for (size_t i = 1; i < wording->n; i++) {
        ed_counter_prefetch(&builder->pairs, ed_token_pair(wording->v[i - 1].hash, wording->v[i].hash));
    }
    ed_seen_reset(seen);
    for (size_t i = 1; i < wording->n; i++) {
        const struct ed_word *word = &wording->v[i];
        uint64_t hash = ed_token_pair(word[-1].hash, word->hash);
        const struct ed_count *pair = word->joined ? ed_counter_get(&builder->pairs, hash) : NULL;
        double lines;

        if (!pair || pair->patterns > ED_LIMIT_NEAR_SHARED || !ed_seen_first(seen, hash)) {
            continue;
        }
        lines = pair_lines(builder, word, pair);
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
            ret_chosen[at] = (struct chosen){ed_near_pair_sign(word[-1].hash, word->hash), lines};
        }
    }
    return chosen;
}

static void draft_record(const struct ed_index_builder *builder, struct draft *draft,
                         const struct ed_literals *literals, size_t i)
{
    struct ed_wording wording;
    struct chosen chosen[PAIRS_MOST];
    uint8_t weights[ED_LIMIT_WORDING];
    size_t n;

    ed_wording_of(literals, &draft->arena, &wording);
    n = weigh(builder, &wording, &draft->seen, weights) >= ED_NEAR_BITS
            ? choose(builder, &wording, &draft->seen, chosen)
            : 0;
    if (n >= ED_NEAR_PAIRS) {
        draft->sizes[i].pairs = (uint8_t)n;
        draft->sizes[i].words = (uint8_t)wording.n;
        for (size_t k = 0; k < n; k++) {
            *ed_vec_add(&draft->signs) = chosen[k].sign;
        }
        ed_buf_append(&draft->weights, (const char *)weights, wording.n);
    }
    ed_arena_reset(&draft->arena);
}

static bool is_weak(const struct build *b, size_t i)
{
    return b->builder->patterns.v[i].weight < b->floor;
}

static void make_part(void *ctx, size_t slot, size_t from, size_t to)
{
    struct build *b = ctx;
    struct draft *draft = &b->drafts[slot];

    draft->signs.n = 0;
    ed_buf_reset(&draft->weights);
    memset(draft->sizes, 0, sizeof(draft->sizes));
    for (size_t i = from; i < to; i++) {
        if (!is_weak(b, i)) {
            draft_record(b->builder, draft, &b->builder->patterns.v[i].literals, i - from);
        }
    }
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

static uint64_t code_hash(struct ed_str code)
{
    return ed_str_hash(code, /* seed */ 0);
}

/* The code of pattern i, which is asked for in order; ED_STR_NONE when it has none that counts. */
static struct ed_str code_of(struct build *b, size_t i)
{
    uint32_t record = b->builder->patterns.v[i].record;

    while (b->at < b->ncodes && b->codes[b->at].record < record) {
        b->at++;
    }
    return b->at < b->ncodes && b->codes[b->at].record == record && !is_weak(b, i) &&
                   ed_near_is_code(b->codes[b->at].code)
               ? b->codes[b->at].code
               : ED_STR_NONE;
}

static void count_codes(struct build *b)
{
    for (size_t i = 0; i < b->builder->patterns.n && b->ncodes; i++) {
        struct ed_str code = code_of(b, i);
        uint64_t hash = code_hash(code);

        if (code.p) {
            ed_counter_add(&b->shared, &hash, 1);
        }
    }
    b->at = 0;
}

static bool add_code(struct build *b, struct ed_str code, uint32_t slot)
{
    struct ed_near_sections *out = &b->out;
    struct ed_near_sign head;

    if (!code.p || ed_counter_get(&b->shared, code_hash(code))->patterns > ED_LIMIT_NEAR_SHARED) {
        return false;
    }
    head = head_sign(code);
    *ed_vec_add(&out->signs) = head;
    *ed_vec_add(&out->codes) = (struct ed_near_code){
        .key = ed_near_key(head.hash), .slot = slot, .text = (uint32_t)out->code_texts.n, .n = (uint32_t)code.n};
    ed_buf_str(&out->code_texts, code);
    return true;
}

/* A record that can be found neither way is left out. */
static void take_part(void *ctx, size_t slot, size_t from, size_t to)
{
    struct build *b = ctx;
    struct draft *draft = &b->drafts[slot];
    struct ed_near_sections *out = &b->out;
    size_t pair = 0, weight = 0;

    for (size_t i = from; i < to; i++) {
        size_t pairs = draft->sizes[i - from].pairs, words = draft->sizes[i - from].words;
        uint32_t number = (uint32_t)out->records.n;

        if (!add_code(b, code_of(b, i), number) && pairs == 0) {
            continue;
        }
        *ed_vec_add(&out->records) = b->builder->patterns.v[i].record;
        *ed_vec_add(&out->offsets) = (uint32_t)out->weights.n;
        ed_buf_byte(&out->shares, (char)pairs);
        for (size_t k = 0; k < pairs; k++) {
            const struct ed_near_sign *sign = &draft->signs.v[pair++];

            *ed_vec_add(&out->signs) = *sign;
            *ed_vec_add(&out->pairs) = (uint64_t)ed_near_key(sign->hash) << 32 | number;
        }
        ed_buf_append(&out->weights, draft->weights.p + weight, words);
        weight += words;
    }
}

static int by_code(const void *a, const void *b)
{
    const struct ed_near_code *x = a, *y = b;

    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->slot > y->slot) - (x->slot < y->slot);
}

static void build_done(struct build *b)
{
    for (size_t i = 0; i < ED_PASS_SLOTS; i++) {
        ed_arena_done(&b->drafts[i].arena);
        ed_seen_done(&b->drafts[i].seen);
        ed_vec_done(&b->drafts[i].signs);
        ed_buf_done(&b->drafts[i].weights);
    }
    ed_counter_done(&b->shared);
    ed_vec_done(&b->out.signs);
    ed_vec_done(&b->out.pairs);
    ed_vec_done(&b->out.codes);
    ed_vec_done(&b->out.records);
    ed_vec_done(&b->out.offsets);
    ed_buf_done(&b->out.shares);
    ed_buf_done(&b->out.weights);
    ed_buf_done(&b->out.code_texts);
}

void ed_near_build(const struct ed_index_builder *builder, double floor, const struct ed_near_coded *codes,
                   size_t ncodes, uint64_t content_hash, struct ed_buf *ret_blob)
{
    struct build *b = ed_alloc_zero(1, sizeof(*b));

    b->builder = builder;
    b->floor = floor;
    b->codes = codes;
    b->ncodes = ncodes;
    ed_counter_init(&b->shared);
    ed_buf_init(&b->out.shares, 0);
    ed_buf_init(&b->out.weights, 0);
    ed_buf_init(&b->out.code_texts, 0);
    for (size_t i = 0; i < ED_PASS_SLOTS; i++) {
        ed_arena_init(&b->drafts[i].arena);
        ed_seen_init(&b->drafts[i].seen);
        ed_buf_init(&b->drafts[i].weights, 0);
    }
    count_codes(b);
    ed_index_pass(builder->team, builder->patterns.n, make_part, take_part, b);
    *ed_vec_add(&b->out.offsets) = (uint32_t)b->out.weights.n;
    ed_sort_u64(b->out.pairs.v, b->out.pairs.n, sizeof(*b->out.pairs.v));
    if (b->out.codes.n) {
        qsort(b->out.codes.v, b->out.codes.n, sizeof(*b->out.codes.v), by_code);
    }
    b->out.words = builder->tokens.n + 2 * b->out.codes.n;
    ed_near_write(&b->out, content_hash, ret_blob);
    build_done(b);
    ed_free(b);
}

/*
 * search.c: words, or a raw log line, to ranked records.
 *
 * Any text is a query: it is cut into words here, each is quoted, and FTS5 is asked for records with any of the rarest
 * of them. A log line brings a time stamp, a host and numbers; they are in no record or in few, while "failed" is in
 * many: words that no record holds are dropped, then common ones. What FTS5 ranks best is ranked again by how much of
 * the record's message stands in the text, in order.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "kb/lookup.h"
#include "kb/rows.h"
#include "kb/state.h"
#include "kb/words.h"
#include "match/token.h"
#include "store/derived.h"

/* Bytes of the text that are looked at: a message and its trace's head. */
#define TEXT_MOST (16 * ED_KIB)
/* Different words that are counted, and those that are asked for. */
#define WORDS_MOST 256
#define TERMS_MOST 12
/* A word that more than one of this many records hold is dropped when enough rarer ones are there. */
#define COMMON_SHARE 20
#define RARE_ENOUGH  3
/* Records that are ranked again. */
#define POOL 200
/* Tokens that are compared: of the text and of a message. */
#define TEXT_TOKENS    512
#define MESSAGE_TOKENS 96

struct term {
    struct ed_str word;
    uint64_t records;
};

struct found {
    uint32_t row;
    double rank;
};

struct search {
    struct ed_arena arena;
    uint64_t text[TEXT_TOKENS]; /* hashes of the text's tokens, lower case */
    size_t ntext;
    struct found pool[POOL];
    size_t n;
};

static size_t token_hashes(struct ed_str text, uint64_t *hashes, size_t max)
{
    struct ed_token token = {0};
    char low[64];
    size_t at = 0, n = 0;

    while (n < max && ed_token_next(text, &at, &token)) {
        size_t len = ED_MIN(token.end - token.start, sizeof(low));

        for (size_t i = 0; i < len; i++) {
            low[i] = ed_lower(text.p[token.start + i]);
        }
        hashes[n++] = ed_str_hash(ed_str(low, len), /* seed */ 0);
    }
    return n;
}

/* The share of the message's tokens that stand in the text in the same order: 0 to 1. Longest common subsequence. */
static double similarity(const struct search *s, struct ed_str message)
{
    uint64_t tokens[MESSAGE_TOKENS];
    unsigned row[MESSAGE_TOKENS + 1] = {0};
    size_t n = token_hashes(message, tokens, MESSAGE_TOKENS);

    if (n == 0) {
        return 0;
    }
    for (size_t i = 0; i < s->ntext; i++) {
        unsigned diagonal = 0;

        for (size_t k = 0; k < n; k++) {
            unsigned above = row[k + 1];

            row[k + 1] = s->text[i] == tokens[k] ? diagonal + 1 : ED_MAX(above, row[k]);
            diagonal = above;
        }
    }
    return (double)row[n] / (double)n;
}

static enum ed_rc weigh(void *ctx, const struct ed_search_hit *hit, struct ed_err *err ED_UNUSED)
{
    struct search *s = ctx;
    double similar = similarity(s, hit->message);

    if (s->n < POOL) {
        s->pool[s->n++] = (struct found){.row = hit->row, .rank = hit->rank * (0.25 + similar)};
    }
    return ED_OK;
}

static int by_rank(const void *a, const void *b)
{
    const struct found *x = a, *y = b;

    if (x->rank != y->rank) {
        return x->rank > y->rank ? -1 : 1;
    }
    return x->row < y->row ? -1 : x->row > y->row;
}

static int by_rarity(const void *a, const void *b)
{
    const struct term *x = a, *y = b;

    if (x->records != y->records) {
        return x->records < y->records ? -1 : 1;
    }
    return ed_str_cmp(x->word, y->word);
}

static struct ed_str lower(struct ed_str word, struct ed_arena *arena)
{
    char *out = ed_arena_alloc(arena, word.n + 1);

    for (size_t i = 0; i < word.n; i++) {
        out[i] = ed_lower(word.p[i]);
    }
    return ed_str(out, word.n);
}

/* The different words of the text with how many records hold each; a word with non-ASCII bytes counts as rare, because
   FTS5 folds it in a way that is not known here. */
static enum ed_rc count_words(struct ed_kb *kb, struct ed_str text, struct ed_arena *arena, struct term *terms,
                              size_t *ret_n, struct ed_err *err)
{
    struct ed_str word = ED_STR_NONE;
    struct ed_map seen;
    size_t at = 0, n = 0;
    enum ed_rc rc = ED_OK;

    ed_map_init(&seen);
    while (rc == ED_OK && n < WORDS_MOST && ed_words_next(text, &at, &word)) {
        bool ascii = true, fresh = false;

        word = lower(word, arena);
        ed_map_put(&seen, word, &fresh);
        if (!fresh) {
            continue;
        }
        for (size_t i = 0; i < word.n; i++) {
            ascii = ascii && (unsigned char)word.p[i] < 0x80;
        }
        terms[n] = (struct term){.word = word, .records = 1};
        if (ascii) {
            rc = ed_search_term(kb->db, word, &terms[n].records, err);
        }
        n += terms[n].records > 0;
    }
    ed_map_done(&seen);
    *ret_n = n;
    return rc;
}

/* "a" OR "b" OR ...: a word holds no quote, so quoting is all there is to it. */
static struct ed_str make_query(const struct term *terms, size_t n, uint64_t all, struct ed_buf *buf)
{
    for (size_t i = 0; i < ED_MIN(n, (size_t)TERMS_MOST); i++) {
        if (i >= RARE_ENOUGH && terms[i].records > all / COMMON_SHARE) {
            break;
        }
        ed_buf_text(buf, i == 0 ? "\"" : " OR \"");
        ed_buf_str(buf, terms[i].word);
        ed_buf_byte(buf, '"');
    }
    return ed_buf_view(buf);
}

static enum ed_rc run(struct ed_kb *kb, struct search *s, struct ed_str text, struct ed_err *err)
{
    struct term *terms = ed_arena_zero(&s->arena, WORDS_MOST, sizeof(*terms));
    struct ed_buf query;
    int64_t all = 0;
    size_t n = 0;
    enum ed_rc rc;

    text = ed_words_spaced(text, &s->arena);
    s->ntext = token_hashes(text, s->text, TEXT_TOKENS);
    rc = count_words(kb, text, &s->arena, terms, &n, err);
    if (rc == ED_OK) {
        rc = ed_derived_meta(kb->db, ED_META_RECORDS, &all, err);
    }
    if (rc != ED_OK || n == 0) {
        return rc;
    }
    qsort(terms, n, sizeof(*terms), by_rarity);
    ed_buf_init(&query, /* max */ 0);
    rc = ed_search_run(kb->db, make_query(terms, n, (uint64_t)all, &query), POOL, weigh, s, err);
    ed_buf_done(&query);
    qsort(s->pool, s->n, sizeof(*s->pool), by_rank);
    return rc;
}

enum ed_rc ed_kb_search(struct ed_kb *kb, struct ed_str words, size_t max, ed_kb_row_fn fn, void *ctx,
                        struct ed_err *err)
{
    struct search *s = ed_alloc_zero(1, sizeof(*s));
    struct ed_rows rows = {.fn = fn, .ctx = ctx};
    enum ed_rc rc;

    ed_arena_init(&s->arena);
    ed_kb_lock(kb);
    rc = run(kb, s, ed_str_slice(words, 0, TEXT_MOST), err);
    for (size_t i = 0; i < s->n && i < max && rc == ED_OK; i++) {
        rc = ed_list_one(kb->db, s->pool[i].row, ed_rows_hand_on, &rows, err);
        rc = rc == ED_NOT_FOUND ? ED_OK : rc;
    }
    ed_kb_unlock(kb);
    rc = rc == ED_OK && s->n == 0 ? ED_NOT_FOUND : rc;
    ed_arena_done(&s->arena);
    ed_free(s);
    return rc;
}

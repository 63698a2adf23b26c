/*
 * near.c: a blob opened in place, and what a text holds of it: whether it touches anything, and codes. What stands near
 * a wording is near_similar.c's.
 *
 * Opening reads the blob once, for its checksum, and looks at the header: most of it is never used by a run that asks
 * about a few lines, so what stands in a table is held against its bounds where it is used. A blob that lies there
 * finds less, and reads nothing out of bounds.
 */
#include "base/alloc.h"
#include "match/background.h"
#include "match/near_format.h"
#include "match/stored.h"

/* A code is a few words in a row; this much bounds the search at each word. */
#define CODE_LENGTH_MOST 64

static const struct ed_stored_kind kind = {"the stored index of wordings", ED_NEAR_MAGIC, ED_NEAR_VERSION,
                                           sizeof(struct ed_near_header)};

_Static_assert(offsetof(struct ed_near_header, checksum) == offsetof(struct ed_stored_head, checksum),
               "one head for all");

static bool take_sections(struct ed_near *near, const struct ed_near_header *h, struct ed_str rest)
{
    if (h->directory_bits < 1 || h->directory_bits > 31 || h->filter_bits < ED_INDEX_BITMAP_LEAST ||
        h->filter_bits > 32 || h->words_bits < ED_INDEX_BITMAP_LEAST || h->words_bits > 32) {
        return false;
    }
    near->filter.bitmap_shift = 64 - (h->filter_bits - 6);
    near->filter.words_shift = 64 - (h->words_bits - 6);
    near->directory_bits = h->directory_bits;
    near->npairs = h->pairs;
    near->ncodes = h->codes;
    near->ncode_texts = h->code_texts;
    near->nrecords = h->records;
    near->nweights = h->weights;
    return (near->filter.bitmap = ed_stored_take(&rest, ((uint64_t)1 << h->filter_bits) / 64, sizeof(uint64_t))) &&
           (near->filter.words = ed_stored_take(&rest, ((uint64_t)1 << h->words_bits) / 64, sizeof(uint64_t))) &&
           (near->directory = ed_stored_take(&rest, ((uint64_t)1 << h->directory_bits) + 1, sizeof(uint32_t))) &&
           (near->pairs = ed_stored_take(&rest, h->pairs, sizeof(uint32_t))) &&
           (near->codes = ed_stored_take(&rest, h->codes, sizeof(struct ed_near_code))) &&
           (near->code_texts = ed_stored_take(&rest, h->code_texts, 1)) &&
           (near->records = ed_stored_take(&rest, h->records, sizeof(uint32_t))) &&
           (near->shares = ed_stored_take(&rest, h->records, 1)) &&
           (near->offsets = ed_stored_take(&rest, (uint64_t)h->records + 1, sizeof(uint32_t))) &&
           (near->weights = ed_stored_take(&rest, h->weights, 1)) && rest.n == 0;
}

enum ed_rc ed_near_open(struct ed_str blob, uint64_t content_hash, struct ed_near **ret_near, struct ed_err *err)
{
    struct ed_near_header header = {0};
    struct ed_near near = {0};
    enum ed_rc rc = ed_stored_check(&kind, blob, content_hash, err);

    if (rc != ED_OK) {
        return rc;
    }
    memcpy(&header, blob.p, sizeof(header));
    if (!take_sections(&near, &header, ed_str_slice(blob, sizeof(header), blob.n))) {
        return ed_stored_damaged(&kind, err, "its counts do not add up to its size");
    }
    near.filter.walk = ed_walk_best();
    *ret_near = ed_alloc(sizeof(near));
    **ret_near = near;
    return ED_OK;
}

void ed_near_free(struct ed_near *near)
{
    ed_free(near);
}

/* The first pair in [low, high) that is not below `pair`. */
static size_t lower_bound(const struct ed_near *near, uint32_t pair, size_t low, size_t high)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (near->pairs[middle] < pair) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

size_t ed_near_pairs(const struct ed_near *near, uint32_t key, size_t *ret_at)
{
    unsigned bits = near->directory_bits;
    size_t bucket = key >> (32 - bits), low = near->directory[bucket], high = near->directory[bucket + 1], end;
    uint32_t rest = key << bits;

    *ret_at = 0;
    if (low > high || high > near->npairs) {
        return 0;
    }
    *ret_at = end = lower_bound(near, rest, low, high);
    while (end < high && (near->pairs[end] ^ rest) >> bits == 0) {
        end++;
    }
    return end;
}

static size_t first_code(const struct ed_near *near, uint32_t key)
{
    size_t low = 0, high = near->ncodes;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (near->codes[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Whole words: neither a word nor a hyphen touches it, which would make it part of a longer code. */
static bool stands_alone(struct ed_str text, size_t start, size_t end)
{
    return (start == 0 || (!ed_is_word(text.p[start - 1]) && text.p[start - 1] != '-')) &&
           (end == text.n || (!ed_is_word(text.p[end]) && text.p[end] != '-'));
}

static bool has_pair(const struct ed_near *near, uint64_t hash)
{
    size_t at;

    return ed_near_pairs(near, ed_near_key(hash), &at) > at;
}

static bool has_code(const struct ed_near *near, uint64_t hash)
{
    size_t at = first_code(near, ed_near_key(hash));

    return at < near->ncodes && near->codes[at].key == ed_near_key(hash);
}

/* The hash of the tokens at a place that was marked. */
static uint64_t hash_at(struct ed_str text, size_t at, bool alone)
{
    struct ed_token left = {0}, right = {0};
    uint64_t hash = 0;

    if (ed_token_next(text, &at, &left)) {
        hash = ed_token_hash(text.p + left.start, left.end - left.start);
    }
    if (!alone && ed_token_next(text, &at, &right)) {
        hash = ed_token_pair(hash, ed_token_hash(text.p + right.start, right.end - right.start));
    }
    return hash;
}

unsigned ed_near_touches(const struct ed_near *near, struct ed_str text, struct ed_marks *scratch)
{
    size_t pairs = 0, maybe = 0;
    bool code = false;

    ed_marks_reset(scratch);
    ed_index_mark(&near->filter, text, scratch);
    for (size_t i = 0; i < scratch->keys.n; i++) {
        maybe += !(scratch->keys.v[i] & ED_MARK_SINGLE);
    }
    if (maybe < ED_NEAR_PAIRS && near->ncodes == 0) {
        return 0;
    }
    for (size_t i = 0; i < scratch->keys.n; i++) {
        bool alone = scratch->keys.v[i] & ED_MARK_SINGLE;
        uint64_t hash = hash_at(text, scratch->keys.v[i] >> 1, alone);

        pairs += !alone && maybe >= ED_NEAR_PAIRS && has_pair(near, hash);
        code = code || has_code(near, hash);
    }
    return (pairs >= ED_NEAR_PAIRS ? ED_NEAR_WORDING : 0) | (code ? ED_NEAR_CODE : 0);
}

static void look_up_code(const struct ed_near *near, struct ed_str text, uint32_t key, size_t start, ed_near_code_fn fn,
                         void *ctx)
{
    for (size_t i = first_code(near, key); i < near->ncodes && near->codes[i].key == key; i++) {
        const struct ed_near_code *c = &near->codes[i];
        struct ed_str code;

        if (c->slot >= near->nrecords || c->n > near->ncode_texts || c->text > near->ncode_texts - c->n) {
            continue;
        }
        code = ed_str(near->code_texts + c->text, c->n);
        if (code.n && ed_str_starts(ed_str_slice(text, start, text.n), code) &&
            stands_alone(text, start, start + code.n)) {
            fn(ctx, near->records[c->slot], start, start + code.n);
        }
    }
}

void ed_near_codes(const struct ed_near *near, struct ed_str text, ed_near_code_fn fn, void *ctx)
{
    struct ed_token token, left = {0};
    uint64_t hash, left_hash = 0;
    size_t at = 0;

    if (near->ncodes == 0) {
        return;
    }
    while (ed_token_next(text, &at, &token)) {
        hash = ed_token_hash(text.p + token.start, token.end - token.start);
        if (token.end - left.start <= CODE_LENGTH_MOST && left.end) {
            look_up_code(near, text, ed_near_key(ed_token_pair(left_hash, hash)), left.start, fn, ctx);
        }
        look_up_code(near, text, ed_near_key(hash), token.start, fn, ctx);
        left = token;
        left_hash = hash;
    }
}

/* In the background table, in one of the ways in which a word can be spelled. */
static bool ordinary(struct ed_str part)
{
    char spelled[4][CODE_LENGTH_MOST];
    size_t n = ED_MIN(part.n, (size_t)CODE_LENGTH_MOST);

    for (size_t i = 0; i < n; i++) {
        char small = ed_lower(part.p[i]), large = ed_is_alpha(small) ? (char)(small & ~0x20) : small;

        spelled[0][i] = part.p[i];
        spelled[1][i] = small;
        spelled[2][i] = large;
        spelled[3][i] = i ? small : large;
    }
    for (size_t k = 0; k < ED_ARRAY_LEN(spelled); k++) {
        if (ed_background_token(ed_token_hash(spelled[k], n))) {
            return true;
        }
    }
    return false;
}

struct shape {
    size_t digits, capitals, small;
    size_t parts; /* runs of letters */
    size_t rare;  /* of these, with four letters or more and no ordinary word */
};

static bool read_shape(struct ed_str text, struct shape *ret_shape)
{
    struct shape shape = {0};

    for (size_t i = 0; i < text.n;) {
        size_t from = i;

        while (i < text.n && ed_is_alpha(text.p[i])) {
            shape.capitals += text.p[i] == (text.p[i] & ~0x20);
            shape.small += text.p[i] != (text.p[i] & ~0x20);
            i++;
        }
        if (i > from) {
            shape.parts++;
            shape.rare += i - from >= 4 && !ordinary(ed_str_slice(text, from, i));
            continue;
        }
        if (!ed_is_digit(text.p[i]) && !ed_is_among("_-./:", text.p[i])) {
            return false;
        }
        shape.digits += ed_is_digit(text.p[i]);
        i++;
    }
    *ret_shape = shape;
    return true;
}

/*
 * What names one error and not a kind of message: letters and a number (ORA-00600, TS2304) that is longer than a status
 * or says of what it is; three words and more in a row (ERR_SSL_PROTOCOL_ERROR); a word in capitals that logs do not
 * know (EADDRINUSE), or any such word in a compound.
 */
bool ed_near_is_code(struct ed_str text)
{
    struct shape shape;

    if (text.n < 4 || text.n > CODE_LENGTH_MOST || !ed_is_word(text.p[0]) || !ed_is_word(text.p[text.n - 1]) ||
        !read_shape(text, &shape) || shape.parts == 0) {
        return false;
    }
    if (shape.digits >= 3 && shape.capitals) {
        return shape.digits >= 4 || shape.rare;
    }
    return shape.parts >= 3 || (shape.rare && (shape.small == 0 || shape.parts > 1));
}

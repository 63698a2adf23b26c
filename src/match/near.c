/*
 * near.c: a blob opened in place, everything in it checked once, as index.c does; and the codes of a text. What stands
 * near a wording is near_similar.c's.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "match/background.h"
#include "match/index_format.h"
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
    if (h->directory_bits < 1 || h->directory_bits > 31 || h->filter_bits < 6 || h->filter_bits > 31) {
        return false;
    }
    near->filter_shift = 32 - h->filter_bits;
    near->directory_shift = 32 - h->directory_bits;
    near->npairs = h->pairs;
    near->ncodes = h->codes;
    near->ncode_texts = h->code_texts;
    near->nrecords = h->records;
    near->nweights = h->weights;
    return (near->filter = ed_stored_take(&rest, ((uint64_t)1 << h->filter_bits) / 64, sizeof(uint64_t))) &&
           (near->directory = ed_stored_take(&rest, ((uint64_t)1 << h->directory_bits) + 1, sizeof(uint32_t))) &&
           (near->pairs = ed_stored_take(&rest, h->pairs, sizeof(struct ed_near_pair))) &&
           (near->codes = ed_stored_take(&rest, h->codes, sizeof(struct ed_near_code))) &&
           (near->code_texts = ed_stored_take(&rest, h->code_texts, 1)) &&
           (near->records = ed_stored_take(&rest, h->records, sizeof(uint32_t))) &&
           (near->shares = ed_stored_take(&rest, h->records, 1)) &&
           (near->offsets = ed_stored_take(&rest, (uint64_t)h->records + 1, sizeof(uint32_t))) &&
           (near->weights = ed_stored_take(&rest, h->weights, 1)) && rest.n == 0;
}

/* The directory cuts the pairs into buckets by their first bits. */
static bool pairs_sound(const struct ed_near *near)
{
    size_t buckets = (size_t)1 << (32 - near->directory_shift), i = 0;

    for (size_t b = 0; b < buckets; b++) {
        if (near->directory[b] != i || near->directory[b + 1] < i || near->directory[b + 1] > near->npairs) {
            return false;
        }
        for (; i < near->directory[b + 1]; i++) {
            if (near->pairs[i].key >> near->directory_shift != b || near->pairs[i].slot >= near->nrecords) {
                return false;
            }
        }
    }
    return i == near->npairs;
}

static bool codes_sound(const struct ed_near *near)
{
    for (size_t i = 0; i < near->ncodes; i++) {
        const struct ed_near_code *c = &near->codes[i];

        if (c->slot >= near->nrecords || c->n == 0 || c->n > near->ncode_texts || c->text > near->ncode_texts - c->n ||
            (i && near->codes[i - 1].key > c->key)) {
            return false;
        }
    }
    return true;
}

static bool records_sound(const struct ed_near *near)
{
    for (size_t i = 0; i < near->nrecords; i++) {
        if ((i && near->records[i - 1] >= near->records[i]) || near->offsets[i] > near->offsets[i + 1] ||
            near->offsets[i + 1] - near->offsets[i] > ED_LIMIT_WORDING) {
            return false;
        }
    }
    return near->offsets[0] == 0 && near->offsets[near->nrecords] == near->nweights;
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
    if (header.unused != 0) {
        return ed_stored_damaged(&kind, err, "its header holds what no such header does");
    }
    if (!take_sections(&near, &header, ed_str_slice(blob, sizeof(header), blob.n))) {
        return ed_stored_damaged(&kind, err, "its counts do not add up to its size");
    }
    if (!pairs_sound(&near) || !codes_sound(&near) || !records_sound(&near)) {
        return ed_stored_damaged(&kind, err, "its tables contradict each other");
    }
    near.walk = ed_walk_best();
    *ret_near = ed_alloc(sizeof(near));
    **ret_near = near;
    return ED_OK;
}

void ed_near_free(struct ed_near *near)
{
    ed_free(near);
}

size_t ed_near_first_pair(const struct ed_near *near, uint32_t key)
{
    size_t low = near->directory[key >> near->directory_shift];
    size_t high = near->directory[(key >> near->directory_shift) + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (near->pairs[middle].key < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
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

static bool has_pair(const struct ed_near *near, uint32_t key)
{
    size_t at = ed_near_maybe(near, key) ? ed_near_first_pair(near, key) : near->npairs;

    return at < near->npairs && near->pairs[at].key == key;
}

static bool has_code(const struct ed_near *near, uint32_t key)
{
    size_t at = near->ncodes && ed_near_maybe(near, key) ? first_code(near, key) : near->ncodes;

    return at < near->ncodes && near->codes[at].key == key;
}

unsigned ed_near_touches(const struct ed_near *near, struct ed_str text, size_t from, size_t to)
{
    struct ed_token_scan scan;
    uint64_t left = 0;
    size_t pairs = 0;
    bool code = false, first = true;

    ed_token_scan_init(&scan, ed_str_slice(text, from, to), near->walk);
    while (ed_token_scan_fill(&scan)) {
        for (size_t i = 1; i <= scan.n; i++) {
            size_t start = from + scan.start[i], end = from + scan.end[i];
            uint64_t hash = end >= 8 && text.n - start >= 8 ? ed_token_hash_near(text.p + start, text.p + end)
                                                            : ed_token_hash(text.p + start, end - start);
            uint32_t key = ed_near_key(ed_token_pair(left, hash));

            if (!first) {
                pairs += has_pair(near, key);
                code = code || has_code(near, key);
            }
            code = code || has_code(near, ed_near_key(hash));
            first = false;
            left = hash;
        }
    }
    return (pairs >= ED_NEAR_PAIRS ? ED_NEAR_WORDING : 0) | (code ? ED_NEAR_CODE : 0);
}

static void look_up_code(const struct ed_near *near, struct ed_str text, uint32_t key, size_t start, ed_near_code_fn fn,
                         void *ctx)
{
    for (size_t i = first_code(near, key); i < near->ncodes && near->codes[i].key == key; i++) {
        struct ed_str code = ed_str(near->code_texts + near->codes[i].text, near->codes[i].n);

        if (ed_str_starts(ed_str_slice(text, start, text.n), code) && stands_alone(text, start, start + code.n)) {
            fn(ctx, near->records[near->codes[i].slot], start, start + code.n);
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

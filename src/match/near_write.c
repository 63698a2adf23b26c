/*
 * near_write.c: sizes of filter and directory, and one section behind the other. What stands in them is the caller's;
 * bytes between sections are zeros, so that equal sections make equal blobs.
 */
#include "match/near_write.h"

/* Pairs in a bucket of the directory, at most on the average: half a cache line. */
#define BUCKET 8
/* Bits of the words' filter a word. */
#define WORD_BITS 32
/* Bits of the filter a hash, at least: one in thirty or fewer of those that it does not know pass it. */
#define FILTER_BITS 12

static void section(struct ed_buf *blob, const void *v, size_t bytes)
{
    size_t at = blob->n;

    ed_buf_fill(blob, '\0', (bytes + 7) / 8 * 8);
    if (bytes && v) {
        memcpy(blob->p + at, v, bytes);
    }
}

static void pad(struct ed_buf *blob)
{
    ed_buf_fill(blob, '\0', (8 - blob->n % 8) % 8);
}

static void write_filter(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    uint64_t *words;

    section(blob, NULL, ((size_t)1 << bits) / 8);
    words = (uint64_t *)(void *)(blob->p + blob->n - ((size_t)1 << bits) / 8);
    for (size_t i = 0; i < in->signs.n; i++) {
        words[in->signs.v[i].hash >> (64 - (bits - 6))] |= ed_index_bits(in->signs.v[i].hash);
    }
}

static void add_role(uint64_t *words, unsigned bits, uint64_t hash, enum ed_index_role role)
{
    words[hash >> (64 - (bits - 6))] |= ed_index_role_bit(hash, role);
}

static void write_words(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    uint64_t *words;

    section(blob, NULL, ((size_t)1 << bits) / 8);
    words = (uint64_t *)(void *)(blob->p + blob->n - ((size_t)1 << bits) / 8);
    for (size_t i = 0; i < in->signs.n; i++) {
        const struct ed_near_sign *sign = &in->signs.v[i];

        add_role(words, bits, sign->right, sign->left ? ED_INDEX_RIGHT : ED_INDEX_ALONE);
        if (sign->left) {
            add_role(words, bits, sign->left, ED_INDEX_LEFT);
        }
    }
}

static void write_directory(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    size_t buckets = (size_t)1 << bits, i = 0;

    for (size_t b = 0; b <= buckets; b++) {
        uint32_t at;

        while (i < in->pairs.n && in->pairs.v[i] >> (64 - bits) < b) {
            i++;
        }
        at = (uint32_t)i;
        ed_buf_append(blob, (const char *)&at, sizeof(at));
    }
    pad(blob);
}

static void write_pairs(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    for (size_t i = 0; i < in->pairs.n; i++) {
        uint32_t pair = (uint32_t)(in->pairs.v[i] >> 32) << bits | (uint32_t)in->pairs.v[i];

        ed_buf_append(blob, (const char *)&pair, sizeof(pair));
    }
    pad(blob);
}

void ed_near_write(const struct ed_near_sections *in, uint64_t content_hash, struct ed_buf *blob)
{
    struct ed_near_header header = {.magic = ED_NEAR_MAGIC,
                                    .version = ED_NEAR_VERSION,
                                    .platform = ED_INDEX_PLATFORM,
                                    .content = ed_index_content(content_hash),
                                    .filter_bits = 12,
                                    .words_bits = 12,
                                    .directory_bits = 1,
                                    .pairs = (uint32_t)in->pairs.n,
                                    .codes = (uint32_t)in->codes.n,
                                    .code_texts = (uint32_t)in->code_texts.n,
                                    .records = (uint32_t)in->records.n,
                                    .weights = (uint32_t)in->weights.n};

    while (header.directory_bits < 31 &&
           (size_t)1 << header.directory_bits < ED_MAX(in->records.n, in->pairs.n / BUCKET)) {
        header.directory_bits++;
    }
    while (header.filter_bits < 26 && (size_t)1 << header.filter_bits < FILTER_BITS * in->signs.n) {
        header.filter_bits++;
    }
    while (header.words_bits < 21 && (size_t)1 << header.words_bits < WORD_BITS * in->words) {
        header.words_bits++;
    }
    ed_buf_reset(blob);
    section(blob, NULL, sizeof(header));
    write_filter(blob, in, header.filter_bits);
    write_words(blob, in, header.words_bits);
    write_directory(blob, in, header.directory_bits);
    write_pairs(blob, in, header.directory_bits);
    section(blob, in->codes.v, in->codes.n * sizeof(*in->codes.v));
    section(blob, in->code_texts.p, in->code_texts.n);
    section(blob, in->records.v, in->records.n * sizeof(*in->records.v));
    section(blob, in->shares.p, in->shares.n);
    section(blob, in->offsets.v, in->offsets.n * sizeof(*in->offsets.v));
    section(blob, in->weights.p, in->weights.n);
    header.size = blob->n;
    header.checksum = ed_index_checksum(blob->p + sizeof(header), blob->n - sizeof(header));
    memcpy(blob->p, &header, sizeof(header));
}

/*
 * near_write.c: sizes of filter and directory, and one section behind the other. What stands in them is the caller's;
 * bytes between sections are zeros, so that equal sections make equal blobs.
 */
#include "match/near_write.h"

#include "match/stored.h"

/* Pairs in a bucket of the directory, at most on the average: half a cache line. */
#define BUCKET 8
/* Bits of the words' filter a word. */
#define WORD_BITS 32
/* Bits of the filter a hash, at least: one in thirty or fewer of those that it does not know pass it. */
#define FILTER_BITS 12

static void write_filter(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    uint64_t *bitmap = ed_stored_section(blob, ((size_t)1 << bits) / 8);

    for (size_t i = 0; i < in->signs.n; i++) {
        ed_index_set_bits(bitmap, bits, in->signs.v[i].hash);
    }
}

static void write_words(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    uint64_t *words = ed_stored_section(blob, ((size_t)1 << bits) / 8);

    for (size_t i = 0; i < in->signs.n; i++) {
        const struct ed_near_sign *sign = &in->signs.v[i];

        ed_index_set_role(words, bits, sign->right, sign->left ? ED_INDEX_RIGHT : ED_INDEX_ALONE);
        if (sign->left) {
            ed_index_set_role(words, bits, sign->left, ED_INDEX_LEFT);
        }
    }
}

static void write_directory(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    size_t buckets = (size_t)1 << bits, i = 0;
    uint32_t *directory = ed_stored_section(blob, (buckets + 1) * sizeof(*directory));

    for (size_t b = 0; b <= buckets; b++) {
        while (i < in->pairs.n && in->pairs.v[i] >> (64 - bits) < b) {
            i++;
        }
        directory[b] = (uint32_t)i;
    }
}

static void write_pairs(struct ed_buf *blob, const struct ed_near_sections *in, unsigned bits)
{
    uint32_t *pairs = ed_stored_section(blob, in->pairs.n * sizeof(*pairs));

    for (size_t i = 0; i < in->pairs.n; i++) {
        pairs[i] = (uint32_t)(in->pairs.v[i] >> 32) << bits | (uint32_t)in->pairs.v[i];
    }
}

void ed_near_write(const struct ed_near_sections *in, uint64_t content_hash, struct ed_buf *blob)
{
    struct ed_near_header header = {
        .magic = ED_NEAR_MAGIC,
        .version = ED_NEAR_VERSION,
        .platform = ED_INDEX_PLATFORM,
        .content = ed_index_content(content_hash),
        .filter_bits = ed_stored_bits(FILTER_BITS * in->signs.n, 12, 26),
        .words_bits = ed_stored_bits(WORD_BITS * in->words, 12, 21),
        .directory_bits = ed_stored_bits(ED_MAX(in->records.n, in->pairs.n / BUCKET), 1, 31),
        .pairs = (uint32_t)in->pairs.n,
        .codes = (uint32_t)in->codes.n,
        .code_texts = (uint32_t)in->code_texts.n,
        .records = (uint32_t)in->records.n,
        .weights = (uint32_t)in->weights.n};

    ed_buf_reset(blob);
    ed_stored_section(blob, sizeof(header));
    write_filter(blob, in, header.filter_bits);
    write_words(blob, in, header.words_bits);
    write_directory(blob, in, header.directory_bits);
    write_pairs(blob, in, header.directory_bits);
    ed_stored_put(blob, in->codes.v, in->codes.n * sizeof(*in->codes.v));
    ed_stored_put(blob, in->code_texts.p, in->code_texts.n);
    ed_stored_put(blob, in->records.v, in->records.n * sizeof(*in->records.v));
    ed_stored_put(blob, in->shares.p, in->shares.n);
    ed_stored_put(blob, in->offsets.v, in->offsets.n * sizeof(*in->offsets.v));
    ed_stored_put(blob, in->weights.p, in->weights.n);
    ed_stored_seal(blob, &header, sizeof(header));
}

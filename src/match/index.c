/*
 * index.c: a blob opened in place. Opening checks the header, the checksum over all of it, and the lists of records. A
 * run looks at few of the entries, so what an entry points at is held against its bounds when it is looked up
 * (index_scan.c): a blob may come from anywhere. What is not checked is whether the bitmap knows every entry, whether
 * entries stand in order, and whether keys and literals belong together; a blob that lies there finds less, and reads
 * nothing out of bounds. The blob is borrowed; the index is a few pointers into it.
 */
#include "match/index_format.h"
#include "match/stored.h"

#include "base/alloc.h"
#include "match/background.h"

#include <math.h>

/* Beyond these the header is nonsense; they also keep the sums of sizes far from overflow. */
#define MAX_BITS 40

uint64_t ed_index_checksum(const void *p, size_t n)
{
    const uint64_t *v = p;
    uint64_t lane[4] = {1, 2, 3, 4}, h = n;
    size_t i = 0, words = n / sizeof(*v);

    for (; i + 4 <= words; i += 4) {
        for (size_t k = 0; k < 4; k++) {
            lane[k] = (lane[k] ^ v[i + k]) * 0x9E3779B97F4A7C15u;
            lane[k] ^= lane[k] >> 32;
        }
    }
    for (; i < words; i++) {
        h = ed_token_pair(h, v[i]);
    }
    for (size_t k = 0; k < 4; k++) {
        h = ed_token_pair(h, lane[k]);
    }
    return h;
}

uint64_t ed_index_content(uint64_t content_hash)
{
    return ed_token_pair(content_hash, ed_background_id());
}

static const struct ed_stored_kind kind = {"the stored index", ED_INDEX_MAGIC, ED_INDEX_VERSION,
                                           sizeof(struct ed_index_header)};

_Static_assert(offsetof(struct ed_index_header, checksum) == offsetof(struct ed_stored_head, checksum),
               "one head for all");

static bool take_table(struct ed_index *index, const struct ed_index_counts *counts, struct ed_str *rest)
{
    if (counts->bitmap_bits < ED_INDEX_BITMAP_LEAST || counts->bitmap_bits > MAX_BITS ||
        counts->words_bits < ED_INDEX_BITMAP_LEAST || counts->words_bits > MAX_BITS || counts->directory_bits < 1 ||
        counts->directory_bits > MAX_BITS) {
        return false;
    }
    index->bitmap_shift = 64 - (counts->bitmap_bits - 6);
    index->words_shift = 64 - (counts->words_bits - 6);
    index->directory_shift = 64 - counts->directory_bits;
    index->nentries = counts->entries;
    return (index->bitmap = ed_stored_take(rest, ((uint64_t)1 << counts->bitmap_bits) / 64, sizeof(uint64_t))) &&
           (index->words = ed_stored_take(rest, ((uint64_t)1 << counts->words_bits) / 64, sizeof(uint64_t))) &&
           (index->directory = ed_stored_take(rest, ((uint64_t)1 << counts->directory_bits) + 1, sizeof(uint32_t))) &&
           (index->entries = ed_stored_take(rest, counts->entries, sizeof(struct ed_index_entry)));
}

/* weak: without a bitmap when there is no such table. */
static bool take_sections(struct ed_index *index, struct ed_index *weak, const struct ed_index_header *h,
                          struct ed_str rest)
{
    static const struct ed_index_counts none = {0};

    if (!take_table(index, &h->table, &rest) ||
        (memcmp(&h->weak, &none, sizeof(none)) != 0 && !take_table(weak, &h->weak, &rest))) {
        return false;
    }
    index->nliterals = weak->nliterals = h->literals;
    index->nrecords = weak->nrecords = h->records;
    index->nalways = h->always;
    index->nsigns = h->signs;
    return (index->literals = weak->literals = ed_stored_take(&rest, h->literals, 1)) &&
           (index->records = weak->records = ed_stored_take(&rest, h->records, sizeof(uint32_t))) &&
           (index->weights = weak->weights = ed_stored_take(&rest, h->records, sizeof(float))) &&
           (index->always = weak->always = ed_stored_take(&rest, h->always, sizeof(uint32_t))) && rest.n == 0;
}

/* Both lists ascend, and what is always run is a record of the index. */
static bool records_sound(const struct ed_index *index)
{
    size_t k = 0;

    for (size_t i = 0; i < index->nrecords; i++) {
        if ((i && index->records[i - 1] >= index->records[i]) || !isfinite(index->weights[i])) {
            return false;
        }
        if (k < index->nalways && index->always[k] == index->records[i]) {
            k++;
        }
    }
    return k == index->nalways;
}

enum ed_rc ed_index_open(struct ed_str blob, uint64_t content_hash, struct ed_index **ret_index, struct ed_err *err)
{
    struct ed_index_header header = {0};
    struct ed_index index = {0}, weak = {0};
    enum ed_rc rc = ed_stored_check(&kind, blob, content_hash, err);

    if (rc != ED_OK) {
        return rc;
    }
    memcpy(&header, blob.p, sizeof(header));
    if (!take_sections(&index, &weak, &header, ed_str_slice(blob, sizeof(header), blob.n))) {
        return ed_stored_damaged(&kind, err, "its counts do not add up to its size");
    }
    if (!records_sound(&index)) {
        return ed_stored_damaged(&kind, err, "its tables contradict each other");
    }
    index.walk = weak.walk = ed_walk_best();
    if (weak.bitmap) {
        index.weak = ed_alloc(sizeof(weak));
        *index.weak = weak;
    }
    *ret_index = ed_alloc(sizeof(index));
    **ret_index = index;
    return ED_OK;
}

void ed_index_free(struct ed_index *index)
{
    if (index) {
        ed_free(index->weak);
        ed_free(index);
    }
}

const struct ed_index *ed_index_weak(const struct ed_index *index)
{
    return index->weak;
}

void ed_index_set_walk(struct ed_index *index, enum ed_walk walk)
{
    index->walk = walk;
    if (index->weak) {
        index->weak->walk = walk;
    }
}

const uint32_t *ed_index_always(const struct ed_index *index, size_t *ret_n)
{
    *ret_n = index->nalways;
    return index->always;
}

const uint32_t *ed_index_records(const struct ed_index *index, size_t *ret_n)
{
    *ret_n = index->nrecords;
    return index->records;
}

bool ed_index_slot(const struct ed_index *index, uint32_t record, uint32_t *ret_slot)
{
    size_t low = 0, high = index->nrecords, mid;

    while (low < high) {
        mid = low + (high - low) / 2;
        if (index->records[mid] < record) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    if (low == index->nrecords || index->records[low] != record) {
        return false;
    }
    *ret_slot = (uint32_t)low;
    return true;
}

double ed_index_weight(const struct ed_index *index, uint32_t slot)
{
    return (double)index->weights[slot];
}

double ed_index_specificity(const struct ed_index *index, uint32_t record)
{
    uint32_t slot;

    return ed_index_slot(index, record, &slot) ? (double)index->weights[slot] : 0.0;
}

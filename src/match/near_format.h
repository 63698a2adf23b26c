/*
 * near_format.h: the blob of near wordings and codes as it lies in the data base, shared by builder and reader.
 *
 * All in the machine's own byte order, one section behind the other, each padded to 8 bytes. A key is the upper half of
 * a hash: of two words side by side for a wording, of a code's first word or first two for a code; what shares a key by
 * chance is told apart by the words themselves.
 *
 *   header      struct ed_near_header
 *   filter      2^filter_bits bits, two for the whole hash of each pair and code, as in the exact index's bitmap
 *   words       2^words_bits bits, as in the exact index: for every word of these what it is in them
 *   directory   2^directory_bits + 1 uint32_t; pairs whose keys begin with bits b stand at [d[b], d[b + 1])
 *   pairs       uint32_t a pair, ascending by (key, slot): what the directory does not tell of the key, and the slot in
 *               the lower directory_bits, so there are no fewer of these than a slot needs
 *   codes       struct ed_near_code, ascending by (key, slot)
 *   code texts
 *   records     uint32_t, ascending; a slot is a place among them
 *   shares      uint8_t a record: how many pairs it has
 *   offsets     uint32_t, one more than records: where a record's weights begin
 *   weights     uint8_t a word (ed_wording_read) of the record, in ED_NEAR_UNIT of a bit; 1 for one that it held before
 */
#ifndef ED_MATCH_NEAR_FORMAT_H
#define ED_MATCH_NEAR_FORMAT_H

#include "match/index_format.h"
#include "match/near.h"

#define ED_NEAR_MAGIC UINT64_C(0x316E657864727265) /* "errdxne1" on a little-endian machine */
#define ED_NEAR_UNIT  16.0
/* One pair in common is chance; a record that has fewer is not looked up. */
#define ED_NEAR_PAIRS 2

struct ed_near_header {
    uint64_t magic;
    uint32_t version, platform;
    uint64_t size, content, checksum; /* as in struct ed_index_header */
    uint32_t filter_bits, directory_bits, pairs;
    uint32_t codes, code_texts; /* code_texts: in bytes, as weights is */
    uint32_t records, weights, words_bits;
};

struct ed_near_code {
    uint32_t key, slot;
    uint32_t text, n; /* offset among the code texts, and length */
};

/* Opened in place: only the header was looked at, the rest is checked where it is used. */
struct ed_near {
    struct ed_index filter; /* its two filters and walk and nothing else: for ed_index_mark */
    const uint32_t *directory, *pairs;
    const struct ed_near_code *codes;
    const char *code_texts;
    const uint32_t *records;
    const uint8_t *shares;
    const uint32_t *offsets;
    const uint8_t *weights;
    unsigned directory_bits;
    size_t npairs, ncodes, ncode_texts, nrecords, nweights;
};

static inline uint32_t ed_near_key(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

/* The pairs with this key: from *ret_at up to, not including, what is returned. */
size_t ed_near_pairs(const struct ed_near *near, uint32_t key, size_t *ret_at);
/* The slot of a pair; false when there is no such record, as in a blob that was made to deceive. */
static inline bool ed_near_slot(const struct ed_near *near, size_t pair, uint32_t *ret_slot)
{
    *ret_slot = near->pairs[pair] & (((uint32_t)1 << near->directory_bits) - 1);
    return *ret_slot < near->nrecords;
}

#endif

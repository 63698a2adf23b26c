/*
 * near_format.h: the blob of near wordings and codes as it lies in the data base, shared by builder and reader.
 *
 * All in the machine's own byte order, one section behind the other, each padded to 8 bytes. A key is the upper half of
 * a hash: of two words side by side for a wording, of a code's first word or first two for a code; what shares a key by
 * chance is told apart by the words themselves.
 *
 *   header      struct ed_near_header
 *   filter      2^filter_bits bits; the first bits of each key of a pair or code are the number of one that is set
 *   directory   2^directory_bits + 1 uint32_t; pairs whose keys begin with bits b stand at [d[b], d[b + 1])
 *   pairs       struct ed_near_pair, ascending by (key, slot)
 *   codes       struct ed_near_code, ascending by (key, slot)
 *   code texts
 *   records     uint32_t, ascending; a slot is a place among them
 *   shares      uint8_t a record: how many pairs it has
 *   offsets     uint32_t, one more than records: where a record's weights begin
 *   weights     uint8_t a word (ed_wording_read) of the record, in ED_NEAR_UNIT of a bit; 1 for one that it held before
 */
#ifndef ED_MATCH_NEAR_FORMAT_H
#define ED_MATCH_NEAR_FORMAT_H

#include "match/near.h"
#include "match/token_scan.h"

#define ED_NEAR_MAGIC UINT64_C(0x316E657864727265) /* "errdxne1" on a little-endian machine */
#define ED_NEAR_UNIT  16.0
/* One pair in common is chance; a record that has fewer is not looked up. */
#define ED_NEAR_PAIRS 2

struct ed_near_header {
    uint64_t magic;
    uint32_t version, platform;
    uint64_t size, content, checksum; /* as in struct ed_index_header */
    uint32_t filter_bits, directory_bits, pairs;
    uint32_t codes, code_texts;        /* code_texts: in bytes, as weights is */
    uint32_t records, weights, unused; /* unused: 0 */
};

struct ed_near_pair {
    uint32_t key, slot;
};

struct ed_near_code {
    uint32_t key, slot;
    uint32_t text, n; /* offset among the code texts, and length */
};

struct ed_near {
    const uint64_t *filter;
    const uint32_t *directory;
    const struct ed_near_pair *pairs;
    const struct ed_near_code *codes;
    const char *code_texts;
    const uint32_t *records;
    const uint8_t *shares;
    const uint32_t *offsets;
    const uint8_t *weights;
    unsigned filter_shift, directory_shift; /* of a key */
    enum ed_walk walk;
    size_t npairs, ncodes, ncode_texts, nrecords, nweights;
};

/* The first pair with this key or a greater one. */
size_t ed_near_first_pair(const struct ed_near *near, uint32_t key);

static inline uint32_t ed_near_key(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

static inline bool ed_near_maybe(const struct ed_near *near, uint32_t key)
{
    uint32_t bit = key >> near->filter_shift;

    return near->filter[bit / 64] >> bit % 64 & 1;
}

#endif

/*
 * index_format.h: the blob as it lies in the data base, shared by builder, reader and fuzz target.
 *
 * All in the machine's own byte order, one section behind the other, each padded to 8 bytes, sizes told by the header's
 * counts. The key of a pair is its ed_token_pair, that of a single token its ed_token_hash; should two meet, the
 * literal check decides.
 *
 *   header      struct ed_index_header
 *  a table of keys, with its counts in the header:
 *   bitmap      2^bitmap_bits bits in words of 64; every entry has two bits set in one word, see ed_index_bits
 *   words       2^words_bits bits in words of 64: for every token of a key what it is in it, see enum ed_index_role
 *   directory   2^directory_bits + 1 uint32_t; keys that begin with bits b stand at entries [d[b], d[b + 1])
 *   entries     struct ed_index_entry, ascending by (key, slot); a slot behind the records' is a sign's
 *  the same of weak records, or nothing at all when there are none
 *   literals    struct ed_index_literal, each with its text behind it
 *   records     uint32_t, ascending; an entry's slot is a place in it
 *   weights     float, the records' specificity in bits
 *   always      uint32_t, ascending: records without an entry
 */
#ifndef ED_MATCH_INDEX_FORMAT_H
#define ED_MATCH_INDEX_FORMAT_H

#include "match/index.h"
#include "match/token_scan.h"

#define ED_INDEX_MAGIC UINT64_C(0x3178657864727265) /* "errdxex1" on a little-endian machine */
/* Layout and word size; the byte order shows in the magic. */
#define ED_INDEX_PLATFORM ((uint32_t)sizeof(void *))

/* Most of a fragment that is stored for the literal check, and what of that is from the key's beginning on when there
   is text enough on both sides. Long enough that two patterns hardly agree in it by chance, short enough that a pattern
   costs about 50 bytes in all. */
#define ED_INDEX_LITERAL        20
#define ED_INDEX_LITERAL_BEHIND 14

/* A word of the bitmap at least, and a shift that the machine has. */
#define ED_INDEX_BITMAP_LEAST 7

struct ed_index_counts {
    uint32_t bitmap_bits, words_bits, directory_bits, entries;
};

struct ed_index_header {
    uint64_t magic;
    uint32_t version, platform;
    uint64_t size;     /* of the whole blob */
    uint64_t content;  /* content hash of the patterns, mixed with the background table's */
    uint64_t checksum; /* of everything behind the header */
    struct ed_index_counts table, weak;
    uint32_t literals; /* in bytes */
    uint32_t records, always, signs;
};

struct ed_index_entry {
    uint64_t key;
    uint32_t slot;
    uint32_t literal; /* offset in the literals */
};

struct ed_index_literal {
    uint8_t blanks_before, blanks; /* ED_INDEX_ANY_BLANKS: no bound is known */
    uint8_t n;                     /* bytes of text */
    uint8_t at;                    /* where the key begins in it; ED_INDEX_LEADS: the text begins the regex */
};

#define ED_INDEX_LEADS 0x80u

static inline uint8_t ed_index_key_at(struct ed_index_literal literal)
{
    return literal.at & (uint8_t)~ED_INDEX_LEADS;
}

/* Two bits for a key, in the word that its first bits tell: a key that is in no entry finds both set far more seldom
   than one. */
static inline uint64_t ed_index_bits(uint64_t key)
{
    return (uint64_t)1 << key % 64 | (uint64_t)1 << (key >> 8) % 64;
}

/* In a bitmap of 2^bits bits. */
static inline void ed_index_set_bits(uint64_t *bitmap, unsigned bits, uint64_t key)
{
    bitmap[key >> (64 - (bits - 6))] |= ed_index_bits(key);
}

/* ed_index_bits, asked with shifts only. */
static inline unsigned ed_index_has_bits(const uint64_t *restrict bitmap, unsigned shift, uint64_t key)
{
    uint64_t word = bitmap[key >> shift];

    return (unsigned)(word >> key % 64 & word >> (key >> 8) % 64 & 1);
}

/*
 * What a token is in the keys. The scan asks this of every token first, in one look at one word of a filter that is
 * small, as few words make many patterns; only a right one behind a left one, and a single one, are looked up as keys.
 * A role is one bit of the word that the hash's first bits tell, at the place that the role's byte of the hash tells.
 */
enum ed_index_role { ED_INDEX_RIGHT = 0, ED_INDEX_LEFT = 8, ED_INDEX_ALONE = 16 };

static inline uint64_t ed_index_role_bit(uint64_t hash, enum ed_index_role role)
{
    return (uint64_t)1 << (hash >> role) % 64;
}

/* In a filter of 2^bits bits. */
static inline void ed_index_set_role(uint64_t *words, unsigned bits, uint64_t hash, enum ed_index_role role)
{
    words[hash >> (64 - (bits - 6))] |= ed_index_role_bit(hash, role);
}

static inline unsigned ed_index_has_role(uint64_t word, uint64_t hash, enum ed_index_role role)
{
    return (unsigned)(word >> (hash >> role) % 64 & 1);
}

struct ed_index {
    const uint64_t *bitmap, *words;
    const uint32_t *directory;
    const struct ed_index_entry *entries;
    const char *literals;
    const uint32_t *records;
    const float *weights;
    const uint32_t *always;
    unsigned bitmap_shift, words_shift; /* of a key or a token's hash, to its word's number */
    unsigned directory_shift;           /* 64 - directory_bits */
    size_t nentries, nliterals, nrecords, nalways, nsigns;
    struct ed_index *weak; /* of the same records and literals; NULL: there are no such */
    enum ed_walk walk;
};

/* The word of the filter in which a token's roles stand. */
static inline uint64_t ed_index_roles(const struct ed_index *index, uint64_t hash)
{
    return index->words[hash >> index->words_shift];
}

/* Over n bytes (a multiple of 8) aligned to 8: guards against decay and truncation, not against intent; against
   intent stands that nothing is read unchecked. */
uint64_t ed_index_checksum(const void *p, size_t n);
/* What stands in the header for the caller's content hash. */
uint64_t ed_index_content(uint64_t content_hash);
/* The literal at an entry's offset. */
static inline struct ed_index_literal ed_index_literal_at(const struct ed_index *index, uint32_t offset)
{
    struct ed_index_literal literal;

    memcpy(&literal, index->literals + offset, sizeof(literal));
    return literal;
}
/* The entries of a key's bucket: from what is returned up to, not including, *ret_stop. */
static inline size_t ed_index_bucket(const struct ed_index *index, uint64_t key, size_t *ret_stop)
{
    size_t bucket = (size_t)(key >> index->directory_shift), start = index->directory[bucket];

    *ret_stop = ED_MIN((size_t)index->directory[bucket + 1], index->nentries);
    return ED_MIN(start, *ret_stop);
}

/* Whether what an entry points at is there: a blob may lie. */
static inline bool ed_index_points(const struct ed_index *index, const struct ed_index_entry *entry)
{
    struct ed_index_literal literal;

    if (entry->slot >= index->nrecords + index->nsigns || entry->literal > index->nliterals ||
        index->nliterals - entry->literal < sizeof(literal)) {
        return false;
    }
    literal = ed_index_literal_at(index, entry->literal);
    return ed_index_key_at(literal) < literal.n && literal.n <= index->nliterals - entry->literal - sizeof(literal);
}

/* Scan by another instruction set than the best: for tests. It must be usable. */
void ed_index_set_walk(struct ed_index *index, enum ed_walk walk);

#endif

/*
 * token_scan.h: tokens by the block, for the index's scan: where they begin and end, from bit masks of 64 bytes each.
 * The instruction set is chosen when an index is opened; all give what ed_token_next gives.
 */
#ifndef ED_MATCH_TOKEN_SCAN_H
#define ED_MATCH_TOKEN_SCAN_H

#include "match/token.h"

enum ed_walk { ED_WALK_PLAIN, ED_WALK_SSE2, ED_WALK_NEON, ED_WALK_AVX2, ED_WALK_AVX512, ED_WALK_COUNT };

/* Whether this program and this machine have it. ED_WALK_PLAIN always is. */
bool ed_walk_usable(enum ed_walk walk);
enum ed_walk ed_walk_best(void);

/* Bytes that one fill takes in, in blocks of 64: what is found in them stays in the first-level cache. */
#define ED_TOKEN_BLOCK  64
#define ED_TOKEN_CHUNK  2048
#define ED_TOKEN_BLOCKS (ED_TOKEN_CHUNK / ED_TOKEN_BLOCK)
/* Tokens of a fill: every byte may be one, one may be open from before, and one is kept from before. Places are written
   some at a time, beyond the last. */
#define ED_TOKEN_ROOM (ED_TOKEN_CHUNK + 2 + 64)

/* Of each block of a fill, bit i for byte i: word bytes, bytes that are not ASCII, line ends. */
struct ed_token_masks {
    uint64_t word[ED_TOKEN_BLOCKS], high[ED_TOKEN_BLOCKS], line[ED_TOKEN_BLOCKS];
};

/* What the block before leaves to the next one. */
struct ed_token_carry {
    uint64_t word, high, follow, lead2, lead3, lead4;
};

struct ed_token_scan {
    struct ed_str text; /* of less than 2^31 bytes */
    bool (*fill)(struct ed_token_scan *scan);
    size_t at; /* the next block */
    bool done;
    bool dirty; /* ESC or CR was in what has been read */
    bool open;  /* the last token goes on: its beginning stands behind the last whole one's */
    struct ed_token_carry carry;
    size_t n; /* whole tokens found by the last fill: token i, from 1 on, is start[i] up to, not including, end[i] */
    uint32_t start[ED_TOKEN_ROOM], end[ED_TOKEN_ROOM]; /* 0: the token before the first, from the fill before */
    size_t nlines;
    uint32_t lines[ED_TOKEN_ROOM]; /* line ends */
};

/* walk must be usable. */
void ed_token_scan_init(struct ed_token_scan *scan, struct ed_str text, enum ed_walk walk);
/* The next tokens, possibly none; false when the text has been read to its end. */
static inline bool ed_token_scan_fill(struct ed_token_scan *scan)
{
    return scan->fill(scan);
}

/* Whether a token is an ASCII word or a code point with all bytes that its lead announces: one that no byte before or
   behind it can change. */
bool ed_token_whole(struct ed_str token);

static inline uint64_t ed_token_load(const char *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof(v));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = __builtin_bswap64(v);
#endif
    return v;
}

/* What is added to the halves of a token's first eight bytes, and of its last eight: upper half first. */
#define ED_TOKEN_FIRST UINT64_C(0x9FB21C651E98DF25)
#define ED_TOKEN_LAST  UINT64_C(0xC2B2AE3DD94D049B)

/* The two halves plus those of the constant, multiplied: one instruction for vectors of any width (NH of UMAC, RFC 4418
   section 5.2). */
static inline uint64_t ed_token_product(uint64_t v, uint64_t plus)
{
    return (uint64_t)(uint32_t)(v + (uint32_t)plus) * (uint32_t)((v >> 32) + (plus >> 32));
}

/* first: a token's first eight bytes, last: its last eight; of a shorter one all of it, `first` with zeros below and
   `last` with zeros above. The upper half of a product, where all bytes meet, comes to stand over a lower half. */
static inline uint64_t ed_token_mix(uint64_t first, uint64_t last)
{
    uint64_t b = ed_token_product(last, ED_TOKEN_LAST);

    return ed_token_product(first, ED_TOKEN_FIRST) ^ (b << 32 | b >> 32);
}

/* ed_token_hash of the token from p to end (not empty), without a branch, when eight bytes can be read from p on and
   eight before end. */
static inline uint64_t ed_token_hash_near(const char *p, const char *end)
{
    size_t n = (size_t)(end - p);
    /* Bits that are not the token's: 64 - 8 * n, from eight bytes on 0; told so that it does not become a branch. */
    unsigned other = (64 - 8 * (unsigned)n) & (0 - (unsigned)(n < 8));

    return ed_token_mix(ed_token_load(p) << other, ed_token_load(end - 8) >> other);
}

#endif

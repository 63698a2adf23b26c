/*
 * token_scan.h: tokens by the block, for the index's scan: where they begin and end, from bit masks of 64 bytes each.
 * The instruction set is chosen when an index is opened; all give what ed_token_next gives.
 */
#ifndef ED_MATCH_TOKEN_SCAN_H
#define ED_MATCH_TOKEN_SCAN_H

#include "match/token.h"

enum ed_walk { ED_WALK_PLAIN, ED_WALK_SSE2, ED_WALK_AVX2, ED_WALK_NEON, ED_WALK_COUNT };

/* Whether this program and this machine have it. ED_WALK_PLAIN always is. */
bool ed_walk_usable(enum ed_walk walk);
enum ed_walk ed_walk_best(void);

/* Bytes that one fill takes in: its positions stay in the first-level cache. A multiple of 64. */
#define ED_TOKEN_CHUNK 2048
/* Tokens of a fill: every byte may be one, and one may be open from before. */
#define ED_TOKEN_ROOM (ED_TOKEN_CHUNK + 1)

/* What the block before leaves to the next one. */
struct ed_token_carry {
    uint64_t word, high, follow, lead2, lead3, lead4;
};

struct ed_token_scan {
    struct ed_str text;
    bool (*fill)(struct ed_token_scan *scan);
    size_t at; /* the next block */
    bool done;
    struct ed_token_carry carry;
    size_t n; /* whole tokens found by the last fill: token i is edge[2 * i] up to, not including, edge[2 * i + 1] */
    size_t edges;                        /* 2 * n, or one more when the last token is still open */
    size_t edge[2 * ED_TOKEN_ROOM + 64]; /* they are written some at a time, beyond the last */
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

/* first: a token's first eight bytes, last: its last eight; of a shorter one all of it, `first` with zeros below and
   `last` with zeros above. Two products side by side, as the scan waits for nothing else. */
static inline uint64_t ed_token_mix(uint64_t first, uint64_t last)
{
    uint64_t h = first * 0x9FB21C651E98DF25u ^ last * 0xC2B2AE3D27D4EB4Fu;

    return h ^ h >> 32;
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

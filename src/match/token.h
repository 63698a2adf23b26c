/*
 * token.h: tokens as matching.md section 3 defines them. A maximal run of ASCII letters, digits and '_' is a token;
 * every non-ASCII code point (a lead byte with as many continuation bytes as it announces and as follow; a stray byte
 * alone) is a token by itself; all other bytes separate.
 */
#ifndef ED_MATCH_TOKEN_H
#define ED_MATCH_TOKEN_H

#include "base/str.h"

struct ed_token {
    size_t start, end;
};

/* The first token at or after *at; moves *at behind it. false at the end. The plain truth, one byte after the other. */
bool ed_token_next(struct ed_str text, size_t *at, struct ed_token *ret_token);
/* The hash of a token's bytes, and of a pair of neighbours. Part of the index blob's format: a change is a new version.
 */
uint64_t ed_token_hash(const char *p, size_t n);
static inline uint64_t ed_token_pair(uint64_t left, uint64_t right)
{
    uint64_t h = (left ^ (right << 29 | right >> 35)) * 0x9E3779B97F4A7C15u;

    return h ^ (h >> 32);
}

/* Called for every token: hash of the pair with the token before it (the first token of a text pairs with 0), hash of
   the token, and where it begins and ends. */
typedef void (*ed_token_fn)(void *ctx, uint64_t pair, uint64_t single, size_t start, size_t end);
/* The same tokens by the plain walk: the judge of the vector walks inside the index's scan. */
void ed_token_walk(struct ed_str text, ed_token_fn fn, void *ctx);

#endif

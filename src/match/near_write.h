/*
 * near_write.h: the blob of near wordings and codes laid out (near_format.h), once it is known what stands in it.
 */
#ifndef ED_MATCH_NEAR_WRITE_H
#define ED_MATCH_NEAR_WRITE_H

#include "base/buf.h"
#include "base/vec.h"
#include "match/near_format.h"

/* What a pair or a code is known by in a text: two words, or one alone. */
struct ed_near_sign {
    uint64_t hash, left, right; /* one alone: right is the hash, left 0 */
};

static inline struct ed_near_sign ed_near_pair_sign(uint64_t left, uint64_t right)
{
    return (struct ed_near_sign){ed_token_pair(left, right), left, right};
}

struct ed_near_sections {
    ED_VEC(struct ed_near_sign) signs; /* of all pairs and codes, in any order */
    size_t words;                      /* different ones in them, at most */
    ED_VEC(uint64_t) pairs;            /* key << 32 | slot, ascending */
    ED_VEC(struct ed_near_code) codes;
    ED_VEC(uint32_t) records, offsets;
    struct ed_buf shares, weights, code_texts;
};

/* Replaces what is in the buffer. */
void ed_near_write(const struct ed_near_sections *sections, uint64_t content_hash, struct ed_buf *blob);

#endif

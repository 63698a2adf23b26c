/*
 * background.h: how common words and pairs of words are in logs of all kinds, so that no pattern is looked up by
 * something that every line holds, and no record counts "connection" as evidence. Made from data/background/words.tsv
 * when errdex is built.
 */
#ifndef ED_MATCH_BACKGROUND_H
#define ED_MATCH_BACKGROUND_H

#include "base/base.h"

/* Lines in 2^20 that hold the token (by its ed_token_hash) or the pair (by its ed_token_pair); 0: not listed, rare. */
uint32_t ed_background_token(uint64_t hash);
uint32_t ed_background_pair(uint64_t hash);
/* What is not listed stands on no more lines than this; less is not told apart. */
#define ED_BACKGROUND_UNLISTED 64
/* Identifies the table: part of the index blob's content hash. */
uint64_t ed_background_id(void);

#endif

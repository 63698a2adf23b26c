/*
 * wording.h: the words of a pattern's literal text, in order, and how much each tells. What the index is built from and
 * what a text is held against that has nearly this wording.
 */
#ifndef ED_MATCH_WORDING_H
#define ED_MATCH_WORDING_H

#include "match/literals.h"
#include "match/token.h"

struct ed_word {
    struct ed_str text;
    uint64_t hash; /* ed_token_hash */
    uint64_t fold; /* equal for words that differ in the case of ASCII letters only */
    uint32_t part; /* number of the fragment it stands in; words of different parts have a hole between them */
    bool joined;   /* stands right behind the word before it */
};

struct ed_wording {
    const struct ed_word *v;
    size_t n;
    struct ed_literals literals; /* what they stand in: part i is literals.v[i] */
};

/* A fragment's token is a whole token in every text that matches. */
bool ed_word_whole(const struct ed_fragment *fragment, struct ed_token token);
uint64_t ed_word_fold(struct ed_str word);
/* A word's weight in bits: how seldom it is among `documents` of which `holding` have it, at most its cap. */
double ed_word_cap(struct ed_str word);
double ed_word_bits(double cap, double documents, double holding);

/* The first ED_LIMIT_WORDING whole words of literal text, which they are views of. */
void ed_wording_of(const struct ed_literals *literals, struct ed_arena *arena, struct ed_wording *ret_wording);
/* The same of a regex. Views of the arena. */
void ed_wording_read(struct ed_str regex, struct ed_arena *arena, struct ed_wording *ret_wording);

#endif

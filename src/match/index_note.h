/*
 * index_note.h: which tokens of a chunk may end a pair, or be a single token, that the index knows.
 */
#ifndef ED_MATCH_INDEX_NOTE_H
#define ED_MATCH_INDEX_NOTE_H

#include "match/index_format.h"

/* A chunk being hashed, and the places in it of possible keys. */
struct ed_index_notes {
    uint64_t left; /* the hash of the token before the next one */
    size_t n;
    uint32_t places[ED_TOKEN_ROOM + 1];
};

void ed_index_note(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes);

#endif

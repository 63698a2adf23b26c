/*
 * index_note.h: which tokens of a chunk may end a pair, or be a single token, that the index knows.
 */
#ifndef ED_MATCH_INDEX_NOTE_H
#define ED_MATCH_INDEX_NOTE_H

#include "match/index_format.h"

/* A chunk being hashed. */
struct ed_index_notes {
    uint64_t hash[ED_TOKEN_ROOM]; /* of each token; 0: of the one before the first */
    uint64_t last;                /* the hash of the last token of the chunk before */
    bool any;                     /* there is one */
    unsigned left;                /* 1: and it is a left one */
    size_t n;                     /* tokens that may be keys, by their filter: their numbers */
    uint32_t places[ED_TOKEN_ROOM];
    size_t nkeys; /* what these are by the bitmap: as struct ed_marks has them */
    uint32_t keys[2 * ED_TOKEN_ROOM];
};

void ed_index_notes_init(struct ed_index_notes *notes);
/* The keys of the chunk that the scan's last fill has found. */
void ed_index_note(const struct ed_index *index, const struct ed_token_scan *scan, struct ed_index_notes *notes);

#endif

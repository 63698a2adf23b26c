/*
 * index.h: ask the token-pair index which patterns a text could match.
 *
 * What it yields are candidates: a false one costs time, a missing one is a bug. Scanning is read-only and may run in
 * several threads over one index.
 */
#ifndef ED_MATCH_INDEX_H
#define ED_MATCH_INDEX_H

#include "base/err.h"
#include "base/str.h"

#define ED_INDEX_VERSION 1

struct ed_index;

/*
 * Use a blob in place; it must be aligned to 8 bytes and stay until ed_index_free. Every offset and count in it is
 * checked, so a damaged blob is refused and never read out of bounds. ED_NOT_FOUND: a sound blob that is not for us
 * (other version, platform or content hash): build anew. ED_ERR_INPUT: damaged; err says how. Build anew, too.
 */
ED_NODISCARD enum ed_rc ed_index_open(struct ed_str blob, uint64_t content_hash, struct ed_index **ret_index,
                                      struct ed_err *err);
void ed_index_free(struct ed_index *index);

struct ed_candidate {
    uint32_t record;
    uint32_t blanks_before; /* line ends that a match may span before the token pair, see ed_fragment */
    uint32_t blanks_after;  /* and after it */
    size_t start, end;      /* the pair (or the single token) in the text */
};

typedef void (*ed_candidate_fn)(void *ctx, const struct ed_candidate *candidate);

/* Candidates in the order of their place in the text; for one place in the order of records. Patterns of the always-run
   list are not among them: ed_index_always. Reads text only, no byte behind its end. */
void ed_index_scan(const struct ed_index *index, struct ed_str text, ed_candidate_fn fn, void *ctx);
/* The records that must be tried on every message, ascending. */
const uint32_t *ed_index_always(const struct ed_index *index, size_t *ret_n);
/* All records of the index, ascending. */
const uint32_t *ed_index_records(const struct ed_index *index, size_t *ret_n);
/* The specificity of a record in bits; 0 for one that is not in the index. */
double ed_index_specificity(const struct ed_index *index, uint32_t record);

#endif

/*
 * index.h: ask the token-pair index which patterns a text could match.
 *
 * What it yields are candidates: a false one costs time, a missing one is a bug. Scanning is read-only and may run in
 * several threads over one index.
 */
#ifndef ED_MATCH_INDEX_H
#define ED_MATCH_INDEX_H

#include "base/err.h"
#include "base/marks.h"

#define ED_INDEX_VERSION 3

struct ed_index;

/*
 * Use a blob in place; it must be aligned to 8 bytes and stay until ed_index_free. A damaged blob is refused
 * by its checksum, and every offset and count is held against its bounds before it is used: one that was made to
 * deceive finds less, and is never read out of bounds. ED_NOT_FOUND: a sound blob that is not for us
 * (other version, platform or content hash): build anew. ED_ERR_INPUT: damaged; err says how. Build anew, too.
 */
ED_NODISCARD enum ed_rc ed_index_open(struct ed_str blob, uint64_t content_hash, struct ed_index **ret_index,
                                      struct ed_err *err);
void ed_index_free(struct ed_index *index);

struct ed_candidate {
    uint32_t record;
    uint32_t slot;          /* the record's place among ed_index_records */
    uint32_t blanks_before; /* how many \s+ the regex has before the token pair: so many line ends a match can span
                               before it */
    uint32_t blanks;   /* and how many in all. Both ED_INDEX_ANY_BLANKS when the regex is not known to be bounded */
    size_t start, end; /* the pair (or the single token) in the text */
    size_t match;      /* the only place where a match that holds it can begin; SIZE_MAX when that is not known */
};

#define ED_INDEX_ANY_BLANKS 0xFFu
/* Instead of a record: what may stand beside a match of a weak record stands here (ed_index_builder_set_weak). The rest
   of such a candidate is the place. */
#define ED_INDEX_SIGN UINT32_MAX

typedef void (*ed_candidate_fn)(void *ctx, const struct ed_candidate *candidate);

/* Candidates in the order of where they end; for one key in the order of records. A record has one key, so its
   candidates come in the order of their place. Patterns of the always-run list are not among them: ed_index_always.
   Reads text only, no byte behind its end. */
void ed_index_scan(const struct ed_index *index, struct ed_str text, ed_candidate_fn fn, void *ctx);
/* The same in two steps. Mark adds the places of a text that may be keys (the lists `keys`, `ends` and `dirty`); look
   yields the candidates at such places in a text, which may be another one: its tokens are read anew. ed_index_scan is
   look at the marks of the same text. Words of error are marked by ed_mark_text (mark.h). */
void ed_index_mark(const struct ed_index *index, struct ed_str text, struct ed_marks *marks);
void ed_index_look(const struct ed_index *index, struct ed_str text, const uint32_t *keys, size_t n, ed_candidate_fn fn,
                   void *ctx);
/* As ed_marker.joins. */
bool ed_index_joins(const struct ed_index *index, struct ed_str left, struct ed_str right, size_t *ret_at);
/* The keys of weak records, which the index itself does not have: a text without a sign need not be scanned for them.
   Slots and records are those of the whole. NULL: there are no such records. */
const struct ed_index *ed_index_weak(const struct ed_index *index);
/* The records that must be tried on every message, ascending. */
const uint32_t *ed_index_always(const struct ed_index *index, size_t *ret_n);
/* All records of the index, ascending. */
const uint32_t *ed_index_records(const struct ed_index *index, size_t *ret_n);
/* Where a record stands among them; false for one that is not in the index. */
bool ed_index_slot(const struct ed_index *index, uint32_t record, uint32_t *ret_slot);
/* The specificity in bits of the record at a slot. */
double ed_index_weight(const struct ed_index *index, uint32_t slot);
/* The same of a record; 0 for one that is not in the index. */
double ed_index_specificity(const struct ed_index *index, uint32_t record);

#endif

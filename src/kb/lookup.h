/*
 * lookup.h: find records by what a person has in hand (diagnosis.md section 6): a slug, owner/name/slug, an id, an
 * error code, a family; or words, or a raw log line.
 */
#ifndef ED_KB_LOOKUP_H
#define ED_KB_LOOKUP_H

#include "base/buf.h"
#include "kb/kb.h"

/* What a name was found as. */
enum ed_lookup_kind { ED_LOOKUP_ID, ED_LOOKUP_PATH, ED_LOOKUP_SLUG, ED_LOOKUP_CODE, ED_LOOKUP_FAMILY };

/* Exact look-up, in the order of the kinds; the first kind that has rows wins. Calls fn for every row of it.
   ED_NOT_FOUND when no kind has any (a family without records is found: fn is not called, *ret_kind is
   ED_LOOKUP_FAMILY). */
ED_NODISCARD enum ed_rc ed_kb_lookup(struct ed_kb *kb, struct ed_str name, enum ed_lookup_kind *ret_kind,
                                     ed_kb_row_fn fn, void *ctx, struct ed_err *err);
/* The nearest slugs (or families, or owner/name/slug) to an unknown name, at most `max`, nearest first: "a, b, c". */
ED_NODISCARD enum ed_rc ed_kb_suggest(struct ed_kb *kb, struct ed_str name, size_t max, struct ed_buf *near,
                                      struct ed_err *err);
/* Ranked by FTS5 (bm25, messages and slugs weigh most) and similarity to messages; any text is a valid query, a raw log
   line too. At most `max` rows. ED_NOT_FOUND when there is none. */
ED_NODISCARD enum ed_rc ed_kb_search(struct ed_kb *kb, struct ed_str words, size_t max, ed_kb_row_fn fn, void *ctx,
                                     struct ed_err *err);

#endif

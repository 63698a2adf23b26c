/*
 * search.h: full text over the records (FTS5).
 */
#ifndef ED_STORE_SEARCH_H
#define ED_STORE_SEARCH_H

#include "store/db.h"

/* The texts of one record, a column each; ED_STR_NONE for none. */
struct ed_search_text {
    struct ed_str message, slug, names, prose, tags;
};

ED_NODISCARD enum ed_rc ed_search_add(struct ed_db *db, uint32_t row, const struct ed_search_text *text,
                                      struct ed_err *err);
/* Take a row out; text must be what was added. */
ED_NODISCARD enum ed_rc ed_search_remove(struct ed_db *db, uint32_t row, const struct ed_search_text *text,
                                         struct ed_err *err);
/* How many records hold the word (as FTS5 keeps it: lower case); 0 when none does. */
ED_NODISCARD enum ed_rc ed_search_term(struct ed_db *db, struct ed_str word, uint64_t *ret_records, struct ed_err *err);

/* A record that was found: borrowed during the call. rank is above 0, more is better. */
struct ed_search_hit {
    uint32_t row;
    double rank;
    struct ed_str message;
};
typedef enum ed_rc (*ed_search_fn)(void *ctx, const struct ed_search_hit *hit, struct ed_err *err);
/* At most `max` records for an FTS5 query, best first. The query is the caller's to make well-formed. */
ED_NODISCARD enum ed_rc ed_search_run(struct ed_db *db, struct ed_str query, size_t max, ed_search_fn fn, void *ctx,
                                      struct ed_err *err);

#endif

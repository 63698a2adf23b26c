/*
 * list.h: lists of records: by filter, by what a person has in hand, and the names there are.
 */
#ifndef ED_STORE_LIST_H
#define ED_STORE_LIST_H

#include "store/db.h"

/* One record: borrowed during the call. */
struct ed_list_row {
    uint32_t row;
    struct ed_str id, repo, slug, message, severity, family;
    int64_t tenths; /* specificity in tenths of a bit; 0 for an inactive one */
    bool weak, inactive;
    struct ed_str json; /* ed_list_json alone */
};
typedef enum ed_rc (*ed_list_fn)(void *ctx, const struct ed_list_row *row, struct ed_err *err);

struct ed_list_filter {
    struct ed_str repo, family, severity; /* ED_STR_NONE: any */
    bool weak, inactive;                  /* both: either */
};
/* All records that pass, by repo, slug and row; ed_list_json with their JSON. */
ED_NODISCARD enum ed_rc ed_list_rows(struct ed_db *db, const struct ed_list_filter *filter, ed_list_fn fn, void *ctx,
                                     struct ed_err *err);
ED_NODISCARD enum ed_rc ed_list_json(struct ed_db *db, const struct ed_list_filter *filter, ed_list_fn fn, void *ctx,
                                     struct ed_err *err);

/* One kind of name each, exact (codes without case); by repo, slug and row. *ret_found is how many there were. */
enum ed_list_key { ED_LIST_ID, ED_LIST_SLUG, ED_LIST_CODE, ED_LIST_FAMILY };
ED_NODISCARD enum ed_rc ed_list_named(struct ed_db *db, enum ed_list_key key, struct ed_str name, ed_list_fn fn,
                                      void *ctx, uint64_t *ret_found, struct ed_err *err);
ED_NODISCARD enum ed_rc ed_list_path(struct ed_db *db, struct ed_str repo, struct ed_str slug, ed_list_fn fn, void *ctx,
                                     uint64_t *ret_found, struct ed_err *err);
/* The record of a row. ED_NOT_FOUND: there is none. */
ED_NODISCARD enum ed_rc ed_list_one(struct ed_db *db, uint32_t row, ed_list_fn fn, void *ctx, struct ed_err *err);

/* The names there are; repo is ED_STR_NONE but for paths. Each once, in order. */
enum ed_list_names { ED_NAMES_SLUGS, ED_NAMES_FAMILIES, ED_NAMES_PATHS };
ED_NODISCARD enum ed_rc ed_list_names(struct ed_db *db, enum ed_list_names which,
                                      void (*fn)(void *ctx, struct ed_str name, struct ed_str repo), void *ctx,
                                      struct ed_err *err);

#endif

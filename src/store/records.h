/*
 * records.h: the authored tables: records and families as they came, and where from.
 */
#ifndef ED_STORE_RECORDS_H
#define ED_STORE_RECORDS_H

#include "base/arena.h"
#include "store/db.h"

/* A place that records come from; version may be ED_STR_NONE. */
ED_NODISCARD enum ed_rc ed_records_source(struct ed_db *db, struct ed_str name, struct ed_str version,
                                          struct ed_str when, int64_t *ret_source, struct ed_err *err);
/* Give a source the version that became known later. */
ED_NODISCARD enum ed_rc ed_records_source_version(struct ed_db *db, int64_t source, struct ed_str version,
                                                  struct ed_err *err);

struct ed_stored_record {
    uint32_t row;
    bool readable;    /* it has a row in the derived tables */
    int64_t analyzed; /* microseconds since 1970, or ED_TIME_UNKNOWN */
    struct ed_str json;
};
/* The record with this id, its JSON copied to the arena. ED_NOT_FOUND: there is none. */
ED_NODISCARD enum ed_rc ed_records_find(struct ed_db *db, struct ed_str id, struct ed_arena *arena,
                                        struct ed_stored_record *ret_record, struct ed_err *err);
/* The id must be new. */
ED_NODISCARD enum ed_rc ed_records_insert(struct ed_db *db, struct ed_str id, int64_t source, struct ed_str json,
                                          uint32_t *ret_row, struct ed_err *err);
ED_NODISCARD enum ed_rc ed_records_replace(struct ed_db *db, uint32_t row, int64_t source, struct ed_str json,
                                           struct ed_err *err);
/* The JSON text of a row, copied to the arena. ED_NOT_FOUND: there is no such row. */
ED_NODISCARD enum ed_rc ed_records_json(struct ed_db *db, uint32_t row, struct ed_arena *arena, struct ed_str *ret_json,
                                        struct ed_err *err);

/* One stored record or family: borrowed during the call. row is 0 for a family, id its slug. */
struct ed_stored {
    uint32_t row;
    struct ed_str id, source, json;
};
typedef enum ed_rc (*ed_stored_fn)(void *ctx, const struct ed_stored *stored, struct ed_err *err);
/* All records by row, all families by slug; fn may write to the derived tables. */
ED_NODISCARD enum ed_rc ed_records_each(struct ed_db *db, ed_stored_fn fn, void *ctx, struct ed_err *err);
ED_NODISCARD enum ed_rc ed_records_families(struct ed_db *db, ed_stored_fn fn, void *ctx, struct ed_err *err);

/* ED_NOT_FOUND: there is none. */
ED_NODISCARD enum ed_rc ed_records_family(struct ed_db *db, struct ed_str slug, struct ed_arena *arena,
                                          struct ed_str *ret_json, struct ed_err *err);
/* Insert or replace. */
ED_NODISCARD enum ed_rc ed_records_family_put(struct ed_db *db, struct ed_str slug, int64_t source, struct ed_str json,
                                              struct ed_err *err);

#endif

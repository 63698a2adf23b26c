/*
 * derived.h: the derived tables: what records are found by, their effective patterns, and what the index says of them.
 */
#ifndef ED_STORE_DERIVED_H
#define ED_STORE_DERIVED_H

#include "base/arena.h"
#include "store/db.h"

/* Numbers of d_meta. */
#define ED_META_PATTERNS "patterns"
#define ED_META_RECORDS  "records"
#define ED_META_REPOS    "repos"
#define ED_META_FAMILIES "families"
#define ED_META_ACTIVE   "active"
#define ED_META_REPAIRED "repaired"
#define ED_META_WEAK     "weak"
#define ED_META_INACTIVE "inactive"
#define ED_META_ALWAYS   "always"

/* 0 when there is no such number. */
ED_NODISCARD enum ed_rc ed_derived_meta(struct ed_db *db, const char *key, int64_t *ret_value, struct ed_err *err);
ED_NODISCARD enum ed_rc ed_derived_set_meta(struct ed_db *db, const char *key, int64_t value, struct ed_err *err);
/* Count the whole again, into d_meta. */
ED_NODISCARD enum ed_rc ed_derived_tally(struct ed_db *db, struct ed_err *err);

struct ed_look {
    struct ed_str id, repo, slug, code, message, severity, family;
    int64_t analyzed; /* microseconds since 1970, or ED_TIME_UNKNOWN */
};
/* The row must have none, as below. */
ED_NODISCARD enum ed_rc ed_derived_look_put(struct ed_db *db, uint32_t row, const struct ed_look *look,
                                            struct ed_err *err);
/* Before a record is put again: its row in d_look, d_pattern and d_score. */
ED_NODISCARD enum ed_rc ed_derived_forget(struct ed_db *db, uint32_t row, struct ed_err *err);
/* Another row with this repo and slug: its id, copied to the arena. ED_NOT_FOUND: there is none. */
ED_NODISCARD enum ed_rc ed_derived_clash(struct ed_db *db, uint32_t row, struct ed_str repo, struct ed_str slug,
                                         struct ed_arena *arena, struct ed_str *ret_id, struct ed_err *err);
/* The ids that a family names are `ids` from now on. */
ED_NODISCARD enum ed_rc ed_derived_members_put(struct ed_db *db, struct ed_str family, const struct ed_str *ids,
                                               size_t n, struct ed_err *err);

#define ED_STATE_INACTIVE 2

struct ed_pattern_row {
    int64_t state; /* enum ed_pattern_state of match/; ED_STATE_INACTIVE has no regex and no score */
    int64_t flags;
    struct ed_str reason, regex;
    struct ed_str names; /* a JSON array of strings, or ED_STR_NONE */
};
struct ed_score {
    uint32_t tenths; /* specificity in tenths of a bit */
    uint8_t way;     /* enum ed_index_way of match/ */
    bool known;      /* false: an inactive pattern, or the index was not made yet */
    bool weak;
};
ED_NODISCARD enum ed_rc ed_derived_pattern_put(struct ed_db *db, uint32_t row, const struct ed_pattern_row *pattern,
                                               struct ed_err *err);
/* Texts are copied to the arena. ED_NOT_FOUND: there is none. */
ED_NODISCARD enum ed_rc ed_derived_pattern(struct ed_db *db, uint32_t row, struct ed_arena *arena,
                                           struct ed_pattern_row *ret_pattern, struct ed_score *ret_score,
                                           struct ed_err *err);
ED_NODISCARD enum ed_rc ed_derived_score_put(struct ed_db *db, uint32_t row, const struct ed_score *score,
                                             struct ed_err *err);
/* All active patterns by row; the regex is borrowed during the call. */
ED_NODISCARD enum ed_rc ed_derived_active(struct ed_db *db,
                                          enum ed_rc (*fn)(void *ctx, uint32_t row, struct ed_str regex,
                                                           const struct ed_score *score, struct ed_err *err),
                                          void *ctx, struct ed_err *err);
/* All rows with a code, by row; the code is borrowed during the call. */
ED_NODISCARD enum ed_rc
ed_derived_codes(struct ed_db *db, enum ed_rc (*fn)(void *ctx, uint32_t row, struct ed_str code, struct ed_err *err),
                 void *ctx, struct ed_err *err);
/* Inactive patterns by reason, most first. */
ED_NODISCARD enum ed_rc ed_derived_inactive(struct ed_db *db,
                                            void (*fn)(void *ctx, struct ed_str reason, uint64_t count), void *ctx,
                                            struct ed_err *err);

#endif

/*
 * kb.h: the knowledge base as the rest of errdex sees it: open it, ask for records, patterns and the index.
 *
 * Several threads may use one: their questions take turns (a callback may ask further ones). No lock on the file is
 * held between two questions, so an ingest beside it can commit; rows keep their numbers.
 */
#ifndef ED_KB_KB_H
#define ED_KB_KB_H

#include "base/arena.h"
#include "base/err.h"
#include "match/near.h"
#include "record/family.h"

struct ed_kb;

/* Opens read-only. The index comes from the stored blob; when that is missing, damaged or not for this program it is
   made in memory (the data base stays as it is) and *ret_rebuilt, which may be NULL, is true. */
ED_NODISCARD enum ed_rc ed_kb_open(const char *path, struct ed_kb **ret_kb, bool *ret_rebuilt, struct ed_err *err);
void ed_kb_close(struct ed_kb *kb);
const char *ed_kb_path(const struct ed_kb *kb);

const struct ed_index *ed_kb_index(const struct ed_kb *kb);
/* The index of near wordings and codes, read (or made, as above) when it is first asked for: most runs never need it.
   It lives as long as the knowledge base. */
ED_NODISCARD enum ed_rc ed_kb_near(struct ed_kb *kb, const struct ed_near **ret_near, struct ed_err *err);
/* For ed_matcher_new; patterns stay in memory until the knowledge base is closed. */
struct ed_pattern_source ed_kb_patterns(struct ed_kb *kb);

/* The record of a row, its texts copied to the arena. */
ED_NODISCARD enum ed_rc ed_kb_record(struct ed_kb *kb, uint32_t row, struct ed_arena *arena,
                                     struct ed_record *ret_record, struct ed_err *err);
/* ED_NOT_FOUND when there is no such family. */
ED_NODISCARD enum ed_rc ed_kb_family(struct ed_kb *kb, struct ed_str slug, struct ed_arena *arena,
                                     struct ed_family *ret_family, struct ed_err *err);

/* All families, by slug; each lives during the call. */
ED_NODISCARD enum ed_rc ed_kb_families(struct ed_kb *kb,
                                       enum ed_rc (*fn)(void *ctx, const struct ed_family *family, struct ed_err *err),
                                       void *ctx, struct ed_err *err);

/* What the derived tables say of a record's pattern. */
struct ed_kb_pattern_info {
    enum ed_pattern_state state;
    struct ed_str reason, regex;
    const struct ed_str *names;
    size_t nnames;
    double specificity; /* bits */
    bool weak;          /* below the floor: reported only with other evidence */
};
ED_NODISCARD enum ed_rc ed_kb_pattern_info(struct ed_kb *kb, uint32_t row, struct ed_arena *arena,
                                           struct ed_kb_pattern_info *ret_info, struct ed_err *err);

/* Bits below which a record is weak (matching.md 2.7). */
#define ED_KB_SPECIFICITY_FLOOR 20.0

struct ed_kb_counts {
    uint64_t records, repos, families, active, repaired, weak, inactive, always; /* always: on the always-run list */
    uint64_t bytes;                                                              /* of the file */
};
ED_NODISCARD enum ed_rc ed_kb_count(struct ed_kb *kb, struct ed_kb_counts *ret_counts, struct ed_err *err);
/* Inactive records by reason, most first; fn is called for each reason. */
ED_NODISCARD enum ed_rc ed_kb_inactive(struct ed_kb *kb, void (*fn)(void *ctx, struct ed_str reason, uint64_t count),
                                       void *ctx, struct ed_err *err);

/* One line of a list: borrowed during the call. */
struct ed_kb_row {
    uint32_t row;
    struct ed_str id, repo, slug, error_message, severity, family;
    double specificity;
    bool weak, inactive;
};
typedef enum ed_rc (*ed_kb_row_fn)(void *ctx, const struct ed_kb_row *row, struct ed_err *err);

struct ed_kb_filter {
    struct ed_str repo, family, severity; /* ED_STR_NONE: any */
    bool only_weak, only_inactive;
};
/* All records that pass, by repo and slug. */
ED_NODISCARD enum ed_rc ed_kb_list(struct ed_kb *kb, const struct ed_kb_filter *filter, ed_kb_row_fn fn, void *ctx,
                                   struct ed_err *err);

#endif

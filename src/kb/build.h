/*
 * build.h: make the indexes of all active patterns of a data base, and say what was found out of each.
 */
#ifndef ED_KB_BUILD_H
#define ED_KB_BUILD_H

#include "base/buf.h"
#include "base/vec.h"
#include "match/index_build.h"
#include "store/db.h"
#include "store/derived.h"

struct ed_built_row {
    uint64_t regex; /* hash of the regex alone: equal for equal patterns */
    uint32_t row;
    struct ed_score old, now;
};

struct ed_built {
    struct ed_index_builder *builder;
    struct ed_buf blob;
    uint64_t patterns;                /* hash over the set of (row, regex): ED_META_PATTERNS */
    ED_VEC(struct ed_built_row) rows; /* ascending */
};

ED_NODISCARD enum ed_rc ed_build_index(struct ed_db *db, struct ed_built *ret_built, struct ed_err *err);
void ed_built_done(struct ed_built *built);
/* The blob of near wordings and codes (match/near.h) of those that are not weak; its content hash is the index's.
   ret_blob: initialised, its bytes are replaced. */
ED_NODISCARD enum ed_rc ed_build_near(struct ed_db *db, const struct ed_built *built, struct ed_buf *ret_blob,
                                      struct ed_err *err);
/* The content hash of an index over these patterns: it holds numbers of the background table, too. */
uint64_t ed_build_content_hash(uint64_t patterns);

#endif

/*
 * build.c: one pass over the active patterns: into the index builder, and into a list that the builder then completes
 * with specificity and way. The hash over the set does not depend on the order of its members.
 *
 * Specificity is kept in tenths of a bit, rounded down: a record that is under the floor stays under it, and the noise
 * that a few new records put into everyone's last digit changes few rows.
 */
#include "kb/build.h"

#include "kb/kb.h"
#include "match/background.h"
#include "match/index_build.h"
#include "match/near_build.h"

#define ROW_SEED   0x9E3779B97F4A7C15u
#define MAX_TENTHS 1e9

struct build {
    struct ed_index_builder *builder;
    struct ed_built *built;
};

static enum ed_rc add(void *ctx, uint32_t row, struct ed_str regex, const struct ed_score *score,
                      struct ed_err *err ED_UNUSED)
{
    struct build *b = ctx;

    ed_index_builder_add(b->builder, row, regex);
    b->built->patterns += ed_str_hash(regex, ((uint64_t)row + 1) * ROW_SEED);
    *ed_vec_add(&b->built->rows) = (struct ed_built_row){
        .row = row, .regex = ed_str_hash(regex, /* seed */ 0), .old = *score};
    return ED_OK;
}

static struct ed_built_row *find(struct ed_built *built, uint32_t row)
{
    size_t low = 0, high = built->rows.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (built->rows.v[middle].row < row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < built->rows.n && built->rows.v[low].row == row ? &built->rows.v[low] : NULL;
}

static void note(void *ctx, uint32_t record, double specificity, enum ed_index_way way)
{
    struct build *b = ctx;
    struct ed_built_row *row = find(b->built, record);

    if (row) {
        row->now = (struct ed_score){
            .known = true,
            .weak = specificity < ED_KB_SPECIFICITY_FLOOR,
            .tenths = (int64_t)ED_MIN(ED_MAX(specificity, 0.0) * 10.0, MAX_TENTHS),
            .way = (int64_t)way,
        };
    }
}

enum ed_rc ed_build_index(struct ed_db *db, struct ed_built *ret_built, struct ed_err *err)
{
    struct ed_built built = {0};
    struct build b = {.builder = ed_index_builder_new(), .built = &built};
    enum ed_rc rc = ed_derived_active(db, add, &b, err);

    ed_buf_init(&built.blob, /* max */ 0);
    if (rc == ED_OK) {
        ed_index_builder_finish(b.builder, ed_build_content_hash(built.patterns), &built.blob, note, &b);
        *ret_built = built;
    } else {
        ed_built_done(&built);
    }
    ed_index_builder_free(b.builder);
    return rc;
}

void ed_built_done(struct ed_built *built)
{
    ed_buf_done(&built->blob);
    ed_vec_done(&built->rows);
}

struct code {
    uint32_t row;
    struct ed_str code;
};

struct build_near {
    struct ed_near_builder *builder;
    const struct ed_index *index;
    struct ed_arena arena;
    ED_VEC(struct code) codes; /* by row */
    size_t at;
};

static enum ed_rc add_code(void *ctx, uint32_t row, struct ed_str code, struct ed_err *err ED_UNUSED)
{
    struct build_near *b = ctx;

    *ed_vec_add(&b->codes) = (struct code){row, ed_arena_str(&b->arena, code)};
    return ED_OK;
}

static enum ed_rc add_near(void *ctx, uint32_t row, struct ed_str regex, const struct ed_score *score ED_UNUSED,
                           struct ed_err *err ED_UNUSED)
{
    struct build_near *b = ctx;

    while (b->at < b->codes.n && b->codes.v[b->at].row < row) {
        b->at++;
    }
    if (ed_index_specificity(b->index, row) >= ED_KB_SPECIFICITY_FLOOR) {
        ed_near_builder_add(b->builder, row, regex,
                            b->at < b->codes.n && b->codes.v[b->at].row == row ? b->codes.v[b->at].code : ED_STR_NONE);
    }
    return ED_OK;
}

enum ed_rc ed_build_near(struct ed_db *db, const struct ed_index *index, uint64_t patterns, struct ed_buf *ret_blob,
                         struct ed_err *err)
{
    struct build_near b = {.builder = ed_near_builder_new(), .index = index};
    enum ed_rc rc;

    ed_arena_init(&b.arena);
    rc = ed_derived_codes(db, add_code, &b, err);
    if (rc == ED_OK) {
        rc = ed_derived_active(db, add_near, &b, err);
    }
    if (rc == ED_OK) {
        ed_near_builder_finish(b.builder, ed_build_content_hash(patterns), ret_blob);
    }
    ed_near_builder_free(b.builder);
    ed_vec_done(&b.codes);
    ed_arena_done(&b.arena);
    return rc;
}

uint64_t ed_build_content_hash(uint64_t patterns)
{
    return patterns ^ (ed_background_id() * ROW_SEED);
}

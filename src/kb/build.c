/*
 * build.c: one pass over the active patterns: into the index builder, and into a list that the builder then completes
 * with specificity and way. The hash over the set does not depend on the order of its members. What is made depends on
 * the records alone, never on how they came to be: one ingest or many give the same bytes. Of weak records, which are
 * few, what may stand beside them is read from the record itself.
 *
 * Specificity is kept in tenths of a bit, rounded down: a record that is under the floor stays under it, and the noise
 * that a few new records put into everyone's last digit changes few rows.
 */
#include "kb/build.h"

#include "kb/kb.h"
#include "match/background.h"
#include "match/near_build.h"
#include "record/beside.h"
#include "store/records.h"

#define ROW_SEED   0x9E3779B97F4A7C15u
#define MAX_TENTHS 1e9

struct build {
    struct ed_db *db;
    struct ed_built *built;
    size_t at;             /* the row that is told of next: they are told in their order */
    struct ed_arena arena; /* a weak record while its signs are asked for */
    enum ed_rc failed;     /* of the data base, meanwhile */
    struct ed_err *err;
};

static enum ed_rc add(void *ctx, uint32_t row, struct ed_str regex, const struct ed_score *score,
                      struct ed_err *err ED_UNUSED)
{
    struct build *b = ctx;

    ed_index_builder_add(b->built->builder, row, regex);
    b->built->patterns += ed_str_hash(regex, ((uint64_t)row + 1) * ROW_SEED);
    *ed_vec_add(&b->built->rows) = (struct ed_built_row){
        .row = row, .regex = ed_str_hash(regex, /* seed */ 0), .old = *score};
    return ED_OK;
}

static void note(void *ctx, uint32_t record ED_UNUSED, double specificity, enum ed_index_way way)
{
    struct build *b = ctx;

    b->built->rows.v[b->at++].now = (struct ed_score){
        .known = true,
        .weak = specificity < ED_KB_SPECIFICITY_FLOOR,
        .tenths = (uint32_t)ED_MIN(ED_MAX(specificity, 0.0) * 10.0, MAX_TENTHS),
        .way = (uint8_t)way,
    };
}

/* A record that cannot be read any more has no signs: its pattern is looked for everywhere. */
static bool beside(void *ctx, uint32_t row, struct ed_str *ret_class, struct ed_str *ret_path)
{
    struct build *b = ctx;
    struct ed_record record = {0};
    struct ed_problems problems = {0};
    struct ed_json_doc *doc = NULL;
    struct ed_str json = ED_STR_NONE;
    enum ed_rc rc;

    ed_arena_reset(&b->arena);
    rc = ed_records_json(b->db, row, &b->arena, &json, b->err);
    if (rc != ED_OK) {
        b->failed = rc < 0 ? rc : b->failed;
        return false;
    }
    rc = ed_json_parse(json, &doc, /* err */ NULL);
    if (rc == ED_OK) {
        rc = ed_record_read(ed_json_root(doc), &b->arena, &record, &problems);
        ed_json_doc_free(doc);
    }
    *ret_class = ed_beside_class(record.error_class);
    *ret_path = ed_beside_path(record.file_path);
    return rc == ED_OK;
}

enum ed_rc ed_build_index(struct ed_db *db, struct ed_built *ret_built, struct ed_err *err)
{
    struct ed_built built = {.builder = ed_index_builder_new()};
    struct build b = {.db = db, .built = &built, .failed = ED_OK, .err = err};
    enum ed_rc rc = ed_derived_active(db, add, &b, err);

    ed_buf_init(&built.blob, /* max */ 0);
    ed_arena_init(&b.arena);
    if (rc == ED_OK) {
        ed_index_builder_set_weak(built.builder, ED_KB_SPECIFICITY_FLOOR, beside, &b);
        ed_index_builder_finish(built.builder, ed_build_content_hash(built.patterns), &built.blob, note, &b);
        rc = b.failed;
    }
    ed_arena_done(&b.arena);
    if (rc == ED_OK) {
        *ret_built = built;
    } else {
        ed_built_done(&built);
    }
    return rc;
}

void ed_built_done(struct ed_built *built)
{
    ed_index_builder_free(built->builder);
    ed_buf_done(&built->blob);
    ed_vec_done(&built->rows);
}

struct codes {
    struct ed_arena arena;
    ED_VEC(struct ed_near_coded) list;
};

static enum ed_rc add_code(void *ctx, uint32_t row, struct ed_str code, struct ed_err *err ED_UNUSED)
{
    struct codes *codes = ctx;

    *ed_vec_add(&codes->list) = (struct ed_near_coded){row, ed_arena_str(&codes->arena, code)};
    return ED_OK;
}

enum ed_rc ed_build_near(struct ed_db *db, const struct ed_built *built, struct ed_buf *ret_blob, struct ed_err *err)
{
    struct codes codes = {0};
    enum ed_rc rc;

    ed_arena_init(&codes.arena);
    rc = ed_derived_codes(db, add_code, &codes, err);
    if (rc == ED_OK) {
        ed_near_build(built->builder, ED_KB_SPECIFICITY_FLOOR, codes.list.v, codes.list.n,
                      ed_build_content_hash(built->patterns), ret_blob);
    }
    ed_vec_done(&codes.list);
    ed_arena_done(&codes.arena);
    return rc;
}

uint64_t ed_build_content_hash(uint64_t patterns)
{
    return patterns ^ (ed_background_id() * ROW_SEED);
}

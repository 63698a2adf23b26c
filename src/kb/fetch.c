/*
 * fetch.c: single things out of a knowledge base: a record, a family, what is known of a pattern. Records and families
 * are read again from the JSON text that was stored; everything is copied to the caller's arena.
 */
#include "kb/state.h"
#include "store/derived.h"
#include "store/records.h"
#include "json/read.h"

static enum ed_rc damaged(struct ed_kb *kb, const char *what, struct ed_str name, struct ed_err *err)
{
    return ed_err_set(err, ED_ERR_DB,
                      "the %s %.*s in %s cannot be read by this program: run errdex rebuild to see why, or bring it in "
                      "again with errdex ingest",
                      what, ED_STR_ARG(name), ed_kb_path(kb));
}

static enum ed_rc read_record(struct ed_kb *kb, struct ed_str json, uint32_t row, struct ed_arena *arena,
                              struct ed_record *ret_record, struct ed_err *err)
{
    struct ed_problems problems = {0};
    struct ed_json_doc *doc = NULL;
    char name[16];
    enum ed_rc rc = ed_json_parse(json, &doc, err);

    if (rc == ED_OK) {
        rc = ed_record_read(ed_json_root(doc), arena, ret_record, &problems);
        ed_json_doc_free(doc);
    }
    if (rc != ED_OK) {
        snprintf(name, sizeof(name), "%" PRIu32, row);
        return damaged(kb, "record in row", ed_str_c(name), err);
    }
    return ED_OK;
}

enum ed_rc ed_kb_record(struct ed_kb *kb, uint32_t row, struct ed_arena *arena, struct ed_record *ret_record,
                        struct ed_err *err)
{
    struct ed_arena text;
    struct ed_str json = ED_STR_NONE;
    enum ed_rc rc;

    ed_arena_init(&text);
    ed_kb_lock(kb);
    rc = ed_records_json(kb->db, row, &text, &json, err);
    ed_kb_unlock(kb);
    if (rc == ED_NOT_FOUND) {
        rc = ed_err_set(err, ED_ERR_DB, "%s holds no record in row %" PRIu32, ed_kb_path(kb), row);
    } else if (rc == ED_OK) {
        rc = read_record(kb, json, row, arena, ret_record, err);
    }
    ed_arena_done(&text);
    return rc;
}

static enum ed_rc read_family(struct ed_kb *kb, struct ed_str json, struct ed_str slug, struct ed_arena *arena,
                              struct ed_family *ret_family, struct ed_err *err)
{
    struct ed_problems problems = {0};
    struct ed_json_doc *doc = NULL;
    enum ed_rc rc = ed_json_parse(json, &doc, err);

    if (rc == ED_OK) {
        rc = ed_family_read(ed_json_root(doc), arena, ret_family, &problems);
        ed_json_doc_free(doc);
    }
    return rc == ED_OK ? ED_OK : damaged(kb, "family", slug, err);
}

enum ed_rc ed_kb_family(struct ed_kb *kb, struct ed_str slug, struct ed_arena *arena, struct ed_family *ret_family,
                        struct ed_err *err)
{
    struct ed_arena text;
    struct ed_str json = ED_STR_NONE;
    enum ed_rc rc;

    ed_arena_init(&text);
    ed_kb_lock(kb);
    rc = ed_records_family(kb->db, slug, &text, &json, err);
    ed_kb_unlock(kb);
    if (rc == ED_OK) {
        rc = read_family(kb, json, slug, arena, ret_family, err);
    }
    ed_arena_done(&text);
    return rc;
}

struct each_family {
    struct ed_kb *kb;
    enum ed_rc (*fn)(void *ctx, const struct ed_family *family, struct ed_err *err);
    void *ctx;
    struct ed_arena arena;
};

static enum ed_rc hand_on_family(void *ctx, const struct ed_stored *stored, struct ed_err *err)
{
    struct each_family *each = ctx;
    struct ed_family family = {0};
    enum ed_rc rc = read_family(each->kb, stored->json, stored->id, &each->arena, &family, err);

    if (rc == ED_OK) {
        rc = each->fn(each->ctx, &family, err);
    }
    ed_arena_reset(&each->arena);
    return rc;
}

enum ed_rc ed_kb_families(struct ed_kb *kb,
                          enum ed_rc (*fn)(void *ctx, const struct ed_family *family, struct ed_err *err), void *ctx,
                          struct ed_err *err)
{
    struct each_family each = {.kb = kb, .fn = fn, .ctx = ctx};
    enum ed_rc rc;

    ed_arena_init(&each.arena);
    ed_kb_lock(kb);
    rc = ed_records_families(kb->db, hand_on_family, &each, err);
    ed_kb_unlock(kb);
    ed_arena_done(&each.arena);
    return rc;
}

enum ed_rc ed_kb_pattern_info(struct ed_kb *kb, uint32_t row, struct ed_arena *arena,
                              struct ed_kb_pattern_info *ret_info, struct ed_err *err)
{
    struct ed_pattern_row stored = {0};
    struct ed_score score = {0};
    struct ed_kb_pattern_info info = {0};
    enum ed_rc rc;

    ed_kb_lock(kb);
    rc = ed_derived_pattern(kb->db, row, arena, &stored, &score, err);
    ed_kb_unlock(kb);
    if (rc == ED_NOT_FOUND) {
        return ed_err_set(err, ED_ERR_DB, "%s knows no pattern of row %" PRIu32 ": run errdex rebuild", ed_kb_path(kb),
                          row);
    }
    if (rc == ED_OK) {
        rc = ed_kb_names(stored.names, arena, &info.names, &info.nnames, err);
    }
    if (rc == ED_OK) {
        info.state = stored.state == ED_STATE_INACTIVE     ? ED_PATTERN_INACTIVE
                     : stored.state == ED_PATTERN_REPAIRED ? ED_PATTERN_REPAIRED
                                                           : ED_PATTERN_TAKEN;
        info.reason = stored.reason;
        info.regex = stored.regex;
        info.specificity = (double)score.tenths / 10.0;
        info.weak = score.weak;
        *ret_info = info;
    }
    return rc;
}

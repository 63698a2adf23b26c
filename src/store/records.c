/*
 * records.c: the SQL of the authored tables. JSON texts go in and come out as they are; what they hold is for the
 * layers above. Rows are numbers up to UINT32_MAX, because the index counts records so; more is a failure with words.
 */
#include "store/records.h"

#include "base/clock.h"

static const char sql_source[] = "INSERT INTO source (name, dataset_version, ingested_at) "
                                 "VALUES (:name, :version, :when)";
static const char sql_source_version[] = "UPDATE source SET dataset_version = :version WHERE row = :row";
static const char sql_find[] = "SELECT record.row, d_look.row IS NOT NULL, d_look.analyzed, record.json FROM record "
                               "LEFT JOIN d_look ON d_look.row = record.row WHERE record.id = :id";
static const char sql_insert[] = "INSERT INTO record (id, source, json) VALUES (:id, :source, :json)";
static const char sql_replace[] = "UPDATE record SET source = :source, json = :json WHERE row = :row";
static const char sql_json[] = "SELECT json FROM record WHERE row = :row";
static const char sql_each[] = "SELECT record.row, record.id, source.name, record.json FROM record "
                               "LEFT JOIN source ON source.row = record.source ORDER BY record.row";
static const char sql_families[] = "SELECT 0, family.slug, source.name, family.json FROM family "
                                   "LEFT JOIN source ON source.row = family.source ORDER BY family.slug";
static const char sql_family[] = "SELECT json FROM family WHERE slug = :slug";
static const char sql_family_put[] = "INSERT INTO family (slug, source, json) VALUES (:slug, :source, :json) "
                                     "ON CONFLICT (slug) DO UPDATE SET source = excluded.source, json = excluded.json";

static enum ed_rc check_row(const struct ed_db *db, int64_t row, uint32_t *ret_row, struct ed_err *err)
{
    if (row < 0 || row > UINT32_MAX) {
        return ed_err_set(err, ED_ERR_DB,
                          "the data base %s has a record with the row number %" PRId64 ": it is damaged",
                          ed_db_path(db), row);
    }
    *ret_row = (uint32_t)row;
    return ED_OK;
}

static enum ed_rc read_row(struct ed_db *db, struct ed_stmt *stmt, int column, uint32_t *ret_row, struct ed_err *err)
{
    enum ed_rc rc = check_row(db, ed_stmt_col_int(stmt, column), ret_row, err);

    if (rc != ED_OK) {
        ed_stmt_reset(stmt);
    }
    return rc;
}

/* The one text that a statement yields, copied; ED_NOT_FOUND when it yields no row. */
static enum ed_rc one_text(struct ed_stmt *stmt, struct ed_arena *arena, struct ed_str *ret_text, struct ed_err *err)
{
    enum ed_rc rc = ed_stmt_step(stmt, err);

    if (rc == ED_OK) {
        *ret_text = ed_arena_str(arena, ed_stmt_col_text(stmt, 0));
        ed_stmt_reset(stmt);
    }
    return rc;
}

enum ed_rc ed_records_source(struct ed_db *db, struct ed_str name, struct ed_str version, struct ed_str when,
                             int64_t *ret_source, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_source, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":name", name);
    ed_stmt_text(stmt, ":version", version);
    ed_stmt_text(stmt, ":when", when);
    rc = ed_stmt_run(stmt, err);
    if (rc == ED_OK) {
        *ret_source = ed_db_last_row(db);
    }
    return rc;
}

enum ed_rc ed_records_source_version(struct ed_db *db, int64_t source, struct ed_str version, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_source_version, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", source);
    ed_stmt_text(stmt, ":version", version);
    return ed_stmt_run(stmt, err);
}

enum ed_rc ed_records_find(struct ed_db *db, struct ed_str id, struct ed_arena *arena,
                           struct ed_stored_record *ret_record, struct ed_err *err)
{
    struct ed_stored_record record = {0};
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_find, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":id", id);
    rc = ed_stmt_step(stmt, err);
    if (rc == ED_OK) {
        rc = read_row(db, stmt, 0, &record.row, err);
    }
    if (rc == ED_OK) {
        record.readable = ed_stmt_col_int(stmt, 1) != 0;
        record.analyzed = ed_stmt_col_null(stmt, 2) ? ED_TIME_UNKNOWN : ed_stmt_col_int(stmt, 2);
        record.json = ed_arena_str(arena, ed_stmt_col_text(stmt, 3));
        ed_stmt_reset(stmt);
        *ret_record = record;
    }
    return rc;
}

enum ed_rc ed_records_insert(struct ed_db *db, struct ed_str id, int64_t source, struct ed_str json, uint32_t *ret_row,
                             struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_insert, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":id", id);
    ed_stmt_int(stmt, ":source", source);
    ed_stmt_text(stmt, ":json", json);
    rc = ed_stmt_run(stmt, err);
    if (rc == ED_OK) {
        rc = check_row(db, ed_db_last_row(db), ret_row, err);
    }
    return rc;
}

enum ed_rc ed_records_replace(struct ed_db *db, uint32_t row, int64_t source, struct ed_str json, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_replace, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    ed_stmt_int(stmt, ":source", source);
    ed_stmt_text(stmt, ":json", json);
    return ed_stmt_run(stmt, err);
}

enum ed_rc ed_records_json(struct ed_db *db, uint32_t row, struct ed_arena *arena, struct ed_str *ret_json,
                           struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_json, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    return one_text(stmt, arena, ret_json, err);
}

static enum ed_rc each(struct ed_db *db, const char *sql, ed_stored_fn fn, void *ctx, struct ed_err *err)
{
    struct ed_stored stored = {0};
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    while ((rc = ed_stmt_step(stmt, err)) == ED_OK) {
        rc = read_row(db, stmt, 0, &stored.row, err);
        if (rc != ED_OK) {
            return rc;
        }
        stored.id = ed_stmt_col_text(stmt, 1);
        stored.source = ed_stmt_col_text(stmt, 2);
        stored.json = ed_stmt_col_text(stmt, 3);
        rc = fn(ctx, &stored, err);
        if (rc != ED_OK) {
            ed_stmt_reset(stmt);
            return rc;
        }
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

enum ed_rc ed_records_each(struct ed_db *db, ed_stored_fn fn, void *ctx, struct ed_err *err)
{
    return each(db, sql_each, fn, ctx, err);
}

enum ed_rc ed_records_families(struct ed_db *db, ed_stored_fn fn, void *ctx, struct ed_err *err)
{
    return each(db, sql_families, fn, ctx, err);
}

enum ed_rc ed_records_family(struct ed_db *db, struct ed_str slug, struct ed_arena *arena, struct ed_str *ret_json,
                             struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_family, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":slug", slug);
    return one_text(stmt, arena, ret_json, err);
}

enum ed_rc ed_records_family_put(struct ed_db *db, struct ed_str slug, int64_t source, struct ed_str json,
                                 struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_family_put, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":slug", slug);
    ed_stmt_int(stmt, ":source", source);
    ed_stmt_text(stmt, ":json", json);
    return ed_stmt_run(stmt, err);
}

/*
 * search.c: the SQL of the full-text table. It is contentless: a row is taken out by FTS5's own command with the texts
 * it was added with. Ranks are bm25 with the weights of schema/store_derived.sql, turned so that more is better.
 */
#include "store/search.h"

static const char sql_add[] = "INSERT INTO d_search (rowid, message, slug, names, prose, tags) "
                              "VALUES (:row, :message, :slug, :names, :prose, :tags)";
static const char sql_remove[] = "INSERT INTO d_search (d_search, rowid, message, slug, names, prose, tags) "
                                 "VALUES ('delete', :row, :message, :slug, :names, :prose, :tags)";
static const char sql_term[] = "SELECT doc FROM d_term WHERE term = :term";
static const char sql_run[] = "SELECT found.id, -found.score, d_look.message FROM "
                              "(SELECT rowid AS id, rank AS score FROM d_search WHERE d_search MATCH :query "
                              "ORDER BY rank LIMIT :max) AS found "
                              "JOIN d_look ON d_look.row = found.id ORDER BY found.score, found.id";

static enum ed_rc change(struct ed_db *db, const char *sql, uint32_t row, const struct ed_search_text *text,
                         struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    ed_stmt_text(stmt, ":message", text->message);
    ed_stmt_text(stmt, ":slug", text->slug);
    ed_stmt_text(stmt, ":names", text->names);
    ed_stmt_text(stmt, ":prose", text->prose);
    ed_stmt_text(stmt, ":tags", text->tags);
    return ed_stmt_run(stmt, err);
}

enum ed_rc ed_search_add(struct ed_db *db, uint32_t row, const struct ed_search_text *text, struct ed_err *err)
{
    return change(db, sql_add, row, text, err);
}

enum ed_rc ed_search_remove(struct ed_db *db, uint32_t row, const struct ed_search_text *text, struct ed_err *err)
{
    return change(db, sql_remove, row, text, err);
}

enum ed_rc ed_search_term(struct ed_db *db, struct ed_str word, uint64_t *ret_records, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_term, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":term", word);
    rc = ed_stmt_step(stmt, err);
    if (rc == ED_OK) {
        *ret_records = (uint64_t)ed_stmt_col_int(stmt, 0);
        ed_stmt_reset(stmt);
    } else if (rc == ED_NOT_FOUND) {
        *ret_records = 0;
        rc = ED_OK;
    }
    return rc;
}

enum ed_rc ed_search_run(struct ed_db *db, struct ed_str query, size_t max, ed_search_fn fn, void *ctx,
                         struct ed_err *err)
{
    struct ed_search_hit hit = {0};
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_run, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":query", query);
    ed_stmt_int(stmt, ":max", (int64_t)ED_MIN(max, (size_t)INT32_MAX));
    while ((rc = ed_stmt_step(stmt, err)) == ED_OK) {
        hit.row = (uint32_t)ed_stmt_col_int(stmt, 0);
        hit.rank = ed_stmt_col_double(stmt, 1);
        hit.message = ed_stmt_col_text(stmt, 2);
        rc = fn(ctx, &hit, err);
        if (rc != ED_OK) {
            ed_stmt_reset(stmt);
            return rc;
        }
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

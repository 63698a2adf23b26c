/*
 * stmt.c: prepared statements with named binds: the cache, binds, steps and columns.
 *
 * A statement belongs to its data base and is finalised with it. A bind that goes wrong (a name the statement does not
 * have, a text SQLite refuses) is remembered and reported by the next step, so that binding needs no tests. Binds are
 * taken off at every reset: nothing points to the caller's bytes any longer.
 */
#include "store/handle.h"

#include "base/alloc.h"

static struct ed_stmt *cached(const struct ed_db *db, const char *sql)
{
    for (size_t i = 0; i < db->stmts.n; i++) {
        if (db->stmts.v[i]->sql == sql) {
            return db->stmts.v[i];
        }
    }
    return NULL;
}

static enum ed_rc prepare(struct ed_db *db, const char *sql, struct ed_stmt **ret_stmt, struct ed_err *err)
{
    sqlite3_stmt *handle = NULL;
    const char *tail = NULL;
    struct ed_stmt *stmt;
    int rc = sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &handle, &tail);

    if (rc != SQLITE_OK) {
        return ed_db_fail(db, rc, "read", err);
    }
    if (!handle || ed_str_trim(ed_str_c(tail)).n > 0) {
        sqlite3_finalize(handle);
        return ed_err_set(err, ED_ERR_INTERNAL, "one SQL statement was expected: %.100s", sql);
    }
    stmt = ed_alloc_zero(1, sizeof(*stmt));
    stmt->db = db;
    stmt->handle = handle;
    stmt->sql = sql;
    *ed_vec_add(&db->stmts) = stmt;
    *ret_stmt = stmt;
    return ED_OK;
}

enum ed_rc ed_db_stmt(struct ed_db *db, const char *sql, struct ed_stmt **ret_stmt, struct ed_err *err)
{
    struct ed_stmt *stmt = cached(db, sql);

    if (!stmt) {
        return prepare(db, sql, ret_stmt, err);
    }
    if (sqlite3_stmt_busy(stmt->handle)) {
        return ed_err_set(err, ED_ERR_INTERNAL, "an SQL statement is used while it is still read: %.100s", sql);
    }
    *ret_stmt = stmt;
    return ED_OK;
}

/* The number of a bind, or 0 and a note for the next step. */
static int bind_index(struct ed_stmt *stmt, const char *name)
{
    int index = sqlite3_bind_parameter_index(stmt->handle, name);

    if (index == 0 && !stmt->bad_name) {
        stmt->bad_name = name;
    }
    return index;
}

static void bound(struct ed_stmt *stmt, int rc)
{
    if (rc != SQLITE_OK && stmt->bad_rc == SQLITE_OK) {
        stmt->bad_rc = rc;
    }
}

void ed_stmt_text(struct ed_stmt *stmt, const char *name, struct ed_str value)
{
    int index = bind_index(stmt, name);

    if (index > 0) {
        bound(stmt, sqlite3_bind_text64(stmt->handle, index, value.p, value.n, SQLITE_STATIC, SQLITE_UTF8));
    }
}

void ed_stmt_blob(struct ed_stmt *stmt, const char *name, struct ed_str value)
{
    int index = bind_index(stmt, name);

    if (index > 0) {
        bound(stmt, sqlite3_bind_blob64(stmt->handle, index, value.p, value.n, SQLITE_STATIC));
    }
}

void ed_stmt_int(struct ed_stmt *stmt, const char *name, int64_t value)
{
    int index = bind_index(stmt, name);

    if (index > 0) {
        bound(stmt, sqlite3_bind_int64(stmt->handle, index, value));
    }
}

void ed_stmt_double(struct ed_stmt *stmt, const char *name, double value)
{
    int index = bind_index(stmt, name);

    if (index > 0) {
        bound(stmt, sqlite3_bind_double(stmt->handle, index, value));
    }
}

void ed_stmt_null(struct ed_stmt *stmt, const char *name)
{
    int index = bind_index(stmt, name);

    if (index > 0) {
        bound(stmt, sqlite3_bind_null(stmt->handle, index));
    }
}

void ed_stmt_reset(struct ed_stmt *stmt)
{
    sqlite3_reset(stmt->handle);
    sqlite3_clear_bindings(stmt->handle);
    stmt->bad_name = NULL;
    stmt->bad_rc = SQLITE_OK;
}

/* A COMMIT is no writing statement to SQLite. */
static bool writes(const struct ed_stmt *stmt)
{
    return !sqlite3_stmt_readonly(stmt->handle) || !sqlite3_get_autocommit(stmt->db->handle);
}

enum ed_rc ed_stmt_step(struct ed_stmt *stmt, struct ed_err *err)
{
    enum ed_rc rc;
    int got;

    if (stmt->bad_name) {
        rc = ed_err_set(err, ED_ERR_INTERNAL, "the SQL statement has no bind %s: %.100s", stmt->bad_name, stmt->sql);
        ed_stmt_reset(stmt);
        return rc;
    }
    got = stmt->bad_rc != SQLITE_OK ? stmt->bad_rc : sqlite3_step(stmt->handle);
    if (got == SQLITE_ROW) {
        return ED_OK;
    }
    rc = got == SQLITE_DONE ? ED_NOT_FOUND : ed_db_fail(stmt->db, got, writes(stmt) ? "write" : "read", err);
    ed_stmt_reset(stmt);
    return rc;
}

enum ed_rc ed_stmt_run(struct ed_stmt *stmt, struct ed_err *err)
{
    enum ed_rc rc = ed_stmt_step(stmt, err);

    if (rc == ED_OK) {
        ed_stmt_reset(stmt);
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

struct ed_str ed_stmt_col_text(struct ed_stmt *stmt, int column)
{
    const void *p = NULL;
    int n = 0;

    if (sqlite3_column_type(stmt->handle, column) == SQLITE_NULL) {
        return ED_STR_NONE;
    }
    if (sqlite3_column_type(stmt->handle, column) == SQLITE_BLOB) {
        p = sqlite3_column_blob(stmt->handle, column);
    } else {
        p = sqlite3_column_text(stmt->handle, column);
    }
    n = sqlite3_column_bytes(stmt->handle, column);
    return ed_str(p ? p : "", p ? (size_t)n : 0);
}

int64_t ed_stmt_col_int(struct ed_stmt *stmt, int column)
{
    return sqlite3_column_int64(stmt->handle, column);
}

double ed_stmt_col_double(struct ed_stmt *stmt, int column)
{
    return sqlite3_column_double(stmt->handle, column);
}

bool ed_stmt_col_null(struct ed_stmt *stmt, int column)
{
    return sqlite3_column_type(stmt->handle, column) == SQLITE_NULL;
}

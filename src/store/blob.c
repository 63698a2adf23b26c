/*
 * blob.c: whole blobs in d_blob. What is in them, and whether it is good, is for whoever wrote them to say: the store
 * promises only that they are as they were put, in one transaction with the rest.
 *
 * A blob is read through a memory map, which is taken away again: it lies on thousands of pages, and one system call
 * for each would be most of what opening a knowledge base costs. For the same reason it is read into large pages.
 */
#include "store/blob.h"

#include "store/handle.h"

static const char sql_put[] = "INSERT OR REPLACE INTO d_blob (name, bytes) VALUES (:name, :bytes)";
static const char sql_find[] = "SELECT rowid FROM d_blob WHERE name = :name";
static const char sql_map[] = "PRAGMA mmap_size = 2147418112";
static const char sql_unmap[] = "PRAGMA mmap_size = 0";

enum ed_rc ed_blob_put(struct ed_db *db, const char *name, struct ed_str bytes, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_put, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":name", ed_str_c(name));
    ed_stmt_blob(stmt, ":bytes", bytes);
    return ed_stmt_run(stmt, err);
}

static enum ed_rc find(struct ed_db *db, const char *name, int64_t *ret_row, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_find, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":name", ed_str_c(name));
    rc = ed_stmt_step(stmt, err);
    if (rc == ED_OK) {
        *ret_row = ed_stmt_col_int(stmt, 0);
        ed_stmt_reset(stmt);
    }
    return rc;
}

static enum ed_rc set_map(struct ed_db *db, const char *sql, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql, &stmt, err);

    return rc == ED_OK ? ed_stmt_run(stmt, err) : rc;
}

static enum ed_rc read_into(struct ed_db *db, sqlite3_blob *blob, struct ed_buf *buf, struct ed_err *err)
{
    int n = sqlite3_blob_bytes(blob), rc;
    char *room;

    ed_buf_large(buf, (size_t)n);
    room = ed_buf_room(buf, (size_t)n);
    if (!room) {
        return ed_err_set(err, ED_ERR_LIMIT, "a blob of %d bytes in %s is too large", n, ed_db_path(db));
    }
    rc = n > 0 ? sqlite3_blob_read(blob, room, n, /* offset */ 0) : SQLITE_OK;
    if (rc != SQLITE_OK) {
        return ed_db_fail(db, rc, "read", err);
    }
    room[n] = '\0';
    buf->n += (size_t)n;
    return ED_OK;
}

enum ed_rc ed_blob_get(struct ed_db *db, const char *name, struct ed_buf *buf, struct ed_err *err)
{
    sqlite3_blob *blob = NULL;
    int64_t row = 0;
    int got;
    enum ed_rc rc = find(db, name, &row, err);

    if (rc != ED_OK) {
        return rc;
    }
    rc = set_map(db, sql_map, err);
    if (rc == ED_OK) {
        got = sqlite3_blob_open(db->handle, "main", "d_blob", "bytes", row, /* flags */ 0, &blob);
        /* A value that is no blob is damage of the kind that makes the caller build anew. */
        rc = got == SQLITE_OK      ? read_into(db, blob, buf, err)
             : got == SQLITE_ERROR ? ED_NOT_FOUND
                                   : ed_db_fail(db, got, "read", err);
        sqlite3_blob_close(blob);
    }
    if (set_map(db, sql_unmap, /* err */ NULL) != ED_OK && rc == ED_OK) {
        rc = ed_err_set(err, ED_ERR_INTERNAL, "a memory map of %s cannot be taken away", ed_db_path(db));
    }
    return rc;
}

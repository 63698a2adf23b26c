/*
 * db.h: SQLite as errdex uses it: open, transactions, statements with named binds. store/ is its only user.
 *
 * SQL texts are static const; a value reaches SQL only through a named bind, and a name that the statement does not
 * have is ED_ERR_INTERNAL, as is text behind the first statement. Every data base failure comes with words: which file,
 * what, and what to do (full disk, read-only file system, locked, corrupt, not a data base, another program's, a newer
 * version).
 */
#ifndef ED_STORE_DB_H
#define ED_STORE_DB_H

#include "base/err.h"
#include "base/str.h"

#define ED_DB_APPLICATION_ID 0x65726478 /* "erdx" */
#define ED_DB_VERSION        1          /* PRAGMA user_version: of the authored tables */
/* Of the derived tables, their shape and what is written into them: a change makes them anew, it never migrates them.
 */
#define ED_DB_DERIVED_VERSION 2

enum ed_db_mode {
    ED_DB_READ,  /* read-only, nothing is created; works on a read-only file system */
    ED_DB_WRITE, /* must exist */
    ED_DB_CREATE /* made with the schema when it is not there or empty */
};

struct ed_db;
struct ed_stmt;

/* Checks application_id and user_version. A data base without derived tables, or with those of another version of them,
   is opened; ed_db_derived tells, and ed_db_derive makes them anew (empty). */
ED_NODISCARD enum ed_rc ed_db_open(const char *path, enum ed_db_mode mode, struct ed_db **ret_db, struct ed_err *err);
void ed_db_close(struct ed_db *db);
/* Close after a failure: undo what was begun, and take the file away again when this open made it and it holds neither
   a record nor a family. db may be NULL. */
void ed_db_discard(struct ed_db *db);
const char *ed_db_path(const struct ed_db *db);
/* The derived tables are there and of this version. */
bool ed_db_derived(const struct ed_db *db);
/* Drop the derived tables, make them anew, empty. Inside the caller's transaction. */
ED_NODISCARD enum ed_rc ed_db_derive(struct ed_db *db, struct ed_err *err);

ED_NODISCARD enum ed_rc ed_db_begin(struct ed_db *db, struct ed_err *err);
ED_NODISCARD enum ed_rc ed_db_commit(struct ed_db *db, struct ed_err *err);
/* Never fails in a way that matters: what was begun is undone. */
void ed_db_rollback(struct ed_db *db);

/* The row that the last INSERT made. */
int64_t ed_db_last_row(const struct ed_db *db);

/* Prepare once, use often; the statement is cached by the address of its SQL text and finalised with the data base. */
ED_NODISCARD enum ed_rc ed_db_stmt(struct ed_db *db, const char *sql, struct ed_stmt **ret_stmt, struct ed_err *err);
/* name with its colon: ":id". A view that is ED_STR_NONE binds NULL. Bytes are borrowed until the statement is reset.
 */
void ed_stmt_text(struct ed_stmt *stmt, const char *name, struct ed_str value);
void ed_stmt_blob(struct ed_stmt *stmt, const char *name, struct ed_str value);
void ed_stmt_int(struct ed_stmt *stmt, const char *name, int64_t value);
void ed_stmt_double(struct ed_stmt *stmt, const char *name, double value);
void ed_stmt_null(struct ed_stmt *stmt, const char *name);
/* ED_OK: there is a row. ED_NOT_FOUND: no more rows; the statement is reset. A wrong bind name is reported here. */
ED_NODISCARD enum ed_rc ed_stmt_step(struct ed_stmt *stmt, struct ed_err *err);
/* Run to the end and reset, for statements without rows. */
ED_NODISCARD enum ed_rc ed_stmt_run(struct ed_stmt *stmt, struct ed_err *err);
/* Reset and clear the binds: always before the statement is left half way. */
void ed_stmt_reset(struct ed_stmt *stmt);
/* Columns of the current row. Views live until the next step or reset; NULL is ED_STR_NONE. */
struct ed_str ed_stmt_col_text(struct ed_stmt *stmt, int column);
int64_t ed_stmt_col_int(struct ed_stmt *stmt, int column);
double ed_stmt_col_double(struct ed_stmt *stmt, int column);
bool ed_stmt_col_null(struct ed_stmt *stmt, int column);

#endif

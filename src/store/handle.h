/*
 * handle.h: what the files of store/ share: the connection and the words of its failures. For store/ alone.
 */
#ifndef ED_STORE_HANDLE_H
#define ED_STORE_HANDLE_H

#include "base/arena.h"
#include "base/vec.h"
#include "store/db.h"

#include <sqlite3.h>

struct ed_stmt {
    struct ed_db *db;
    sqlite3_stmt *handle;
    const char *sql;      /* its address is the key of the cache */
    const char *bad_name; /* the first bind name that the statement does not have */
    int bad_rc;           /* the first bind that SQLite refused */
};

struct ed_db {
    sqlite3 *handle;
    char *path;
    enum ed_db_mode mode;
    bool derived; /* derived tables of this version are there */
    bool created; /* the file was made by this open */
    ED_VEC(struct ed_stmt *) stmts;
};

/* The words for what SQLite answered, by its extended code and errno; `doing` completes "cannot ...": "read". */
enum ed_rc ed_db_fail(const struct ed_db *db, int sqlite_rc, const char *doing, struct ed_err *err) ED_NODISCARD;

#endif

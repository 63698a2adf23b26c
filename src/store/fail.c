/*
 * fail.c: what SQLite answers, in words: which file, what is wrong with it, and what to do.
 *
 * A write that fails is always inside a transaction that is then undone, so "nothing was changed" is a promise kept.
 * SQLite calls only a full disk "full", and a quota or a file that may not grow an I/O error; to a person all are one.
 */
#include "store/handle.h"

#include <sys/stat.h>

static bool no_room(const struct ed_db *db, int code)
{
    int errnum = db->handle ? sqlite3_system_errno(db->handle) : 0;

    if ((code & 0xFF) == SQLITE_FULL) {
        return true;
    }
    /* By the time that an error is asked for, undoing the transaction may have cleared errno. */
    return (code & 0xFF) == SQLITE_IOERR &&
           (errnum == ENOSPC || errnum == EDQUOT || errnum == EFBIG || (errnum == 0 && code == SQLITE_IOERR_WRITE));
}

static enum ed_rc fail_open(const struct ed_db *db, struct ed_err *err)
{
    int errnum = db->handle ? sqlite3_system_errno(db->handle) : 0;
    struct stat st = {0};

    if (errnum == 0 && stat(db->path, &st) != 0) {
        errnum = errno;
    }
    if (errnum == 0) {
        errnum = EACCES;
    }
    return ed_err_errno(err, ED_ERR_DB, errnum, "cannot open the data base %s, or a file beside it", db->path);
}

static enum ed_rc fail_readonly(const struct ed_db *db, int code, struct ed_err *err)
{
    if (code == SQLITE_READONLY_ROLLBACK || code == SQLITE_READONLY_RECOVERY) {
        return ed_err_set(
            err, ED_ERR_DB,
            "%s was left half written by an ingest that was stopped, and cannot be put right here because "
            "it or its folder may not be written: run errdex once where it may, or with --db and a copy "
            "of the file and of %s-journal",
            db->path, db->path);
    }
    if (code == SQLITE_READONLY_DBMOVED) {
        return ed_err_set(err, ED_ERR_DB,
                          "%s was moved or removed while it was written: nothing was changed, try again", db->path);
    }
    return ed_err_set(err, ED_ERR_DB,
                      "%s may not be written (its permissions, its folder's, or a read-only file system): nothing was "
                      "changed; name another one with --db",
                      db->path);
}

static enum ed_rc fail_io(const struct ed_db *db, const char *doing, struct ed_err *err)
{
    int errnum = sqlite3_system_errno(db->handle);
    const char *said = sqlite3_errmsg(db->handle);

    if (errnum == 0) {
        return ed_err_set(err, ED_ERR_IO, "cannot %s the data base %s: %s", doing, db->path, said);
    }
    return ed_err_errno(err, ED_ERR_IO, errnum, "cannot %s the data base %s: %s", doing, db->path, said);
}

static enum ed_rc fail_corrupt(const struct ed_db *db, struct ed_err *err)
{
    return ed_err_set(err, ED_ERR_DB,
                      "the data base %s is damaged (%s): put a copy in its place, or make a new one with errdex ingest",
                      db->path, db->handle ? sqlite3_errmsg(db->handle) : "no page of it can be read");
}

enum ed_rc ed_db_fail(const struct ed_db *db, int sqlite_rc, const char *doing, struct ed_err *err)
{
    int code = db->handle ? sqlite3_extended_errcode(db->handle) : sqlite_rc;

    if ((code & 0xFF) != (sqlite_rc & 0xFF)) {
        code = sqlite_rc;
    }
    if (no_room(db, code)) {
        return ed_err_set(
            err, ED_ERR_DB,
            "there is no room to write the data base %s (disk or quota full, a limit on the size of files, "
            "or a failing disk): nothing was changed; make room and run it again",
            db->path);
    }
    switch (code & 0xFF) {
    case SQLITE_CANTOPEN:
        return fail_open(db, err);
    case SQLITE_READONLY:
        return fail_readonly(db, code, err);
    case SQLITE_PERM:
        return ed_err_set(err, ED_ERR_DB, "may not %s the data base %s: look at its permissions", doing, db->path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return ed_err_set(
            err, ED_ERR_DB,
            "the data base %s is in use by another program (an ingest, most likely): nothing was changed; "
            "wait for it to end and try again",
            db->path);
    case SQLITE_NOTADB:
        return ed_err_set(err, ED_ERR_DB, "%s is not an errdex data base: it is no SQLite file at all", db->path);
    case SQLITE_CORRUPT:
    case SQLITE_FORMAT:
        return fail_corrupt(db, err);
    case SQLITE_IOERR:
        return fail_io(db, doing, err);
    case SQLITE_NOMEM:
        return ed_err_set(err, ED_ERR_LIMIT, "there is not enough memory to %s the data base %s", doing, db->path);
    case SQLITE_TOOBIG:
        return ed_err_set(err, ED_ERR_LIMIT, "a value is too large for the data base %s (1 GB)", db->path);
    case SQLITE_CONSTRAINT:
    case SQLITE_ERROR:
    case SQLITE_SCHEMA:
    case SQLITE_MISMATCH:
        return ed_err_set(
            err, ED_ERR_DB,
            "the tables of the data base %s are not as errdex makes them (%s): run errdex rebuild, or make "
            "a new one with errdex ingest",
            db->path, db->handle ? sqlite3_errmsg(db->handle) : "");
    default:
        return ed_err_set(err, ED_ERR_DB, "cannot %s the data base %s: %s", doing, db->path, sqlite3_errstr(sqlite_rc));
    }
}

/*
 * db.c: open and close a data base file, transactions, and the schema.
 *
 * It refuses what is not ours (application id), what is newer (user_version) and what is no regular file, each with
 * words. The journal is a rollback journal that is deleted at the end of a transaction: no file stays beside the data
 * base, and it is readable on a read-only file system. A transaction that a kill cut short leaves its journal; the next
 * open undoes it, a read-only open too, when the file may be written. Foreign files are opened with triggers and views
 * off.
 */
#include "store/handle.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "store_authored_sql.h"
#include "store_derived_sql.h"

/* How long a reader or writer waits for another one before it gives up. */
#define BUSY_MS 5000

static const char sql_application_id[] = "PRAGMA application_id";
static const char sql_user_version[] = "PRAGMA user_version";
static const char sql_tables[] = "SELECT count(*) FROM sqlite_schema";
static const char sql_has_meta[] = "SELECT count(*) FROM sqlite_schema WHERE name = 'd_meta'";
static const char sql_derived_version[] = "SELECT value FROM d_meta WHERE key = 'version'";
static const char sql_set_version[] = "INSERT INTO d_meta (key, value) VALUES ('version', :version)";
static const char sql_checks[] = "PRAGMA cell_size_check = ON";
static const char sql_begin[] = "BEGIN IMMEDIATE";
static const char sql_commit[] = "COMMIT";
static const char sql_rollback[] = "ROLLBACK";

/* What a statement's first column holds as a number; 0 when there is no row. */
static enum ed_rc ask(struct ed_db *db, const char *sql, int64_t *ret, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql, &stmt, err);

    if (rc == ED_OK) {
        rc = ed_stmt_step(stmt, err);
    }
    if (rc == ED_OK) {
        *ret = ed_stmt_col_int(stmt, 0);
        ed_stmt_reset(stmt);
    }
    if (rc == ED_NOT_FOUND) {
        *ret = 0;
        rc = ED_OK;
    }
    return rc;
}

static enum ed_rc run_script(struct ed_db *db, const char *sql, struct ed_err *err)
{
    int rc = sqlite3_exec(db->handle, sql, /* callback */ NULL, /* ctx */ NULL, /* errmsg */ NULL);

    return rc == SQLITE_OK ? ED_OK : ed_db_fail(db, rc, "write", err);
}

static enum ed_rc run_sql(struct ed_db *db, const char *sql, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql, &stmt, err);

    return rc == ED_OK ? ed_stmt_run(stmt, err) : rc;
}

/* The path as SQLite takes it for a path: "file:x", ":memory:" and "" mean other things to it. */
static char *plain_path(const char *path)
{
    size_t n = strlen(path);
    char *own;

    if (path[0] == '/') {
        return ed_alloc_text(path, n);
    }
    own = ed_alloc(n + 3);
    own[0] = '.';
    own[1] = '/';
    memcpy(own + 2, path, n + 1);
    return own;
}

/* What the path is, before SQLite sees it: it would only say that it is "unable to open" it. */
static enum ed_rc look_at_path(const char *path, enum ed_db_mode mode, bool *ret_missing, struct ed_err *err)
{
    struct stat st = {0};

    *ret_missing = false;
    if (stat(path, &st) != 0) {
        *ret_missing = errno == ENOENT;
        if (*ret_missing && mode == ED_DB_CREATE) {
            return ED_OK;
        }
        if (*ret_missing) {
            return ed_err_set(err, ED_ERR_DB,
                              "there is no data base at %s: make one with errdex ingest --db %s RECORDS", path, path);
        }
        return ed_err_errno(err, ED_ERR_DB, errno, "cannot open the data base %s", path);
    }
    if (S_ISDIR(st.st_mode)) {
        return ed_err_set(err, ED_ERR_DB, "%s is a folder and no data base: name a file in it", path);
    }
    if (!S_ISREG(st.st_mode)) {
        return ed_err_set(err, ED_ERR_DB, "%s is no regular file: a data base must be one", path);
    }
    return ED_OK;
}

static void close_handle(struct ed_db *db)
{
    for (size_t i = 0; i < db->stmts.n; i++) {
        sqlite3_finalize(db->stmts.v[i]->handle);
        ed_free(db->stmts.v[i]);
    }
    ed_vec_done(&db->stmts);
    sqlite3_close_v2(db->handle);
    db->handle = NULL;
}

static enum ed_rc open_handle(struct ed_db *db, int flags, struct ed_err *err)
{
    char *path = plain_path(db->path);
    int rc;
    enum ed_rc ret = ED_OK;

    /* Counting its memory makes SQLite take a lock for every piece of it. Refused, without harm, once it is in use. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    rc = sqlite3_open_v2(path, &db->handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, /* vfs */ NULL);
    ed_free(path);
    if (rc != SQLITE_OK) {
        ret = ed_db_fail(db, rc, "open", err);
        close_handle(db);
        return ret;
    }
    sqlite3_busy_timeout(db->handle, BUSY_MS);
    sqlite3_limit(db->handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)NULL);
    return ED_OK;
}

/* One open for writing and one read undo what a killed transaction left; then the file can be opened read-only. */
static enum ed_rc recover(struct ed_db *db, struct ed_err *err)
{
    int64_t tables = 0;
    enum ed_rc rc;

    close_handle(db);
    if (access(db->path, W_OK) != 0) {
        return ed_db_fail(db, SQLITE_READONLY_ROLLBACK, "read", err);
    }
    rc = open_handle(db, SQLITE_OPEN_READWRITE, err);
    if (rc == ED_OK) {
        rc = ask(db, sql_tables, &tables, err);
        close_handle(db);
    }
    return rc == ED_OK ? open_handle(db, SQLITE_OPEN_READONLY, err) : rc;
}

/* The first read of the file. *ret_tables is what the schema lists. */
static enum ed_rc first_look(struct ed_db *db, int64_t *ret_tables, struct ed_err *err)
{
    enum ed_rc rc = ask(db, sql_tables, ret_tables, err);

    if (rc != ED_OK && db->mode == ED_DB_READ && sqlite3_extended_errcode(db->handle) == SQLITE_READONLY_ROLLBACK) {
        rc = recover(db, err);
        if (rc == ED_OK) {
            rc = ask(db, sql_tables, ret_tables, err);
        }
    }
    return rc;
}

static enum ed_rc judge_header(struct ed_db *db, int64_t tables, struct ed_err *err)
{
    int64_t id = 0, version = 0;
    enum ed_rc rc = ask(db, sql_application_id, &id, err);

    if (rc == ED_OK) {
        rc = ask(db, sql_user_version, &version, err);
    }
    if (rc != ED_OK) {
        return rc;
    }
    if (id == 0 && tables == 0) {
        return ed_err_set(err, ED_ERR_DB, "%s is empty: make a data base of it with errdex ingest --db %s RECORDS",
                          db->path, db->path);
    }
    if (id != ED_DB_APPLICATION_ID) {
        return ed_err_set(err, ED_ERR_DB,
                          "%s is not an errdex data base: its application id is 0x%08" PRIx32
                          " and not 0x%08x; it belongs to another program and was left as it is",
                          db->path, (uint32_t)id, ED_DB_APPLICATION_ID);
    }
    if (version > ED_DB_VERSION) {
        return ed_err_set(err, ED_ERR_DB,
                          "%s was made by a newer errdex: its version is %" PRId64
                          " and this program knows %d; install that errdex, or make a new data base with --db",
                          db->path, version, ED_DB_VERSION);
    }
    if (version != ED_DB_VERSION) {
        return ed_err_set(err, ED_ERR_DB, "%s has the version %" PRId64 ", which no errdex wrote: make a new data base",
                          db->path, version);
    }
    return ED_OK;
}

static enum ed_rc find_derived(struct ed_db *db, struct ed_err *err)
{
    int64_t has = 0, version = 0;
    enum ed_rc rc = ask(db, sql_has_meta, &has, err);

    if (rc == ED_OK && has) {
        rc = ask(db, sql_derived_version, &version, err);
    }
    db->derived = rc == ED_OK && has && version == ED_DB_DERIVED_VERSION;
    return rc;
}

/* Settings of a connection that writes: a cache that holds the inner pages of all indices at 150,000 records; zeroing
   freed pages (a default of some builds) is not wanted. */
static enum ed_rc set_up_writer(struct ed_db *db, struct ed_err *err)
{
    static const char *const settings[] = {"PRAGMA journal_mode = DELETE", "PRAGMA synchronous = FULL",
                                           "PRAGMA cache_size = -131072", "PRAGMA secure_delete = OFF",
                                           "PRAGMA temp_store = MEMORY"};
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < ED_ARRAY_LEN(settings) && rc == ED_OK; i++) {
        rc = run_sql(db, settings[i], err);
    }
    return rc;
}

static enum ed_rc make_schema(struct ed_db *db, struct ed_err *err)
{
    /* A record is a few kB: of small pages it wastes a twentieth, of 4 kB ones a fifth. */
    static const char sql_page[] = "PRAGMA page_size = 2048";
    int64_t tables = 0;
    enum ed_rc rc = run_sql(db, sql_page, err);

    rc = rc == ED_OK ? ed_db_begin(db, err) : rc;

    if (rc != ED_OK) {
        return rc;
    }
    rc = ask(db, sql_tables, &tables, err);
    if (rc == ED_OK && tables == 0) {
        rc = run_script(db, ed_store_authored_sql, err);
        if (rc == ED_OK) {
            rc = ed_db_derive(db, err);
        }
    }
    if (rc == ED_OK) {
        rc = ed_db_commit(db, err);
    }
    if (rc != ED_OK) {
        ed_db_rollback(db);
    }
    return rc;
}

static enum ed_rc open_checked(struct ed_db *db, bool missing, struct ed_err *err)
{
    int flags = db->mode == ED_DB_READ    ? SQLITE_OPEN_READONLY
                : db->mode == ED_DB_WRITE ? SQLITE_OPEN_READWRITE
                                          : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int64_t tables = 0, id = 0;
    enum ed_rc rc;
    int fd;

    if (missing) {
        /* Made here and not by SQLite, so that exactly one of several programs knows that it made it. */
        fd = open(db->path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
        db->created = fd >= 0;
        if (fd < 0 && errno != EEXIST) {
            return ed_err_errno(err, ED_ERR_DB, errno, "cannot make the data base %s", db->path);
        }
        if (fd >= 0) {
            close(fd);
        }
    }
    rc = open_handle(db, flags, err);
    if (rc == ED_OK) {
        rc = first_look(db, &tables, err);
    }
    if (rc == ED_OK && db->mode == ED_DB_CREATE && tables == 0) {
        rc = ask(db, sql_application_id, &id, err);
        if (rc == ED_OK && id == 0) {
            rc = set_up_writer(db, err);
            rc = rc == ED_OK ? make_schema(db, err) : rc;
            tables = 1;
        }
    }
    if (rc == ED_OK) {
        rc = judge_header(db, tables, err);
    }
    if (rc == ED_OK) {
        rc = run_sql(db, sql_checks, err);
    }
    if (rc == ED_OK && db->mode != ED_DB_READ) {
        /* SQLite opens a file that may not be written for reading, and would only say so at the first write. */
        rc = sqlite3_db_readonly(db->handle, "main") == 1 ? ed_db_fail(db, SQLITE_READONLY, "write", err)
                                                          : set_up_writer(db, err);
    }
    return rc == ED_OK ? find_derived(db, err) : rc;
}

enum ed_rc ed_db_open(const char *path, enum ed_db_mode mode, struct ed_db **ret_db, struct ed_err *err)
{
    struct ed_db *db;
    bool missing = false;
    enum ed_rc rc = look_at_path(path, mode, &missing, err);

    if (rc != ED_OK) {
        return rc;
    }
    db = ed_alloc_zero(1, sizeof(*db));
    db->path = ed_alloc_text(path, strlen(path));
    db->mode = mode;
    rc = open_checked(db, missing, err);
    if (rc != ED_OK) {
        ed_db_discard(db);
        return rc;
    }
    *ret_db = db;
    return ED_OK;
}

void ed_db_close(struct ed_db *db)
{
    if (!db) {
        return;
    }
    close_handle(db);
    ed_free(db->path);
    ed_free(db);
}

void ed_db_discard(struct ed_db *db)
{
    static const char sql_lock[] = "BEGIN EXCLUSIVE";
    static const char sql_records[] =
        "SELECT count(*) FROM (SELECT 1 FROM record UNION ALL SELECT 1 FROM family LIMIT 1)";
    int64_t records = 0, tables = 0;

    if (db && db->created && db->handle) {
        ed_db_rollback(db);
        /* The lock is held over the removal: who waits for it finds the file gone (ed_db_begin) and writes no lost
         * data. */
        if (run_sql(db, sql_lock, /* err */ NULL) == ED_OK && ask(db, sql_tables, &tables, /* err */ NULL) == ED_OK &&
            (tables == 0 || ask(db, sql_records, &records, /* err */ NULL) == ED_OK) && records == 0) {
            unlink(db->path);
        }
        ed_db_rollback(db);
    }
    ed_db_close(db);
}

const char *ed_db_path(const struct ed_db *db)
{
    return db->path;
}

int64_t ed_db_last_row(const struct ed_db *db)
{
    return sqlite3_last_insert_rowid(db->handle);
}

bool ed_db_derived(const struct ed_db *db)
{
    return db->derived;
}

enum ed_rc ed_db_derive(struct ed_db *db, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = run_script(db, ed_store_derived_sql, err);

    if (rc == ED_OK) {
        rc = ed_db_stmt(db, sql_set_version, &stmt, err);
    }
    if (rc == ED_OK) {
        ed_stmt_int(stmt, ":version", ED_DB_DERIVED_VERSION);
        rc = ed_stmt_run(stmt, err);
    }
    db->derived = rc == ED_OK;
    return rc;
}

enum ed_rc ed_db_begin(struct ed_db *db, struct ed_err *err)
{
    int moved = 0;
    enum ed_rc rc = run_sql(db, sql_begin, err);

    if (rc != ED_OK) {
        return rc;
    }
    if (sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved) {
        ed_db_rollback(db);
        return ed_db_fail(db, SQLITE_READONLY_DBMOVED, "write", err);
    }
    return ED_OK;
}

enum ed_rc ed_db_commit(struct ed_db *db, struct ed_err *err)
{
    return run_sql(db, sql_commit, err);
}

void ed_db_rollback(struct ed_db *db)
{
    if (db->handle && !sqlite3_get_autocommit(db->handle)) {
        if (run_sql(db, sql_rollback, /* err */ NULL) != ED_OK) {
            return; /* closing the connection undoes what is left */
        }
    }
    if (db->handle && db->derived) {
        if (find_derived(db, /* err */ NULL) != ED_OK) {
            db->derived = false;
        }
    }
}

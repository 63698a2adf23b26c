/*
 * factdb.c: the sandbox for the SQL of playbooks: a data base in memory of its own, filled by bound values and then
 * only asked.
 *
 * What guards it: an authorizer that allows SELECT, reading our tables and a list of functions, and refuses all else
 * with words; SQLite's own limits, so that neither a text, nor a statement, nor an answer grows without end; a count of
 * steps and a clock for what merely takes long, a recursion without end among it. Nothing spills to disk. Table and
 * column names stand in SQL as they are, so they pass ed_factdb_name first; values never do.
 *
 * Order of the file: the guard, life, tables and rows, questions.
 */
#include "store/factdb.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/vec.h"

#include <sqlite3.h>

/* Steps of SQLite's machine between two looks at the count and the clock. */
#define STEPS_A_LOOK 1000
/* A row of a table at its widest. */
#define ROW_LENGTH ((int)(ED_LIMIT_FACT_TEXT + 16) * (ED_LIMIT_FACT_COLUMNS + 1))

struct table {
    char *name;
    size_t ncolumns;
    sqlite3_stmt *insert;
};

struct ed_factdb {
    sqlite3 *handle;
    ED_VEC(struct table) tables;
    size_t rows;
    bool asking;        /* the authorizer is at work: nothing but questions */
    const char *refuse; /* what was refused, */
    char name[64];      /* and its name */
    ed_factdb_reads_fn reads;
    void *reads_ctx;
    uint64_t looks; /* of the question at hand */
    int64_t started;
    bool late;
};

static const char sql_temp[] = "PRAGMA temp_store = MEMORY";

/* Pure functions whose result is no longer than what they are given, or is cut at the length limit at once. */
static const char *const functions[] = {
    "abs",   "coalesce", "count", "ifnull", "iif",     "instr",        "length",     "like", "lower",
    "ltrim", "max",      "min",   "nullif", "round",   "rtrim",        "substr",     "sum",  "total",
    "trim",  "typeof",   "upper", "avg",    "replace", "group_concat", "row_number", "glob", "first_value"};

static int refuse(struct ed_factdb *db, const char *what, const char *name)
{
    if (!db->refuse) {
        db->refuse = what;
        snprintf(db->name, sizeof(db->name), "%.60s", name ? name : "");
    }
    return SQLITE_DENY;
}

static int read_column(struct ed_factdb *db, const char *table, const char *column)
{
    for (size_t i = 0; i < db->tables.n; i++) {
        if (table && strcmp(db->tables.v[i].name, table) == 0) {
            if (db->reads) {
                db->reads(db->reads_ctx, table, column ? column : "");
            }
            return SQLITE_OK;
        }
    }
    /* rows of a WITH are counted under its name, and a bare count of others tells nothing */
    return column && column[0] ? refuse(db, "it may read the facts' tables only, and not", table) : SQLITE_OK;
}

static int may_call(struct ed_factdb *db, const char *name)
{
    for (size_t i = 0; i < ED_ARRAY_LEN(functions); i++) {
        if (name && strcmp(functions[i], name) == 0) {
            return SQLITE_OK;
        }
    }
    return refuse(db, "it may not call the function", name);
}

static int authorize(void *ctx, int action, const char *a, const char *b, const char *schema, const char *trigger)
{
    struct ed_factdb *db = ctx;

    (void)schema;
    (void)trigger;
    if (!db->asking) {
        return SQLITE_OK;
    }
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE: /* what has no end ends at the count of steps */
        return SQLITE_OK;
    case SQLITE_READ:
        return read_column(db, a, b);
    case SQLITE_FUNCTION:
        return may_call(db, b);
    case SQLITE_ATTACH:
        return refuse(db, "it may not ATTACH a data base", NULL);
    case SQLITE_PRAGMA:
        return refuse(db, "it may not use PRAGMA", a);
    default:
        return refuse(db, "it may do nothing but SELECT", NULL);
    }
}

static int on_progress(void *ctx)
{
    struct ed_factdb *db = ctx;

    if (!db->asking) {
        return 0;
    }
    db->looks++;
    db->late = db->looks * STEPS_A_LOOK > ED_LIMIT_FACT_STEPS ||
               ed_clock_monotonic() - db->started > ED_LIMIT_FACT_MICROSECONDS;
    return db->late;
}

static void set_limits(sqlite3 *handle)
{
    static const int limits[][2] = {{SQLITE_LIMIT_LENGTH, ROW_LENGTH},
                                    {SQLITE_LIMIT_SQL_LENGTH, (int)ED_LIMIT_FACT_SQL},
                                    {SQLITE_LIMIT_COLUMN, ED_LIMIT_FACT_COLUMNS},
                                    {SQLITE_LIMIT_EXPR_DEPTH, 60},
                                    {SQLITE_LIMIT_COMPOUND_SELECT, 12},
                                    {SQLITE_LIMIT_VDBE_OP, 20000},
                                    {SQLITE_LIMIT_FUNCTION_ARG, 8},
                                    {SQLITE_LIMIT_ATTACHED, 0},
                                    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200},
                                    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                    {SQLITE_LIMIT_WORKER_THREADS, 0}};

    for (size_t i = 0; i < ED_ARRAY_LEN(limits); i++) {
        sqlite3_limit(handle, limits[i][0], limits[i][1]);
    }
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)NULL);
    /* "name" is a column that must be there, never a text in its place */
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)NULL);
}

struct ed_factdb *ed_factdb_new(void)
{
    struct ed_factdb *db = ed_alloc_zero(1, sizeof(*db));
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;

    if (sqlite3_open_v2(":memory:", &db->handle, flags, /* vfs= */ NULL) != SQLITE_OK ||
        sqlite3_exec(db->handle, sql_temp, NULL, NULL, NULL) != SQLITE_OK) {
        ed_alloc_failed(sizeof(*db)); /* a data base in memory lacks nothing else */
    }
    set_limits(db->handle);
    sqlite3_set_authorizer(db->handle, authorize, db);
    sqlite3_progress_handler(db->handle, STEPS_A_LOOK, on_progress, db);
    return db;
}

void ed_factdb_free(struct ed_factdb *db)
{
    if (!db) {
        return;
    }
    for (size_t i = 0; i < db->tables.n; i++) {
        sqlite3_finalize(db->tables.v[i].insert);
        ed_free(db->tables.v[i].name);
    }
    ed_vec_done(&db->tables);
    sqlite3_close_v2(db->handle);
    ed_free(db);
}

bool ed_factdb_word(struct ed_str s)
{
    bool is = s.n > 0 && s.n <= 40 && s.p[0] >= 'a' && s.p[0] <= 'z';

    for (size_t i = 0; i < s.n && is; i++) {
        is = ed_is_word(s.p[i]) && ed_lower(s.p[i]) == s.p[i];
    }
    return is;
}

bool ed_factdb_name(struct ed_str name)
{
    return ed_factdb_word(name) && !ed_str_starts(name, ED_STR("sqlite_")) &&
           !sqlite3_keyword_check(name.p, (int)name.n);
}

/* Rows that come in may be wide; what a question makes may not. */
static void ask_mode(struct ed_factdb *db, bool asking)
{
    db->asking = asking;
    sqlite3_limit(db->handle, SQLITE_LIMIT_LENGTH, asking ? (int)ED_LIMIT_FACT_LENGTH : ROW_LENGTH);
}

/* What SQLite says about its own failure here. */
static enum ed_rc own_failure(struct ed_factdb *db, struct ed_err *err)
{
    return ed_err_set(err, ED_ERR_INTERNAL, "the facts' data base says: %.300s", sqlite3_errmsg(db->handle));
}

static enum ed_rc prepare_insert(struct ed_factdb *db, struct table *table, struct ed_err *err)
{
    struct ed_buf sql;
    int rc;

    ed_buf_init(&sql, /* max= */ 0);
    ed_buf_text(&sql, "INSERT INTO ");
    ed_buf_text(&sql, table->name);
    ed_buf_text(&sql, " VALUES (?1");
    for (size_t i = 1; i < table->ncolumns; i++) {
        ed_buf_printf(&sql, ", ?%zu", i + 1);
    }
    ed_buf_byte(&sql, ')');
    rc = sqlite3_prepare_v3(db->handle, sql.p, -1, SQLITE_PREPARE_PERSISTENT, &table->insert, /* tail= */ NULL);
    ed_buf_done(&sql);
    return rc == SQLITE_OK ? ED_OK : own_failure(db, err);
}

enum ed_rc ed_factdb_table(struct ed_factdb *db, struct ed_str name, const struct ed_str *columns, size_t ncolumns,
                           size_t *ret_table, struct ed_err *err)
{
    bool sound = ed_factdb_name(name) && ncolumns > 0 && ncolumns <= ED_LIMIT_FACT_COLUMNS;
    struct table *table;
    struct ed_buf sql;
    int rc;

    for (size_t i = 0; i < ncolumns && sound; i++) {
        sound = ed_factdb_name(columns[i]);
    }
    if (!sound) {
        return ed_err_set(err, ED_ERR_INPUT, "\"%.60s\" and its columns do not make a table: names are a-z, 0-9 and _",
                          name.p ? name.p : "");
    }
    ed_buf_init(&sql, /* max= */ 0);
    ed_buf_text(&sql, "CREATE TABLE ");
    ed_buf_str(&sql, name);
    for (size_t i = 0; i < ncolumns; i++) {
        ed_buf_text(&sql, i ? ", " : " (");
        ed_buf_str(&sql, columns[i]);
    }
    ed_buf_byte(&sql, ')');
    rc = sqlite3_exec(db->handle, sql.p, /* callback= */ NULL, /* ctx= */ NULL, /* errmsg= */ NULL);
    ed_buf_done(&sql);
    if (rc != SQLITE_OK) {
        return ed_err_set(err, ED_ERR_INPUT, "the table %.*s cannot be made: %.200s", ED_STR_ARG(name),
                          sqlite3_errmsg(db->handle));
    }
    table = ed_vec_add(&db->tables);
    *table = (struct table){.name = ed_alloc_text(name.p, name.n), .ncolumns = ncolumns};
    *ret_table = db->tables.n - 1;
    return prepare_insert(db, table, err);
}

enum ed_rc ed_factdb_row(struct ed_factdb *db, size_t table, const struct ed_fact *facts, struct ed_err *err)
{
    const struct table *to = &db->tables.v[table];
    int rc = SQLITE_OK;

    if (db->rows >= ED_LIMIT_FACT_ROWS) {
        return ed_err_set(err, ED_ERR_LIMIT, "more than %zu rows of facts", (size_t)ED_LIMIT_FACT_ROWS);
    }
    for (size_t i = 0; i < to->ncolumns && rc == SQLITE_OK; i++) {
        int at = (int)i + 1;

        switch (facts[i].kind) {
        case ED_FACT_INTEGER:
            rc = sqlite3_bind_int64(to->insert, at, facts[i].integer);
            break;
        case ED_FACT_REAL:
            rc = sqlite3_bind_double(to->insert, at, facts[i].real);
            break;
        case ED_FACT_TEXT:
            rc = sqlite3_bind_text(to->insert, at, facts[i].text.p ? facts[i].text.p : "",
                                   (int)ED_MIN(facts[i].text.n, ED_LIMIT_FACT_TEXT), SQLITE_STATIC);
            break;
        case ED_FACT_NULL:
            rc = sqlite3_bind_null(to->insert, at);
            break;
        }
    }
    if (rc == SQLITE_OK) {
        rc = sqlite3_step(to->insert);
    }
    sqlite3_reset(to->insert);
    sqlite3_clear_bindings(to->insert);
    if (rc != SQLITE_DONE) {
        return own_failure(db, err);
    }
    db->rows++;
    return ED_OK;
}

/* Why SQLite did not do it: our refusal, our limits, or its own words. */
static enum ed_rc failure(struct ed_factdb *db, int rc, struct ed_err *err)
{
    if (db->refuse) {
        return ed_err_set(err, ED_ERR_INPUT, "the SQL was refused: %s%s%s", db->refuse, db->name[0] ? " " : "",
                          db->name);
    }
    if (db->late || rc == SQLITE_INTERRUPT) {
        return ed_err_set(err, ED_ERR_LIMIT, "the SQL was ended: it takes more than %u steps or %u ms",
                          ED_LIMIT_FACT_STEPS, ED_LIMIT_FACT_MICROSECONDS / 1000);
    }
    return ed_err_set(err, ED_ERR_INPUT, "the SQL is wrong: %.400s", sqlite3_errmsg(db->handle));
}

static enum ed_rc prepare(struct ed_factdb *db, struct ed_str sql, sqlite3_stmt **ret_stmt, struct ed_err *err)
{
    const char *tail = NULL;
    sqlite3_stmt *stmt = NULL;
    int rc;

    db->refuse = NULL;
    db->looks = 0;
    db->started = ed_clock_monotonic();
    db->late = false;
    if (sql.n > ED_LIMIT_FACT_SQL) {
        return ed_err_set(err, ED_ERR_INPUT, "the SQL was refused: it is longer than %zu bytes", ED_LIMIT_FACT_SQL);
    }
    rc = sqlite3_prepare_v3(db->handle, sql.p, (int)sql.n, /* flags= */ 0, &stmt, &tail);
    if (rc != SQLITE_OK) {
        return failure(db, rc, err);
    }
    if (!stmt || ed_str_trim(ed_str_slice(sql, (size_t)(tail - sql.p), sql.n)).n > 0 ||
        sqlite3_bind_parameter_count(stmt) > 0 || !sqlite3_stmt_readonly(stmt) || sqlite3_column_count(stmt) == 0) {
        sqlite3_finalize(stmt);
        return ed_err_set(err, ED_ERR_INPUT, "the SQL was refused: it must be one SELECT without parameters");
    }
    *ret_stmt = stmt;
    return ED_OK;
}

static void column_names(sqlite3_stmt *stmt, struct ed_arena *arena, struct ed_fact_rows *rows)
{
    size_t n = (size_t)sqlite3_column_count(stmt);
    struct ed_str *names = ed_arena_zero(arena, n, sizeof(*names));

    for (size_t i = 0; i < n; i++) {
        names[i] = ed_arena_str(arena, ed_str_c(sqlite3_column_name(stmt, (int)i)));
    }
    *rows = (struct ed_fact_rows){.names = names, .ncols = n};
}

enum ed_rc ed_factdb_look(struct ed_factdb *db, struct ed_str sql, ed_factdb_reads_fn reads, void *ctx,
                          struct ed_arena *arena, struct ed_fact_rows *ret_rows, struct ed_err *err)
{
    sqlite3_stmt *stmt = NULL;
    enum ed_rc rc;

    db->reads = reads;
    db->reads_ctx = ctx;
    ask_mode(db, /* asking= */ true);
    rc = prepare(db, sql, &stmt, err);
    db->reads = NULL;
    ask_mode(db, /* asking= */ false);
    if (rc == ED_OK) {
        column_names(stmt, arena, ret_rows);
        sqlite3_finalize(stmt);
    }
    return rc;
}

static struct ed_fact fact_of(sqlite3_stmt *stmt, int column, struct ed_arena *arena)
{
    struct ed_fact fact = {0};
    const void *p;

    switch (sqlite3_column_type(stmt, column)) {
    case SQLITE_INTEGER:
        fact.kind = ED_FACT_INTEGER;
        fact.integer = sqlite3_column_int64(stmt, column);
        break;
    case SQLITE_FLOAT:
        fact.kind = ED_FACT_REAL;
        fact.real = sqlite3_column_double(stmt, column);
        break;
    case SQLITE_NULL:
        break;
    default:
        fact.kind = ED_FACT_TEXT;
        p = sqlite3_column_text(stmt, column);
        fact.text = ed_arena_str(arena, ed_str(p ? p : "", p ? (size_t)sqlite3_column_bytes(stmt, column) : 0));
        break;
    }
    return fact;
}

bool ed_fact_holds(const struct ed_fact *fact)
{
    return (fact->kind == ED_FACT_INTEGER && fact->integer != 0) || (fact->kind == ED_FACT_REAL && fact->real != 0);
}

static enum ed_rc run(struct ed_factdb *db, sqlite3_stmt *stmt, size_t where, size_t most, struct ed_arena *arena,
                      struct ed_fact_rows *ret_rows, struct ed_err *err)
{
    struct ed_fact_rows rows;
    struct ed_fact *facts;
    bool any = false; /* a row that holds; until then the first row of those that do not may stand in its place */
    int rc;

    column_names(stmt, arena, &rows);
    facts = ed_arena_zero(arena, most * rows.ncols, sizeof(*facts));
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        struct ed_fact judged = where < rows.ncols ? fact_of(stmt, (int)where, arena) : (struct ed_fact){0};
        bool holds = where == ED_FACT_ALL || ed_fact_holds(&judged);

        rows.unknown += where < rows.ncols && judged.kind == ED_FACT_NULL;
        if (!holds && (rows.nrows || judged.kind == ED_FACT_NULL)) {
            continue;
        }
        rows.nrows = holds && !any ? 0 : rows.nrows;
        any = any || holds;
        if (rows.nrows == most) {
            rows.dropped++;
            continue;
        }
        for (size_t i = 0; i < rows.ncols; i++) {
            facts[rows.nrows * rows.ncols + i] = fact_of(stmt, (int)i, arena);
        }
        rows.nrows++;
    }
    if (rc != SQLITE_DONE) {
        return failure(db, rc, err);
    }
    rows.facts = facts;
    *ret_rows = rows;
    return ED_OK;
}

enum ed_rc ed_factdb_ask(struct ed_factdb *db, struct ed_str sql, size_t where, size_t most, struct ed_arena *arena,
                         struct ed_fact_rows *ret_rows, struct ed_err *err)
{
    sqlite3_stmt *stmt = NULL;
    enum ed_rc rc;

    ask_mode(db, /* asking= */ true);
    rc = prepare(db, sql, &stmt, err);
    if (rc == ED_OK) {
        rc = run(db, stmt, where, most, arena, ret_rows, err);
    }
    sqlite3_finalize(stmt);
    ask_mode(db, /* asking= */ false);
    return rc;
}

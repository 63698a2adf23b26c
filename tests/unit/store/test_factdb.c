/*
 * test_factdb.c: the sandbox: what a question may ask, what it is refused and in which words, and that it ends.
 */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "store/factdb.h"

#include <setjmp.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cmocka.h>

struct world {
    struct ed_factdb *db;
    struct ed_arena arena;
    struct ed_err err;
};

static struct world open_world(void)
{
    static const struct ed_str columns[] = {ED_STR_INIT("pid"), ED_STR_INIT("name"), ED_STR_INIT("used")};
    const struct ed_fact rows[][3] = {
        {{.kind = ED_FACT_INTEGER, .integer = 7}, {.kind = ED_FACT_TEXT, .text = ED_STR("a")}, {.kind = ED_FACT_NULL}},
        {{.kind = ED_FACT_INTEGER, .integer = 8},
         {.kind = ED_FACT_TEXT, .text = ED_STR("$(reboot)")},
         {.kind = ED_FACT_REAL, .real = 1.5}}};
    struct world w = {.db = ed_factdb_new()};
    size_t table = 9;

    ed_arena_init(&w.arena);
    assert_int_equal(ed_factdb_table(w.db, ED_STR("app"), columns, 3, &table, &w.err), ED_OK);
    assert_int_equal(table, 0);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(ed_factdb_row(w.db, table, rows[i], &w.err), ED_OK);
    }
    return w;
}

static void close_world(struct world *w)
{
    ed_factdb_free(w->db);
    ed_arena_done(&w->arena);
}

static enum ed_rc ask(struct world *w, const char *sql, struct ed_fact_rows *rows)
{
    w->err = (struct ed_err){0};
    return ed_factdb_ask(w->db, ed_str_c(sql), ED_FACT_ALL, 20, &w->arena, rows, &w->err);
}

static void answers(void **state)
{
    struct world w = open_world();
    struct ed_fact_rows rows = {0};

    (void)state;
    assert_int_equal(ask(&w, "SELECT pid, name, used, used / 0 AS holds FROM app ORDER BY pid", &rows), ED_OK);
    assert_int_equal(rows.nrows, 2);
    assert_int_equal(rows.ncols, 4);
    assert_true(ed_str_is(rows.names[3], "holds"));
    assert_int_equal(rows.facts[0].integer, 7);
    assert_int_equal(rows.facts[2].kind, ED_FACT_NULL);
    assert_true(ed_str_is(rows.facts[5].text, "$(reboot)"));
    assert_true(rows.facts[6].kind == ED_FACT_REAL && rows.facts[6].real == 1.5);
    assert_int_equal(rows.facts[7].kind, ED_FACT_NULL); /* by zero */
    /* a process tree */
    assert_int_equal(ask(&w,
                         "WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 50) "
                         "SELECT n FROM up",
                         &rows),
                     ED_OK);
    assert_int_equal(rows.nrows, 20);
    assert_int_equal(rows.dropped, 30);
    close_world(&w);
}

static void check_refused(const char *sql, const char *words)
{
    struct world w = open_world();
    struct ed_fact_rows rows = {.nrows = 77};
    enum ed_rc rc = ask(&w, sql, &rows);

    if (rc != ED_ERR_INPUT || !strstr(w.err.message, words)) {
        fail_msg("%s: %d %s", sql, (int)rc, w.err.message);
    }
    assert_int_equal(rows.nrows, 77);
    /* and it is as it was */
    assert_int_equal(ask(&w, "SELECT count(*) FROM app", &rows), ED_OK);
    assert_int_equal(rows.facts[0].integer, 2);
    close_world(&w);
}

static void refusals(void **state)
{
    static const struct {
        const char *sql, *words;
    } cases[] = {
        {"ATTACH DATABASE '/tmp/errdex-attached.db' AS x", "it may not ATTACH"},
        {"ATTACH DATABASE 'file:/etc/passwd' AS x", "it may not ATTACH"},
        {"PRAGMA user_version", "it may not use PRAGMA user_version"},
        {"SELECT * FROM pragma_user_version", "it may"},
        {"SELECT * FROM pragma_database_list()", "it may"},
        {"INSERT INTO app VALUES (1, 2, 3)", "nothing but SELECT"},
        {"UPDATE app SET pid = 1", "nothing but SELECT"},
        {"DELETE FROM app", "nothing but SELECT"},
        {"CREATE TABLE t (x)", "nothing but SELECT"},
        {"CREATE TEMP TABLE t (x)", "nothing but SELECT"},
        {"DROP TABLE app", "nothing but SELECT"},
        {"VACUUM INTO '/tmp/errdex-vacuum.db'", "refused"},
        {"BEGIN", "refused"},
        {"SELECT load_extension('/tmp/x.so')", "load_extension"},
        {"SELECT zeroblob(1000000000)", "may not call the function zeroblob"},
        {"SELECT printf('%1000000d', 1)", "may not call the function printf"},
        {"SELECT randomblob(9)", "may not call the function randomblob"},
        {"SELECT readfile('/etc/passwd')", "no such function"},
        {"SELECT sql FROM sqlite_schema", "may read the facts' tables only"},
        {"SELECT sql FROM sqlite_master", "may read the facts' tables only"},
        {"SELECT value FROM json_each('[1]')", "it may"},
        {"SELECT cpus FROM app", "no such column: cpus"},
        {"SELECT \"cpus\" FROM app", "no such column"},
        {"SELECT pid FROM web", "no such table: web"},
        {"SELECT 1; DELETE FROM app", "one SELECT without parameters"},
        {"SELECT 1; SELECT 2", "one SELECT without parameters"},
        {"SELECT ?1", "one SELECT without parameters"},
        {"", "one SELECT without parameters"},
        {"-- nothing", "one SELECT without parameters"},
        {"EXPLAIN SELECT", "the SQL is wrong"},
        {"SELEC", "the SQL is wrong"},
    };
    struct stat st;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        check_refused(cases[i].sql, cases[i].words);
    }
    assert_int_not_equal(stat("/tmp/errdex-attached.db", &st), 0);
    assert_int_not_equal(stat("/tmp/errdex-vacuum.db", &st), 0);
}

/* What has no end is ended, in words, and costs neither time nor memory without bound. */
static void endless(void **state)
{
    static const char *const cases[] = {
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION SELECT x + 1 FROM n) SELECT x FROM n",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n LIMIT -1) SELECT count(*) FROM n",
        "WITH RECURSIVE n(i, x) AS (SELECT 1, 'aaaaaaaaaaaaaaaa' UNION ALL "
        "SELECT i + 1, substr(x || x, 1, 2000) FROM n) SELECT x FROM n ORDER BY x || i",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
        "SELECT count(*) FROM n AS a, n AS b, n AS c",
    };
    struct rusage usage;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct world w = open_world();
        struct ed_fact_rows rows = {0};
        enum ed_rc rc = ask(&w, cases[i], &rows);

        if (rc != ED_ERR_LIMIT || !strstr(w.err.message, "the SQL was ended")) {
            fail_msg("%s: %d %s", cases[i], (int)rc, w.err.message);
        }
        assert_int_equal(ask(&w, "SELECT count(*) FROM app", &rows), ED_OK);
        close_world(&w);
    }
    getrusage(RUSAGE_SELF, &usage);
    assert_true((size_t)usage.ru_maxrss * ED_KIB < 1024 * ED_MIB);
}

static void too_long(void **state)
{
    struct world w = open_world();
    struct ed_fact_rows rows = {0};
    char *sql = ed_alloc_zero(ED_LIMIT_FACT_SQL + 100, 1);

    (void)state;
    memset(sql, ' ', ED_LIMIT_FACT_SQL + 90);
    memcpy(sql, "SELECT 1", 8);
    assert_int_equal(ask(&w, sql, &rows), ED_ERR_INPUT);
    assert_non_null(strstr(w.err.message, "longer than"));
    ed_free(sql);
    /* a text that doubles hits the limit on texts, not the memory */
    assert_int_equal(
        ask(&w, "WITH RECURSIVE n(x) AS (SELECT 'ab' UNION ALL SELECT x || x FROM n) SELECT x FROM n", &rows),
        ED_ERR_INPUT);
    assert_non_null(strstr(w.err.message, "too big"));
    close_world(&w);
}

struct reads {
    char text[256];
};

static void on_reads(void *ctx, const char *table, const char *column)
{
    struct reads *reads = ctx;
    size_t n = strlen(reads->text);

    snprintf(reads->text + n, sizeof(reads->text) - n, "%s.%s ", table, column);
}

static void looks(void **state)
{
    struct world w = open_world();
    struct ed_fact_rows rows = {0};
    struct reads reads = {""};

    (void)state;
    assert_int_equal(ed_factdb_look(w.db, ED_STR("SELECT 1 AS holds FROM app WHERE used > 2"), on_reads, &reads,
                                    &w.arena, &rows, &w.err),
                     ED_OK);
    assert_string_equal(reads.text, "app.used ");
    assert_int_equal(rows.ncols, 1);
    reads.text[0] = '\0';
    assert_int_equal(
        ed_factdb_look(w.db, ED_STR("SELECT count(*) AS holds FROM app"), on_reads, &reads, &w.arena, &rows, &w.err),
        ED_OK);
    assert_string_equal(reads.text, "app. ");
    close_world(&w);
}

/* Rows that hold are kept wherever they stand; else one that does not. */
static void kept(void **state)
{
    static const struct {
        const char *sql;
        size_t nrows;
        int64_t first;
        uint64_t dropped, unknown;
    } cases[] = {
        {"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100) SELECT x, x > 97 FROM n", 3, 98, 0,
         0},
        {"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100) SELECT x, x > 50 FROM n", 20, 51,
         30, 0},
        {"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100) SELECT x, x > 100 FROM n", 1, 1, 0,
         0},
        {"SELECT 7, NULL UNION ALL SELECT 8, 0 UNION ALL SELECT 9, NULL", 1, 8, 0, 2},
        {"SELECT 7, 0 UNION ALL SELECT 8, 'yes' UNION ALL SELECT 9, 0.5", 1, 9, 0, 0},
        {"SELECT 7, NULL", 0, 0, 0, 1},
    };
    struct world w = open_world();

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_fact_rows rows = {0};

        assert_int_equal(ed_factdb_ask(w.db, ed_str_c(cases[i].sql), 1, 20, &w.arena, &rows, &w.err), ED_OK);
        assert_int_equal(rows.nrows, cases[i].nrows);
        assert_int_equal(rows.nrows ? rows.facts[0].integer : 0, cases[i].first);
        assert_int_equal(rows.dropped, cases[i].dropped);
        assert_int_equal(rows.unknown, cases[i].unknown);
    }
    close_world(&w);
}

static void names(void **state)
{
    static const char *const bad[] = {
        "",       "A",     "1a",       "a b", "a-b",      "a;b",
        "select", "table", "sqlite_x", "a\"", "\xc3\xa9", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    struct world w = open_world();
    struct ed_str column = ED_STR("x");
    size_t table;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(bad); i++) {
        assert_false(ed_factdb_name(ed_str_c(bad[i])));
        assert_int_equal(ed_factdb_table(w.db, ed_str_c(bad[i]), &column, 1, &table, &w.err), ED_ERR_INPUT);
    }
    assert_true(ed_factdb_name(ED_STR("used_memory2")));
    assert_int_equal(ed_factdb_table(w.db, ED_STR("app"), &column, 1, &table, &w.err), ED_ERR_INPUT); /* twice */
    close_world(&w);
}

static void rows_end(void **state)
{
    struct world w = open_world();
    struct ed_fact row[3] = {{.kind = ED_FACT_INTEGER, .integer = 1}};
    char *text = ed_alloc(ED_LIMIT_FACT_TEXT * 3);
    struct ed_fact_rows rows = {0};

    (void)state;
    memset(text, 'x', ED_LIMIT_FACT_TEXT * 3);
    row[1] = (struct ed_fact){.kind = ED_FACT_TEXT, .text = ed_str(text, ED_LIMIT_FACT_TEXT * 3)};
    assert_int_equal(ed_factdb_row(w.db, 0, row, &w.err), ED_OK);
    assert_int_equal(ask(&w, "SELECT max(length(name)) FROM app", &rows), ED_OK);
    assert_int_equal(rows.facts[0].integer, ED_LIMIT_FACT_TEXT);
    row[1] = (struct ed_fact){0};
    for (size_t i = 3; i < ED_LIMIT_FACT_ROWS; i++) {
        assert_int_equal(ed_factdb_row(w.db, 0, row, &w.err), ED_OK);
    }
    assert_int_equal(ed_factdb_row(w.db, 0, row, &w.err), ED_ERR_LIMIT);
    ed_free(text);
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers), cmocka_unit_test(refusals), cmocka_unit_test(endless),  cmocka_unit_test(too_long),
        cmocka_unit_test(looks),   cmocka_unit_test(names),    cmocka_unit_test(rows_end), cmocka_unit_test(kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_db.c: opening, and every way in which it is refused; transactions, a kill in the middle of one, a full disk, a
 * damaged file, a lock; statements and their binds.
 */
#include "fixture.h"

#include "store/records.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static const char sql_cache[] = "PRAGMA cache_size = 10";
static const char sql_id[] = "PRAGMA application_id = 42";
static const char sql_old[] = "PRAGMA user_version = 0";
static const char sql_newer[] = "PRAGMA user_version = 99";
static const char sql_drop[] = "DROP TABLE d_meta";
static const char sql_age[] = "UPDATE d_meta SET value = 0 WHERE key = 'version'";
static const char sql_foreign[] = "CREATE TABLE theirs (x)";
static const char sql_count[] = "SELECT count(*) FROM record";
static const char sql_application[] = "PRAGMA application_id";

static void run(struct fixture *f, struct ed_db *db, const char *sql)
{
    struct ed_stmt *stmt = NULL;

    assert_int_equal(ed_db_stmt(db, sql, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_stmt_run(stmt, &f->err), ED_OK);
}

static int64_t ask(struct fixture *f, struct ed_db *db, const char *sql)
{
    struct ed_stmt *stmt = NULL;
    int64_t value;

    assert_int_equal(ed_db_stmt(db, sql, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    value = ed_stmt_col_int(stmt, 0);
    ed_stmt_reset(stmt);
    return value;
}

static void write_file(struct fixture *f, struct ed_str content)
{
    assert_int_equal(ed_io_replace(f->path, content, &f->err), ED_OK);
}

/* n records with this much text each, in the caller's transaction. */
static enum ed_rc add_records(struct ed_db *db, size_t first, size_t n, size_t size, struct ed_err *err)
{
    char *text = test_malloc(size);
    int64_t source = 0;
    uint32_t row = 0;
    char id[24];
    enum ed_rc rc = ed_records_source(db, ED_STR("test"), ED_STR_NONE, ED_STR("2026-01-01"), &source, err);

    memset(text, 'x', size);
    for (size_t i = 0; i < n && rc == ED_OK; i++) {
        snprintf(id, sizeof(id), "%016zx", first + i);
        rc = ed_records_insert(db, ed_str_c(id), source, ed_str(text, size), &row, err);
    }
    test_free(text);
    return rc;
}

static void refuses(struct fixture *f, enum ed_db_mode mode, const char *words)
{
    struct ed_db *db = NULL;

    assert_int_equal(ed_db_open(f->path, mode, &db, &f->err), ED_ERR_DB);
    assert_null(db);
    assert_says(f, words);
    assert_says(f, f->path);
}

static void creates_and_opens_again(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    assert_true(ed_db_derived(db));
    assert_string_equal(ed_db_path(db), f->path);
    assert_int_equal(ask(f, db, sql_application), ED_DB_APPLICATION_ID);
    ed_db_close(db);
    for (enum ed_db_mode mode = ED_DB_READ; mode <= ED_DB_CREATE; mode++) {
        assert_int_equal(ed_db_open(f->path, mode, &db, &f->err), ED_OK);
        assert_true(ed_db_derived(db));
        ed_db_close(db);
    }
}

static void a_missing_file_is_not_made(void **state)
{
    struct fixture *f = *state;

    refuses(f, ED_DB_READ, "there is no data base at");
    assert_says(f, "errdex ingest");
    refuses(f, ED_DB_WRITE, "there is no data base at");
    assert_int_equal(access(f->path, F_OK), -1);
}

static void a_missing_folder_is_said(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = NULL;
    char path[128];

    snprintf(path, sizeof(path), "%s/none/test.db", f->folder);
    assert_int_equal(ed_db_open(path, ED_DB_CREATE, &db, &f->err), ED_ERR_DB);
    assert_says(f, "No such file or directory");
}

static void an_empty_file_is_empty(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = NULL;

    write_file(f, ED_STR(""));
    refuses(f, ED_DB_READ, "is empty");
    refuses(f, ED_DB_WRITE, "is empty");
    assert_int_equal(ed_db_open(f->path, ED_DB_CREATE, &db, &f->err), ED_OK);
    ed_db_close(db);
}

static void a_text_file_is_no_data_base(void **state)
{
    struct fixture *f = *state;
    struct ed_buf content;
    char text[2048];

    memset(text, 'a', sizeof(text));
    write_file(f, ed_str(text, sizeof(text)));
    for (enum ed_db_mode mode = ED_DB_READ; mode <= ED_DB_CREATE; mode++) {
        refuses(f, mode, "is not an errdex data base: it is no SQLite file at all");
    }
    ed_buf_init(&content, 0);
    assert_int_equal(ed_io_file(f->path, &content, &f->err), ED_OK);
    assert_int_equal(content.n, sizeof(text));
    assert_memory_equal(content.p, text, sizeof(text));
    ed_buf_done(&content);
}

static void another_programs_data_base_is_left_alone(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    run(f, db, sql_id);
    run(f, db, sql_foreign);
    ed_db_close(db);
    for (enum ed_db_mode mode = ED_DB_READ; mode <= ED_DB_CREATE; mode++) {
        refuses(f, mode, "is not an errdex data base: its application id is 0x0000002a and not 0x65726478");
    }
}

static void other_versions_are_refused(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    run(f, db, sql_newer);
    ed_db_close(db);
    refuses(f, ED_DB_READ, "was made by a newer errdex: its version is 99 and this program knows 1");
    refuses(f, ED_DB_CREATE, "install that errdex");
}

static void a_version_of_no_errdex_is_refused(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    run(f, db, sql_old);
    ed_db_close(db);
    refuses(f, ED_DB_WRITE, "has the version 0, which no errdex wrote");
}

static void folders_and_pipes_are_refused(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(mkdir(f->path, 0755), 0);
    refuses(f, ED_DB_READ, "is a folder and no data base");
    refuses(f, ED_DB_CREATE, "is a folder and no data base");
    assert_int_equal(rmdir(f->path), 0);
    assert_int_equal(mkfifo(f->path, 0644), 0);
    refuses(f, ED_DB_READ, "is no regular file");
}

static void names_that_mean_more_to_sqlite_are_files(void **state)
{
    static const char *const names[] = {"file:x?mode=memory", ":memory:", "a b.db"};
    struct fixture *f = *state;
    struct ed_db *db = NULL;
    char old[1024];

    assert_non_null(getcwd(old, sizeof(old)));
    assert_int_equal(chdir(f->folder), 0);
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        assert_int_equal(ed_db_open(names[i], ED_DB_CREATE, &db, &f->err), ED_OK);
        ed_db_close(db);
        assert_int_equal(unlink(names[i]), 0);
    }
    assert_int_equal(chdir(old), 0);
}

static void derived_tables_are_told_and_made_anew(void **state)
{
    static const char *const breaks[] = {sql_drop, sql_age};
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
    assert_int_equal(add_records(db, 0, 3, 10, &f->err), ED_OK);
    assert_int_equal(ed_db_commit(db, &f->err), ED_OK);
    ed_db_close(db);
    for (size_t i = 0; i < ED_ARRAY_LEN(breaks); i++) {
        assert_int_equal(ed_db_open(f->path, ED_DB_WRITE, &db, &f->err), ED_OK);
        run(f, db, breaks[i]);
        ed_db_close(db);
        assert_int_equal(ed_db_open(f->path, ED_DB_WRITE, &db, &f->err), ED_OK);
        assert_false(ed_db_derived(db));
        assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
        assert_int_equal(ed_db_derive(db, &f->err), ED_OK);
        assert_true(ed_db_derived(db));
        ed_db_rollback(db);
        assert_false(ed_db_derived(db));
        assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
        assert_int_equal(ed_db_derive(db, &f->err), ED_OK);
        assert_int_equal(ed_db_commit(db, &f->err), ED_OK);
        assert_int_equal(ask(f, db, sql_count), 3);
        ed_db_close(db);
    }
}

static void a_read_only_place_can_be_read(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    ed_db_close(db);
    assert_int_equal(chmod(f->path, 0444), 0);
    assert_int_equal(chmod(f->folder, 0555), 0);
    if (geteuid() == 0) {
        assert_int_equal(seteuid(65534), 0);
    }
    assert_int_equal(ed_db_open(f->path, ED_DB_READ, &db, &f->err), ED_OK);
    assert_int_equal(ask(f, db, sql_count), 0);
    ed_db_close(db);
    refuses(f, ED_DB_WRITE, "may not be written");
    if (getuid() == 0) {
        assert_int_equal(seteuid(0), 0);
    }
}

static void a_file_that_may_not_be_read_is_said(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    ed_db_close(db);
    assert_int_equal(chmod(f->path, 0000), 0);
    if (geteuid() == 0) {
        assert_int_equal(seteuid(65534), 0);
    }
    refuses(f, ED_DB_READ, "Permission denied");
    if (getuid() == 0) {
        assert_int_equal(seteuid(0), 0);
    }
}

/* Fills the transaction until pages are written over the old ones, then dies. */
static pid_t die_in_a_transaction(struct fixture *f)
{
    pid_t pid = fork();
    struct ed_db *db = NULL;

    assert_true(pid >= 0);
    if (pid == 0) {
        if (ed_db_open(f->path, ED_DB_WRITE, &db, NULL) == ED_OK) {
            run(f, db, sql_cache);
            if (ed_db_begin(db, NULL) == ED_OK && add_records(db, 1000, 500, 5000, NULL) == ED_OK) {
                kill(getpid(), SIGKILL);
            }
        }
        _exit(1);
    }
    return pid;
}

static void reap(pid_t pid)
{
    int status = 0;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
}

static void a_kill_leaves_the_old_data_base(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct stat st = {0};
    char journal[96];

    assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
    assert_int_equal(add_records(db, 0, 7, 5000, &f->err), ED_OK);
    assert_int_equal(ed_db_commit(db, &f->err), ED_OK);
    ed_db_close(db);
    snprintf(journal, sizeof(journal), "%s-journal", f->path);
    for (enum ed_db_mode mode = ED_DB_READ; mode <= ED_DB_CREATE; mode++) {
        reap(die_in_a_transaction(f));
        assert_int_equal(stat(journal, &st), 0); /* it died with pages written over: a hot journal */
        assert_true(st.st_size > 0);
        assert_int_equal(stat(f->path, &st), 0);
        assert_true(st.st_size > 1000000);
        assert_int_equal(ed_db_open(f->path, mode, &db, &f->err), ED_OK);
        assert_int_equal(ask(f, db, sql_count), 7);
        ed_db_close(db);
        assert_int_equal(access(journal, F_OK), -1);
    }
}

static void a_half_written_one_on_read_only_is_said(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    ed_db_close(db);
    reap(die_in_a_transaction(f));
    assert_int_equal(chmod(f->path, 0444), 0);
    assert_int_equal(chmod(f->folder, 0555), 0);
    if (geteuid() == 0) {
        assert_int_equal(seteuid(65534), 0);
    }
    refuses(f, ED_DB_READ, "was left half written by an ingest that was stopped");
    if (getuid() == 0) {
        assert_int_equal(seteuid(0), 0);
    }
}

static void a_full_disk_changes_nothing(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct rlimit old = {0}, limit = {0};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    enum ed_rc rc;

    assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
    assert_int_equal(add_records(db, 0, 2, 100, &f->err), ED_OK);
    assert_int_equal(ed_db_commit(db, &f->err), ED_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = 300000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
    rc = add_records(db, 100, 1000, 5000, &f->err);
    rc = rc == ED_OK ? ed_db_commit(db, &f->err) : rc;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(rc, ED_ERR_DB);
    assert_says(f, "there is no room to write the data base");
    assert_says(f, "nothing was changed");
    ed_db_rollback(db);
    assert_int_equal(ask(f, db, sql_count), 2);
    ed_db_close(db);
}

static void damage_is_said_when_it_is_met(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct ed_buf content;
    struct ed_arena arena;
    struct ed_str json = ED_STR_NONE;
    enum ed_rc rc = ED_OK;

    assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
    assert_int_equal(add_records(db, 0, 500, 3000, &f->err), ED_OK);
    assert_int_equal(ed_db_commit(db, &f->err), ED_OK);
    ed_db_close(db);
    ed_buf_init(&content, 0);
    assert_int_equal(ed_io_file(f->path, &content, &f->err), ED_OK);
    /* Everything behind the schema and the first pages of the tables. */
    memset(content.p + 400000, 0xA5, content.n - 400000);
    write_file(f, ed_buf_view(&content));
    ed_buf_done(&content);

    ed_arena_init(&arena);
    assert_int_equal(ed_db_open(f->path, ED_DB_READ, &db, &f->err), ED_OK);
    for (uint32_t row = 1; row <= 500 && rc == ED_OK; row++) {
        rc = ed_records_json(db, row, &arena, &json, &f->err);
    }
    assert_int_equal(rc, ED_ERR_DB);
    assert_says(f, "is damaged");
    ed_db_close(db);
    ed_arena_done(&arena);
}

static void a_second_writer_waits_and_then_says_so(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f), *other = NULL;

    assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
    assert_int_equal(add_records(db, 0, 1, 10, &f->err), ED_OK);
    /* A reader beside a writer that has not spilled sees the old state. */
    assert_int_equal(ed_db_open(f->path, ED_DB_READ, &other, &f->err), ED_OK);
    assert_int_equal(ask(f, other, sql_count), 0);
    ed_db_close(other);
    assert_int_equal(ed_db_open(f->path, ED_DB_WRITE, &other, &f->err), ED_OK);
    assert_int_equal(ed_db_begin(other, &f->err), ED_ERR_DB);
    assert_says(f, "is in use by another program");
    ed_db_close(other);
    assert_int_equal(ed_db_commit(db, &f->err), ED_OK);
    ed_db_close(db);
}

static void a_discarded_new_file_goes_and_no_other(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);

    ed_db_discard(db);
    assert_int_equal(access(f->path, F_OK), -1);

    db = fixture_create(f);
    assert_int_equal(ed_db_begin(db, &f->err), ED_OK);
    assert_int_equal(add_records(db, 0, 1, 10, &f->err), ED_OK);
    ed_db_discard(db); /* what was begun goes, and then nothing is left */
    assert_int_equal(access(f->path, F_OK), -1);

    db = fixture_create(f);
    ed_db_close(db);
    assert_int_equal(ed_db_open(f->path, ED_DB_CREATE, &db, &f->err), ED_OK);
    ed_db_discard(db); /* it was there before */
    assert_int_equal(access(f->path, F_OK), 0);
    ed_db_discard(NULL);
}

static void who_waited_for_a_file_that_went_is_told(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f), *other = NULL;

    assert_int_equal(ed_db_open(f->path, ED_DB_CREATE, &other, &f->err), ED_OK);
    ed_db_discard(db);
    assert_int_equal(ed_db_begin(other, &f->err), ED_ERR_DB);
    assert_says(f, "was moved or removed");
    ed_db_close(other);
}

static void statements_are_one_and_cached(void **state)
{
    static const char two[] = "SELECT 1; SELECT 2";
    static const char none[] = "  -- nothing";
    static const char broken[] = "SELECT x FROM nowhere";
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct ed_stmt *stmt = NULL, *again = NULL;

    assert_int_equal(ed_db_stmt(db, two, &stmt, &f->err), ED_ERR_INTERNAL);
    assert_int_equal(ed_db_stmt(db, none, &stmt, &f->err), ED_ERR_INTERNAL);
    assert_int_equal(ed_db_stmt(db, broken, &stmt, &f->err), ED_ERR_DB);
    assert_says(f, "no such table: nowhere");
    assert_int_equal(ed_db_stmt(db, sql_count, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_db_stmt(db, sql_count, &again, &f->err), ED_OK);
    assert_ptr_equal(stmt, again);
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    assert_int_equal(ed_db_stmt(db, sql_count, &again, &f->err), ED_ERR_INTERNAL);
    assert_says(f, "still read");
    ed_stmt_reset(stmt);
    ed_db_close(db);
}

static void binds_and_columns_keep_values(void **state)
{
    static const char echo[] = "SELECT :text, :blob, :int, :double, :none, :null";
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct ed_stmt *stmt = NULL;

    assert_int_equal(ed_db_stmt(db, echo, &stmt, &f->err), ED_OK);
    ed_stmt_text(stmt, ":text", ED_STR("a\0b"));
    ed_stmt_blob(stmt, ":blob", ED_STR("\xFF\0\x01"));
    ed_stmt_int(stmt, ":int", INT64_MIN);
    ed_stmt_double(stmt, ":double", 0.25);
    ed_stmt_text(stmt, ":none", ED_STR_NONE);
    ed_stmt_null(stmt, ":null");
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    assert_true(ed_str_eq(ed_stmt_col_text(stmt, 0), ED_STR("a\0b")));
    assert_true(ed_str_eq(ed_stmt_col_text(stmt, 1), ED_STR("\xFF\0\x01")));
    assert_true(ed_stmt_col_int(stmt, 2) == INT64_MIN);
    assert_true(ed_stmt_col_double(stmt, 3) == 0.25);
    assert_null(ed_stmt_col_text(stmt, 4).p);
    assert_true(ed_stmt_col_null(stmt, 5));
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_NOT_FOUND);

    /* After the reset nothing is bound; an empty text is not NULL. */
    ed_stmt_text(stmt, ":text", ED_STR(""));
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    assert_false(ed_stmt_col_null(stmt, 0));
    assert_int_equal(ed_stmt_col_text(stmt, 0).n, 0);
    assert_true(ed_stmt_col_null(stmt, 2));
    ed_stmt_reset(stmt);

    ed_stmt_int(stmt, ":unknown", 1);
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_ERR_INTERNAL);
    assert_says(f, "has no bind :unknown");
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK); /* the mistake is forgotten with the reset */
    ed_stmt_reset(stmt);
    ed_db_close(db);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(creates_and_opens_again),
        TEST(a_missing_file_is_not_made),
        TEST(a_missing_folder_is_said),
        TEST(an_empty_file_is_empty),
        TEST(a_text_file_is_no_data_base),
        TEST(another_programs_data_base_is_left_alone),
        TEST(other_versions_are_refused),
        TEST(a_version_of_no_errdex_is_refused),
        TEST(folders_and_pipes_are_refused),
        TEST(names_that_mean_more_to_sqlite_are_files),
        TEST(derived_tables_are_told_and_made_anew),
        TEST(a_read_only_place_can_be_read),
        TEST(a_file_that_may_not_be_read_is_said),
        TEST(a_kill_leaves_the_old_data_base),
        TEST(a_half_written_one_on_read_only_is_said),
        TEST(a_full_disk_changes_nothing),
        TEST(damage_is_said_when_it_is_met),
        TEST(a_second_writer_waits_and_then_says_so),
        TEST(a_discarded_new_file_goes_and_no_other),
        TEST(who_waited_for_a_file_that_went_is_told),
        TEST(statements_are_one_and_cached),
        TEST(binds_and_columns_keep_values),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_durable.c: an ingest that is killed at any moment, one that runs out of room, one beside a reader, and two at
 * once: the data base is the old one or the new one, and whole.
 */
#include "fixture.h"

#include "store/db.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define OLD_RECORDS 40
#define NEW_RECORDS 2500

/* Records first..last, as NDJSON, each some kilobytes. */
static const char *put_records(struct fixture *f, const char *name, unsigned first, unsigned last)
{
    struct ed_buf text;
    const char *path;

    ed_buf_init(&text, 0);
    for (unsigned i = first; i <= last; i++) {
        ed_buf_printf(
            &text,
            "{\"id\":\"%016x\",\"repo\":\"a/b\",\"slug\":\"failure-%u\",\"errorMessage\":\"failure number %u of "
            "unit %%s\",\"documentation\":\"",
            i, i, i);
        for (unsigned k = 0; k < 200; k++) {
            ed_buf_printf(&text, "word%u ", (i * 7919 + k * 104729) % 5000);
        }
        ed_buf_text(&text, "\"}\n");
    }
    path = put_file(f, name, ed_buf_view(&text));
    ed_buf_done(&text);
    return path;
}

static uint64_t count_records(struct fixture *f)
{
    struct ed_kb_counts counts = {0};
    struct ed_record record = {0};
    struct ed_arena arena;
    struct ed_kb *kb = open_kb(f);

    assert_int_equal(ed_kb_count(kb, &counts, &f->err), ED_OK);
    assert_int_equal(counts.active, counts.records);
    ed_arena_init(&arena);
    assert_int_equal(ed_kb_record(kb, (uint32_t)counts.records, &arena, &record, &f->err), ED_OK);
    ed_arena_done(&arena);
    ed_kb_close(kb);
    return counts.records;
}

static void check_whole(struct fixture *f)
{
    static const char sql_check[] = "PRAGMA integrity_check";
    static const char sql_search[] = "INSERT INTO d_search (d_search, rank) VALUES ('integrity-check', 0)";
    struct ed_db *db = NULL;
    struct ed_stmt *stmt = NULL;

    assert_int_equal(ed_db_open(f->db, ED_DB_WRITE, &db, &f->err), ED_OK);
    assert_int_equal(ed_db_stmt(db, sql_check, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    assert_true(ed_str_is(ed_stmt_col_text(stmt, 0), "ok"));
    ed_stmt_reset(stmt);
    assert_int_equal(ed_db_stmt(db, sql_search, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_stmt_run(stmt, &f->err), ED_OK);
    ed_db_close(db);
}

static pid_t start_ingest(struct fixture *f, const char *path)
{
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        struct ed_ingest_events events = {0};

        _exit(ed_kb_ingest(f->db, &path, 1, events, &f->counts, NULL, NULL) == ED_OK ? 0 : 1);
    }
    return pid;
}

static void a_kill_at_any_moment(void **state)
{
    struct fixture *f = *state;
    const char *more = put_records(f, "more.ndjson", OLD_RECORDS + 1, OLD_RECORDS + NEW_RECORDS);
    size_t old = 0, killed = 0;
    int status = 0;

    for (unsigned delay = 2000; delay < 4000000; delay += delay / 2) {
        struct timespec wait = {.tv_sec = delay / 1000000, .tv_nsec = (long)(delay % 1000000) * 1000};
        uint64_t records;
        pid_t pid;

        unlink(f->db);
        assert_int_equal(ingest(f, put_records(f, "old.ndjson", 1, OLD_RECORDS)), ED_OK);
        pid = start_ingest(f, more);
        nanosleep(&wait, NULL);
        kill(pid, SIGKILL);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        killed += WIFSIGNALED(status);
        records = count_records(f);
        assert_true(records == OLD_RECORDS || records == OLD_RECORDS + NEW_RECORDS);
        assert_false(WIFSIGNALED(status) == 0 && records == OLD_RECORDS);
        old += records == OLD_RECORDS;
        check_whole(f);
        if (!WIFSIGNALED(status)) {
            break; /* it was done before the kill: longer waits tell nothing */
        }
    }
    assert_true(old >= 3 && killed >= 3);
    test_free((void *)(uintptr_t)more);
}

static void a_killed_first_ingest_can_be_done_again(void **state)
{
    struct fixture *f = *state;
    const char *path = put_records(f, "more.ndjson", 1, NEW_RECORDS);
    struct timespec wait = {.tv_nsec = 150000000};
    struct ed_kb *kb = NULL;
    int status = 0;
    pid_t pid = start_ingest(f, path);

    nanosleep(&wait, NULL);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFSIGNALED(status) && access(f->db, F_OK) == 0) {
        /* An empty one stands there, or one without a schema; neither is an error that cannot be explained. */
        if (ed_kb_open(f->db, &kb, NULL, &f->err) == ED_OK) {
            ed_kb_close(kb);
        } else {
            assert_error(f, "is empty");
        }
    }
    assert_int_equal(ingest(f, path), ED_OK);
    assert_int_equal(count_records(f), NEW_RECORDS);
    check_whole(f);
}

static void no_room_changes_nothing(void **state)
{
    struct fixture *f = *state;
    const char *more = put_records(f, "more.ndjson", OLD_RECORDS + 1, OLD_RECORDS + NEW_RECORDS);
    struct rlimit old = {0}, limit = {0};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    struct stat st = {0};
    enum ed_rc rc;

    assert_int_equal(ingest(f, put_records(f, "old.ndjson", 1, OLD_RECORDS)), ED_OK);
    assert_int_equal(stat(f->db, &st), 0);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = (rlim_t)st.st_size + 100000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    rc = ingest(f, more);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(rc, ED_ERR_DB);
    assert_error(f, "there is no room to write the data base");
    assert_error(f, "nothing was changed");
    assert_int_equal(count_records(f), OLD_RECORDS);
    check_whole(f);
}

static void no_room_for_a_new_one_leaves_none(void **state)
{
    struct fixture *f = *state;
    const char *path = put_records(f, "more.ndjson", 1, NEW_RECORDS);
    struct rlimit old = {0}, limit = {0};
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    enum ed_rc rc;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = old;
    limit.rlim_cur = 1000000;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    rc = ingest(f, path);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    signal(SIGXFSZ, handler);
    assert_int_equal(rc, ED_ERR_DB);
    assert_int_equal(access(f->db, F_OK), -1);
}

static enum ed_rc count_row(void *ctx, const struct ed_kb_row *row ED_UNUSED, struct ed_err *err ED_UNUSED)
{
    size_t *rows = ctx;

    *rows += 1;
    return ED_OK;
}

static void a_reader_goes_on_beside_an_ingest(void **state)
{
    struct fixture *f = *state;
    const char *more = put_records(f, "more.ndjson", OLD_RECORDS + 1, OLD_RECORDS + NEW_RECORDS);
    struct ed_record record = {0};
    struct ed_arena arena;
    struct ed_kb *kb;
    size_t rows = 0;
    int status = 0;
    pid_t pid, done = 0;

    ed_arena_init(&arena);
    assert_int_equal(ingest(f, put_records(f, "old.ndjson", 1, OLD_RECORDS)), ED_OK);
    kb = open_kb(f);
    pid = start_ingest(f, more);
    while (done == 0) {
        assert_int_equal(ed_kb_record(kb, 7, &arena, &record, &f->err), ED_OK);
        rows = 0;
        assert_int_equal(ed_kb_list(kb, NULL, count_row, &rows, &f->err), ED_OK);
        assert_true(rows == OLD_RECORDS || rows == OLD_RECORDS + NEW_RECORDS);
        ed_arena_reset(&arena);
        done = waitpid(pid, &status, WNOHANG);
    }
    assert_int_equal(done, pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    rows = 0;
    assert_int_equal(ed_kb_list(kb, NULL, count_row, &rows, &f->err), ED_OK);
    assert_int_equal(rows, OLD_RECORDS + NEW_RECORDS);
    ed_kb_close(kb);
    ed_arena_done(&arena);
    test_free((void *)(uintptr_t)more);
}

static void two_at_once_both_count(void **state)
{
    struct fixture *f = *state;
    const char *first = put_records(f, "first.ndjson", 1, 300), *second = put_records(f, "second.ndjson", 301, 600);
    pid_t one = start_ingest(f, first), two = start_ingest(f, second);
    int status_one = 0, status_two = 0;

    assert_int_equal(waitpid(one, &status_one, 0), one);
    assert_int_equal(waitpid(two, &status_two, 0), two);
    assert_true(WIFEXITED(status_one) && WEXITSTATUS(status_one) == 0);
    assert_true(WIFEXITED(status_two) && WEXITSTATUS(status_two) == 0);
    assert_int_equal(count_records(f), 600);
    check_whole(f);
    test_free((void *)(uintptr_t)first);
    test_free((void *)(uintptr_t)second);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_kill_at_any_moment),
        TEST(a_killed_first_ingest_can_be_done_again),
        TEST(no_room_changes_nothing),
        TEST(no_room_for_a_new_one_leaves_none),
        TEST(a_reader_goes_on_beside_an_ingest),
        TEST(two_at_once_both_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_source_order.c: the order of rotated files, and the two copies of a CI job's log.
 */
#include <setjmp.h>

#include "input/source_order.h"
#include "support.h"

static int by_rotation(const void *a, const void *b)
{
    return ed_rotation_cmp(ed_str_c(*(const char *const *)a), ed_str_c(*(const char *const *)b));
}

static void sorted(const char *const *names, size_t n)
{
    const char *mixed[32];

    assert_true(n <= ED_ARRAY_LEN(mixed));
    for (size_t i = 0; i < n; i++) {
        mixed[i] = names[n - 1 - i];
    }
    qsort(mixed, n, sizeof(mixed[0]), by_rotation);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(mixed[i], names[i]);
    }
}

static void oldest_first(void **state)
{
    static const char *const names[] = {
        "0.log.20250504-120000.gz",
        "0.log.20250505-120000.gz",
        "0.log",
        "app.log.2025-05-04",
        "app.log.2025-05-05",
        "app.log",
        "messages-20250504.gz",
        "messages-20250505.gz",
        "messages",
        "syslog.10.gz",
        "syslog.2.gz",
        "syslog.1",
        "syslog",
        "system@0123-01.journal",
        "system@0123-02.journal",
        "system.journal",
        "trainer.log",
    };

    (void)state;
    sorted(names, ED_ARRAY_LEN(names));
}

static void names_that_only_look_rotated(void **state)
{
    (void)state;
    assert_str(ed_rotation_of(ED_STR("build-12345678.log")).stem, "build-12345678.log");
    assert_str(ed_rotation_of(ED_STR(".1")).stem, ".1");
    assert_str(ed_rotation_of(ED_STR("slurm-4711.out")).stem, "slurm-4711.out");
    assert_str(ed_rotation_of(ED_STR("a.12345")).stem, "a.12345");
    assert_str(ed_rotation_of(ED_STR("x.gz")).stem, "x");
    assert_str(ed_rotation_of(ED_STR("")).stem, "");
    assert_int_equal(ed_rotation_of(ED_STR("worker.3")).number, 3);
}

static void a_job_is_read_once(void **state)
{
    struct ed_run_logs *runs = ed_run_logs_new();

    (void)state;
    ed_run_logs_add(runs, ED_STR("0_build.txt"), 1000);
    ed_run_logs_add(runs, ED_STR("build/1_Set up job.txt"), 400);
    ed_run_logs_add(runs, ED_STR("build/2_Run make.txt"), 606);
    ed_run_logs_add(runs, ED_STR("1_test (3.11).txt"), 1000);
    ed_run_logs_add(runs, ED_STR("test (3.11)/1_Set up job.txt"), 400); /* the other steps are missing */
    ed_run_logs_add(runs, ED_STR("-2_lint.txt"), 10);
    ed_run_logs_add(runs, ED_STR("only/1_steps.txt"), 10);
    assert_true(ed_run_logs_repeats(runs, ED_STR("0_build.txt")));
    assert_false(ed_run_logs_repeats(runs, ED_STR("build/1_Set up job.txt")));
    assert_false(ed_run_logs_repeats(runs, ED_STR("build/system.txt")));
    assert_false(ed_run_logs_repeats(runs, ED_STR("1_test (3.11).txt")));
    assert_true(ed_run_logs_repeats(runs, ED_STR("test (3.11)/1_Set up job.txt")));
    assert_false(ed_run_logs_repeats(runs, ED_STR("-2_lint.txt")));
    assert_false(ed_run_logs_repeats(runs, ED_STR("only/1_steps.txt")));
    assert_false(ed_run_logs_repeats(runs, ED_STR("app.log")));
    ed_run_logs_free(runs);
    ed_run_logs_free(NULL);
}

/* In a stream sizes are not known, nor what comes. */
static void what_comes_first_is_read(void **state)
{
    struct ed_run_logs *runs = ed_run_logs_new();

    (void)state;
    ed_run_logs_add(runs, ED_STR("0_build.txt"), ED_SIZE_UNKNOWN);
    assert_false(ed_run_logs_repeats(runs, ED_STR("0_build.txt")));
    ed_run_logs_add(runs, ED_STR("build/1_a.txt"), ED_SIZE_UNKNOWN);
    assert_true(ed_run_logs_repeats(runs, ED_STR("build/1_a.txt")));
    ed_run_logs_add(runs, ED_STR("test/1_a.txt"), ED_SIZE_UNKNOWN);
    assert_false(ed_run_logs_repeats(runs, ED_STR("test/1_a.txt")));
    ed_run_logs_add(runs, ED_STR("1_test.txt"), ED_SIZE_UNKNOWN);
    assert_true(ed_run_logs_repeats(runs, ED_STR("1_test.txt")));
    assert_false(ed_run_logs_repeats(runs, ED_STR("test/1_a.txt")));
    ed_run_logs_free(runs);
}

static void job_and_step(void **state)
{
    struct ed_str job = ED_STR_NONE, step = ED_STR_NONE;

    (void)state;
    ed_run_log_tell(ED_STR("build/12_Run tests.txt"), &job, &step);
    assert_str(job, "build");
    assert_str(step, "Run tests");
    ed_run_log_tell(ED_STR("0_build _ x.txt"), &job, &step);
    assert_str(job, "build _ x");
    assert_null(step.p);
    assert_true(ed_run_log_begins(ED_STR("\xEF\xBB\xBF"
                                         "2025-05-05T12:00:00.1234567Z x")));
    assert_true(ed_run_log_begins(ED_STR("2025-05-05T12:00:00.1234567Z x")));
    assert_false(ed_run_log_begins(ED_STR("2025-05-05T12:00:00.123456Z x")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oldest_first),       cmocka_unit_test(names_that_only_look_rotated),
        cmocka_unit_test(a_job_is_read_once), cmocka_unit_test(what_comes_first_is_read),
        cmocka_unit_test(job_and_step),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

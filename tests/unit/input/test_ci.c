/*
 * test_ci.c: whole logs of CI servers through the input layer: what is left of them, where it stood, and what was told.
 */
#include "support.h"

#include "base/limits.h"
#include "input/stamp.h"

#define T "2026-06-07T08:09:10.1234567Z "

/* Vector 18. */
static void a_log_of_github(void **state)
{
    struct run run = run_text("\xEF\xBB\xBF" T "##[group]Run ./load a.bin || echo \"no shard\"\n" /* 1 */
                              T "\033[36;1m./load a.bin || echo \"no shard\"\033[0m\n" T "\033[36;1mexit 1\033[0m\n" T
                              "shell: /usr/bin/bash -e {0}\n" T "env:\n" /* 5 */
                              T "  HINT: no shard\n" T "##[endgroup]\n"
                              "\xEF\xBB\xBF" T "Traceback:\n"
                              "  two lines\n" T "no shard\n" /* 10 */
                              T "##[error]no shard\n" T "##[error]Process completed with exit code 1.\n");

    (void)state;
    assert_text(&run, 0, "Traceback:\n  two lines\nno shard\nProcess completed with exit code 1.");
    assert_int_equal(run.messages.n, 1);
    assert_int_equal(number_of(&run, 0, 0), 8);
    assert_int_equal(number_of(&run, 0, 1), 9);
    assert_int_equal(number_of(&run, 0, 3), 12);
    assert_int_equal(told_of(&run, 0, 3)->level, ED_LEVEL_ERR);
    assert_str(told_of(&run, 0, 1)->time_text, "2026-06-07T08:09:10.1234567Z"); /* of the line it continues */
    assert_str(meta_of(&run, 0, 0)->layers, "github");
    assert_str(meta_of(&run, 0, 3)->layers, "github github-command");
    assert_int_equal(run.account.passed_over, 7); /* six that are shown, and the summary */
    run_done(&run);
}

static void colours_may_be_lost(void **state)
{
    struct run run = run_text(
        T "##[group]Run ./load a.bin\n" T "./load a.bin\n" T "echo \"no shard\"\n" T "shell: /usr/bin/bash -e {0}\n" T
          "##[endgroup]\n" T "it runs\n" T "##[group]Run actions/script@v1\n" T "with:\n" T "  script: a\n"
          "  no shard\n"
          "\n" T "##[endgroup]\n" T "##[group]Run tests\n" T "no shard in a group of the program\n" T "##[endgroup]\n");

    (void)state;
    assert_text(&run, 0, "it runs\nno shard in a group of the program");
    assert_int_equal(number_of(&run, 0, 1), 14);
    run_done(&run);
}

static void what_is_shown_ends(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_text(&log, T "##[group]Run ./load\n" T "./load\n");
    for (size_t i = 0; i < ED_LIMIT_SHOWN_LINES - 1; i++) {
        ed_buf_text(&log, T "shown\n");
    }
    ed_buf_text(&log, T "no shard\n");
    run = run_bytes(ed_buf_view(&log));
    assert_text(&run, 0, "no shard");
    run_done(&run);
    ed_buf_done(&log);

    run = run_text(T "##[group]Run a\n" T "a\n" T "##[warning]b\n" T "c\n");
    assert_text(&run, 0, "b\nc");
    run_done(&run);
}

/* A line that is passed over is so to its end, however long. */
static void long_lines_are_passed_over_whole(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_text(&log, T "##[group]Run a\n" T "a\n" T);
    ed_buf_fill(&log, 'x', 3 * ED_LIMIT_LINE_PIECE);
    ed_buf_text(&log, "no shard\n" T "##[endgroup]\n" T "b\n");
    run = run_bytes(ed_buf_view(&log));
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "b");
    assert_int_equal(run.account.passed_over, 3);
    run_done(&run);
    ed_buf_done(&log);
}

static void summaries(void **state)
{
    struct run run = run_text(
        "##[error]no shard\nno shard\n##[error]no shard\n##[error]other\n::error file=a,line=1::other\n");

    (void)state;
    assert_text(&run, 0, "no shard\nno shard\nother\nother");
    assert_int_equal(number_of(&run, 0, 2), 4);
    assert_str(meta_of(&run, 0, 3)->file, "a");
    run_done(&run);

    /* What was only shown was not said. */
    run = run_text("##[group]Run no shard\nno shard\n##[endgroup]\n##[error]no shard\n");
    assert_text(&run, 0, "no shard");
    assert_int_equal(number_of(&run, 0, 0), 4);
    run_done(&run);
}

/* Vector 18, as gh prints it. */
static void a_log_of_gh(void **state)
{
    struct run run = run_text("build\tRun it\t\xEF\xBB\xBF" T "##[group]Run make\n"
                              "build\tRun it\t" T "\033[36;1mmake\033[0m\n"
                              "build\tRun it\t" T "##[endgroup]\n"
                              "build\tRun it\t" T "Traceback:\n"
                              "build\tRun it\t  a\tb\n"
                              "lint\tUNKNOWN STEP\t" T "no shard\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "Traceback:\n  a\tb");
    assert_text(&run, 1, "no shard");
    assert_str(meta_of(&run, 0, 0)->job, "build");
    assert_str(meta_of(&run, 0, 0)->step, "Run it");
    assert_str(meta_of(&run, 0, 0)->layers, "gh github");
    assert_str(meta_of(&run, 1, 0)->job, "lint");
    assert_null(meta_of(&run, 1, 0)->step.p);
    run_done(&run);

    run = run_text("gh run view --log\nbuild\tRun it\t" T "##[group]x\nbuild\tRun it\t" T "no shard\n");
    assert_text(&run, 0, "gh run view --log"); /* among its first lines is enough */
    assert_text(&run, 1, "x\nno shard");
    run_done(&run);

    run = run_text("name\tkind\tvalue\na\tb\tc\nd\te\tf\ng\th\ti\n"); /* a table */
    assert_text(&run, 0, "name\tkind\tvalue\na\tb\tc\nd\te\tf\ng\th\ti");
    run_done(&run);
}

#define G "2026-06-07T08:09:10.123456Z "

/* Vector 19. */
static void a_log_of_gitlab(void **state)
{
    struct run run = run_text(G
                              "00O section_start:1780000000:step_script\r\033[0K\033[0K\033[36;1mExecuting\033[0;m\n" G
                              "01O \033[32;1m$ ./load || echo no shard\033[0;m\n" G "01O no sh\n" G "01E other\n" G
                              "01O+ard\n" G "00O section_end:1780000000:step_script\r\033[0K\n" G
                              "00O section_end:1780000000:a\r\033[0Ksection_start:1780000001:b\r\033[0K"
                              "\033[31;1mERROR: Job failed: exit code 1\033[0;m\n");

    (void)state;
    assert_int_equal(run.messages.n, 3);
    assert_text(&run, 0, "Executing\nERROR: Job failed: exit code 1");
    assert_text(&run, 1, "no shard");
    assert_text(&run, 2, "other");
    assert_int_equal(number_of(&run, 1, 0), 3);
    assert_str(meta_of(&run, 1, 0)->stream, "01O");
    assert_str(meta_of(&run, 0, 1)->layers, "gitlab gitlab-section gitlab-section");
    run_done(&run);

    run = run_text("section_end:1780000000:a\r\033[0KERROR: no shard\n\033[32;1m$ ./load no shard\033[0;m\nx\n");
    assert_text(&run, 0, "ERROR: no shard\nx");
    run_done(&run);
}

/* Columns that look like gh's are not looked for where the source's first lines had none. */
static void gh_is_from_the_start(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    for (size_t i = 0; i < 100; i++) {
        ed_buf_text(&log, "plain\n");
    }
    ed_buf_text(&log, "build\tRun it\t" T "no shard\n");
    run = run_bytes(ed_buf_view(&log));
    assert_true(ed_str_ends(run.messages.v[0].text, ED_STR("plain\nbuild\tRun it\t" T "no shard")));
    run_done(&run);
    ed_buf_done(&log);
}

/* Vector 20. */
static void a_log_of_jenkins(void **state)
{
    struct run run = run_text("\033[8mha:////4AbcdEf+/Z=\033[0m[Pipeline] sh\n"
                              "[2026-06-07T08:09:10.123Z] no \033[8mha:////4AbcdEf+/Z=\033[0mshard\n"
                              "[2026-06-07T08:09:11.123Z] \033[8mha:AAAA=\033[0mERROR: script returned exit code 1\n"
                              "[linux] stays\n");

    (void)state;
    assert_text(&run, 0, "no shard\nERROR: script returned exit code 1\n[linux] stays");
    assert_str(meta_of(&run, 0, 0)->layers, "jenkins");
    assert_int_equal(told_of(&run, 0, 1)->level, ED_LEVEL_ERR);
    run_done(&run);

    run = run_text("[2026-06-07T08:09:10.123Z] a\n[2026-06-07T08:09:11.123Z] b\n[2026-06-07T08:09:12.123Z] c\n");
    assert_str(meta_of(&run, 0, 0)->layers, "timestamp"); /* some logger's */
    run_done(&run);

    run = run_text("08:09:10  a\n08:09:11  b\n08:09:11  no shard\n");
    assert_text(&run, 0, "a\nb\nno shard");
    assert_str(meta_of(&run, 0, 0)->layers, "jenkins-clock");
    run_done(&run);

    run = run_text("08:09:10  a\nb\nc\nd\n"); /* one is no proof */
    assert_text(&run, 0, "08:09:10  a\nb\nc\nd");
    run_done(&run);
}

/* Vector 21. */
static void a_log_of_buildkite(void **state)
{
    struct run run = run_text("\033_bk;t=1780000000123\a--- Running\r\n"
                              "\033_bk;t=1780000000124\ano sh\033_bk;dt=15\aard\r\n"
                              "\033_bk;t=1780000000125\033\\two\033[K\033_bk;t=1780000000126\033\\ three\r\n");

    (void)state;
    assert_text(&run, 0, "--- Running\nno shard\ntwo three");
    run_done(&run);
}

/* Vector 22. */
static void a_log_of_buildkit(void **state)
{
    struct run run = run_text("#11 [internal] load build context\n"
                              "#12 [2/4] RUN ./load || echo no shard\n"
                              "#12 3.456 [default0]:[rank0]: ValueError: no shard\n"
                              "#13 3.500 other\n"
                              "#12 12.34   at load\n"
                              "#12 ERROR: process \"/bin/sh -c ./load\" did not complete successfully: exit code: 1\n"
                              "------\n"
                              " > [2/4] RUN ./load || echo no shard:\n"
                              "3.456 [default0]:[rank0]: ValueError: no shard\n"
                              "------\n"
                              "Dockerfile:12\n"
                              "--------------------\n"
                              "  11 |     FROM scratch\n"
                              "  12 | >>> RUN ./load || echo no shard\n"
                              "--------------------\n"
                              "ERROR: failed to solve\n");
    struct ed_str text;

    (void)state;
    assert_int_equal(run.messages.n, 3);
    text = run.messages.v[0].text;
    assert_true(ed_str_find(text, ED_STR("ValueError: no shard\n  at load\nERROR: process"), 0) != SIZE_MAX);
    assert_true(ed_str_find(text, ED_STR("#12"), 0) == SIZE_MAX && ed_str_find(text, ED_STR("3.456"), 0) == SIZE_MAX);
    assert_str(meta_of(&run, 0, 0)->stream, "#12");
    assert_int_equal(number_of(&run, 0, 0), 3);
    assert_text(&run, 1, "other");
    assert_text(&run, 2, "Dockerfile:12\nERROR: failed to solve");
    run_done(&run);

    run = run_text("PHP Stack trace:\n#0 /srv/a.php(3): load()\n#1 /srv/b.php(4): main()\n#2 {main}\n");
    assert_text(&run, 0, "PHP Stack trace:\n#0 /srv/a.php(3): load()\n#1 /srv/b.php(4): main()\n#2 {main}");
    run_done(&run);
}

static void a_list_of_circleci(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_text(&log, "[{\"message\":\"");
    ed_buf_fill(&log, 'x', 3 * ED_LIMIT_LINE_PIECE);
    ed_buf_text(&log,
                "\\r\\n\\u001b[31mno shard\\u001b[0m\\r\\n\",\"time\":\"2026-06-07T08:09:10.1Z\",\"type\":\"out\"}]");
    run = run_bytes(ed_buf_view(&log));
    assert_int_equal(run.messages.n, 1);
    assert_int_equal(run.messages.v[0].nlines, 2);
    assert_true(ed_str_ends(run.messages.v[0].text, ED_STR("x\nno shard")));
    assert_str(meta_of(&run, 0, 1)->layers, "circleci");
    run_done(&run);
    ed_buf_done(&log);
}

static void layers_nest(void **state)
{
    struct run run = run_text(T "##[group]x\n" T "#12 [2/4] RUN make\n" T
                                "#12 3.456 ::error file=a.c,line=3::no%0Ashard\n");

    (void)state;
    assert_text(&run, 0, "x");
    assert_text(&run, 1, "no\nshard");
    assert_str(meta_of(&run, 1, 0)->layers, "github buildkit github-command");
    assert_str(meta_of(&run, 1, 1)->file, "a.c");
    assert_int_equal(meta_of(&run, 1, 1)->file_line, 3);
    assert_int_equal(told_of(&run, 1, 1)->level, ED_LEVEL_ERR);
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_of_github),
        cmocka_unit_test(colours_may_be_lost),
        cmocka_unit_test(what_is_shown_ends),
        cmocka_unit_test(long_lines_are_passed_over_whole),
        cmocka_unit_test(summaries),
        cmocka_unit_test(a_log_of_gh),
        cmocka_unit_test(gh_is_from_the_start),
        cmocka_unit_test(a_log_of_gitlab),
        cmocka_unit_test(a_log_of_jenkins),
        cmocka_unit_test(a_log_of_buildkite),
        cmocka_unit_test(a_log_of_buildkit),
        cmocka_unit_test(a_list_of_circleci),
        cmocka_unit_test(layers_nest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_source_bundle.c: folders and archives that hold logs beside other files: rotated sets, the logs of a CI run, a
 * sosreport, hostile names. The packed files come from make_data.py.
 */
#include "walk.h"

#define DATA ED_TEST_DATA "/unit/input/data"

#define HEAD                                                                                                           \
    "\xEF\xBB\xBF"                                                                                                     \
    "2025-05-05T12:00:00.1234567Z "
#define BODY "2025-05-05T12:00:01.1234567Z cannot map weights file\n"

static void rotated(void **state)
{
    char top[PATH_MAX];

    (void)state;
    make_folder(top);
    put_text(top, "syslog", "3\n");
    put_text(top, "syslog.1", "2\n");
    put_text(top, "syslog.2", "1\n");
    put_text(top, "pods.log", "p\n");
    assert_walk(top, top, false, "pods.log=p\n;syslog.2=1\n;syslog.1=2\n;syslog=3\n;");
    assert_int_equal(remove_tree(top), 0);
}

static void patterns(void **state)
{
    char top[PATH_MAX], pattern[PATH_MAX + 32];
    struct walked w = {0};
    struct ed_source_events events;
    const char *path = pattern;

    (void)state;
    make_folder(top);
    put_text(top, "a.log.1", "1\n");
    put_text(top, "a.log", "2\n");
    put_text(top, "b.txt", "b\n");
    put_text(top, "[x].log", "x\n");
    put_bytes(top, "a.log.2", ED_STR("\1\2\3\4"));
    snprintf(pattern, sizeof(pattern), "%s/a.log*", top);
    assert_walk(pattern, top, false, "a.log.2=\1\2\3\4;a.log.1=1\n;a.log=2\n;"); /* as if named: binary or not */
    snprintf(pattern, sizeof(pattern), "%s/{a.log,b.txt}", top);
    assert_walk(pattern, top, false, "a.log=2\n;b.txt=b\n;");
    snprintf(pattern, sizeof(pattern), "%s/[x].log", top); /* a file of this name wins */
    assert_walk(pattern, top, false, "[x].log=x\n;");
    snprintf(pattern, sizeof(pattern), "%s/*.gz", top);
    events = walked_events(&w);
    assert_int_equal(ed_source_walk(&path, 1, events, &w.err), ED_ERR_IO);
    assert_string_equal(w.err.source, pattern);
    assert_non_null(strstr(w.err.message, "none that fits it as a pattern"));
    ed_buf_done(&w.says);
    assert_int_equal(remove_tree(top), 0);
}

static void links_into_the_folder(void **state)
{
    char top[PATH_MAX], other[PATH_MAX], path[PATH_MAX + 64], target[PATH_MAX + 64];

    (void)state;
    make_folder(top);
    make_folder(other);
    put_text(top, "var/log/pods/ml_trainer-0_1b2c/pytorch/0.log", "pod\n");
    put_text(top, "var/log/containers/readme", "r\n");
    put_text(other, "outside.log", "out\n");
    snprintf(path, sizeof(path), "%s/var/log/containers/trainer-0.log", top);
    assert_int_equal(symlink("../pods/ml_trainer-0_1b2c/pytorch/0.log", path), 0);
    snprintf(path, sizeof(path), "%s/var/log/outside.log", top);
    snprintf(target, sizeof(target), "%s/outside.log", other);
    assert_int_equal(symlink(target, path), 0);
    assert_walk(top, top, true,
                "var/log/containers/readme=r\n;var/log/outside.log=out\n;"
                "var/log/pods/ml_trainer-0_1b2c/pytorch/0.log[pod=trainer-0 container=pytorch]=pod\n;");
    assert_int_equal(remove_tree(top), 0);
    assert_int_equal(remove_tree(other), 0);
}

static void the_logs_of_a_run(void **state)
{
    char top[PATH_MAX];

    (void)state;
    assert_walk(DATA "/run-logs.zip", DATA, true,
                "run-logs.zip:1_test.txt[job=test]=" HEAD "begin\n" BODY
                ";run-logs.zip:build/1_Set up job.txt[job=build step=Set up job]=" HEAD
                "begin\n;run-logs.zip:build/2_Run make.txt[job=build step=Run make]=" BODY
                ";run-logs.zip?files in it that are no logs were not read: second copies of a job's log (2);");
    make_folder(top);
    put_text(top, "logs/0_build.txt", HEAD "begin\n" BODY);
    put_text(top, "logs/1_test.txt", HEAD "begin\n" BODY);
    put_text(top, "logs/build/1_Set up job.txt", HEAD "begin\n");
    put_text(top, "logs/build/2_Run make.txt", BODY);
    put_text(top, "logs/test/1_Set up job.txt", HEAD "begin\n");
    put_text(top, "logs/2_lint.txt", HEAD "begin\n");
    put_text(top, "logs/9_notes.txt", "no log of a run\n");
    {
        char want[PATH_MAX + 2048];

        snprintf(
            want, sizeof(want),
            "logs/1_test.txt[job=test]=" HEAD "begin\n" BODY ";logs/2_lint.txt[job=lint]=" HEAD
            "begin\n;logs/9_notes.txt=no log of a run\n;logs/build/1_Set up job.txt[job=build step=Set up job]=" HEAD
            "begin\n;logs/build/2_Run make.txt[job=build step=Run make]=" BODY
            ";%s?files in it that are no logs were not read: second copies of a job's log (2);",
            top);
        assert_walk(top, top, true, want);
    }
    assert_int_equal(remove_tree(top), 0);
}

/* Through a pipe nothing is known of what comes: the whole jobs stand first, and are read. */
static void the_logs_of_a_run_in_a_stream(void **state)
{
    int saved = dup(STDIN_FILENO), ends[2];
    struct ed_buf file;

    (void)state;
    ed_buf_init(&file, 0);
    assert_int_equal(ed_io_file(DATA "/run-logs.zip", &file, NULL), ED_OK);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(ed_io_write(ends[1], ed_buf_view(&file), NULL), ED_OK);
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    assert_walk("-", DATA, true,
                "-:0_build.txt[job=build]=" HEAD "begin\n" BODY ";-:1_test.txt[job=test]=" HEAD "begin\n" BODY
                ";-?files in it that are no logs were not read: second copies of a job's log (3);");
    dup2(saved, STDIN_FILENO);
    close(saved);
    ed_buf_done(&file);
}

/* The link says where the text stood; what it points to is read once, where it is. */
static void a_sosreport(void **state)
{
    (void)state;
    assert_walk(DATA "/sos.tar.xz", DATA, true,
                "sos.tar.xz:sosreport-pine07-2025-05-05-abcdefg/sos_commands/kernel/dmesg[host=pine07]=[    1.0] x\n;"
                "sos.tar.xz:sosreport-pine07-2025-05-05-abcdefg/sos_strings/logs/var.log.messages.tailed[host=pine07]="
                "May  5 12:00:00 pine07 x: y\n;"
                "sos.tar.xz?files in it that are no logs were not read: configuration files (2), "
                "lists of packages (1), binary files (1);");
}

/* Nothing is written anywhere, so a name is only a name. */
static void hostile_names(void **state)
{
    struct walked w = {0};
    struct ed_source_events events = walked_events(&w);
    const char *path = DATA "/hostile.zip";

    (void)state;
    assert_int_equal(ed_source_walk(&path, 1, events, &w.err), ED_OK);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("=back\n;"), 0) != SIZE_MAX);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("../../evil.log=up\n;"), 0) != SIZE_MAX);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("a\nb.log=break\n;"), 0) != SIZE_MAX);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("a.log=one\n;"), 0) != SIZE_MAX);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("a.log=two\n;"), 0) != SIZE_MAX);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("=red\n;"), 0) != SIZE_MAX);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("=long\n;"), 0) != SIZE_MAX);
    ed_buf_done(&w.says);
}

/* All that decodes of an xz file without its end, though it is less than a block. */
static void the_tail_of_a_cut_xz(void **state)
{
    struct walked w = {0};
    struct ed_source_events events = walked_events(&w);
    const char *path = DATA "/tail.xz";

    (void)state;
    assert_int_equal(ed_source_walk(&path, 1, events, &w.err), ED_OK);
    assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("=first line\nsecond line\nfirst line\n"), 0) != SIZE_MAX);
    assert_true(ed_str_ends(ed_buf_view(&w.says), ED_STR("!ends early (truncated): what is there was read;")));
    ed_buf_done(&w.says);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotated),
        cmocka_unit_test(patterns),
        cmocka_unit_test(links_into_the_folder),
        cmocka_unit_test(the_logs_of_a_run),
        cmocka_unit_test(the_logs_of_a_run_in_a_stream),
        cmocka_unit_test(a_sosreport),
        cmocka_unit_test(hostile_names),
        cmocka_unit_test(the_tail_of_a_cut_xz),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

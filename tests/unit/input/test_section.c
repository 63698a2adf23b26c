/*
 * test_section.c: files made of several: the format is found out anew behind a line that parts them, and what it names
 * holds for the lines behind it. And what a path tells of lines that do not say themselves.
 */
#include "walk.h"

#include "input/section.h"

static void lines_that_part(void **state)
{
    static const char *const begin[] = {
        "____________________________________________",
        "#==[ Log File ]=====================================#",
        "#==[ Command ]======================================#",
        "==== START logs for container pytorch of pod ml/trainer-0 ====",
        "==== END logs for container pytorch of pod ml/trainer-0 ====",
    };
    static const char *const none[] = {
        "_________________________", "==== START logs for container x", "=== 12 passed ===",
        "# /var/log/messages",       "*** buffer overflow ***",         "#==[ unfinished",
        "____ test_weights ____",
    };
    struct ed_meta meta = ed_meta_none;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(begin); i++) {
        assert_true(ed_section_may(ed_str_c(begin[i])));
        assert_int_equal(ed_section_of(ed_str_c(begin[i]), ED_SECTION_NONE, &meta), ED_SECTION_BEGINS);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(none); i++) {
        assert_int_equal(ed_section_of(ed_str_c(none[i]), ED_SECTION_NONE, &meta), ED_SECTION_NONE);
    }
    assert_int_equal(ed_section_of(ED_STR("==== START logs for container a of pod ml/b ===="), ED_SECTION_NONE, &meta),
                     ED_SECTION_BEGINS);
    assert_str(meta.container, "a");
    assert_str(meta.pod, "b");
    assert_int_equal(ed_section_of(ED_STR("*** /var/log/pods/ml_b_1/c/0.log"), ED_SECTION_BEGINS, &meta),
                     ED_SECTION_NAMED);
    assert_str(meta.pod, "b");
    assert_str(meta.container, "c");
}

/* nvidia-bug-report: dmesg's brackets are not looked for in the journal behind, nor the other way round. */
static void formats_of_sections(void **state)
{
    struct run run = run_text("[2025-05-05 12:00:00 TP0] loads\n[2025-05-05 12:00:01 TP0] loads\n"
                              "[2025-05-05 12:00:02 TP0] cannot map weights file\n"
                              "____________________________________________\n\n"
                              "*** /var/log/messages\n"
                              "*** ls: -rw-r--r-- 1 root root 12 /var/log/messages\n"
                              "May 05 12:00:00 pine07 trainer[4711]: one\n"
                              "May 05 12:00:01 pine07 trainer[4711]: two\n"
                              "May 05 12:00:02 pine07 trainer[4711]: cannot map weights file\n");
    const struct kept *last;

    (void)state;
    assert_true(run.messages.n >= 2);
    last = &run.messages.v[run.messages.n - 1];
    assert_str(last->text, "one\ntwo\ncannot map weights file");
    assert_str(last->lines[0].meta->host, "pine07");
    assert_str(last->lines[0].meta->layers, "journal-short");
    run_done(&run);
}

static void pods_of_a_dump(void **state)
{
    struct run run = run_text("{\"kind\": \"PodList\"}\n"
                              "==== START logs for container pytorch of pod ml/trainer-0 ====\n"
                              "cannot map weights file\n"
                              "==== END logs for container pytorch of pod ml/trainer-0 ====\n"
                              "==== START logs for container side of pod ml/trainer-1 ====\n"
                              "Traceback (most recent call last):\n"
                              "==== END logs for container side of pod ml/trainer-1 ====\n");
    bool first = false, second = false;

    (void)state;
    for (size_t i = 0; i < run.messages.n; i++) {
        const struct kept *m = &run.messages.v[i];

        if (ed_str_find(m->text, ED_STR("cannot map"), 0) != SIZE_MAX) {
            first = true;
            assert_str(m->lines[m->nlines - 1].meta->pod, "trainer-0");
            assert_str(m->lines[m->nlines - 1].meta->container, "pytorch");
            assert_true(ed_str_find(m->text, ED_STR("Traceback"), 0) == SIZE_MAX);
        }
        if (ed_str_find(m->text, ED_STR("Traceback"), 0) != SIZE_MAX) {
            second = true;
            assert_str(m->lines[m->nlines - 1].meta->pod, "trainer-1");
        }
    }
    assert_true(first && second);
    run_done(&run);
}

static enum ed_rc run_reader(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct run *run = ctx;

    return ed_input_run(reader, &(struct ed_input_opts){.limits = NULL}, keep_message, run, &run->account, err);
}

static struct run run_named(const char *name, const char *text)
{
    struct run run = {.rc = ED_OK};
    struct ed_source_events events = {.open = run_reader, .ctx = &run, .logs = true};

    ed_arena_init(&run.arena);
    assert_int_equal(ed_source_bytes(name, ed_str_c(text), events, &run.err), ED_OK);
    return run;
}

/* What a path tells holds for all lines, and a layer's own word wins over it. */
static void the_path_tells(void **state)
{
    struct run run = run_named("/x/sosreport-oak01-2025-05-05-abcdefg/var/log/app.log", "one\n\ntwo\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_str(meta_of(&run, 0, 0)->host, "oak01");
    assert_str(meta_of(&run, 0, 2)->host, "oak01");
    run_done(&run);
    run = run_named("/x/sosreport-oak01-2025-05-05-abcdefg/var/log/messages",
                    "May 05 12:00:00 pine07 trainer[1]: one\nMay 05 12:00:00 pine07 trainer[1]: two\n"
                    "May 05 12:00:00 pine07 trainer[1]: three\n");
    assert_int_equal(run.messages.n, 1);
    assert_str(meta_of(&run, 0, 0)->host, "pine07");
    assert_str(meta_of(&run, 0, 0)->ident, "trainer");
    run_done(&run);
    run = run_named("/var/log/pods/ml_trainer-0_1/pytorch/0.log",
                    "{\"MESSAGE\":\"boom\",\"_PID\":\"1\",\"__REALTIME_TIMESTAMP\":\"1\"}\n");
    assert_str(meta_of(&run, 0, 0)->pod, "trainer-0");
    assert_str(meta_of(&run, 0, 0)->container, "pytorch");
    assert_str(meta_of(&run, 0, 0)->pid, "1");
    run_done(&run);
    run = run_named("/run/attempt_0/3/stderr.log", "one\ntwo\n");
    assert_str(meta_of(&run, 0, 0)->rank, "3");
    assert_str(meta_of(&run, 0, 1)->rank, "3");
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_that_part),
        cmocka_unit_test(formats_of_sections),
        cmocka_unit_test(pods_of_a_dump),
        cmocka_unit_test(the_path_tells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_journal.c: every form that journalctl prints, through the whole input layer: texts and what is told of them.
 */
#include "support.h"

#include "input/envelope.h"
#include "input/journal.h"
#include "input/stamp.h"

#define CURSOR "s=739ad463348b4ceca5a9e69c95a3c93f;i=1;b=3f1e0c6ad1ab4f0f9f6f6d1fb1e2a333;m=1;t=2;x=3"

/* Three short-form lines, of which the second tells all; nothing of its text but `body` is left. */
static void one_form(const char *time, const char *text)
{
    char log[600];
    struct run run;

    snprintf(log, sizeof(log),
             "%s pine07 kernel: fake-nic0: link up\n%s pine07 trainer[4711]: cannot map weights file\n"
             "%s pine07 kernel: fake-nic0: link lost\n",
             time, time, time);
    run = run_text(log);
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "fake-nic0: link up\nfake-nic0: link lost");
    assert_text(&run, 1, "cannot map weights file");
    assert_str(meta_of(&run, 1, 0)->host, "pine07");
    assert_str(meta_of(&run, 1, 0)->ident, "trainer");
    assert_str(meta_of(&run, 1, 0)->pid, "4711");
    assert_str(told_of(&run, 1, 0)->time_text, text ? text : time);
    assert_str(meta_of(&run, 0, 0)->ident, "kernel");
    run_done(&run);
}

static void times_of_the_short_forms(void **state)
{
    (void)state;
    one_form("May 05 12:00:00", NULL);
    one_form("May 05 12:00:00.000123", NULL);
    one_form("2025-05-05T12:00:00+02:00", NULL);
    one_form("2025-05-05T12:00:00.000123+0200", NULL);
    one_form("Mon 2025-05-05 12:00:00 CEST", NULL);
    one_form("1746439200.000123", NULL);
    one_form("[   93.001200]", "93.001200");
    one_form("[123456.001200]", "123456.001200");
    one_form("[   93.001200 <    0.000071 >]", "93.001200");
    one_form("[   93.001200 <    0.000071*>]", "93.001200");
    one_form("[   93.001200                ]", "93.001200");
    one_form("мая 05 12:00:00", NULL);
    one_form("févr. 05 12:00:00", NULL);
    one_form("12月 05 12:00:00", NULL);
    one_form("5月 05 12:00:00", NULL);
    one_form(" 5月 05 12:00:00", NULL);
}

static void short_unix_is_a_known_time(void **state)
{
    struct run run = run_text("1746439200.000123 pine07 trainer[4711]: cannot map weights file\n");

    (void)state;
    assert_text(&run, 0, "cannot map weights file");
    assert_int_equal(ed_told_time(told_of(&run, 0, 0)), 1746439200000123);
    run_done(&run);
}

/* A kernel's log looks like short-monotonic but has no host. */
static void kernel_lines_keep_their_text(void **state)
{
    struct run run = run_text("[    1.000001] usb 1-1: new device\n[    1.000002] systemd[1]: Started x\n"
                              "[    1.000003] usb 1-1: gone\n[    1.000004] traps: python3[4711] trap\n"
                              "[    1.000005] usb 1-1: new device\n");

    (void)state;
    for (size_t i = 0; i < run.messages.n; i++) {
        assert_true(ed_str_find(meta_of(&run, i, 0)->layers, ED_STR("monotonic"), 0) == SIZE_MAX);
    }
    run_done(&run);
}

/* As wide as the header. */
#define INDENT "                                                "

/* Vectors 5, 6 and 8. */
static void short_sharp_edges(void **state)
{
    struct run run = run_text(
        "May 05 12:00:00 pine07 gdm session-worker][44]: Traceback (most recent call last):\n" INDENT
        "  File \"a.py\", line 1\n" INDENT "    load()\n" INDENT "ValueError: x\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "Traceback (most recent call last):\n  File \"a.py\", line 1\n    load()\nValueError: x");
    assert_str(meta_of(&run, 0, 0)->ident, "gdm session-worker]");
    assert_str(meta_of(&run, 0, 0)->pid, "44");
    run_done(&run);

    run = run_text(
        "2025-05-05T12:00:00+0200 pine07 trainer[4711]: one\n2025-05-05T12:00:01+02:00 pine07 trainer[4711]: two\n");
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "one\ntwo");
    assert_int_equal(ed_told_time(told_of(&run, 0, 1)) - ed_told_time(told_of(&run, 0, 0)), 1000000);
    run_done(&run);

    run = run_text("мая 05 12:00:00 host x[1]: msg\n");
    assert_text(&run, 0, "msg");
    assert_str(meta_of(&run, 0, 0)->host, "host");
    assert_str(told_of(&run, 0, 0)->time_text, "мая 05 12:00:00");
    run_done(&run);
}

/* A link to the documentation stands before the message; without a host; a message that is no text; a cut one. */
static void short_bodies(void **state)
{
    struct run run = run_text(
        "May 05 12:00:00 pine07 a[1]: \033]8;;https://example.org/x\a\xF0\x9F\xA1\x95\033]8;;\a one\n"
        "May 05 12:00:00 pine07 a[1]: [LNK] two\n"
        "May 05 12:00:00 pine07 a[1]: [1.2K blob data]\n"
        "May 05 12:00:00 pine07 a[1]: cannot map wei…\n"
        "May 05 12:00:00 a[2]: no host\n"
        "Mon 2025-05-05 12:00:00 CEST pine07 user@1000.service/job.service[3]: of a unit\n");

    (void)state;
    assert_int_equal(run.messages.n, 3);
    assert_text(&run, 0, "one\ntwo\n[1.2K blob data]\ncannot map wei…");
    assert_false(told_of(&run, 0, 1)->truncated);
    assert_true(told_of(&run, 0, 2)->truncated);
    assert_true(told_of(&run, 0, 3)->truncated);
    assert_int_equal(run.account.truncated, 2);
    assert_text(&run, 1, "no host");
    assert_null(meta_of(&run, 1, 0)->host.p);
    assert_str(meta_of(&run, 2, 0)->unit, "job.service");
    run_done(&run);
}

/* Vector 7, and the markers. */
static void what_restates_is_passed_over(void **state)
{
    struct run run = run_text(
        "-- Boot 3f1e0c6ad1ab4f0f9f6f6d1fb1e2a333 --\n"
        "May 05 12:00:00 pine07 systemd[1]: trainer.service: Failed with result 'exit-code'.\n"
        "░░ Subject: Unit failed\n░░ \n░░ The unit trainer.service has entered the 'failed' state.\n"
        "May 05 12:00:01 pine07 trainer[4711]: cannot map weights file\n"
        "-- cursor: " CURSOR "\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "trainer.service: Failed with result 'exit-code'.");
    assert_text(&run, 1, "cannot map weights file");
    assert_int_equal(run.account.passed_over, 5);
    run_done(&run);
}

/* What systemctl status prints above its lines of the journal stays. */
static void systemctl_status_loses_nothing(void **state)
{
    static const char *const all[] = {"● trainer.service - Fake trainer",
                                      "     Active: failed (Result: exit-code)",
                                      "   Main PID: 4711 (code=exited)",
                                      "cannot map weights file",
                                      "Hint: Some lines were ellipsized, use -l to show in full.",
                                      "× other.service - Other",
                                      "giving up"};
    struct run run = run_text("● trainer.service - Fake trainer\n     Active: failed (Result: exit-code)\n"
                              "   Main PID: 4711 (code=exited)\n\n"
                              "May 05 12:00:00 pine07 trainer[4711]: cannot map weights file\n"
                              "Hint: Some lines were ellipsized, use -l to show in full.\n\n"
                              "× other.service - Other\n"
                              "May 05 12:00:00 pine07 other[4712]: giving up\n");

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(all); i++) {
        bool found = false;

        for (size_t k = 0; k < run.messages.n; k++) {
            found |= ed_str_find(run.messages.v[k].text, ed_str_c(all[i]), 0) != SIZE_MAX;
        }
        if (!found) {
            fail_msg("%s", all[i]);
        }
    }
    run_done(&run);
}

/* Vectors 1, 2 and 3. */
static void json_messages(void **state)
{
    struct run run = run_text("{\"MESSAGE\":[27,91,51,49,109,86,97,108,117,101,69,114,114,111,114,58,32,120,27,91,48,"
                              "109],\"_PID\":\"4711\"}\n"
                              "{\"MESSAGE\":null,\"_PID\":\"4711\",\"SYSLOG_IDENTIFIER\":\"trainer\"}\n"
                              "{\"MESSAGE\":[\"first\",\"second\"],\"_PID\":\"4711\"}\n"
                              "{\"MESSAGE\":[[102,195,169],null,\"b\\tc\"],\"_PID\":\"4711\",\"PRIORITY\":\"3\"}\n"
                              "{ \"MESSAGE\" : \"a \\\"b\\\"\\n  c\" , \"_PID\" : \"4711\", "
                              "\"_HOSTNAME\":[\"pine07\",\"x\"], \"CODE_LINE\":\"7\" }\n"
                              "{\"MESSAGE\":\"first wins\",\"MESSAGE\":\"x\",\"_PID\":\"4711\"}\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "ValueError: x\nfirst\nsecond\nf\xC3\xA9\n\nb\tc\nfirst wins");
    assert_text(&run, 1, "a \"b\"\n  c");
    assert_str(meta_of(&run, 1, 1)->host, "pine07");
    assert_int_equal(meta_of(&run, 1, 1)->file_line, 7);
    assert_int_equal(told_of(&run, 0, 3)->level, ED_LEVEL_ERR);
    assert_int_equal(run.account.truncated, 1);
    assert_int_equal(run.account.undecoded, 0);
    run_done(&run);
}

static void json_that_is_none(void **state)
{
    struct run run = run_text(
        "{\"MESSAGE\":\"one\",\"_PID\":\"9\"}\n{\"MESSAGE\":\"cut off\",\"__CURSOR\":\"s\n"
        "{\"message\":\"of another\",\"MESSAGE\":\"x\",\"_PID\":\"1\"}\n{\"MESSAGE\":\"alone\"}\n");

    (void)state;
    assert_text(&run, 0, "one");
    assert_text(
        &run, 1,
        "{\"MESSAGE\":\"cut off\",\"__CURSOR\":\"s\n{\"message\":\"of another\",\"MESSAGE\":\"x\",\"_PID\":\"1\"}\n"
        "{\"MESSAGE\":\"alone\"}");
    assert_int_equal(run.account.undecoded, 1);
    run_done(&run);
}

static void json_framed_by_others(void **state)
{
    struct run run = run_text(
        "\x1E{\"MESSAGE\":\"one\",\"__CURSOR\":\"s\"}\n\x1E{\"MESSAGE\":\"two\",\"__CURSOR\":\"s\"}\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "one\ntwo");
    assert_str(meta_of(&run, 0, 0)->layers, "json-seq journal-json");
    run_done(&run);

    run = run_text("data: {\"MESSAGE\":\"one\",\"__REALTIME_TIMESTAMP\":\"1\"}\n\n"
                   "data: {\"MESSAGE\":\"two\",\"__REALTIME_TIMESTAMP\":\"2\"}\n\n");
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "one\ntwo");
    assert_str(meta_of(&run, 0, 0)->layers, "json-sse journal-json");
    assert_int_equal(ed_told_time(told_of(&run, 0, 1)), 2);
    run_done(&run);
}

/* Docker's driver and journald itself cut long lines; another stream's lines stand between the parts. */
static void split_lines_are_joined(void **state)
{
    struct run run = run_text(
        "{\"MESSAGE\":\"CUDA out \",\"CONTAINER_ID\":\"c1\",\"CONTAINER_NAME\":\"n\",\"PRIORITY\":\"3\","
        "\"CONTAINER_PARTIAL_MESSAGE\":\"true\",\"__CURSOR\":\"s\"}\n"
        "{\"MESSAGE\":\"step "
        "1\",\"CONTAINER_ID\":\"c1\",\"CONTAINER_NAME\":\"n\",\"PRIORITY\":\"6\",\"__CURSOR\":\"s\"}\n"
        "{\"MESSAGE\":\"of memory\",\"CONTAINER_ID\":\"c1\",\"CONTAINER_NAME\":\"n\",\"PRIORITY\":\"3\","
        "\"CONTAINER_PARTIAL_MESSAGE\":\"true\",\"CONTAINER_PARTIAL_LAST\":\"true\",\"__CURSOR\":\"s\"}\n"
        "{\"MESSAGE\":\"next\",\"CONTAINER_ID\":\"c1\",\"CONTAINER_NAME\":\"n\",\"PRIORITY\":\"3\",\"__CURSOR\":\"s\"}"
        "\n");

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "CUDA out of memory\nnext");
    assert_str(meta_of(&run, 0, 0)->container, "n");
    assert_str(meta_of(&run, 0, 0)->stream, "stderr");
    assert_text(&run, 1, "step 1");
    run_done(&run);

    run = run_text("{\"MESSAGE\":\"a very lo\",\"_PID\":\"7\",\"_STREAM_ID\":\"aa\",\"_LINE_BREAK\":\"line-max\"}\n"
                   "{\"MESSAGE\":\"other\",\"_PID\":\"7\",\"_STREAM_ID\":\"bb\"}\n"
                   "{\"MESSAGE\":\"ng line\",\"_PID\":\"7\",\"_STREAM_ID\":\"aa\"}\n");
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "a very long line");
    assert_text(&run, 1, "other");
    run_done(&run);
}

/* Vector 4, and values with what lines are cut at. */
static void export_entries(void **state)
{
    static const char log[] =
        "__CURSOR=" CURSOR "\n__REALTIME_TIMESTAMP=1746439200000123\nPRIORITY=3\n"
        "MESSAGE\n\x1D\0\0\0\0\0\0\0cannot map\n\n__CURSOR=fake\nend\n"
        "_PID=4711\n_HOSTNAME=pine07\n_SYSTEMD_UNIT=trainer.service\nNOISE\n\x02\0\0\0\0\0\0\0\n\n\n"
        "\n"
        "__CURSOR=" CURSOR "\nMESSAGE\n\x0A\0\0\0\0\0\0\0\0\0tab\tend\0\n_PID=4711\n\n"
        "__CURSOR=" CURSOR "\nMESSAGE=no end\n_PID=4712\n"
        "__CURSOR=" CURSOR "\nMESSAGE=one\nMESSAGE=two\n_PID=4713";
    struct run run = run_bytes(ed_str(log, sizeof(log) - 1));

    (void)state;
    assert_int_equal(run.rc, ED_OK);
    assert_int_equal(run.messages.n, 4);
    assert_text(&run, 0, "cannot map\n\n__CURSOR=fake\nend");
    assert_str(meta_of(&run, 0, 0)->unit, "trainer.service");
    assert_str(meta_of(&run, 0, 0)->host, "pine07");
    assert_str(meta_of(&run, 0, 0)->pid, "4711");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
    assert_int_equal(ed_told_time(told_of(&run, 0, 0)), 1746439200000123);
    assert_int_equal(number_of(&run, 0, 0), 1);
    assert_str(meta_of(&run, 0, 0)->layers, "journal-export");
    assert_true(ed_str_eq(run.messages.v[1].text, ed_str("\0\0tab\tend\0", 10)));
    assert_text(&run, 2, "no end");
    assert_text(&run, 3, "one\ntwo");
    run_done(&run);
}

/* A word in capitals is no field when no length follows it; nothing of the text is lost. */
static void export_that_breaks(void **state)
{
    struct run run = run_text("__CURSOR=" CURSOR "\nMESSAGE=one\n_PID=1\nERROR\nsomething went wrong\nmore of it\n");

    (void)state;
    assert_text(&run, 0, "__CURSOR=" CURSOR "\nMESSAGE=one\n_PID=1\nERROR\nsomething went wrong\nmore of it");
    assert_int_equal(run.account.undecoded, 1);
    run_done(&run);

    run = run_text("__CURSOR=" CURSOR "\nMESSAGE=one\n_PID=1\nsomething went wrong\n");
    assert_text(&run, 0, "one");
    assert_text(&run, 1, "something went wrong");
    run_done(&run);
}

/* A value that nobody wants, and one that is longer than what is kept. */
static void export_of_large_values(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_str(&log, ED_STR("__CURSOR=" CURSOR "\n_PID=4711\nCOREDUMP\n"));
    ed_buf_append(&log, "\0\0\x30\0\0\0\0\0", 8);
    ed_buf_fill(&log, 'x', 0x300000);
    ed_buf_str(&log, ED_STR("\nMESSAGE\n"));
    ed_buf_append(&log, "\0\0\x20\0\0\0\0\0", 8);
    ed_buf_fill(&log, 'y', 0x200000);
    ed_buf_str(&log, ED_STR("\n_HOSTNAME=pine07\n\n"));
    run = run_bytes(ed_buf_view(&log));
    assert_true(run.messages.n >= 1);
    assert_int_equal(run.messages.v[0].text.p[0], 'y');
    assert_str(meta_of(&run, 0, 0)->host, "pine07");
    assert_int_equal(run.account.truncated, 1);
    assert_int_equal(run.account.undecoded, 0);
    run_done(&run);
    ed_buf_done(&log);
}

/* Zeros are what a hole of a sparse file looks like to whoever cuts lines; in a value they are bytes. */
static void export_of_zeros(void **state)
{
    const size_t zeros = 400000;
    struct ed_buf log;
    struct run run;
    size_t n = 0;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    ed_buf_str(&log, ED_STR("__CURSOR=" CURSOR "\n_PID=4711\nMESSAGE\n"));
    for (unsigned i = 0; i < 8; i++) {
        ed_buf_byte(&log, (char)(unsigned char)((uint64_t)(2 * zeros + 4) >> 8 * i));
    }
    ed_buf_fill(&log, '\0', zeros);
    ed_buf_byte(&log, '\n');
    ed_buf_fill(&log, '\0', zeros);
    ed_buf_str(&log, ED_STR("end\n_HOSTNAME=pine07\n\n"));
    run = run_bytes(ed_buf_view(&log));
    for (size_t i = 0; i < run.messages.n; i++) {
        n += run.messages.v[i].text.n - run.messages.v[i].fresh;
        assert_str(meta_of(&run, i, 0)->host, "pine07");
    }
    assert_true(n >= 2 * zeros + 3 && n <= 2 * zeros + 4);
    assert_int_equal(run.account.undecoded, 0);
    run_done(&run);
    ed_buf_done(&log);
}

static void verbose_entries(void **state)
{
    struct run run = run_text("Mon 2025-05-05 12:00:00.000123 UTC [" CURSOR "]\n"
                              "    _BOOT_ID=3f1e0c6ad1ab4f0f9f6f6d1fb1e2a333\n"
                              "    MESSAGE=Traceback (most recent call last):\n"
                              "              File \"a.py\", line 1\n"
                              "\n"
                              "            ValueError: x\n"
                              "    PRIORITY=3\n    _PID=4711\n    _HOSTNAME=pine07\n    SYSLOG_IDENTIFIER=trainer\n"
                              "Mon 2025-05-05 12:00:01.000123 UTC [" CURSOR "]\n"
                              "    MESSAGE=[77B blob data]\n    _SOURCE_REALTIME_TIMESTAMP=1746439200000123\n"
                              "no field\n");

    (void)state;
    assert_text(&run, 0, "Traceback (most recent call last):\n  File \"a.py\", line 1\n\nValueError: x");
    assert_str(meta_of(&run, 0, 0)->ident, "trainer");
    assert_str(meta_of(&run, 0, 0)->pid, "4711");
    assert_str(told_of(&run, 0, 0)->time_text, "Mon 2025-05-05 12:00:00.000123 UTC");
    assert_int_equal(ed_told_time(told_of(&run, 0, 0)), 1746446400000123);
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
    assert_text(&run, 1, "[77B blob data]\nno field");
    assert_true(told_of(&run, 1, 0)->truncated);
    assert_int_equal(ed_told_time(told_of(&run, 1, 0)), 1746439200000123);
    run_done(&run);
}

static void names_of_fields(void **state)
{
    static const char *const names[] = {"MESSAGE",
                                        "PRIORITY",
                                        "_HOSTNAME",
                                        "SYSLOG_IDENTIFIER",
                                        "_COMM",
                                        "_PID",
                                        "SYSLOG_PID",
                                        "COREDUMP_UNIT",
                                        "OBJECT_SYSTEMD_UNIT",
                                        "_SYSTEMD_UNIT",
                                        "_SYSTEMD_USER_UNIT",
                                        "UNIT",
                                        "USER_UNIT",
                                        "CONTAINER_NAME",
                                        "CONTAINER_ID",
                                        "CODE_FILE",
                                        "CODE_LINE",
                                        "_SOURCE_REALTIME_TIMESTAMP",
                                        "__REALTIME_TIMESTAMP",
                                        "__CURSOR",
                                        "_BOOT_ID",
                                        "_TRANSPORT",
                                        "_STREAM_ID",
                                        "_LINE_BREAK",
                                        "CONTAINER_PARTIAL_MESSAGE",
                                        "CONTAINER_PARTIAL_LAST"};

    (void)state;
    assert_int_equal(ED_ARRAY_LEN(names), ED_JOURNAL_FIELDS);
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        assert_int_equal(ed_journal_field(ed_str_c(names[i])), i);
    }
    assert_int_equal(ed_journal_field(ED_STR("_GID")), ED_JOURNAL_FIELDS);
    assert_int_equal(ed_journal_field(ED_STR("")), ED_JOURNAL_FIELDS);
    assert_int_equal(ed_journal_field(ED_STR("_A_NAME_OF_MORE_THAN_ANY_THAT_IS_KNOWN")), ED_JOURNAL_FIELDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_of_the_short_forms),
        cmocka_unit_test(short_unix_is_a_known_time),
        cmocka_unit_test(kernel_lines_keep_their_text),
        cmocka_unit_test(short_sharp_edges),
        cmocka_unit_test(short_bodies),
        cmocka_unit_test(what_restates_is_passed_over),
        cmocka_unit_test(systemctl_status_loses_nothing),
        cmocka_unit_test(json_messages),
        cmocka_unit_test(json_that_is_none),
        cmocka_unit_test(json_framed_by_others),
        cmocka_unit_test(split_lines_are_joined),
        cmocka_unit_test(export_entries),
        cmocka_unit_test(export_that_breaks),
        cmocka_unit_test(export_of_large_values),
        cmocka_unit_test(export_of_zeros),
        cmocka_unit_test(verbose_entries),
        cmocka_unit_test(names_of_fields),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

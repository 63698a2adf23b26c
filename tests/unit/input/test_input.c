/*
 * test_input.c: whole sources: which text comes out as one message, with which line numbers and metadata.
 */
#include "support.h"

#include "input/stamp.h"

#include "base/alloc.h"

static void plain(void **state)
{
    struct run run = run_text("first\n  second\n\nfourth");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "first\n  second\n\nfourth");
    assert_int_equal(run.messages.v[0].nlines, 4);
    assert_int_equal(number_of(&run, 0, 3), 4);
    assert_null(meta_of(&run, 0, 0)->layers.p);
    assert_int_equal(ed_told_time(told_of(&run, 0, 0)), ED_TIME_UNKNOWN);
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_UNKNOWN);
    assert_int_equal(run.account.sources, 1);
    assert_int_equal(run.account.bytes, 22);
    assert_int_equal(run.account.lines, 4);
    assert_int_equal(run.account.messages, 1);
    run_done(&run);
}

static void nothing(void **state)
{
    static const char *const texts[] = {"", "\n", "\r\n", "\xEF\xBB\xBF\n"};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct run run = run_text(texts[i]);

        assert_int_equal(run.messages.n, 0);
        assert_int_equal(run.account.sources, 1);
        assert_int_equal(run.account.lines, i > 0);
        run_done(&run);
    }
}

static void hazards(void **state)
{
    static const char text[] = "\xEF\xBB\xBFone\r\n\033[31mtwo\033[0m\r\nbad \xff\xfe utf-8\n\0\0\0hole\nin\0side\n"
                               "10%\r20%\rValueError: x\n\xEF\xBB\xBFlater\n";
    struct run run = run_bytes(ed_str(text, sizeof(text) - 1));

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_true(ed_str_eq(run.messages.v[0].text,
                          ED_STR("one\ntwo\nbad \xff\xfe utf-8\nhole\nin\0side\n10%\n20%\nValueError: x\nlater")));
    assert_int_equal(run.account.lines, 7);
    assert_int_equal(number_of(&run, 0, 5), 6); /* three frames of one line */
    assert_int_equal(number_of(&run, 0, 7), 6);
    assert_int_equal(number_of(&run, 0, 8), 7);
    run_done(&run);
}

/* Two ranks of one server fail; each line has the journal's header, the first of a record the logger's too. */
static const char two_ranks[] =
    "Jun 07 08:09:01 oak3 systemd[1]: Started ld.service - the loader.\n"
    "Jun 07 08:09:02 oak3 python3[501]: [2026-06-07 08:09:02 TP0] Loading begins.\n"
    "Jun 07 08:09:02 oak3 python3[502]: [2026-06-07 08:09:02 TP1] Loading begins.\n"
    "Jun 07 08:09:05 oak3 python3[501]: [2026-06-07 08:09:05 TP0] Loader failed: Traceback (most recent call last):\n"
    "Jun 07 08:09:05 oak3 python3[502]: [2026-06-07 08:09:05 TP1] Loader failed: Traceback (most recent call last):\n"
    "Jun 07 08:09:05 oak3 python3[501]:   File \"/srv/ld/a.py\", line 12, in run\n"
    "Jun 07 08:09:05 oak3 python3[502]:   File \"/srv/ld/a.py\", line 12, in run\n"
    "Jun 07 08:09:05 oak3 python3[501]:     raise ShardError(path)\n"
    "Jun 07 08:09:06 oak3 python3[502]:     raise ShardError(path)\n"
    "Jun 07 08:09:06 oak3 python3[501]: ShardError: no shard 3 of 8\n"
    "Jun 07 08:09:06 oak3 python3[502]: ShardError: no shard 4 of 8\n"
    "Jun 07 08:09:07 oak3 python3[500]: [2026-06-07 08:09:07] A child has died.\n"
    "Jun 07 08:09:07 oak3 kernel: nic0: link lost\n"
    "Jun 07 08:09:08 oak3 systemd[1]: ld.service: Failed with result 'exit-code'.\n";

static void ranks_of_a_journal(void **state)
{
    struct run run = run_text(two_ranks);
    const struct ed_meta *meta;

    (void)state;
    assert_int_equal(run.messages.n, 5);
    assert_text(&run, 0, "Started ld.service - the loader.\nld.service: Failed with result 'exit-code'.");
    assert_text(&run, 1,
                "Loading begins.\nLoader failed: Traceback (most recent call last):\n"
                "  File \"/srv/ld/a.py\", line 12, in run\n    raise ShardError(path)\nShardError: no shard 3 of 8");
    assert_text(&run, 2,
                "Loading begins.\nLoader failed: Traceback (most recent call last):\n"
                "  File \"/srv/ld/a.py\", line 12, in run\n    raise ShardError(path)\nShardError: no shard 4 of 8");
    assert_text(&run, 3, "A child has died.");
    assert_text(&run, 4, "nic0: link lost");
    assert_int_equal(number_of(&run, 2, 4), 11);
    meta = meta_of(&run, 2, 4);
    assert_str(meta->rank, "TP1"); /* carried from the header above */
    assert_str(meta->pid, "502");
    assert_str(meta->host, "oak3");
    assert_str(meta->ident, "python3");
    assert_str(told_of(&run, 2, 4)->time_text, "Jun 07 08:09:06");
    assert_str(meta->layers, "journal-short sglang");
    assert_str(told_of(&run, 2, 1)->time_text, "2026-06-07 08:09:05");
    assert_null(meta_of(&run, 3, 0)->rank.p);
    assert_str(meta_of(&run, 4, 0)->ident, "kernel");
    assert_str(meta_of(&run, 4, 0)->layers, "journal-short");
    run_done(&run);
}

static void ranks_of_one_process(void **state)
{
    struct run run = run_text("[08:09:02 TP0] Loading begins.\n[08:09:02 TP1] Loading begins.\n"
                              "[08:09:05 TP0] Loader failed: Traceback:\n  File \"a.py\"\nShardError: no shard 3\n"
                              "[08:09:05 TP1] Loader failed: Traceback:\n  File \"a.py\"\nShardError: no shard 4\n"
                              "[08:09:06] A child has died.\nIt was rank 0.\n");

    (void)state;
    assert_int_equal(run.messages.n, 3);
    assert_text(&run, 0, "Loading begins.\nLoader failed: Traceback:\n  File \"a.py\"\nShardError: no shard 3");
    assert_text(&run, 1, "Loading begins.\nLoader failed: Traceback:\n  File \"a.py\"\nShardError: no shard 4");
    assert_text(&run, 2, "A child has died.\nIt was rank 0.");
    assert_str(meta_of(&run, 1, 3)->rank, "TP1");
    assert_str(told_of(&run, 1, 3)->time_text, "08:09:05");
    assert_null(meta_of(&run, 2, 1)->rank.p);
    assert_str(told_of(&run, 2, 1)->time_text, "08:09:06");
    run_done(&run);
}

static void one_line_is_enough(void **state)
{
    struct run run = run_text("Jun 07 08:09:06 oak3 python3[501]: ShardError: no shard 3 of 8\n");

    (void)state;
    assert_text(&run, 0, "ShardError: no shard 3 of 8");
    assert_str(meta_of(&run, 0, 0)->pid, "501");
    run_done(&run);
    run = run_text("2026-06-07 08:09:06,001 ERROR ShardError: no shard 3 of 8");
    assert_text(&run, 0, "ShardError: no shard 3 of 8");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
    run_done(&run);
}

static void what_is_not_proven_stays(void **state)
{
    struct run run = run_text("a log\n2026-06-07 08:09:06 one\nplain\n2026-06-07 08:09:07 two\nplain\n");

    (void)state;
    assert_text(&run, 0, "a log\n2026-06-07 08:09:06 one\nplain\n2026-06-07 08:09:07 two\nplain");
    run_done(&run);
    run = run_text("a log\n2026-06-07 08:09:06 one\n  rest\n2026-06-07 08:09:07 two\n2026-06-07 08:09:08 three\n");
    assert_text(&run, 0, "a log\none\n  rest\ntwo\nthree");
    assert_str(told_of(&run, 0, 2)->time_text, "2026-06-07 08:09:06");
    assert_null(told_of(&run, 0, 0)->time_text.p);
    run_done(&run);
    /* the shape of a host and an ident, with a host that changes */
    run = run_text("Jun 07 08:09:06 reading a: x\nJun 07 08:09:06 writing b: x\nJun 07 08:09:06 closing c: x\ny\n");
    assert_int_equal(run.messages.n, 1);
    assert_true(ed_str_starts(run.messages.v[0].text, ED_STR("Jun 07 08:09:06 reading a: x\nJun")));
    run_done(&run);
}

static void a_mixture(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, 0);
    for (int i = 0; i < 5000; i++) {
        ed_buf_printf(&log, "step %d done\n", i);
    }
    ed_buf_text(&log, "Jun 07 08:09:06 oak3 python3[501]: ShardError: no shard 3 of 8\n");
    run = run_bytes(ed_buf_view(&log));
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 1, "ShardError: no shard 3 of 8");
    assert_int_equal(number_of(&run, 1, 0), 5001);
    ed_buf_done(&log);
    run_done(&run);
}

static void indented_lines_of_an_entry(void **state)
{
    struct run run = run_text("Jun 07 08:09:06 oak3 ld[5]: [2026-06-07 08:09:06 TP2] Traceback:\n"
                              "                              File \"a.py\"\n"
                              "                                raise X\n"
                              "                            X: gone\n"
                              "Jun 07 08:09:07 oak3 other[6]: fine\n"
                              "                               and [2026-06-07 08:09:06 TP2] stays\n"
                              "  not that far\n");

    (void)state;
    assert_text(&run, 0, "Traceback:\n  File \"a.py\"\n    raise X\nX: gone");
    assert_text(&run, 1, "fine\nand [2026-06-07 08:09:06 TP2] stays\n  not that far");
    assert_str(meta_of(&run, 0, 3)->rank, "TP2");
    assert_str(meta_of(&run, 1, 2)->pid, "6");
    run_done(&run);
    run = run_text("Jun 07 08:09:06 oak3 ld[5]: several at once:\n"
                   "                            [08:09:06 TP2] Traceback:\n"
                   "                              File \"a.py\"\n"
                   "                            [08:09:06 TP3] Traceback:\n");
    assert_int_equal(run.messages.n, 3);
    assert_text(&run, 1, "Traceback:\n  File \"a.py\"");
    assert_str(meta_of(&run, 2, 0)->rank, "TP3");
    assert_str(meta_of(&run, 2, 0)->pid, "5");
    run_done(&run);
}

static void markers_and_catalog(void **state)
{
    struct run run = run_text("-- Journal begins at Mon 2026-06-01 00:00:00 UTC. --\n"
                              "Jun 07 08:09:06 oak3 systemd[1]: ld.service failed.\n"
                              "\xE2\x96\x91\xE2\x96\x91 Subject: a unit has failed\n"
                              "\xE2\x96\x91\xE2\x96\x91 \n"
                              "-- Boot 0123456789abcdef0123456789abcdef --\n"
                              "Jun 07 08:10:06 oak3 systemd[1]: ld.service started.\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "ld.service failed.\nld.service started.");
    assert_int_equal(run.account.passed_over, 4);
    assert_int_equal(run.account.lines, 6);
    run_done(&run);
    run = run_text("-- Subject: an SQL comment\nno journal here\n");
    assert_text(&run, 0, "-- Subject: an SQL comment\nno journal here");
    assert_int_equal(run.account.passed_over, 0);
    run_done(&run);
}

static void journal_of_rsyslog(void **state)
{
    struct run run = run_text(
        "2026-06-07T08:09:06.5+02:00 oak3 ld[5]: Traceback:#012  File \"a.py\"#012#033[31mX: gone\n");

    (void)state;
    assert_text(&run, 0, "Traceback:\n  File \"a.py\"\nX: gone");
    assert_int_equal(number_of(&run, 0, 2), 1);
    assert_int_equal(ed_told_time(told_of(&run, 0, 2)), ed_clock_parse(ED_STR("2026-06-07T06:09:06.5Z")));
    run_done(&run);
}

#define ENTRY(fields) "{\"__CURSOR\":\"s=1\"," fields "}\n"

static void json_entries(void **state)
{
    struct run run = run_text(
        ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"[2026-06-07 08:09:06 TP3] Failed: Traceback:\\n  File \\\"a\\\"\\nX: y\"")
            ENTRY("\"_PID\":\"6\",\"MESSAGE\":[27,91,51,49,109,82,101,100,27,91,48,109]")
                ENTRY("\"_PID\":\"5\",\"MESSAGE\":null") ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"later\"")
                    ENTRY("\"_PID\":\"6\",\"MESSAGE\":[\"one\",\"two\"]"));

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "Failed: Traceback:\n  File \"a\"\nX: y\nlater");
    assert_text(&run, 1, "Red\none\ntwo");
    assert_int_equal(number_of(&run, 0, 2), 1);
    assert_int_equal(number_of(&run, 0, 3), 4);
    assert_int_equal(number_of(&run, 1, 2), 5);
    assert_str(meta_of(&run, 0, 2)->rank, "TP3");
    assert_str(meta_of(&run, 0, 3)->rank, "TP3");
    assert_str(meta_of(&run, 0, 0)->layers, "journal-json sglang");
    assert_int_equal(run.account.truncated, 1);
    assert_int_equal(run.account.lines, 5);
    run_done(&run);
}

static void json_in_ranks(void **state)
{
    struct run run = run_text(ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"[08:09:06 TP3] a\\n[08:09:06 TP4] b\\nc\"")
                                  ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"d\""));

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "a");
    assert_text(&run, 1, "b\nc\nd");
    assert_str(meta_of(&run, 1, 2)->rank, "TP4");
    run_done(&run);
}

static void json_that_is_broken(void **state)
{
    struct run run = run_text(
        ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"first\"") "{\"__CURSOR\":\"s=1\",\"_PID\":\"5\",\"MESSAGE\":\"cut "
                                                      "he\n" ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"second\""));

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0, "first\nsecond"); /* the broken line does not stand between */
    assert_text(&run, 1, "{\"__CURSOR\":\"s=1\",\"_PID\":\"5\",\"MESSAGE\":\"cut he");
    assert_int_equal(run.account.undecoded, 1);
    run_done(&run);
}

static void json_lines_that_were_split(void **state)
{
    struct run run = run_text(ENTRY("\"_PID\":\"5\",\"_LINE_BREAK\":\"line-max\",\"MESSAGE\":\"CUDA out of m\"")
                                  ENTRY("\"_PID\":\"6\",\"MESSAGE\":\"between\"")
                                      ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"emory\"")
                                          ENTRY("\"_PID\":\"5\",\"MESSAGE\":\"next\""));

    (void)state;
    assert_text(&run, 0, "CUDA out of memory\nnext");
    assert_text(&run, 1, "between");
    assert_int_equal(run.messages.v[0].nlines, 2);
    run_done(&run);
}

static void streams_that_are_too_many(void **state)
{
    struct ed_input_limits limits = ed_input_limits_default;
    struct ed_buf log;
    struct run run;
    size_t seen = 0, whole = 0;

    (void)state;
    limits.pending = 64 * ED_KIB;
    ed_buf_init(&log, 0);
    for (int i = 0; i < 10000; i++) { /* each speaks twice in a row, and process 7 all the time */
        ed_buf_printf(&log, "Jun 07 08:09:06 oak3 ld[%d]: first of %d\n", 1000 + i, i);
        ed_buf_printf(&log, "Jun 07 08:09:06 oak3 ld[7]: tick %d\n", i);
        ed_buf_printf(&log, "Jun 07 08:09:06 oak3 ld[%d]: second of %d\n", 1000 + i, i);
    }
    run = run_limited(ed_buf_view(&log), &limits, 0);
    assert_int_equal(run.rc, ED_OK);
    assert_int_equal(run.account.lines, 30000);
    for (size_t i = 0; i < run.messages.n; i++) {
        char want[64];
        size_t own = strlen("first of ");
        struct ed_str text = run.messages.v[i].text, id = ed_str_slice(text, own, ed_str_find_byte(text, '\n', 0));

        for (size_t k = 0; k < run.messages.v[i].nlines; k++) {
            seen += number_of(&run, i, k) > 0 && run.messages.v[i].lines[k].start >= run.messages.v[i].fresh;
        }
        snprintf(want, sizeof(want), "first of %.*s\nsecond of %.*s", ED_STR_ARG(id), ED_STR_ARG(id));
        whole += ed_str_is(text, want);
    }
    assert_int_equal(seen, 30000);
    assert_int_equal(whole, 10000);
    ed_buf_done(&log);
    run_done(&run);
}

static void order_does_not_depend_on_anything_else(void **state)
{
    struct ed_buf log;
    struct run one, two;

    (void)state;
    ed_buf_init(&log, 0);
    for (int i = 0; i < 2000; i++) {
        ed_buf_printf(&log, "Jun 07 08:09:06 oak3 ld[%d]: line %d\n", 1000 + i * 7919 % 97, i);
    }
    one = run_bytes(ed_buf_view(&log));
    two = run_bytes(ed_buf_view(&log));
    assert_int_equal(one.messages.n, 97);
    assert_int_equal(two.messages.n, 97);
    for (size_t i = 0; i < 97; i++) {
        assert_true(ed_str_eq(one.messages.v[i].text, two.messages.v[i].text));
        assert_int_equal(number_of(&one, i, 0), i + 1); /* by first line */
    }
    ed_buf_done(&log);
    run_done(&one);
    run_done(&two);
}

static void a_callback_may_stop(void **state)
{
    struct run run = run_limited(ed_str_c(two_ranks), &ed_input_limits_default, 2);

    (void)state;
    assert_int_equal(run.rc, ED_STOP);
    assert_int_equal(run.messages.n, 2);
    run_done(&run);
}

static void a_long_line_with_a_header(void **state)
{
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, 0);
    ed_buf_text(&log, "Jun 07 08:09:06 oak3 ld[5]: ");
    ed_buf_fill(&log, 'x', 200 * ED_KIB);
    ed_buf_text(&log, " end\nJun 07 08:09:07 oak3 ld[6]: other\nJun 07 08:09:07 oak3 ld[5]: next\n");
    run = run_bytes(ed_buf_view(&log));
    assert_int_equal(run.messages.n, 2);
    assert_int_equal(run.messages.v[0].text.n, 200 * ED_KIB + 4 + 5);
    assert_true(ed_str_ends(run.messages.v[0].text, ED_STR("x end\nnext")));
    assert_int_equal(run.messages.v[0].nlines, 2);
    assert_text(&run, 1, "other");
    assert_int_equal(run.account.lines, 3);
    ed_buf_done(&log);
    run_done(&run);
}

static void layers_nest(void **state)
{
    struct run run = run_text("2026-06-07T08:09:06.1234567Z Jun 07 08:09:05 oak3 ld[5]: [08:09:05 TP1] deep\n"
                              "2026-06-07T08:09:06.1234567Z Jun 07 08:09:05 oak3 ld[5]: deeper\n"
                              "2026-06-07T08:09:06.1234567Z Jun 07 08:09:05 oak3 ld[5]: deepest\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "deep\ndeeper\ndeepest");
    assert_str(meta_of(&run, 0, 2)->rank, "TP1");
    assert_str(meta_of(&run, 0, 2)->layers, "github journal-short");
    assert_str(meta_of(&run, 0, 0)->layers, "github journal-short sglang");
    assert_str(meta_of(&run, 0, 0)->host, "oak3");
    assert_int_equal(ed_told_time(told_of(&run, 0, 0)), ed_clock_parse(ED_STR("2026-06-07T08:09:06.123456Z")));
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),
        cmocka_unit_test(nothing),
        cmocka_unit_test(hazards),
        cmocka_unit_test(ranks_of_a_journal),
        cmocka_unit_test(ranks_of_one_process),
        cmocka_unit_test(one_line_is_enough),
        cmocka_unit_test(what_is_not_proven_stays),
        cmocka_unit_test(a_mixture),
        cmocka_unit_test(indented_lines_of_an_entry),
        cmocka_unit_test(markers_and_catalog),
        cmocka_unit_test(journal_of_rsyslog),
        cmocka_unit_test(json_entries),
        cmocka_unit_test(json_in_ranks),
        cmocka_unit_test(json_that_is_broken),
        cmocka_unit_test(json_lines_that_were_split),
        cmocka_unit_test(streams_that_are_too_many),
        cmocka_unit_test(order_does_not_depend_on_anything_else),
        cmocka_unit_test(a_callback_may_stop),
        cmocka_unit_test(a_long_line_with_a_header),
        cmocka_unit_test(layers_nest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_json_spread.c: an object over several lines becomes one line for other layers; what only looks like one keeps
 * its lines.
 */
#include "support.h"

static void unchanged(const char *text)
{
    struct run run = run_text(text);

    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, text);
    assert_int_equal(run.account.undecoded, 0);
    for (size_t i = 0; i < run.messages.v[0].nlines; i++) {
        assert_int_equal(number_of(&run, 0, i), i + 1);
        assert_null(meta_of(&run, 0, i)->layers.p);
    }
    run_done(&run);
}

static void journal_pretty(void **state)
{
    struct run run = run_text(
        "{\n\t\"__CURSOR\" : \"s=1\",\n\t\"MESSAGE\" : [\n\t\t27,\n\t\t91,\n\t\t51,\n\t\t49,\n\t\t109,\n"
        "\t\t98,\n\t\t97,\n\t\t100\n\t],\n\t\"_PID\" : \"4711\",\n\t\"PRIORITY\" : \"3\"\n}\n"
        "{\n\t\"__CURSOR\" : \"s=2\",\n\t\"MESSAGE\" : \"Traceback:\\n\\tx } \\\"y\\\"\",\n"
        "\t\"_PID\" : \"4711\"\n}\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "bad\nTraceback:\n\tx } \"y\"");
    assert_str(meta_of(&run, 0, 0)->pid, "4711");
    assert_str(meta_of(&run, 0, 0)->layers, "json-spread journal-json");
    assert_int_equal(told_of(&run, 0, 0)->level, ED_LEVEL_ERR);
    assert_int_equal(number_of(&run, 0, 0), 1);
    assert_int_equal(number_of(&run, 0, 1), 16);
    assert_int_equal(run.account.lines, 20);
    run_done(&run);
}

/* Elements of an array, colours of jq, a record separator, CRLF. */
static void in_other_dress(void **state)
{
    struct run run = run_text(
        "[\n  {\n    \"MESSAGE\": \"one\",\n    \"__CURSOR\": \"s\"\n  },\n"
        "  {\n    \"MESSAGE\": \"two\",\n    \"__CURSOR\": \"s\",\n    \"x\": {}, \"y\": [\n]\n  }\n]\n");

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "[\none\ntwo\n]");
    run_done(&run);

    run = run_text(
        "\033[1;39m{\r\n  \033[0m\033[34;1m\"MESSAGE\"\033[0m\033[1;39m: \033[0m\033[0;32m\"one\"\033[0m,\r\n"
        "  \"_PID\": \"9\"\r\n\033[1;39m}\033[0m\r\n\x1E{\n\"MESSAGE\":\"two\",\"_PID\":\"9\"\n}\n");
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "one\ntwo");
    run_done(&run);
}

static void what_is_none_keeps_its_lines(void **state)
{
    (void)state;
    unchanged("int main(void)\n{\n    return 1;\n}\nValueError: x");
    unchanged("a:hover\n{\n  color: red;\n}");
    unchanged("{\n  \"model\": \"x\",\n  \"error_policy\": \"raise\"\n}\nValueError: x");
    unchanged("{\n  \"a\": 1,\n\n  \"b\": [\n}");
    unchanged("{\n{\n{\n\"a\n}");
    unchanged("{");
    unchanged("{\n  \"a\": 1");
    unchanged("{\n  'a': None,\n}");
    unchanged("{\n}\n{\n} x\n  {\n  }, y");
}

/* Journal lines behind a bracket that opens nothing are read as what they are. */
static void ends_at_what_is_no_json(void **state)
{
    struct run run = run_text("{\n  \"a\": 1,\nMay 05 12:00:00 pine07 trainer[4711]: one\n"
                              "{\"MESSAGE\":\"two\",\"_PID\":\"4711\",\"_HOSTNAME\":\"pine07\"}\n");

    (void)state;
    assert_text(&run, 0, "{\n  \"a\": 1,");
    assert_text(&run, 1, "one");
    assert_text(&run, 2, "two");
    run_done(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(journal_pretty),
        cmocka_unit_test(in_other_dress),
        cmocka_unit_test(what_is_none_keeps_its_lines),
        cmocka_unit_test(ends_at_what_is_no_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

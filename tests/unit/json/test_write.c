/*
 * test_write.c: the writer's text, and that whatever goes in comes back from the reader.
 */
#include "json/read.h"
#include "json/write.h"

#include <setjmp.h>

#include <cmocka.h>

static void write_all(struct ed_json_out *out)
{
    ed_json_open_object(out);
    ed_json_member_str(out, "s", ED_STR("a\"b"));
    ed_json_member_str(out, "none", ED_STR_NONE);
    ed_json_member_str(out, "empty", ED_STR(""));
    ed_json_member_uint(out, "u", UINT64_MAX);
    ed_json_key_out(out, "list");
    ed_json_open_array(out);
    ed_json_int_out(out, INT64_MIN);
    ed_json_open_object(out);
    ed_json_close_object(out);
    ed_json_open_array(out);
    ed_json_close_array(out);
    ed_json_bool_out(out, true);
    ed_json_str_out(out, ED_STR_NONE);
    ed_json_raw_out(out, ED_STR("{\"raw\":1}"));
    ed_json_close_array(out);
    ed_json_key_out(out, "f");
    ed_json_bool_out(out, false);
    ed_json_close_object(out);
}

static void test_one_line(void **state)
{
    struct ed_json_out out;
    struct ed_buf buf;

    (void)state;
    ed_buf_init(&buf, 0);
    ed_json_out_init(&out, &buf, 0);
    write_all(&out);
    assert_string_equal(buf.p, "{\"s\":\"a\\\"b\",\"empty\":\"\",\"u\":18446744073709551615,\"list\":["
                               "-9223372036854775808,{},[],true,null,{\"raw\":1}],\"f\":false}");
    ed_buf_done(&buf);
}

static void test_indented(void **state)
{
    struct ed_json_out out;
    struct ed_buf buf;

    (void)state;
    ed_buf_init(&buf, 0);
    ed_json_out_init(&out, &buf, 2);
    write_all(&out);
    assert_string_equal(buf.p,
                        "{\n  \"s\": \"a\\\"b\",\n  \"empty\": \"\",\n  \"u\": 18446744073709551615,\n  \"list\": [\n"
                        "    -9223372036854775808,\n    {},\n    [],\n    true,\n    null,\n    {\"raw\":1}\n  ],\n"
                        "  \"f\": false\n}");
    ed_buf_done(&buf);
}

static void escapes(struct ed_str in, const char *expected)
{
    struct ed_buf buf;

    ed_buf_init(&buf, 0);
    ed_json_escape(&buf, in);
    assert_string_equal(buf.p, expected);
    ed_buf_done(&buf);
}

static void test_escape(void **state)
{
    (void)state;
    escapes(ED_STR(""), "\"\"");
    escapes(ED_STR("plain text, longer than eight bytes"), "\"plain text, longer than eight bytes\"");
    escapes(ED_STR("\"\\/\b\f\n\r\t"), "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    escapes(ED_STR("\0\x01\x1f\x7f"), "\"\\u0000\\u0001\\u001f\\u007f\"");
    /* C1 controls and what turns the direction of text are orders to a terminal. */
    escapes(ED_STR("a\xC2\x85z\xE2\x80\xAE"), "\"a\\u0085z\\u202e\"");
    escapes(ED_STR("\xE2\x82\xAC\xF0\x9F\x98\x80"), "\"\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    escapes(ED_STR("abcdefgh\x7Fijklmno"), "\"abcdefgh\\u007fijklmno\"");
    escapes(ED_STR("abcdefg\x7Fhijklmno"), "\"abcdefg\\u007fhijklmno\"");
    escapes(ED_STR("\x7F\x7E~abcdefghijkl\xFF"), "\"\\u007f~~abcdefghijkl\xEF\xBF\xBD\"");
    escapes(ED_STR("a\xFFz\xC3"), "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"");
    escapes(ED_STR("\xC3\"\xE2\x82\n"), "\"\xEF\xBF\xBD\\\"\xEF\xBF\xBD\xEF\xBF\xBD\\n\"");
}

static void test_compact(void **state)
{
    static const char *const same[] = {"{\"a\":[1.50,\"x \\\" \\\\\",{}]}", "\"\"", "-0.1e+5", "\"\xC3\xA9\\u00e9\""};
    struct ed_buf buf;

    (void)state;
    ed_buf_init(&buf, 0);
    ed_json_compact(&buf, ED_STR(" {\n\t\"a b\" : [ 1 , \"c : d\\n\" ] ,\r\n \"e\":\"\x7f\\\\\" } \n"));
    assert_string_equal(buf.p, "{\"a b\":[1,\"c : d\\n\"],\"e\":\"\\u007f\\\\\"}");
    for (size_t i = 0; i < ED_ARRAY_LEN(same); i++) {
        ed_buf_reset(&buf);
        ed_json_compact(&buf, ed_str_c(same[i]));
        assert_string_equal(buf.p, same[i]);
    }
    ed_buf_done(&buf);
}

/* Every pair of bytes but NUL and bad UTF-8 comes back as it was. */
static void test_round_trip(void **state)
{
    struct ed_buf buf;

    (void)state;
    ed_buf_init(&buf, 0);
    for (int a = 1; a < 128; a++) {
        for (int b = 1; b < 128; b++) {
            char in[] = {(char)a, (char)b, 'x'};
            struct ed_json_doc *doc = NULL;

            ed_buf_reset(&buf);
            ed_json_escape(&buf, ed_str(in, 3));
            assert_int_equal(ed_json_parse(ed_buf_view(&buf), &doc, NULL), ED_OK);
            assert_true(ed_str_eq(ed_json_str(ed_json_root(doc)), ed_str(in, 3)));
            ed_json_doc_free(doc);
        }
    }
    ed_buf_done(&buf);
}

static void test_doubles(void **state)
{
    static const struct {
        double value;
        int decimals;
        const char *text;
    } cases[] = {
        {1.5, 3, "1.5"},
        {2, 3, "2"},
        {100, 0, "100"},
        {0.125, 2, "0.12"},
        {-0.0001, 2, "0"},
        {-1.25, 1, "-1.2"},
        {1e15, 2, "1000000000000000"},
        {0, 5, "0"},
        {39.75, 2, "39.75"},
    };
    struct ed_json_out out;
    struct ed_buf buf;

    (void)state;
    ed_buf_init(&buf, 0);
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        ed_buf_reset(&buf);
        ed_json_out_init(&out, &buf, 0);
        ed_json_double_out(&out, cases[i].value, cases[i].decimals);
        assert_string_equal(buf.p, cases[i].text);
    }
    ed_buf_reset(&buf);
    ed_json_out_init(&out, &buf, 0);
    ed_json_open_array(&out);
    ed_json_double_out(&out, __builtin_inf(), 2);
    ed_json_double_out(&out, __builtin_nan(""), 2);
    ed_json_double_out(&out, -1.7976931348623157e308, 100);
    ed_json_close_array(&out);
    assert_true(ed_str_starts(ed_buf_view(&buf), ED_STR("[null,null,-17976931348623157")));
    assert_int_equal(buf.n, strlen("[null,null,-]") + 309);
    ed_buf_done(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_line), cmocka_unit_test(test_indented),   cmocka_unit_test(test_escape),
        cmocka_unit_test(test_compact),  cmocka_unit_test(test_round_trip), cmocka_unit_test(test_doubles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

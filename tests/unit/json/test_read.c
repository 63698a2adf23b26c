/*
 * test_read.c: what is accepted, what is refused with which words and where, and what the tree says.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "json/read.h"

#include <setjmp.h>

#include <cmocka.h>

static struct ed_json_doc *parse(const char *text)
{
    struct ed_json_doc *doc = NULL;
    struct ed_err err = {0};

    if (ed_json_parse(ed_str_c(text), &doc, &err)) {
        print_error("%s: %s\n", text, err.message);
        fail();
    }
    return doc;
}

static void refused(struct ed_str text, uint64_t line, const char *words)
{
    struct ed_json_doc *doc = NULL;
    struct ed_err err = {0};

    assert_int_equal(ed_json_parse(text, &doc, &err), ED_ERR_INPUT);
    assert_null(doc);
    assert_int_equal(err.line, line);
    if (!strstr(err.message, words)) {
        print_error("\"%s\" is not in \"%s\"\n", words, err.message);
        fail();
    }
}

static void test_kinds_and_values(void **state)
{
    struct ed_json_doc *doc = parse("\n {\"s\": \"a\\u00e9\\ud83d\\ude00\\n\", \"n\": -12, \"f\": 1.5e2, \"t\": true, "
                                    "\"z\": null, \"a\": [1, [], {}], \"o\": {\"k\": \"v\"}, \"\": 0} \n");
    const struct ed_json_node *root = ed_json_root(doc), *a = ed_json_get(root, "a");
    int64_t n = 0;

    (void)state;
    assert_int_equal(ed_json_kind(root), ED_JSON_OBJECT);
    assert_int_equal(ed_json_count(root), 8);
    assert_true(ed_str_is(ed_json_str(ed_json_get(root, "s")), "a\xC3\xA9\xF0\x9F\x98\x80\n"));
    assert_true(ed_json_int(ed_json_get(root, "n"), &n));
    assert_int_equal(n, -12);
    assert_true(ed_json_int(ed_json_get(root, "f"), &n));
    assert_int_equal(n, 150);
    assert_true(ed_json_bool(ed_json_get(root, "t")));
    assert_int_equal(ed_json_kind(ed_json_get(root, "z")), ED_JSON_NULL);
    assert_int_equal(ed_json_count(a), 3);
    assert_int_equal(ed_json_kind(ed_json_next(ed_json_first(a))), ED_JSON_ARRAY);
    assert_true(ed_str_is(ed_json_key(ed_json_first(ed_json_get(root, "o"))), "k"));
    assert_non_null(ed_json_get(root, ""));
    assert_null(ed_json_get(root, "S"));
    assert_null(ed_json_get(a, "0"));
    assert_null(ed_json_get(NULL, "x"));
    assert_null(ed_json_str(a).p);
    assert_null(ed_json_key(root).p);
    assert_string_equal(ed_json_kind_name(ed_json_kind(a)), "an array");
    ed_json_doc_free(doc);
    ed_json_doc_free(NULL);
}

static void test_int_bounds(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        int64_t value;
    } cases[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"1.0", true, 1},
        {"1.5", false, 0},
        {"1e400", false, 0},
        {"-9223372036854775808", true, INT64_MIN},
        {"\"1\"", false, 0},
        {"9223372036854775808", false, 0},
        {"true", false, 0},
        {"9007199254740992", true, 9007199254740992},
        {"1e18", true, INT64_C(1000000000000000000)},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_json_doc *doc = parse(cases[i].text);
        int64_t n = 77;

        assert_int_equal(ed_json_int(ed_json_root(doc), &n), cases[i].ok);
        assert_int_equal(n, cases[i].ok ? cases[i].value : 77);
        ed_json_doc_free(doc);
    }
}

static void test_refused_with_words(void **state)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "there is no JSON value"},
        {" \n\t ", "there is no JSON value"},
        {"{", "closing bracket is missing"},
        {"[1, 2", "closing bracket is missing"},
        {"{\"a\": \"b", "inside a string"},
        {"{\"a\": \"b\\", "escapes nothing"},
        {"{\"a\"}", "colon is missing"},
        {"{\"a\": 1 \"b\": 2}", "comma or a closing bracket"},
        {"{\"a\": 1,}", "comma stands before }"},
        {"[1,]", "comma stands before ]"},
        {"[,1]", "value is missing"},
        {"[1,,2]", "value is missing"},
        {"{\"a\":}", "value is missing"},
        {"{a: 1}", "key must be a string"},
        {"{1: 1}", "key must be a string"},
        {"{,}", "key must be a string"},
        {"['a']", "single quotes"},
        {"[1}", "} closes an array"},
        {"{\"a\": 1]", "] closes an object"},
        {"]", "value is missing"},
        {"1 2", "behind the end"},
        {"{} x", "behind the end"},
        {"[1] // done", "behind the end"},
        {"[/* c */ 1]", "no comments"},
        {"01", "begins with 0"},
        {"-01", "begins with 0"},
        {"1.", "behind the point"},
        {"1.e5", "behind the point"},
        {"1e", "exponent"},
        {"1e+", "exponent"},
        {"-", "minus sign"},
        {"+1", "begins with a digit"},
        {".5", "begins with a digit"},
        {"1x", "behind the end"},
        {"0x10", "behind the end"},
        {"NaN", "no JSON value begins"},
        {"Infinity", "no JSON value begins"},
        {"True", "no JSON value begins"},
        {"nul", "no JSON value begins"},
        {"truey", "no JSON value begins"},
        {"[\"a\tb\"]", "control character stands in a string"},
        {"[\"\\q\"]", "escapes nothing"},
        {"[\"\\u12\"]", "four hexadecimal"},
        {"[\"\\u00g0\"]", "four hexadecimal"},
        {"[\"\\u0000\"]", "NUL"},
        {"[\"\\ud83d\"]", "surrogate"},
        {"[\"\\ud83d\\u0041\"]", "surrogate"},
        {"[\"\\ude00\"]", "surrogate"},
        {"[\"\\ud83dx\"]", "surrogate"},
        {"[1, \x01 2]", "control character stands outside"},
        {"[\"\xFF\"]", "not UTF-8"},
        {"[\"\xC0\x80\"]", "not UTF-8"},
        {"[\"\xED\xA0\x80\"]", "not UTF-8"},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_err err = {0};
        struct ed_json_doc *doc = NULL;
        char *copy = ed_alloc_text(cases[i].text, strlen(cases[i].text));

        if (ed_json_parse(ed_str(copy, strlen(copy)), &doc, &err) != ED_ERR_INPUT ||
            !strstr(err.message, cases[i].words)) {
            print_error("%s: \"%s\" is not in \"%s\"\n", cases[i].text, cases[i].words, err.message);
            fail();
        }
        ed_free(copy);
    }
    refused(ed_str("[\"a\0b\"]", 7), 1, "control character stands in a string");
    refused(ed_str("\0{\0}", 4), 1, "UTF-16");
}

static void test_says_line_and_column(void **state)
{
    (void)state;
    refused(ed_str_c("{\n  \"a\": 1,\n  \"b\": nope\n}"), 3, "(byte column 8, at: nope)");
    refused(ed_str_c("[\n\n1,\n"), 4, "(byte column 1, at the end)");
    refused(ed_str_c("[\"\xC3\xA9\", x]"), 1, "(byte column 8, at: x]");
    refused(ed_str_c("[\"line\n\"]"), 1, "(byte column 7)");
    /* What is repeated of the text ends at a whole character. */
    refused(ed_str_c("[x\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9]"), 1,
            "at: x\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9)");
}

static void test_depth(void **state)
{
    struct ed_buf buf;
    struct ed_json_doc *doc = NULL;

    (void)state;
    ed_buf_init(&buf, 0);
    ed_buf_fill(&buf, '[', ED_LIMIT_JSON_DEPTH);
    ed_buf_fill(&buf, ']', ED_LIMIT_JSON_DEPTH);
    assert_int_equal(ed_json_parse(ed_buf_view(&buf), &doc, NULL), ED_OK);
    ed_json_doc_free(doc);
    ed_buf_reset(&buf);
    ed_buf_fill(&buf, '[', ED_LIMIT_JSON_DEPTH + 1);
    refused(ed_buf_view(&buf), 1, "deeper than 64");
    ed_buf_reset(&buf);
    ed_buf_fill(&buf, '[', 10 * ED_MIB);
    refused(ed_buf_view(&buf), 1, "deeper than 64");
    ed_buf_done(&buf);
}

static void test_long_number_and_bom(void **state)
{
    struct ed_json_doc *doc;
    char text[80];

    (void)state;
    memset(text, '1', sizeof(text));
    text[ED_LIMIT_JSON_NUMBER] = '\0';
    doc = parse(text);
    ed_json_doc_free(doc);
    text[ED_LIMIT_JSON_NUMBER] = '1';
    text[ED_LIMIT_JSON_NUMBER + 1] = '\0';
    refused(ed_str_c(text), 1, "over 63 characters");
    doc = parse("\xEF\xBB\xBF{}");
    assert_int_equal(ed_json_kind(ed_json_root(doc)), ED_JSON_OBJECT);
    ed_json_doc_free(doc);
}

/* Every cut of a good text is refused, and nothing behind the cut is read (the copy is as long as the cut). */
static void test_every_cut(void **state)
{
    static const char text[] = "{\"k\\u00e9\":[1.5e-3,\"\\ud83d\\ude00\",true,{\"a\":null}],\"z\":\"\xE2\x82\xAC\"}";

    (void)state;
    for (size_t n = 0; n < sizeof(text) - 1; n++) {
        struct ed_json_doc *doc = NULL;
        char *copy = memcpy(ed_alloc(n), text, n);

        assert_int_equal(ed_json_parse(ed_str(copy, n), &doc, NULL), ED_ERR_INPUT);
        ed_free(copy);
    }
}

static void test_duplicate(void **state)
{
    struct ed_json_doc *doc = parse("{\"b\":1,\"a\":1,\"c\":{\"x\":1,\"x\":2},\"a\":2,\"b\":3}");

    (void)state;
    assert_true(ed_str_is(ed_json_duplicate(ed_json_root(doc)), "a"));
    assert_true(ed_str_is(ed_json_duplicate(ed_json_get(ed_json_root(doc), "c")), "x"));
    assert_int_equal((int)ed_json_double(ed_json_get(ed_json_root(doc), "a")), 1);
    ed_json_doc_free(doc);
    doc = parse("{\"a\":{\"x\":1,\"x\":2},\"A\":1}");
    assert_null(ed_json_duplicate(ed_json_root(doc)).p);
    assert_null(ed_json_duplicate(ed_json_get(ed_json_root(doc), "A")).p);
    ed_json_doc_free(doc);
}

static bool equal(const char *a, const char *b)
{
    struct ed_json_doc *x = parse(a), *y = parse(b);
    bool same = ed_json_equal(ed_json_root(x), ed_json_root(y));

    assert_int_equal(ed_json_equal(ed_json_root(y), ed_json_root(x)), same);
    ed_json_doc_free(x);
    ed_json_doc_free(y);
    return same;
}

static void test_equal(void **state)
{
    (void)state;
    assert_true(equal("{\"a\":1,\"b\":[1,2]}", "{ \"b\": [1.0, 2e0], \"a\": 1 }"));
    assert_true(equal("\"\\u0041\"", "\"A\""));
    assert_false(equal("{\"a\":1}", "{\"a\":1,\"b\":2}"));
    assert_false(equal("{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}"));
    assert_false(equal("[1,2]", "[2,1]"));
    assert_false(equal("[1]", "[1,2]"));
    assert_false(equal("null", "false"));
    assert_false(equal("true", "false"));
    assert_false(equal("\"1\"", "1"));
    assert_false(equal("{\"b\":{\"x\":1},\"a\":0}", "{\"a\":0,\"b\":{\"x\":2}}"));
    assert_true(ed_json_equal(NULL, NULL));
}

/* 200,000 members in opposite orders: in good time only when nothing compares each with each. */
static void test_equal_is_not_quadratic(void **state)
{
    struct ed_json_doc *x = NULL, *y = NULL;
    struct ed_buf a, b;
    int i, n = 200000;

    (void)state;
    ed_buf_init(&a, 0);
    ed_buf_init(&b, 0);
    for (i = 0; i < n; i++) {
        ed_buf_printf(&a, "%c\"key%d\":%d", i ? ',' : '{', i, i);
        ed_buf_printf(&b, "%c\"key%d\":%d", i ? ',' : '{', n - 1 - i, n - 1 - i);
    }
    ed_buf_byte(&a, '}');
    ed_buf_byte(&b, '}');
    assert_int_equal(ed_json_parse(ed_buf_view(&a), &x, NULL), ED_OK);
    assert_int_equal(ed_json_parse(ed_buf_view(&b), &y, NULL), ED_OK);
    assert_true(ed_json_equal(ed_json_root(x), ed_json_root(y)));
    assert_null(ed_json_duplicate(ed_json_root(x)).p);
    ed_json_doc_free(x);
    ed_json_doc_free(y);
    ed_buf_done(&a);
    ed_buf_done(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_and_values),
        cmocka_unit_test(test_int_bounds),
        cmocka_unit_test(test_refused_with_words),
        cmocka_unit_test(test_says_line_and_column),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_long_number_and_bom),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_duplicate),
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_equal_is_not_quadratic),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

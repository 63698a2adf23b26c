/*
 * test_flat.c: the members of an object as they stand, what is let pass, what is refused, and how strings are decoded.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "json/flat.h"

#include <setjmp.h>

#include <cmocka.h>

/* "key=kind:text;" of each member, '*' behind a kind whose text is escaped, and what came of it. */
static void reads(struct ed_str text, bool array, const char *want)
{
    struct ed_json_flat flat;
    struct ed_json_member m;
    struct ed_buf got;
    bool ok = array ? ed_json_flat_begin_array(&flat, text) : ed_json_flat_begin(&flat, text);

    ed_buf_init(&got, /* max */ 0);
    while (ok && ed_json_flat_next(&flat, &m)) {
        ed_buf_printf(&got, "%.*s=%c%s:%.*s;", ED_STR_ARG(m.key), "zbnsao"[m.kind], m.escaped ? "*" : "",
                      ED_STR_ARG(m.text));
    }
    ed_buf_str(&got, ed_json_flat_whole(&flat) ? ED_STR("whole") : flat.failed ? ED_STR("failed") : ED_STR("more"));
    if (!ed_str_is(ed_buf_view(&got), want)) {
        print_error("%.*s\nis  %.*s\nnot %s\n", ED_STR_ARG(text), ED_STR_ARG(ed_buf_view(&got)), want);
        fail();
    }
    ed_buf_done(&got);
}

static void object(const char *text, const char *want)
{
    reads(ed_str_c(text), /* array */ false, want);
}

static void array(const char *text, const char *want)
{
    reads(ed_str_c(text), /* array */ true, want);
}

static void test_members(void **state)
{
    (void)state;
    object("{}", "whole");
    object(" { } ", "whole");
    object("{\"a\":\"b\",\"k\\n\":-1.5e+3,\"\":true}", "a=s:b;k\\n=n:-1.5e+3;=b:true;whole");
    object("\t{ \"a\" : null , \"b\" : false }\r\n", "a=z:null;b=b:false;whole");
    object("{\"a\":{\"b\":[1,{\"c\":\"}]\\\"\"}]},\"d\":[]}", "a=o:{\"b\":[1,{\"c\":\"}]\\\"\"}]};d=a:[];whole");
    object("{\"a\":\"x \\\"y\\\" \\u00e9\"}", "a=s*:x \\\"y\\\" \\u00e9;whole");
    object("{\"a\":1,\"a\":2}", "a=n:1;a=n:2;whole");
    object("{\"a\":1} {\"b\":2}", "a=n:1;more");
    array("[1, \"b\", [2], {\"c\": 3}, null]", "=n:1;=s:b;=a:[2];=o:{\"c\": 3};=z:null;whole");
    array("[]", "whole");
}

static void test_lenient(void **state)
{
    (void)state;
    object("{\"a\":NaN,\"b\":-Infinity,\"c\":007}", "a=n:NaN;b=n:-Infinity;c=n:007;whole");
    object("{\"a\":\"\x1b[31m\xff\t\"}", "a=s:\x1b[31m\xff\t;whole");
    object("{\"a\":\"\\q\"}", "a=s*:\\q;whole");
    reads(ed_str("{\"a\":\"\0b\"}", 10), /* array */ false, "a=s:;whole"); /* %.*s stops at the NUL */
}

static void test_refused(void **state)
{
    static const char *const broken[] = {
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":\"b",
        "{\"a\":\"b\\",
        "{\"a\":\"b\\\"}",
        "{\"a\":[1,{]}}",
        "{\"a\":[1}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":tru}",
        "{\"a\":truex}",
        "{\"a\":-}",
        "{\"a\":.}",
        "{\"a\":\"x\ny\"}",
        "{,}",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(broken); i++) {
        object(broken[i], "failed");
    }
    object("", "failed");
    object("[]", "failed");
    array("{}", "failed");
    object("{\"a\":1 \"b\":2}", "a=n:1;failed");
    object("{\"a\":1,}", "a=n:1;failed");
    object("{\"a\":1]", "a=n:1;failed");
}

static void test_depth(void **state)
{
    char text[400];

    (void)state;
    for (size_t depth = 62; depth < 100; depth++) {
        size_t n = 5;

        memcpy(text, "{\"a\":", n);
        for (size_t i = 0; i < depth; i++) {
            text[n++] = '[';
        }
        for (size_t i = 0; i < depth; i++) {
            text[n++] = ']';
        }
        text[n++] = '}';
        text[n] = '\0';
        if (depth <= 64) {
            struct ed_json_flat flat;
            struct ed_json_member m;

            assert_true(ed_json_flat_begin(&flat, ed_str(text, n)) && ed_json_flat_next(&flat, &m));
            assert_int_equal(m.text.n, 2 * depth);
        } else {
            object(text, "failed");
        }
    }
}

static void decodes(const char *text, const char *want)
{
    struct ed_json_member m = {.kind = ED_JSON_STRING, .text = ed_str_c(text), .escaped = true};
    struct ed_arena arena;
    struct ed_str got;

    ed_arena_init(&arena);
    got = ed_json_unescape(&arena, &m);
    if (!ed_str_is(got, want)) {
        print_error("%s\nis  %.*s\nnot %s\n", text, ED_STR_ARG(got), want);
        fail();
    }
    assert_true(got.n <= m.text.n);
    ed_arena_done(&arena);
}

static void test_decoding(void **state)
{
    struct ed_json_member plain = {.kind = ED_JSON_STRING, .text = ED_STR("a\\n")};

    (void)state;
    decodes("", "");
    decodes("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t");
    decodes("plain text of more than eight bytes\\nand more of it",
            "plain text of more than eight bytes\nand more of it");
    decodes("\\u0041\\u00e9\\u20AC\\ud83d\\ude00!", "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80!");
    decodes("\\ud83d \\ude00 \\ud83d\\u0041 \\u0000", "\xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD"
                                                      "A \xEF\xBF\xBD");
    decodes("\\q \\u12 \\u12g4 \\", "\\q \\u12 \\u12g4 \\");
    decodes("\\u\"x\ty", "\\u\"x\ty");
    assert_ptr_equal(ed_json_unescape(NULL, &plain).p, plain.text.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members), cmocka_unit_test(test_lenient),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_depth),   cmocka_unit_test(test_decoding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

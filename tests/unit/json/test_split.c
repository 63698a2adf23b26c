/*
 * test_split.c: streams and the values that come out of them, written as lines "LINE:INDEX FLAGS TEXT". Flags: a
 * element of an array, c cut short, l too large, s stray. Every stream is fed whole, byte by byte, and cut at every
 * place.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "json/split.h"

#include <setjmp.h>

#include <cmocka.h>

static enum ed_rc note(void *ctx, const struct ed_json_value *v, struct ed_err *err)
{
    struct ed_buf *out = ctx;

    (void)err;
    ed_buf_printf(out, "%" PRIu64 ":%zu %s%s%s%s %.*s|", v->line, v->index, v->in_array ? "a" : "",
                  v->cut_short ? "c" : "", v->too_large ? "l" : "", v->stray ? "s" : "", ED_STR_ARG(v->text));
    return ED_OK;
}

/* Feed in pieces that end at byte `cut` and then every `step` bytes; each piece is a copy, so nothing may look outside.
 */
static void split(struct ed_str in, size_t cap, size_t cut, size_t step, struct ed_buf *out)
{
    struct ed_json_split *s = ed_json_split_new(cap, note, out);

    ed_buf_reset(out);
    for (size_t from = 0; from < in.n;) {
        size_t to = ED_MIN(in.n, from == 0 && cut ? cut : from + step);
        char *piece = memcpy(ed_alloc(to - from), in.p + from, to - from);

        assert_int_equal(ed_json_split_feed(s, ed_str(piece, to - from), NULL), ED_OK);
        ed_free(piece);
        from = to;
    }
    assert_int_equal(ed_json_split_finish(s, NULL), ED_OK);
    ed_json_split_free(s);
}

static void gives_capped(const char *text, size_t cap, const char *expected)
{
    struct ed_str in = ed_str_c(text);
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_buf_text(&out, "");
    split(in, cap, 0, SIZE_MAX / 2, &out);
    assert_string_equal(out.p, expected);
    split(in, cap, 0, 1, &out);
    assert_string_equal(out.p, expected);
    for (size_t cut = 1; cut < in.n; cut++) {
        split(in, cap, cut, 3, &out);
        assert_string_equal(out.p, expected);
    }
    ed_buf_done(&out);
}

static void gives(const char *text, const char *expected)
{
    gives_capped(text, 1000, expected);
}

static void test_shapes_of_streams(void **state)
{
    (void)state;
    gives("", "");
    gives(" \n\t\r\n", "");
    gives("{\"a\":1}", "1:0  {\"a\":1}|");
    gives("{\"a\":1}\n{\"b\":[{}]}\r\n\n{}\n", "1:0  {\"a\":1}|2:1  {\"b\":[{}]}|4:2  {}|");
    gives("{}{}\t{}", "1:0  {}|1:1  {}|1:2  {}|");
    gives("{\n  \"a\": {\n  }\n}\n{\n}", "1:0  {\n  \"a\": {\n  }\n}|5:1  {\n}|");
    gives("[{\"a\":1},\n {\"b\":2} ]\n", "1:0 a {\"a\":1}|2:1 a {\"b\":2}|");
    gives("[]", "");
    gives("[[1,[2]],[]]", "1:0 a [1,[2]]|1:1 a []|");
    gives("[1, \"a,]b\" ,null\n,true]", "1:0 a 1|1:1 a \"a,]b\"|1:2 a null|2:3 a true|");
    gives("[{}]\n[{},{}]\n{}", "1:0 a {}|2:0 a {}|2:1 a {}|3:0  {}|");
}

static void test_strings_hide_brackets(void **state)
{
    (void)state;
    gives("{\"a\":\"}]{[\"}{}", "1:0  {\"a\":\"}]{[\"}|1:1  {}|");
    gives("{\"a\\\"}\":\"\\\\\"}{}", "1:0  {\"a\\\"}\":\"\\\\\"}|1:1  {}|");
    gives("{\"\\\\\\\"}\":1}", "1:0  {\"\\\\\\\"}\":1}|");
    gives("[\"\\\"]\",\"\\\\\"]", "1:0 a \"\\\"]\"|1:1 a \"\\\\\"|");
}

static void test_bom(void **state)
{
    (void)state;
    gives("\xEF\xBB\xBF{}", "1:0  {}|");
    gives("\xEF\xBB\xBF", "");
    gives("\xEF\xBB{}", "1:0 s \xEF\xBB|1:0  {}|");
    gives("\xEF", "1:0 s \xEF|");
    gives("{}\xEF\xBB\xBF{}", "1:0  {}|1:1 s \xEF\xBB\xBF|1:1  {}|");
}

static void test_stray_text(void **state)
{
    (void)state;
    gives("hello", "1:0 s hello|");
    gives("hello \n{}", "1:0 s hello|2:0  {}|");
    gives("{}\nhello world {\"a\":1}\n{}", "1:0  {}|2:1 s hello world|2:1  {\"a\":1}|3:2  {}|");
    gives("{},\n{}", "1:0  {}|1:1 s ,|2:1  {}|");
    gives("}\n]\n{}", "1:0 s }|2:0 s ]|3:0  {}|");
    gives("\"a string\"\n17\n", "1:0 s \"a string\"|2:0 s 17|");
    gives("[{}, oops, {}]", "1:0 a {}|1:1 as oops|1:2 a {}|");
    gives("[{}, }, {}]", "1:0 a {}|1:1 as }|1:2 a {}|");
}

static void test_cut_short(void **state)
{
    (void)state;
    gives("{\"a\":", "1:0 c {\"a\":|");
    gives("{}\n{\"a\":\"b \n ", "1:0  {}|2:1 c {\"a\":\"b|");
    gives("[{},{\"a\"", "1:0 a {}|1:1 ac {\"a\"|1:2 ac |");
    gives("[{},\n", "1:0 a {}|2:1 ac |");
    gives("[{},tru", "1:0 a {}|1:1 ac tru|1:2 ac |");
    gives("[", "1:0 ac |");
}

static void test_a_broken_line_takes_no_other_along(void **state)
{
    (void)state;
    /* Cut inside a string. */
    gives("{\"a\":\"b\n{\"c\":\"d\"}\n{}", "1:0 c {\"a\":\"b|2:1  {\"c\":\"d\"}|3:2  {}|");
    gives("{}\n{\"a\":\"b\\\r\n{\"c\":\"d\"}\n", "1:0  {}|2:1 c {\"a\":\"b\\|3:2  {\"c\":\"d\"}|");
    /* Cut behind a value, or with a bracket too few. */
    gives("{\"a\":1\n{}\n", "1:0 c {\"a\":1|2:1  {}|");
    gives("{\"a\":[1, {\"b\":2}\n\n{}\n", "1:0 c {\"a\":[1, {\"b\":2}|3:1  {}|");
    gives("{\"a\":[1}\n{}\n", "1:0 c {\"a\":[1}|2:1  {}|");
    /* Cut where a { could go on: only the lines before tell. */
    gives("{}\n{\"a\":\n{}\n", "1:0  {}|2:1 c {\"a\":|3:2  {}|");
    gives("{\"a\":\n{}\n}\n{}", "1:0  {\"a\":\n{}\n}|4:1  {}|");
    /* A bracket too many. */
    gives("{\"a\":1}}\n{}\n", "1:0  {\"a\":1}|1:1 s }|2:1  {}|");
    /* A quote that is not escaped. */
    gives("{\"a\":\"say \"hi\"}\n{}\n", "1:0 c {\"a\":\"say \"hi\"}|2:1  {}|");
    /* The same among elements. */
    gives("[\n{\"a\":\"x\n{\"b\":1},\n{}]", "2:0 ac {\"a\":\"x|3:1 a {\"b\":1}|4:2 a {}|");
    gives("[\"x\n{\"b\":1}]", "1:0 a \"x|2:1 a {\"b\":1}|");
}

/* Printed without indentation, every { stands at the start of a line. */
static void test_flat_printing_is_no_break(void **state)
{
    (void)state;
    gives("{\n\"a\": [\n{\n\"b\": 1\n},\n{\n\"b\": 2\n}\n],\n\"c\":\n{\n}\n}\n{\n}\n",
          "1:0  {\n\"a\": [\n{\n\"b\": 1\n},\n{\n\"b\": 2\n}\n],\n\"c\":\n{\n}\n}|14:1  {\n}|");
    gives("[\n{\n\"a\": [\n{\n}\n]\n},\n{\n}\n]\n", "2:0 a {\n\"a\": [\n{\n}\n]\n}|8:1 a {\n}|");
}

/* A line break in a string is no JSON, but people write it: the value stays whole, so that the reader can say where. */
static void test_line_break_in_a_string(void **state)
{
    (void)state;
    gives("{\n \"a\": \"b\nc\"\n}\n{}", "1:0  {\n \"a\": \"b\nc\"\n}|5:1  {}|");
}

static void test_too_large(void **state)
{
    (void)state;
    gives_capped("{\"a\":\"0123456789\"}\n{\"b\":1}", 10, "1:0 l {\"a\":\"0123|2:1  {\"b\":1}|");
    gives_capped("[{\"a\":\"0123456789\"},{\"b\":1}]", 10, "1:0 al {\"a\":\"0123|1:1 a {\"b\":1}|");
    gives_capped("{\"a\":1234}\n{\"b\":12345}", 10, "1:0  {\"a\":1234}|2:1 l {\"b\":12345|");
    gives_capped("0123456789ab\n{}", 10, "1:0 ls 0123456789|2:0  {}|");
    gives_capped("{\"a\":\"0123456789", 10, "1:0 cl {\"a\":\"0123|");
}

/* 100 MB in one string: memory stays at the cap, and what is behind it is found. */
static void test_huge_string(void **state)
{
    struct ed_json_split *s;
    struct ed_buf out, piece;
    size_t n = 0;

    (void)state;
    ed_buf_init(&out, 0);
    ed_buf_init(&piece, 0);
    ed_buf_fill(&piece, 'x', ED_MIB);
    s = ed_json_split_new(64 * ED_KIB, note, &out);
    assert_int_equal(ed_json_split_feed(s, ED_STR("[{\"a\":1},\n{\"b\":\""), NULL), ED_OK);
    for (n = 0; n < 100; n++) {
        assert_int_equal(ed_json_split_feed(s, ed_buf_view(&piece), NULL), ED_OK);
    }
    assert_int_equal(ed_json_split_feed(s, ED_STR("\"},\n{\"c\":3}]"), NULL), ED_OK);
    assert_int_equal(ed_json_split_finish(s, NULL), ED_OK);
    ed_json_split_free(s);
    assert_true(ed_str_starts(ed_buf_view(&out), ED_STR("1:0 a {\"a\":1}|2:1 al {\"b\":\"xxx")));
    assert_true(ed_str_ends(ed_buf_view(&out), ED_STR("xxx|3:2 a {\"c\":3}|")));
    assert_in_range(out.n, 4 * ED_KIB, 5 * ED_KIB);
    ed_buf_done(&out);
    ed_buf_done(&piece);
}

static enum ed_rc stop_at_second(void *ctx, const struct ed_json_value *v, struct ed_err *err)
{
    int *calls = ctx;

    (void)v;
    return ++*calls == 2 ? ed_err_set(err, ED_ERR_IO, "enough") : ED_OK;
}

static void test_stops_when_told(void **state)
{
    struct ed_err err = {0};
    int calls = 0;
    struct ed_json_split *s = ed_json_split_new(100, stop_at_second, &calls);

    (void)state;
    assert_int_equal(ed_json_split_feed(s, ED_STR("{}{}{}{}"), &err), ED_ERR_IO);
    assert_string_equal(err.message, "enough");
    assert_int_equal(ed_json_split_feed(s, ED_STR("{}"), &err), ED_ERR_IO);
    assert_int_equal(ed_json_split_finish(s, &err), ED_ERR_IO);
    assert_int_equal(calls, 2);
    ed_json_split_free(s);
    ed_json_split_free(NULL);
}

static void test_member_text(void **state)
{
    static const struct {
        const char *object, *key, *text;
    } cases[] = {
        {"{\"record\":{\"a\":\"}\"},\"v\":\"1\"}", "record", "{\"a\":\"}\"}"},
        {" { \"v\" : \"a\\\"b\" , \"record\" :\n[ 1, {} ] } ", "record", "[ 1, {} ]"},
        {" { \"v\" : \"a\\\"b\" , \"record\" : 1 } ", "v", "\"a\\\"b\""},
        {"{\"x\":{\"record\":1},\"record\":2.50}", "record", "2.50"},
        {"{\"record\":null,\"record\":2}", "record", "null"},
        {"{\"rec\\u006frd\":true}", "record", "true"},
        {"{\"records\":1}", "record", NULL},
        {"{}", "record", NULL},
        {"[1]", "record", NULL},
        {"", "record", NULL},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_str text = ed_json_member_text(ed_str_c(cases[i].object), cases[i].key);

        assert_int_equal(text.p == NULL, cases[i].text == NULL);
        assert_true(ed_str_eq(text, ed_str_c(cases[i].text)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes_of_streams),
        cmocka_unit_test(test_strings_hide_brackets),
        cmocka_unit_test(test_bom),
        cmocka_unit_test(test_stray_text),
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_a_broken_line_takes_no_other_along),
        cmocka_unit_test(test_flat_printing_is_no_break),
        cmocka_unit_test(test_line_break_in_a_string),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_huge_string),
        cmocka_unit_test(test_stops_when_told),
        cmocka_unit_test(test_member_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

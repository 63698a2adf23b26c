/*
 * test_example.c: an example read, and its faults, each at its pointer. Nothing is let pass: a key that is misspelled
 * would be a test that is never made.
 */
#include "record/example.h"

#include <setjmp.h>

#include <cmocka.h>

#define ID   "\"record\":\"0123456789abcdef\""
#define MISS "\"nearMiss\":[]"

struct fixture {
    struct ed_arena arena;
    struct ed_example example;
    struct ed_problems problems;
};

static enum ed_rc read_text(struct fixture *f, const char *json)
{
    struct ed_json_doc *doc = NULL;
    enum ed_rc rc;

    ed_arena_init(&f->arena);
    assert_int_equal(ed_json_parse(ed_str_c(json), &doc, NULL), ED_OK);
    rc = ed_example_read(ed_json_root(doc), &f->arena, &f->example, &f->problems);
    ed_json_doc_free(doc);
    return rc;
}

static void test_every_key(void **state)
{
    struct fixture f;

    (void)state;
    assert_int_equal(read_text(&f, "{" ID ",\"lines\":[{\"log\":\"a 1\\nb\",\"captures\":{\"n\":\"1\",\"m\":\"\"}},"
                                   "{\"log\":\"c\"},{\"log\":\"d\",\"captures\":null}],\"nearMiss\":[\"x\",\"y\"]}"),
                     ED_OK);
    assert_int_equal(f.problems.total, 0);
    assert_true(ed_str_is(f.example.record, "0123456789abcdef"));
    assert_int_equal(f.example.nlines, 3);
    assert_true(ed_str_is(f.example.lines[0].log, "a 1\nb"));
    assert_int_equal(f.example.lines[0].nvalues, 2);
    assert_true(ed_str_is(f.example.lines[0].values[0].name, "n"));
    assert_true(ed_str_is(f.example.lines[0].values[0].value, "1"));
    assert_true(ed_str_is(f.example.lines[0].values[1].name, "m"));
    assert_int_equal(f.example.lines[0].values[1].value.n, 0);
    assert_int_equal(f.example.lines[1].nvalues, 0);
    assert_int_equal(f.example.lines[2].nvalues, 0);
    assert_int_equal(f.example.near_misses.n, 2);
    assert_true(ed_str_is(f.example.near_misses.v[1], "y"));
    ed_arena_done(&f.arena);
}

static void test_faults(void **state)
{
    static const struct {
        const char *json, *pointer;
    } cases[] = {
        {"[]", ""},
        {"{\"lines\":[{\"log\":\"a\"}]," MISS "}", "/record"},
        {"{\"record\":\"0123\",\"lines\":[{\"log\":\"a\"}]," MISS "}", "/record"},
        {"{" ID "," MISS "}", "/lines"},
        {"{" ID ",\"lines\":[]," MISS "}", "/lines"},
        {"{" ID ",\"lines\":{}," MISS "}", "/lines"},
        {"{" ID ",\"lines\":[\"a\"]," MISS "}", "/lines/0"},
        {"{" ID ",\"lines\":[{\"log\":\"a\"},{}]," MISS "}", "/lines/1/log"},
        {"{" ID ",\"lines\":[{\"log\":\" \\n\"}]," MISS "}", "/lines/0/log"},
        {"{" ID ",\"lines\":[{\"log\":7}]," MISS "}", "/lines/0/log"},
        {"{" ID ",\"lines\":[{\"log\":\"a\",\"capture\":{}}]," MISS "}", "/lines/0/capture"},
        {"{" ID ",\"lines\":[{\"log\":\"a\",\"captures\":[]}]," MISS "}", "/lines/0/captures"},
        {"{" ID ",\"lines\":[{\"log\":\"a\",\"captures\":{\"n\":1}}]," MISS "}", "/lines/0/captures/n"},
        {"{" ID ",\"lines\":[{\"log\":\"a\",\"captures\":{\"a/b~\":1}}]," MISS "}", "/lines/0/captures/a~1b~0"},
        {"{" ID ",\"lines\":[{\"log\":\"a\",\"captures\":{\"n\":\"1\",\"n\":\"2\"}}]," MISS "}", "/lines/0/captures"},
        {"{" ID ",\"lines\":[{\"log\":\"a\"}]}", "/nearMiss"},
        {"{" ID ",\"lines\":[{\"log\":\"a\"}],\"nearMiss\":\"x\"}", "/nearMiss"},
        {"{" ID ",\"lines\":[{\"log\":\"a\"}],\"nearMiss\":[\"x\",\" \"]}", "/nearMiss/1"},
        {"{" ID ",\"lines\":[{\"log\":\"a\"}]," MISS ",\"nearMisses\":[]}", "/nearMisses"},
        {"{" ID "," ID ",\"lines\":[{\"log\":\"a\"}]," MISS "}", "/record"},
    };
    struct fixture f;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        assert_int_equal(read_text(&f, cases[i].json), ED_ERR_INPUT);
        if (f.problems.total != 1 || !f.problems.v[0].fatal || strcmp(f.problems.v[0].pointer, cases[i].pointer) != 0) {
            fail_msg("%s: %zu problems, the first at %s: %s", cases[i].json, f.problems.total, f.problems.v[0].pointer,
                     f.problems.v[0].message);
        }
        ed_arena_done(&f.arena);
    }
}

/* A key of a foreign file is as long as it likes. */
static void test_long_key(void **state)
{
    char json[2048];
    struct fixture f;

    (void)state;
    snprintf(json, sizeof(json), "{" ID ",\"lines\":[{\"log\":\"a\",\"%0900d\":1}]," MISS "}", 7);
    assert_int_equal(read_text(&f, json), ED_ERR_INPUT);
    assert_int_equal(f.problems.total, 1);
    assert_true(strlen(f.problems.v[0].pointer) < sizeof(f.problems.v[0].pointer));
    ed_arena_done(&f.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_key),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_long_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_schema.c: the published schemas and the readers name the same keys, types and words. Each property of a schema
 * is given a value of the wrong type, which its reader must refuse at that key, and null, which only a required one may
 * refuse.
 */
#include "base/buf.h"
#include "base/io.h"
#include "record/example.h"
#include "record/family.h"

#include <setjmp.h>

#include <cmocka.h>

typedef void (*read_fn)(const struct ed_json_node *object, struct ed_problems *problems);

static void read_record(const struct ed_json_node *object, struct ed_problems *problems)
{
    struct ed_arena arena;
    struct ed_record record;

    ed_arena_init(&arena);
    (void)!ed_record_read(object, &arena, &record, problems);
    ed_arena_done(&arena);
}

static void read_family(const struct ed_json_node *object, struct ed_problems *problems)
{
    struct ed_arena arena;
    struct ed_family family;

    ed_arena_init(&arena);
    (void)!ed_family_read(object, &arena, &family, problems);
    ed_arena_done(&arena);
}

static struct ed_json_doc *open_schema(const char *name)
{
    struct ed_json_doc *doc = NULL;
    struct ed_err err = {0};
    struct ed_buf buf;
    char path[4096];

    ed_buf_init(&buf, 0);
    snprintf(path, sizeof(path), "%s/../schema/%s.schema.json", ED_TEST_DATA, name);
    if (ed_io_file(path, &buf, &err) || ed_json_parse(ed_buf_view(&buf), &doc, &err)) {
        print_error("%s: %s\n", path, err.message);
        fail();
    }
    ed_buf_done(&buf);
    return doc;
}

/* The problem that the reader lists at /key of {key: value}, or NULL. */
static const struct ed_problem *problem_of(read_fn read, struct ed_str key, struct ed_str value, const char *path,
                                           struct ed_problems *problems)
{
    struct ed_json_doc *doc = NULL;
    char text[1024];

    snprintf(text, sizeof(text), "{\"%.*s\":%.*s}", ED_STR_ARG(key), ED_STR_ARG(value));
    assert_int_equal(ed_json_parse(ed_str_c(text), &doc, NULL), ED_OK);
    read(ed_json_root(doc), problems);
    ed_json_doc_free(doc);
    snprintf(text, sizeof(text), "/%.*s%s", ED_STR_ARG(key), path);
    for (size_t i = 0; i < problems->n; i++) {
        if (strcmp(problems->v[i].pointer, text) == 0) {
            return &problems->v[i];
        }
    }
    return NULL;
}

static bool requires(const struct ed_json_node *schema, struct ed_str key)
{
    const struct ed_json_node *r = ed_json_first(ed_json_get(schema, "required"));

    while (r && !ed_str_eq(ed_json_str(r), key)) {
        r = ed_json_next(r);
    }
    return r != NULL;
}

/* Every word of an enum is known, and no other is. */
static void check_enum(read_fn read, struct ed_str key, const struct ed_json_node *words)
{
    struct ed_problems problems;
    char value[64];

    for (const struct ed_json_node *w = ed_json_first(words); w; w = ed_json_next(w)) {
        if (ed_json_kind(w) == ED_JSON_NULL) {
            continue;
        }
        if (ed_json_kind(w) == ED_JSON_STRING) {
            snprintf(value, sizeof(value), "\"%.*s\"", ED_STR_ARG(ed_json_str(w)));
            assert_non_null(problem_of(read, key, ED_STR("\"no such word\""), "", &problems));
        } else {
            snprintf(value, sizeof(value), "%g", ed_json_double(w));
            assert_non_null(problem_of(read, key, ED_STR("77"), "", &problems));
        }
        assert_null(problem_of(read, key, ed_str_c(value), "", &problems));
    }
}

static void check_range(read_fn read, struct ed_str key, const struct ed_json_node *property)
{
    static const char *const keys[] = {"minimum", "maximum"};
    struct ed_problems problems;
    char value[64];

    for (size_t i = 0; i < ED_ARRAY_LEN(keys); i++) {
        double bound = ed_json_double(ed_json_get(property, keys[i]));

        snprintf(value, sizeof(value), "%.0f", bound);
        assert_null(problem_of(read, key, ed_str_c(value), "", &problems));
        snprintf(value, sizeof(value), "%.0f", i ? bound * 2 : bound - 1);
        assert_non_null(problem_of(read, key, ed_str_c(value), "", &problems));
    }
}

static void check_schema(const char *name, read_fn read, size_t keys)
{
    struct ed_json_doc *doc = open_schema(name);
    const struct ed_json_node *root = ed_json_root(doc), *properties = ed_json_get(root, "properties");
    struct ed_problems problems;

    assert_int_equal(ed_json_count(properties), keys);
    for (const struct ed_json_node *p = ed_json_first(properties); p; p = ed_json_next(p)) {
        struct ed_str key = ed_json_key(p);
        const struct ed_problem *found = problem_of(read, key, ED_STR("true"), "", &problems);

        assert_non_null(found);
        assert_true(found->fatal);
        found = problem_of(read, key, ED_STR("null"), "", &problems);
        assert_int_equal(found != NULL, requires(root, key));
        found = problem_of(read, ED_STR("other"), ED_STR("1"), "", &problems);
        assert_null(found);
        check_enum(read, key, ed_json_get(p, "enum"));
        if (ed_json_get(p, "minimum")) {
            check_range(read, key, p);
        }
        if (ed_json_get(p, "items")) {
            assert_non_null(problem_of(read, key, ED_STR("[[]]"), "/0", &problems));
        }
    }
    ed_json_doc_free(doc);
}

static void test_record(void **state)
{
    (void)state;
    check_schema("record", read_record, 32);
}

static void test_family(void **state)
{
    (void)state;
    check_schema("family", read_family, 15);
}

static void read_example(const struct ed_json_node *object, struct ed_problems *problems)
{
    struct ed_arena arena;
    struct ed_example example;

    ed_arena_init(&arena);
    (void)!ed_example_read(object, &arena, &example, problems);
    ed_arena_done(&arena);
}

/* Its shape is closed: the keys are those of the schema and no others, in lines, too. */
static void test_example(void **state)
{
    struct ed_json_doc *doc = open_schema("example");
    const struct ed_json_node *root = ed_json_root(doc), *properties = ed_json_get(root, "properties");
    const struct ed_json_node *line = ed_json_get(ed_json_get(properties, "lines"), "items");
    struct ed_problems problems;

    (void)state;
    assert_int_equal(ed_json_count(properties), 3);
    assert_non_null(problem_of(read_example, ED_STR("other"), ED_STR("1"), "", &problems));
    for (const struct ed_json_node *p = ed_json_first(properties); p; p = ed_json_next(p)) {
        assert_non_null(problem_of(read_example, ed_json_key(p), ED_STR("true"), "", &problems));
        assert_true(requires(root, ed_json_key(p)));
        assert_non_null(problem_of(read_example, ED_STR("other"), ED_STR("1"), "", &problems));
        assert_int_equal(problems.total, 4); /* and all three are missing */
    }
    assert_int_equal(ed_json_count(ed_json_get(line, "properties")), 2);
    assert_true(requires(line, ED_STR("log")));
    assert_false(requires(line, ED_STR("captures")));
    assert_null(
        problem_of(read_example, ED_STR("lines"), ED_STR("[{\"log\":\"l\",\"captures\":null}]"), "/0", &problems));
    assert_non_null(problem_of(read_example, ED_STR("lines"), ED_STR("[{\"log\":\"l\",\"x\":1}]"), "/0/x", &problems));
    ed_json_doc_free(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_record), cmocka_unit_test(test_family),
                                       cmocka_unit_test(test_example)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

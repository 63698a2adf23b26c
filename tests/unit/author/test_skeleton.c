/*
 * test_skeleton.c: what a skeleton is made of, into files of any layout, and what it refuses; what was there stays to
 * the byte.
 */
#include "author/skeleton.h"
#include "base/io.h"
#include "record/record.h"

#include <setjmp.h>

#include <cmocka.h>

#include <unistd.h>

#define MESSAGE "cannot map weights file %s into memory: %s"

struct fixture {
    char folder[64], record[128], example[128];
    struct ed_arena arena;
    struct ed_skeleton made;
    struct ed_err err;
};

static int setup(void **state)
{
    static const char pattern[] = "/tmp/errdex-skeleton-XXXXXX";
    struct fixture *f = test_calloc(1, sizeof(*f));

    memcpy(f->folder, pattern, sizeof(pattern));
    ed_arena_init(&f->arena);
    *state = f;
    if (!mkdtemp(f->folder)) {
        return -1;
    }
    snprintf(f->record, sizeof(f->record), "%s/records/acme/loader.json", f->folder);
    snprintf(f->example, sizeof(f->example), "%s/examples/acme/loader.json", f->folder);
    return 0;
}

static int teardown(void **state)
{
    static const char *const folders[] = {"records/acme", "records", "examples/acme", "examples", ""};
    struct fixture *f = *state;
    char path[128];
    int rc = 0;

    unlink(f->record);
    unlink(f->example);
    for (size_t i = 0; i < ED_ARRAY_LEN(folders); i++) {
        snprintf(path, sizeof(path), "%s/%s", f->folder, folders[i]);
        rc = rmdir(path);
    }
    ed_arena_done(&f->arena);
    test_free(f);
    return rc;
}

static enum ed_rc write_one(struct fixture *f, struct ed_skeleton_opts opts)
{
    opts.repo = opts.repo.p ? opts.repo : ED_STR("acme/loader");
    return ed_skeleton_write(f->folder, &opts, &f->arena, &f->made, &f->err);
}

static struct ed_json_doc *read_json(const char *path)
{
    struct ed_json_doc *doc = NULL;
    struct ed_buf buf;

    ed_buf_init(&buf, 0);
    assert_int_equal(ed_io_file(path, &buf, NULL), ED_OK);
    assert_int_equal(ed_json_parse(ed_buf_view(&buf), &doc, NULL), ED_OK);
    ed_buf_done(&buf);
    return doc;
}

static void put(const char *path, const char *text)
{
    assert_int_equal(ed_io_mkdirs(path, NULL), ED_OK);
    assert_int_equal(ed_io_replace(path, ed_str_c(text), NULL), ED_OK);
}

/* The file begins with the text, and is an array of n. */
static void begins(const char *path, const char *text, size_t n)
{
    struct ed_json_doc *doc = read_json(path);
    struct ed_buf buf;

    assert_int_equal(ed_json_count(ed_json_root(doc)), n);
    ed_json_doc_free(doc);
    ed_buf_init(&buf, 0);
    assert_int_equal(ed_io_file(path, &buf, NULL), ED_OK);
    assert_true(ed_str_starts(ed_buf_view(&buf), ed_str_c(text)));
    ed_buf_done(&buf);
}

/* The id is sha256 of "acme/loader|src/map.c|cannot map weights file %s into memory: %s". */
static void test_made(void **state)
{
    struct fixture *f = *state;
    const struct ed_json_node *record, *line;
    struct ed_json_doc *doc;

    assert_int_equal(write_one(f, (struct ed_skeleton_opts){.message = ED_STR(MESSAGE),
                                                            .file = ED_STR("src/map.c"),
                                                            .line = 7,
                                                            .family = ED_STR("weights-unreadable"),
                                                            .severity = ED_STR("warning")}),
                     ED_OK);
    assert_true(ed_str_is(f->made.id, "7d7de5faa5d1338e"));
    assert_true(ed_str_is(f->made.slug, "cannot-map-weights-file-s-into-memory-s"));
    assert_int_equal(f->made.nnames, 2);
    assert_true(ed_str_is(f->made.names[0], "file"));
    assert_true(ed_str_is(f->made.names[1], "memory"));
    doc = read_json(f->record);
    record = ed_json_first(ed_json_root(doc));
    assert_int_equal(ed_json_count(record), 31);
    assert_true(ed_str_is(ed_json_str(ed_json_get(record, "messagePattern")),
                          "cannot map weights file (.+?) into memory: (.+?)"));
    assert_true(ed_str_is(ed_json_str(ed_json_get(record, "severity")), "warning"));
    assert_true(ed_str_is(ed_json_str(ed_json_get(record, "backgroundTag")), "weights-unreadable"));
    assert_int_equal((int)ed_json_double(ed_json_get(record, "lineNumber")), 7);
    assert_int_equal(ed_json_kind(ed_json_get(record, "githubUrl")), ED_JSON_NULL); /* of no commit */
    assert_true(ed_record_is_filler(ed_json_str(ed_json_get(record, "documentation"))));
    ed_json_doc_free(doc);
    doc = read_json(f->example);
    assert_true(ed_str_is(ed_json_str(ed_json_get(ed_json_first(ed_json_root(doc)), "record")), "7d7de5faa5d1338e"));
    line = ed_json_first(ed_json_get(ed_json_first(ed_json_root(doc)), "lines"));
    assert_true(ed_str_is(ed_json_key(ed_json_next(ed_json_first(ed_json_get(line, "captures")))), "memory"));
    ed_json_doc_free(doc);
}

static void test_layouts(void **state)
{
    static const struct {
        const char *was, *kept;
        size_t n;
    } cases[] = {
        {"[]", "[", 1},
        {" [ ] \n\n", " [", 1},
        {"[{\"slug\":\"x\"}]", "[{\"slug\":\"x\"},", 2},
        {"[\n  {\"a\": [1, 2]},\n  {\"b\": \"]\"}\n]\n", "[\n  {\"a\": [1, 2]},\n  {\"b\": \"]\"},", 3},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        put(f->record, cases[i].was);
        put(f->example, cases[i].was);
        assert_int_equal(write_one(f, (struct ed_skeleton_opts){.message = ED_STR(MESSAGE)}), ED_OK);
        begins(f->record, cases[i].kept, cases[i].n);
        begins(f->example, cases[i].kept, cases[i].n);
        assert_int_equal(f->made.record_index, cases[i].n - 1);
    }
}

static void test_clash(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(write_one(f, (struct ed_skeleton_opts){.message = ED_STR(MESSAGE)}), ED_OK);
    assert_int_equal(write_one(f, (struct ed_skeleton_opts){.message = ED_STR(MESSAGE "!")}), ED_OK);
    assert_true(ed_str_is(f->made.slug, "cannot-map-weights-file-s-into-memory-s-a484d5"));
    begins(f->record, "[\n  {\n    \"id\": ", 2);
    assert_int_equal(write_one(f, (struct ed_skeleton_opts){.message = ED_STR(MESSAGE)}), ED_ERR_INPUT);
    assert_non_null(strstr(f->err.message, "stands here already"));
    assert_string_equal(f->err.pointer, "/0");
    begins(f->record, "[\n  {\n    \"id\": ", 2);
    begins(f->example, "[\n  {\n    \"record\": ", 2);
}

static void test_refused(void **state)
{
    static const struct ed_skeleton_opts cases[] = {
        {.repo = ED_STR_INIT("../etc"), .message = ED_STR_INIT(MESSAGE)},
        {.repo = ED_STR_INIT("acme"), .message = ED_STR_INIT(MESSAGE)},
        {.repo = ED_STR_INIT("acme/a/b"), .message = ED_STR_INIT(MESSAGE)},
        {.message = ED_STR_INIT("")},
        {.message = ED_STR_INIT("%s: %d")},
        {.message = ED_STR_INIT("cannot map \xFF")},
        {.message = ED_STR_INIT(MESSAGE), .commit = ED_STR_INIT("main")},
        {.message = ED_STR_INIT(MESSAGE), .severity = ED_STR_INIT("awful")},
        {.message = ED_STR_INIT(MESSAGE), .family = ED_STR_INIT("No Kebab")},
        {.message = ED_STR_INIT(MESSAGE), .file = ED_STR_INIT("")},
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        if (write_one(f, cases[i]) != ED_ERR_USAGE) {
            fail_msg("case %zu is let pass", i);
        }
        assert_null(strstr(f->err.message, "kept as it is"));
    }
    put(f->record, "[]");
    put(f->example, "{\"no\": \"array\"}");
    assert_int_equal(write_one(f, (struct ed_skeleton_opts){.message = ED_STR(MESSAGE)}), ED_ERR_INPUT);
    begins(f->record, "[]", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_made, setup, teardown),
        cmocka_unit_test_setup_teardown(test_layouts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_clash, setup, teardown),
        cmocka_unit_test_setup_teardown(test_refused, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

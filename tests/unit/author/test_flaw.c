/*
 * test_flaw.c: a flaw in words that no terminal takes for orders, and as an object with the keys of
 * schema/flaws.schema.json, each once.
 */
#include "author/trial.h"
#include "base/io.h"
#include "fixture.h"

static const struct ed_flaw full = {
    .code = "not-first",
    .level = ED_FLAW_ERROR,
    .file = "a\nb.json",
    .line = 7,
    .above = "/3",
    .pointer = ED_STR_INIT("/lines/0/log"),
    .id = ED_STR_INIT("0123456789abcdef"),
    .name = ED_STR_INIT("acme/loader/s"),
    .rows = {{"log", ED_STR_INIT("a \x1b[2J\xFF b\nc")}, {"came", ED_STR_INIT("")}},
};

static void test_text(void **state)
{
    struct ed_flaw flaw = {.code = "thin", .pointer = ED_STR("/tags"), .id = ED_STR("x")};
    struct ed_buf out;
    char *page;

    (void)state;
    ed_buf_init(&out, 0);
    ed_flaw_text(&full, &out);
    assert_string_equal(out.p, "a\\nb.json:7: /3/lines/0/log: error: not-first: acme/loader/s (0123456789abcdef)\n"
                               "  log       a \\x1b[2J\\xff b\\nc\n"
                               "  came      \n");
    ed_buf_reset(&out);
    ed_flaw_text(&flaw, &out);
    assert_string_equal(out.p, "/tags: info: thin: x\n");
    page = ed_alloc(1 << 16);
    memset(page, 'x', 1 << 16);
    flaw.rows[0] = (struct ed_flaw_row){"what", ed_str(page, 1 << 16)};
    ed_buf_reset(&out);
    ed_flaw_text(&flaw, &out);
    assert_true(out.n < 2100);
    assert_true(ed_str_ends(ed_buf_view(&out), ED_STR("x...\n")));
    ed_free(page);
    ed_buf_done(&out);
}

static struct ed_json_doc *schema(void)
{
    struct ed_json_doc *doc = NULL;
    struct ed_buf buf;

    ed_buf_init(&buf, 0);
    assert_int_equal(ed_io_file(ED_TEST_DATA "/../schema/flaws.schema.json", &buf, NULL), ED_OK);
    assert_int_equal(ed_json_parse(ed_buf_view(&buf), &doc, NULL), ED_OK);
    ed_buf_done(&buf);
    return doc;
}

/* Every key is told of in the schema, with the type that it has. */
static void keys_are_known(const struct ed_json_node *object)
{
    struct ed_json_doc *doc = schema();
    const struct ed_json_node *flaws = ed_json_get(ed_json_get(ed_json_root(doc), "properties"), "flaws");
    const struct ed_json_node *known = ed_json_get(ed_json_get(flaws, "items"), "properties");
    char name[64];

    assert_int_equal(ed_json_duplicate(object).n, 0);
    for (const struct ed_json_node *m = ed_json_first(object); m; m = ed_json_next(m)) {
        const struct ed_json_node *key;

        snprintf(name, sizeof(name), "%.*s", ED_STR_ARG(ed_json_key(m)));
        key = ed_json_get(known, name);
        if (!key) {
            fail_msg("the schema does not know %s", name);
        }
        if (!ed_json_get(key, "enum")) {
            assert_string_equal(ed_json_str(ed_json_get(key, "type")).p,
                                ed_json_kind(m) == ED_JSON_NUMBER ? "integer" : "string");
        }
    }
    ed_json_doc_free(doc);
}

static void check_json(void *ctx, const struct ed_flaw *flaw)
{
    struct ed_json_doc *doc = NULL;
    struct ed_json_out json;
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_json_out_init(&json, &out, /* indent */ 2);
    ed_flaw_json(flaw, &json);
    assert_int_equal(ed_json_parse(ed_buf_view(&out), &doc, NULL), ED_OK);
    keys_are_known(ed_json_root(doc));
    ++*(size_t *)ctx;
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void test_json(void **state)
{
    struct ed_trial_counts counts;
    struct fixture *f = *state;
    struct ed_err err = {0};
    size_t n = 0;

    check_json(&n, &full);
    assert_int_equal(fixture_open(f, "cli/test/bad", &err), ED_OK);
    assert_int_equal(
        ed_trial_run(f->shelf, (struct ed_trial_opts){.flaw = check_json, .ctx = &n, .strict = true}, &counts, &err),
        ED_OK);
    assert_int_equal(n, 1 + counts.failed + counts.untried);
    assert_int_equal(counts.failed, 6);
}

static void test_levels(void **state)
{
    enum ed_flaw_level level = ED_FLAW_INFO;

    (void)state;
    for (size_t i = 0; i < ED_FLAW_LEVELS; i++) {
        assert_true(ed_flaw_level_parse(ed_str_c(ed_flaw_level_name((enum ed_flaw_level)i)), &level));
        assert_int_equal(level, i);
    }
    assert_false(ed_flaw_level_parse(ED_STR("critical"), &level));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test_setup_teardown(test_json, fixture_setup, fixture_teardown),
        cmocka_unit_test(test_levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

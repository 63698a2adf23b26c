/*
 * test_family.c: a family read, and its faults.
 */
#include "record/family.h"

#include <setjmp.h>

#include <cmocka.h>

#define HEAD "\"slug\":\"address-in-use\",\"clusterKey\":\"tag:address-in-use\",\"title\":\"Address in use\""

struct fixture {
    struct ed_arena arena;
    struct ed_family family;
    struct ed_problems problems;
};

static enum ed_rc read_text(struct fixture *f, const char *json)
{
    struct ed_json_doc *doc = NULL;
    enum ed_rc rc;

    ed_arena_init(&f->arena);
    assert_int_equal(ed_json_parse(ed_str_c(json), &doc, NULL), ED_OK);
    rc = ed_family_read(ed_json_root(doc), &f->arena, &f->family, &f->problems);
    ed_json_doc_free(doc);
    return rc;
}

static void test_every_key(void **state)
{
    struct fixture f;

    (void)state;
    assert_int_equal(
        read_text(&f, "{" HEAD ",\"summary\":\"s\",\"background\":\"b\",\"commonCauses\":[{\"cause\":\"c1\",\"detail\":"
                      "\"d1\"},{\"detail\":\"d2\",\"cause\":\"c2\"}],\"fixes\":[\"f1\",\"f2\"],\"guideSlugs\":[\"g\"],"
                      "\"errorIds\":[\"0123456789abcdef\"],\"errorCount\":7,\"repoCount\":2,"
                      "\"generatedAt\":\"2026-08-28T00:00:00Z\",\"schemaVersion\":1,\"more\":[]}"),
        ED_OK);
    assert_int_equal(f.problems.total, 0);
    assert_true(ed_str_is(f.family.slug, "address-in-use"));
    assert_true(ed_str_is(f.family.cluster_key, "tag:address-in-use"));
    assert_true(ed_str_is(f.family.title, "Address in use"));
    assert_true(ed_str_is(f.family.summary, "s"));
    assert_true(ed_str_is(f.family.background, "b"));
    assert_int_equal(f.family.ncauses, 2);
    assert_true(ed_str_is(f.family.causes[0].detail, "d1"));
    assert_true(ed_str_is(f.family.causes[1].cause, "c2"));
    assert_true(ed_str_is(f.family.causes[1].detail, "d2"));
    assert_int_equal(f.family.fixes.n, 2);
    assert_true(ed_str_is(f.family.guide_slugs.v[0], "g"));
    assert_true(ed_str_is(f.family.error_ids.v[0], "0123456789abcdef"));
    assert_true(ed_str_is(f.family.generated_at, "2026-08-28T00:00:00Z"));
    assert_int_equal(f.family.schema_version, 1);
    ed_arena_done(&f.arena);
}

static void test_faults(void **state)
{
    static const struct {
        const char *json, *pointer, *words;
        bool fatal;
    } faults[] = {
        {"{\"slug\":\"A\",\"clusterKey\":\"tag:a\",\"title\":\"t\"}", "/slug", "kebab-case", true},
        {"{\"slug\":\"a\",\"clusterKey\":\"a\",\"title\":\"t\"}", "/clusterKey", "code:, class: or tag:", true},
        {"{\"slug\":\"a\",\"clusterKey\":\"code:\",\"title\":\"t\"}", "/clusterKey", "and a name", true},
        {"{\"slug\":\"a\",\"clusterKey\":\"class:E\"}", "/title", "is missing", true},
        {"{" HEAD ",\"commonCauses\":{}}", "/commonCauses", "but is an object", true},
        {"{" HEAD ",\"commonCauses\":[\"c\"]}", "/commonCauses/0", "but is a string", true},
        {"{" HEAD ",\"commonCauses\":[{\"cause\":\"c\",\"detail\":\"d\"},{\"cause\":\"c\"}]}", "/commonCauses/1/detail",
         "is missing", true},
        {"{" HEAD ",\"commonCauses\":[{\"cause\":1,\"detail\":\"d\"}]}", "/commonCauses/0/cause",
         "must be a string, but is a number", true},
        {"{" HEAD ",\"commonCauses\":[{\"cause\":\"c\",\"detail\":\"\"}]}", "/commonCauses/0/detail", "is empty",
         false},
        {"{" HEAD ",\"errorIds\":[\"0123456789abcdef\",\"x\"]}", "/errorIds/1", "16 lower-case", false},
        {"{" HEAD ",\"errorCount\":0}", "/errorCount", "1 or more", false},
        {"{" HEAD ",\"repoCount\":\"2\"}", "/repoCount", "but is a string", true},
        {"{" HEAD ",\"schemaVersion\":2}", "/schemaVersion", "must be 1", false},
        {"{" HEAD ",\"title\":\"again\"}", "/title", "stands twice", true},
        {"7", "", "but is a number", true},
    };
    struct fixture f;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(faults); i++) {
        assert_int_equal(read_text(&f, faults[i].json), faults[i].fatal ? ED_ERR_INPUT : ED_OK);
        assert_int_equal(f.problems.total, 1);
        assert_int_equal(f.problems.fatal, faults[i].fatal);
        assert_string_equal(f.problems.v[0].pointer, faults[i].pointer);
        assert_non_null(strstr(f.problems.v[0].message, faults[i].words));
        ed_arena_done(&f.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_key), cmocka_unit_test(test_faults)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

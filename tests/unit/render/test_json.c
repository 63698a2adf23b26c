/*
 * test_json.c: the json face is JSON whatever a log holds, says what schema/report.schema.json says, and keeps its
 * keys. The small reader of schemas below knows the words that this schema uses, and fails on any other.
 */
#include "fixture.h"

#include "json/read.h"

struct schema {
    const struct ed_json_node *root;
    const char *where; /* the last key gone into, for messages */
};

static void conforms(struct schema schema, const struct ed_json_node *rule, const struct ed_json_node *value);

static const struct ed_json_node *resolve(struct schema schema, const struct ed_json_node *rule)
{
    struct ed_str ref = ed_json_str(ed_json_get(rule, "$ref"));
    char name[64];

    if (!ref.p) {
        return rule;
    }
    assert_true(ed_str_starts(ref, ED_STR("#/$defs/")));
    snprintf(name, sizeof(name), "%.*s", (int)(ref.n - 8), ref.p + 8);
    rule = ed_json_get(ed_json_get(schema.root, "$defs"), name);
    assert_non_null(rule);
    return rule;
}

static bool type_is(struct ed_str type, const struct ed_json_node *value)
{
    static const char *const names[] = {"null", "boolean", "number", "string", "array", "object"};
    int64_t whole;

    if (ed_str_is(type, "integer")) {
        return ed_json_int(value, &whole);
    }
    return ed_str_is(type, names[ed_json_kind(value)]);
}

static void object_conforms(struct schema schema, const struct ed_json_node *rule, const struct ed_json_node *value)
{
    const struct ed_json_node *properties = ed_json_get(rule, "properties"), *at;
    char key[64];

    for (at = ed_json_first(ed_json_get(rule, "required")); at; at = ed_json_next(at)) {
        snprintf(key, sizeof(key), "%.*s", ED_STR_ARG(ed_json_str(at)));
        if (!ed_json_get(value, key)) {
            fail_msg("%s has no %s", schema.where, key);
        }
    }
    assert_int_equal(ed_json_duplicate(value).n, 0);
    for (at = properties ? ed_json_first(value) : NULL; at; at = ed_json_next(at)) {
        struct schema below = {schema.root, key};

        snprintf(key, sizeof(key), "%.*s", ED_STR_ARG(ed_json_key(at)));
        if (!ed_json_get(properties, key)) { /* allowed by the schema, but ours are all to be told there */
            fail_msg("%s: the schema does not know %s", schema.where, key);
        }
        conforms(below, ed_json_get(properties, key), at);
    }
}

static void conforms(struct schema schema, const struct ed_json_node *rule, const struct ed_json_node *value)
{
    static const char *const known[] = {
        "$ref",    "description", "type",    "required",          "properties", "items",   "enum", "const",
        "minimum", "maximum",     "pattern", "dependentRequired", "title",      "$schema", "$id",  "$defs"};
    const struct ed_json_node *at, *type, *bound;
    bool found = false;

    rule = resolve(schema, rule);
    for (at = ed_json_first(rule); at; at = ed_json_next(at)) {
        for (size_t i = 0; i < ED_ARRAY_LEN(known) && !found; i++) {
            found = ed_str_is(ed_json_key(at), known[i]);
        }
        assert_true(found);
        found = false;
    }
    type = ed_json_get(rule, "type");
    if (type && !type_is(ed_json_str(type), value)) {
        fail_msg("%s is %s", schema.where, ed_json_kind_name(ed_json_kind(value)));
    }
    bound = ed_json_get(rule, "const");
    assert_true(!bound || ed_json_equal(bound, value));
    for (at = ed_json_first(ed_json_get(rule, "enum")); at; at = ed_json_next(at)) {
        found = found || ed_json_equal(at, value);
    }
    assert_true(found || !ed_json_get(rule, "enum"));
    bound = ed_json_get(rule, "minimum");
    assert_true(!bound || ed_json_double(value) >= ed_json_double(bound));
    bound = ed_json_get(rule, "maximum");
    assert_true(!bound || ed_json_double(value) <= ed_json_double(bound));
    if (ed_json_kind(value) == ED_JSON_OBJECT) {
        object_conforms(schema, rule, value);
    } else if (ed_json_kind(value) == ED_JSON_ARRAY) {
        for (at = ed_json_first(value); at; at = ed_json_next(at)) {
            conforms(schema, ed_json_get(rule, "items"), at);
        }
    }
}

static struct ed_json_doc *parse(struct ed_str text)
{
    struct ed_json_doc *doc = NULL;
    struct ed_err err;

    if (ed_json_parse(text, &doc, &err) != ED_OK) {
        fail_msg("line %" PRIu64 ": %s", err.line, err.message);
    }
    return doc;
}

static struct ed_json_doc *checked(const struct ed_report *report, struct ed_buf *out)
{
    static const char path[] = ED_TEST_DATA "/../schema/report.schema.json";
    struct ed_json_doc *doc, *schema;
    struct ed_buf text;
    struct ed_err err;

    ed_buf_reset(out);
    render("json", report, &(struct ed_render_opts){0}, out);
    assert_int_equal(ed_utf8_check(ed_buf_view(out)), out->n);
    doc = parse(ed_buf_view(out));
    ed_buf_init(&text, 0);
    assert_int_equal(ed_io_file(path, &text, &err), ED_OK);
    schema = parse(ed_buf_view(&text));
    conforms((struct schema){ed_json_root(schema), "the report"}, ed_json_root(schema), ed_json_root(doc));
    ed_json_doc_free(schema);
    ed_buf_done(&text);
    return doc;
}

static const struct ed_json_node *first_finding(const struct ed_json_doc *doc)
{
    return ed_json_first(ed_json_get(ed_json_root(doc), "findings"));
}

static void whole_report(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding findings[2] = {memory_finding(&record), memory_finding(&record)};
    struct ed_report report = {findings, 2, some_account()};
    struct ed_err note;
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    ed_err_set(&note, ED_ERR_INPUT, "the member is cut short");
    ed_err_at(&note, "a.zip:b.log", 3, NULL);
    report.account.notes = &note;
    report.account.nnotes = 1;
    report.account.notes_dropped = 2;
    findings[1].sources_dropped = 7;
    findings[1].nwhy = findings[1].nalso = findings[1].nvalues = findings[1].nsources = 0;
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    assert_int_equal(ed_json_count(ed_json_get(ed_json_root(doc), "findings")), 2);
    assert_golden("report.json", &out);
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void no_findings(void **state)
{
    struct ed_report report = {NULL, 0, {.input = {.lines = 1}, .matched = 5}};
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    assert_golden("none.json", &out);
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

/* Bytes that are UTF-8 come back as they were; others as U+FFFD. */
static void hostile_report(void **state)
{
    struct ed_record record = hostile_record();
    struct ed_finding finding = hostile_finding(&record);
    struct ed_report report = {&finding, 1, some_account()};
    const struct ed_json_node *node, *capture;
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    finding.confidence = 7;
    finding.values = hostile_values;
    finding.nvalues = 4; /* the fifth holds a NUL, which a JSON reader may refuse */
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    node = first_finding(doc);
    assert_true(ed_str_eq(ed_json_str(ed_json_get(node, "repo")), record.repo));
    assert_true(ed_str_eq(ed_json_str(ed_json_get(ed_json_get(node, "first"), "source")), finding.first.source));
    assert_true(ed_str_is(ed_json_str(ed_json_get(node, "message")),
                          "first line\r\nsecond \b\b\b line \xf0\x9f\x94\xa5\nthird \xef\xbf\xbd("));
    assert_true(ed_json_double(ed_json_get(node, "confidence")) == 1);
    capture = ed_json_first(ed_json_get(node, "captures"));
    assert_true(ed_str_eq(ed_json_str(ed_json_get(capture, "value")), hostile_values[0].value));
    capture = ed_json_next(capture);
    assert_true(ed_str_is(ed_json_str(ed_json_get(capture, "value")), ""));
    assert_null(ed_json_get(ed_json_next(capture), "value"));
    assert_null(ed_json_get(node, "family"));
    assert_null(ed_json_get(ed_json_get(node, "first"), "unit"));
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void ranges_keep_their_digits(void **state)
{
    static const struct ed_value values[] = {
        {S("same"), S("5"), true, 5, 5},
        {S("text"), S("5 GB"), false, 1, 2},
        {S("range"), S("0.30000000000000004"), true, -1.5, 0.1 + 0.2},
    };
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {&finding, 1, some_account()};
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    finding.values = values;
    finding.nvalues = ED_ARRAY_LEN(values);
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    assert_true(holds(&out, "\"min\": -1.5"));
    assert_true(holds(&out, "\"max\": 0.30000000000000004"));
    assert_null(ed_json_get(ed_json_first(ed_json_get(first_finding(doc), "captures")), "min"));
    assert_int_equal(ed_str_find(ed_buf_view(&out), ED_STR("\"min\": 1,"), 0) == SIZE_MAX, 1);
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void faces_are_listed(void **state)
{
    (void)state;
    assert_string_equal(ed_renderers()[0]->name, "text");
    assert_ptr_equal(ed_renderer_find("json"), ed_renderers()[1]);
    assert_null(ed_renderers()[2]);
    assert_null(ed_renderer_find("no-such-face"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_report),     cmocka_unit_test(no_findings),
        cmocka_unit_test(hostile_report),   cmocka_unit_test(ranges_keep_their_digits),
        cmocka_unit_test(faces_are_listed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

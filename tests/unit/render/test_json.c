/*
 * test_json.c: the json face is JSON whatever a log holds, says what schema/report.schema.json says, and keeps its
 * keys; so is each line of the ndjson face.
 */
#include "conforms.h"

static struct ed_json_doc *checked(const struct ed_report *report, struct ed_buf *out)
{
    struct ed_json_doc *doc, *schema = read_schema("schema/report.schema.json");

    ed_buf_reset(out);
    render("json", report, &(struct ed_render_opts){0}, out);
    assert_int_equal(ed_utf8_check(ed_buf_view(out)), out->n);
    doc = parse(ed_buf_view(out));
    conforms((struct schema){ed_json_root(schema), "the report"}, ed_json_root(schema), ed_json_root(doc));
    ed_json_doc_free(schema);
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
    struct ed_report report = {.findings = findings, .nfindings = 2, .account = some_account()};
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
    struct ed_report report = {.account = {.input = {.lines = 1}, .matched = 5}};
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
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
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
        {S("same"), S("5"), true, 5, 5, false},
        {S("text"), S("5 GB"), false, 1, 2, false},
        {S("range"), S("0.30000000000000004"), true, -1.5, 0.1 + 0.2, false},
    };
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
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

/* Each line is an object of its own with one member that says what it is. */
static size_t checked_lines(struct ed_str out, const char *const *wanted, size_t nwanted)
{
    struct ed_json_doc *schema = read_schema("schema/report.schema.json");
    const struct ed_json_node *rule = ed_json_get(ed_json_get(ed_json_root(schema), "$defs"), "line");
    size_t n = 0;

    while (out.n > 0) {
        struct ed_str line = ed_str_cut(&out, '\n');
        struct ed_json_doc *doc = parse(line);

        assert_true(n < nwanted);
        conforms((struct schema){ed_json_root(schema), "the line"}, rule, ed_json_root(doc));
        assert_non_null(ed_json_get(ed_json_root(doc), wanted[n++]));
        ed_json_doc_free(doc);
    }
    ed_json_doc_free(schema);
    return n;
}

static void a_finding_a_line(void **state)
{
    static const char *const wanted[] = {"finding", "finding", "account"};
    struct ed_record records[2] = {memory_record(), hostile_record()};
    struct ed_finding findings[2] = {memory_finding(&records[0]), hostile_finding(&records[1])};
    struct ed_report report = {.findings = findings, .nfindings = 2, .account = some_account()};
    struct ed_buf out;

    (void)state;
    findings[1].nvalues = 4; /* as above */
    findings[1].first.job = ED_STR("build");
    findings[1].first.step = ED_STR("Run \"make\"\nthen more");
    findings[1].first.file = ED_STR("src/map.c");
    findings[1].first.file_line = 12;
    ed_buf_init(&out, 0);
    render("ndjson", &report, &(struct ed_render_opts){0}, &out);
    assert_int_equal(checked_lines(ed_buf_view(&out), wanted, ED_ARRAY_LEN(wanted)), 3);
    assert_golden("report.ndjson", &out);
    ed_buf_reset(&out);
    report.nfindings = 0;
    render("ndjson", &report, &(struct ed_render_opts){0}, &out);
    assert_int_equal(checked_lines(ed_buf_view(&out), wanted + 2, 1), 1);
    ed_buf_done(&out);
}

static void a_repeat_is_a_line(void **state)
{
    static const char *const wanted[] = {"repeat"};
    struct ed_record record = memory_record();
    struct ed_repeat again = {memory_finding(&record), /* more */ 2};
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    ed_renderer_find("ndjson")->repeat(&again, &(struct ed_render_opts){0}, &out);
    assert_int_equal(checked_lines(ed_buf_view(&out), wanted, ED_ARRAY_LEN(wanted)), 1);
    assert_true(holds(&out, "\"more\":2,\"count\":3,\"first\":{\"source\":\"journal-short.log\",\"line\":18"));
    ed_buf_done(&out);
}

static void faces_are_listed(void **state)
{
    static const char *const names[] = {"text", "json", "ndjson", "sarif", "junit", "markdown", "github", "html"};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        assert_string_equal(ed_renderers()[i]->name, names[i]);
        assert_ptr_equal(ed_renderer_find(names[i]), ed_renderers()[i]);
    }
    assert_null(ed_renderers()[ED_ARRAY_LEN(names)]);
    assert_null(ed_renderer_find("no-such-face"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_report),       cmocka_unit_test(no_findings),
        cmocka_unit_test(hostile_report),     cmocka_unit_test(ranges_keep_their_digits),
        cmocka_unit_test(faces_are_listed),   cmocka_unit_test(a_finding_a_line),
        cmocka_unit_test(a_repeat_is_a_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

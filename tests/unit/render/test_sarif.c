/*
 * test_sarif.c: the sarif face conforms to the part of the standard that it uses (sarif.schema.json), and to its words
 * on messages: braces are doubled, plain text holds no link, formatted text no HTML, a place is a URI.
 */
#include "conforms.h"

static struct ed_json_doc *checked(const struct ed_report *report, struct ed_buf *out)
{
    struct ed_json_doc *doc, *schema = read_schema("tests/unit/render/sarif.schema.json");

    ed_buf_reset(out);
    render("sarif", report, &(struct ed_render_opts){.version = "9.8.7"}, out);
    assert_int_equal(ed_utf8_check(ed_buf_view(out)), out->n);
    assert_harmless(ed_buf_view(out));
    doc = parse(ed_buf_view(out));
    conforms((struct schema){ed_json_root(schema), "the log"}, ed_json_root(schema), ed_json_root(doc));
    ed_json_doc_free(schema);
    return doc;
}

static const struct ed_json_node *run_of(const struct ed_json_doc *doc)
{
    return ed_json_first(ed_json_get(ed_json_root(doc), "runs"));
}

static const struct ed_json_node *rules_of(const struct ed_json_doc *doc)
{
    return ed_json_get(ed_json_get(ed_json_get(run_of(doc), "tool"), "driver"), "rules");
}

/* All texts of messages below a node: no single brace, no link; no tag where Markdown is meant. */
static void assert_messages(const struct ed_json_node *node)
{
    const struct ed_json_node *text = ed_json_get(node, "text"), *at;
    bool message = ed_json_kind(node) == ED_JSON_OBJECT && text && !ed_str_is(ed_json_key(node), "snippet");

    for (at = message ? ed_json_first(node) : NULL; at; at = ed_json_next(at)) {
        struct ed_str s = ed_json_str(at);
        bool markdown = ed_str_is(ed_json_key(at), "markdown");

        for (size_t i = 0; i < s.n; i++) {
            char c = s.p[i];

            if (c == '{' || c == '}') {
                assert_true(i + 1 < s.n && s.p[i + 1] == c);
                i++;
            }
        }
        assert_true(markdown || ed_str_find(s, ED_STR("]("), 0) == SIZE_MAX);
    }
    for (at = ed_json_kind(node) >= ED_JSON_ARRAY ? ed_json_first(node) : NULL; at; at = ed_json_next(at)) {
        assert_messages(at);
    }
}

static void whole_log(void **state)
{
    struct ed_record records[2] = {memory_record(), hostile_record()};
    struct ed_finding findings[3] = {memory_finding(&records[0]), memory_finding(&records[0]),
                                     hostile_finding(&records[1])};
    struct ed_report report = {.findings = findings, .nfindings = 3, .account = some_account()};
    struct ed_json_doc *doc;
    struct ed_err note;
    struct ed_buf out;

    (void)state;
    ed_err_set(&note, ED_ERR_INPUT, "the member is {cut} short");
    ed_err_at(&note, "a.zip:b.log", 3, NULL);
    report.account.notes = &note;
    report.account.nnotes = 1;
    findings[1].first.source = ED_STR("-");
    findings[1].first.line = 0;
    findings[2].nvalues = 4; /* the fifth holds a NUL, which a JSON reader may refuse */
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    assert_messages(ed_json_root(doc));
    assert_int_equal(ed_json_count(rules_of(doc)), 2);
    assert_int_equal(ed_json_count(ed_json_get(run_of(doc), "results")), 3);
    assert_golden("report.sarif", &out);
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void nasty_log(void **state)
{
    struct ed_record record = nasty_record();
    struct ed_finding finding = nasty_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    const struct ed_json_node *result, *place;
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    finding.first.file = ED_STR("src/a b.c");
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    assert_messages(ed_json_root(doc));
    result = ed_json_first(ed_json_get(run_of(doc), "results"));
    place = ed_json_get(ed_json_first(ed_json_get(result, "locations")), "physicalLocation");
    assert_true(ed_str_is(ed_json_str(ed_json_get(ed_json_get(place, "artifactLocation"), "uri")),
                          "a%2Cb%3Ac%7C%60d%60%0A%3Ce%3E.log"));
    assert_true(ed_str_find(ed_json_str(ed_json_get(ed_json_get(ed_json_get(place, "region"), "snippet"), "text")),
                            ED_STR("{0} [here](javascript:1)"), 0) != SIZE_MAX); /* as it was */
    assert_true(ed_str_find(ed_json_str(ed_json_get(ed_json_get(result, "message"), "text")),
                            ED_STR("{{0}} [here] (javascript:1)"), 0) != SIZE_MAX);
    assert_golden("nasty.sarif", &out);
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void causes_are_places(void **state)
{
    struct ed_record record = disk_record();
    struct ed_finding findings[CHAIN];
    struct ed_report report = {.findings = findings, .nfindings = CHAIN, .account = some_account()};
    const struct ed_json_node *related;
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    chain(findings, &record);
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    related = ed_json_first(
        ed_json_get(ed_json_next(ed_json_first(ed_json_get(run_of(doc), "results"))), "relatedLocations"));
    assert_true(ed_str_is(ed_json_str(ed_json_get(ed_json_get(related, "message"), "text")),
                          "Came from owner/name/no-space: the trace says that it came from it."));
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

/* Descriptions and messages stay within what consumers show, cut between characters. */
static void long_texts(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    const struct ed_json_node *rule;
    struct ed_json_doc *doc;
    struct ed_buf text, out;

    (void)state;
    ed_buf_init(&text, 0);
    ed_buf_init(&out, 0);
    for (size_t i = 0; i < 50000; i++) {
        ed_buf_text(&text, i % 2 ? "{" : "\xc3\xa9");
    }
    record.error_message = record.documentation = finding.message = ed_buf_view(&text);
    doc = checked(&report, &out);
    assert_messages(ed_json_root(doc));
    rule = ed_json_first(rules_of(doc));
    assert_in_range(ed_json_str(ed_json_get(ed_json_get(rule, "shortDescription"), "text")).n, 400, 1024);
    assert_in_range(ed_json_str(ed_json_get(ed_json_get(rule, "fullDescription"), "text")).n, 400, 1024);
    assert_in_range(
        ed_json_str(ed_json_get(ed_json_get(ed_json_first(ed_json_get(run_of(doc), "results")), "message"), "text")).n,
        900, 2100);
    assert_null(ed_json_get(ed_json_get(rule, "help"), "markdown")); /* it would have to be cut */
    ed_json_doc_free(doc);
    ed_buf_done(&text);
    ed_buf_done(&out);
}

/* All results tell of suppressions or none does. */
static void accepted_results(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding findings[2] = {memory_finding(&record), memory_finding(&record)};
    struct ed_report report = {.findings = findings, .nfindings = 2, .account = some_account()};
    const struct ed_json_node *first, *second, *suppression;
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    assert_null(ed_json_get(ed_json_first(ed_json_get(run_of(doc), "results")), "suppressions"));
    ed_json_doc_free(doc);
    findings[1].accepted = true;
    findings[1].accepted_why = ED_STR("known {since} 7.2");
    report.account.accepted = 1;
    doc = checked(&report, &out);
    first = ed_json_first(ed_json_get(run_of(doc), "results"));
    second = ed_json_next(first);
    assert_int_equal(ed_json_kind(ed_json_get(first, "suppressions")), ED_JSON_ARRAY);
    assert_int_equal(ed_json_count(ed_json_get(first, "suppressions")), 0);
    suppression = ed_json_first(ed_json_get(second, "suppressions"));
    assert_true(ed_str_is(ed_json_str(ed_json_get(suppression, "kind")), "external"));
    assert_true(ed_str_is(ed_json_str(ed_json_get(suppression, "status")), "accepted"));
    assert_true(ed_str_is(ed_json_str(ed_json_get(suppression, "justification")), "known {since} 7.2"));
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void fingerprints(void **state)
{
    struct ed_record record = memory_record();
    struct ed_value values[2] = {{S("unit"), S("a.service"), false, 0, 0, false},
                                 {S("pid"), S("12"), true, 12, 12, false}};
    struct ed_finding findings[3] = {memory_finding(&record), memory_finding(&record), memory_finding(&record)};
    struct ed_value other[2] = {values[0], {S("pid"), S("99"), true, 99, 99, false}};
    struct ed_value third[2] = {{S("unit"), S("b.service"), false, 0, 0, false}, values[1]};
    struct ed_report report = {.findings = findings, .nfindings = 3, .account = some_account()};
    struct ed_str prints[3];
    const struct ed_json_node *at;
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    findings[0].values = values;
    findings[1].values = other;
    findings[2].values = third;
    findings[0].nvalues = findings[1].nvalues = findings[2].nvalues = 2;
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    at = ed_json_first(ed_json_get(run_of(doc), "results"));
    for (size_t i = 0; i < 3; i++, at = ed_json_next(at)) {
        prints[i] = ed_json_str(ed_json_get(ed_json_get(at, "partialFingerprints"), "errdexFinding/v1"));
        assert_int_equal(prints[i].n, 16);
    }
    assert_true(ed_str_eq(prints[0], prints[1])); /* a pid differs in every run */
    assert_false(ed_str_eq(prints[0], prints[2]));
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

static void no_findings(void **state)
{
    struct ed_report report = {.findings = NULL, .nfindings = 0, .account = some_account()};
    struct ed_json_doc *doc;
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    doc = checked(&report, &out);
    assert_int_equal(ed_json_count(ed_json_get(run_of(doc), "results")), 0);
    ed_json_doc_free(doc);
    ed_buf_done(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_log),   cmocka_unit_test(nasty_log),    cmocka_unit_test(causes_are_places),
        cmocka_unit_test(long_texts),  cmocka_unit_test(fingerprints), cmocka_unit_test(accepted_results),
        cmocka_unit_test(no_findings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

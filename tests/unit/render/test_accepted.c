/*
 * test_accepted.c: accepted findings in every face: each says so, and one that is not accepted is never hidden below
 * one that is. Files of them conform to schema/accept.schema.json.
 */
#include "conforms.h"

#include "diag/accept.h"

static const char *const faces[] = {"text", "json", "ndjson", "junit", "markdown", "github", "html"};

static void every_face_says_so(void **state)
{
    struct ed_record record = disk_record();
    struct ed_finding findings[CHAIN];
    struct ed_report report = {.findings = findings, .nfindings = CHAIN, .account = some_account()};
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    for (size_t i = 0; i < ED_ARRAY_LEN(faces); i++) {
        chain(findings, &record);
        ed_buf_reset(&out);
        render(faces[i], &report, &(struct ed_render_opts){0}, &out);
        assert_false(holds(&out, "a known flake"));
        findings[0].accepted = findings[4].accepted = true;
        findings[0].accepted_why = ED_STR("a known flake");
        ed_report_link(findings, CHAIN);
        ed_buf_reset(&out);
        render(faces[i], &report, &(struct ed_render_opts){0}, &out);
        assert_true(holds(&out, "accepted"));
        assert_true(holds(&out, "a known flake"));
    }
    ed_buf_done(&out);
}

/* The root is accepted, what came of it is not: each stands by itself. */
static void effects_come_out_from_below(void **state)
{
    struct ed_record record = disk_record();
    struct ed_finding findings[CHAIN];
    struct ed_report report = {.findings = findings, .nfindings = CHAIN, .account = some_account()};
    struct ed_buf out;

    (void)state;
    chain(findings, &record);
    assert_ptr_equal(findings[0].effect, &findings[1]);
    findings[0].accepted = true;
    ed_report_link(findings, CHAIN);
    assert_null(findings[0].effect);
    assert_ptr_equal(findings[1].effect, &findings[3]);
    assert_false(ed_report_nested(&findings[1]));
    assert_true(ed_report_nested(&findings[3]));
    ed_buf_init(&out, 0);
    render("github", &report, &(struct ed_render_opts){0}, &out);
    assert_true(ed_str_starts(ed_buf_view(&out), ED_STR("::notice file=run.log,line=1,")));
    assert_true(holds(&out, "\n::error file=run.log,line=11,"));
    assert_true(holds(&out, "\n::error file=run.log,line=21,"));
    assert_false(holds(&out, "line=31,")); /* told with the first effect */
    ed_buf_done(&out);
}

static void files_conform(void **state)
{
    struct ed_record record = nasty_record();
    struct ed_finding finding = nasty_finding(&record);
    struct ed_json_doc *schema = read_schema("schema/accept.schema.json"), *doc;
    struct ed_accept *accept = NULL;
    struct ed_err err;
    struct ed_buf out, again;

    (void)state;
    ed_buf_init(&out, 0);
    ed_buf_init(&again, 0);
    ed_accept_write(/* accept= */ NULL, &finding, 1, &out);
    assert_int_equal(ed_utf8_check(ed_buf_view(&out)), out.n);
    assert_harmless(ed_buf_view(&out));
    doc = parse(ed_buf_view(&out));
    conforms((struct schema){ed_json_root(schema), "the file"}, ed_json_root(schema), ed_json_root(doc));
    assert_int_equal(ed_accept_read(ed_buf_view(&out), &accept, &err), ED_OK);
    ed_accept_mark(accept, &finding);
    assert_true(finding.accepted);
    assert_null(finding.accepted_why.p);
    ed_accept_write(accept, &finding, 1, &again);
    assert_string_equal(out.p, again.p);
    ed_accept_free(accept);
    ed_json_doc_free(doc);
    ed_json_doc_free(schema);
    ed_buf_done(&out);
    ed_buf_done(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_face_says_so),
                                       cmocka_unit_test(effects_come_out_from_below), cmocka_unit_test(files_conform)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_faces.c: junit, markdown, github and html: golden files for reports of all shapes, and what must hold whatever a
 * log holds: nothing of it is markup or an order, nothing leaves its place, sizes stay within what consumers take.
 */
#include "fixture.h"

static const struct {
    const char *face, *ending;
} faces[] = {{"junit", "xml"}, {"markdown", "markdown"}, {"github", "github"}, {"html", "html"}};

static void golden_faces(const char *stem, const struct ed_report *report, struct ed_render_opts opts)
{
    char name[64];

    opts.version = "9.8.7";
    for (size_t i = 0; i < ED_ARRAY_LEN(faces); i++) {
        snprintf(name, sizeof(name), "%s.%s", stem, faces[i].ending);
        golden_face(faces[i].face, name, report, opts);
    }
}

static void one_finding(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};

    (void)state;
    golden_faces("memory", &report, (struct ed_render_opts){0});
}

static void nasty(void **state)
{
    struct ed_record record = nasty_record();
    struct ed_finding finding = nasty_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};

    (void)state;
    golden_faces("nasty", &report, (struct ed_render_opts){.why = true});
}

static void hostile_and_weak(void **state)
{
    static const struct ed_term terms[] = {{"similar", 71, S("71 of the 95 bits")},
                                           {"differs", -24, S("\"its\" | <x>")}};
    struct ed_record record = hostile_record();
    struct ed_finding finding = hostile_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};

    (void)state;
    finding.why = terms;
    finding.nwhy = ED_ARRAY_LEN(terms);
    golden_faces("hostile", &report, (struct ed_render_opts){0});
}

static void what_came_of_what(void **state)
{
    struct ed_record record = disk_record();
    struct ed_finding findings[CHAIN];
    struct ed_report report = {.findings = findings, .nfindings = CHAIN, .account = some_account()};

    (void)state;
    chain(findings, &record);
    golden_faces("chain", &report, (struct ed_render_opts){0});
}

static void nothing_found(void **state)
{
    struct ed_report report = {.findings = NULL, .nfindings = 0, .account = some_account()};
    struct ed_err note;

    (void)state;
    ed_err_set(&note, ED_ERR_INPUT, "cut <short> `|` ::error::");
    ed_err_at(&note, "a]]>.zip", 3, NULL);
    golden_faces("none", &report, (struct ed_render_opts){0});
    report.account.notes = &note;
    report.account.nnotes = 1;
    golden_faces("none.notes", &report, (struct ed_render_opts){.quiet = true});
}

static void below_a_finding(void **state)
{
    struct ed_record record = disk_record();
    struct ed_finding findings[CHAIN];
    const struct ed_finding *at = findings;
    size_t depth = 0, order[CHAIN], depths[CHAIN], n = 0;

    (void)state;
    chain(findings, &record);
    while ((at = ed_report_below(findings, at, &depth)) != NULL) {
        assert_true(n < CHAIN);
        depths[n] = depth;
        order[n++] = (size_t)(at - findings);
    }
    assert_int_equal(n, 3);
    assert_int_equal(depth, 0);
    assert_memory_equal(order, ((size_t[]){1, 3, 2}), 3 * sizeof(size_t));
    assert_memory_equal(depths, ((size_t[]){1, 2, 1}), 3 * sizeof(size_t));
    depth = 0;
    assert_null(ed_report_below(&findings[4], &findings[4], &depth));
    depth = 0;
    at = ed_report_below(&findings[1], &findings[1], &depth);
    assert_ptr_equal(at, &findings[3]);
    assert_null(ed_report_below(&findings[1], at, &depth)); /* not on to what stands beside it */
}

/* Lines that a GitHub runner takes for orders, by its own rules. */
static size_t orders(struct ed_str out)
{
    size_t n = 0;

    while (out.n > 0) {
        struct ed_str line = ed_str_trim(ed_str_cut(&out, '\n'));

        n += ed_str_starts(line, ED_STR("::"));
        assert_true(ed_str_starts(line, ED_STR("::")) || ed_str_find(line, ED_STR("##["), 0) == SIZE_MAX);
    }
    return n;
}

static void annotations_are_few(void **state)
{
    enum { MANY = 60 };
    struct ed_record record = nasty_record(), mild = nasty_record();
    struct ed_finding findings[MANY];
    struct ed_report report = {.findings = findings, .nfindings = MANY, .account = some_account()};
    struct ed_buf out;

    (void)state;
    mild.severity = ED_SEVERITY_WARNING;
    for (size_t i = 0; i < MANY; i++) {
        findings[i] = nasty_finding(i % 2 ? &record : &mild);
    }
    ed_report_link(findings, MANY);
    ed_buf_init(&out, 0);
    render("github", &report, &(struct ed_render_opts){0}, &out);
    assert_int_equal(orders(ed_buf_view(&out)), 20); /* ten of each kind */
    findings[0].role = ED_ROLE_ROOT;
    for (size_t i = 1; i < MANY; i++) {
        findings[i].cause = &findings[0];
        findings[i].cause_says = "half a sentence";
    }
    ed_report_link(findings, MANY);
    ed_buf_reset(&out);
    render("github", &report, &(struct ed_render_opts){0}, &out);
    assert_int_equal(orders(ed_buf_view(&out)), 1);
    ed_buf_done(&out);
}

/* The text face in a CI run's log: no order in it, and all words are there. */
static void text_for_a_runner(void **state)
{
    struct ed_record record = nasty_record();
    struct ed_finding finding = nasty_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    struct ed_buf out;

    (void)state;
    ed_report_link(&finding, 1);
    ed_buf_init(&out, 0);
    for (unsigned width = 0; width < 200; width += 20) {
        ed_buf_reset(&out);
        render("text", &report, &(struct ed_render_opts){.runner = true, .width = width}, &out);
        assert_int_equal(orders(ed_buf_view(&out)), 0);
    }
    ed_buf_reset(&out);
    render("text", &report, &(struct ed_render_opts){.runner = true}, &out);
    assert_true(holds(&out, "\n              : :error file=x::owned\n"));
    assert_true(holds(&out, "\n              ## [error]owned ## vso[task.complete]%0A"));
    ed_buf_reset(&out);
    render("text", &report, &(struct ed_render_opts){0}, &out); /* elsewhere it is as it was */
    assert_true(holds(&out, "\n              ::error file=x::owned\n"));
    ed_buf_done(&out);
}

static void fill(struct ed_buf *buf, const char *words, size_t n)
{
    while (buf->n < n) {
        ed_buf_text(buf, words);
    }
}

/* What outputs of commands hold is no markup and no order on any face. */
static void evidence_faces(void **state)
{
    static const struct ed_str names[] = {ED_STR_INIT("pid"), ED_STR_INIT("comm")};
    static const struct ed_fact facts[] = {{.kind = ED_FACT_INTEGER, .integer = 7},
                                           {.kind = ED_FACT_TEXT, .text = ED_STR_INIT("</pre>\x1b[2J")}};
    static const struct ed_evidence_table tables[] = {
        {.name = S("app"), .about = S("who"), .command = S("lister"), .there = true, .rows = 1, .unread = 2},
        {.name = S("gone"), .about = S("what"), .command = S("show '{pid}'"), .problem = S("it\nis <gone>")}};
    static const struct ed_evidence_check checks[] = {
        {.name = S("held"),
         .verdict = ED_VERDICT_YES,
         .says = S("``` </li><script>x</script> @all \x1b]0;x\x07 #1"),
         .rows = {.names = names, .ncols = 2, .facts = facts, .nrows = 1}},
        {.name = S("free"), .verdict = ED_VERDICT_NO, .says = S("\xff[a](http://x.example)\n::error::y")},
        {.name = S("quiet"), .verdict = ED_VERDICT_YES},
        {.name = S("owner"), .why = S("it\nis <gone>"), .tell = S("show '{pid}'")},
        {.name = S("again"), .why = S("another"), .tell = S("show '{pid}'")}};
    static const struct ed_evidence_step steps[] = {
        {.kind = "kill",
         .risk = "high",
         .says = S("End <it>."),
         .command = S("kill '$(reboot)'"),
         .warns = S("`a`"),
         .expects = S("*b*")},
        {.kind = "stop", .risk = "none", .says = S("Stop."), .withheld = "a value for it is not known"}};
    static const struct ed_evidence_belief beliefs[] = {{S("So & so."), S("Not <so>.")}};
    static const struct ed_inquiry inquiry = {.playbook = S("own"),
                                              .title = S("Mine"),
                                              .brought = true,
                                              .tables = tables,
                                              .ntables = 2,
                                              .checks = checks,
                                              .nchecks = 5,
                                              .cause = S("</strong>```\n# x"),
                                              .cause_check = S("held"),
                                              .steps = steps,
                                              .nsteps = 2,
                                              .beliefs = beliefs,
                                              .nbeliefs = 1};
    struct ed_record record = {.slug = S("a"), .repo = S("b/c"), .error_message = S("a message")};
    struct ed_finding finding = {.record = &record, .count = 1, .evidence = &inquiry};
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};

    (void)state;
    golden_face("markdown", "evidence.markdown", &report, (struct ed_render_opts){0});
    golden_face("html", "evidence.html", &report, (struct ed_render_opts){0});
    golden_face("text", "evidence.txt", &report, (struct ed_render_opts){.width = 80});
    golden_face("json", "evidence.json", &report, (struct ed_render_opts){0});
}

/* The worst that a report can hold, in each way that an escape makes longer. */
static void summary_fits(void **state)
{
    static const char *const fillers[] = {"|`", "\x01", "\xe2\x80\xae", "<", "*", "\\", "\n#", "`a` ", "x"};
    enum { MANY = 3000, LISTED = 60 };
    struct ed_finding *findings = ed_alloc_zero(MANY, sizeof(*findings));
    struct ed_err *notes = ed_alloc_zero(ED_LIMIT_NOTES, sizeof(*notes));
    struct ed_report report = {.findings = findings, .nfindings = MANY, .account = some_account()};
    struct ed_evidence_check asked[LISTED];
    struct ed_inquiry inquiry = {.brought = true, .checks = asked, .nchecks = LISTED};
    struct ed_value values[LISTED];
    struct ed_other others[LISTED];
    struct ed_str list[LISTED];
    struct ed_record record;
    struct ed_buf big, out;

    (void)state;
    ed_buf_init(&big, 0);
    ed_buf_init(&out, 0);
    for (size_t k = 0; k < ED_ARRAY_LEN(fillers); k++) {
        struct ed_str text;

        ed_buf_reset(&big);
        fill(&big, fillers[k], 100000);
        text = ed_buf_view(&big);
        for (size_t i = 0; i < LISTED; i++) {
            values[i] = (struct ed_value){text, text, true, -0.1234567890123456, 1e300, false};
            asked[i] = (struct ed_evidence_check){.name = text, .verdict = ED_VERDICT_YES, .says = text};
            others[i] = (struct ed_other){text, text, text};
            list[i] = text;
        }
        record = (struct ed_record){.id = text,
                                    .repo = text,
                                    .slug = text,
                                    .error_message = text,
                                    .documentation = text,
                                    .trigger_scenarios = text,
                                    .common_situations = text,
                                    .solutions = STRS(list),
                                    .example_fix = text,
                                    .validation_code = text,
                                    .prevention_tips = STRS(list),
                                    .file_path = text,
                                    .github_url = text,
                                    .background_tag = text};
        for (size_t i = 0; i < MANY; i++) {
            struct ed_place place = {text, 1,    text, text, text, text, text, text,
                                     text, text, text, text, text, text, 1};

            findings[i] = (struct ed_finding){.record = &record,
                                              .tier = ED_TIER_SIMILAR,
                                              .count = UINT64_MAX,
                                              .values = values,
                                              .nvalues = LISTED,
                                              .first = place,
                                              .last = place,
                                              .message = text,
                                              .also = others,
                                              .nalso = LISTED,
                                              .evidence = &inquiry,
                                              .cause = i % 3 ? &findings[i - i % 3] : NULL,
                                              .cause_says = "the trace says that it came from it"};
        }
        ed_report_link(findings, MANY);
        for (size_t i = 0; i < ED_LIMIT_NOTES; i++) {
            notes[i].rc = ED_ERR_INPUT;
            memset(notes[i].message, fillers[k][0], sizeof(notes[i].message) - 1);
        }
        report.account.notes = notes;
        report.account.nnotes = ED_LIMIT_NOTES;
        ed_buf_reset(&out);
        render("markdown", &report, &(struct ed_render_opts){.verbose = true, .why = true}, &out);
        assert_true(out.n <= 1000000);
        assert_true(holds(&out, "\nand 2600 more findings\n"));
    }
    ed_free(findings);
    ed_free(notes);
    ed_buf_done(&big);
    ed_buf_done(&out);
}

/* GitLab keeps the first of testcases with one name; a cut name is still its own. */
static void testcases_have_names(void **state)
{
    struct ed_record record = disk_record();
    struct ed_value values[2][2] = {{{S("path"), S("/a"), false, 0, 0, false}, {S("n"), S("1"), true, 1, 1, false}},
                                    {{S("path"), S("/b"), false, 0, 0, false}, {S("n"), S("1"), true, 1, 1, false}}};
    struct ed_finding findings[2] = {{.record = &record, .count = 1, .values = values[0], .nvalues = 2},
                                     {.record = &record, .count = 1, .values = values[1], .nvalues = 2}};
    struct ed_report report = {.findings = findings, .nfindings = 2, .account = some_account()};
    struct ed_buf big[2], out;

    (void)state;
    ed_buf_init(&out, 0);
    render("junit", &report, &(struct ed_render_opts){0}, &out);
    assert_true(holds(&out, "name=\"no-space (path=/a)\" time"));
    assert_true(holds(&out, "name=\"no-space (path=/b)\" time"));
    for (size_t i = 0; i < 2; i++) {
        ed_buf_init(&big[i], 0);
        fill(&big[i], "long", 5000);
        ed_buf_text(&big[i], i ? "x" : "y");
        values[i][0].value = ed_buf_view(&big[i]);
    }
    ed_buf_reset(&out);
    render("junit", &report, &(struct ed_render_opts){0}, &out);
    for (size_t i = 0, at = 0; i < 2; i++) {
        size_t end;

        at = ed_str_find(ed_buf_view(&out), ED_STR(" name=\"no-space (path=longlong"), at + 1);
        assert_true(at != SIZE_MAX);
        end = ed_str_find(ed_buf_view(&out), ED_STR("\" time=\"0\""), at);
        assert_in_range(end - at, 200, 240);
        ed_buf_reset(&big[i]);
        ed_buf_str(&big[i], ed_str_slice(ed_buf_view(&out), at, end));
    }
    assert_string_not_equal(big[0].p, big[1].p);
    ed_buf_done(&big[0]);
    ed_buf_done(&big[1]);
    ed_buf_done(&out);
}

/* Many findings: folded from the 21st on, a row from the 501st on, and each has its place in the page. */
static void page_of_many(void **state)
{
    enum { MANY = 600 };
    struct ed_finding *findings = ed_alloc_zero(MANY, sizeof(*findings));
    struct ed_record record = disk_record();
    struct ed_report report = {.findings = findings, .nfindings = MANY, .account = some_account()};
    struct ed_buf out;

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        findings[i] = (struct ed_finding){
            .record = &record, .count = 1, .first = {.source = ED_STR("a.log"), .line = i}};
    }
    ed_report_link(findings, MANY);
    ed_buf_init(&out, 0);
    render("html", &report, &(struct ed_render_opts){0}, &out);
    assert_true(holds(&out, "<article id=\"f20\">\n<details open>"));
    assert_true(holds(&out, "<article id=\"f21\">\n<details>"));
    assert_true(holds(&out, "<article id=\"f501\">\n<span class=\"severity error\">ERROR</span>"));
    assert_true(holds(&out, "<article id=\"f600\">"));
    ed_buf_done(&out);
    ed_free(findings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_finding),         cmocka_unit_test(nasty),
        cmocka_unit_test(hostile_and_weak),    cmocka_unit_test(what_came_of_what),
        cmocka_unit_test(nothing_found),       cmocka_unit_test(below_a_finding),
        cmocka_unit_test(annotations_are_few), cmocka_unit_test(text_for_a_runner),
        cmocka_unit_test(summary_fits),        cmocka_unit_test(testcases_have_names),
        cmocka_unit_test(page_of_many),        cmocka_unit_test(evidence_faces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

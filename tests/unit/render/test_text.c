/*
 * test_text.c: the text face. Golden files for whole reports at several widths; properties that hold at every width.
 */
#include "fixture.h"

static const unsigned widths[] = {0, 20, 40, 80, 200};

static void golden_report(const char *name, const struct ed_report *report, struct ed_render_opts opts)
{
    struct ed_buf out;

    ed_buf_init(&out, /* max= */ 0);
    render("text", report, &opts, &out);
    assert_golden(name, &out);
    ed_buf_done(&out);
}

static void golden_widths(const char *stem, const struct ed_report *report, struct ed_render_opts opts)
{
    char name[64];

    for (size_t i = 0; i < ED_ARRAY_LEN(widths); i++) {
        opts.width = widths[i];
        snprintf(name, sizeof(name), "%s.%u.txt", stem, widths[i]);
        golden_report(name, report, opts);
    }
}

static void one_finding_in_full(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};

    (void)state;
    golden_widths("memory", &report, (struct ed_render_opts){0});
    golden_report("memory.why.txt", &report, (struct ed_render_opts){.width = 80, .why = true, .verbose = true});
    golden_report("memory.color.txt", &report, (struct ed_render_opts){.width = 80, .color = true});
}

static void hostile_text(void **state)
{
    struct ed_record record = hostile_record();
    struct ed_finding finding = hostile_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};

    (void)state;
    golden_widths("hostile", &report, (struct ed_render_opts){0});
}

static void weak_data_is_said(void **state)
{
    static const struct ed_str filler[] = {S("See documentation.")};
    struct ed_record record = {
        .id = ED_STR("0123456789abcdef"),
        .repo = ED_STR("owner/name"),
        .slug = ED_STR("it-failed"),
        .error_code = ED_STR("E42"),
        .error_message = ED_STR("It failed"),
        .severity = ED_SEVERITY_WARNING,
        .documentation = ED_STR("Error \"It failed\" thrown in owner/name."),
        .trigger_scenarios = ED_STR("See documentation."),
        .common_situations = ED_STR("See trigger scenarios."),
        .solutions = STRS(filler),
    };
    struct ed_finding finding = {.record = &record,
                                 .tier = ED_TIER_CODE,
                                 .role = ED_ROLE_SYMPTOM,
                                 .count = 1,
                                 .confidence = 0.4,
                                 .first = {.source = ED_STR("-"), .line = 3},
                                 .last = {.source = ED_STR("-"), .line = 3},
                                 .message = ED_STR("warning: E42")};
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    struct ed_buf out;

    (void)state;
    golden_report("weak.txt", &report, (struct ed_render_opts){.width = 80});
    record.common_situations = ED_STR("Full disks.");
    record.example_fix = ED_STR("df -h");
    ed_buf_init(&out, /* max= */ 0);
    render("text", &report, &(struct ed_render_opts){0}, &out);
    assert_true(holds(&out, "only says when it comes up"));
    assert_true(holds(&out, "often     Full disks."));
    assert_true(holds(&out, "no solution, only an example"));
    assert_false(holds(&out, "thrown in"));
    assert_false(holds(&out, "See documentation"));
    ed_buf_done(&out);
}

#define MANY 9

static struct ed_record short_record(void)
{
    static const struct ed_str fixes[] = {S("Free some space")};

    return (struct ed_record){
        .id = ED_STR("00000000000000aa"),
        .repo = ED_STR("owner/name"),
        .slug = ED_STR("no-space"),
        .error_message = ED_STR("No space left on device while writing the checkpoint of the training "
                                "run to {path}"),
        .severity = ED_SEVERITY_WARNING,
        .documentation = ED_STR("The disk is full."),
        .solutions = STRS(fixes)};
}

static void many_findings(void **state)
{
    struct ed_record record = short_record();
    struct ed_finding findings[MANY];
    struct ed_report report = {.findings = findings, .nfindings = MANY, .account = some_account()};

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        findings[i] = (struct ed_finding){.row = (uint32_t)i,
                                          .record = &record,
                                          .confidence = 0.9,
                                          .count = i + 1,
                                          .first = {.source = ED_STR("train.log"), .line = 10 * i},
                                          .message = ED_STR("No space left on device")};
    }
    findings[MANY - 1].role = ED_ROLE_CONSEQUENCE;
    ed_report_link(findings, MANY);
    golden_report("many.80.txt", &report, (struct ed_render_opts){.width = 80});
    golden_report("many.40.txt", &report, (struct ed_render_opts){.width = 40});
    golden_report("many.0.txt", &report, (struct ed_render_opts){0});
    findings[1].role = ED_ROLE_CONSEQUENCE;
    report.nfindings = 2;
    golden_report("consequence.txt", &report, (struct ed_render_opts){.width = 80});
    report.findings = findings + 1;
    report.nfindings = 1; /* alone, a consequence stands in full */
    golden_report("consequence.alone.txt", &report, (struct ed_render_opts){.width = 80});
}

static void similar_says_what_differs(void **state)
{
    static const struct ed_term terms[] = {{"similar", 71, S("71 of the 95 bits of its wording, in order")},
                                           {"differs", -24, S("\"its\" is not there; \"running\" instead of \"on\"")}};
    struct ed_record record = short_record();
    struct ed_finding finding = {.record = &record,
                                 .tier = ED_TIER_SIMILAR,
                                 .confidence = 0.37,
                                 .why = terms,
                                 .nwhy = ED_ARRAY_LEN(terms),
                                 .count = 2,
                                 .first = {.source = ED_STR("train.log"), .line = 7},
                                 .message = ED_STR("No space left while writing the checkpoint")};
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};

    (void)state;
    golden_report("similar.txt", &report, (struct ed_render_opts){.width = 80});
}

static size_t count_of(const struct ed_buf *out, const char *words)
{
    size_t n = 0, at = 0;

    while ((at = ed_str_find(ed_buf_view(out), ed_str_c(words), at)) != SIZE_MAX) {
        at++;
        n++;
    }
    return n;
}

static void verbose_prints_all_in_full(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding findings[MANY];
    struct ed_report report = {.findings = findings, .nfindings = MANY, .account = some_account()};
    struct ed_buf out;

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        findings[i] = memory_finding(&record);
        findings[i].row = (uint32_t)i;
    }
    ed_report_link(findings, MANY);
    ed_buf_init(&out, /* max= */ 0);
    render("text", &report, &(struct ed_render_opts){.width = 80, .verbose = true}, &out);
    assert_int_equal(count_of(&out, "    cause     "), MANY);
    ed_buf_reset(&out);
    render("text", &report, &(struct ed_render_opts){.width = 80}, &out);
    assert_int_equal(count_of(&out, "    cause     "), 5);
    assert_int_equal(count_of(&out, "errdex explain fe965af8c7e6afca"), MANY - 5);
    ed_buf_done(&out);
}

/* Of one record, with other values: below the first, a row each, and not in places of their own. */
static void alike_stand_below_the_first(void **state)
{
    static const char *const messages[] = {"No space left on device while writing /a",
                                           "No space left on /b\nmore of it", "No space left on /c"};
    struct ed_record record = short_record();
    struct ed_finding findings[MANY];
    struct ed_report report = {.findings = findings, .nfindings = MANY, .account = some_account()};

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        findings[i] = (struct ed_finding){.row = i == 1,
                                          .record = &record,
                                          .confidence = 0.9,
                                          .count = i + 1,
                                          .first = {.source = ED_STR("train.log"), .line = 10 * i},
                                          .message = ed_str_c(messages[i % 3])};
    }
    ed_report_link(findings, MANY);
    assert_int_equal(findings[0].nalike, MANY - 2);
    assert_int_equal(findings[1].nalike, 0);
    assert_int_equal(findings[MANY - 1].kinds, 2);
    assert_false(findings[1].again);
    assert_true(findings[2].again);
    golden_report("alike.80.txt", &report, (struct ed_render_opts){.width = 80});
    golden_report("alike.20.txt", &report, (struct ed_render_opts){.width = 20});
    golden_report("alike.0.txt", &report, (struct ed_render_opts){0});
}

static void assert_silent(const struct ed_report *report, struct ed_render_opts opts)
{
    const struct ed_renderer *face = ed_renderer_find("text");
    struct ed_buf out;

    ed_buf_init(&out, /* max */ 0);
    face->begin(report, &opts, &out);
    face->end(report, &opts, &out);
    assert_int_equal(out.n, 0);
    ed_buf_done(&out);
}

static void nothing_found(void **state)
{
    struct ed_report report = {.findings = NULL, .nfindings = 0, .account = some_account()};
    struct ed_err notes[2];

    (void)state;
    report.account.matched = 0;
    ed_err_set(&notes[0], ED_ERR_INPUT, "the archive ends in the middle of a member; the rest was not read");
    ed_err_at(&notes[0], "logs.tar:a\033.log", 12, NULL);
    ed_err_set(&notes[1], ED_ERR_IO, "interrupted");
    golden_report("none.txt", &report, (struct ed_render_opts){.width = 80});
    assert_silent(&report, (struct ed_render_opts){.width = 80, .quiet = true});
    report.account.notes = notes;
    report.account.nnotes = 2;
    report.account.notes_dropped = 1;
    report.account.input.truncated = 1;
    report.account.input.undecoded = 2;
    report.account.match.limits = 1;
    report.account.findings_dropped = 4;
    report.account.weak = 3;
    golden_report("none.notes.txt", &report, (struct ed_render_opts){.width = 80, .quiet = true});
    golden_report("none.verbose.txt", &report, (struct ed_render_opts){.width = 80, .verbose = true});
    report.account = (struct ed_account){.input = {.sources = 1}, .records_tried = 26};
    golden_report("none.empty.txt", &report, (struct ed_render_opts){.width = 80});
    report.account = (struct ed_account){.input = {.sources = 1, .bytes = 5, .lines = 1}};
    golden_report("none.records.txt", &report, (struct ed_render_opts){.width = 80});
}

/* The visible characters of `part` stand in `out` in order, whatever blanks and line breaks are between them. */
static void assert_all_there(const struct ed_buf *out, struct ed_str part)
{
    struct ed_buf want, have;

    ed_buf_init(&want, 0);
    ed_buf_init(&have, 0);
    ed_utf8_visible(&want, part, /* keep_lines= */ true);
    for (size_t i = 0, n = want.n, to = want.n = 0; i < n; i++) {
        if (!ed_is_space(want.p[i])) {
            want.p[to++] = want.p[i];
            want.n = to;
        }
    }
    for (size_t i = 0; i < out->n; i++) {
        if (!ed_is_space(out->p[i])) {
            ed_buf_byte(&have, out->p[i]);
        }
    }
    assert_true(ed_str_find(ed_buf_view(&have), ed_buf_view(&want), 0) != SIZE_MAX);
    ed_buf_done(&want);
    ed_buf_done(&have);
}

static void assert_fits(struct ed_str out, size_t width)
{
    while (out.n > 0) {
        struct ed_str row = ed_str_cut(&out, '\n');

        assert_in_range(ed_utf8_columns(row), 0, width);
        assert_true(row.n == 0 || row.p[row.n - 1] != ' ');
    }
}

static void any_width_holds_everything(void **state)
{
    struct ed_record record = hostile_record();
    struct ed_finding finding = hostile_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, /* max= */ 0);
    for (unsigned width = 1; width <= 230; width++) {
        struct ed_render_opts opts = {.width = width, .verbose = true, .why = true};

        ed_buf_reset(&out);
        render("text", &report, &opts, &out);
        assert_harmless(ed_buf_view(&out));
        assert_fits(ed_buf_view(&out), ED_MAX(width, 40)); /* the account's table has rows of 40 */
        assert_all_there(&out, finding.message);
        assert_all_there(&out, record.error_message);
        for (size_t i = 0; i < record.solutions.n; i++) {
            assert_all_there(&out, record.solutions.v[i]);
        }
        opts.verbose = false;
        ed_buf_reset(&out);
        render("text", &report, &opts, &out);
        assert_fits(ed_buf_view(&out), ED_MAX(width, 16));
    }
    ed_buf_done(&out);
}

static void long_match_is_cut_and_said(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    struct ed_buf message, out;

    (void)state;
    ed_buf_init(&message, 0);
    ed_buf_init(&out, 0);
    ed_buf_fill(&message, 'x', 1000);
    ed_buf_text(&message, "\nlast line");
    finding.message = ed_buf_view(&message);
    render("text", &report, &(struct ed_render_opts){.width = 80}, &out);
    /* eight rows of 66 columns */
    assert_true(holds(&out, "(481 more bytes; --verbose shows them)"));
    assert_false(holds(&out, "last line"));
    ed_buf_reset(&out);
    render("text", &report, &(struct ed_render_opts){.width = 80, .verbose = true}, &out);
    assert_true(holds(&out, "last line"));
    ed_buf_reset(&out);
    render("text", &report, &(struct ed_render_opts){0}, &out); /* a pipe: neither wrapped nor cut */
    assert_true(holds(&out, "xxxxxxxxxx\n              last line\n"));
    assert_all_there(&out, finding.message);
    ed_buf_done(&message);
    ed_buf_done(&out);
}

static void many_sources_are_counted(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    struct ed_place places[20];
    char names[20][8];
    struct ed_buf out;

    (void)state;
    for (size_t i = 0; i < 20; i++) {
        snprintf(names[i], sizeof(names[i]), "h%zu", i);
        places[i] = (struct ed_place){.source = ED_STR("-"), .host = ed_str_c(names[i]), .pid = ED_STR("1")};
    }
    finding.first = places[0];
    finding.sources = places;
    finding.nsources = 20;
    finding.sources_dropped = 5;
    ed_buf_init(&out, 0);
    render("text", &report, &(struct ed_render_opts){0}, &out);
    assert_true(holds(&out, "where     standard input  host h0, h1, h2, h3, h4, h5, h6, h7 and 12 more  pid 1  "
                            "2026-05-05 10:01:09  and 5 more sources\n"));
    ed_buf_done(&out);
}

static void zero_width_runs_are_linear(void **state)
{
    struct ed_record record = memory_record();
    struct ed_finding finding = memory_finding(&record);
    struct ed_report report = {.findings = &finding, .nfindings = 1, .account = some_account()};
    struct ed_buf hostile, out;
    int64_t start = ed_clock_monotonic();

    (void)state;
    ed_buf_init(&hostile, 0);
    ed_buf_init(&out, 0);
    for (size_t i = 0; i < 300000; i++) {
        ed_buf_text(&hostile, i % 1000 ? "\xcc\x81" : " a");
    }
    record.documentation = ed_buf_view(&hostile);
    render("text", &report, &(struct ed_render_opts){.width = 80}, &out);
    assert_true(out.n >= hostile.n - 300);
    assert_true(ed_clock_monotonic() - start < 5000000); /* a square of it would be minutes */
    ed_buf_done(&hostile);
    ed_buf_done(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_finding_in_full),
        cmocka_unit_test(hostile_text),
        cmocka_unit_test(weak_data_is_said),
        cmocka_unit_test(similar_says_what_differs),
        cmocka_unit_test(many_findings),
        cmocka_unit_test(verbose_prints_all_in_full),
        cmocka_unit_test(alike_stand_below_the_first),
        cmocka_unit_test(nothing_found),
        cmocka_unit_test(any_width_holds_everything),
        cmocka_unit_test(long_match_is_cut_and_said),
        cmocka_unit_test(many_sources_are_counted),
        cmocka_unit_test(zero_width_runs_are_linear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

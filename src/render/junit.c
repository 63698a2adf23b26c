/*
 * junit.c: the face that CI servers list among test results (JUnit XML, as GitLab and Jenkins read it): a testcase a
 * finding. A sure one of severity error or critical is a failure; hints, warnings, news and what is accepted are
 * skipped tests that say so. The body of each is the finding as the text face has it.
 *
 * Two readers set the rules: of testcases with the same class and name GitLab keeps the first, and compares branches by
 * these names (identity.h).
 * A report without findings has one testcase that passed, for Jenkins takes none at all for a failure.
 */
#include "diag/identity.h"
#include "render/faces.h"
#include "render/markup.h"
#include "render/parts.h"
#include "render/tally.h"
#include "render/text_finding.h"

#define NAME_BYTES    200 /* what a list of tests can show; a longer name ends in a hash */
#define CLASS_BYTES   200
#define MESSAGE_BYTES 500

static bool fails(const struct ed_finding *finding)
{
    return finding->tier == ED_TIER_EXACT && !finding->accepted && finding->record->severity >= ED_SEVERITY_ERROR;
}

static void attribute(struct ed_buf *out, const char *name, struct ed_str value, size_t most)
{
    ed_buf_printf(out, " %s=\"", name);
    ed_markup_line(out, value, most);
    ed_buf_byte(out, '"');
}

static void counts(struct ed_buf *out, const struct ed_report *report)
{
    size_t failures = 0;

    for (size_t i = 0; i < report->nfindings; i++) {
        failures += fails(&report->findings[i]);
    }
    ed_buf_printf(out, " name=\"errdex\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\">\n",
                  report->nfindings ? report->nfindings : 1, failures, report->nfindings - failures);
}

static void begin(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    (void)opts;
    ed_buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    counts(out, report);
    ed_buf_text(out, "  <testsuite");
    counts(out, report);
    if (report->nfindings == 0) {
        ed_buf_text(out, "    <testcase classname=\"errdex\" name=\"no known error\" time=\"0\"/>\n");
    }
}

/* The finding as text, without colour and not wrapped. */
static void body(struct ed_buf *out, const struct ed_finding *finding, bool why)
{
    struct ed_text_out text;
    struct ed_buf page;

    ed_buf_init(&page, /* max= */ 0);
    ed_text_init(&text, &(struct ed_render_opts){0}, &page);
    ed_text_finding(&text, finding, why);
    ed_text_done(&text);
    ed_markup_block(out, ed_buf_view(&page), ED_MARKUP_ALL);
    ed_buf_done(&page);
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    const struct ed_finding *finding = &report->findings[index];
    const char *hint = ed_parts_hint(finding->tier), *element = fails(finding) ? "failure" : "skipped";
    struct ed_buf words;

    ed_buf_init(&words, /* max= */ 0);
    ed_identity_name(&words, finding, NAME_BYTES);
    ed_buf_text(out, "    <testcase");
    attribute(out, "classname", finding->record->repo, CLASS_BYTES);
    attribute(out, "name", ed_buf_view(&words), ED_MARKUP_ALL);
    if (finding->first.source.n && !ed_str_is(finding->first.source, "-")) {
        attribute(out, "file", finding->first.source, ED_MARKUP_ALL);
    }
    ed_buf_printf(out, " time=\"0\">\n      <%s", element);
    ed_buf_reset(&words);
    ed_buf_text(&words, hint ? hint : "");
    ed_buf_text(&words, hint ? " " : "");
    if (finding->accepted) {
        ed_parts_accepted(&words, finding);
        ed_buf_text(&words, ". ");
    }
    ed_buf_str(&words, ed_parts_title(finding->record));
    attribute(out, "message", ed_buf_view(&words), MESSAGE_BYTES);
    if (fails(finding)) {
        attribute(out, "type", ed_str_c(ed_severity_name(finding->record->severity)), ED_MARKUP_ALL);
    }
    ed_buf_byte(out, '>');
    body(out, finding, opts->why);
    ed_buf_printf(out, "</%s>\n    </testcase>\n", element);
    ed_buf_done(&words);
}

static void note(void *lines, struct ed_str words)
{
    ed_buf_text(lines, "note: ");
    ed_buf_str(lines, words);
    ed_buf_byte(lines, '\n');
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_buf lines;

    ed_buf_init(&lines, /* max= */ 0);
    ed_tally_notes(report, note, &lines);
    if (!opts->quiet && report->nfindings) {
        ed_tally_brief(&lines, report);
    } else if (!opts->quiet) {
        ed_tally_nothing(&lines, report, /* told= */ false);
        ed_buf_byte(&lines, '\n');
        ed_buf_str(&lines, ed_tally_next(report, /* told= */ false));
    }
    if (lines.n) {
        ed_buf_text(out, "    <system-out>");
        ed_markup_block(out, ed_buf_view(&lines), ED_MARKUP_ALL);
        ed_buf_text(out, "</system-out>\n");
    }
    ed_buf_text(out, "  </testsuite>\n</testsuites>\n");
    ed_buf_done(&lines);
}

const struct ed_renderer ed_face_junit = {
    .name = "junit",
    .begin = begin,
    .finding = finding_out,
    .end = end,
};

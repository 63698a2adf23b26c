/*
 * html.c: the face that opens in a browser and is sent by mail: one page that holds all it needs. There is no script in
 * it, and its policy forbids any, so what an escape might miss would still not run. It is read on a phone and printed;
 * light or dark as the reader's system is (data/web/report.css).
 *
 * What came of a finding is folded below it; so is what only follows from something unknown, what is accepted, and
 * every finding from OPEN_MOST on. From FULL_MOST on a finding is one row, so that a browser opens the page whatever
 * the log held. Order: pieces, one finding, what came of it, the page.
 */
#include "render/faces.h"
#include "render/inquiry.h"
#include "render/markup.h"
#include "render/parts.h"
#include "render/tally.h"
#include "render/unmatched.h"
#include "render/where.h"
#include "render/words.h"

#include "render_report_css.h"

#define OPEN_MOST   20
#define FULL_MOST   500
#define INDEX_MOST  50 /* links at the top */
#define OTHERS_MOST 20
#define DEPTH_MOST  4 /* of what came of what, as the style sheet indents it */

static void text(struct ed_buf *out, struct ed_str words)
{
    ed_markup_line(out, words, ED_MARKUP_ALL);
}

static void piece(void *ctx, struct ed_str words)
{
    struct ed_buf *out = ctx;

    ed_buf_text(out, "<span class=\"piece\">");
    text(out, words);
    ed_buf_text(out, "</span>");
}

static void term(struct ed_buf *out, const char *name)
{
    ed_buf_printf(out, "<dt>%s</dt><dd>", name);
}

static void term_end(struct ed_buf *out)
{
    ed_buf_text(out, "</dd>\n");
}

static void block(struct ed_buf *out, struct ed_str code)
{
    ed_buf_text(out, "<pre>");
    ed_markup_block(out, code, ED_MARKUP_ALL);
    ed_buf_text(out, "</pre>");
}

static void values(struct ed_buf *out, const struct ed_finding *finding)
{
    char low[ED_WORDS_NUMBER], high[ED_WORDS_NUMBER];

    if (finding->nvalues == 0) {
        return;
    }
    term(out, "values");
    ed_buf_text(out, "<table>");
    for (size_t i = 0; i < finding->nvalues; i++) {
        const struct ed_value *value = &finding->values[i];

        ed_buf_text(out, "<tr><th scope=\"row\">");
        text(out, value->name);
        ed_buf_text(out, "</th><td>");
        if (value->value.n) {
            ed_buf_text(out, "<code>");
            text(out, value->value);
            ed_buf_text(out, "</code>");
        } else {
            ed_buf_text(out, value->value.p ? "(empty)" : "(not in this message)");
        }
        if (value->numeric && value->min != value->max && ed_words_number(value->min, low) &&
            ed_words_number(value->max, high)) {
            ed_buf_printf(out, " <span class=\"faint\">the first of %" PRIu64 "; %s to %s</span>", finding->count, low,
                          high);
        }
        ed_buf_text(out, "</td></tr>\n");
    }
    ed_buf_text(out, "</table>");
    term_end(out);
}

/* Code in backticks becomes that. */
static void prose(struct ed_buf *out, struct ed_str words)
{
    struct ed_buf visible;
    size_t from = 0, code;

    ed_buf_init(&visible, /* max= */ 0);
    ed_words_block(&visible, ed_str_trim(words));
    words = ed_buf_view(&visible);
    for (size_t at = 0; at < words.n; at += code ? code : 1) {
        code = ed_words_span(ed_str_slice(words, at, words.n));
        if (code) {
            ed_markup_visible(out, ed_str_slice(words, from, at));
            ed_buf_text(out, "<code>");
            ed_markup_visible(out, ed_str_slice(words, at + 1, at + code - 1));
            ed_buf_text(out, "</code>");
            from = at + code;
        }
    }
    ed_markup_visible(out, ed_str_slice(words, from, words.n));
    ed_buf_done(&visible);
}

static void list(struct ed_buf *out, const struct ed_part *part)
{
    const char *element = part->kind == ED_PART_STEPS ? "ol" : "ul";

    ed_buf_printf(out, "<%s>", element);
    for (size_t i = 0; i < part->list.n; i++) {
        if (ed_parts_says(part->list.v[i])) {
            ed_buf_text(out, "<li>");
            prose(out, part->list.v[i]);
            ed_buf_text(out, "</li>");
        }
    }
    ed_buf_printf(out, "</%s>", element);
}

static void part_out(struct ed_buf *out, const struct ed_part *part)
{
    term(out, part->name);
    switch (part->kind) {
    case ED_PART_PROSE:
        ed_buf_text(out, "<p>");
        prose(out, ed_str_trim(part->text));
        ed_buf_text(out, "</p>");
        break;
    case ED_PART_MISSING:
        ed_buf_text(out, "<p class=\"faint\">");
        text(out, part->text);
        ed_buf_text(out, "</p>");
        break;
    case ED_PART_CODE:
        block(out, part->text);
        break;
    case ED_PART_STEPS:
    case ED_PART_POINTS:
        list(out, part);
        break;
    }
    term_end(out);
}

/* Where the program raises it; an address becomes a link only when it is a web page's. */
static void raised(struct ed_buf *out, const struct ed_record *record)
{
    struct ed_str url = ed_str_starts(record->github_url, ED_STR("https://")) ? record->github_url : ED_STR_NONE;
    struct ed_buf place;

    ed_buf_init(&place, /* max= */ 0);
    ed_parts_raised(&place, record);
    if (place.n || url.n) {
        term(out, "source");
        ed_buf_text(out, "<code>");
        if (url.n) {
            ed_buf_text(out, "<a rel=\"noreferrer noopener\" href=\"");
            text(out, url);
            ed_buf_text(out, "\">");
        }
        text(out, place.n ? ed_buf_view(&place) : url);
        ed_buf_text(out, url.n ? "</a></code>" : "</code>");
        term_end(out);
    }
    ed_buf_done(&place);
}

static void others(struct ed_buf *out, const struct ed_finding *finding)
{
    if (finding->nalso == 0) {
        return;
    }
    term(out, "also");
    ed_buf_text(out, "The same message stands in other records: ");
    for (size_t i = 0; i < ED_MIN(finding->nalso, (size_t)OTHERS_MOST); i++) {
        ed_buf_text(out, "<span class=\"piece\">");
        text(out, finding->also[i].repo);
        ed_buf_byte(out, '/');
        text(out, finding->also[i].slug);
        ed_buf_text(out, "</span>");
    }
    if (finding->nalso > OTHERS_MOST) {
        ed_buf_printf(out, "and %zu more", finding->nalso - OTHERS_MOST);
    }
    term_end(out);
}

static void why(struct ed_buf *out, const struct ed_finding *finding)
{
    char value[ED_WORDS_NUMBER];

    if (finding->nwhy == 0) {
        return;
    }
    term(out, "why");
    ed_buf_text(out, "<details><summary>what its rank is made of</summary><table>");
    for (size_t i = 0; i < finding->nwhy; i++) {
        ed_words_rounded(finding->why[i].value, value);
        ed_buf_printf(out, "<tr><th scope=\"row\">%s</th><td>%s</td><td>", finding->why[i].term, value);
        text(out, finding->why[i].says);
        ed_buf_text(out, "</td></tr>\n");
    }
    ed_buf_text(out, "</table></details>");
    term_end(out);
}

static void labelled(struct ed_buf *out, const char *name, struct ed_str words)
{
    if (words.n) {
        term(out, name);
        ed_markup_block(out, words, ED_MARKUP_ALL);
        term_end(out);
    }
}

static void follows(struct ed_buf *out, const struct ed_finding *finding)
{
    if (finding->cause) {
        term(out, "follows");
        text(out, finding->cause->record->slug);
        ed_buf_printf(out, ": %s", finding->cause_says);
        term_end(out);
    }
}

static void headline(struct ed_buf *out, const struct ed_finding *finding)
{
    ed_buf_printf(out, "<span class=\"severity %s\">%s</span> ", ed_severity_name(finding->record->severity),
                  ed_parts_severity(finding->record->severity));
    text(out, ed_parts_title(finding->record));
    if (finding->accepted) {
        ed_buf_text(out, " <span class=\"faint\">accepted</span>");
    }
}

static void body(struct ed_buf *out, const struct ed_finding *finding)
{
    struct ed_part parts[ED_PARTS_MOST];
    size_t n = ed_parts(finding->record, parts);
    struct ed_buf path;

    ed_buf_init(&path, /* max= */ 0);
    ed_parts_path(&path, finding->record);
    ed_buf_text(out, "<p class=\"kind\">");
    piece(out, ed_buf_view(&path));
    ed_buf_printf(out, "<span class=\"piece\">%" PRIu64 "x</span><span class=\"piece\">confidence %.2f</span>",
                  finding->count, finding->confidence);
    if (finding->role != ED_ROLE_UNKNOWN) {
        ed_buf_text(out, finding->role == ED_ROLE_ROOT ? "root cause" : ed_role_name(finding->role));
    }
    ed_buf_text(out, "</p>\n");
    if (ed_parts_hint(finding->tier)) {
        ed_buf_printf(out, "<p class=\"hint\">%s</p>\n", ed_parts_hint(finding->tier));
    }
    if (finding->accepted && finding->accepted_why.n) {
        ed_buf_reset(&path);
        ed_parts_accepted(&path, finding);
        ed_buf_text(out, "<p class=\"hint\">");
        text(out, ed_buf_view(&path));
        ed_buf_text(out, "</p>\n");
    }
    ed_buf_text(out, "<dl>\n");
    term(out, "where");
    ed_where_pieces(finding, piece, out);
    term_end(out);
    if (finding->message.n) {
        term(out, "matched");
        block(out, finding->message);
        term_end(out);
    }
    follows(out, finding);
    labelled(out, "differs", ed_parts_differs(finding));
    values(out, finding);
    ed_inquiry_html(out, finding);
    for (size_t i = 0; i < n; i++) {
        part_out(out, &parts[i]);
    }
    raised(out, finding->record);
    labelled(out, "family", finding->record->background_tag);
    others(out, finding);
    why(out, finding);
    ed_buf_text(out, "</dl>\n");
    ed_buf_done(&path);
}

static size_t index_of(const struct ed_report *report, const struct ed_finding *finding)
{
    return (size_t)(finding - report->findings);
}

/* For findings over the number that stand in full. */
static void row(struct ed_buf *out, const struct ed_finding *finding)
{
    struct ed_buf place;

    ed_buf_init(&place, /* max= */ 0);
    headline(out, finding);
    ed_buf_printf(out, " <span class=\"faint\">%" PRIu64 "x, ", finding->count);
    ed_where_place(&place, &finding->first);
    text(out, ed_buf_view(&place));
    ed_buf_text(out, ", errdex explain ");
    text(out, finding->record->id);
    ed_buf_text(out, "</span>\n");
    ed_buf_done(&place);
}

static void effects(struct ed_buf *out, const struct ed_report *report, const struct ed_finding *finding)
{
    const struct ed_finding *at = finding;
    size_t depth = 0;

    ed_buf_text(out, finding->effect ? "<p class=\"kind\">Led to:</p>\n" : "");
    while ((at = ed_report_below(finding, at, &depth)) != NULL) {
        ed_buf_printf(out, "<div class=\"effect d%zu\" id=\"f%zu\">", ED_MIN(depth, (size_t)DEPTH_MOST),
                      index_of(report, at) + 1);
        if (index_of(report, at) >= FULL_MOST) {
            row(out, at);
        } else {
            ed_buf_text(out, "<details><summary>");
            headline(out, at);
            ed_buf_text(out, "</summary>\n");
            body(out, at);
            ed_buf_text(out, "</details>");
        }
        ed_buf_text(out, "</div>\n");
    }
}

static void index_out(struct ed_buf *out, const struct ed_report *report)
{
    size_t tops = 0;

    for (size_t i = 0; i < report->nfindings; i++) {
        tops += !ed_report_nested(&report->findings[i]);
    }
    if (tops < 2) {
        return;
    }
    ed_buf_text(out, "<nav><ul>\n");
    tops = 0;
    for (size_t i = 0; i < report->nfindings && tops < INDEX_MOST; i++) {
        if (!ed_report_nested(&report->findings[i])) {
            tops++;
            ed_buf_printf(out, "<li><a href=\"#f%zu\">", i + 1);
            headline(out, &report->findings[i]);
            ed_buf_text(out, "</a></li>\n");
        }
    }
    ed_buf_text(out, "</ul></nav>\n");
}

static void title(struct ed_buf *out, const struct ed_report *report)
{
    if (report->nfindings) {
        ed_words_count(out, report->nfindings, "finding", "findings");
    } else {
        ed_buf_text(out, "No known error");
    }
}

static void begin(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    (void)opts;
    ed_buf_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" "
                     "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>errdex: ");
    title(out, report);
    ed_buf_text(out, "</title>\n<style>\n");
    ed_buf_text(out, ed_render_report_css);
    ed_buf_text(out, "</style>\n</head>\n<body>\n<header>\n<h1>");
    title(out, report);
    ed_buf_text(out, "</h1>\n</header>\n");
    index_out(out, report);
    ed_buf_text(out, "<main>\n");
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    const struct ed_finding *finding = &report->findings[index];
    bool folded = index >= OPEN_MOST || finding->accepted ||
                  (finding->role == ED_ROLE_CONSEQUENCE && report->nfindings > 1);

    (void)opts;
    if (ed_report_nested(finding)) { /* told below its cause */
        return;
    }
    ed_buf_printf(out, "<article id=\"f%zu\">\n", index + 1);
    if (index >= FULL_MOST) {
        row(out, finding);
    } else {
        ed_buf_printf(out, "<details%s><summary><h2>", folded ? "" : " open");
        headline(out, finding);
        ed_buf_text(out, "</h2></summary>\n");
        body(out, finding);
        ed_buf_text(out, "</details>\n");
    }
    effects(out, report, finding);
    ed_buf_text(out, "</article>\n");
}

static void note(void *ctx, struct ed_str words)
{
    struct ed_buf *out = ctx;

    ed_buf_text(out, "<p>note: ");
    text(out, words);
    ed_buf_text(out, "</p>\n");
}

static void account(struct ed_buf *out, const struct ed_report *report)
{
    struct ed_buf words;

    ed_buf_init(&words, /* max= */ 0);
    if (report->nfindings) {
        ed_tally_brief(&words, report);
        ed_buf_text(out, "<p class=\"brief\">");
    } else {
        ed_tally_nothing(&words, report, /* told= */ true);
        ed_buf_text(out, "<p style=\"white-space:pre-line\">");
    }
    ed_markup_block(out, ed_buf_view(&words), ED_MARKUP_ALL);
    ed_buf_text(out, "</p>\n");
    if (!report->nfindings && ed_tally_next(report, /* told= */ true).n) {
        block(out, ed_str_trim(ed_tally_next(report, /* told= */ true)));
    }
    ed_buf_reset(&words);
    ed_tally_table(&words, &report->account);
    ed_buf_text(out, "<details><summary class=\"faint\">all numbers</summary>");
    block(out, ed_buf_view(&words));
    ed_buf_text(out, "</details>\n");
    ed_buf_done(&words);
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    if (ed_unmatched_any(report)) {
        struct ed_buf words;

        ed_buf_init(&words, /* max= */ 0);
        ed_buf_text(out, "<p>");
        ed_unmatched_head(out, report);
        ed_buf_text(out, "</p>\n");
        ed_unmatched_block(&words, report);
        block(out, ed_buf_view(&words));
        ed_buf_byte(out, '\n');
        ed_buf_done(&words);
    }
    ed_buf_text(out, "</main>\n<footer>\n");
    ed_tally_notes(report, note, out);
    if (!opts->quiet) {
        account(out, report);
    }
    if (opts->version) {
        ed_buf_printf(out, "<p class=\"faint\">errdex %s</p>\n", opts->version);
    }
    ed_buf_text(out, "</footer>\n</body>\n</html>\n");
}

const struct ed_renderer ed_face_html = {
    .name = "html",
    .begin = begin,
    .finding = finding_out,
    .end = end,
};

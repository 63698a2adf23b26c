/*
 * markdown.c: the face for a summary page: GitHub's job summary ($GITHUB_STEP_SUMMARY), a merge request's comment.
 *
 * GitHub refuses a summary over 1 MiB, so every piece has a cap in bytes of output, few findings stand in full, and the
 * rest are rows: with all caps reached the page stays below 1,000,000 bytes. What comes from a log is code, always
 * (md.h). What came of a finding is an indented list below it. Order: pieces, one finding in full, rows, the face.
 */
#include "render/faces.h"
#include "render/inquiry.h"
#include "render/md.h"
#include "render/parts.h"
#include "render/tally.h"
#include "render/unmatched.h"
#include "render/where.h"
#include "render/words.h"

#define FULL_MOST 10  /* findings in full, accepted ones never: at most 56 kB each, */
#define ROWS_MOST 400 /* findings named at all, in full or as rows; a row is 1 kB at most */

#define TITLE_BYTES  200
#define PIECE_BYTES  200
#define TEXT_BYTES   4000 /* the matched text */
#define PROSE_BYTES  2500
#define ITEM_BYTES   1200
#define CODE_BYTES   3000
#define VALUE_BYTES  400
#define ASKED_BYTES  6000 /* what a playbook made of it */
#define NOTE_BYTES   400
#define ITEMS_MOST   8
#define VALUES_MOST  16
#define OTHERS_MOST  5
#define DEPTH_MOST   6 /* of an indented list: deeper ones stand as deep as this */
#define INDENT       2
#define NOTES_LISTED 50

static void piece(void *out, struct ed_str words)
{
    ed_buf_text(out, " ");
    ed_md_code(out, words, PIECE_BYTES);
}

static void number(struct ed_buf *out, const struct ed_value *value)
{
    char low[ED_WORDS_NUMBER], high[ED_WORDS_NUMBER];

    if (value->numeric && value->min != value->max && ed_words_number(value->min, low) &&
        ed_words_number(value->max, high)) {
        ed_buf_printf(out, "%s to %s", low, high);
    }
}

static bool has_range(const struct ed_finding *finding)
{
    for (size_t i = 0; i < finding->nvalues; i++) {
        if (finding->values[i].numeric && finding->values[i].min != finding->values[i].max) {
            return true;
        }
    }
    return false;
}

static void values(struct ed_buf *out, const struct ed_finding *finding)
{
    bool ranges = has_range(finding);

    if (finding->nvalues == 0) {
        return;
    }
    ed_buf_text(out, ranges ? "\n| value | first | all |\n|---|---|---|\n" : "\n| value | |\n|---|---|\n");
    for (size_t i = 0; i < ED_MIN(finding->nvalues, (size_t)VALUES_MOST); i++) {
        const struct ed_value *value = &finding->values[i];

        ed_buf_text(out, "| ");
        ed_md_code(out, value->name, PIECE_BYTES);
        ed_buf_text(out, " | ");
        ed_md_code(out, value->value, VALUE_BYTES);
        ed_buf_text(out, value->value.n ? "" : value->value.p ? "(empty)" : "(not in this message)");
        if (ranges) {
            ed_buf_text(out, " | ");
            number(out, value);
        }
        ed_buf_text(out, " |\n");
    }
    if (finding->nvalues > VALUES_MOST) {
        ed_buf_printf(out, "\nand %zu more values\n", finding->nvalues - VALUES_MOST);
    }
}

static void list(struct ed_buf *out, const struct ed_part *part)
{
    size_t shown = 0, left = 0;

    ed_buf_text(out, "\n\n");
    for (size_t i = 0; i < part->list.n; i++) {
        if (!ed_parts_says(part->list.v[i])) {
            continue;
        }
        if (shown == ITEMS_MOST) {
            left++;
            continue;
        }
        shown++;
        if (part->kind == ED_PART_STEPS) {
            ed_buf_printf(out, "%zu. ", shown);
        } else {
            ed_buf_text(out, "- ");
        }
        ed_md_prose(out, part->list.v[i], "<br>", ITEM_BYTES);
        ed_buf_byte(out, '\n');
    }
    if (left) {
        ed_buf_printf(out, "\nand %zu more\n", left);
    }
}

static void part_out(struct ed_buf *out, const struct ed_part *part)
{
    ed_buf_printf(out, "\n**%c%s:**", part->name[0] - 'a' + 'A', part->name + 1);
    switch (part->kind) {
    case ED_PART_PROSE:
    case ED_PART_MISSING:
        ed_buf_byte(out, ' ');
        ed_md_prose(out, part->text, "<br>", PROSE_BYTES);
        ed_buf_byte(out, '\n');
        break;
    case ED_PART_CODE:
        ed_buf_text(out, "\n\n");
        ed_md_block(out, part->text, /* indent= */ 0, CODE_BYTES);
        break;
    case ED_PART_STEPS:
    case ED_PART_POINTS:
        list(out, part);
        break;
    }
}

static void path_code(struct ed_buf *out, struct ed_str repo, struct ed_str slug)
{
    struct ed_buf path;

    ed_buf_init(&path, /* max= */ 0);
    ed_buf_str(&path, repo);
    ed_buf_byte(&path, '/');
    ed_buf_str(&path, slug);
    ed_md_code(out, ed_buf_view(&path), PIECE_BYTES);
    ed_buf_done(&path);
}

static void raised(struct ed_buf *out, const struct ed_record *record)
{
    struct ed_buf place;

    ed_buf_init(&place, /* max= */ 0);
    ed_parts_raised(&place, record);
    if (place.n) {
        ed_buf_text(out, "\n**Source:** ");
        ed_md_code(out, ed_buf_view(&place), VALUE_BYTES);
        ed_buf_byte(out, '\n');
    }
    ed_buf_done(&place);
}

static void others(struct ed_buf *out, const struct ed_finding *finding)
{
    if (finding->nalso == 0) {
        return;
    }
    ed_buf_text(out, "\nThe same message stands in other records:");
    for (size_t i = 0; i < ED_MIN(finding->nalso, (size_t)OTHERS_MOST); i++) {
        ed_buf_byte(out, ' ');
        path_code(out, finding->also[i].repo, finding->also[i].slug);
    }
    if (finding->nalso > OTHERS_MOST) {
        ed_buf_printf(out, " and %zu more", finding->nalso - OTHERS_MOST);
    }
    ed_buf_byte(out, '\n');
}

static void why(struct ed_buf *out, const struct ed_finding *finding)
{
    char value[ED_WORDS_NUMBER];

    ed_buf_text(out, finding->nwhy ? "\n**Why:**\n\n" : "");
    for (size_t i = 0; i < ED_MIN(finding->nwhy, (size_t)VALUES_MOST); i++) {
        ed_words_rounded(finding->why[i].value, value);
        ed_buf_printf(out, "- %s %s ", finding->why[i].term, value);
        ed_md_code(out, finding->why[i].says, VALUE_BYTES);
        ed_buf_byte(out, '\n');
    }
}

/* Sentences and commands hold values of outputs, so they are a block. */
static void evidence(struct ed_buf *out, const struct ed_finding *finding)
{
    struct ed_buf block;

    ed_buf_init(&block, /* max= */ 0);
    ed_inquiry_block(&block, finding);
    if (block.n) {
        ed_buf_text(out, "\n**Evidence:**\n\n");
        ed_md_block(out, ed_buf_view(&block), /* indent= */ 0, ASKED_BYTES);
    }
    ed_buf_done(&block);
}

/* "**ERROR** title": what a heading and a row begin with. */
static void headline(struct ed_buf *out, const struct ed_record *record, const char *marks)
{
    ed_buf_printf(out, "%s%s%s ", marks, ed_parts_severity(record->severity), marks);
    ed_md_prose(out, ed_parts_title(record), " ", TITLE_BYTES);
}

static void kind(struct ed_buf *out, const struct ed_finding *finding)
{
    struct ed_buf words;

    path_code(out, finding->record->repo, finding->record->slug);
    ed_buf_printf(out, ", %" PRIu64 "x, confidence %.2f", finding->count, finding->confidence);
    if (finding->accepted) {
        ed_buf_init(&words, /* max= */ 0);
        ed_parts_accepted(&words, finding);
        ed_buf_text(out, ", ");
        ed_md_prose(out, ed_buf_view(&words), " ", PIECE_BYTES);
        ed_buf_done(&words);
    }
    if (finding->role == ED_ROLE_ROOT) {
        ed_buf_text(out, ", root cause");
    } else if (finding->role != ED_ROLE_UNKNOWN) {
        ed_buf_printf(out, ", %s", ed_role_name(finding->role));
    }
}

static void in_full(struct ed_buf *out, const struct ed_finding *finding, const struct ed_render_opts *opts)
{
    struct ed_part parts[ED_PARTS_MOST];
    size_t n = ed_parts(finding->record, parts);

    ed_buf_text(out, "\n### ");
    headline(out, finding->record, "");
    ed_buf_text(out, "\n\n");
    kind(out, finding);
    if (ed_parts_hint(finding->tier)) {
        ed_buf_printf(out, "\n\n**%s**", ed_parts_hint(finding->tier));
    }
    ed_buf_text(out, "\n\nWhere:");
    ed_where_pieces(finding, piece, out);
    ed_buf_byte(out, '\n');
    if (finding->message.n) {
        ed_buf_byte(out, '\n');
        ed_md_block(out, finding->message, /* indent= */ 0, TEXT_BYTES);
    }
    if (ed_parts_differs(finding).n) {
        ed_buf_text(out, "\n**Differs:** ");
        ed_md_code(out, ed_parts_differs(finding), VALUE_BYTES);
        ed_buf_byte(out, '\n');
    }
    values(out, finding);
    evidence(out, finding);
    for (size_t i = 0; i < n; i++) {
        part_out(out, &parts[i]);
    }
    raised(out, finding->record);
    others(out, finding);
    if (opts->why) {
        why(out, finding);
    }
}

static void row(struct ed_buf *out, const struct ed_finding *finding, size_t depth)
{
    struct ed_buf place;

    ed_buf_init(&place, /* max= */ 0);
    ed_buf_fill(out, ' ', INDENT * ED_MIN(depth, (size_t)DEPTH_MOST));
    ed_buf_text(out, "- ");
    headline(out, finding->record, "**");
    ed_buf_text(out, " (");
    kind(out, finding);
    ed_where_place(&place, &finding->first);
    ed_buf_text(out, ", ");
    ed_md_code(out, ed_buf_view(&place), PIECE_BYTES);
    ed_buf_text(out, ")");
    if (finding->cause) {
        ed_buf_printf(out, ": %s", finding->cause_says);
    }
    ed_buf_byte(out, '\n');
    ed_buf_done(&place);
}

static bool is_full(const struct ed_report *report, size_t index)
{
    return index < FULL_MOST && !report->findings[index].accepted;
}

static bool is_first_row(const struct ed_report *report, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (!ed_report_nested(&report->findings[i]) && !is_full(report, i)) {
            return false;
        }
    }
    return true;
}

static bool is_listed(const struct ed_report *report, const struct ed_finding *finding)
{
    return (size_t)(finding - report->findings) < ROWS_MOST;
}

static void effects(struct ed_buf *out, const struct ed_report *report, const struct ed_finding *finding, size_t from)
{
    const struct ed_finding *at = finding;
    size_t depth = from;

    while ((at = ed_report_below(finding, at, &depth)) != NULL) {
        if (is_listed(report, at)) {
            row(out, at, depth - 1);
        }
    }
}

static size_t unlisted(const struct ed_report *report)
{
    size_t n = 0;

    for (size_t i = 0; i < report->nfindings; i++) {
        const struct ed_finding *top = &report->findings[i];

        while (ed_report_nested(top)) {
            top = top->cause;
        }
        n += !is_listed(report, &report->findings[i]) || !is_listed(report, top);
    }
    return n;
}

static void begin(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    (void)opts;
    if (report->nfindings) {
        ed_buf_text(out, "## errdex: ");
        ed_words_count(out, report->nfindings, "finding", "findings");
        ed_buf_byte(out, '\n');
    } else {
        ed_buf_text(out, "## errdex: no known error\n");
    }
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    const struct ed_finding *finding = &report->findings[index];

    if (ed_report_nested(finding) || !is_listed(report, finding)) { /* told with its cause, or counted at the end */
        return;
    }
    if (is_full(report, index)) {
        in_full(out, finding, opts);
        ed_buf_text(out, finding->effect ? "\n**Led to:**\n\n" : "");
        effects(out, report, finding, /* from= */ 0);
    } else {
        ed_buf_text(out, is_first_row(report, index) ? "\n### In short\n\n" : "");
        row(out, finding, /* depth= */ 0);
        effects(out, report, finding, /* from= */ 1);
    }
}

struct notes {
    struct ed_buf *out;
    size_t n;
};

static void note(void *ctx, struct ed_str words)
{
    struct notes *notes = ctx;

    if (notes->n++ < NOTES_LISTED) {
        ed_buf_text(notes->out, "- note: ");
        ed_md_code(notes->out, words, NOTE_BYTES);
        ed_buf_byte(notes->out, '\n');
    }
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct notes notes = {.out = out};
    struct ed_buf words;

    ed_buf_init(&words, /* max= */ 0);
    if (unlisted(report)) {
        ed_buf_printf(out, "\nand %zu more findings\n", unlisted(report));
    }
    if (ed_unmatched_any(report)) {
        ed_buf_byte(out, '\n');
        ed_unmatched_head(out, report);
        ed_buf_text(out, "\n\n");
        ed_unmatched_block(&words, report);
        ed_md_block(out, ed_buf_view(&words), /* indent= */ 0, ED_MD_ALL);
        ed_buf_reset(&words);
    }
    ed_buf_byte(out, '\n');
    ed_tally_notes(report, note, &notes);
    if (notes.n > NOTES_LISTED) {
        ed_buf_printf(out, "- and %zu more notes\n", notes.n - NOTES_LISTED);
    }
    if (!opts->quiet) {
        ed_buf_text(out, notes.n ? "\n" : "");
        if (report->nfindings) {
            ed_tally_brief(&words, report);
        } else {
            ed_tally_nothing(&words, report, /* told= */ true);
        }
        ed_md_prose(out, ed_buf_view(&words), "<br>", ED_MD_ALL);
        ed_buf_byte(out, '\n');
        if (!report->nfindings && ed_tally_next(report, /* told= */ true).n) {
            ed_buf_byte(out, '\n');
            ed_md_block(out, ed_str_trim(ed_tally_next(report, /* told= */ true)), /* indent= */ 0, ED_MD_ALL);
        }
    }
    ed_buf_done(&words);
}

const struct ed_renderer ed_face_markdown = {
    .name = "markdown",
    .begin = begin,
    .finding = finding_out,
    .end = end,
};

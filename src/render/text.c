/*
 * text.c: the report for a person who needs the answer now: what failed, where, why, what to do, how to check it.
 *
 * Findings stand in full as long as they are few. Behind FULL_MOST of them, for consequences of what stands above them,
 * and for accepted ones, two rows and a pointer to the whole page must do; those that differ in their values alone from
 * one above stand below that one, in a row each. --verbose prints all in full. The account comes last.
 * Order: one finding in short, those that are alike, the account, the face.
 */
#include "base/utf8.h"
#include "render/faces.h"
#include "render/parts.h"
#include "render/tally.h"
#include "render/text_finding.h"
#include "render/unmatched.h"
#include "render/where.h"
#include "render/words.h"

#define FULL_MOST     5
#define ALIKE_MOST    4
#define ALIKE_ROWS    2
#define TABLE_COLUMNS 40 /* of the account's table: on a narrower terminal its rows are wrapped */

static bool in_short(const struct ed_report *report, size_t index, const struct ed_render_opts *opts)
{
    const struct ed_finding *finding = &report->findings[index];

    return !opts->verbose &&
           (finding->kinds >= FULL_MOST || finding->accepted || (index > 0 && finding->role == ED_ROLE_CONSEQUENCE));
}

/* The last one before it that stands in a place of its own is in short; false when there is none. */
static bool short_before(const struct ed_report *report, size_t index, const struct ed_render_opts *opts)
{
    while (index > 0 && report->findings[index - 1].again) {
        index--;
    }
    return index > 0 && in_short(report, index - 1, opts);
}

/* The title on one row, with "..." where it does not fit. */
static void short_title(struct ed_text_out *text, const struct ed_record *record)
{
    struct ed_str title = ed_parts_title(record);
    size_t room = text->width > text->left + 4 ? text->width - text->left : 4, columns, at = 0, len;
    struct ed_buf cut;

    columns = ed_text_columns(text, title);
    if (text->width == 0 || columns <= room) {
        ed_text_piece(text, ED_INK_BOLD, title);
        return;
    }
    ed_buf_init(&cut, /* max= */ 0);
    ed_utf8_visible(&cut, title, /* keep_lines= */ false);
    for (columns = 3; at < cut.n; at += len) {
        columns += (size_t)ed_utf8_width(ed_utf8_next(ed_str_slice(ed_buf_view(&cut), at, cut.n), &len));
        if (columns > room) {
            break;
        }
    }
    cut.n = at;
    ed_buf_text(&cut, "...");
    ed_text_piece(text, ED_INK_BOLD, ed_buf_view(&cut));
    ed_buf_done(&cut);
}

static void short_form(struct ed_text_out *text, const struct ed_finding *finding)
{
    struct ed_buf buf;

    ed_buf_init(&buf, /* max= */ 0);
    ed_text_badge(text, finding->record->severity);
    short_title(text, finding->record);
    ed_text_end_row(text);
    ed_text_piece_say(text, ED_INK_PLAIN, "%" PRIu64 "x", finding->count);
    ed_where_place(&buf, &finding->first);
    ed_text_piece(text, ED_INK_PLAIN, ed_buf_view(&buf));
    if (finding->cause) {
        ed_text_piece_say(text, ED_INK_PLAIN, "follows from %.*s", ED_STR_ARG(finding->cause->record->slug));
    } else if (finding->role == ED_ROLE_CONSEQUENCE) {
        ed_text_piece(text, ED_INK_PLAIN, ED_STR("consequence"));
    }
    if (finding->accepted) {
        ed_buf_reset(&buf);
        ed_parts_accepted(&buf, finding);
        ed_text_piece(text, ED_INK_PLAIN, ed_buf_view(&buf));
    }
    ed_buf_reset(&buf);
    ed_buf_text(&buf, "errdex explain "); /* by id: it fits on a row, and it is unique over all repositories */
    ed_buf_str(&buf, finding->record->id);
    ed_text_piece(text, ED_INK_PLAIN, ed_buf_view(&buf));
    if (finding->nalike) {
        ed_text_piece_say(text, ED_INK_PLAIN, "and %zu with other values", finding->nalike);
    }
    ed_buf_done(&buf);
}

/* Those with other values: how often, where, and the first line of each. */
static void alike(struct ed_text_out *text, const struct ed_finding *finding)
{
    const struct ed_finding *other = finding->alike;
    size_t shown = 0;
    struct ed_buf row;

    if (!other) {
        return;
    }
    ed_buf_init(&row, /* max= */ 0);
    ed_text_label(text, "alike");
    for (; other && shown < ALIKE_MOST; other = other->alike, shown++) {
        struct ed_str rest = other->message;

        ed_buf_reset(&row);
        ed_buf_printf(&row, "%" PRIu64 "x  ", other->count);
        ed_where_place(&row, &other->first);
        ed_buf_text(&row, "  ");
        ed_buf_str(&row, ed_str_cut(&rest, '\n'));
        ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&row), .one_line = true, .rows = ALIKE_ROWS});
    }
    if (other) {
        ed_text_say(text, ED_INK_PLAIN, "and %zu more with other values (--verbose prints them)",
                    finding->nalike - shown);
    }
    ed_buf_done(&row);
}

static void done(struct ed_text_out *text, const struct ed_render_opts *opts, size_t from)
{
    ed_text_done(text);
    if (opts->runner) {
        ed_words_tame(text->out, from);
    }
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    const struct ed_finding *finding = &report->findings[index];
    bool brief = in_short(report, index, opts), first_brief;
    size_t from = out->n;
    struct ed_text_out text;

    if (finding->again && !opts->verbose) {
        return; /* told with the first of its kind */
    }
    first_brief = brief && !short_before(report, index, opts);
    ed_text_init(&text, opts, out);
    if (index > 0 && (!brief || first_brief)) {
        ed_text_blank(&text);
    }
    if (first_brief) {
        ed_text_say(&text, ED_INK_DIM, "In short (--verbose prints these in full, too):");
    }
    if (brief) {
        short_form(&text, finding);
    } else {
        ed_text_finding(&text, finding, opts->why);
        if (!opts->verbose) {
            alike(&text, finding);
        }
    }
    done(&text, opts, from);
}

static void note(void *text, struct ed_str words)
{
    ed_text_para(text, &(struct ed_para){.text = words, .mark = ED_STR("note: "), .prose = true});
}

/* The sentence for a report without findings, the notes, and the account (two rows; all numbers with opts->verbose). */
static void tally(struct ed_text_out *text, const struct ed_report *report, const struct ed_render_opts *opts)
{
    struct ed_buf words;

    ed_buf_init(&words, /* max= */ 0);
    if (report->nfindings > 0 || (ed_unmatched_any(report) && !opts->quiet)) {
        ed_text_blank(text);
    }
    if (report->nfindings == 0 && !opts->quiet) {
        ed_tally_nothing(&words, report, /* told= */ true);
        ed_text_prose(text, ed_buf_view(&words));
        ed_text_code(text, ed_tally_next(report, /* told= */ true));
    }
    ed_tally_notes(report, note, text);
    if (!opts->quiet && report->nfindings > 0) { /* without findings the first sentence has said it */
        ed_buf_reset(&words);
        ed_tally_brief(&words, report);
        ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&words), .ink = ED_INK_DIM, .prose = true});
    }
    if (!opts->quiet && opts->verbose) {
        ed_buf_reset(&words);
        ed_tally_table(&words, &report->account);
        if (text->width == 0 || text->width >= TABLE_COLUMNS) {
            ed_text_code(text, ed_buf_view(&words));
        } else {
            ed_text_prose(text, ed_buf_view(&words));
        }
    }
    ed_buf_done(&words);
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    size_t from = out->n;
    struct ed_text_out text;

    ed_text_init(&text, opts, out);
    if (ed_unmatched_any(report)) {
        if (report->nfindings > 0) {
            ed_text_blank(&text);
        }
        ed_unmatched(&text, report);
    }
    tally(&text, report, opts);
    done(&text, opts, from);
}

/* One row: how often, what, and where last. */
static void repeat(const struct ed_repeat *again, const struct ed_render_opts *opts, struct ed_buf *out)
{
    const struct ed_finding *finding = &again->finding;
    size_t from = out->n;
    struct ed_text_out text;
    struct ed_buf words;

    ed_text_init(&text, opts, out);
    ed_buf_init(&words, /* max= */ 0);
    ed_buf_printf(&words, "%" PRIu64 " more%s: ", again->more, finding->accepted ? " (accepted)" : "");
    ed_parts_path(&words, finding->record);
    ed_buf_text(&words, ", last at ");
    ed_where_place(&words, &finding->last);
    if (finding->last.time.n) {
        ed_buf_text(&words, ", ");
        ed_buf_str(&words, finding->last.time);
    }
    ed_text_para(&text, &(struct ed_para){.text = ed_buf_view(&words), .ink = ED_INK_DIM, .one_line = true});
    done(&text, opts, from);
    ed_buf_done(&words);
}

const struct ed_renderer ed_face_text = {
    .name = "text",
    .begin = ed_face_begins_bare,
    .finding = finding_out,
    .repeat = repeat,
    .end = end,
};

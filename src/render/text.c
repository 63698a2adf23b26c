/*
 * text.c: the report for a person who needs the answer now: what failed, where, why, what to do, how to check it.
 *
 * Findings stand in full as long as they are few. From FULL_MOST on, and for consequences of what stands above them,
 * two rows and a pointer to the whole page must do; --verbose prints all in full. The account comes last (tally.c).
 * Order: values, reasons, one finding in full, one in short, the face.
 */
#include "base/utf8.h"
#include "render/faces.h"
#include "render/prose.h"
#include "render/tally.h"
#include "render/where.h"
#include "render/words.h"

#define FULL_MOST    5
#define MATCHED_ROWS 8  /* of the matched text, on a terminal */
#define VALUE_ROWS   3  /* of one value, on a terminal */
#define NAME_COLUMNS 28 /* longer names of values stand on a row of their own */
#define OTHERS_MOST  5  /* other records with the same message that are named */

static bool in_short(const struct ed_report *report, size_t index, const struct ed_render_opts *opts)
{
    return !opts->verbose && (index >= FULL_MOST || (index > 0 && report->findings[index].role == ED_ROLE_CONSEQUENCE));
}

/* Below a number that was not the same every time: what it ranged over. */
static void range(struct ed_text_out *text, const struct ed_value *value, uint64_t count, struct ed_str mark)
{
    char low[ED_WORDS_NUMBER], high[ED_WORDS_NUMBER], words[160];

    if (value->numeric && value->min != value->max && ed_words_number(value->min, low) &&
        ed_words_number(value->max, high)) {
        snprintf(words, sizeof(words), "the first of %" PRIu64 "; %s to %s", count, low, high);
        ed_text_para(text, &(struct ed_para){.text = ed_str_c(words), .mark = mark, .ink = ED_INK_DIM});
    }
}

static void one_value(struct ed_text_out *text, const struct ed_value *value, uint64_t count, size_t columns)
{
    struct ed_para para = {.ink = ED_INK_BOLD, .one_line = true, .rows = VALUE_ROWS};
    struct ed_buf mark;
    size_t used;

    ed_buf_init(&mark, /* max= */ 0);
    ed_utf8_visible(&mark, value->name, /* keep_lines= */ false);
    used = ed_utf8_columns(ed_buf_view(&mark));
    if (used > columns) {
        ed_text_para(text, &(struct ed_para){.text = value->name, .one_line = true});
        ed_buf_reset(&mark);
        used = columns = 0;
    }
    ed_buf_fill(&mark, ' ', columns - used + 2);
    para.mark = ed_buf_view(&mark);
    para.text = value->value;
    if (value->value.n == 0) {
        para.ink = ED_INK_DIM;
        para.text = value->value.p ? ED_STR("(empty)") : ED_STR("(not in this message)");
    }
    ed_text_para(text, &para);
    ed_buf_reset(&mark);
    ed_buf_fill(&mark, ' ', columns + 2);
    range(text, value, count, ed_buf_view(&mark));
    ed_buf_done(&mark);
}

static void values(struct ed_text_out *text, const struct ed_finding *finding)
{
    size_t most = text->width ? ED_MIN((size_t)NAME_COLUMNS, text->width / 3) : NAME_COLUMNS, columns = 0;

    if (finding->nvalues == 0) {
        return;
    }
    ed_text_label(text, "values");
    for (size_t i = 0; i < finding->nvalues; i++) {
        size_t n = ed_text_columns(text, finding->values[i].name);

        columns = n <= most ? ED_MAX(columns, n) : columns;
    }
    for (size_t i = 0; i < finding->nvalues; i++) {
        one_value(text, &finding->values[i], finding->count, columns);
    }
}

static void others(struct ed_text_out *text, const struct ed_finding *finding)
{
    struct ed_buf path;

    if (finding->nalso == 0) {
        return;
    }
    ed_buf_init(&path, /* max= */ 0);
    ed_text_label(text, "also");
    ed_text_say(text, ED_INK_PLAIN, "The same message stands in other records:");
    for (size_t i = 0; i < ED_MIN(finding->nalso, (size_t)OTHERS_MOST); i++) {
        ed_buf_reset(&path);
        ed_buf_str(&path, finding->also[i].repo);
        ed_buf_byte(&path, '/');
        ed_buf_str(&path, finding->also[i].slug);
        ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&path), .one_line = true});
    }
    if (finding->nalso > OTHERS_MOST) {
        ed_text_say(text, ED_INK_PLAIN, "and %zu more", finding->nalso - OTHERS_MOST);
    }
    ed_buf_done(&path);
}

static void why(struct ed_text_out *text, const struct ed_finding *finding)
{
    char number[ED_WORDS_NUMBER], mark[80];

    ed_text_label(text, "why");
    for (size_t i = 0; i < finding->nwhy; i++) {
        const struct ed_term *term = &finding->why[i];

        if (!ed_words_number((double)(int64_t)(term->value * 100 + (term->value < 0 ? -0.5 : 0.5)) / 100, number)) {
            snprintf(number, sizeof(number), "-");
        }
        snprintf(mark, sizeof(mark), "%-11.24s %7s  ", term->term, number);
        ed_text_para(text, &(struct ed_para){
                               .text = term->says.n ? term->says : ED_STR("-"), .mark = ed_str_c(mark), .prose = true});
    }
    if (finding->nwhy == 0) {
        ed_text_say(text, ED_INK_PLAIN, "No terms were kept.");
    }
}

static void head(struct ed_text_out *text, const struct ed_finding *finding)
{
    const struct ed_record *record = finding->record;

    ed_text_badge(text, record->severity);
    ed_text_para(text, &(struct ed_para){.text = ed_parts_title(record), .ink = ED_INK_BOLD, .prose = true});
    ed_text_piece(text, ED_INK_PLAIN, record->repo);
    ed_text_piece(text, ED_INK_PLAIN, record->slug);
    if (record->error_code.n) {
        ed_text_piece_say(text, ED_INK_PLAIN, "code %.*s", ED_STR_ARG(record->error_code));
    }
    ed_text_piece_say(text, ED_INK_PLAIN, "%" PRIu64 "x", finding->count);
    ed_text_piece_say(text, ED_INK_PLAIN, "confidence %.2f", finding->confidence);
    if (finding->role == ED_ROLE_ROOT) {
        ed_text_piece(text, ED_INK_PLAIN, ED_STR("root cause"));
    } else if (finding->role != ED_ROLE_UNKNOWN) {
        ed_text_piece(text, ED_INK_PLAIN, ed_str_c(ed_role_name(finding->role)));
    }
    ed_text_end_row(text);
    if (ed_parts_hint(finding->tier)) {
        ed_text_say(text, ED_INK_PLAIN, "%s", ed_parts_hint(finding->tier));
    }
}

/* What the finding came from, and why that is believed. */
static void follows(struct ed_text_out *text, const struct ed_finding *finding)
{
    struct ed_buf buf;

    if (!finding->cause) {
        return;
    }
    ed_buf_init(&buf, /* max= */ 0);
    ed_text_label(text, "follows");
    ed_buf_printf(&buf, "%.*s: ", ED_STR_ARG(finding->cause->record->slug));
    ed_buf_text(&buf, finding->cause_says);
    ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&buf), .prose = true});
    ed_buf_done(&buf);
}

static void piece(void *text, struct ed_str words)
{
    ed_text_piece(text, ED_INK_PLAIN, words);
}

static void in_full(struct ed_text_out *text, const struct ed_finding *finding, const struct ed_render_opts *opts)
{
    const struct ed_record *record = finding->record;

    head(text, finding);
    ed_text_label(text, "where");
    ed_where_pieces(finding, piece, text);
    ed_text_end_row(text);
    if (finding->message.n) {
        ed_text_label(text, "matched");
        ed_text_para(text, &(struct ed_para){.text = finding->message, .rows = MATCHED_ROWS});
    }
    follows(text, finding);
    ed_prose_part(text, "differs", ed_parts_differs(finding));
    values(text, finding);
    ed_prose_record(text, record);
    ed_prose_source(text, record);
    if (record->background_tag.n) {
        ed_text_label(text, "family");
        ed_text_piece(text, ED_INK_PLAIN, record->background_tag);
        ed_text_piece_say(text, ED_INK_DIM, "errdex explain %.*s", ED_STR_ARG(record->background_tag));
    }
    others(text, finding);
    if (opts->why) {
        why(text, finding);
    }
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
    ed_buf_reset(&buf);
    ed_buf_text(&buf, "errdex explain "); /* by id: it fits on a row, and it is unique over all repositories */
    ed_buf_str(&buf, finding->record->id);
    ed_text_piece(text, ED_INK_PLAIN, ed_buf_view(&buf));
    ed_buf_done(&buf);
}

static void begin(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    (void)report;
    (void)opts;
    (void)out;
}

static void finding_out(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                        struct ed_buf *out)
{
    bool brief = in_short(report, index, opts), first_brief = brief && !in_short(report, index - 1, opts);
    struct ed_text_out text;

    ed_text_init(&text, opts, out);
    if (index > 0 && (!brief || first_brief)) {
        ed_text_blank(&text);
    }
    if (first_brief) {
        ed_text_say(&text, ED_INK_DIM, "In short (--verbose prints these in full, too):");
    }
    if (brief) {
        short_form(&text, &report->findings[index]);
    } else {
        in_full(&text, &report->findings[index], opts);
    }
    ed_text_done(&text);
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
    if (report->nfindings > 0) {
        ed_text_blank(text);
    } else if (!opts->quiet) {
        ed_tally_nothing(&words, &report->account);
        ed_text_prose(text, ed_buf_view(&words));
        ed_text_code(text, ed_tally_next(&report->account));
    }
    ed_tally_notes(&report->account, note, text);
    if (!opts->quiet && report->nfindings > 0) { /* without findings the first sentence has said it */
        ed_buf_reset(&words);
        ed_tally_brief(&words, report);
        ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&words), .ink = ED_INK_DIM, .prose = true});
    }
    if (!opts->quiet && opts->verbose) {
        ed_buf_reset(&words);
        ed_tally_table(&words, &report->account);
        ed_text_code(text, ed_buf_view(&words));
    }
    ed_buf_done(&words);
}

static void end(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    struct ed_text_out text;

    ed_text_init(&text, opts, out);
    tally(&text, report, opts);
    ed_text_done(&text);
}

const struct ed_renderer ed_face_text = {
    .name = "text",
    .summary = "for a person: what failed, where, why and what to do",
    .begin = begin,
    .finding = finding_out,
    .end = end,
};

/*
 * text_finding.c: one finding in full as rows of text: what and where, the matched text, what it came from, the values
 * by name, what the record says, what else has the same message.
 */
#include "render/text_finding.h"

#include "base/utf8.h"
#include "render/inquiry.h"
#include "render/prose.h"
#include "render/where.h"
#include "render/words.h"

#define MATCHED_ROWS 8  /* of the matched text, on a terminal */
#define VALUE_ROWS   3  /* of one value, on a terminal */
#define NAME_COLUMNS 28 /* longer names of values stand on a row of their own */
#define TERM_COLUMNS 60 /* on a narrower terminal the words of a term stand below its number */
#define OTHERS_MOST  5  /* other records with the same message that are named */

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
    bool narrow = text->width && text->width < TERM_COLUMNS;
    char number[ED_WORDS_NUMBER], mark[80];

    ed_text_label(text, "why");
    for (size_t i = 0; i < finding->nwhy; i++) {
        const struct ed_term *term = &finding->why[i];

        ed_words_rounded(term->value, number);
        snprintf(mark, sizeof(mark), narrow ? "%.24s %s" : "%-11.24s %7s  ", term->term, number);
        if (narrow) {
            ed_text_say(text, ED_INK_PLAIN, "%s", mark);
        }
        ed_text_para(text, &(struct ed_para){.text = term->says.n ? term->says : ED_STR("-"),
                                             .mark = narrow ? ED_STR("  ") : ed_str_c(mark),
                                             .prose = true});
    }
    if (finding->nwhy == 0) {
        ed_text_say(text, ED_INK_PLAIN, "No terms were kept.");
    }
}

static void accepted(struct ed_text_out *text, const struct ed_finding *finding)
{
    struct ed_buf words;

    ed_buf_init(&words, /* max= */ 0);
    ed_parts_accepted(&words, finding);
    ed_text_piece(text, ED_INK_PLAIN, ed_buf_view(&words));
    ed_buf_done(&words);
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
    if (finding->accepted) {
        accepted(text, finding);
    }
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

void ed_text_finding(struct ed_text_out *text, const struct ed_finding *finding, bool with_why)
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
    ed_inquiry_text(text, finding);
    ed_prose_record(text, record);
    ed_prose_source(text, record);
    if (record->background_tag.n) {
        ed_text_label(text, "family");
        ed_text_piece(text, ED_INK_PLAIN, record->background_tag);
        ed_text_piece_say(text, ED_INK_DIM, "errdex explain %.*s", ED_STR_ARG(record->background_tag));
    }
    others(text, finding);
    if (with_why) {
        why(text, finding);
    }
}

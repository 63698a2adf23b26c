/*
 * unmatched.c: excerpts of the log with the numbers of their lines, the likeliest root first.
 *
 *     No record describes these: 3 kinds of messages that look like errors, on 12 lines. Likeliest first:
 *
 *     line 2759 of standard input  step "test"
 *         2759  error: cannot map weights file   (4x)
 *
 * Lines keep their blanks in front: they tell what belongs to what. On a terminal a line takes ROWS rows at most.
 */
#include "render/unmatched.h"

#include "render/where.h"
#include "render/words.h"

#define LEFT 2
#define ROWS 4

bool ed_unmatched_any(const struct ed_report *report)
{
    return report->triage.nexcerpts > 0;
}

static void piece(struct ed_text_out *text, const char *label, struct ed_str value)
{
    if (value.n) {
        ed_text_piece_say(text, ED_INK_DIM, "%s %.*s", label, ED_STR_ARG(value));
    }
}

static void put_line(struct ed_buf *buf, const struct ed_unmatched_line *line)
{
    ed_buf_str(buf, line->text);
    if (line->count > 1) {
        ed_buf_printf(buf, "   (%" PRIu64 "x)", line->count);
    }
}

static void one_line(struct ed_text_out *text, const struct ed_unmatched_line *line)
{
    char mark[32];
    struct ed_buf buf;

    snprintf(mark, sizeof(mark), "%6" PRIu64 "  ", line->number);
    ed_buf_init(&buf, /* max */ 0);
    put_line(&buf, line);
    ed_text_para(text,
                 &(struct ed_para){
                     .text = ed_buf_view(&buf), .mark = ed_str_c(mark), .one_line = true, .tabs = true, .rows = ROWS});
    ed_buf_done(&buf);
}

static bool same_origin(const struct ed_place *a, const struct ed_place *b)
{
    return ed_str_eq(a->source, b->source) && ed_str_eq(a->host, b->host) && ed_str_eq(a->unit, b->unit) &&
           ed_str_eq(a->container, b->container) && ed_str_eq(a->job, b->job) && ed_str_eq(a->step, b->step);
}

/* Who printed it, unless it is who printed the one before. */
static void heading(struct ed_text_out *text, const struct ed_excerpt *excerpt, const struct ed_excerpt *before)
{
    struct ed_buf buf;

    if (before && same_origin(&before->place, &excerpt->place)) {
        return;
    }
    ed_buf_init(&buf, /* max */ 0);
    ed_where_place(&buf, &excerpt->place);
    ed_text_left(text, 0);
    ed_text_piece(text, ED_INK_BOLD, ed_buf_view(&buf));
    piece(text, "host", excerpt->place.host);
    piece(text, "unit", excerpt->place.unit);
    piece(text, "container", excerpt->place.container);
    piece(text, "job", excerpt->place.job);
    piece(text, "step", excerpt->place.step);
    if (excerpt->place.time.n) {
        ed_text_piece(text, ED_INK_DIM, excerpt->place.time);
    }
    ed_text_left(text, 0);
    ed_buf_done(&buf);
}

static void excerpt(struct ed_text_out *text, const struct ed_excerpt *excerpt)
{
    ed_text_left(text, LEFT);
    for (size_t i = 0; i < excerpt->nlines; i++) {
        one_line(text, &excerpt->lines[i]);
    }
    ed_text_left(text, 0);
}

void ed_unmatched_head(struct ed_buf *buf, const struct ed_report *report)
{
    if (report->triage.n == report->triage.nknown) {
        ed_buf_text(buf, "The log around what is known:");
        return;
    }
    ed_buf_text(buf, "No record describes these: ");
    ed_words_count(buf, report->triage.templates, "kind", "kinds");
    ed_buf_text(buf, " of messages that look like errors. Likeliest first:");
}

void ed_unmatched_block(struct ed_buf *buf, const struct ed_report *report)
{
    for (size_t i = 0; i < report->triage.nexcerpts; i++) {
        const struct ed_excerpt *e = &report->triage.excerpts[i];

        ed_buf_text(buf, i ? "\n" : "");
        if (i == 0 || !same_origin(&e->place, &e[-1].place)) {
            ed_where_place(buf, &e->place);
            ed_buf_byte(buf, '\n');
        }
        for (size_t k = 0; k < e->nlines; k++) {
            ed_buf_printf(buf, "%8" PRIu64 "  ", e->lines[k].number);
            put_line(buf, &e->lines[k]);
            ed_buf_byte(buf, '\n');
        }
    }
}

void ed_unmatched(struct ed_text_out *text, const struct ed_report *report)
{
    const struct ed_triage_report *triage = &report->triage;
    uint64_t more = triage->templates - ED_MIN(triage->templates, (uint64_t)(triage->n - triage->nknown));
    struct ed_buf buf;

    ed_buf_init(&buf, /* max */ 0);
    ed_text_left(text, 0);
    ed_unmatched_head(&buf, report);
    ed_text_prose(text, ed_buf_view(&buf));
    for (size_t i = 0; i < triage->nexcerpts; i++) {
        ed_text_blank(text);
        heading(text, &triage->excerpts[i], i ? &triage->excerpts[i - 1] : NULL);
        excerpt(text, &triage->excerpts[i]);
    }
    if (more) {
        ed_buf_reset(&buf);
        ed_words_count(&buf, more, "kind is", "kinds are");
        ed_text_blank(text);
        ed_text_say(text, ED_INK_DIM, "%.*s not shown%s.", ED_STR_ARG(ed_buf_view(&buf)),
                    triage->templates_dropped ? ", the least telling of them not kept" : "; --triage full shows more");
    }
    ed_buf_done(&buf);
}

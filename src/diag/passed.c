/*
 * passed.c: owns the ring. What a step is called is a line of GitHub's runner ("Run make check") or of buildkit
 * ("[2/4] RUN make"); buildkit's is of one stream only. All else is asked of the grammar.
 */
#include "diag/passed.h"

/* Lines that one reaches, up and down. */
#define REACH 40

/* What it is worth to the template: a step that is the line's own, or ends here; one that goes on; what is close by. */
#define SHARE_OWN   75
#define SHARE_STEP  30
#define SHARE_CLOSE 55

void ed_passed_done(struct ed_passed *passed)
{
    ed_free(passed->v);
    *passed = (struct ed_passed){0};
}

static enum ed_part part_of(const struct ed_grammar *grammar, struct ed_str text, const struct ed_meta *meta)
{
    const struct ed_grammar_row *row;

    if (text.n == 0) {
        return ED_PART_NONE;
    }
    if (meta && (text.p[0] == '[' || ed_str_starts(text, ED_STR("Run ")))) {
        return ED_PART_STEP;
    }
    row = ed_grammar_find(grammar, text);
    return row ? row->part : ED_PART_NONE;
}

void ed_passed_add(struct ed_passed *passed, const struct ed_grammar *grammar, uint64_t source, uint64_t number,
                   struct ed_str text, const struct ed_meta *meta)
{
    struct ed_str stream = meta ? ed_str_slice(meta->stream, 0, ED_PASSED_TEXT / 4) : ED_STR_NONE;
    struct ed_passed_line *p;
    enum ed_part part;

    text = ed_str_trim(text);
    part = part_of(grammar, text, meta);
    if (part != ED_PART_STEP && part != ED_PART_TEST && part != ED_PART_PLACE && part != ED_PART_DETAIL) {
        return;
    }
    if (!passed->v) {
        passed->v = ed_alloc_zero(ED_PASSED_MOST, sizeof(*passed->v));
    }
    p = &passed->v[passed->n++ % ED_PASSED_MOST];
    text = ed_str_slice(text, 0, ED_PASSED_TEXT - stream.n);
    *p = (struct ed_passed_line){.source = source, .number = number, .part = part};
    p->n = (uint16_t)text.n;
    p->stream_n = (uint16_t)stream.n;
    if (stream.n) {
        memcpy(p->text, stream.p, stream.n);
    }
    memcpy(p->text + stream.n, text.p, text.n);
}

/* The step that the line is of; NULL: that is not known. */
static const struct ed_passed_line *step_of(const struct ed_passed *passed, uint64_t source, const struct ed_line *line)
{
    for (size_t i = passed->n; i-- > 0 && passed->n - i <= ED_PASSED_MOST;) {
        const struct ed_passed_line *p = &passed->v[i % ED_PASSED_MOST];

        if (p->source == source && p->number < line->number && p->part == ED_PART_STEP &&
            (p->stream_n == 0 || ed_str_eq(ed_str(p->text, p->stream_n), line->meta->stream))) {
            return p;
        }
    }
    return NULL;
}

static void keep(struct ed_template *own, const struct ed_passed_line *p, unsigned share)
{
    ed_template_keep(own, p->number, ed_str(p->text + p->stream_n, p->n), p->part, share, /* own */ false);
}

uint64_t ed_passed_keep(const struct ed_passed *passed, uint64_t source, const struct ed_line *line,
                        struct ed_template *own)
{
    const struct ed_passed_line *step = step_of(passed, source, line);

    if (step) {
        keep(own, step, step->stream_n || own->part == ED_PART_END ? SHARE_OWN : SHARE_STEP);
    }
    for (size_t i = passed->n; i-- > 0 && passed->n - i <= ED_PASSED_MOST;) {
        const struct ed_passed_line *p = &passed->v[i % ED_PASSED_MOST];

        if (p->source != source || p->number + REACH < line->number) {
            break;
        }
        if (p->part != ED_PART_STEP && p->number < line->number + REACH) {
            keep(own, p, SHARE_CLOSE);
        }
    }
    return step && step->stream_n == 0 ? step->number : 0;
}

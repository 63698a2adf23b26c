/*
 * tiers.c: the suspects of a message that nothing explains: what they are answered, and what the answers are worth.
 * Scratch is reset after each line that was asked about.
 *
 * Order of the file: lines, codes, wordings, the suspects.
 */
#include "diag/tiers.h"

#include "diag/evidence.h"

#include <math.h>

/* Around a line: what may belong to its message. */
#define LINES_BEFORE 4
#define LINES_BEHIND 4

#define CONFIDENCE_SIMILAR 0.5
#define GAPS_SAID          3

struct ed_tiers {
    struct ed_kb *kb;
    ED_VEC(struct ed_look_span) explained;
    ED_VEC(struct ed_scored) hits;
    struct ed_arena lines, scratch; /* of a message, of a line that is asked about */
    struct ed_marks marks;          /* scratch, too */
    /* Of the run at hand: */
    const struct ed_message *message;
    struct ed_tiers_events events;
    const struct ed_near *near;
    struct ed_err *err;
    enum ed_rc failed; /* of a callback that returns nothing */
    uint8_t *closed;   /* by line: explained */
};

struct ed_tiers *ed_tiers_new(struct ed_kb *kb)
{
    struct ed_tiers *tiers = ed_alloc_zero(1, sizeof(*tiers));

    tiers->kb = kb;
    ed_arena_init(&tiers->lines);
    ed_arena_init(&tiers->scratch);
    return tiers;
}

void ed_tiers_free(struct ed_tiers *tiers)
{
    if (!tiers) {
        return;
    }
    ed_vec_done(&tiers->explained);
    ed_vec_done(&tiers->hits);
    ed_marks_done(&tiers->marks);
    ed_arena_done(&tiers->lines);
    ed_arena_done(&tiers->scratch);
    ed_free(tiers);
}

void ed_tiers_explained(struct ed_tiers *tiers, size_t start, size_t end)
{
    *ed_vec_add(&tiers->explained) = (struct ed_look_span){start, end};
}

static void close_lines(struct ed_tiers *t, size_t start, size_t end)
{
    size_t last = ed_message_last_line(t->message, start, end);

    for (size_t i = ed_message_line(t->message, start); i <= last; i++) {
        t->closed[i] = 1;
    }
}

/* The lines around one, up to the nearest that is explained: the text that is its message, if any is. */
static struct ed_look_span surroundings(const struct ed_tiers *t, size_t line, size_t at)
{
    const struct ed_message *m = t->message;
    size_t first = line, last = line, from, to;

    while (first > 0 && line - first < LINES_BEFORE && !t->closed[first - 1]) {
        first--;
    }
    while (last + 1 < m->nlines && last - line < LINES_BEHIND && !t->closed[last + 1]) {
        last++;
    }
    from = m->lines[first].start;
    to = ed_message_line_end(m, last);
    if (at - from > ED_LOOK_BEFORE) {
        from = ED_MIN(m->lines[line].start, at);
        from = at - from > ED_LOOK_BEFORE ? at - ED_LOOK_BEFORE : from;
    }
    return (struct ed_look_span){from, ED_MIN(to, at + ED_LOOK_BEHIND)};
}

struct codes {
    struct ed_tiers *tiers;
    size_t line, offset; /* of the text that is searched */
};

static void on_code(void *ctx, uint32_t record, size_t start, size_t end)
{
    struct codes *c = ctx;
    struct ed_tiers *t = c->tiers;
    const struct ed_candidate_record *of = NULL;
    struct ed_evidence evidence;
    struct ed_term *why;

    if (t->failed < 0) {
        return;
    }
    t->failed = t->events.record(t->events.ctx, record, &of, t->err);
    if (t->failed < 0 || !ed_evidence_find(t->message, c->line, of->record, &t->scratch, &evidence)) {
        return;
    }
    why = ed_arena_zero(&t->scratch, 2, sizeof(*why));
    why[0] = (struct ed_term){"code", evidence.bits,
                              ed_arena_printf(&t->scratch, "%.*s, the record's error code, stands in it",
                                              ED_STR_ARG(of->record->error_code))};
    why[1] = (struct ed_term){evidence.term, evidence.bits, evidence.says};
    *ed_vec_add(&t->hits) = (struct ed_scored){.of = of,
                                               .start = c->offset + start,
                                               .end = c->offset + end,
                                               .score = evidence.bits,
                                               .evidence = true,
                                               .tier = ED_TIER_CODE,
                                               .confidence = evidence.confidence,
                                               .why = why,
                                               .nwhy = 2};
}

static int by_worth(const void *pa, const void *pb)
{
    const struct ed_scored *a = pa, *b = pb;

    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    return (a->of->row > b->of->row) - (a->of->row < b->of->row);
}

/* Of the records with a code on the line, the one with the best evidence; those that have the same code
   and as much evidence are named with it. */
static bool ask_codes(struct ed_tiers *t, size_t line, size_t from, size_t to)
{
    struct codes c = {t, line, from};
    size_t ties = 1;

    t->hits.n = 0;
    ed_near_codes(t->near, ed_str_slice(t->message->text, from, to), on_code, &c);
    if (t->failed < 0 || t->hits.n == 0) {
        return false;
    }
    qsort(t->hits.v, t->hits.n, sizeof(*t->hits.v), by_worth);
    while (ties < t->hits.n && t->hits.v[ties].score == t->hits.v->score && t->hits.v[ties].start == t->hits.v->start &&
           t->hits.v[ties].end == t->hits.v->end) {
        ties++;
    }
    t->events.chosen(t->events.ctx, t->hits.v, INFINITY, t->hits.v + 1, ties - 1);
    t->closed[line] = 1;
    return true;
}

static struct ed_str gaps_in_words(const struct ed_near_hit *hit, struct ed_arena *arena)
{
    struct ed_str says = ED_STR("");

    for (size_t i = 0; i < ED_MIN(hit->ngaps, (size_t)GAPS_SAID); i++) {
        const struct ed_near_gap *gap = &hit->gaps[i];
        struct ed_str ours = ed_str_slice(gap->record, 0, 60), theirs = ed_str_slice(gap->text, 0, 60);

        says = !theirs.n ? ed_arena_printf(arena, "%.*s%s\"%.*s\" is not there", ED_STR_ARG(says), i ? "; " : "",
                                           ED_STR_ARG(ours))
               : !ours.n ? ed_arena_printf(arena, "%.*s%s\"%.*s\" is not in the record", ED_STR_ARG(says),
                                           i ? "; " : "", ED_STR_ARG(theirs))
                         : ed_arena_printf(arena, "%.*s%s\"%.*s\" instead of \"%.*s\"", ED_STR_ARG(says), i ? "; " : "",
                                           ED_STR_ARG(theirs), ED_STR_ARG(ours));
    }
    if (hit->ngaps > GAPS_SAID) {
        return ed_arena_printf(arena, "%.*s; and %zu more", ED_STR_ARG(says), hit->ngaps - GAPS_SAID);
    }
    return hit->ngaps ? says : ED_STR("all its words are there, with something else between them");
}

static enum ed_rc tell_similar(struct ed_tiers *t, const struct ed_near_hit *hit, size_t offset)
{
    struct ed_scored *all = ed_arena_zero(&t->scratch, hit->nothers + 1, sizeof(*all));
    struct ed_term why[] = {
        {"similar", hit->bits,
         ed_arena_printf(&t->scratch, "%.0f of the %.0f bits of its wording, in order", hit->bits, hit->all)},
        {"differs", hit->bits - hit->all, gaps_in_words(hit, &t->scratch)},
    };

    for (size_t i = 0; i <= hit->nothers; i++) {
        const struct ed_candidate_record *of = NULL;
        enum ed_rc rc = t->events.record(t->events.ctx, i ? hit->others[i - 1] : hit->record, &of, t->err);

        if (rc != ED_OK) {
            return rc;
        }
        all[i] = (struct ed_scored){.of = of,
                                    .start = offset + hit->start,
                                    .end = offset + hit->end,
                                    .captures = hit->captures,
                                    .ncaptures = hit->ncaptures,
                                    .score = hit->bits,
                                    .evidence = true,
                                    .tier = ED_TIER_SIMILAR,
                                    .confidence = CONFIDENCE_SIMILAR * hit->bits / hit->all,
                                    .why = why,
                                    .nwhy = ED_ARRAY_LEN(why)};
    }
    t->events.chosen(t->events.ctx, all, INFINITY, all + 1, hit->nothers);
    return ED_OK;
}

static enum ed_rc ask_wording(struct ed_tiers *t, struct ed_look_span line, struct ed_look_span around)
{
    struct ed_near_hit hit = {0};
    enum ed_rc rc = ed_near_similar(t->near, ed_kb_patterns(t->kb),
                                    ed_str_slice(t->message->text, around.start, around.end), line.start - around.start,
                                    line.end - around.start, &t->scratch, &hit, t->err);

    if (rc == ED_OK) {
        close_lines(t, around.start + hit.start, around.start + hit.end);
        rc = tell_similar(t, &hit, around.start);
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

/* A record that ends in a comma is the beginning of a message that the source goes on with elsewhere. */
static bool breaks_off(struct ed_str text, size_t end, struct ed_str behind)
{
    return end > 0 && text.p[end - 1] == ',' && ed_str_trim(behind).n > 0;
}

enum ed_rc ed_tiers_cut(struct ed_tiers *tiers, const struct ed_message *message, const struct ed_scored *exact,
                        struct ed_tiers_events events, struct ed_err *err)
{
    size_t from = message->lines[ed_message_line(message, exact->start)].start;
    size_t to = ed_message_line_last(message, ed_message_last_line(message, exact->start, exact->end));
    struct ed_str behind = ed_str_slice(message->text, exact->end, to);
    struct ed_near_hit hit = {0};
    enum ed_rc rc;

    if (behind.n > ED_LOOK_BEHIND || exact->start - from > ED_LOOK_BEFORE ||
        (ed_near_cut(behind) == SIZE_MAX && !breaks_off(message->text, exact->end, behind))) {
        return ED_NOT_FOUND;
    }
    rc = tiers->near ? ED_OK : ed_kb_near(tiers->kb, &tiers->near, err);
    if (rc == ED_OK) {
        rc = ed_near_similar(tiers->near, ed_kb_patterns(tiers->kb), ed_str_slice(message->text, from, to), 0,
                             to - from, &tiers->scratch, &hit, err);
    }
    if (rc == ED_OK && (hit.record == exact->of->row || from + hit.start > exact->start ||
                        from + hit.end <= exact->end || hit.bits <= exact->of->specificity)) {
        rc = ED_NOT_FOUND;
    }
    if (rc == ED_OK) {
        tiers->message = message;
        tiers->events = events;
        tiers->err = err;
        rc = tell_similar(tiers, &hit, from);
    }
    ed_arena_reset(&tiers->scratch);
    return rc;
}

static enum ed_rc ask(struct ed_tiers *t, const struct ed_suspect *suspect)
{
    const struct ed_message *m = t->message;
    struct ed_look_span span = ed_look_span(m, suspect->line, suspect->at);
    enum ed_rc rc = t->near ? ED_OK : ed_kb_near(t->kb, &t->near, t->err);
    unsigned touches = suspect->touches;

    if (rc != ED_OK) {
        return rc;
    }
    if (touches == ED_SUSPECT_UNASKED) {
        touches = ed_look_touches(t->near, m, suspect->line, suspect->at, &t->marks);
    }
    if (touches & ED_NEAR_CODE && ask_codes(t, suspect->line, span.start, span.end)) {
        return ED_OK;
    }
    if (t->failed < 0) {
        return t->failed;
    }
    return touches & ED_NEAR_WORDING ? ask_wording(t, span, surroundings(t, suspect->line, suspect->at)) : ED_OK;
}

enum ed_rc ed_tiers_run(struct ed_tiers *tiers, const struct ed_message *message, const struct ed_suspect *suspects,
                        size_t nsuspects, struct ed_tiers_events events, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    if (nsuspects) {
        tiers->message = message;
        tiers->events = events;
        tiers->err = err;
        tiers->failed = ED_OK;
        tiers->closed = ed_arena_zero(&tiers->lines, message->nlines, 1);
        for (size_t i = 0; i < tiers->explained.n; i++) {
            close_lines(tiers, tiers->explained.v[i].start, tiers->explained.v[i].end);
        }
        for (size_t i = 0; i < nsuspects && rc == ED_OK; i++) {
            if (!tiers->closed[suspects[i].line]) {
                rc = ask(tiers, &suspects[i]);
                ed_arena_reset(&tiers->scratch);
            }
        }
        ed_arena_reset(&tiers->lines);
    }
    tiers->explained.n = 0;
    return rc;
}

/*
 * reread.c: which readings of a line are tried, and what of their hits is news.
 *
 * A line of which words are known is read with the lines around it, once for all suspects among these; any other only
 * by itself, and only when it holds something that can be undone. The steps lie on each other as the hazards did, with
 * the margins off and with them on. A hit is dropped where the record stands already: in the text as it is, or in an
 * earlier reading.
 *
 * Order of the file: life, hits, readings, lines, raw lines.
 */
#include "diag/reread.h"

#include "diag/look.h"

/* Lines around a suspect that may be of its message, and their bytes beside its own line's. */
#define LINES_BEFORE 8
#define LINES_BEHIND 16
#define LINES_NEXT   3
#define BYTES_AROUND (4 * ED_KIB)

struct ed_reread {
    struct ed_matcher *matcher;
    struct ed_weak *weak;
    bool oracle;
    struct ed_view base, one, other; /* the text as it is, and readings of it */
    ED_VEC(struct ed_line) lines;    /* of a reading */
    /* Of the message at hand: */
    const struct ed_message *message;
    const struct ed_hit *all, *hits; /* its hits, and those of them that may still overlap what is read */
    size_t nall, nhits;
    struct ed_arena *arena;
    struct ed_reread_hits *out;
    size_t before; /* hits of `out` that other messages have */
    size_t done;   /* lines before this were read with those around them */
    /* Of the reading at hand: */
    const struct ed_view *view; /* NULL: a raw line */
    size_t from, to;            /* what is read of the message's text */
    const char *reading;
};

struct ed_reread *ed_reread_new(struct ed_matcher *matcher, struct ed_weak *weak, bool oracle)
{
    struct ed_reread *r = ed_alloc_zero(1, sizeof(*r));

    r->matcher = matcher;
    r->weak = weak;
    r->oracle = oracle;
    ed_view_init(&r->base);
    ed_view_init(&r->one);
    ed_view_init(&r->other);
    return r;
}

void ed_reread_free(struct ed_reread *reread)
{
    if (reread) {
        ed_view_done(&reread->base);
        ed_view_done(&reread->one);
        ed_view_done(&reread->other);
        ed_vec_done(&reread->lines);
        ed_free(reread);
    }
}

void ed_reread_begin(struct ed_reread *reread, const struct ed_message *message, const struct ed_hit *hits,
                     size_t nhits, struct ed_arena *arena, struct ed_reread_hits *ret_hits)
{
    reread->message = message;
    reread->all = reread->hits = hits;
    reread->nall = reread->nhits = nhits;
    reread->arena = arena;
    reread->out = ret_hits;
    reread->before = ret_hits->n;
    reread->done = 0;
}

/* Readings come in the order of the text, so hits that end before one are looked at no more. */
static void go_to(struct ed_reread *r, size_t from, size_t to)
{
    r->from = from;
    r->to = to;
    while (r->nhits && r->hits->end <= from) {
        r->hits++;
        r->nhits--;
    }
}

static bool overlap(const struct ed_hit *hit, size_t start, size_t end)
{
    return hit->start < end && start < hit->end;
}

static bool stands_already(const struct ed_reread *r, uint32_t record, size_t start, size_t end)
{
    for (size_t i = 0; i < r->nhits && r->hits[i].start < end; i++) {
        if (r->hits[i].record == record && overlap(&r->hits[i], start, end)) {
            return true;
        }
    }
    for (size_t i = r->out->n; i > r->before; i--) {
        const struct ed_hit *hit = &r->out->v[i - 1].hit;

        if (hit->record == record && overlap(hit, start, end)) {
            return true;
        }
        if (hit->end <= r->from) {
            break;
        }
    }
    return false;
}

/* The place in the message of byte `at` of the reading. */
static size_t place(const struct ed_reread *r, size_t at)
{
    return r->from + r->view->at.v[at];
}

static enum ed_rc keep(void *ctx, const struct ed_hit *hit, struct ed_err *err)
{
    struct ed_reread *r = ctx;
    size_t start = r->view ? place(r, hit->start) : r->from, end = r->view ? place(r, hit->end - 1) + 1 : r->to;
    struct ed_capture *captures;
    struct ed_hit *own;

    (void)err;
    if (stands_already(r, hit->record, start, end) ||
        ed_look_is_source(ed_message_line_text(r->message, ed_message_line(r->message, start)))) {
        return ED_OK;
    }
    captures = ed_arena_zero(r->arena, hit->ncaptures, sizeof(*captures));
    for (size_t i = 0; i < hit->ncaptures; i++) {
        captures[i] = (struct ed_capture){hit->captures[i].name, ed_arena_str(r->arena, hit->captures[i].value)};
    }
    *ed_vec_add(r->out) = (struct ed_reread_hit){.hit = *hit, .reading = r->reading};
    own = &r->out->v[r->out->n - 1].hit;
    own->start = start;
    own->end = end;
    own->captures = captures;
    return ED_OK;
}

/* Match one reading. The level of the line that is read goes for all of its lines. */
static enum ed_rc match(struct ed_reread *r, struct ed_str text, const char *reading, struct ed_err *err)
{
    struct ed_line line = r->message->lines[ed_message_line(r->message, r->from)];
    struct ed_message m = {.text = text, .source = r->message->source, .levels = 1u << line.told.level};

    r->reading = reading;
    r->lines.n = 0;
    for (size_t at = 0; at == 0 || at < text.n;) {
        line.start = at;
        *ed_vec_add(&r->lines) = line;
        at = ed_str_find_byte(text, '\n', at);
        at = at == SIZE_MAX ? text.n + 1 : at + 1;
    }
    m.lines = r->lines.v;
    m.nlines = r->lines.n;
    if (r->weak) {
        ed_weak_look_at(r->weak, &m);
    }
    return r->oracle ? ed_oracle_run(r->matcher, text, keep, r, err) : ed_matcher_run(r->matcher, text, keep, r, err);
}

/* A reading that is made step by step. */
struct course {
    const struct ed_view *view;
    struct ed_view *room; /* the view that is free */
    unsigned hazards;     /* of its text, bits as ed_view_hazards */
};

/* Take a step, when there is something for it, and match what it makes. */
static enum ed_rc step_on(struct ed_reread *r, enum ed_view_step step, struct course *c, struct ed_err *err)
{
    struct ed_view *made = c->room;
    struct ed_str text;

    if (!(c->hazards >> step & 1) || !ed_view_take(step, c->view, made)) {
        return ED_OK;
    }
    text = ed_buf_view(&made->text);
    c->room = made == &r->one ? &r->other : &r->one;
    r->view = c->view = made;
    c->hazards = ed_view_hazards(text) | (c->hazards & (1u << ED_VIEW_WRAPS | 1u << ED_VIEW_MARGINS));
    return match(r, text, ed_view_name(step), err);
}

/* What is escaped may be so twice; and lines may have been wrapped before or behind that. */
static enum ed_rc undo_all(struct ed_reread *r, struct course *c, struct ed_err *err)
{
    static const enum ed_view_step steps[] = {ED_VIEW_WRAPS,    ED_VIEW_COLOURS, ED_VIEW_QUOTED,  ED_VIEW_ENTITIES,
                                              ED_VIEW_ENTITIES, ED_VIEW_ESCAPES, ED_VIEW_ESCAPES, ED_VIEW_PERCENT,
                                              ED_VIEW_GLYPHS,   ED_VIEW_MARKUP,  ED_VIEW_WRAPS};
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < ED_ARRAY_LEN(steps) && rc == ED_OK && c->hazards; i++) {
        rc = step_on(r, steps[i], c, err);
    }
    return rc;
}

/* Take the margins off, those of sentences in a reading of their own. */
static enum ed_rc take_margins(struct ed_reread *r, struct course *c, struct ed_err *err)
{
    struct course own = *c;
    enum ed_rc rc = step_on(r, ED_VIEW_SENTENCES, &own, err);

    return rc == ED_OK ? step_on(r, ED_VIEW_MARGINS, c, err) : rc;
}

/* Read the part [from, to). lines: margins and wraps count. What was quoted may have been escaped then, or quoted when
   it was escaped. */
static enum ed_rc read_part(struct ed_reread *r, unsigned hazards, bool lines, struct ed_err *err)
{
    unsigned wraps = lines ? 1u << ED_VIEW_WRAPS : 0;
    struct course c;
    enum ed_rc rc;

    if (!hazards) {
        return ED_OK;
    }
    ed_view_read(&r->base, ed_str_slice(r->message->text, r->from, r->to));
    c = (struct course){&r->base, &r->one, hazards};
    rc = undo_all(r, &c, err);
    if (rc == ED_OK && lines && c.view != &r->base) {
        c.hazards = ed_view_line_hazards(ed_buf_view(&c.view->text));
        rc = take_margins(r, &c, err);
        rc = rc == ED_OK ? step_on(r, ED_VIEW_WRAPS, &c, err) : rc;
    }
    c = (struct course){&r->base, &r->one, hazards};
    rc = rc == ED_OK ? take_margins(r, &c, err) : rc;
    if (rc == ED_OK && c.view != &r->base) {
        c.hazards |= wraps;
        rc = undo_all(r, &c, err);
    }
    return rc;
}

/* The lines around one, as whole lines; of a very long line only what is looked at of it. Returns the first line behind
   them. */
static size_t go_around(struct ed_reread *r, size_t line, size_t at)
{
    const struct ed_message *m = r->message;
    struct ed_look_span own = ed_look_span(m, line, at);
    size_t first = line, last = line;

    if (own.start > m->lines[line].start || own.end < ed_message_line_end(m, line)) {
        go_to(r, own.start, own.end);
        return line + 1;
    }
    while (first > 0 && line - first < LINES_BEFORE && own.start - m->lines[first - 1].start <= BYTES_AROUND) {
        first--;
    }
    while (last + 1 < m->nlines && last - line < LINES_BEHIND &&
           ed_message_line_end(m, last + 1) - own.end <= BYTES_AROUND) {
        last++;
    }
    go_to(r, m->lines[first].start, ed_message_line_end(m, last));
    return last + 1;
}

/* The line with some before and behind it, as many as are little text: where hazards are looked for. */
static struct ed_str near_by(const struct ed_message *m, size_t line, size_t before, size_t behind)
{
    size_t first = line, last = line;

    while (first > 0 && line - first < before && m->lines[line].start - m->lines[first - 1].start <= BYTES_AROUND) {
        first--;
    }
    while (last + 1 < m->nlines && last - line < behind &&
           ed_message_line_end(m, last + 1) - m->lines[line].start <= BYTES_AROUND) {
        last++;
    }
    return ed_str_slice(m->text, m->lines[first].start, ed_message_line_end(m, last));
}

enum ed_rc ed_reread_line(struct ed_reread *reread, size_t line, size_t at, bool known, struct ed_err *err)
{
    const struct ed_message *m = reread->message;
    struct ed_look_span own = ed_look_span(m, line, at);
    struct ed_str text = ed_str_slice(m->text, own.start, own.end);
    unsigned hazards;
    size_t behind;

    if (line < reread->done || (!known && !ed_view_is_coded(text))) {
        return ED_OK;
    }
    if (!known) {
        hazards = ed_view_hazards(text);
        if (!hazards || ed_look_is_source(ed_message_line_text(m, line))) {
            return ED_OK;
        }
        go_to(reread, own.start, own.end);
        return read_part(reread, hazards, /* lines */ false, err);
    }
    behind = go_around(reread, line, at);
    hazards = ed_view_hazards(behind > line + 1 ? near_by(m, line, /* before */ 0, LINES_NEXT) : text) |
              ed_view_line_hazards(near_by(m, line, /* before */ 1, LINES_NEXT));
    reread->done = hazards && behind > line + LINES_BEFORE ? behind - LINES_BEFORE : line + 1;
    return read_part(reread, hazards, /* lines */ true, err);
}

enum ed_rc ed_reread_raw(struct ed_reread *reread, struct ed_err *err)
{
    const struct ed_message *m = reread->message;
    enum ed_rc rc = ED_OK;

    reread->hits = reread->all;
    reread->nhits = reread->nall;
    for (size_t i = 0; i < m->nraws && rc == ED_OK; i++) {
        size_t first = m->raws[i].line, last = first, to;

        while (last + 1 < m->nlines && m->lines[last + 1].number == m->lines[first].number) {
            last++;
        }
        to = ed_message_line_last(m, last);
        go_to(reread, m->lines[first].start, to);
        if (reread->nhits == 0 || reread->hits->start >= to) {
            reread->view = NULL;
            rc = match(reread, m->raws[i].text, "the line as it came, headers and all", err);
        }
    }
    return rc;
}

/*
 * pick.c: the choice. Every kept line is worth its template's score times its share. Lines are taken by worth as long
 * as they fit; those of a template only behind its own line; a text that was taken is not taken again. In brief, what
 * is worth little is left out even where it would fit: a report that is read beats a full one.
 *
 * What is taken is laid out twice: by template (for scripts), and as excerpts, runs of lines that stand close together
 * in a source (for people), each in the order of the best of its lines.
 */
#include "diag/pick.h"

#include "base/arena.h"
#include "base/map.h"
#include "diag/aggregate.h"

#include <math.h>

/* Worth from which on a line is taken in brief; above SOFT bytes only what is worth more. */
#define WORTH_LEAST  17
#define WORTH_HIGH   45
#define SOFT_PERCENT 65
/* What one more template of the same row of the grammar is worth: the tenth failed test tells less than the first. */
#define LIKE_IT 0.92
/* Lines farther apart than this are two excerpts. */
#define APART 12
/* Bytes of a printed line beside its text: its number, blanks, the line break; and of an excerpt's heading. */
#define LINE_COST    14
#define EXCERPT_COST 8

struct ranked {
    double worth;
    size_t at;
};

struct item {
    double worth;
    size_t template;
    const struct ed_kept *line;
    uint64_t source;
    bool taken;
};

struct pick {
    const struct ed_templates *templates;
    struct ed_triage_opts opts;
    struct item *items;
    size_t nitems;
    size_t used, limit;
    bool *shown; /* by template: a line of its own is taken */
    struct ed_map texts, rows;
    struct ranked *order; /* templates by score */
};

static int by_rank(const void *pa, const void *pb)
{
    const struct ranked *a = pa, *b = pb;

    return a->worth != b->worth ? (a->worth > b->worth ? -1 : 1) : (a->at > b->at) - (a->at < b->at);
}

static int by_worth(const void *pa, const void *pb)
{
    const struct item *a = pa, *b = pb;

    if (a->worth != b->worth) {
        return a->worth > b->worth ? -1 : 1;
    }
    if (a->line->own != b->line->own) {
        return a->line->own ? -1 : 1;
    }
    return a->line->number != b->line->number ? (a->line->number > b->line->number ? -1 : 1)
                                              : (a->template > b->template) - (a->template <b->template);
}

/* How many templates of this row of the grammar came before; this one counts from now on. */
static uint64_t likes_before(struct pick *p, const struct ed_template *t)
{
    struct ed_str key = ed_str((const char *)&t->row, sizeof(t->row));

    return (*ed_map_put(&p->rows, key, /* ret_new */ NULL))++;
}

static void collect(struct pick *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->templates->v.n; i++) {
        n += p->templates->v.v[i].lines.n;
    }
    p->items = ed_alloc_zero(n, sizeof(*p->items));
    for (size_t i = 0; i < p->templates->v.n; i++) {
        const struct ed_template *t = &p->templates->v.v[p->order[i].at];
        double score = p->order[i].worth * pow(LIKE_IT, (double)likes_before(p, t));

        for (size_t k = 0; k < t->lines.n; k++) {
            p->items[p->nitems++] = (struct item){.worth = score * t->lines.v[k].share / 100,
                                                  .template = p->order[i].at,
                                                  .line = &t->lines.v[k],
                                                  .source = t->source_first};
        }
    }
    qsort(p->items, p->nitems, sizeof(*p->items), by_worth);
}

static void take(struct pick *p, struct item *item)
{
    const struct ed_template *t = &p->templates->v.v[item->template];
    struct ed_str text = ed_str_trim(ed_template_line(t, item->line));
    size_t cost = text.n + LINE_COST + (item->line->own ? EXCERPT_COST : 0);
    bool is_new = false;

    if (!p->shown[item->template] && !item->line->own) {
        return;
    }
    if (!p->opts.full &&
        (item->worth < WORTH_LEAST || (item->worth < WORTH_HIGH && p->used + cost > p->limit * SOFT_PERCENT / 100))) {
        return;
    }
    if (ed_map_get(&p->texts, text)) {
        p->shown[item->template] = true; /* it stands there already, for whatever belongs to it */
        return;
    }
    if (p->used + cost > p->limit) {
        return;
    }
    ed_map_put(&p->texts, text, &is_new);
    p->used += cost;
    p->shown[item->template] = true;
    item->taken = true;
}

static int by_place(const void *pa, const void *pb)
{
    const struct item *a = pa, *b = pb;

    if (a->source != b->source) {
        return a->source < b->source ? -1 : 1;
    }
    return a->line->number != b->line->number ? (a->line->number < b->line->number ? -1 : 1)
                                              : (b->line->own > a->line->own) - (b->line->own < a->line->own);
}

static struct ed_unmatched_line line_of(const struct pick *p, const struct item *item, struct ed_arena *arena)
{
    const struct ed_template *t = &p->templates->v.v[item->template];

    return (struct ed_unmatched_line){.number = item->line->number,
                                      .text = ed_arena_str(arena, ed_template_line(t, item->line)),
                                      .part = ed_part_name(item->line->part),
                                      .count = item->line == t->lines.v ? t->count : 0};
}

/* The lines taken stand first, by place. */
static void lay_out_excerpts(const struct pick *p, size_t n, struct ed_arena *arena, struct ed_triage_report *ret)
{
    struct ed_unmatched_line *lines = ed_arena_zero(arena, n, sizeof(*lines));
    struct ed_excerpt *excerpts = ed_arena_zero(arena, n, sizeof(*excerpts)), *ordered;
    struct ranked *order = ed_alloc_zero(n, sizeof(*order));
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        const struct item *item = &p->items[i];

        lines[i] = line_of(p, item, arena);
        if (i == 0 || item->source != item[-1].source || item->line->number > item[-1].line->number + APART) {
            excerpts[m] = (struct ed_excerpt){.lines = &lines[i], .place = p->templates->v.v[item->template].place};
            excerpts[m].place.line = item->line->number;
            order[m] = (struct ranked){0, m};
            m++;
        }
        excerpts[m - 1].nlines++;
        order[m - 1].worth = ED_MAX(order[m - 1].worth, item->worth);
    }
    qsort(order, m, sizeof(*order), by_rank);
    ordered = ed_arena_zero(arena, m, sizeof(*ordered));
    for (size_t i = 0; i < m; i++) {
        ordered[i] = excerpts[order[i].at];
    }
    ret->excerpts = ordered;
    ret->nexcerpts = m;
    ed_free(order);
}

static void lay_out_templates(const struct pick *p, size_t n, struct ed_arena *arena, struct ed_triage_report *ret)
{
    struct ed_unmatched *all = ed_arena_zero(arena, p->templates->v.n, sizeof(*all));
    size_t m = 0;

    for (size_t i = 0; i < p->templates->v.n; i++) {
        const struct ed_template *t = &p->templates->v.v[p->order[i].at];
        struct ed_unmatched_line *lines;

        if (!p->shown[p->order[i].at]) {
            continue;
        }
        lines = ed_arena_zero(arena, t->lines.n, sizeof(*lines));
        all[m] = (struct ed_unmatched){.template = ed_arena_str(arena, ed_template_words(t)),
                                       .tool = t->general ? NULL : t->row->tool,
                                       .part = ed_part_name(t->part),
                                       .known = t->known,
                                       .count = t->count,
                                       .score = p->order[i].worth,
                                       .first = ed_place_keep(arena, t->place),
                                       .last_line = t->source == t->source_first ? t->last : 0,
                                       .lines = lines};
        for (size_t k = 0; k < n; k++) {
            if (p->items[k].template == p->order[i].at) {
                lines[all[m].nlines++] = line_of(p, &p->items[k], arena);
            }
        }
        ret->nknown += t->known;
        m++;
    }
    ret->v = all;
    ret->n = m;
}

void ed_pick(const struct ed_templates *templates, struct ed_triage_opts opts, struct ed_arena *arena,
             struct ed_triage_report *ret_report)
{
    struct pick p = {.templates = templates, .opts = opts};
    size_t n = 0;

    p.limit = opts.limit ? opts.limit : opts.full ? ED_LIMIT_TRIAGE_MOST : ED_LIMIT_TRIAGE;
    ret_report->templates = templates->met - templates->known;
    ret_report->lines = templates->lines;
    ret_report->templates_dropped = templates->dropped;
    if (templates->v.n == 0) {
        return;
    }
    p.shown = ed_alloc_zero(templates->v.n, sizeof(*p.shown));
    p.order = ed_alloc_zero(templates->v.n, sizeof(*p.order));
    for (size_t i = 0; i < templates->v.n; i++) {
        p.order[i] = (struct ranked){ed_templates_score(templates, &templates->v.v[i]), i};
    }
    qsort(p.order, templates->v.n, sizeof(*p.order), by_rank);
    ed_map_init(&p.texts);
    ed_map_init(&p.rows);
    collect(&p);
    for (size_t i = 0; i < p.nitems; i++) {
        take(&p, &p.items[i]);
    }
    for (size_t i = 0; i < p.nitems; i++) {
        if (p.items[i].taken) {
            p.items[n++] = p.items[i];
        }
    }
    qsort(p.items, n, sizeof(*p.items), by_place);
    lay_out_excerpts(&p, n, arena, ret_report);
    lay_out_templates(&p, n, arena, ret_report);
    ed_map_done(&p.texts);
    ed_map_done(&p.rows);
    ed_free(p.order);
    ed_free(p.items);
    ed_free(p.shown);
}

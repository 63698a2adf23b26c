/*
 * pattern_merge.c: put the holes of a record's pattern and the placeholders of its message together.
 *
 * Both are witnesses. The grammar of the file's dialect knows placeholders that upstream does not ("%ld"), and the
 * pattern knows holes that the dialect does not have (upstream writes {name} whatever the language, and "{error
 * message}"). Where the pattern's text still holds a placeholder it is dead; where its hole covers braces that are
 * none, it ate them.
 */
#include "match/pattern_parts.h"

#include "base/vec.h"

struct merger {
    struct ed_str message;
    const struct ed_items *items;
    ED_VEC(struct ed_hole) holes; /* in order */
    bool *covered;                /* by item: the pattern has a hole over it */
    size_t first;                 /* items before it end before the span at hand */
    bool same;                    /* every hole of the pattern is a placeholder of the message */
    unsigned faults;
};

/* "{error message}": words in braces, as upstream writes a value it has no name for. */
static bool is_prose_hole(struct ed_str text)
{
    if (text.n < 3 || text.p[0] != '{' || text.p[text.n - 1] != '}' || !ed_is_alpha(text.p[1]) ||
        !ed_is_word(text.p[text.n - 2])) {
        return false;
    }
    for (size_t i = 1; i + 1 < text.n; i++) {
        if (!ed_is_word(text.p[i]) && text.p[i] != ' ' && text.p[i] != '-' && text.p[i] != '.' && text.p[i] != '\'') {
            return false;
        }
    }
    return true;
}

/* "<path>" and "[name]" of a hand-written message name their hole. */
static struct ed_str inner_name(struct ed_str text)
{
    size_t from = 0, to = text.n;

    while (from < to && !ed_is_word(text.p[from])) {
        from++;
    }
    while (to > from && !ed_is_word(text.p[to - 1])) {
        to--;
    }
    for (size_t i = from; i < to; i++) {
        if (!ed_is_word(text.p[i])) {
            return ed_str(text.p, 0);
        }
    }
    return from > 0 && to < text.n ? ed_str_slice(text, from, to) : ed_str(text.p, 0);
}

/* What of the message lies under a span. */
struct under {
    size_t n;                   /* placeholders, wholly */
    const struct ed_item *head; /* the one that begins with the span */
    const struct ed_item *only; /* the last one */
    const struct ed_item *cut;  /* one that begins with the span and ends behind it: "${a[${i}" of "${a[${i}]}" */
    bool split;                 /* the span begins inside an escape ("%" and "%s" of "%%s") */
};

static struct under cover(struct merger *m, struct ed_span span)
{
    struct under under = {0};

    while (m->first < m->items->n && m->items->v[m->first].end <= span.start) {
        m->first++;
    }
    for (size_t i = m->first; i < m->items->n && m->items->v[i].start < span.end; i++) {
        const struct ed_item *item = &m->items->v[i];

        under.split |= item->kind == ED_ITEM_ESCAPE && item->start < span.start;
        under.cut = item->kind == ED_ITEM_HOLE && item->start == span.start && item->end > span.end ? item : under.cut;
        if (item->kind == ED_ITEM_TEXT || item->start < span.start || item->end > span.end) {
            continue;
        }
        m->covered[i] = true;
        if (item->kind == ED_ITEM_HOLE) {
            under.head = item->start == span.start ? item : under.head;
            under.only = item;
            under.n++;
        }
    }
    return under;
}

static struct ed_hole plain_hole(struct ed_str text, struct ed_span span, struct ed_str name)
{
    return (struct ed_hole){.start = span.start, .end = span.end, .name = name, .before = ed_str(text.p, 0)};
}

static void merge_span(struct merger *m, struct ed_span span)
{
    struct ed_str text = ed_str_slice(m->message, span.start, span.end);
    struct under under = cover(m, span);
    struct ed_hole hole;

    if (under.head && under.head->end == span.end) {
        *ed_vec_add(&m->holes) = under.head->hole;
        return;
    }
    m->same = false;
    if (under.cut) {
        /* What is left of the placeholder stands in the pattern as text, which no log has. */
        *ed_vec_add(&m->holes) = under.cut->hole;
        m->faults |= ED_FAULT_DEAD;
    } else if (under.split) {
        m->faults |= ED_FAULT_ESCAPE;
    } else if (text.n == 0) {
        return; /* a hole that may be empty, and is here */
    } else if (ed_hole_anywhere(m->message, span.start, span.end, &hole)) {
        *ed_vec_add(&m->holes) = hole;
    } else if (is_prose_hole(text)) {
        *ed_vec_add(&m->holes) = plain_hole(text, span, ed_str_slice(text, 1, text.n - 1));
    } else if (text.p[0] == '{' && !under.head) {
        m->faults |= ED_FAULT_BRACES;
    } else if (under.n == 1) {
        *ed_vec_add(&m->holes) = plain_hole(text, span, under.only->hole.name);
    } else {
        *ed_vec_add(&m->holes) = plain_hole(text, span, under.n == 0 ? inner_name(text) : ed_str(text.p, 0));
    }
}

/* What upstream itself would have made a hole of: then a pattern without any is its escaped-text fallback. */
static bool is_known_upstream(struct ed_str source)
{
    if (source.p[0] == '{' || source.p[0] == '$') {
        return true;
    }
    return source.p[0] == '%' && source.n > 1 && (source.p[1] == '(' || ed_is_among("sdifjv", source.p[1]));
}

static void find_dead(struct merger *m, const struct ed_simple *simple, const struct ed_alignment *alignment)
{
    for (size_t i = 0; i < m->items->n; i++) {
        const struct ed_item *item = &m->items->v[i];
        struct ed_str source = ed_str_slice(m->message, item->start, item->end);

        if (item->kind == ED_ITEM_TEXT || m->covered[i] || item->start < alignment->from || item->end > alignment->to) {
            continue;
        }
        m->faults |= item->kind == ED_ITEM_HOLE ? ED_FAULT_DEAD : ED_FAULT_ESCAPE;
        if (item->kind == ED_ITEM_HOLE && simple->nholes == 0 && is_known_upstream(source)) {
            m->faults |= ED_FAULT_TEXT;
        }
    }
}

/* The message's own placeholders that no hole of the pattern covers, in their place among the others. */
static void add_uncovered(struct merger *m)
{
    ED_VEC(struct ed_hole) all = {0};
    size_t k = 0;

    for (size_t i = 0; i < m->items->n; i++) {
        const struct ed_item *item = &m->items->v[i];

        if (item->kind != ED_ITEM_HOLE) {
            continue;
        }
        while (k < m->holes.n && m->holes.v[k].start <= item->start) {
            *ed_vec_add(&all) = m->holes.v[k++];
        }
        if (all.n == 0 || all.v[all.n - 1].end <= item->start) {
            *ed_vec_add(&all) = item->hole;
            /* A hole of the pattern that begins inside this placeholder is no hole of its own. */
            while (k < m->holes.n && m->holes.v[k].start < item->end) {
                k++;
            }
        }
    }
    while (k < m->holes.n) {
        *ed_vec_add(&all) = m->holes.v[k++];
    }
    ed_vec_done(&m->holes);
    m->holes.v = all.v;
    m->holes.n = all.n;
    m->holes.cap = all.cap;
}

/* Text and escapes of [from, to), placeholders that are no holes any more as text. */
static void add_text(struct merger *m, struct ed_items *out, size_t *item, size_t from, size_t to)
{
    while (*item < m->items->n && m->items->v[*item].start < to) {
        const struct ed_item *in = &m->items->v[*item];
        size_t start = ED_MAX(in->start, from), end = ED_MIN(in->end, to);

        if (start < end) {
            struct ed_item *add = &out->v[out->n++];

            *add = (struct ed_item){.kind = ED_ITEM_TEXT, .start = start, .end = end};
            if (in->kind == ED_ITEM_ESCAPE && start == in->start && end == in->end) {
                *add = *in;
            }
        }
        if (in->end > to) {
            return;
        }
        ++*item;
    }
}

unsigned ed_simple_merge(struct ed_str message, const struct ed_items *items, const struct ed_simple *simple,
                         const struct ed_alignment *alignment, struct ed_arena *arena, struct ed_items *ret_items)
{
    struct merger m = {.message = message, .items = items, .same = true};
    size_t at = 0, item = 0;

    m.covered = ed_arena_zero(arena, items->n + 1, sizeof(*m.covered));
    for (size_t i = 0; i < simple->nholes; i++) {
        merge_span(&m, alignment->spans[i]);
    }
    find_dead(&m, simple, alignment);
    if (m.same) {
        *ret_items = *items;
        ed_vec_done(&m.holes);
        return m.faults;
    }
    add_uncovered(&m);
    m.holes.n = ED_MIN(m.holes.n, (size_t)ED_LIMIT_HOLES); /* the others stay text, as ed_items_read leaves them */
    ret_items->v = ed_arena_alloc(arena, (2 * (items->n + m.holes.n) + 2) * sizeof(*ret_items->v));
    ret_items->n = 0;
    for (size_t i = 0; i < m.holes.n; i++) {
        add_text(&m, ret_items, &item, at, m.holes.v[i].start);
        ret_items->v[ret_items->n++] = (struct ed_item){
            .kind = ED_ITEM_HOLE, .start = m.holes.v[i].start, .end = m.holes.v[i].end, .hole = m.holes.v[i]};
        at = m.holes.v[i].end;
    }
    add_text(&m, ret_items, &item, at, message.n);
    ret_items->nholes = m.holes.n;
    ed_vec_done(&m.holes);
    return m.faults;
}

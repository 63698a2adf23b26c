/*
 * pattern_align.c: lay a simple pattern over the source text of its message, to learn what stands under each hole.
 *
 * Literals must be found in order, white space in any amount; a hole covers what lies between. The leftmost place of
 * each literal leaves the most room for the next, so no place needs to be tried twice. One refinement comes first: a
 * hole that stands on a placeholder ends where the placeholder ends, if the next literal is there ("{a: b}: {c}").
 */
#include "match/pattern_parts.h"

/* Compares that one alignment may cost: a message and pattern of equal bytes would need their product. */
#define ALIGN_STEPS ((size_t)4 * 1024 * 1024)

struct aligner {
    struct ed_str message;
    const struct ed_items *items;
    size_t item; /* the items before this one end at or before the place last asked for */
    size_t steps;
    bool prefer; /* placeholders' ends first */
};

/* Behind the literal when the message holds it at `at`, else SIZE_MAX. */
static size_t literal_at(struct aligner *a, struct ed_str literal, size_t at)
{
    size_t i = 0;

    while (i < literal.n && a->steps > 0) {
        a->steps--;
        if (at >= a->message.n) {
            return SIZE_MAX;
        }
        if (ed_is_space(literal.p[i])) {
            if (!ed_is_space(a->message.p[at])) {
                return SIZE_MAX;
            }
            while (i < literal.n && ed_is_space(literal.p[i])) {
                i++;
            }
            while (at < a->message.n && ed_is_space(a->message.p[at])) {
                at++;
            }
        } else if (literal.p[i++] != a->message.p[at++]) {
            return SIZE_MAX;
        }
    }
    return i == literal.n ? at : SIZE_MAX;
}

static size_t literal_find(struct aligner *a, struct ed_str literal, size_t at, size_t *ret_end)
{
    for (; at < a->message.n && a->steps > 0; at++) {
        *ret_end = literal_at(a, literal, at);
        if (*ret_end != SIZE_MAX) {
            return at;
        }
    }
    return SIZE_MAX;
}

/* The end of the placeholder that begins at `at`, else 0. Asked with rising places only. */
static size_t placeholder_end(struct aligner *a, size_t at)
{
    while (a->item < a->items->n && a->items->v[a->item].start < at) {
        a->item++;
    }
    if (a->item == a->items->n || a->items->v[a->item].start != at || a->items->v[a->item].kind != ED_ITEM_HOLE) {
        return 0;
    }
    return a->items->v[a->item].end;
}

/* Where the hole parts[k] ends that begins at `at`; *ret_next is where the part behind the next literal begins.
   SIZE_MAX: the next literal is not there. */
static size_t hole_end(struct aligner *a, const struct ed_simple *simple, size_t k, size_t at, size_t *ret_next)
{
    size_t end = a->prefer ? placeholder_end(a, at) : 0, found;

    if (k + 1 == simple->n) {
        /* It takes the line whatever the message has behind the placeholder; white space there is cut anyway. */
        if (!end || ed_str_trim(ed_str_slice(a->message, end, a->message.n)).n > 0) {
            end = a->message.n;
        }
        *ret_next = end;
        return end > at || simple->v[k].empty ? end : SIZE_MAX;
    }
    if (simple->v[k + 1].hole) {
        *ret_next = end ? end : at + !simple->v[k].empty;
        return *ret_next <= a->message.n ? *ret_next : SIZE_MAX;
    }
    if (end) {
        size_t next = literal_at(a, simple->v[k + 1].text, end);

        if (next != SIZE_MAX) {
            *ret_next = next;
            return end;
        }
    }
    found = literal_find(a, simple->v[k + 1].text, at + !simple->v[k].empty, ret_next);
    return found;
}

static bool align(struct aligner *a, const struct ed_simple *simple, struct ed_alignment *alignment)
{
    size_t at = 0, k = 0, hole = 0;

    alignment->from = 0;
    a->item = 0;
    if (simple->n > 0 && !simple->v[0].hole) {
        alignment->from = literal_find(a, simple->v[0].text, 0, &at);
        if (alignment->from == SIZE_MAX) {
            return false;
        }
        k = 1;
    }
    while (k < simple->n) {
        size_t next, end = hole_end(a, simple, k, at, &next);

        if (end == SIZE_MAX) {
            return false;
        }
        alignment->spans[hole++] = (struct ed_span){at, end};
        at = next;
        /* The literal behind the hole is done, too. */
        k += k + 1 < simple->n && !simple->v[k + 1].hole ? 2 : 1;
    }
    alignment->to = at;
    return true;
}

bool ed_simple_align(const struct ed_simple *simple, struct ed_str message, const struct ed_items *items,
                     struct ed_arena *arena, struct ed_alignment *ret_alignment)
{
    struct aligner a = {message, items, 0, ALIGN_STEPS, /* prefer: */ true};

    ret_alignment->spans = ed_arena_alloc(arena, (simple->nholes + 1) * sizeof(*ret_alignment->spans));
    if (align(&a, simple, ret_alignment)) {
        return true;
    }
    a.prefer = false;
    return align(&a, simple, ret_alignment);
}

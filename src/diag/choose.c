/*
 * choose.c: greedy choice by score within a cluster of overlapping hits. Equal scores are settled by the record's row,
 * so that the outcome depends on the knowledge base and the log only.
 */
#include "diag/choose.h"

#include <math.h>

/* Two records tie when they matched the same text and their scores differ by less than this (bits). */
#define TIE_BITS 1.0

static int by_score(const void *pa, const void *pb)
{
    const struct ed_scored *a = pa, *b = pb;

    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    if (a->of->row != b->of->row) {
        return a->of->row < b->of->row ? -1 : 1;
    }
    return (a->start > b->start) - (a->start < b->start);
}

static bool overlap(const struct ed_scored *a, const struct ed_scored *b)
{
    return a->start < b->end && b->start < a->end;
}

static bool tie(const struct ed_scored *best, const struct ed_scored *other)
{
    return other->of->row != best->of->row && other->start == best->start && other->end == best->end &&
           best->score - other->score < TIE_BITS;
}

/* Settle what the hit at `at` beats: the ones that overlap it are taken, its ties are copied. */
static void stand(struct ed_scored *hits, bool *taken, size_t n, size_t at, struct ed_arena *arena, ed_chosen_fn fn,
                  void *ctx)
{
    const struct ed_scored *best = &hits[at];
    struct ed_scored *ties = NULL;
    size_t nties = 0, found = 0;
    double margin = INFINITY;

    for (size_t k = at + 1; k < n; k++) {
        found += !taken[k] && tie(best, &hits[k]);
    }
    if (found) {
        ties = ed_arena_zero(arena, found, sizeof(*ties));
    }
    for (size_t k = at + 1; k < n; k++) {
        if (taken[k] || !overlap(best, &hits[k])) {
            continue;
        }
        taken[k] = true;
        margin = ED_MIN(margin, best->score - hits[k].score);
        if (tie(best, &hits[k])) {
            ties[nties++] = hits[k];
        }
    }
    fn(ctx, best, margin, ties, nties);
}

static void settle(struct ed_scored *hits, size_t n, struct ed_arena *arena, ed_chosen_fn fn, void *ctx)
{
    bool *taken = ed_arena_zero(arena, n, sizeof(*taken));

    qsort(hits, n, sizeof(*hits), by_score);
    for (size_t i = 0; i < n; i++) {
        if (!taken[i]) {
            stand(hits, taken, n, i, arena, fn, ctx);
        }
    }
}

void ed_choose(struct ed_scored *hits, size_t n, struct ed_arena *arena, ed_chosen_fn fn, void *ctx)
{
    size_t from = 0;

    while (from < n) {
        size_t to = from + 1, end = hits[from].end;

        while (to < n && hits[to].start < end && to - from < ED_LIMIT_CLUSTER) {
            end = ED_MAX(end, hits[to].end);
            to++;
        }
        settle(hits + from, to - from, arena, fn, ctx);
        from = to;
    }
}

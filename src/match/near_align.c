/*
 * near_align.c: the heaviest common subsequence of two rows of words, by the usual table of prefixes. So that "the" and
 * "of" scattered over a text are nothing in common, a word that is not rare counts only in a run of two and more.
 *
 * For prefixes of i words and j tokens:  best    the heaviest choice at all
 *                                        run     the heaviest that ends with word i on token j, both counted
 *                                        begin   best before them: word i on token j may begin a run
 */
#include "match/near_align.h"

#include "match/near_format.h"

/* Words of this weight are telling without a neighbour: on one line in 1,000 or fewer. */
#define ALONE ((unsigned)(10 * ED_NEAR_UNIT))

enum step { SKIP_WORD, SKIP_TOKEN, RUN_GOES_ON, RUN_BEGINS, WORD_ALONE };

struct cell {
    uint16_t best, run, begin; /* sums, ED_LIMIT_WORDING * UINT8_MAX at most; run 0: there is none */
    bool same;                 /* word and token agree */
};

struct table {
    const struct ed_wording *wording;
    const uint8_t *weights;
    const struct ed_near_token *tokens;
    size_t n;
    uint8_t *how_best, *how_run; /* enum step, by word and token */
};

static void fill_cell(const struct table *t, size_t i, size_t j, const struct cell *above, const struct cell *slant,
                      const struct cell *left, struct cell *cell)
{
    const struct ed_word *word = &t->wording->v[i];
    size_t at = i * t->n + j;
    unsigned weight = t->weights[i], run = 0;

    *cell = (struct cell){.best = above->best};
    t->how_best[at] = SKIP_WORD;
    if (left->best > cell->best) {
        cell->best = left->best;
        t->how_best[at] = SKIP_TOKEN;
    }
    if (word->fold != t->tokens[j].fold) {
        return;
    }
    cell->same = true;
    cell->begin = slant->best;
    if (weight >= ALONE) {
        run = slant->best + weight;
        t->how_run[at] = WORD_ALONE;
    }
    if (word->joined && slant->same) {
        unsigned begun = slant->begin + t->weights[i - 1] + weight;

        if (begun >= run) {
            run = begun;
            t->how_run[at] = RUN_BEGINS;
        }
        if (slant->run && slant->run + weight >= run) {
            run = slant->run + weight;
            t->how_run[at] = RUN_GOES_ON;
        }
    }
    cell->run = (uint16_t)run;
    if (run && run >= cell->best) { /* of equal choices the last in the text, so that the words stand close */
        cell->best = cell->run;
        t->how_best[at] = RUN_GOES_ON;
    }
}

/* The first place where all that can be had has been had. */
static size_t earliest_end(const struct cell *last_row, size_t n)
{
    while (n > 1 && last_row[n - 1].best == last_row[n].best) {
        n--;
    }
    return n;
}

static void trace_back(const struct table *t, size_t j, uint32_t *ret_places)
{
    size_t i = t->wording->n;
    bool in_run = false;

    while (i > 0 && j > 0) {
        size_t at = (i - 1) * t->n + j - 1;
        enum step step = in_run ? (enum step)t->how_run[at] : (enum step)t->how_best[at];

        if (!in_run && step == RUN_GOES_ON) {
            in_run = true;
            continue;
        }
        if (!in_run) {
            i -= step == SKIP_WORD;
            j -= step == SKIP_TOKEN;
            continue;
        }
        ret_places[--i] = (uint32_t)--j;
        if (step == RUN_BEGINS) {
            ret_places[--i] = (uint32_t)--j;
        }
        in_run = step == RUN_GOES_ON;
    }
}

unsigned ed_near_align(const struct ed_wording *wording, const uint8_t *weights, const struct ed_near_token *tokens,
                       size_t n, struct ed_arena *arena, uint32_t *ret_places)
{
    struct table t = {
        wording, weights, tokens, n, ed_arena_zero(arena, wording->n, n), ed_arena_zero(arena, wording->n, n)};
    struct cell *above = ed_arena_zero(arena, n + 1, sizeof(*above)), *row = ed_arena_zero(arena, n + 1, sizeof(*row));

    for (size_t i = 0; i < wording->n; i++) {
        struct cell *other = above;

        ret_places[i] = ED_NEAR_ABSENT;
        row[0] = (struct cell){0};
        for (size_t j = 0; j < n; j++) {
            fill_cell(&t, i, j, &above[j + 1], &above[j], &row[j], &row[j + 1]);
        }
        above = row;
        row = other;
    }
    trace_back(&t, earliest_end(above, n), ret_places);
    return above[n].best;
}

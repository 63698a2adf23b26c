/*
 * suggest.c: the nearest names to one that is unknown. All slugs and families are looked at (a few milliseconds for
 * 150,000), or all owner/name/slug when the unknown name has a '/'.
 *
 * Three ways to be near, the best one counts: a few letters differ; one begins with the other (upstream cuts slugs at
 * 50 characters); they share words. What is near in no way is not suggested.
 */
#include "base/alloc.h"
#include "kb/lookup.h"
#include "kb/state.h"
#include "record/slug.h"
#include "store/list.h"

/* A caller that wants more names than this wants a list. */
#define SUGGEST_MOST 32
/* Words of the unknown name that are compared; a name of more words is a sentence and its first ones tell it. */
#define WORDS_MOST 24
/* Bytes of the unknown name that are compared: twice the longest slug. */
#define NAME_MOST 128
/* Costs: an edit costs 2, a cut name little, words by how many are not shared. */
#define COST_EDIT  2u
#define COST_CUT   3u
#define COST_WORDS 10u
#define COST_MAX   64u

struct near {
    unsigned cost;
    struct ed_str name; /* own memory */
};

struct suggest {
    struct ed_str name, repo, slug; /* repo is empty when the name has no '/' */
    unsigned max_edits;
    struct ed_str words[WORDS_MOST];
    size_t nwords;
    struct near best[SUGGEST_MOST];
    size_t n, max;
};

static unsigned words_cost(const struct suggest *s, struct ed_str slug)
{
    size_t shared = 0, all = 0, longest = 0;

    while (slug.n > 0) {
        struct ed_str word = ed_str_cut(&slug, '-');
        size_t i = 0;

        while (i < s->nwords && !ed_str_eq(s->words[i], word)) {
            i++;
        }
        all += word.n;
        if (i < s->nwords) {
            shared += word.n;
            longest = ED_MAX(longest, word.n);
        }
    }
    for (size_t i = 0; i < s->nwords; i++) {
        all += s->words[i].n;
    }
    if (longest < 4 || shared * 4 < all) {
        return COST_MAX; /* under half of the letters, or only words like "not" and "is", are shared */
    }
    return COST_WORDS + (unsigned)((all - 2 * shared) * 40 / all);
}

static unsigned slug_cost(const struct suggest *s, struct ed_str slug)
{
    unsigned cost = COST_MAX, edits;
    size_t shorter = ED_MIN(s->slug.n, slug.n), longer = ED_MAX(s->slug.n, slug.n);

    if (shorter >= 3 && memcmp(s->slug.p, slug.p, shorter) == 0) {
        cost = COST_CUT + (unsigned)ED_MIN((longer - shorter) / 8, COST_WORDS);
    }
    if (longer - shorter <= s->max_edits) {
        edits = ed_slug_distance(s->slug, slug, s->max_edits);
        if (edits <= s->max_edits) {
            cost = ED_MIN(cost, edits * COST_EDIT);
        }
    }
    return cost <= COST_CUT ? cost : ED_MIN(cost, words_cost(s, slug));
}

static bool comes_before(unsigned cost, struct ed_str name, const struct near *other)
{
    return cost < other->cost || (cost == other->cost && ed_str_cmp(name, other->name) < 0);
}

static void offer(struct suggest *s, unsigned cost, struct ed_str name)
{
    size_t at = s->n;

    if (cost >= COST_MAX || (s->n == s->max && !comes_before(cost, name, &s->best[s->n - 1]))) {
        return;
    }
    for (size_t i = 0; i < s->n; i++) {
        if (ed_str_eq(s->best[i].name, name)) {
            return;
        }
    }
    if (s->n == s->max) {
        at = s->n - 1;
        ed_free((void *)(uintptr_t)s->best[at].name.p);
    } else {
        s->n++;
    }
    while (at > 0 && comes_before(cost, name, &s->best[at - 1])) {
        s->best[at] = s->best[at - 1];
        at--;
    }
    s->best[at] = (struct near){.cost = cost, .name = ed_str(ed_alloc_text(name.p, name.n), name.n)};
}

static void look_at(void *ctx, struct ed_str name, struct ed_str repo)
{
    struct suggest *s = ctx;
    char path[2 * NAME_MOST];
    unsigned cost;
    int n;

    if (!name.p || name.n == 0) {
        return;
    }
    cost = slug_cost(s, name);
    if (!repo.p) {
        offer(s, cost, name);
        return;
    }
    if (!ed_str_eq(repo, s->repo)) {
        cost += ed_slug_distance(repo, s->repo, 2) <= 2 ? COST_EDIT : COST_WORDS;
    }
    n = snprintf(path, sizeof(path), "%.*s/%.*s", ED_STR_ARG(repo), ED_STR_ARG(name));
    if (n > 0 && (size_t)n < sizeof(path)) {
        offer(s, cost, ed_str(path, (size_t)n));
    }
}

static void cut_words(struct suggest *s)
{
    struct ed_str rest = s->slug;

    while (rest.n > 0 && s->nwords < WORDS_MOST) {
        struct ed_str word = ed_str_cut(&rest, '-');

        if (word.n > 0) {
            s->words[s->nwords++] = word;
        }
    }
}

enum ed_rc ed_kb_suggest(struct ed_kb *kb, struct ed_str name, size_t max, struct ed_buf *near, struct ed_err *err)
{
    struct suggest s = {.name = ed_str_slice(name, 0, NAME_MOST), .max = ED_MIN(max, (size_t)SUGGEST_MOST)};
    char lower[NAME_MOST]; /* slugs and families are lower case; codes (EADDRINUSE) are typed as they are printed */
    size_t slash = SIZE_MAX;
    enum ed_rc rc;

    if (s.max == 0 || s.name.n == 0) {
        return ED_OK;
    }
    for (size_t i = 0; i < s.name.n; i++) {
        slash = s.name.p[i] == '/' ? i : slash;
    }
    s.repo = slash == SIZE_MAX ? ED_STR("") : ed_str_slice(s.name, 0, slash);
    s.slug = slash == SIZE_MAX ? s.name : ed_str_slice(s.name, slash + 1, s.name.n);
    for (size_t i = 0; i < s.slug.n; i++) {
        lower[i] = ed_lower(s.slug.p[i]);
    }
    s.slug = ed_str(lower, s.slug.n);
    s.max_edits = (unsigned)ED_MAX((size_t)1, ED_MIN(s.slug.n / 5, (size_t)4));
    cut_words(&s);
    ed_kb_lock(kb);
    rc = ed_list_names(kb->db, slash == SIZE_MAX ? ED_NAMES_SLUGS : ED_NAMES_PATHS, look_at, &s, err);
    if (rc == ED_OK && slash == SIZE_MAX) {
        rc = ed_list_names(kb->db, ED_NAMES_FAMILIES, look_at, &s, err);
    }
    ed_kb_unlock(kb);
    for (size_t i = 0; i < s.n; i++) {
        if (rc == ED_OK) {
            ed_buf_printf(near, "%s%.*s", near->n ? ", " : "", ED_STR_ARG(s.best[i].name));
        }
        ed_free((void *)(uintptr_t)s.best[i].name.p);
    }
    return rc;
}

/*
 * matcher.c: the engine: candidates of the index, each confirmed by PCRE2 in the smallest part of the text that cannot
 * change the answer. Patterns are fetched and compiled when first needed and kept; hits live for one text.
 * Order: life, one search, the whole text, regions, candidates, delivery.
 */
#include "match/matcher_private.h"

#include "base/limits.h"

/*
 * Why it equals the oracle. The oracle's hits of a pattern are: the leftmost place from `floor` on at which the regex
 * matches, the match PCRE2 finds there, and so on from where that ended. Let the pattern be known to consist of
 * literals, \b, \s+ and holes that hold no line break, with K \s+ in all and B of them before its key.
 *
 * Step 1. Every match holds the key's tokens, so some candidate C with start(match) <= start(C).
 *
 * Step 2. A match crosses line ends only inside its \s+, and each of these crosses one line end and blank lines behind
 * it. So the match begins no earlier than the line that is B non-blank lines above C's: region_start. That never
 * decreases from one candidate to the next.
 *
 * Step 3. What PCRE2 finds at a place depends only on what its attempts there may read. Beginning anywhere in C's line
 * or above it, they read no further than the end of the line that is K non-blank lines below C's (one \s+ more would be
 * needed to cross it): region_end. So trying a place up to the end of C's line in a subject that ends there gives what
 * it gives in the whole text; a line end and the end of the subject are the same to \b, $ and a hole. It is not enough
 * to go as far as the match that holds C may go: at one place another, longer match that does not hold C at its key may
 * come first. Places behind C's line are not tried: a match that begins there is left to its own candidate.
 *
 * Step 4. So after a search for C from max(region_start, floor), either the leftmost match up to the end of C's line is
 * known and kept, and floor is its end; or there is none, and floor is the next line. Candidates before floor are done
 * with. By induction over the candidates nothing that begins before floor is missing: the oracle's next match M has a
 * candidate C(M) that is not before floor; candidates in front of it have regions that begin no later than M does, so
 * they find M or nothing, and at C(M) it is found. Each search begins behind the last one's floor, so lines are not
 * searched again and again however many candidates they hold.
 *
 * Step 5. Where the regex begins with the key's fragment the place is known: a match begins at candidate->match or not
 * at all. These places ascend with the candidates, so trying each that is not before floor tries all there are, in
 * order.
 *
 * Step 6. A regex that begins with a hole begins with (?m:^|\G): only `from` and the starts of lines need be tried.
 * `from` is floor or the start of a line, so \G stands where it stands for the oracle, or where ^ does, too.
 *
 * Patterns not known so far (the record's own regexes, those over many lines, those without a key) are searched for in
 * the whole text, once a text, exactly as the oracle does.
 *
 * Limits. Every search is for the matches that begin in one line; one that ends at a limit is counted for its record,
 * and the next one begins behind that line. That is the rule of both, so a limit costs both the same line and nothing
 * behind it, however long a hostile text is. Which of a line's searches meets the limit may differ: the engine begins
 * fewer. Only a record's own regex, which may mean more by a text than its lines, has one limit for all of it.
 *
 * Keys of weak records are looked for only in a text with a sign: a screen that lets a match begin without one
 * contradicts what the index was made with.
 */
struct ed_matcher *ed_matcher_new(const struct ed_index *index, struct ed_pattern_source source)
{
    struct ed_matcher *matcher = ed_alloc_zero(1, sizeof(*matcher));

    matcher->index = index;
    matcher->source = source;
    matcher->scratch = ed_confirm_scratch_new();
    matcher->records = ed_index_records(index, &matcher->nrecords);
    matcher->patterns = ed_alloc_zero(matcher->nrecords, sizeof(struct ed_matcher_pattern *));
    matcher->states = ed_alloc_zero(matcher->nrecords, sizeof(*matcher->states));
    ed_arena_init(&matcher->arena);
    return matcher;
}

void ed_matcher_free(struct ed_matcher *matcher)
{
    if (!matcher) {
        return;
    }
    for (size_t i = 0; i < matcher->made.n; i++) {
        ed_confirm_free(matcher->patterns[matcher->made.v[i]]->confirm);
        ed_free(matcher->patterns[matcher->made.v[i]]);
    }
    ed_vec_done(&matcher->made);
    ed_free(matcher->patterns);
    ed_free(matcher->states);
    ed_vec_done(&matcher->hits);
    ed_arena_done(&matcher->arena);
    ed_confirm_scratch_free(matcher->scratch);
    ed_free(matcher);
}

/* Most patterns of a large knowledge base are searched for once or twice, in a line or two: machine code is only made
   for one that is asked for more often, or in longer texts. In these few bytes no search of a generated pattern comes
   near a limit, unless holes with counts touch; so the answers do not depend on how often it was asked before. */
#define SLOW_SEARCHES 16
#define SLOW_BYTES    (4 * ED_KIB)

static unsigned slow_searches(const struct ed_pattern *pattern)
{
    return pattern->flags & ED_PATTERN_CUSTOM || ed_str_find(pattern->regex, ED_STR("{1,40}"), 0) != SIZE_MAX
               ? 0
               : SLOW_SEARCHES;
}

void ed_matcher_set_screen(struct ed_matcher *matcher, struct ed_screen screen)
{
    matcher->screen = screen;
}

void ed_matcher_begin(struct ed_matcher *matcher, struct ed_str text)
{
    matcher->run++;
    matcher->hits.n = 0;
    matcher->stats.bytes += text.n;
    ed_arena_reset(&matcher->arena);
}

enum ed_rc ed_matcher_pattern(struct ed_matcher *matcher, uint32_t slot, struct ed_matcher_pattern **ret_pattern,
                              struct ed_err *err)
{
    struct ed_matcher_pattern *made;
    enum ed_rc rc;

    if (!matcher->patterns[slot]) {
        made = ed_alloc_zero(1, sizeof(*made));
        rc = matcher->source.fetch(matcher->source.ctx, matcher->records[slot], &made->pattern, err);
        if (rc > 0) {
            rc = ed_err_set(err, ED_ERR_INTERNAL, "the index names record %" PRIu32 ", which has no pattern",
                            matcher->records[slot]);
        }
        if (rc != ED_OK) {
            ed_free(made);
            return rc;
        }
        made->slow = slow_searches(&made->pattern);
        made->at_line_start = ed_str_starts(made->pattern.regex, ED_STR("(?m:^|\\G)"));
        made->screened = ed_index_weight(matcher->index, slot) < matcher->screen.below;
        matcher->patterns[slot] = made;
        *ed_vec_add(&matcher->made) = slot;
    }
    *ret_pattern = matcher->patterns[slot];
    return ED_OK;
}

static void keep(struct ed_matcher *matcher, uint32_t slot, const struct ed_hit *hit)
{
    struct ed_hit *kept = ed_vec_add(&matcher->hits);
    struct ed_capture *captures = ed_arena_alloc(&matcher->arena, hit->ncaptures * sizeof(*captures));

    if (hit->ncaptures) {
        memcpy(captures, hit->captures, hit->ncaptures * sizeof(*captures));
    }
    *kept = *hit;
    kept->record = matcher->records[slot];
    kept->captures = captures;
}

/* What a search costs before it has looked at anything, in bytes. */
#define SEARCH_WORK 64

static void count_limit(struct ed_matcher *matcher, struct ed_matcher_pattern *pattern)
{
    pattern->cost.limits++;
    pattern->cost.work += ED_LIMIT_MATCH_SCAN;
    matcher->stats.limits++;
}

/* behind: the end of the last place that was tried, or of the match. */
static void count_search(struct ed_matcher *matcher, struct ed_matcher_pattern *pattern, size_t from, size_t behind)
{
    pattern->cost.tried++;
    pattern->cost.work += SEARCH_WORK + (behind > from ? behind - from : 0);
    matcher->stats.confirms++;
}

bool ed_matcher_let(const struct ed_matcher *matcher, uint32_t slot, const struct ed_matcher_pattern *pattern,
                    size_t *from, size_t *last)
{
    return !pattern->screened || matcher->screen.let(matcher->screen.ctx, matcher->records[slot], slot, from, last);
}

/* Compile what is needed for a search in so many bytes. */
static enum ed_rc prepare(struct ed_matcher_pattern *pattern, size_t bytes, struct ed_err *err)
{
    enum ed_rc rc = pattern->confirm ? ED_OK : ed_confirm_new(&pattern->pattern, &pattern->confirm, err);

    if (rc == ED_OK && !pattern->fast && (pattern->slow == 0 || bytes > SLOW_BYTES)) {
        ed_confirm_speed_up(pattern->confirm);
        pattern->fast = true;
    }
    pattern->slow -= pattern->slow > 0;
    return rc;
}

enum ed_rc ed_matcher_find(struct ed_matcher *matcher, uint32_t slot, struct ed_matcher_pattern *pattern,
                           struct ed_str text, size_t from, size_t last, size_t to, size_t *ret_next,
                           struct ed_err *err)
{
    struct ed_hit hit;
    enum ed_rc rc = prepare(pattern, ED_MIN(to, text.n) - ED_MIN(from, text.n), err);

    if (rc != ED_OK) {
        return rc;
    }
    rc = ed_confirm_find_by(pattern->confirm, matcher->scratch, text, from, last, to, &hit);
    count_search(matcher, pattern, from, rc == ED_OK ? hit.end : ED_MIN(last, text.n));
    if (rc == ED_ERR_LIMIT) {
        count_limit(matcher, pattern);
    }
    if (rc != ED_OK) {
        return rc;
    }
    /* An empty match says nothing of the text. */
    if (hit.end > hit.start) {
        pattern->cost.matched++;
        keep(matcher, slot, &hit);
    }
    *ret_next = ED_MAX(hit.end, from + 1);
    return ED_OK;
}

/* Where the line begins in which `at` stands, but not before `floor`. */
static size_t line_start(struct ed_str text, size_t at, size_t floor)
{
    const char *p = at > floor ? memrchr(text.p + floor, '\n', at - floor) : NULL;

    return p ? (size_t)(p - text.p) + 1 : ED_MIN(floor, at);
}

/* Where it ends: at its line end or at that of the text. */
static size_t line_end(struct ed_str text, size_t at)
{
    return ED_MIN(ed_str_find_byte(text, '\n', at), text.n);
}

/* Places that the screen narrows are tried run by run. Where \G is a place to begin (step 6) a run's start must not
   become one: then it is asked about the start of each line alone. */
enum ed_rc ed_matcher_whole(struct ed_matcher *matcher, uint32_t slot, struct ed_str text, struct ed_err *err)
{
    struct ed_matcher_pattern *pattern;
    enum ed_rc rc = ed_matcher_pattern(matcher, slot, &pattern, err);
    bool by_line = rc == ED_OK && pattern->screened && pattern->at_line_start;
    size_t from = 0;

    while (rc == ED_OK && from < text.n) {
        bool whole = pattern->pattern.flags & (ED_PATTERN_CUSTOM | ED_PATTERN_LINES);
        size_t end = whole ? text.n : line_end(text, from), at = from, last = by_line ? from : end;

        rc = ed_matcher_let(matcher, slot, pattern, &at, &last)
                 ? ed_matcher_find(matcher, slot, pattern, text, at, last, text.n, &from, err)
                 : ED_NOT_FOUND;
        if (rc == ED_NOT_FOUND || rc == ED_ERR_LIMIT) {
            from = (rc == ED_ERR_LIMIT || by_line ? end : last) + 1;
            rc = ED_OK;
        }
    }
    return rc;
}

static bool blank(struct ed_str text, size_t from, size_t to)
{
    while (from < to && ed_is_space(text.p[from])) {
        from++;
    }
    return from == to;
}

/* Step 2; `floor` <= `at` is as far back as anyone asks. */
static size_t region_start(struct ed_str text, size_t at, uint32_t blanks, size_t floor)
{
    size_t start = line_start(text, at, floor), above;

    while (blanks > 0 && start > floor) {
        above = line_start(text, start - 1, floor);
        if (!blank(text, above, start - 1)) {
            blanks--;
        }
        start = above;
    }
    return start;
}

/* Step 3; `end` is the end of the candidate's line. */
static size_t region_end(struct ed_str text, size_t end, uint32_t blanks)
{
    size_t below;

    while (blanks > 0 && end < text.n) {
        below = line_end(text, end + 1);
        if (!blank(text, end + 1, below)) {
            blanks--;
        }
        end = below;
    }
    return end;
}

struct run {
    struct ed_matcher *matcher;
    bool sign; /* one stands in the text: weak records may count */
    struct ed_str text;
    struct ed_err *err;
    enum ed_rc rc; /* the first failure; what comes behind it is passed over */
};

/* One candidate that is to be judged. */
struct trial {
    struct run *run;
    const struct ed_candidate *candidate;
    struct ed_matcher_pattern *pattern;
    struct ed_matcher_state *state;
};

static bool let(const struct trial *trial, size_t *from, size_t *last)
{
    return ed_matcher_let(trial->run->matcher, trial->candidate->slot, trial->pattern, from, last);
}

static enum ed_rc find(const struct trial *trial, size_t from, size_t last)
{
    const struct run *run = trial->run;

    return ed_matcher_find(run->matcher, trial->candidate->slot, trial->pattern, run->text, from, last,
                           trial->state->region_end, &trial->state->floor, run->err);
}

/* The same where the screen lets a match begin, run by run of such places. */
static enum ed_rc find_let(const struct trial *trial, size_t from, size_t last)
{
    enum ed_rc rc = ED_NOT_FOUND;

    while (rc == ED_NOT_FOUND && from <= last) {
        size_t at = from, to = last;

        if (!let(trial, &at, &to)) {
            return ED_NOT_FOUND;
        }
        rc = find(trial, at, to);
        from = to + 1;
    }
    return rc;
}

/* Step 5. A line of many candidates could be read to its end for each of them: together they have one search's limit.
 */
static enum ed_rc find_at(const struct trial *trial)
{
    struct ed_matcher_state *state = trial->state;
    size_t at = trial->candidate->match;
    enum ed_rc rc = find(trial, at, at);

    if (rc == ED_OK) {
        state->read = 0;
    } else if (rc == ED_NOT_FOUND) {
        state->floor = at + 1;
        state->read += ed_confirm_read(trial->run->matcher->scratch);
        if (state->read > ED_LIMIT_MATCH_SCAN) {
            count_limit(trial->run->matcher, trial->pattern);
            rc = ED_ERR_LIMIT;
        }
    }
    if (rc == ED_ERR_LIMIT) {
        state->floor = state->line_end + 1;
    }
    return rc;
}

/* Steps 4 and 6. */
static enum ed_rc find_from(const struct trial *trial)
{
    struct ed_matcher_state *state = trial->state;
    struct ed_str text = trial->run->text;
    size_t from = region_start(text, trial->candidate->start, trial->candidate->blanks_before, state->floor), end;
    enum ed_rc rc = ED_NOT_FOUND;

    while ((rc == ED_NOT_FOUND || rc == ED_ERR_LIMIT) && from <= state->line_end) {
        end = line_end(text, from);
        rc = find_let(trial, from, trial->pattern->at_line_start ? from : end);
        from = end + 1;
    }
    if (rc == ED_NOT_FOUND || rc == ED_ERR_LIMIT) {
        state->floor = state->line_end + 1;
    }
    return rc;
}

static enum ed_rc confirm_known(const struct trial *trial)
{
    struct ed_matcher_state *state = trial->state;
    struct ed_str text = trial->run->text;
    enum ed_rc rc;

    if (state->region_end == 0 || trial->candidate->start > state->line_end) {
        state->line_end = line_end(text, trial->candidate->start);
        state->region_end = region_end(text, state->line_end, trial->candidate->blanks);
        state->read = 0;
    }
    rc = trial->candidate->match != SIZE_MAX ? find_at(trial) : find_from(trial);
    return rc == ED_NOT_FOUND || rc == ED_ERR_LIMIT ? ED_OK : rc;
}

/* What the screen refuses where the place is known needs no look at the lines around. */
static enum ed_rc judge(const struct trial *trial)
{
    const struct ed_candidate *candidate = trial->candidate;
    size_t at = candidate->match, last = at;

    if (candidate->blanks == ED_INDEX_ANY_BLANKS ||
        trial->pattern->pattern.flags & (ED_PATTERN_CUSTOM | ED_PATTERN_LINES)) {
        trial->state->floor = SIZE_MAX;
        return ed_matcher_whole(trial->run->matcher, candidate->slot, trial->run->text, trial->run->err);
    }
    if (at != SIZE_MAX && !let(trial, &at, &last)) {
        return ED_OK;
    }
    return confirm_known(trial);
}

static enum ed_rc confirm(struct run *run, const struct ed_candidate *candidate)
{
    struct ed_matcher *matcher = run->matcher;
    struct ed_matcher_state *state = &matcher->states[candidate->slot];
    struct ed_matcher_pattern *pattern;
    enum ed_rc rc;

    if (state->run != matcher->run) {
        *state = (struct ed_matcher_state){.run = matcher->run};
    }
    if (ED_MIN(candidate->start, candidate->match) < state->floor) {
        return ED_OK;
    }
    rc = ed_matcher_pattern(matcher, candidate->slot, &pattern, run->err);
    return rc == ED_OK ? judge(&(struct trial){run, candidate, pattern, state}) : rc;
}

static void on_candidate(void *ctx, const struct ed_candidate *candidate)
{
    struct run *run = ctx;

    if (candidate->record == ED_INDEX_SIGN) {
        run->sign = true;
        return;
    }
    run->matcher->stats.candidates++;
    if (run->rc == ED_OK) {
        run->rc = confirm(run, candidate);
    }
}

enum ed_rc ed_matcher_run(struct ed_matcher *matcher, struct ed_str text, ed_hit_fn fn, void *ctx, struct ed_err *err)
{
    return ed_matcher_run_marked(matcher, text, /* marks */ NULL, fn, ctx, err);
}

enum ed_rc ed_matcher_run_marked(struct ed_matcher *matcher, struct ed_str text, const struct ed_marks *marks,
                                 ed_hit_fn fn, void *ctx, struct ed_err *err)
{
    struct run run = {.matcher = matcher, .text = text, .err = err, .rc = ED_OK};
    size_t n;
    const uint32_t *always = ed_index_always(matcher->index, &n);
    uint32_t slot;

    ed_matcher_begin(matcher, text);
    if (marks) {
        ed_index_look(matcher->index, text, marks->keys.v, marks->keys.n, on_candidate, &run);
    } else {
        ed_index_scan(matcher->index, text, on_candidate, &run);
    }
    if (ed_index_weak(matcher->index) && (run.sign || matcher->screen.below <= 0)) {
        ed_index_scan(ed_index_weak(matcher->index), text, on_candidate, &run);
    }
    for (size_t i = 0; i < n && run.rc == ED_OK; i++) {
        if (ed_index_slot(matcher->index, always[i], &slot)) {
            run.rc = ed_matcher_whole(matcher, slot, text, err);
        }
    }
    return run.rc == ED_OK ? ed_matcher_deliver(matcher, fn, ctx, err) : run.rc;
}

static int by_place(const void *a, const void *b)
{
    const struct ed_hit *x = a, *y = b;

    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    if (x->end != y->end) {
        return x->end > y->end ? -1 : 1;
    }
    return (x->record > y->record) - (x->record < y->record);
}

enum ed_rc ed_matcher_deliver(struct ed_matcher *matcher, ed_hit_fn fn, void *ctx, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    if (matcher->hits.n > 1) {
        qsort(matcher->hits.v, matcher->hits.n, sizeof(*matcher->hits.v), by_place);
    }
    for (size_t i = 0; i < matcher->hits.n && rc == ED_OK; i++) {
        matcher->stats.hits++;
        rc = fn(ctx, &matcher->hits.v[i], err);
    }
    return rc;
}

void ed_matcher_stats(const struct ed_matcher *matcher, struct ed_match_stats *ret_stats)
{
    *ret_stats = matcher->stats;
}

void ed_matcher_add_cost(const struct ed_matcher *matcher, uint32_t slot, struct ed_match_cost *cost)
{
    const struct ed_matcher_pattern *pattern = matcher->patterns[slot];

    if (pattern) {
        cost->tried += pattern->cost.tried;
        cost->matched += pattern->cost.matched;
        cost->limits += pattern->cost.limits;
        cost->work += pattern->cost.work;
    }
}

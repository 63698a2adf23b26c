/*
 * near_similar.c: the record whose wording a text nearly has. The rarest pairs of the text's words name candidates;
 * those that share most pairs are held against the text word by word (near_align.c).
 */
#include "base/limits.h"
#include "base/vec.h"
#include "match/near_align.h"
#include "match/near_captures.h"
#include "match/near_format.h"

/* Words of the text between two of the record's: more is another sentence. */
#define APART_MOST 40
/* Words of this weight stand on one line in 2,000 or fewer. */
#define RARE ((unsigned)(11 * ED_NEAR_UNIT))
/* A message is another one when a sixth of it is replaced. */
#define SIBLING_PART 6
/* Candidates that one text may name. */
#define VOTES_MOST 4096

struct vote {
    uint32_t slot, key;
};

struct asked {
    const struct ed_near *near;
    struct ed_pattern_source source;
    struct ed_str text;
    size_t from, to;
    struct ed_arena *arena;
    struct ed_near_token *tokens;
    size_t ntokens;
    ED_VEC(struct vote) votes;
};

/* A record held against the text. */
struct judged {
    uint32_t slot;
    unsigned shared, all; /* weights */
    struct ed_pattern pattern;
    struct ed_wording wording;
    uint32_t *places;
    size_t first, last; /* tokens */
    struct ed_near_gap *gaps;
    size_t ngaps;
};

static void vote(struct asked *a, uint32_t key)
{
    size_t i, end = ed_near_pairs(a->near, key, &i);
    uint32_t slot;

    for (; i < end && a->votes.n < VOTES_MOST; i++) {
        if (ed_near_slot(a->near, i, &slot)) {
            *ed_vec_add(&a->votes) = (struct vote){slot, key};
        }
    }
}

/* The pairs of the asked part. */
static void vote_all(struct asked *a)
{
    struct ed_str part = ed_str_slice(a->text, a->from, a->to);
    struct ed_token token;
    uint64_t left = 0, hash;
    size_t at = 0;

    for (bool first = true; ed_token_next(part, &at, &token); first = false, left = hash) {
        hash = ed_token_hash(part.p + token.start, token.end - token.start);
        if (!first) {
            vote(a, ed_near_key(ed_token_pair(left, hash)));
        }
    }
}

static void read_text(struct asked *a)
{
    struct ed_token token;
    size_t at = 0;

    a->tokens = ed_arena_alloc(a->arena, ED_LIMIT_NEAR_WORDS * sizeof(*a->tokens));
    while (a->ntokens < ED_LIMIT_NEAR_WORDS && ed_token_next(a->text, &at, &token)) {
        a->tokens[a->ntokens++] = (struct ed_near_token){token.start, token.end,
                                                         ed_word_fold(ed_str_slice(a->text, token.start, token.end))};
    }
}

static int by_vote(const void *pa, const void *pb)
{
    const struct vote *a = pa, *b = pb;

    return a->slot != b->slot ? (a->slot > b->slot) - (a->slot < b->slot) : (a->key > b->key) - (a->key < b->key);
}

struct tried {
    uint32_t slot;
    unsigned share; /* of its pairs that the text has, in 16ths */
};

/* The records of whose pairs the line has the greatest share, and ED_NEAR_PAIRS at least. */
static size_t best_voted(struct asked *a, struct tried ret_tried[ED_LIMIT_NEAR_TRIED])
{
    const struct vote *v = a->votes.v;
    size_t n = 0, at;

    if (a->votes.n) {
        qsort(a->votes.v, a->votes.n, sizeof(*a->votes.v), by_vote);
    }
    for (size_t i = 0, end; i < a->votes.n; i = end) {
        unsigned pairs = 0, has = a->near->shares[v[i].slot], share;

        for (end = i; end < a->votes.n && v[end].slot == v[i].slot; end++) {
            pairs += end == i || v[end].key != v[end - 1].key;
        }
        if (pairs < ED_NEAR_PAIRS) {
            continue;
        }
        share = pairs * 16 / ED_MAX(has, 1u);
        at = n < ED_LIMIT_NEAR_TRIED ? n++ : ED_LIMIT_NEAR_TRIED;
        for (; at > 0 && ret_tried[at - 1].share < share; at--) {
            if (at < ED_LIMIT_NEAR_TRIED) {
                ret_tried[at] = ret_tried[at - 1];
            }
        }
        if (at < ED_LIMIT_NEAR_TRIED) {
            ret_tried[at] = (struct tried){v[i].slot, share};
        }
    }
    return n;
}

/* Where the words in common begin and end, and that they stand together. */
static bool find_span(const struct asked *a, struct judged *j)
{
    bool any = false;

    for (size_t i = 0; i < j->wording.n; i++) {
        if (j->places[i] == ED_NEAR_ABSENT) {
            continue;
        }
        if (any && j->places[i] - j->last > APART_MOST) {
            return false;
        }
        j->first = any ? j->first : j->places[i];
        j->last = j->places[i];
        any = true;
    }
    return any && a->tokens[j->first].start < a->to && a->tokens[j->last].end > a->from;
}

/* Words of the record from i up to, not including, end: missing ones of one part, with what is around them. */
struct missing {
    size_t i, end;
    bool left, right; /* the words at both sides belong to the part and are there */
};

static bool next_missing(const struct judged *j, size_t *at, struct missing *ret_missing)
{
    const struct ed_word *v = j->wording.v;
    size_t i = *at, end, n = j->wording.n;

    while (i < n && j->places[i] != ED_NEAR_ABSENT) {
        i++;
    }
    for (end = i; end < n && j->places[end] == ED_NEAR_ABSENT && v[end].part == v[i].part; end++) {
    }
    *at = end;
    *ret_missing = (struct missing){.i = i,
                                    .end = end,
                                    .left = i > 0 && i < n && v[i - 1].part == v[i].part,
                                    .right = i < end && end < n && v[end].part == v[i].part};
    return i < n;
}

/* The words and the text have the same letters and digits: a line was broken inside a word. cut: the text may end
   early, as a line that was cut short does. */
static bool same_letters(const struct ed_word *v, size_t n, struct ed_str text, bool cut)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < v[i].text.n; k++) {
            while (at < text.n && !ed_is_word(text.p[at]) && (unsigned char)text.p[at] < 0x80) {
                at++;
            }
            if (at == text.n) {
                return cut;
            }
            if (ed_lower(text.p[at++]) != ed_lower(v[i].text.p[k])) {
                return false;
            }
        }
    }
    return at == text.n;
}

/* What stands where the words should: tokens [*ret_from, *ret_to). On one side only the line tells: what follows the
   word before, or precedes the word behind, on the same line. */
static void in_their_place(const struct asked *a, const struct judged *j, const struct missing *m, size_t *ret_from,
                           size_t *ret_to)
{
    size_t from = m->left ? j->places[m->i - 1] + 1 : m->right ? j->places[m->end] - (j->places[m->end] > 0) : 0;
    size_t to = m->right ? j->places[m->end] : m->left ? ED_MIN(from + 1, a->ntokens) : 0;

    if (from < to && m->left != m->right) {
        size_t start = m->left ? a->tokens[from - 1].end : a->tokens[from].end;
        size_t end = m->left ? a->tokens[from].start : a->tokens[to].start;

        to = memchr(a->text.p + start, '\n', end - start) ? from : to;
    }
    *ret_from = from;
    *ret_to = ED_MAX(from, to);
}

/* A rare word is what tells a message from its siblings ("does not support X", "does not support Y"): where such words
   are replaced and weigh enough among the rest, it is another message. Those left out, cut off or broken do not count.
 */
static bool is_sibling(const struct asked *a, const struct judged *j, const uint8_t *weights)
{
    struct missing m;
    size_t at = 0, from, to;
    unsigned replaced = 0;

    while (next_missing(j, &at, &m)) {
        unsigned rare = 0;

        for (size_t i = m.i; i < m.end; i++) {
            rare += weights[i] >= RARE ? weights[i] : 0;
        }
        in_their_place(a, j, &m, &from, &to);
        if (rare && from < to &&
            !same_letters(j->wording.v + m.i, m.end - m.i,
                          ed_str_slice(a->text, a->tokens[from].start, a->tokens[to - 1].end), m.left && !m.right)) {
            replaced += rare;
        }
    }
    return replaced * SIBLING_PART > j->all;
}

static struct ed_str words_between(const struct ed_word *v, size_t from, size_t to, struct ed_arena *arena)
{
    struct ed_str all = v[from].text;

    for (size_t i = from + 1; i < to; i++) {
        all = ed_arena_printf(arena, "%.*s %.*s", ED_STR_ARG(all), ED_STR_ARG(v[i].text));
    }
    return all;
}

/* Where words are missing, and what stands there instead. Words that are in the text and not in the record are told
   when both neighbours belong to one part: else a hole printed them; what precedes a part whose beginning is missing
   may be anything. */
static void find_gaps(const struct asked *a, struct judged *j)
{
    const struct ed_word *v = j->wording.v;
    struct ed_near_gap *gaps = ed_arena_zero(a->arena, 2 * j->wording.n, sizeof(*gaps));
    struct missing m;
    size_t from, to;

    for (size_t at = 0, i = 1; next_missing(j, &at, &m) || i < j->wording.n;) {
        for (; i < m.i; i++) { /* more between two words that are there */
            if (v[i].joined && j->places[i] > j->places[i - 1] + 1) {
                gaps[j->ngaps++].text = ed_str_slice(a->text, a->tokens[j->places[i - 1] + 1].start,
                                                     a->tokens[j->places[i] - 1].end);
            }
        }
        if (m.i == j->wording.n) {
            break;
        }
        i = at + 1;
        in_their_place(a, j, &m, &from, &to);
        gaps[j->ngaps].record = words_between(v, m.i, m.end, a->arena);
        gaps[j->ngaps++].text = m.left && from < to
                                    ? ed_str_slice(a->text, a->tokens[from].start, a->tokens[to - 1].end)
                                    : ED_STR_NONE;
    }
    j->gaps = gaps;
}

static unsigned negations(struct ed_str text)
{
    static const struct ed_str words[] = {ED_STR_INIT("not"),    ED_STR_INIT("no"),      ED_STR_INIT("non"),
                                          ED_STR_INIT("never"),  ED_STR_INIT("without"), ED_STR_INIT("cannot"),
                                          ED_STR_INIT("unable"), ED_STR_INIT("t")}; /* can't */
    struct ed_token token;
    unsigned n = 0;
    size_t at = 0;

    while (ed_token_next(text, &at, &token)) {
        for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
            n += ed_str_eq_nocase(ed_str_slice(text, token.start, token.end), words[i]);
        }
    }
    return n;
}

/* "is not there" is another message than "is there", however much they have in common. */
static bool is_opposite(const struct judged *j)
{
    unsigned record = 0, text = 0;

    for (size_t i = 0; i < j->ngaps; i++) {
        record += negations(j->gaps[i].record);
        text += negations(j->gaps[i].text);
    }
    return record != text;
}

static enum ed_rc judge(struct asked *a, uint32_t slot, struct judged *ret_judged, struct ed_err *err)
{
    const struct ed_near *near = a->near;
    size_t from = near->offsets[slot], to = near->offsets[slot + 1];
    const uint8_t *weights = near->weights + from;
    struct judged j = {.slot = slot};
    enum ed_rc rc;

    if (from > to || to > near->nweights) {
        return ED_NOT_FOUND;
    }
    rc = a->source.fetch(a->source.ctx, near->records[slot], &j.pattern, err);
    if (rc != ED_OK) {
        return rc;
    }
    ed_wording_read(j.pattern.regex, a->arena, &j.wording);
    if (j.wording.n != to - from || j.wording.n == 0) {
        return ED_NOT_FOUND; /* another pattern than the index was made of */
    }
    for (size_t i = 0; i < j.wording.n; i++) {
        j.all += weights[i];
    }
    j.places = ed_arena_zero(a->arena, j.wording.n, sizeof(*j.places));
    j.shared = ed_near_align(&j.wording, weights, a->tokens, a->ntokens, a->arena, j.places);
    if (j.shared < ED_NEAR_SHARE * j.all || j.shared < ED_NEAR_BITS * ED_NEAR_UNIT || !find_span(a, &j) ||
        is_sibling(a, &j, weights)) {
        return ED_NOT_FOUND;
    }
    find_gaps(a, &j);
    if (is_opposite(&j)) {
        return ED_NOT_FOUND;
    }
    *ret_judged = j;
    return ED_OK;
}

/* Bits in common, less half of those missing: a long wording of which much is missing is no better than a short one
   that is whole. In half units. */
static int worth(const struct judged *j)
{
    return 3 * (int)j->shared - (int)j->all;
}

static void fill_hit(const struct asked *a, const struct judged *best, const struct judged *all, size_t n,
                     struct ed_near_hit *ret_hit)
{
    struct ed_near_found found = {a->text, a->tokens, best->wording, best->places};
    uint32_t *others = ed_arena_zero(a->arena, n, sizeof(*others));
    struct ed_near_hit hit = {.record = a->near->records[best->slot],
                              .start = a->tokens[best->first].start,
                              .end = a->tokens[best->last].end,
                              .bits = best->shared / ED_NEAR_UNIT,
                              .all = best->all / ED_NEAR_UNIT,
                              .others = others,
                              .gaps = best->gaps,
                              .ngaps = best->ngaps};

    for (size_t i = 0; i < n; i++) {
        if (all[i].slot != best->slot && all[i].shared == best->shared && all[i].all == best->all &&
            all[i].first == best->first && all[i].last == best->last) {
            uint32_t number = a->near->records[all[i].slot];
            size_t at = hit.nothers++;

            for (; at > 0 && others[at - 1] > number; at--) {
                others[at] = others[at - 1];
            }
            others[at] = number;
        }
    }
    ed_near_captures(&found, &best->pattern, a->arena, &hit.captures, &hit.ncaptures);
    *ret_hit = hit;
}

static enum ed_rc find(struct asked *a, struct ed_near_hit *ret_hit, struct ed_err *err)
{
    struct tried tried[ED_LIMIT_NEAR_TRIED];
    struct judged judged[ED_LIMIT_NEAR_TRIED];
    size_t n = 0, best = 0, ntried = best_voted(a, tried);

    if (ntried) {
        read_text(a);
    }
    for (size_t i = 0; i < ntried; i++) {
        enum ed_rc rc = judge(a, tried[i].slot, &judged[n], err);

        if (rc < 0) {
            return rc;
        }
        n += rc == ED_OK;
    }
    for (size_t i = 1; i < n; i++) {
        int more = worth(&judged[i]) - worth(&judged[best]);

        best = more > 0 || (more == 0 && judged[i].slot < judged[best].slot) ? i : best;
    }
    if (n == 0) {
        return ED_NOT_FOUND;
    }
    fill_hit(a, &judged[best], judged, n, ret_hit);
    return ED_OK;
}

enum ed_rc ed_near_similar(const struct ed_near *near, struct ed_pattern_source source, struct ed_str text, size_t from,
                           size_t to, struct ed_arena *arena, struct ed_near_hit *ret_hit, struct ed_err *err)
{
    struct asked a = {.near = near, .source = source, .text = text, .from = from, .to = to, .arena = arena};
    enum ed_rc rc = ED_NOT_FOUND;

    if (near->npairs) {
        vote_all(&a);
        rc = find(&a, ret_hit, err);
        ed_vec_done(&a.votes);
    }
    return rc;
}

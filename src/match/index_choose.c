/*
 * index_choose.c: a pattern's literal text as terms, its specificity, and the key that it is looked up by.
 *
 * What makes a key exact: every match of the regex holds every fragment's text, so it holds the key's tokens side by
 * side, and as whole tokens of the text around it, because
 *   - inside a fragment a token ends where a separator or another kind of token stands, which is in every match;
 *   - at a fragment's edge an ASCII word is used only if the fragment is not glued there, and a non-ASCII token only if
 *     no byte outside can take part in it (ed_token_whole).
 * A pattern without a usable token goes to the always-run list.
 */
#include "match/index_choose.h"

#include "match/background.h"
#include "match/wording.h"

#include <math.h>

/* A possible key of a pattern. */
struct key {
    uint64_t hash, left, right; /* left and right: of a pair's tokens */
    const struct ed_fragment *fragment;
    size_t start;
    double cost; /* expected literal checks and confirms; less is better */
    enum ed_index_way way;
};

void ed_index_reading_init(struct ed_index_reading *reading)
{
    *reading = (struct ed_index_reading){0};
    ed_seen_init(&reading->seen);
}

void ed_index_reading_done(struct ed_index_reading *reading)
{
    ed_seen_done(&reading->seen);
    ed_vec_done(&reading->terms);
}

static void read_fragment(struct ed_index_reading *reading, const struct ed_fragment *fragment)
{
    struct ed_index_term *left = NULL, *term;
    struct ed_token token;
    size_t at = 0;

    while (ed_token_next(fragment->text, &at, &token)) {
        struct ed_str text = ed_str_slice(fragment->text, token.start, token.end);
        uint64_t left_hash = left ? left->hash : 0;
        bool left_usable = left && left->usable;
        size_t left_start = left ? left->start : 0;

        term = ed_vec_add(&reading->terms);
        *term = (struct ed_index_term){.fragment = fragment,
                                       .start = token.start,
                                       .end = token.end,
                                       .left = left_start,
                                       .hash = ed_token_hash(text.p, text.n),
                                       .usable = ed_word_whole(fragment, token)};
        term->first = ed_seen_first(&reading->seen, term->hash);
        term->paired = term->usable && left_usable;
        term->pair = ed_token_pair(left_hash, term->hash);
        left = term;
    }
}

void ed_index_read(struct ed_index_reading *reading, const struct ed_literals *literals)
{
    reading->terms.n = 0;
    ed_seen_reset(&reading->seen);
    for (size_t i = 0; i < literals->n; i++) {
        read_fragment(reading, &literals->v[i]);
    }
}

static void consider(struct key *best, const struct key *key)
{
    if (best->way == ED_INDEX_ALWAYS || key->cost < best->cost) {
        *best = *key;
    }
}

/*
 * Lines in 2^20 that may hold a pair. One that is not listed is on no more lines than the listed ones; within that,
 * words that are common apart are common together: as often as if they stood in lines by chance, times 16, as language
 * is no chance.
 */
static double pair_lines(const struct ed_count *pair, const struct ed_count *left, const struct ed_count *right)
{
    return pair->lines > 0 ? pair->lines
                           : fmin(ED_BACKGROUND_UNLISTED, 16.0 * left->lines * right->lines / ED_BACKGROUND_LINES);
}

/* What a key costs: each line that holds it is held against all patterns that share it. The lines are those of the
   background, and those that come from the patterns themselves, as logs that are looked at hold the errors that are
   known. */
static double cost(double lines, double patterns)
{
    return (lines + patterns) * patterns;
}

/* A word that is in no list may still be one that every line of some log holds; two such side by side are much less
   likely to. So a single token must be that much rarer than the best pair. */
#define SINGLE_COST 4

/*
 * A token's weight: the N patterns and the 2^20 background lines taken as one collection of documents. A word that is
 * in no list is not therefore rare: it counts as ED_BACKGROUND_UNLISTED lines, which caps every word at about 14 bits,
 * so no single one reaches ED_KB_SPECIFICITY_FLOOR.
 */
static double term_weight(const struct ed_index_builder *builder, const struct ed_index_term *term,
                          const struct ed_count *count)
{
    struct ed_str word = ed_str_slice(term->fragment->text, term->start, term->end);

    return ed_word_bits(ed_word_cap(word), (double)builder->patterns.n + ED_BACKGROUND_LINES,
                        (double)count->patterns + count->lines);
}

/* Weigh the pattern, the sum over its distinct tokens, and choose its cheapest key. */
static struct key judge(const struct ed_index_builder *builder, const struct ed_index_reading *reading,
                        double *ret_bits)
{
    struct key best = {.way = ED_INDEX_ALWAYS};
    const struct ed_count *left, *count = NULL;
    double bits = 0;

    for (size_t i = 0; i < reading->terms.n; i++) {
        const struct ed_index_term *term = &reading->terms.v[i];
        struct key key = {.fragment = term->fragment};

        left = count;
        count = ed_counter_get(&builder->tokens, term->hash);
        bits += term->first ? term_weight(builder, term, count) : 0;
        if (term->usable) {
            key.hash = term->hash;
            key.start = term->start;
            key.way = ED_INDEX_SINGLE;
            key.cost = SINGLE_COST * cost(count->lines, count->patterns);
            consider(&best, &key);
        }
        if (term->paired) {
            const struct ed_count *pair = ed_counter_get(&builder->pairs, term->pair);

            key.hash = term->pair;
            key.left = term[-1].hash;
            key.right = term->hash;
            key.start = term->left;
            key.way = ED_INDEX_PAIR;
            key.cost = cost(pair_lines(pair, left, count), pair->patterns);
            consider(&best, &key);
        }
    }
    *ret_bits = bits;
    return best;
}

static uint8_t blanks_of(const struct ed_literals *literals, unsigned blanks)
{
    return literals->known && literals->blanks < ED_INDEX_ANY_BLANKS ? (uint8_t)blanks : ED_INDEX_ANY_BLANKS;
}

/* Blanks of the fragment's text in front of the key stand before it, too. */
static unsigned blanks_before(const struct key *key)
{
    unsigned blanks = key->fragment->blanks_before;

    for (size_t i = 0; i < key->start; i++) {
        blanks += key->fragment->text.p[i] == ' ';
    }
    return blanks;
}

/* The key of `text` begins at `start`; leads: the text begins the regex. */
static void put(struct ed_index_sections *out, struct ed_index_entry entry, struct ed_index_literal head,
                struct ed_str text, size_t start, bool leads, const struct ed_index_token_role *roles, size_t nroles)
{
    size_t behind = ED_MIN(text.n - start, ED_INDEX_LITERAL_BEHIND);
    size_t before = ED_MIN(start, ED_INDEX_LITERAL - behind);
    char literal[sizeof(head) + ED_INDEX_LITERAL];

    behind = ED_MIN(text.n - start, ED_INDEX_LITERAL - before);
    head.n = (uint8_t)(before + behind);
    head.at = (uint8_t)(before | (leads && before == start ? ED_INDEX_LEADS : 0));
    memcpy(literal, &head, sizeof(head));
    memcpy(literal + sizeof(head), text.p + start - before, head.n);
    ed_index_sections_add(out, &out->table, &entry, literal, roles, nroles);
}

static void put_key(struct ed_index_sections *out, const struct ed_index_pattern *pattern, uint32_t slot,
                    const struct key *key)
{
    const struct ed_literals *literals = &pattern->literals;
    struct ed_index_token_role alone[] = {{key->hash, ED_INDEX_ALONE}},
                               both[] = {{key->left, ED_INDEX_LEFT}, {key->right, ED_INDEX_RIGHT}};
    bool pair = key->way == ED_INDEX_PAIR;

    put(out, (struct ed_index_entry){.key = key->hash, .slot = slot},
        (struct ed_index_literal){.blanks_before = blanks_of(literals, blanks_before(key)),
                                  .blanks = blanks_of(literals, literals->blanks)},
        key->fragment->text, key->start, key->fragment == literals->v && pattern->leads, pair ? both : alone,
        pair ? 2 : 1);
}

void ed_index_put_sign(struct ed_index_sections *out, const struct ed_index_sign *sign, uint32_t slot)
{
    struct ed_index_token_role alone[] = {{sign->right, ED_INDEX_ALONE}},
                               both[] = {{sign->left, ED_INDEX_LEFT}, {sign->right, ED_INDEX_RIGHT}};
    uint64_t key = sign->pair ? ed_token_pair(sign->left, sign->right) : sign->right;

    put(out, (struct ed_index_entry){.key = key, .slot = slot}, (struct ed_index_literal){0}, sign->text, sign->start,
        /* leads: */ false, sign->pair ? both : alone, sign->pair ? 2 : 1);
}

void ed_index_choose(const struct ed_index_builder *builder, const struct ed_index_reading *reading, uint32_t slot,
                     struct ed_index_pattern *pattern, struct ed_index_sections *out)
{
    struct key key;
    double bits = 0;

    for (size_t i = 0; i < reading->terms.n; i++) {
        if (reading->terms.v[i].paired) {
            ed_counter_prefetch(&builder->pairs, reading->terms.v[i].pair);
        }
    }
    key = judge(builder, reading, &bits);
    pattern->weight = (float)bits;
    pattern->way = (uint8_t)key.way;
    if (key.way != ED_INDEX_ALWAYS) {
        put_key(out, pattern, slot, &key);
    }
}

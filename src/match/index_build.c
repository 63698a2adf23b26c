/*
 * index_build.c: from patterns to a blob. Adding a pattern reads its literals and counts their tokens and pairs;
 * finishing chooses each pattern's key, weighs the pattern, and lays the sections out (index_format.h).
 *
 * What makes a key exact: every match of the regex holds every fragment's text, so it holds the key's tokens side by
 * side, and as whole tokens of the text around it, because
 *   - inside a fragment a token ends where a separator or another kind of token stands, which is in every match;
 *   - at a fragment's edge an ASCII word is used only if the fragment is not glued there, and a non-ASCII token only if
 *     no byte outside can take part in it (ed_token_whole).
 * A pattern without a usable token goes to the always-run list.
 */
#include "match/index_build.h"

#include "base/alloc.h"
#include "base/vec.h"
#include "match/background.h"
#include "match/index_count.h"
#include "match/index_format.h"
#include "match/wording.h"

#include <math.h>

/* What the background table counts over. */
#define LINES 1048576.0

struct pattern {
    uint32_t record;
    struct ed_literals literals;
    bool leads; /* the regex begins with the first fragment */
    double weight;
};

/* A possible key of a pattern. */
struct key {
    uint64_t hash, left, right; /* left and right: of a pair's tokens */
    const struct ed_fragment *fragment;
    size_t start;
    double cost; /* expected literal checks and confirms; less is better */
    enum ed_index_way way;
};

struct ed_index_builder {
    struct ed_arena arena;
    ED_VEC(struct pattern) patterns;
    struct ed_counter tokens, pairs;
};

struct ed_index_builder *ed_index_builder_new(void)
{
    struct ed_index_builder *builder = ed_alloc_zero(1, sizeof(*builder));

    ed_arena_init(&builder->arena);
    ed_counter_init(&builder->tokens);
    ed_counter_init(&builder->pairs);
    return builder;
}

void ed_index_builder_free(struct ed_index_builder *builder)
{
    if (!builder) {
        return;
    }
    ed_arena_done(&builder->arena);
    ed_vec_done(&builder->patterns);
    ed_counter_done(&builder->tokens);
    ed_counter_done(&builder->pairs);
    ed_free(builder);
}

/* A walk over a fragment's tokens. */
struct walk {
    const struct ed_fragment *fragment;
    size_t at;
    struct ed_token token, left; /* this one and the one before it */
    uint64_t hash, left_hash;
    bool usable, left_usable; /* false for the first one's left */
};

static bool walk_next(struct walk *walk)
{
    walk->left = walk->token;
    walk->left_hash = walk->hash;
    walk->left_usable = walk->usable;
    if (!ed_token_next(walk->fragment->text, &walk->at, &walk->token)) {
        return false;
    }
    walk->hash = ed_token_hash(walk->fragment->text.p + walk->token.start, walk->token.end - walk->token.start);
    walk->usable = ed_word_whole(walk->fragment, walk->token);
    return true;
}

/* Whether the regex begins with the first fragment's text, but for a \b, and not with white space, which could begin
   anywhere in its run. Read from the regex's first unit: a plain byte that no quantifier follows. */
static bool leads(struct ed_str regex, const struct ed_literals *literals)
{
    size_t at = ed_str_starts(regex, ED_STR("\\b")) ? 2 : 0;

    if (literals->n == 0 || at + 1 >= regex.n) {
        return false;
    }
    if (regex.p[at] == '\\' && !ed_is_word(regex.p[at + 1])) {
        at++;
    } else if (!ed_is_word(regex.p[at]) && (unsigned char)regex.p[at] < 0x80) {
        return false;
    }
    return regex.p[at] == literals->v[0].text.p[0] && !ed_is_space(regex.p[at]) && literals->v[0].blanks_before == 0 &&
           (at + 1 == regex.n || strchr("*+?{", regex.p[at + 1]) == NULL);
}

void ed_index_builder_add(struct ed_index_builder *builder, uint32_t record, struct ed_str regex)
{
    struct pattern *pattern = ed_vec_add(&builder->patterns);
    uint32_t mark = (uint32_t)builder->patterns.n;

    *pattern = (struct pattern){.record = record};
    ed_literals_read(ed_arena_str(&builder->arena, regex), &builder->arena, &pattern->literals);
    pattern->leads = leads(regex, &pattern->literals);
    for (size_t i = 0; i < pattern->literals.n; i++) {
        struct walk walk = {.fragment = &pattern->literals.v[i]};

        while (walk_next(&walk)) {
            struct ed_count *count = ed_counter_add(&builder->tokens, walk.hash, mark);

            if (count->lines == 0) {
                count->lines = fmax(ed_background_token(walk.hash), ED_BACKGROUND_UNLISTED);
            }
            if (walk.usable && walk.left_usable) {
                ed_counter_add(&builder->pairs, ed_token_pair(walk.left_hash, walk.hash), mark);
            }
        }
    }
}

/*
 * Lines in 2^20 that may hold a pair. One that is not listed is on no more lines than the listed ones; within that,
 * words that are common apart are common together: as often as if they stood in lines by chance, times 16, as language
 * is no chance.
 */
static double pair_lines(uint64_t pair, const struct ed_count *left, const struct ed_count *right)
{
    double listed = ed_background_pair(pair);

    return listed > 0 ? listed : fmin(ED_BACKGROUND_UNLISTED, 16 * left->lines * right->lines / LINES);
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

static void consider(struct key *best, const struct key *key)
{
    if (best->way == ED_INDEX_ALWAYS || key->cost < best->cost) {
        *best = *key;
    }
}

static void consider_pair(const struct ed_index_builder *builder, const struct walk *walk, const struct ed_count *left,
                          const struct ed_count *right, struct key *best)
{
    uint64_t hash = ed_token_pair(walk->left_hash, walk->hash);
    const struct ed_count *pair = ed_counter_get(&builder->pairs, hash);
    struct key key = {.hash = hash,
                      .left = walk->left_hash,
                      .right = walk->hash,
                      .fragment = walk->fragment,
                      .start = walk->left.start,
                      .way = ED_INDEX_PAIR};

    key.cost = cost(pair_lines(hash, left, right), pair->patterns);
    consider(best, &key);
}

static void consider_single(const struct walk *walk, const struct ed_count *count, struct key *best)
{
    struct key key = {
        .hash = walk->hash, .fragment = walk->fragment, .start = walk->token.start, .way = ED_INDEX_SINGLE};

    key.cost = SINGLE_COST * cost(count->lines, count->patterns);
    consider(best, &key);
}

/*
 * A token's weight: the N patterns and the 2^20 background lines taken as one collection of documents. A word that is
 * in no list is not therefore rare: it counts as ED_BACKGROUND_UNLISTED lines, which caps every word at about 14 bits,
 * so no single one reaches ED_KB_SPECIFICITY_FLOOR.
 */
static double token_weight(const struct ed_index_builder *builder, const struct walk *walk,
                           const struct ed_count *count)
{
    struct ed_str word = ed_str_slice(walk->fragment->text, walk->token.start, walk->token.end);

    return ed_word_bits(ed_word_cap(word), (double)builder->patterns.n + LINES, count->patterns + count->lines);
}

/* Weigh the pattern, the sum over its distinct tokens, and choose its cheapest key. `mark` tells this pattern's visits
   from others'. */
static struct key judge(const struct ed_index_builder *builder, struct pattern *pattern, uint32_t mark)
{
    struct key best = {.way = ED_INDEX_ALWAYS};
    double bits = 0;

    for (size_t i = 0; i < pattern->literals.n; i++) {
        struct walk walk = {.fragment = &pattern->literals.v[i]};
        struct ed_count *left, *count = NULL;

        while (walk_next(&walk)) {
            left = count;
            count = ed_counter_get(&builder->tokens, walk.hash);
            if (count->last != mark) {
                count->last = mark;
                bits += token_weight(builder, &walk, count);
            }
            if (walk.usable) {
                consider_single(&walk, count, &best);
            }
            if (walk.usable && walk.left_usable && left) {
                consider_pair(builder, &walk, left, count, &best);
            }
        }
    }
    pattern->weight = (float)bits; /* as it is stored */
    return best;
}

/* A token of a key, and what it is in it. */
struct role {
    uint64_t hash;
    enum ed_index_role role;
};

struct sections {
    ED_VEC(struct ed_index_entry) entries;
    ED_VEC(struct role) roles;
    ED_VEC(uint32_t) always;
    struct ed_buf literals;
};

static uint8_t blanks_of(const struct pattern *pattern, unsigned blanks)
{
    return pattern->literals.known && pattern->literals.blanks < ED_INDEX_ANY_BLANKS ? (uint8_t)blanks
                                                                                     : ED_INDEX_ANY_BLANKS;
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

/* false when the literals are full (4 GiB): the pattern is always run then. */
static bool add_entry(struct sections *out, const struct pattern *pattern, uint32_t slot, const struct key *key)
{
    struct ed_str text = key->fragment->text;
    size_t behind = ED_MIN(text.n - key->start, ED_INDEX_LITERAL_BEHIND);
    size_t before = ED_MIN(key->start, ED_INDEX_LITERAL - behind);
    struct ed_index_literal literal = {.blanks_before = blanks_of(pattern, blanks_before(key)),
                                       .blanks = blanks_of(pattern, pattern->literals.blanks),
                                       .at = (uint8_t)before};

    behind = ED_MIN(text.n - key->start, ED_INDEX_LITERAL - before);
    literal.n = (uint8_t)(before + behind);
    if (pattern->leads && key->fragment == pattern->literals.v && before == key->start) {
        literal.at |= ED_INDEX_LEADS;
    }
    if (out->literals.n > UINT32_MAX - sizeof(literal) - ED_INDEX_LITERAL) {
        return false;
    }
    *ed_vec_add(&out->entries) = (struct ed_index_entry){
        .key = key->hash, .slot = slot, .literal = (uint32_t)out->literals.n};
    ed_buf_append(&out->literals, (const char *)&literal, sizeof(literal));
    ed_buf_append(&out->literals, text.p + key->start - before, literal.n);
    if (key->way == ED_INDEX_SINGLE) {
        *ed_vec_add(&out->roles) = (struct role){key->hash, ED_INDEX_ALONE};
    } else {
        *ed_vec_add(&out->roles) = (struct role){key->left, ED_INDEX_LEFT};
        *ed_vec_add(&out->roles) = (struct role){key->right, ED_INDEX_RIGHT};
    }
    return true;
}

static int by_record(const void *a, const void *b)
{
    const struct pattern *x = a, *y = b;

    return (x->record > y->record) - (x->record < y->record);
}

static int by_role(const void *a, const void *b)
{
    const struct role *x = a, *y = b;

    return x->hash != y->hash ? (x->hash > y->hash) - (x->hash < y->hash) : (int)x->role - (int)y->role;
}

static int by_key(const void *a, const void *b)
{
    const struct ed_index_entry *x = a, *y = b;

    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->slot > y->slot) - (x->slot < y->slot);
}

/* Append a section's zeroed bytes; NULL for none. */
static void *section(struct ed_buf *blob, size_t bytes)
{
    size_t at = blob->n;

    ed_buf_fill(blob, '\0', (bytes + 7) / 8 * 8);
    return blob->p + at;
}

static unsigned bits_for(uint64_t want, unsigned least, unsigned most)
{
    unsigned bits = least;

    while (bits < most && (uint64_t)1 << bits < want) {
        bits++;
    }
    return bits;
}

static void write_bitmap(struct ed_buf *blob, const struct sections *in, unsigned bits)
{
    uint64_t *words = section(blob, ((size_t)1 << bits) / 8);

    for (size_t i = 0; i < in->entries.n; i++) {
        uint64_t key = in->entries.v[i].key;

        words[key >> (64 - (bits - 6))] |= ed_index_bits(key);
    }
}

/* Many keys share a token: how many different roles there are. */
static size_t count_roles(const struct sections *in)
{
    size_t n = 0;

    for (size_t i = 0; i < in->roles.n; i++) {
        n += i == 0 || by_role(&in->roles.v[i - 1], &in->roles.v[i]) != 0;
    }
    return n;
}

static void write_words(struct ed_buf *blob, const struct sections *in, unsigned bits)
{
    uint64_t *words = section(blob, ((size_t)1 << bits) / 8);

    for (size_t i = 0; i < in->roles.n; i++) {
        words[in->roles.v[i].hash >> (64 - (bits - 6))] |= ed_index_role_bit(in->roles.v[i].hash, in->roles.v[i].role);
    }
}

static void write_directory(struct ed_buf *blob, const struct sections *in, unsigned bits)
{
    size_t buckets = (size_t)1 << bits, i = 0;
    uint32_t *directory = section(blob, (buckets + 1) * sizeof(*directory));

    for (size_t b = 0; b < buckets; b++) {
        directory[b] = (uint32_t)i;
        while (i < in->entries.n && in->entries.v[i].key >> (64 - bits) == b) {
            i++;
        }
    }
    directory[buckets] = (uint32_t)i;
}

static void write_array(struct ed_buf *blob, const void *v, size_t bytes)
{
    void *p = section(blob, bytes);

    if (bytes) {
        memcpy(p, v, bytes);
    }
}

static void write_records(struct ed_buf *blob, const struct ed_index_builder *builder)
{
    uint32_t *records = section(blob, builder->patterns.n * sizeof(*records));
    float *weights;

    for (size_t i = 0; i < builder->patterns.n; i++) {
        records[i] = builder->patterns.v[i].record;
    }
    weights = section(blob, builder->patterns.n * sizeof(*weights));
    for (size_t i = 0; i < builder->patterns.n; i++) {
        weights[i] = (float)builder->patterns.v[i].weight;
    }
}

static void write_blob(const struct ed_index_builder *builder, const struct sections *in, uint64_t content_hash,
                       struct ed_buf *blob)
{
    /* 16 bits an entry and more keep false alarms near 1 in 100; from 8 KiB, which a first-level cache keeps beside the
       chunk, to 1 MiB, which leaves room for the rest in a second-level one. */
    struct ed_index_header header = {.magic = ED_INDEX_MAGIC,
                                     .version = ED_INDEX_VERSION,
                                     .platform = ED_INDEX_PLATFORM,
                                     .content = ed_index_content(content_hash),
                                     .bitmap_bits = bits_for((uint64_t)in->entries.n * 16, 16, 23),
                                     .words_bits = bits_for((uint64_t)count_roles(in) * 16, 13, 21),
                                     .directory_bits = bits_for(in->entries.n / 2, 1, 28),
                                     .entries = (uint32_t)in->entries.n,
                                     .literals = (uint32_t)in->literals.n,
                                     .records = (uint32_t)builder->patterns.n,
                                     .always = (uint32_t)in->always.n};

    section(blob, sizeof(header));
    write_bitmap(blob, in, header.bitmap_bits);
    write_words(blob, in, header.words_bits);
    write_directory(blob, in, header.directory_bits);
    write_array(blob, in->entries.v, in->entries.n * sizeof(*in->entries.v));
    write_array(blob, in->literals.p, in->literals.n);
    write_records(blob, builder);
    write_array(blob, in->always.v, in->always.n * sizeof(*in->always.v));
    header.size = blob->n;
    header.checksum = ed_index_checksum(blob->p + sizeof(header), blob->n - sizeof(header));
    memcpy(blob->p, &header, sizeof(header));
}

void ed_index_builder_finish(struct ed_index_builder *builder, uint64_t content_hash, struct ed_buf *ret_blob,
                             ed_index_info_fn info, void *ctx)
{
    struct sections out = {0};
    size_t n = builder->patterns.n;

    ed_buf_init(&out.literals, 0);
    ed_buf_reset(ret_blob);
    if (n) {
        qsort(builder->patterns.v, n, sizeof(*builder->patterns.v), by_record);
    }
    for (size_t i = 0; i < n; i++) {
        struct pattern *pattern = &builder->patterns.v[i];
        struct key key = judge(builder, pattern, (uint32_t)(n + 1 + i)); /* marks beyond those of adding */

        if (key.way == ED_INDEX_ALWAYS || !add_entry(&out, pattern, (uint32_t)i, &key)) {
            key.way = ED_INDEX_ALWAYS;
            *ed_vec_add(&out.always) = pattern->record;
        }
        if (info) {
            info(ctx, pattern->record, pattern->weight, key.way);
        }
    }
    if (out.entries.n) {
        qsort(out.entries.v, out.entries.n, sizeof(*out.entries.v), by_key);
        qsort(out.roles.v, out.roles.n, sizeof(*out.roles.v), by_role);
    }
    write_blob(builder, &out, content_hash, ret_blob);
    ed_vec_done(&out.entries);
    ed_vec_done(&out.roles);
    ed_vec_done(&out.always);
    ed_buf_done(&out.literals);
}

/*
 * index_build.c: from patterns to a blob, in two passes over the patterns, each by several threads. The first one reads
 * their literals, while patterns are still added, and counts tokens and pairs; the second one weighs each pattern and
 * chooses its key (index_choose.c). Then the sections are laid out (index_write.c). What is made depends on the set of
 * patterns alone.
 */
#include "match/index_build.h"

#include "base/limits.h"
#include "match/background.h"
#include "match/index_choose.h"
#include "match/index_pass.h"

#include <math.h>

/* More threads would wait for the one that takes what they make. */
#define THREADS_MOST ((size_t)ED_PASS_SLOTS / 2)
/* Regexes of a part, so that long ones do not add up. */
#define PART_BYTES (256 * ED_KIB)

/* A part of the patterns, on its way from adding to counting. */
struct ed_index_listing {
    struct ed_arena arena, scratch; /* regexes; what is read of one */
    ED_VEC(struct ed_str) regexes;
    ED_VEC(struct ed_index_pattern) patterns; /* their literals are in the builder's arena for this slot */
    ED_VEC(uint64_t) tokens, pairs;           /* each as often as patterns have it */
    struct ed_index_reading reading;
    struct ed_seen seen;
};

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

static void list_terms(struct ed_index_listing *listing, const struct ed_literals *literals)
{
    ed_index_read(&listing->reading, literals);
    ed_seen_reset(&listing->seen);
    for (size_t i = 0; i < listing->reading.terms.n; i++) {
        const struct ed_index_term *term = &listing->reading.terms.v[i];

        if (term->first) {
            *ed_vec_add(&listing->tokens) = term->hash;
        }
        if (term->paired && ed_seen_first(&listing->seen, term->pair)) {
            *ed_vec_add(&listing->pairs) = term->pair;
        }
    }
}

/* Without the room that reading them took. */
static void keep_literals(const struct ed_literals *from, struct ed_arena *arena, struct ed_literals *ret_to)
{
    struct ed_fragment *v = ed_arena_alloc(arena, from->n * sizeof(*v));
    size_t n = 0;
    char *text;

    for (size_t i = 0; i < from->n; i++) {
        n += from->v[i].text.n;
    }
    text = ed_arena_alloc(arena, n);
    for (size_t i = 0; i < from->n; i++) {
        v[i] = from->v[i];
        memcpy(text, v[i].text.p, v[i].text.n);
        v[i].text.p = text;
        text += v[i].text.n;
    }
    *ret_to = *from;
    ret_to->v = v;
}

static void list_part(void *ctx, size_t slot, size_t thread ED_UNUSED)
{
    struct ed_index_builder *builder = ctx;
    struct ed_index_listing *listing = &builder->listings[slot];

    listing->tokens.n = listing->pairs.n = 0;
    for (size_t i = 0; i < listing->regexes.n; i++) {
        struct ed_index_pattern *pattern = &listing->patterns.v[i];
        struct ed_literals literals;

        ed_literals_read(listing->regexes.v[i], &listing->scratch, &literals);
        list_terms(listing, &literals);
        pattern->leads = leads(listing->regexes.v[i], &literals);
        keep_literals(&literals, &builder->arenas[slot], &pattern->literals);
        ed_arena_reset(&listing->scratch);
    }
}

struct ed_index_builder *ed_index_builder_new(void)
{
    struct ed_index_builder *builder = ed_alloc_zero(1, sizeof(*builder));

    ed_counter_init(&builder->tokens);
    ed_counter_init(&builder->pairs);
    ed_index_weak_init(&builder->weak);
    builder->ordered = true;
    builder->listings = ed_alloc_zero(ED_PASS_SLOTS, sizeof(*builder->listings));
    for (size_t i = 0; i < ED_PASS_SLOTS; i++) {
        ed_arena_init(&builder->arenas[i]);
        ed_arena_init(&builder->listings[i].arena);
        ed_arena_init(&builder->listings[i].scratch);
        ed_index_reading_init(&builder->listings[i].reading);
        ed_seen_init(&builder->listings[i].seen);
    }
    builder->team = ed_team_new(ED_MIN(ed_team_processors(), THREADS_MOST));
    builder->ring = ed_ring_new(builder->team, ED_PASS_SLOTS, list_part, builder);
    return builder;
}

/* What only counting takes. */
static void free_listings(struct ed_index_builder *builder)
{
    ed_ring_free(builder->ring);
    builder->ring = NULL;
    for (size_t i = 0; i < ED_PASS_SLOTS && builder->listings; i++) {
        ed_arena_done(&builder->listings[i].arena);
        ed_arena_done(&builder->listings[i].scratch);
        ed_index_reading_done(&builder->listings[i].reading);
        ed_vec_done(&builder->listings[i].regexes);
        ed_vec_done(&builder->listings[i].patterns);
        ed_vec_done(&builder->listings[i].tokens);
        ed_vec_done(&builder->listings[i].pairs);
        ed_seen_done(&builder->listings[i].seen);
    }
    ed_free(builder->listings);
    builder->listings = NULL;
}

void ed_index_builder_free(struct ed_index_builder *builder)
{
    if (!builder) {
        return;
    }
    free_listings(builder);
    ed_team_free(builder->team);
    for (size_t i = 0; i < ED_PASS_SLOTS; i++) {
        ed_arena_done(&builder->arenas[i]);
    }
    ed_vec_done(&builder->patterns);
    ed_counter_done(&builder->tokens);
    ed_counter_done(&builder->pairs);
    ed_index_weak_done(&builder->weak);
    ed_free(builder);
}

void ed_index_builder_set_weak(struct ed_index_builder *builder, double floor, ed_index_beside_fn fn, void *ctx)
{
    builder->weak.floor = floor;
    builder->weak.beside = fn;
    builder->weak.ctx = ctx;
}

static void take_listing(struct ed_index_builder *builder, struct ed_index_listing *listing)
{
    ed_counter_add(&builder->tokens, listing->tokens.v, listing->tokens.n);
    ed_counter_add(&builder->pairs, listing->pairs.v, listing->pairs.n);
    for (size_t i = 0; i < listing->patterns.n; i++) {
        struct ed_index_pattern *pattern = ed_vec_add(&builder->patterns);

        *pattern = listing->patterns.v[i];
        builder->ordered &= builder->patterns.n == 1 || pattern[-1].record < pattern->record;
    }
    listing->regexes.n = listing->patterns.n = 0;
    ed_arena_reset(&listing->arena);
}

static void count(struct ed_index_builder *builder, bool all)
{
    size_t slot = 0;

    while (ed_ring_oldest(builder->ring, all || ed_ring_full(builder->ring), &slot)) {
        take_listing(builder, &builder->listings[slot]);
        ed_ring_emptied(builder->ring);
    }
}

void ed_index_builder_add(struct ed_index_builder *builder, uint32_t record, struct ed_str regex)
{
    struct ed_index_listing *listing = &builder->listings[ed_ring_next(builder->ring)];

    *ed_vec_add(&listing->regexes) = ed_arena_str(&listing->arena, regex);
    *ed_vec_add(&listing->patterns) = (struct ed_index_pattern){.record = record};
    if (listing->regexes.n == ED_PASS_PART || listing->arena.used >= PART_BYTES) {
        ed_ring_submit(builder->ring);
        count(builder, /* all */ false);
    }
}

static void count_rest(struct ed_index_builder *builder)
{
    if (builder->listings[ed_ring_next(builder->ring)].regexes.n) {
        ed_ring_submit(builder->ring);
    }
    count(builder, /* all */ true);
    free_listings(builder);
}

static void look_up_tokens(void *ctx, size_t slot ED_UNUSED, size_t from, size_t to)
{
    struct ed_index_builder *builder = ctx;

    for (size_t i = from; i < to; i++) {
        struct ed_count *count = &builder->tokens.v[i];

        count->lines = count->patterns ? fmaxf((float)ed_background_token(count->hash), ED_BACKGROUND_UNLISTED) : 0;
    }
}

static void look_up_pairs(void *ctx, size_t slot ED_UNUSED, size_t from, size_t to)
{
    struct ed_index_builder *builder = ctx;

    for (size_t i = from; i < to; i++) {
        struct ed_count *count = &builder->pairs.v[i];

        count->lines = count->patterns ? (float)ed_background_pair(count->hash) : 0;
    }
}

/* What is chosen for a part of the patterns. */
struct draft {
    struct ed_index_reading reading;
    struct ed_index_sections chosen; /* without `always` */
};

struct choice {
    struct ed_index_builder *builder;
    struct ed_index_sections out;
    ed_index_info_fn info;
    void *ctx;
    struct draft drafts[ED_PASS_SLOTS];
};

static void choose_part(void *ctx, size_t slot, size_t from, size_t to)
{
    struct choice *choice = ctx;
    struct draft *draft = &choice->drafts[slot];

    draft->chosen.table.entries.n = draft->chosen.table.roles.n = 0;
    ed_buf_reset(&draft->chosen.literals);
    for (size_t i = from; i < to; i++) {
        struct ed_index_pattern *pattern = &choice->builder->patterns.v[i];

        ed_index_read(&draft->reading, &pattern->literals);
        ed_index_choose(choice->builder, &draft->reading, (uint32_t)i, pattern, &draft->chosen);
    }
}

/* To the table where it belongs. There must be room for the signs to come, too. */
static void take_entry(struct choice *choice, const struct ed_index_entry *entry, const char *literal,
                       const struct ed_index_token_role *roles, size_t nroles)
{
    struct ed_index_builder *builder = choice->builder;
    struct ed_index_pattern *pattern = &builder->patterns.v[entry->slot];
    struct ed_index_table *table = &choice->out.table;

    if (!ed_index_sections_room(&choice->out, 1 + builder->weak.signs.n + ED_INDEX_SIGNS_MOST)) {
        pattern->way = ED_INDEX_ALWAYS;
        return;
    }
    if (ed_index_weak_take(&builder->weak, pattern->record, pattern->weight)) {
        table = &choice->out.weak;
    }
    ed_index_sections_add(&choice->out, table, entry, literal, roles, nroles);
}

static void take_part(void *ctx, size_t slot, size_t from, size_t to)
{
    struct choice *choice = ctx;
    const struct ed_index_sections *chosen = &choice->drafts[slot].chosen;
    const struct ed_index_token_role *roles = chosen->table.roles.v;

    for (size_t i = 0; i < chosen->table.entries.n; i++) {
        const struct ed_index_entry *entry = &chosen->table.entries.v[i];
        size_t nroles = choice->builder->patterns.v[entry->slot].way == ED_INDEX_PAIR ? 2 : 1;

        take_entry(choice, entry, chosen->literals.p + entry->literal, roles, nroles);
        roles += nroles;
    }
    for (size_t i = from; i < to; i++) {
        const struct ed_index_pattern *pattern = &choice->builder->patterns.v[i];

        if (pattern->way == ED_INDEX_ALWAYS) {
            *ed_vec_add(&choice->out.always) = pattern->record;
        }
        if (choice->info) {
            choice->info(choice->ctx, pattern->record, pattern->weight, (enum ed_index_way)pattern->way);
        }
    }
}

static void choose_all(struct choice *choice)
{
    ed_index_sections_init(&choice->out);
    for (size_t i = 0; i < ED_PASS_SLOTS; i++) {
        ed_index_reading_init(&choice->drafts[i].reading);
        ed_index_sections_init(&choice->drafts[i].chosen);
    }
    ed_index_pass(choice->builder->team, choice->builder->patterns.n, choose_part, take_part, choice);
    for (size_t i = 0; i < choice->builder->weak.signs.n; i++) {
        ed_index_put_sign(&choice->out, &choice->builder->weak.signs.v[i], (uint32_t)(choice->builder->patterns.n + i));
    }
    for (size_t i = 0; i < ED_PASS_SLOTS; i++) {
        ed_index_reading_done(&choice->drafts[i].reading);
        ed_index_sections_done(&choice->drafts[i].chosen);
    }
}

static int by_record(const void *a, const void *b)
{
    const struct ed_index_pattern *x = a, *y = b;

    return (x->record > y->record) - (x->record < y->record);
}

void ed_index_builder_finish(struct ed_index_builder *builder, uint64_t content_hash, struct ed_buf *ret_blob,
                             ed_index_info_fn info, void *ctx)
{
    struct choice choice = {.builder = builder, .info = info, .ctx = ctx};

    count_rest(builder);
    if (!builder->ordered) {
        qsort(builder->patterns.v, builder->patterns.n, sizeof(*builder->patterns.v), by_record);
    }
    ed_index_pass(builder->team, builder->tokens.cap, look_up_tokens, /* take */ NULL, builder);
    ed_index_pass(builder->team, builder->pairs.cap, look_up_pairs, /* take */ NULL, builder);
    choose_all(&choice);
    ed_index_write(builder, &choice.out, content_hash, ret_blob);
    ed_index_sections_done(&choice.out);
}

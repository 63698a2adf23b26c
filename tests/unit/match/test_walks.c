/*
 * test_walks.c: what the index finds by each walk this machine has, held against a search that knows only what a token
 * is: keys of every length and kind at every place around block ends, in bytes of every kind, and in random texts.
 */
#include "base/alloc.h"
#include "base/vec.h"
#include "match/index_build.h"
#include "match/index_format.h"

#include <setjmp.h>

#include <cmocka.h>

/* Record i: one token, or two; with white space between them or with nothing. */
struct key {
    const char *left, *right;
    bool blank;
};

static const struct key keys[] = {
    {"k", NULL, false},
    {"key", NULL, false},
    {"seven_7", NULL, false},
    {"eight_88", NULL, false},
    {"nine_9999", NULL, false},
    {"sixteen_letters1", NULL, false},
    {"\xC3\xA9", NULL, false},
    {"\xE9\x8C\xAF", NULL, false},
    {"\xF0\x9F\x98\x81", NULL, false},
    {"p", "q", true},
    {"pair", "of", true},
    {"of", "words", true},
    {"a_longer_left", "one", true},
    {"one", "a_longer_right", true},
    {"thirteen_lett", "thirteen_righ", true},
    {"\xE9\x94\x99", "\xE8\xAF\xAF", false},
    {"\xE9\x94\x99", "word", false},
    {"word", "\xF0\x9F\x98\x80", false},
    {"\xC3\xB6", "\xF0\x9F\x98\x80", true},
};

struct found {
    uint32_t record;
    size_t start, end;
};

struct list {
    ED_VEC(struct found) v;
};

static void add(struct list *list, uint32_t record, size_t start, size_t end)
{
    *ed_vec_add(&list->v) = (struct found){record, start, end};
}

static void on_candidate(void *ctx, const struct ed_candidate *candidate)
{
    add(ctx, candidate->record, candidate->start, candidate->end);
}

static int by_place(const void *a, const void *b)
{
    const struct found *x = a, *y = b;

    return x->start != y->start ? (x->start > y->start) - (x->start < y->start)
                                : (x->record > y->record) - (x->record < y->record);
}

static void sort(struct list *list)
{
    if (list->v.n > 1) {
        qsort(list->v.v, list->v.n, sizeof(*list->v.v), by_place);
    }
}

static bool gap_fits(const struct key *key, struct ed_str gap)
{
    for (size_t i = 0; i < gap.n; i++) {
        if (!ed_is_space(gap.p[i])) {
            return false;
        }
    }
    return key->blank == (gap.n > 0);
}

static struct ed_str text_of(struct ed_str text, struct ed_token token)
{
    return ed_str_slice(text, token.start, token.end);
}

/* Token after token, against every key. */
static void search(struct ed_str text, struct list *ret_list)
{
    struct ed_token left = {0}, token = {0};
    bool any = false;

    ret_list->v.n = 0;
    for (size_t at = 0; ed_token_next(text, &at, &token); left = token, any = true) {
        for (size_t i = 0; i < ED_ARRAY_LEN(keys); i++) {
            if (!keys[i].right && ed_str_is(text_of(text, token), keys[i].left)) {
                add(ret_list, (uint32_t)i, token.start, token.end);
            } else if (keys[i].right && any && ed_str_is(text_of(text, left), keys[i].left) &&
                       ed_str_is(text_of(text, token), keys[i].right) &&
                       gap_fits(&keys[i], ed_str_slice(text, left.end, token.start))) {
                add(ret_list, (uint32_t)i, left.start, token.end);
            }
        }
    }
    sort(ret_list);
}

struct fixture {
    struct ed_buf blob;
    struct ed_index *index;
    struct list want, got;
    size_t hits;
};

static void check(struct fixture *f, struct ed_str text)
{
    char *copy = ed_alloc(text.n); /* of its own size: a read behind it is seen */

    if (text.n) {
        memcpy(copy, text.p, text.n);
    }
    text.p = copy;
    search(text, &f->want);
    f->hits += f->want.v.n;
    for (int walk = ED_WALK_PLAIN; walk < ED_WALK_COUNT; walk++) {
        if (!ed_walk_usable((enum ed_walk)walk)) {
            continue;
        }
        f->got.v.n = 0;
        ed_index_set_walk(f->index, (enum ed_walk)walk);
        ed_index_scan(f->index, text, on_candidate, &f->got);
        sort(&f->got);
        assert_int_equal(f->got.v.n, f->want.v.n);
        for (size_t i = 0; i < f->want.v.n; i++) {
            assert_int_equal(f->got.v.v[i].record, f->want.v.v[i].record);
            assert_int_equal(f->got.v.v[i].start, f->want.v.v[i].start);
            assert_int_equal(f->got.v.v[i].end, f->want.v.v[i].end);
        }
    }
    ed_free(copy);
}

static int set_up(void **state)
{
    struct fixture *f = ed_alloc_zero(1, sizeof(*f));
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_err err = {0};
    struct ed_buf regex;

    ed_buf_init(&f->blob, 0);
    ed_buf_init(&regex, 0);
    for (size_t i = 0; i < ED_ARRAY_LEN(keys); i++) {
        ed_buf_reset(&regex);
        ed_buf_printf(&regex, "%s%s%s%s%s", ed_is_word(keys[i].left[0]) ? "\\b" : "", keys[i].left,
                      keys[i].blank ? "\\s+" : "", keys[i].right ? keys[i].right : "",
                      ed_is_word(keys[i].right ? keys[i].right[0] : keys[i].left[0]) ? "\\b" : "");
        ed_index_builder_add(builder, (uint32_t)i, ed_buf_view(&regex));
    }
    ed_index_builder_finish(builder, 1, &f->blob, NULL, NULL);
    ed_index_builder_free(builder);
    ed_buf_done(&regex);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), 1, &f->index, &err), ED_OK);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    ed_index_free(f->index);
    ed_buf_done(&f->blob);
    ed_vec_done(&f->want.v);
    ed_vec_done(&f->got.v);
    ed_free(f);
    return 0;
}

/* The key at `at`, with n bytes in all; what is around it is one byte. */
static void check_at(struct fixture *f, const struct key *key, size_t at, size_t behind, char around)
{
    struct ed_buf text;

    ed_buf_init(&text, 0);
    ed_buf_fill(&text, around, at);
    ed_buf_text(&text, key->left);
    ed_buf_text(&text, key->blank ? (at % 2 ? " " : " \n\t ") : "");
    ed_buf_text(&text, key->right ? key->right : "");
    ed_buf_fill(&text, around, behind);
    check(f, ed_buf_view(&text));
    ed_buf_done(&text);
}

static void keys_at_every_place_around_block_ends(void **state)
{
    static const char around[] = {' ', '-', '\0', 'x', '_', '\x80', '\xC3', '\xE9', '\xF0', '\xFF', '\n'};
    struct fixture *f = *state;

    for (size_t i = 0; i < ED_ARRAY_LEN(keys); i++) {
        f->hits = 0;
        for (size_t at = 0; at <= 130; at++) {
            for (size_t k = 0; k < sizeof(around); k++) {
                check_at(f, &keys[i], at, at * 7 % 70, around[k]);
            }
        }
        assert_true(f->hits >= 131 * 3);
    }
}

static void keys_over_chunk_ends(void **state)
{
    struct fixture *f = *state;

    for (size_t i = 0; i < ED_ARRAY_LEN(keys); i++) {
        f->hits = 0;
        for (size_t at = ED_TOKEN_CHUNK - 40; at <= ED_TOKEN_CHUNK + 2; at++) {
            check_at(f, &keys[i], at, 3, '-');
            check_at(f, &keys[i], at, ED_TOKEN_CHUNK, ' ');
        }
        assert_int_equal(f->hits, 2 * 43);
    }
}

static unsigned roll(uint64_t *seed, unsigned n)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*seed >> 33) % n;
}

/* Keys, halves of keys, every byte: what a text of such things gives, at every length from 0 on. */
static void random_texts_of_every_length(void **state)
{
    struct fixture *f = *state;
    struct ed_buf text;
    uint64_t seed = 1;

    f->hits = 0;
    ed_buf_init(&text, 0);
    for (size_t round = 0; round < 6000; round++) {
        size_t n = round % 20 ? round % 301 : round;

        ed_buf_reset(&text);
        while (text.n < n) {
            const struct key *key = &keys[roll(&seed, ED_ARRAY_LEN(keys))];
            unsigned what = roll(&seed, 8);

            ed_buf_text(&text, what < 5 ? key->left : "");
            ed_buf_text(&text, what < 4 && key->blank ? " " : "");
            ed_buf_text(&text, what < 4 && key->right ? key->right : "");
            ed_buf_byte(&text, what < 6 ? " -:\n"[roll(&seed, 4)] : (char)roll(&seed, 256));
        }
        check(f, ed_str_slice(ed_buf_view(&text), 0, n));
    }
    ed_buf_done(&text);
    assert_true(f->hits > 50000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_at_every_place_around_block_ends),
        cmocka_unit_test(keys_over_chunk_ends),
        cmocka_unit_test(random_texts_of_every_length),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}

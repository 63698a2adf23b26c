/*
 * test_token.c: what a token is, its hash, and the vector walks against the plain one, on text and on hostile bytes.
 */
#include "base/alloc.h"
#include "match/token_scan.h"

#include <setjmp.h>

#include <cmocka.h>

static void check_tokens(struct ed_str text, const char *const *want, size_t n)
{
    struct ed_token token = {0};
    size_t at = 0, i = 0;

    while (ed_token_next(text, &at, &token)) {
        struct ed_str expected = i < n ? ed_str_c(want[i]) : ED_STR("");

        assert_int_equal(token.end - token.start, expected.n);
        assert_memory_equal(text.p + token.start, expected.p, expected.n);
        i++;
    }
    assert_int_equal(i, n);
    assert_int_equal(at, text.n);
}

#define CHECK_TOKENS(text, ...)                                                                                        \
    do {                                                                                                               \
        const char *const want[] = {__VA_ARGS__};                                                                      \
        check_tokens(ED_STR(text), want, ED_ARRAY_LEN(want));                                                          \
    } while (0)

static void tokens_are_words_and_single_code_points(void **state)
{
    (void)state;
    check_tokens(ED_STR(""), NULL, 0);
    check_tokens(ED_STR(" -[].\n\0/"), NULL, 0);
    CHECK_TOKENS("a", "a");
    CHECK_TOKENS("foo-bar_2: x", "foo", "bar_2", "x");
    CHECK_TOKENS("\xE9\x94\x99\xE8\xAF\xAF", "\xE9\x94\x99", "\xE8\xAF\xAF");
    CHECK_TOKENS("na\xC3\xAFve", "na", "\xC3\xAF", "ve");
    CHECK_TOKENS("a\xF0\x9F\x98\x80z", "a", "\xF0\x9F\x98\x80", "z");
    CHECK_TOKENS("x\xEF\xBC\x9Ay", "x", "\xEF\xBC\x9A", "y");
}

static void broken_sequences_split_where_they_break(void **state)
{
    (void)state;
    CHECK_TOKENS("\x80\x80", "\x80", "\x80");
    CHECK_TOKENS("\xC3\xA9\xA9", "\xC3\xA9", "\xA9");
    CHECK_TOKENS("\xE9\x94 \x99", "\xE9\x94", "\x99");
    CHECK_TOKENS("\xF0\x9F"
                 "a",
                 "\xF0\x9F", "a");
    CHECK_TOKENS("\xF0\x9F\x98\x80\x80", "\xF0\x9F\x98\x80", "\x80");
    CHECK_TOKENS("\xE9\xC3\xA9", "\xE9", "\xC3\xA9");
    CHECK_TOKENS("\xFF\x80\xF8\x80", "\xFF", "\x80", "\xF8", "\x80");
    CHECK_TOKENS("\xF0", "\xF0");
}

static void whole_is_what_no_neighbour_can_change(void **state)
{
    (void)state;
    assert_true(ed_token_whole(ED_STR("word")));
    assert_true(ed_token_whole(ED_STR("\xC3\xA9")));
    assert_true(ed_token_whole(ED_STR("\xF0\x9F\x98\x80")));
    assert_false(ed_token_whole(ED_STR("\xF0\x9F\x98")));
    assert_false(ed_token_whole(ED_STR("\xC3")));
    assert_false(ed_token_whole(ED_STR("\xA9")));
}

/* The hashes are part of stored blobs: these values hold until ED_INDEX_VERSION changes. */
static void hash_depends_on_both_ends(void **state)
{
    static const char text[] = "aaaaaaaa";

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        for (size_t k = i + 1; k <= 8; k++) {
            assert_int_not_equal(ed_token_hash(text, i), ed_token_hash(text, k));
        }
    }
    assert_int_not_equal(ed_token_hash("connection", 10), ed_token_hash("connectiom", 10));
    assert_int_not_equal(ed_token_hash("connection", 10), ed_token_hash("Connection", 10));
    assert_int_equal(ed_token_hash("a", 1), UINT64_C(0x8fe031a357361ca3));
    assert_int_equal(ed_token_hash("unbalanced_memory_capacity", 26), UINT64_C(0xcdaba0f8bf83d097));
    assert_int_equal(ed_token_pair(1, 2), UINT64_C(0xfe0a18be414064ab));
    assert_int_not_equal(ed_token_pair(1, 2), ed_token_pair(2, 1));
}

struct list {
    struct ed_token v[5000];
    uint64_t single[5000], pair[5000];
    size_t n;
};

static void add(void *ctx, uint64_t pair, uint64_t single, size_t start, size_t end)
{
    struct list *list = ctx;

    assert_true(list->n < ED_ARRAY_LEN(list->v));
    list->single[list->n] = single;
    list->pair[list->n] = pair;
    list->v[list->n++] = (struct ed_token){start, end};
}

static void compare(struct ed_str text, enum ed_walk walk, struct list *want, struct ed_token_scan *scan)
{
    size_t k = 0;

    want->n = 0;
    ed_token_walk(text, add, want);
    ed_token_scan_init(scan, text, walk);
    while (ed_token_scan_fill(scan)) {
        for (size_t i = 1; i <= scan->n; i++, k++) {
            assert_true(k < want->n);
            size_t start = scan->start[i], end = scan->end[i];

            assert_int_equal(start, want->v[k].start);
            assert_int_equal(end, want->v[k].end);
            if (end >= 8 && start + 8 <= text.n) {
                assert_int_equal(ed_token_hash_near(text.p + start, text.p + end), want->single[k]);
            }
        }
    }
    assert_int_equal(k, want->n);
}

static void compare_walks(struct ed_str text, struct list *want, struct ed_token_scan *scan)
{
    for (int walk = ED_WALK_PLAIN; walk < ED_WALK_COUNT; walk++) {
        if (ed_walk_usable((enum ed_walk)walk)) {
            compare(text, (enum ed_walk)walk, want, scan);
        }
    }
}

/* Bytes by kind, so that every transition comes up: words, blanks, all lead bytes, continuation bytes, any. */
static char draw(uint64_t *seed, unsigned kind)
{
    static const char words[] = "azAZ09_@[`{/:";
    unsigned r;

    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    r = (unsigned)(*seed >> 33);
    switch (kind == 4 ? r % 4 : kind) {
    case 0:
        return words[(r >> 3) % (sizeof(words) - 1)];
    case 1:
        return (char)(0x80 + (r >> 3) % 0x40);
    case 2:
        return (char)(0xC0 + (r >> 3) % 0x40);
    default:
        return (char)(r >> 3);
    }
}

static void every_walk_equals_the_plain_one(void **state)
{
    struct list *want = ed_alloc(sizeof(*want));
    struct ed_token_scan *scan = ed_alloc(sizeof(*scan));
    uint64_t seed = 1;

    (void)state;
    for (size_t round = 0; round < 3000; round++) {
        size_t n = round < 300 ? round : (size_t)(round * 7 % 4700);
        char *p = ed_alloc(n);

        for (size_t i = 0; i < n; i++) {
            p[i] = draw(&seed, (unsigned)(round % 5));
        }
        compare_walks(ed_str(p, n), want, scan);
        ed_free(p);
    }
    ed_free(scan);
    ed_free(want);
}

static void every_byte_is_classified_as_the_plain_walk_does(void **state)
{
    struct list *want = ed_alloc(sizeof(*want));
    struct ed_token_scan *scan = ed_alloc(sizeof(*scan));
    char text[192];

    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        for (size_t at = 62; at < 67; at++) {
            memset(text, ' ', sizeof(text));
            text[at] = (char)byte;
            compare_walks(ed_str(text, sizeof(text)), want, scan);
        }
    }
    ed_free(scan);
    ed_free(want);
}

/* Of every byte, as long as a block or two, and one less and more. */
static void runs_of_one_byte(void **state)
{
    static const size_t lengths[] = {0,  1,  2,  3,  4,  7,   8,   9,   31,  32,  33,
                                     63, 64, 65, 66, 67, 127, 128, 129, 191, 192, 300};
    struct list *want = ed_alloc(sizeof(*want));
    struct ed_token_scan *scan = ed_alloc(sizeof(*scan));

    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        for (size_t i = 0; i < ED_ARRAY_LEN(lengths); i++) {
            char *p = ed_alloc(lengths[i]); /* of its own size: a read behind it is seen */

            if (lengths[i]) {
                memset(p, byte, lengths[i]);
            }
            compare_walks(ed_str(p, lengths[i]), want, scan);
            ed_free(p);
        }
    }
    ed_free(scan);
    ed_free(want);
}

/* Tokens of every kind, whole and broken, at every place around the ends of two blocks, between bytes of every kind. */
static void tokens_over_block_ends(void **state)
{
    static const char *const tokens[] = {
        "a",
        "_",
        "seven77",
        "eight888",
        "a_word_that_is_longer_than_any_vector_of_32_bytes",
        "a_word_that_is_longer_than_any_vector_of_64_bytes_and_than_a_whole_block_of_them",
        "\xC3\xA9",
        "\xE9\x94\x99",
        "\xF0\x9F\x98\x80",
        "\xC3",
        "\xE9\x94",
        "\xF0\x9F\x98",
        "\xF0\x9F\x98\x80\x80\x80",
        "\x80\x80\x80\x80",
        "\xF8\x80\x80\x80\x80",
        "\xFF\xFE",
        "na\xC3\xAFve",
        "\xE9\x94\x99\xE8\xAF\xAF_x",
        "a b",
        "a-\xC3\xA9-b",
    };
    static const char around[] = {' ', 'x', '\x80', '\xC3', '\xE9', '\xF0', '\xFF', '\0'};
    struct list *want = ed_alloc(sizeof(*want));
    struct ed_token_scan *scan = ed_alloc(sizeof(*scan));

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(tokens) * sizeof(around); i++) {
        struct ed_str token = ed_str_c(tokens[i / sizeof(around)]);

        for (size_t at = 0; at <= 130; at++) {
            size_t n = at + token.n + at % 3;
            char *p = ed_alloc(n);

            memset(p, around[i % sizeof(around)], n);
            memcpy(p + at, token.p, token.n);
            compare_walks(ed_str(p, n), want, scan);
            ed_free(p);
        }
    }
    ed_free(scan);
    ed_free(want);
}

static void a_token_over_many_chunks_is_one(void **state)
{
    struct list *want = ed_alloc(sizeof(*want));
    struct ed_token_scan *scan = ed_alloc(sizeof(*scan));
    size_t n = 5 * ED_TOKEN_CHUNK;
    char *p = ed_alloc(n);

    (void)state;
    memset(p, 'x', n);
    for (int walk = ED_WALK_PLAIN; walk < ED_WALK_COUNT; walk++) {
        if (ed_walk_usable((enum ed_walk)walk)) {
            p[n - 1] = 'x';
            compare(ed_str(p, n), (enum ed_walk)walk, want, scan);
            assert_int_equal(want->n, 1);
            p[n - 1] = ' ';
            compare(ed_str(p, n), (enum ed_walk)walk, want, scan);
            assert_int_equal(want->v[0].end, n - 1);
        }
    }
    ed_free(p);
    ed_free(scan);
    ed_free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_are_words_and_single_code_points),
        cmocka_unit_test(broken_sequences_split_where_they_break),
        cmocka_unit_test(whole_is_what_no_neighbour_can_change),
        cmocka_unit_test(hash_depends_on_both_ends),
        cmocka_unit_test(every_walk_equals_the_plain_one),
        cmocka_unit_test(every_byte_is_classified_as_the_plain_walk_does),
        cmocka_unit_test(runs_of_one_byte),
        cmocka_unit_test(tokens_over_block_ends),
        cmocka_unit_test(a_token_over_many_chunks_is_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

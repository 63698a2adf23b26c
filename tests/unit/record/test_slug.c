/*
 * test_slug.c: slugs as upstream makes them, what a slug is, and how far two are apart.
 */
#include "base/alloc.h"
#include "record/slug.h"

#include <setjmp.h>

#include <cmocka.h>

static void test_make(void **state)
{
    static const struct {
        const char *text, *slug;
    } cases[] = {
        {"The memory capacity is unbalanced. Some GPUs may be occupied by other processes.",
         "the-memory-capacity-is-unbalanced-some-gpus-may-b"},
        {"ERR_BAD_RESPONSE", "err-bad-response"},
        {"NCCL error: {error_str}", "nccl-error-error-str"},
        {"  --x--  ", "x"},
        {"", ""},
        {"\xE6\x97\xA5\xE6\x9C\xAC!?", ""},
        {"caf\xC3\xA9 closed", "caf-closed"},
        /* Forty-nine characters of two bytes, then a letter: characters count, not bytes. */
        {"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3"
         "\xA9"
         "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3"
         "\xA9"
         "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3"
         "\xA9"
         "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9zy",
         "z"},
    };
    struct ed_arena arena;

    (void)state;
    ed_arena_init(&arena);
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_str slug = ed_slug_make(&arena, ed_str_c(cases[i].text));

        assert_string_equal(slug.p, cases[i].slug);
        assert_int_equal(slug.n, strlen(cases[i].slug));
    }
    ed_arena_done(&arena);
}

static void test_valid(void **state)
{
    char long_slug[66];

    (void)state;
    assert_true(ed_slug_valid(ED_STR("a")));
    assert_true(ed_slug_valid(ED_STR("some-gpus--2")));
    assert_false(ed_slug_valid(ED_STR("")));
    assert_false(ed_slug_valid(ED_STR("-a")));
    assert_false(ed_slug_valid(ED_STR("a-")));
    assert_false(ed_slug_valid(ED_STR("a_b")));
    assert_false(ed_slug_valid(ED_STR("aB")));
    memset(long_slug, 'x', sizeof(long_slug));
    assert_true(ed_slug_valid(ed_str(long_slug, 64)));
    assert_false(ed_slug_valid(ed_str(long_slug, 65)));
    assert_true(ed_slug_is_kebab(ed_str(long_slug, 65)));
}

static unsigned distance(const char *a, const char *b, unsigned max)
{
    unsigned d = ed_slug_distance(ed_str_c(a), ed_str_c(b), max);

    assert_int_equal(ed_slug_distance(ed_str_c(b), ed_str_c(a), max), d);
    return d;
}

static void test_distance(void **state)
{
    char x[300], y[300];

    (void)state;
    assert_int_equal(distance("kitten", "sitting", 9), 3);
    assert_int_equal(distance("port-in-use", "port-in-use", 3), 0);
    assert_int_equal(distance("port-in-use", "prot-in-use", 3), 1);
    assert_int_equal(distance("", "abc", 9), 3);
    assert_int_equal(distance("", "", 0), 0);
    assert_int_equal(distance("ab", "ba", 0), 1);
    assert_int_equal(distance("abcdef", "badcfe", 9), 3);
    assert_int_equal(distance("abc", "xyz", 2), 3);
    assert_int_equal(distance("abcdefgh", "stuvwxyz", 2), 3);
    assert_int_equal(distance("a", "abcdefg", 3), 4);
    memset(x, 'x', sizeof(x));
    memcpy(y, x, sizeof(y));
    assert_int_equal(ed_slug_distance(ed_str(x, 255), ed_str(y, 255), 2), 0);
    y[7] = 'y';
    assert_int_equal(ed_slug_distance(ed_str(x, 255), ed_str(y, 255), 2), 1);
    assert_int_equal(ed_slug_distance(ed_str(x, 300), ed_str(y, 300), 2), 3);
    assert_int_equal(ed_slug_distance(ed_str(x, 300), ed_str(x, 300), 2), 0);
}

/* Against the plain definition, over all pairs of short words of two letters: the early end must never change the
 * answer. */
static unsigned plain(const char *a, size_t i, const char *b, size_t j)
{
    unsigned best;

    if (i == 0 || j == 0) {
        return (unsigned)(i + j);
    }
    best = ED_MIN(plain(a, i - 1, b, j), plain(a, i, b, j - 1)) + 1;
    best = ED_MIN(best, plain(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]));
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        best = ED_MIN(best, plain(a, i - 2, b, j - 2) + 1);
    }
    return best;
}

static void test_distance_is_the_definition(void **state)
{
    enum { LEN = 5 };

    (void)state;
    for (unsigned p = 0; p < 1 << LEN; p++) {
        for (unsigned q = 0; q < 1 << LEN; q++) {
            char a[LEN], b[LEN];
            unsigned exact;

            for (unsigned i = 0; i < LEN; i++) {
                a[i] = "ab"[p >> i & 1];
                b[i] = "ab"[q >> i & 1];
            }
            exact = plain(a, LEN, b, LEN);
            for (unsigned max = 0; max <= LEN; max++) {
                assert_int_equal(ed_slug_distance(ed_str(a, LEN), ed_str(b, LEN), max), ED_MIN(exact, max + 1));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_make),
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_distance_is_the_definition),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

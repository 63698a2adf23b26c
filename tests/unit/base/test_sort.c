/*
 * test_sort.c: numbers of any size come into order, things of equal numbers stay in theirs.
 */
#include "base/sort.h"

#include "base/alloc.h"

#include <setjmp.h>

#include <cmocka.h>

static uint64_t next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

static void few_and_extreme_numbers(void **state)
{
    uint64_t none = 7, v[] = {UINT64_MAX, 0, 256, 255, UINT64_C(1) << 63, 1, 0, UINT64_MAX, UINT64_C(1) << 32};
    const uint64_t want[] = {0, 0, 1, 255, 256, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX, UINT64_MAX};

    (void)state;
    ed_sort_u64(NULL, 0, sizeof(none));
    ed_sort_u64(&none, 1, sizeof(none));
    assert_int_equal(none, 7);
    ed_sort_u64(v, ED_ARRAY_LEN(v), sizeof(v[0]));
    assert_memory_equal(v, want, sizeof(want));
}

struct thing {
    uint64_t key;
    uint32_t number, rest;
};

/* mask: which bits of the keys differ at all. */
static void check_things(uint64_t mask)
{
    enum { N = 5000 };
    struct thing *v = ed_alloc_zero(N, sizeof(*v));
    uint64_t random = mask, sum = 0;
    bool seen[N] = {0};

    for (uint32_t i = 0; i < N; i++) {
        v[i] = (struct thing){.key = next(&random) & mask, .number = i};
        v[i].rest = (uint32_t)(v[i].key * 3 + i);
        sum += v[i].key;
    }
    ed_sort_u64(v, N, sizeof(*v));
    for (uint32_t i = 0; i < N; i++) {
        assert_true(v[i].number < N && !seen[v[i].number]);
        seen[v[i].number] = true;
        assert_int_equal(v[i].rest, (uint32_t)(v[i].key * 3 + v[i].number));
        assert_true(i == 0 || v[i - 1].key < v[i].key || (v[i - 1].key == v[i].key && v[i - 1].number < v[i].number));
        sum -= v[i].key;
    }
    assert_int_equal(sum, 0);
    ed_free(v);
}

static void things_of_equal_numbers_stay_in_order(void **state)
{
    (void)state;
    check_things(UINT64_MAX);
    check_things(0);
    check_things(0x70);
    check_things(UINT64_C(0xFF00000000000000));
    check_things(UINT64_C(0x00FF00FF00000300));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_and_extreme_numbers),
        cmocka_unit_test(things_of_equal_numbers_stay_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

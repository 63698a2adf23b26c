/*
 * test_build.c: what is counted while indexes are built, and that what is built depends on the set of patterns alone:
 * not on their order, the parts they are read in, or anything that differs from one run to the next.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "match/background.h"
#include "match/index_count.h"
#include "match/index_format.h"
#include "match/index_pass.h"
#include "match/near_build.h"
#include "match/near_format.h"
#include "match/wording.h"

#include <math.h>
#include <setjmp.h>

#include <cmocka.h>

/* Hashes that agree in many bits, as those of like words may. */
static uint64_t hash_of(uint32_t i)
{
    return i % 3 == 0 ? (uint64_t)i << 40 : i % 3 == 1 ? i : (uint64_t)i * 0x100000001;
}

static void hashes_are_counted(void **state)
{
    enum { N = 3000 };
    struct ed_counter counter;
    uint64_t hashes[N];
    size_t places = 0;

    (void)state;
    ed_counter_init(&counter);
    assert_null(ed_counter_get(&counter, 5));
    ed_counter_prefetch(&counter, 5);
    for (uint32_t i = 0; i < N; i++) {
        hashes[i] = hash_of(i + 1);
    }
    ed_counter_add(&counter, hashes, N);
    ed_counter_add(&counter, hashes + 1000, 7);
    ed_counter_add(&counter, hashes, 0);
    for (uint32_t i = 0; i < N; i++) {
        const struct ed_count *count = ed_counter_get(&counter, hashes[i]);

        assert_non_null(count);
        assert_int_equal(count->hash, hashes[i]);
        assert_int_equal(count->patterns, i >= 1000 && i < 1007 ? 2 : 1);
    }
    assert_null(ed_counter_get(&counter, hash_of(N + 1)));
    for (size_t i = 0; i < counter.cap; i++) {
        places += counter.v[i].patterns > 0;
    }
    assert_int_equal(places, N);
    assert_int_equal(counter.n, N);
    assert_true(counter.cap <= 3 * N);
    ed_counter_done(&counter);
}

static void a_pattern_forgets_what_the_last_one_held(void **state)
{
    struct ed_seen seen;

    (void)state;
    ed_seen_init(&seen);
    for (uint32_t round = 0; round < 5; round++) {
        for (uint32_t i = 0; i < 2000u >> round; i++) {
            assert_true(ed_seen_first(&seen, hash_of(i)));
            assert_false(ed_seen_first(&seen, hash_of(i / 2)));
        }
        ed_seen_reset(&seen);
    }
    ed_seen_done(&seen);
}

struct line {
    size_t made[ED_PASS_SLOTS], next, takes;
};

static void make(void *ctx, size_t slot, size_t from, size_t to)
{
    struct line *line = ctx;

    line->made[slot] = from * 7 + to;
}

static void take(void *ctx, size_t slot, size_t from, size_t to)
{
    struct line *line = ctx;

    assert_int_equal(from, line->next);
    assert_true(to > from);
    assert_int_equal(line->made[slot], from * 7 + to);
    line->next = to;
    line->takes++;
}

static void parts_are_taken_in_order(void **state)
{
    static const size_t sizes[] = {0, 1, ED_PASS_PART, ED_PASS_PART + 1, 100 * ED_PASS_PART - 3};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(sizes); i++) {
        struct ed_team *team = ed_team_new(1 + i);
        struct line line = {0};

        ed_index_pass(team, sizes[i], make, take, &line);
        assert_int_equal(line.next, sizes[i]);
        assert_int_equal(line.takes, (sizes[i] + ED_PASS_PART - 1) / ED_PASS_PART);
        ed_index_pass(team, sizes[i], make, /* take */ NULL, &line);
        ed_team_free(team);
    }
}

#define FLOOR 20
enum { PATTERNS = 2600 }; /* some parts, the last one not full */

static struct ed_str regex_of(struct ed_arena *arena, unsigned i)
{
    switch (i % 5) {
    case 0:
        return ed_arena_printf(arena, "\\bgizmo\\s++number%u\\s++of\\s++(.+?)\\s++broke\\s++rig%u\\b", i, i % 40);
    case 1:
        return ed_arena_printf(arena, "\\bthe\\s++connection\\s++to\\s++(.+)");
    case 2:
        return ed_arena_printf(arena, "\\bword%u\\s++word%u\\s++word%u\\s++word%u\\s++word%u\\b", i % 61, i % 53,
                               i % 47, i % 61, i % 43);
    case 3:
        return ed_arena_printf(arena, "(.+?)ms");
    default:
        return ed_arena_printf(arena, "\\bquota%u\\b", i);
    }
}

struct told {
    double weight[PATTERNS];
    enum ed_index_way way[PATTERNS];
    uint32_t next;
};

static void tell(void *ctx, uint32_t record, double specificity, enum ed_index_way way)
{
    struct told *told = ctx;

    assert_int_equal(record, 3 * told->next);
    told->weight[told->next] = specificity;
    told->way[told->next++] = way;
}

/* The patterns as records 0, 3, 6 ..., added `step` apart from each other. */
static void build_all(unsigned step, struct told *told, struct ed_buf *index, struct ed_buf *near)
{
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_near_coded codes[PATTERNS];
    struct ed_arena arena;

    ed_arena_init(&arena);
    ed_buf_init(index, 0);
    ed_buf_init(near, 0);
    for (unsigned i = 0; i < PATTERNS; i++) {
        unsigned k = i * step % PATTERNS;

        ed_index_builder_add(builder, 3 * k, regex_of(&arena, k));
        codes[i] = (struct ed_near_coded){3 * i, ed_arena_printf(&arena, "E_%u_GONE", i % 100 < 30 ? 1 : i)};
    }
    ed_index_builder_finish(builder, 1, index, tell, told);
    ed_near_build(builder, FLOOR, codes, PATTERNS, 1, near);
    ed_index_builder_free(builder);
    ed_arena_done(&arena);
}

static void the_order_of_adding_changes_nothing(void **state)
{
    struct told *one = ed_alloc_zero(1, sizeof(*one)), *two = ed_alloc_zero(1, sizeof(*two));
    struct ed_buf index, near, other_index, other_near;
    struct ed_near *opened = NULL;
    struct ed_err err = {0};
    size_t codes = 0;

    (void)state;
    build_all(1, one, &index, &near);
    build_all(1003, two, &other_index, &other_near);
    assert_int_equal(one->next, PATTERNS);
    assert_memory_equal(one, two, sizeof(*one));
    assert_int_equal(index.n, other_index.n);
    assert_memory_equal(index.p, other_index.p, index.n);
    assert_int_equal(near.n, other_near.n);
    assert_memory_equal(near.p, other_near.p, near.n);
    assert_int_equal(ed_near_open(ed_buf_view(&near), 1, &opened, &err), ED_OK);
    /* Weak ones and the code that too many have are left out. */
    for (unsigned i = 0; i < PATTERNS; i++) {
        codes += one->weight[i] >= FLOOR && i % 100 >= 30;
    }
    assert_in_range(codes, 600, 800);
    assert_int_equal(opened->ncodes, codes);
    ed_near_free(opened);
    ed_buf_done(&index);
    ed_buf_done(&near);
    ed_buf_done(&other_index);
    ed_buf_done(&other_near);
    ed_free(one);
    ed_free(two);
}

static void words_weigh_by_all_patterns(void **state)
{
    struct told *told = ed_alloc_zero(1, sizeof(*told));
    struct ed_buf index, near;
    double documents = PATTERNS + 1048576.0, quota = log2(documents / (1 + ED_BACKGROUND_UNLISTED + 1));

    (void)state;
    build_all(1, told, &index, &near);
    assert_int_equal(told->way[0], ED_INDEX_PAIR);
    assert_int_equal(told->way[3], ED_INDEX_ALWAYS);
    assert_int_equal(told->way[4], ED_INDEX_SINGLE);
    assert_true(fabs(told->weight[4] - quota) < 0.001);
    assert_true(told->weight[0] > told->weight[4]);
    /* "word5" stands twice in it and counts once. */
    assert_true(told->weight[2] < 5 * quota);
    ed_buf_done(&index);
    ed_buf_done(&near);
    ed_free(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_counted),          cmocka_unit_test(a_pattern_forgets_what_the_last_one_held),
        cmocka_unit_test(parts_are_taken_in_order),    cmocka_unit_test(the_order_of_adding_changes_nothing),
        cmocka_unit_test(words_weigh_by_all_patterns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

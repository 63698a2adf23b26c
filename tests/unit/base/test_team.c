/*
 * test_team.c: slots come back in order, each worked on once, for every number of threads; a team can be ended at any
 * time.
 */
#include "base/team.h"

#include "base/alloc.h"

#include <setjmp.h>

#include <cmocka.h>

#define SLOTS_MAX 16

struct job {
    unsigned in, out, times;
    size_t thread;
};

struct yard {
    struct job jobs[SLOTS_MAX];
    size_t threads;
};

/* Takes longer for some than for others, so that they end out of order. */
static void work(void *ctx, size_t slot, size_t thread)
{
    struct yard *yard = ctx;
    struct job *job = &yard->jobs[slot];
    unsigned value = job->in;

    for (unsigned i = 0; i < (job->in % 7 == 0 ? 20000u : 50u); i++) {
        value = value * 1664525u + 1013904223u;
    }
    job->out = value;
    job->times++;
    job->thread = thread;
}

static unsigned worked(unsigned in)
{
    struct yard yard = {.jobs[0].in = in};

    work(&yard, 0, 0);
    return yard.jobs[0].out;
}

static unsigned take(struct ed_ring *ring, struct yard *yard, bool all, unsigned expect)
{
    size_t slot = SIZE_MAX;

    while (ed_ring_oldest(ring, all || ed_ring_full(ring), &slot)) {
        struct job *job = &yard->jobs[slot];

        assert_int_equal(job->in, expect);
        assert_int_equal(job->out, worked(expect));
        assert_int_equal(job->times, 1);
        assert_true(job->thread < yard->threads);
        expect++;
        ed_ring_emptied(ring);
    }
    return expect;
}

static void check_order(size_t threads, size_t slots, unsigned count)
{
    struct yard yard = {.threads = threads};
    struct ed_team *team = ed_team_new(threads);
    struct ed_ring *ring = ed_ring_new(team, slots, work, &yard);
    unsigned expect = 0;

    for (unsigned i = 0; i < count; i++) {
        assert_false(ed_ring_full(ring));
        assert_true(ed_ring_next(ring) < slots);
        yard.jobs[ed_ring_next(ring)] = (struct job){.in = i};
        ed_ring_submit(ring);
        expect = take(ring, &yard, /* all */ false, expect);
        assert_true(expect <= i + 1 && expect + slots > i + 1);
    }
    expect = take(ring, &yard, /* all */ true, expect);
    assert_int_equal(expect, count);
    ed_ring_free(ring);
    ed_team_free(team);
}

static void slots_come_back_in_order(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 8; threads++) {
        check_order(threads, 1, 20);
        check_order(threads, 3, 300);
        check_order(threads, SLOTS_MAX, 1000);
        check_order(threads, SLOTS_MAX, 1);
        check_order(threads, SLOTS_MAX, 0);
    }
}

static void nothing_was_submitted(void **state)
{
    struct yard yard = {.threads = 2};
    struct ed_team *team = ed_team_new(2);
    struct ed_ring *ring = ed_ring_new(team, 2, work, &yard);
    size_t slot = 7;

    (void)state;
    assert_false(ed_ring_oldest(ring, /* wait */ true, &slot));
    assert_int_equal(slot, 7);
    ed_ring_free(ring);
    ed_team_free(team);
    ed_team_free(NULL);
}

static void one_thread_works_only_when_asked(void **state)
{
    struct yard yard = {.threads = 1};
    struct ed_team *team = ed_team_new(1);
    struct ed_ring *ring = ed_ring_new(team, 2, work, &yard);
    size_t slot;

    (void)state;
    ed_ring_submit(ring);
    assert_false(ed_ring_oldest(ring, /* wait */ false, &slot));
    assert_int_equal(yard.jobs[0].times, 0);
    assert_true(ed_ring_oldest(ring, /* wait */ true, &slot));
    assert_int_equal(slot, 0);
    assert_int_equal(yard.jobs[0].times, 1);
    ed_ring_free(ring);
    ed_team_free(team);
}

static void ended_in_the_middle(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 8; threads++) {
        for (unsigned count = 1; count <= SLOTS_MAX; count++) {
            struct yard yard = {.threads = threads};
            struct ed_team *team = ed_team_new(threads);
            struct ed_ring *ring = ed_ring_new(team, SLOTS_MAX, work, &yard);

            for (unsigned i = 0; i < count; i++) {
                yard.jobs[ed_ring_next(ring)] = (struct job){.in = i};
                ed_ring_submit(ring);
            }
            ed_ring_free(ring);
            ed_team_free(team);
            for (unsigned i = 0; i < SLOTS_MAX; i++) { /* worked on or not, never half */
                assert_true(yard.jobs[i].times <= (i < count));
                assert_true(yard.jobs[i].times == 0 || yard.jobs[i].out == worked(i));
            }
        }
    }
}

static void there_is_a_processor(void **state)
{
    (void)state;
    assert_true(ed_team_processors() >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_come_back_in_order),
        cmocka_unit_test(nothing_was_submitted),
        cmocka_unit_test(one_thread_works_only_when_asked),
        cmocka_unit_test(ended_in_the_middle),
        cmocka_unit_test(there_is_a_processor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

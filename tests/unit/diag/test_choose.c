/*
 * test_choose.c: which of several hits on one text stands, what ties with it, and the terms of a score.
 */
#include "diag/choose.h"

#include <math.h>
#include <setjmp.h>

#include <cmocka.h>

struct seen {
    uint32_t row[16];
    double margin[16];
    size_t nties[16], n;
};

static void on_chosen(void *ctx, const struct ed_scored *best, double margin, const struct ed_scored *ties,
                      size_t nties)
{
    struct seen *s = ctx;

    for (size_t i = 0; i < nties; i++) {
        assert_int_equal(ties[i].start, best->start);
    }
    s->row[s->n] = best->of->row;
    s->margin[s->n] = margin;
    s->nties[s->n++] = nties;
}

static struct ed_candidate_record rows[] = {{.row = 10}, {.row = 11}, {.row = 12}, {.row = 13}};

static struct ed_scored hit(size_t of, size_t start, size_t end, double score)
{
    return (struct ed_scored){.of = &rows[of], .start = start, .end = end, .score = score};
}

static struct seen choose(struct ed_scored *hits, size_t n)
{
    struct ed_arena arena;
    struct seen s = {0};

    ed_arena_init(&arena);
    ed_choose(hits, n, &arena, on_chosen, &s);
    ed_arena_done(&arena);
    return s;
}

static void the_better_of_two_that_overlap_stands(void **state)
{
    struct ed_scored hits[] = {hit(0, 0, 40, 20), hit(1, 10, 40, 90)};
    struct seen s = choose(hits, 2);

    (void)state;
    assert_int_equal(s.n, 1);
    assert_int_equal(s.row[0], 11);
    assert_true(s.margin[0] == 70);
    assert_int_equal(s.nties[0], 0);
}

static void apart_both_stand(void **state)
{
    struct ed_scored hits[] = {hit(0, 0, 10, 20), hit(1, 10, 40, 90)};
    struct seen s = choose(hits, 2);

    (void)state;
    assert_int_equal(s.n, 2);
    assert_int_equal(s.row[0], 10);
    assert_true(isinf(s.margin[0]));
    assert_int_equal(s.row[1], 11);
}

static void a_wide_poor_hit_does_not_shadow_two_good_ones(void **state)
{
    struct ed_scored hits[] = {hit(0, 0, 100, 15), hit(1, 5, 30, 60), hit(2, 50, 90, 50)};
    struct seen s = choose(hits, 3);

    (void)state;
    assert_int_equal(s.n, 2);
    assert_int_equal(s.row[0], 11);
    assert_int_equal(s.row[1], 12);
}

static void the_same_text_in_two_records_ties(void **state)
{
    struct ed_scored hits[] = {hit(2, 5, 30, 60.5), hit(1, 5, 30, 60), hit(0, 5, 30, 40)};
    struct seen s = choose(hits, 3);

    (void)state;
    assert_int_equal(s.n, 1);
    assert_int_equal(s.row[0], 12);
    assert_int_equal(s.nties[0], 1);
    assert_true(s.margin[0] == 0.5);
}

/* A message of one stream: a traceback and its exception. */
#define PLAIN {.level = ED_LEVEL_UNKNOWN}, &ed_meta_none
static const char trace[] = "Traceback (most recent call last):\n"
                            "  File \"/opt/venv/site-packages/acme/srv/boot/start.py\", line 345, in check\n"
                            "RuntimeError: Scales are unbalanced now";

static struct ed_scored score(const char *error_class, const char *path, int64_t line)
{
    static const struct ed_line lines[] = {{0, 7, PLAIN}, {35, 8, PLAIN}, {111, 9, PLAIN}};
    static struct ed_record record;
    static struct ed_candidate_record of;
    struct ed_message m = {.text = ed_str_c(trace), .source = "-", .lines = lines, .nlines = 3};
    struct ed_hit h = {.record = 1, .start = 125, .end = sizeof(trace) - 1};
    struct ed_scored s;

    record = (struct ed_record){.error_class = ed_str_c(error_class),
                                .file_path = ed_str_c(path),
                                .line_number = line,
                                .severity = ED_SEVERITY_ERROR};
    of = (struct ed_candidate_record){.row = 1, .record = &record, .specificity = 50};
    assert_memory_equal(trace + 111, "RuntimeError", 12);
    assert_memory_equal(trace + 125, "Scales", 6);
    ed_rank_score(&m, &h, &of, &s);
    return s;
}

static void terms_add_up(void **state)
{
    struct ed_scored bare = score(NULL, NULL, 0), classed = score("RuntimeError", NULL, 0);
    struct ed_scored differs = score("ValueError", NULL, 0), filed = score(NULL, "python/acme/srv/boot/start.py", 340);
    const struct ed_term *why;
    struct ed_arena arena;
    double sum = 0;
    size_t n = 0;

    (void)state;
    assert_false(bare.evidence);
    assert_true(classed.evidence);
    assert_true(filed.evidence);
    assert_false(differs.evidence);
    assert_true(classed.score > bare.score && bare.score > differs.score && filed.score > classed.score);
    assert_true(filed.term[ED_RANK_LINE] > 0);
    assert_true(score(NULL, "python/acme/srv/boot/start.py", 900).term[ED_RANK_LINE] == 0);
    assert_true(score(NULL, "python/acme/srv/boot/start.py", 900).term[ED_RANK_FILE] > 0);
    assert_false(score(NULL, "other/boot/start.py", 340).evidence);
    assert_false(score(NULL, "start.py", 345).evidence);

    ed_arena_init(&arena);
    why = ed_rank_why(&filed, &arena, &n);
    for (size_t i = 0; i < n; i++) {
        sum += why[i].value;
        assert_true(why[i].says.n > 0);
    }
    assert_true(fabs(sum - filed.score) < 1e-9);
    assert_int_equal(n, 4);
    assert_string_equal(why[3].term, "line");
    ed_arena_done(&arena);
}

static void confidence_is_a_share(void **state)
{
    (void)state;
    assert_true(ed_rank_confidence(200, INFINITY) <= 0.99);
    assert_true(ed_rank_confidence(200, INFINITY) > 0.95);
    assert_true(ed_rank_confidence(200, 0) < ed_rank_confidence(200, INFINITY));
    assert_true(ed_rank_confidence(10, INFINITY) < 0.2);
    assert_true(ed_rank_confidence(-50, 0) >= 0);
    /* What it was fitted to leaves the order alone, and the place from which a finding is believed. */
    for (int score = -20; score < 65; score++) {
        assert_true(ed_rank_confidence(score, INFINITY) < ed_rank_confidence(score + 1, INFINITY));
    }
    assert_true(fabs(ed_rank_confidence(30, INFINITY) - 0.5) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_of_two_that_overlap_stands),
        cmocka_unit_test(apart_both_stand),
        cmocka_unit_test(a_wide_poor_hit_does_not_shadow_two_good_ones),
        cmocka_unit_test(the_same_text_in_two_records_ties),
        cmocka_unit_test(terms_add_up),
        cmocka_unit_test(confidence_is_a_share),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

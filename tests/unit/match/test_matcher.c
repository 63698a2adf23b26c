/*
 * test_matcher.c: what the engine and the oracle hand out, both held to the same hand-written hits.
 */
#include "base/alloc.h"
#include "match/index_build.h"
#include "match/matcher.h"

#include <setjmp.h>

#include <cmocka.h>

struct sample {
    const char *regex;
    unsigned flags;
    const char *names[3];
};

struct fixture {
    const struct sample *samples;
    size_t nsamples;
    struct ed_str names[8][3];
    struct ed_buf blob;
    struct ed_index *index;
    struct ed_matcher *engine, *oracle;
    struct ed_buf out;
    unsigned fetched;
    enum ed_rc fail;
};

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    struct fixture *f = ctx;
    const struct sample *sample;
    size_t n = 0;

    f->fetched++;
    if (f->fail != ED_OK) {
        return f->fail < 0 ? ed_err_set(err, f->fail, "no pattern today") : f->fail;
    }
    assert_true(record % 10 == 0 && record / 10 < f->nsamples);
    sample = &f->samples[record / 10];
    while (n < 3 && sample->names[n]) {
        f->names[record / 10][n] = ed_str_c(sample->names[n]);
        n++;
    }
    *ret_pattern = (struct ed_pattern){.state = ED_PATTERN_TAKEN,
                                       .reason = ED_STR_NONE,
                                       .regex = ed_str_c(sample->regex),
                                       .flags = sample->flags,
                                       .names = f->names[record / 10],
                                       .nnames = n};
    return ED_OK;
}

/* Sample i is record 10 * i. */
static void start(struct fixture *f, const struct sample *samples, size_t n)
{
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_err err = {0};

    *f = (struct fixture){.samples = samples, .nsamples = n};
    ed_buf_init(&f->blob, 0);
    ed_buf_init(&f->out, 0);
    for (size_t i = 0; i < n; i++) {
        ed_index_builder_add(builder, (uint32_t)(10 * i), ed_str_c(samples[i].regex));
    }
    ed_index_builder_finish(builder, 1, &f->blob, NULL, NULL);
    ed_index_builder_free(builder);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), 1, &f->index, &err), ED_OK);
    f->engine = ed_matcher_new(f->index, (struct ed_pattern_source){fetch, f});
    f->oracle = ed_matcher_new(f->index, (struct ed_pattern_source){fetch, f});
}

#define START(f, ...)                                                                                                  \
    static const struct sample samples[] = {__VA_ARGS__};                                                              \
    struct fixture fixture, *f = &fixture;                                                                             \
    start(f, samples, ED_ARRAY_LEN(samples))

static void done(struct fixture *f)
{
    ed_matcher_free(f->engine);
    ed_matcher_free(f->oracle);
    ed_index_free(f->index);
    ed_buf_done(&f->blob);
    ed_buf_done(&f->out);
}

/* "record start-end name=value name=value;" */
static enum ed_rc print(void *ctx, const struct ed_hit *hit, struct ed_err *err)
{
    struct fixture *f = ctx;

    (void)err;
    ed_buf_printf(&f->out, "%" PRIu32 " %zu-%zu", hit->record, hit->start, hit->end);
    for (size_t i = 0; i < hit->ncaptures; i++) {
        ed_buf_printf(&f->out, " %.*s=%.*s", ED_STR_ARG(hit->captures[i].name), ED_STR_ARG(hit->captures[i].value));
    }
    ed_buf_byte(&f->out, ';');
    return ED_OK;
}

static void check(struct fixture *f, const char *text, const char *want)
{
    struct ed_err err = {0};

    ed_buf_reset(&f->out);
    assert_int_equal(ed_oracle_run(f->oracle, ed_str_c(text), print, f, &err), ED_OK);
    assert_string_equal(f->out.p ? f->out.p : "", want);
    ed_buf_reset(&f->out);
    assert_int_equal(ed_matcher_run(f->engine, ed_str_c(text), print, f, &err), ED_OK);
    assert_string_equal(f->out.p ? f->out.p : "", want);
}

static void hits_carry_names_and_values(void **state)
{
    START(f, {"\\bmemory\\s+capacity\\s+is\\s+(.+?)\\s+of\\s+(.+)", ED_PATTERN_TAIL, {"have", "want"}});
    (void)state;
    check(f, "nothing here", "");
    check(f, "E: memory capacity is 3.5 of 84.35467529296875", "0 3-46 have=3.5 want=84.35467529296875;");
    check(f, "memory capacity is 3 of 4\nmemory capacity is 5 of 6 \n", "0 0-25 have=3 want=4;0 26-51 have=5 want=6;");
    check(f, "memory\n  capacity is\t3 of 4", "0 0-27 have=3 want=4;");
    check(f, "the memory capacity is 3\n\n\n   of 4", "0 4-34 have=3 want=4;");
    done(f);
}

static void hits_are_ordered_by_place_length_and_record(void **state)
{
    START(f, {"\\bgizmo\\s+frob\\b", 0, {0}}, {"\\bgizmo\\s+frob\\s+melted\\b", 0, {0}},
          {"\\bfrob\\s+melted\\b", 0, {0}}, {"\\bgizmo\\s+frob\\b", 0, {0}}, {"(?i)FROB", ED_PATTERN_CUSTOM, {0}});
    (void)state;
    check(f, "gizmo frob melted; gizmo frob", "10 0-17;0 0-10;30 0-10;20 6-17;40 6-10;0 19-29;30 19-29;40 25-29;");
    done(f);
}

static void matches_do_not_overlap_and_repeat_on_a_line(void **state)
{
    START(f, {"\\bgizmo\\s+frob\\s+(.+?)\\s+end\\b", 0, {"x"}});
    (void)state;
    check(f, "gizmo frob gizmo frob 1 end gizmo frob 2 end", "0 0-27 x=gizmo frob 1;0 28-44 x=2;");
    check(f, "gizmo frob gizmo frob\ngizmo frob 1 end", "0 11-38 x=gizmo frob 1;");
    done(f);
}

/* A greedy \s+ makes a longer match that crosses a line end come before a shorter one that does not: the search for the
   first candidate must see the second line. */
static void a_longer_match_that_comes_first_is_not_cut_off(void **state)
{
    START(f, {"\\ba\\s+(.+?)\\s+gizmo\\s+frob\\b", 0, {"x"}});
    (void)state;
    check(f, "a   gizmo frob\ngizmo frob", "0 0-25 x=gizmo frob;");
    done(f);
}

static void blank_lines_cost_no_reach(void **state)
{
    START(f, {"\\bone(.+?)\\s+gizmo\\s+frob\\s+(.+?)end\\b", 0, {"x", "y"}});
    (void)state;
    check(f, "one 1\n \n\t\r\n\ngizmo\n\n\nfrob\n\n 2 end", "0 0-32 x= 1 y=2 ;");
    check(f, "one 1\n2\ngizmo frob 2 end", "");
    done(f);
}

static void custom_patterns_see_the_whole_text(void **state)
{
    START(f, {"^gizmo frob(?s:.*)melted$", ED_PATTERN_CUSTOM | ED_PATTERN_LINES, {0}},
          {"(?<=x)\\d+|gizmo", ED_PATTERN_CUSTOM, {0}}, {"q*", ED_PATTERN_CUSTOM, {0}});
    (void)state;
    check(f, "gizmo frob\n1\n2\nmelted", "0 0-21;10 0-5;");
    check(f, "x12qq x3", "10 1-3;20 3-5;10 7-8;");
    done(f);
}

static void patterns_are_fetched_once_and_only_when_needed(void **state)
{
    START(f, {"\\bgizmo\\s+frob\\b", 0, {0}}, {"\\bother\\s+thing\\b", 0, {0}});
    struct ed_err err = {0};
    struct ed_match_stats stats;

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ed_matcher_run(f->engine, ED_STR("gizmo frob gizmo frob"), print, f, &err), ED_OK);
    }
    assert_int_equal(f->fetched, 1);
    ed_matcher_stats(f->engine, &stats);
    assert_int_equal(stats.bytes, 63);
    assert_int_equal(stats.candidates, 6);
    assert_int_equal(stats.confirms, 6);
    assert_int_equal(stats.hits, 6);
    assert_int_equal(stats.limits, 0);
    done(f);
}

static enum ed_rc stop_at_second(void *ctx, const struct ed_hit *hit, struct ed_err *err)
{
    size_t *n = ctx;

    (void)hit;
    (void)err;
    return ++*n == 2 ? ED_STOP : ED_OK;
}

static void failures_and_stops_are_passed_on(void **state)
{
    START(f, {"\\bgizmo\\s+frob\\b", 0, {0}});
    struct ed_err err = {0};
    size_t n = 0;

    (void)state;
    f->fail = ED_ERR_DB;
    assert_int_equal(ed_matcher_run(f->engine, ED_STR("gizmo frob"), print, f, &err), ED_ERR_DB);
    assert_string_equal(err.message, "no pattern today");
    f->fail = ED_NOT_FOUND;
    assert_int_equal(ed_oracle_run(f->oracle, ED_STR(""), print, f, &err), ED_ERR_INTERNAL);
    f->fail = ED_OK;
    assert_int_equal(ed_matcher_run(f->engine, ED_STR("gizmo frob gizmo frob gizmo frob"), stop_at_second, &n, &err),
                     ED_STOP);
    assert_int_equal(n, 2);
    done(f);
}

/* 40 nested ways to take each x: no machine tries them all, so the limit ends the search, and later lines are searched.
 */
static void a_limit_is_counted_for_its_record(void **state)
{
    START(f, {"\\bgizmo\\s+frob\\b", 0, {0}}, {"gizmo frob (?:x+x+)+y", ED_PATTERN_CUSTOM, {0}});
    struct ed_err err = {0};
    struct ed_match_stats stats;
    struct ed_match_cost first = {0}, second = {0};

    (void)state;
    assert_int_equal(ed_matcher_run(f->engine, ED_STR("gizmo frob xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx y"),
                                    print, f, &err),
                     ED_OK);
    assert_string_equal(f->out.p, "0 0-10;");
    ed_matcher_stats(f->engine, &stats);
    assert_int_equal(stats.limits, 1);
    ed_matcher_add_cost(f->engine, 0, &first);
    ed_matcher_add_cost(f->engine, 1, &second);
    assert_int_equal(first.tried, 1);
    assert_int_equal(first.matched, 1);
    assert_int_equal(first.limits, 0);
    assert_int_equal(second.tried, 1);
    assert_int_equal(second.matched, 0);
    assert_int_equal(second.limits, 1);
    assert_true(second.work > first.work && first.work > 0);
    ed_matcher_add_cost(f->engine, 0, &second);
    assert_int_equal(second.tried, 2);
    done(f);
}

/* A text in which `head` stands `times` in each of `lines` lines, and then `tail`. */
static struct ed_str repeat(struct ed_buf *text, const char *head, int times, int lines, const char *tail)
{
    ed_buf_init(text, 0);
    for (int i = 0; i < times * lines; i++) {
        ed_buf_text(text, head);
        ed_buf_text(text, i % times == times - 1 ? "\n" : "");
    }
    ed_buf_text(text, tail);
    return ed_buf_view(text);
}

/* Each of the places could be read to the end of the line: the bytes are counted, and the line is left, by both; what
   stands in the lines behind is found, however many such lines there were. */
static void a_line_of_many_candidates_is_left(void **state)
{
    START(f, {"\\bgizmo\\s++frob(?C)(.+?)xyz\\b", 0, {"x"}}, {"\\bgizmo\\s++(?C)(.+?)\\s++frob\\s++xyzzy\\b", 0, {"x"}},
          {"(?m:^|\\G)(?C)(.+?):(?C)(.+?)(.+?);", 0, {"a", "b", "c"}});
    static const char want[] = "0 990003-990019 x= 1 ;20 990020-990025 a=a b=b c=c;";
    struct ed_buf text;
    struct ed_err err = {0};
    struct ed_match_stats stats;
    struct ed_str view = repeat(&text, "gizmo frob ", 30000, 3, "gizmo frob 1 xyz\na:bc;");

    (void)state;
    assert_int_equal(ed_matcher_run(f->engine, view, print, f, &err), ED_OK);
    assert_string_equal(f->out.p, want);
    ed_matcher_stats(f->engine, &stats);
    assert_int_equal(stats.candidates, 90001);
    assert_true(stats.limits >= 3);
    assert_true(stats.confirms < 300);
    ed_buf_reset(&f->out);
    assert_int_equal(ed_oracle_run(f->oracle, view, print, f, &err), ED_OK);
    assert_string_equal(f->out.p, want);
    ed_matcher_stats(f->oracle, &stats);
    assert_true(stats.limits >= 3);
    ed_buf_done(&text);
    done(f);
}

static void a_pattern_that_begins_with_a_hole_begins_its_line(void **state)
{
    START(f, {"(?m:^|\\G)(.+?):\\s++gizmo\\s++frob\\s++(\\d+)", 0, {"x", "y"}});
    (void)state;
    check(f, "one: two: gizmo frob 1 three: gizmo frob 2\nfour: gizmo frob 3",
          "0 0-22 x=one: two y=1;0 22-42 x= three y=2;0 43-61 x=four y=3;");
    check(f, "one\ntwo:\ngizmo\nfrob\n4", "0 4-21 x=two y=4;");
    done(f);
}

/* Lets matches begin right behind a '!' and at the two places behind it. */
static bool let_marked(void *ctx, uint32_t record, uint32_t slot, size_t *from, size_t *last)
{
    const char *text = *(const char **)ctx;

    assert_int_equal(record, 10 * slot);
    for (size_t at = ED_MAX(*from, (size_t)1); at <= *last; at++) {
        for (size_t back = 1; back <= ED_MIN(at, (size_t)3); back++) {
            if (text[at - back] == '!') {
                *from = at;
                *last = ED_MIN(*last, at + 3 - back);
                return true;
            }
        }
    }
    return false;
}

static void check_screened(struct fixture *f, const char *text, const char *want)
{
    struct ed_screen screen = {.below = 1000, .let = let_marked, .ctx = &text};

    ed_matcher_set_screen(f->engine, screen);
    ed_matcher_set_screen(f->oracle, screen);
    check(f, text, want);
}

static void matches_begin_only_where_the_screen_lets_them(void **state)
{
    START(f, {"\\bgizmo\\s+frob\\s+(.+)", 0, {"x"}});
    struct ed_match_stats stats;

    (void)state;
    check_screened(f, "gizmo frob 1", "");
    ed_matcher_stats(f->engine, &stats);
    assert_int_equal(stats.candidates, 1);
    assert_int_equal(stats.confirms, 0);
    check_screened(f, "!gizmo frob 1\ngizmo frob 2\n! gizmo frob 3", "0 1-13 x=1;0 29-41 x=3;");
    /* A match that does not count hides none that does. */
    check_screened(f, "gizmo frob 1 !gizmo frob 2", "0 14-26 x=2;");
    done(f);
}

static void a_screen_holds_where_the_place_is_not_known(void **state)
{
    START(f, {"(\\d+)\\s+gizmo\\s+frob\\b", 0, {"x"}}, {"(?m:^|\\G)(.+?):\\s++sprocket\\s++lost", 0, {"y"}},
          {"gizmo [a-z]+|!", ED_PATTERN_CUSTOM, {0}});

    (void)state;
    check_screened(f, "12 gizmo frob", "");
    check_screened(f, "12 gizmo frob !12 gizmo frob", "0 15-28 x=12;");
    check_screened(f, "a: sprocket lost\n!b: sprocket lost", "");
    check_screened(f, "!\na: sprocket lost\n!b: sprocket lost", "10 2-18 y=a;");
    check_screened(f, "gizmo one !gizmo two ! gizmo three", "20 11-20;20 23-34;");
    done(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_carry_names_and_values),
        cmocka_unit_test(hits_are_ordered_by_place_length_and_record),
        cmocka_unit_test(matches_do_not_overlap_and_repeat_on_a_line),
        cmocka_unit_test(a_longer_match_that_comes_first_is_not_cut_off),
        cmocka_unit_test(blank_lines_cost_no_reach),
        cmocka_unit_test(custom_patterns_see_the_whole_text),
        cmocka_unit_test(patterns_are_fetched_once_and_only_when_needed),
        cmocka_unit_test(failures_and_stops_are_passed_on),
        cmocka_unit_test(a_limit_is_counted_for_its_record),
        cmocka_unit_test(a_line_of_many_candidates_is_left),
        cmocka_unit_test(a_pattern_that_begins_with_a_hole_begins_its_line),
        cmocka_unit_test(matches_begin_only_where_the_screen_lets_them),
        cmocka_unit_test(a_screen_holds_where_the_place_is_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

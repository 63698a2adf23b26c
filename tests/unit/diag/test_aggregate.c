/*
 * test_aggregate.c: many hits become few findings: what groups, what is kept of each, and whose words stand first.
 */
#include "diag/aggregate.h"

#include <math.h>
#include <setjmp.h>

#include <cmocka.h>

static struct ed_record record = {.severity = ED_SEVERITY_ERROR};
static struct ed_candidate_record of = {.row = 5, .record = &record, .specificity = 50};

static void add(struct ed_groups *groups, uint64_t source, uint64_t line, const char *rank, const char *unit,
                const char *bytes)
{
    struct ed_meta meta = {.rank = ed_str_c(rank)};
    struct ed_line lines[] = {{0, line, {.time_text = ED_STR("10:00:00"), .level = ED_LEVEL_UNKNOWN}, &meta}};
    struct ed_message m = {.text = ED_STR("a message"), .source = "a.log", .lines = lines, .nlines = 1};
    struct ed_capture captures[] = {{ED_STR("unit"), ed_str_c(unit)}, {ED_STR("bytes"), ed_str_c(bytes)}};
    struct ed_scored best = {.of = &of, .end = 9, .captures = captures, .ncaptures = 2, .score = 60};
    struct ed_occurrence o = {.message = &m, .source_order = source, .best = &best, .margin = INFINITY};

    ed_groups_add(groups, &o, NULL);
}

static void groups_by_record_and_words(void **state)
{
    struct ed_arena arena;
    struct ed_groups g;
    const struct ed_finding *f;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    add(&g, 1, 40, "TP3", "web", "17.5");
    add(&g, 0, 90, "TP0", "web", "-3e2");
    add(&g, 1, 41, "TP3", "web", "18");
    add(&g, 0, 12, "TP1", "db", "17.5");
    ed_groups_finish(&g);
    assert_int_equal(g.v.n, 2);
    f = &g.v.v[0].finding;
    assert_int_equal(f->count, 3);
    assert_int_equal(f->first.line, 90); /* source 0 comes before source 1, whatever arrived first */
    assert_string_equal(f->values[1].value.p, "-3e2");
    assert_true(f->values[1].numeric && f->values[1].min == -300 && f->values[1].max == 18);
    assert_false(f->values[0].numeric);
    assert_int_equal(f->last.line, 41);
    assert_string_equal(f->last.rank.p, "TP3");
    assert_int_equal(f->nsources, 2);
    assert_int_equal(g.v.v[1].finding.count, 1);
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

static void a_line_may_stand_for_many(void **state)
{
    struct ed_line lines[] = {{.number = 3, .told = {.level = ED_LEVEL_UNKNOWN, .repeat = 3}, .meta = &ed_meta_none}};
    struct ed_message m = {.text = ED_STR("a message"), .source = "-", .lines = lines, .nlines = 1};
    struct ed_scored best = {.of = &of, .end = 9, .score = 60};
    struct ed_occurrence o = {.message = &m, .best = &best, .margin = INFINITY};
    struct ed_arena arena;
    struct ed_groups g;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    ed_groups_add(&g, &o, NULL);
    lines[0].told.repeat = 0;
    ed_groups_add(&g, &o, NULL);
    ed_groups_finish(&g);
    assert_int_equal(g.v.v[0].finding.count, 4);
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

/* Job and step tell sources apart; the program's file is told and does not. */
static void job_step_and_file(void **state)
{
    static const char *const steps[] = {"Build", "Test", "Test"};
    struct ed_arena arena;
    struct ed_groups g;
    const struct ed_finding *f;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    for (size_t i = 0; i < ED_ARRAY_LEN(steps); i++) {
        struct ed_meta meta = {
            .job = ED_STR("linux"), .step = ed_str_c(steps[i]), .file = ED_STR("map.c"), .file_line = 7 + i};
        struct ed_line lines[] = {{0, i + 1, {.level = ED_LEVEL_UNKNOWN}, &meta}};
        struct ed_message m = {.text = ED_STR("a message"), .source = "a.log", .lines = lines, .nlines = 1};
        struct ed_scored best = {.of = &of, .end = 9, .score = 60};
        struct ed_occurrence o = {.message = &m, .best = &best, .margin = INFINITY};

        ed_groups_add(&g, &o, NULL);
    }
    ed_groups_finish(&g);
    f = &g.v.v[0].finding;
    assert_int_equal(f->nsources, 2);
    assert_string_equal(f->first.job.p, "linux");
    assert_string_equal(f->first.step.p, "Build");
    assert_string_equal(f->first.file.p, "map.c");
    assert_int_equal(f->first.file_line, 7);
    assert_string_equal(f->sources[1].step.p, "Test");
    assert_string_equal(f->last.step.p, "Test");
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

static void a_bare_number_of_a_time_is_written_out(void **state)
{
    struct ed_line lines[] = {
        {0,
         3,
         {.time_text = ED_STR("1746439200123456"), .time = ED_TIME_MICROS, .level = ED_LEVEL_UNKNOWN},
         &ed_meta_none}};
    struct ed_message m = {.text = ED_STR("a message"), .source = "-", .lines = lines, .nlines = 1};
    struct ed_scored best = {.of = &of, .end = 9, .score = 60};
    struct ed_occurrence o = {.message = &m, .best = &best, .margin = INFINITY};
    struct ed_arena arena;
    struct ed_groups g;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    ed_groups_add(&g, &o, NULL);
    ed_groups_finish(&g);
    assert_string_equal(g.v.v[0].finding.first.time.p, "2025-05-05T10:00:00.123456Z");
    assert_string_equal(g.v.v[0].finding.last.time.p, "2025-05-05T10:00:00.123456Z");
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

static void hex_numbers_have_no_range_and_do_not_split(void **state)
{
    static const char *const texts[] = {"op 0x1 flags 0x80700 end", "op 0x1 flags 0x10 end", "op 0x1 flags 0xff end"};
    struct ed_arena arena;
    struct ed_groups g;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        struct ed_line lines[] = {{0, i + 1, ed_told_none, &ed_meta_none}};
        struct ed_message m = {.text = ed_str_c(texts[i]), .source = "-", .lines = lines, .nlines = 1};
        struct ed_capture captures[] = {{ED_STR("flags"), ed_str_slice(m.text, 15, m.text.n - 4)},
                                        {ED_STR("op"), ed_str_slice(m.text, 3, 6)}};
        struct ed_scored best = {.of = &of, .end = 9, .captures = captures, .ncaptures = 2, .score = 60};
        struct ed_occurrence o = {.message = &m, .best = &best, .margin = INFINITY};

        ed_groups_add(&g, &o, NULL);
    }
    assert_int_equal(g.v.n, 1);
    assert_int_equal(g.v.v[0].finding.count, 3);
    assert_string_equal(g.v.v[0].finding.values[0].value.p, "80700");
    assert_false(g.v.v[0].finding.values[0].numeric);
    assert_false(g.v.v[0].finding.values[1].numeric);
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

static void add_tier(struct ed_groups *groups, const struct ed_candidate_record *record_of, enum ed_tier tier,
                     uint64_t line)
{
    struct ed_line lines[] = {{0, line, ed_told_none, &ed_meta_none}};
    struct ed_message m = {.text = ED_STR("a message"), .source = "-", .lines = lines, .nlines = 1};
    char says[] = "71 of 95 bits";
    struct ed_term why[] = {{"similar", 71, {says, sizeof(says) - 1}}};
    struct ed_scored best = {
        .of = record_of, .end = 9, .score = 71, .tier = tier, .confidence = 0.4, .why = why, .nwhy = 1};
    struct ed_occurrence o = {.message = &m, .best = &best, .margin = INFINITY};

    ed_groups_add(groups, &o, NULL);
    memset(says, '#', sizeof(says)); /* what is kept is a copy */
}

static void a_record_is_told_in_the_best_of_its_tiers(void **state)
{
    struct ed_candidate_record other = {.row = 6, .record = &record, .specificity = 50};
    struct ed_arena arena;
    struct ed_groups g;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    add_tier(&g, &of, ED_TIER_SIMILAR, 3);
    add_tier(&g, &of, ED_TIER_EXACT, 9);
    add_tier(&g, &other, ED_TIER_SIMILAR, 4);
    add_tier(&g, &other, ED_TIER_SIMILAR, 5);
    ed_groups_finish(&g);
    assert_int_equal(g.v.n, 2);
    assert_int_equal(g.v.v[0].finding.tier, ED_TIER_EXACT);
    assert_int_equal(g.v.v[0].finding.first.line, 9);
    assert_int_equal(g.v.v[1].finding.tier, ED_TIER_SIMILAR);
    assert_int_equal(g.v.v[1].finding.count, 2);
    assert_true(g.v.v[1].finding.confidence == 0.4);
    assert_string_equal(g.v.v[1].finding.why[0].says.p, "71 of 95 bits");
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

static void memory_does_not_grow_with_hits(void **state)
{
    struct ed_arena arena;
    struct ed_groups g;
    size_t used;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    add(&g, 0, 1, "TP0", "web", "1");
    used = arena.used;
    for (uint64_t i = 2; i < 20000; i++) {
        add(&g, 0, i, "TP0", "web", "1");
    }
    assert_int_equal(arena.used, used);
    for (uint64_t i = 0; i < 1000; i++) {
        char rank[16];

        snprintf(rank, sizeof(rank), "TP%" PRIu64, i);
        add(&g, 0, 30000 + i, rank, "web", "1");
    }
    assert_int_equal(g.v.v[0].finding.nsources, ED_LIMIT_FINDING_SOURCES);
    assert_int_equal(g.v.v[0].finding.sources_dropped, 1000 - ED_LIMIT_FINDING_SOURCES);
    assert_int_equal(g.v.v[0].finding.count, 19999 + 1000);
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

static void findings_are_capped_and_counted(void **state)
{
    struct ed_arena arena;
    struct ed_groups g;

    (void)state;
    ed_arena_init(&arena);
    ed_groups_init(&g, &arena, /* now */ 0);
    for (uint64_t i = 0; i < ED_LIMIT_FINDINGS + 5; i++) {
        char unit[24];

        snprintf(unit, sizeof(unit), "unit-%" PRIu64, i);
        add(&g, 0, i, "", unit, "1");
    }
    assert_int_equal(g.v.n, ED_LIMIT_FINDINGS);
    assert_int_equal(g.dropped, 5);
    ed_groups_done(&g);
    ed_arena_done(&arena);
}

static void numbers_are_told_from_words(void **state)
{
    static const char *const yes[] = {"0", "-1", "+2.5", "84.35467529296875", ".5", "1e9", "1E-3"};
    static const char *const no[] = {"", "-", "1.2.3", "0x1f", "12 GiB", "nan", "1e", "e5", "web", "1,000"};
    double v = 0;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(yes); i++) {
        assert_true(ed_value_number(ed_str_c(yes[i]), &v));
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(no); i++) {
        assert_false(ed_value_number(ed_str_c(no[i]), &v));
    }
    assert_true(ed_value_number(ED_STR("-2.5e1"), &v) && v == -25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_by_record_and_words),
        cmocka_unit_test(a_line_may_stand_for_many),
        cmocka_unit_test(job_step_and_file),
        cmocka_unit_test(a_bare_number_of_a_time_is_written_out),
        cmocka_unit_test(hex_numbers_have_no_range_and_do_not_split),
        cmocka_unit_test(groups_by_record_and_words),
        cmocka_unit_test(a_line_may_stand_for_many),
        cmocka_unit_test(a_bare_number_of_a_time_is_written_out),
        cmocka_unit_test(a_record_is_told_in_the_best_of_its_tiers),
        cmocka_unit_test(memory_does_not_grow_with_hits),
        cmocka_unit_test(findings_are_capped_and_counted),
        cmocka_unit_test(memory_does_not_grow_with_hits),
        cmocka_unit_test(findings_are_capped_and_counted),
        cmocka_unit_test(numbers_are_told_from_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

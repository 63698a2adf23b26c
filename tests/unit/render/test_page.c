/*
 * test_page.c: the pages of one record and of a family.
 */
#include "fixture.h"

static const struct ed_str names[] = {S("pre_model_load_memory"), S("local_gpu_memory")};

static void golden_record(const char *name, const struct ed_record *record, const struct ed_kb_pattern_info *pattern,
                          struct ed_render_opts opts)
{
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_render_record(record, pattern, &opts, &out);
    assert_harmless(ed_buf_view(&out));
    assert_golden(name, &out);
    ed_buf_done(&out);
}

static void record_page(void **state)
{
    struct ed_record record = memory_record();
    struct ed_kb_pattern_info pattern = {
        .state = ED_PATTERN_REPAIRED,
        .reason = ED_STR("dead placeholder"),
        .regex = ED_STR("\\bThe\\s+memory\\s+capacity (.+?), (.+?)"),
        .names = names,
        .nnames = ED_ARRAY_LEN(names),
        .specificity = 87.54,
    };

    (void)state;
    golden_record("page.record.80.txt", &record, &pattern, (struct ed_render_opts){.width = 80});
    golden_record("page.record.40.txt", &record, &pattern, (struct ed_render_opts){.width = 40});
    golden_record("page.record.0.txt", &record, &pattern, (struct ed_render_opts){0});
    record.source_code = ED_STR("    if a < b:\n\traise RuntimeError(msg)\n");
    record.type_guard = ED_STR("def ok(x): ...");
    record.try_catch_pattern = ED_STR("try:\n    x()\nexcept RuntimeError:\n    pass");
    record.http_status = 507;
    pattern = (struct ed_kb_pattern_info){
        .state = ED_PATTERN_TAKEN, .regex = ED_STR("x (.+?)"), .specificity = 3, .weak = true};
    golden_record("page.weak.txt", &record, &pattern, (struct ed_render_opts){.width = 80, .verbose = true});
}

static void inactive_and_hostile(void **state)
{
    struct ed_record record = hostile_record();
    struct ed_kb_pattern_info pattern = {.state = ED_PATTERN_INACTIVE,
                                         .reason = ED_STR("no literal text"),
                                         .regex = ED_STR("\033(.+?)"),
                                         .specificity = 1};

    (void)state;
    golden_record("page.inactive.txt", &record, &pattern, (struct ed_render_opts){.width = 80});
    golden_record("page.bare.txt", &record, NULL, (struct ed_render_opts){.width = 20});
}

static void family_page(void **state)
{
    static const struct ed_cause causes[] = {
        {S("A leftover process"), S("It holds memory of one GPU.")},
        {S("Cards of unlike size"), {NULL, 0}},
    };
    static const struct ed_str fixes[] = {S("Kill the process"), S("Use like cards")};
    static const struct ed_str ids[] = {S("fe965af8c7e6afca"), S("ae3d8a71f25bf8fc")};
    struct ed_family family = {
        .slug = ED_STR("gpu-memory-unbalanced"),
        .cluster_key = ED_STR("tag:gpu-memory-unbalanced"),
        .title = ED_STR("GPU memory is unbalanced"),
        .summary = ED_STR("Ranks of one group see unlike free memory."),
        .background = ED_STR("The memory pool is sized by the smallest rank.\n\nSo one busy GPU costs all."),
        .causes = causes,
        .ncauses = ED_ARRAY_LEN(causes),
        .fixes = STRS(fixes),
        .error_ids = STRS(ids),
    };
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    ed_render_family(&family, &(struct ed_render_opts){.width = 80}, &out);
    assert_golden("page.family.txt", &out);
    family = (struct ed_family){.slug = ED_STR("bare\x1b")};
    ed_buf_reset(&out);
    ed_render_family(&family, &(struct ed_render_opts){.width = 80}, &out);
    assert_string_equal(out.p, "bare\\x1b\nfamily bare\\x1b  0 records\n");
    ed_buf_done(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(record_page),
        cmocka_unit_test(inactive_and_hostile),
        cmocka_unit_test(family_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

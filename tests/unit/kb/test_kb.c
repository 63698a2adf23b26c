/*
 * test_kb.c: an open knowledge base: records, families, patterns, the index and what happens when its blob is gone,
 * damaged or of another program; data bases that cannot be used.
 */
#include "fixture.h"

#include "store/db.h"

static const char records[] = RECORD(
    "00000000000000a1", "a/b", "disk-full", "disk is full on volume {mount} of host {host}",
    ",\"filePath\":\"x.py\",\"lineNumber\":12,\"severity\":\"critical\",\"solutions\":[\"one\","
    "\"two\"]") "\n" RECORD("00000000000000a2", "a/b", "weak", "failed: {x}",
                            "") "\n" RECORD("00000000000000a3", "c/d", "dead", "{template}",
                                            "") "\n{\"slug\":\"fam\",\"clusterKey\":\"tag:fam\","
                                                "\"title\":\"The "
                                                "family\",\"summary\":\"s\",\"background\":\"b\","
                                                "\"commonCauses\":[{\"cause\":\"c\",\"detail\":\"d\"}],"
                                                "\"fixes\":[\"f\"],\"guideSlugs\":[],"
                                                "\"errorIds\":[\"00000000000000a1\"],\"generatedAt\":"
                                                "\"2026-01-01T00:00:00Z\",\"schemaVersion\":1}";

static void run_sql(struct fixture *f, const char *sql)
{
    struct ed_db *db = NULL;
    struct ed_stmt *stmt = NULL;

    assert_int_equal(ed_db_open(f->db, ED_DB_WRITE, &db, &f->err), ED_OK);
    assert_int_equal(ed_db_stmt(db, sql, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_stmt_run(stmt, &f->err), ED_OK);
    ed_db_close(db);
}

static void records_are_read_again(void **state)
{
    struct fixture *f = *state;
    struct ed_record record = {0};
    struct ed_arena arena;
    struct ed_kb *kb;

    ed_arena_init(&arena);
    assert_int_equal(ingest_text(f, records), ED_OK);
    kb = open_kb(f);
    assert_string_equal(ed_kb_path(kb), f->db);
    assert_int_equal(ed_kb_record(kb, 1, &arena, &record, &f->err), ED_OK);
    ed_kb_close(kb);
    assert_true(ed_str_is(record.id, "00000000000000a1"));
    assert_true(ed_str_is(record.file_path, "x.py"));
    assert_int_equal(record.line_number, 12);
    assert_int_equal(record.severity, ED_SEVERITY_CRITICAL);
    assert_int_equal(record.solutions.n, 2);
    assert_true(ed_str_is(record.solutions.v[1], "two"));
    assert_null(record.documentation.p);
    kb = open_kb(f);
    assert_int_equal(ed_kb_record(kb, 77, &arena, &record, &f->err), ED_ERR_DB);
    assert_error(f, "no record in row 77");
    ed_kb_close(kb);
    ed_arena_done(&arena);
}

static void families_are_read_again(void **state)
{
    struct fixture *f = *state;
    struct ed_family family = {0};
    struct ed_arena arena;
    struct ed_kb *kb;

    ed_arena_init(&arena);
    assert_int_equal(ingest_text(f, records), ED_OK);
    kb = open_kb(f);
    assert_int_equal(ed_kb_family(kb, ED_STR("fam"), &arena, &family, &f->err), ED_OK);
    assert_true(ed_str_is(family.title, "The family"));
    assert_int_equal(family.ncauses, 1);
    assert_true(ed_str_is(family.causes[0].detail, "d"));
    assert_int_equal(ed_kb_family(kb, ED_STR("none"), &arena, &family, &f->err), ED_NOT_FOUND);
    ed_kb_close(kb);
    ed_arena_done(&arena);
}

static void patterns_say_what_they_are(void **state)
{
    struct fixture *f = *state;
    struct ed_kb_pattern_info info = {0};
    struct ed_pattern pattern = {0}, again = {0};
    struct ed_pattern_source source;
    struct ed_arena arena;
    struct ed_kb *kb;

    ed_arena_init(&arena);
    assert_int_equal(ingest_text(f, records), ED_OK);
    kb = open_kb(f);
    assert_int_equal(ed_kb_pattern_info(kb, 1, &arena, &info, &f->err), ED_OK);
    assert_int_equal(info.nnames, 2);
    assert_true(ed_str_is(info.names[0], "mount"));
    assert_true(ed_str_is(info.names[1], "host"));
    assert_false(info.weak);
    assert_true(info.specificity >= ED_KB_SPECIFICITY_FLOOR);
    assert_true(info.specificity - ed_index_specificity(ed_kb_index(kb), 1) <= 0);
    assert_true(info.specificity - ed_index_specificity(ed_kb_index(kb), 1) > -0.1001);
    assert_int_equal(ed_kb_pattern_info(kb, 2, &arena, &info, &f->err), ED_OK);
    assert_true(info.weak);
    assert_int_equal(ed_kb_pattern_info(kb, 3, &arena, &info, &f->err), ED_OK);
    assert_int_equal(info.state, ED_PATTERN_INACTIVE);
    assert_true(info.reason.n > 0);
    assert_null(info.regex.p);
    assert_int_equal(ed_kb_pattern_info(kb, 9, &arena, &info, &f->err), ED_ERR_DB);

    source = ed_kb_patterns(kb);
    assert_int_equal(source.fetch(source.ctx, 1, &pattern, &f->err), ED_OK);
    assert_int_equal(pattern.nnames, 2);
    assert_true(pattern.regex.n > 0);
    assert_int_equal(source.fetch(source.ctx, 1, &again, &f->err), ED_OK);
    assert_ptr_equal(pattern.regex.p, again.regex.p);
    assert_int_equal(source.fetch(source.ctx, 3, &again, &f->err), ED_ERR_DB);
    assert_int_equal(source.fetch(source.ctx, 9, &again, &f->err), ED_ERR_DB);
    ed_kb_close(kb);
    ed_arena_done(&arena);
}

static enum ed_rc count_hit(void *ctx, const struct ed_hit *hit, struct ed_err *err ED_UNUSED)
{
    size_t *hits = ctx;

    assert_int_equal(hit->record, 1);
    assert_int_equal(hit->ncaptures, 2);
    assert_true(ed_str_is(hit->captures[0].value, "/data"));
    assert_true(ed_str_is(hit->captures[1].value, "db7"));
    *hits += 1;
    return ED_OK;
}

/* The index finds what is in the knowledge base. */
static void check_match(struct fixture *f, struct ed_kb *kb)
{
    struct ed_matcher *matcher = ed_matcher_new(ed_kb_index(kb), ed_kb_patterns(kb));
    struct ed_str text = ED_STR("E0105 disk is full on volume /data of host db7");
    size_t hits = 0;

    assert_int_equal(ed_matcher_run(matcher, text, count_hit, &hits, &f->err), ED_OK);
    assert_int_equal(hits, 1);
    ed_matcher_free(matcher);
}

static void a_matcher_runs_on_it(void **state)
{
    struct fixture *f = *state;
    struct ed_kb *kb;

    assert_int_equal(ingest_text(f, records), ED_OK);
    kb = open_kb(f);
    check_match(f, kb);
    ed_kb_close(kb);
}

static void an_index_that_is_no_good_is_made_in_memory(void **state)
{
    static const char *const breaks[] = {
        "DELETE FROM d_blob",
        "UPDATE d_blob SET bytes = zeroblob(1000)",
        "UPDATE d_blob SET bytes = x''",
        "UPDATE d_blob SET bytes = 17",
        "UPDATE d_blob SET bytes = substr(bytes, 1, length(bytes) / 2)",
        "UPDATE d_meta SET value = value + 1 WHERE key = 'patterns'",
    };
    struct fixture *f = *state;
    struct ed_buf before, after;
    struct ed_kb *kb = NULL;
    bool rebuilt;

    for (size_t i = 0; i < ED_ARRAY_LEN(breaks); i++) {
        assert_int_equal(ingest_text(f, records), ED_OK);
        run_sql(f, breaks[i]);
        ed_buf_init(&before, 0);
        ed_buf_init(&after, 0);
        assert_int_equal(ed_io_file(f->db, &before, &f->err), ED_OK);
        rebuilt = false;
        assert_int_equal(ed_kb_open(f->db, &kb, &rebuilt, &f->err), ED_OK);
        assert_true(rebuilt);
        check_match(f, kb);
        ed_kb_close(kb);
        assert_int_equal(ed_io_file(f->db, &after, &f->err), ED_OK);
        assert_true(ed_str_eq(ed_buf_view(&before), ed_buf_view(&after)));
        ed_buf_done(&before);
        ed_buf_done(&after);
        assert_int_equal(unlink(f->db), 0);
    }
}

static void near_wordings_are_stored_or_made(void **state)
{
    static const char near_records[] = RECORD(
        "00000000000000b1", "a/b", "gizmo", "gizmo %s of frobnicator was quarantined after %d spurious resets",
        ",\"errorCode\":\"GZ-4711\",\"filePath\":\"x.c\"") "\n" RECORD("00000000000000b2", "a/b", "weak", "failed: {x}",
                                                                       ",\"errorCode\":\"WK-4711\"");
    static const char *const breaks[] = {"SELECT 1 LIMIT 0", "DELETE FROM d_blob WHERE name = 'near'",
                                         "UPDATE d_blob SET bytes = substr(bytes, 9) WHERE name = 'near'"};
    struct ed_str text = ED_STR("gizmo 7 of frobnicator was quarantined after 3 needless resets");
    struct fixture *f = *state;
    struct ed_arena arena;
    struct ed_kb *kb;

    ed_arena_init(&arena);
    assert_int_equal(ingest_text(f, near_records), ED_OK);
    for (size_t i = 0; i < ED_ARRAY_LEN(breaks); i++) {
        const struct ed_near *near = NULL, *again = NULL;
        struct ed_near_hit hit = {0};
        struct ed_marks marks = {0};

        run_sql(f, breaks[i]);
        kb = open_kb(f);
        assert_int_equal(ed_kb_near(kb, &near, &f->err), ED_OK);
        assert_int_equal(ed_kb_near(kb, &again, &f->err), ED_OK);
        assert_ptr_equal(near, again);
        assert_int_equal(ed_near_similar(near, ed_kb_patterns(kb), text, 0, text.n, &arena, &hit, &f->err), ED_OK);
        assert_int_equal(hit.record, 1);
        assert_int_equal(ed_near_touches(near, ED_STR("GZ-4711"), &marks), ED_NEAR_CODE);
        assert_int_equal(ed_near_touches(near, ED_STR("WK-4711"), &marks), 0); /* weak records are not in it */
        ed_marks_done(&marks);
        ed_kb_close(kb);
    }
    ed_arena_done(&arena);
}

static void without_derived_tables_it_says_rebuild(void **state)
{
    struct fixture *f = *state;
    struct ed_ingest_events events = {0};
    struct ed_kb *kb = NULL;

    assert_int_equal(ingest_text(f, records), ED_OK);
    run_sql(f, "UPDATE d_meta SET value = value - 1 WHERE key = 'version'");
    assert_int_equal(ed_kb_open(f->db, &kb, NULL, &f->err), ED_ERR_DB);
    assert_error(f, "run errdex rebuild --db");
    assert_int_equal(ed_kb_rebuild(f->db, events, &f->counts, &f->err), ED_OK);
    kb = open_kb(f);
    check_match(f, kb);
    ed_kb_close(kb);
}

static void an_ingest_makes_old_derived_tables_anew(void **state)
{
    struct fixture *f = *state;
    struct ed_kb_counts counts = {0};
    struct ed_kb *kb;

    assert_int_equal(ingest_text(f, records), ED_OK);
    run_sql(f, "UPDATE d_meta SET value = value - 1 WHERE key = 'version'");
    run_sql(f, "DELETE FROM d_look");
    assert_int_equal(ingest_text(f, RECORD("00000000000000a9", "x/y", "n", "a new record of another kind", "")), ED_OK);
    assert_int_equal(f->counts.taken, 1);
    assert_int_equal(f->counts.inactive, 0);
    kb = open_kb(f);
    check_match(f, kb);
    assert_int_equal(ed_kb_count(kb, &counts, &f->err), ED_OK);
    assert_int_equal(counts.records, 4);
    assert_int_equal(counts.families, 1);
    ed_kb_close(kb);
}

static void a_record_that_cannot_be_read_is_kept_and_said(void **state)
{
    struct fixture *f = *state;
    struct ed_ingest_events events = {.problem = on_problem, .ctx = f};
    struct ed_record record = {0};
    struct ed_arena arena;
    struct ed_kb *kb;

    ed_arena_init(&arena);
    assert_int_equal(ingest_text(f, records), ED_OK);
    run_sql(f, "UPDATE record SET json = '{\"id\":\"00000000000000a2\",\"errorMessage\":7}' WHERE row = 2");
    assert_int_equal(ed_kb_rebuild(f->db, events, &f->counts, &f->err), ED_OK);
    assert_int_equal(f->counts.taken, 2);
    assert_int_equal(f->counts.rejected, 1);
    assert_says(&f->said, "/errorMessage: ");
    kb = open_kb(f);
    assert_int_equal(ed_kb_record(kb, 2, &arena, &record, &f->err), ED_ERR_DB);
    assert_error(f, "cannot be read by this program");
    ed_kb_close(kb);
    /* A good one with its id takes its place. */
    assert_int_equal(ingest_text(f, RECORD("00000000000000a2", "a/b", "weak", "failed: {x}", "")), ED_OK);
    assert_int_equal(f->counts.replaced, 1);
    kb = open_kb(f);
    assert_int_equal(ed_kb_record(kb, 2, &arena, &record, &f->err), ED_OK);
    ed_kb_close(kb);
    ed_arena_done(&arena);
}

static void what_is_no_knowledge_base_is_said(void **state)
{
    struct fixture *f = *state;
    struct ed_kb *kb = NULL;

    assert_int_equal(ed_kb_open(f->db, &kb, NULL, &f->err), ED_ERR_DB);
    assert_error(f, "there is no data base at");
    assert_int_equal(ed_kb_open(f->folder, &kb, NULL, &f->err), ED_ERR_DB);
    assert_error(f, "is a folder");
    assert_null(kb);
}

static enum ed_rc add_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err ED_UNUSED)
{
    ed_buf_printf(ctx, "%u %.*s/%.*s %.*s %s%s;", row->row, ED_STR_ARG(row->repo), ED_STR_ARG(row->slug),
                  ED_STR_ARG(row->severity), row->weak ? "weak" : "", row->inactive ? "inactive" : "");
    return ED_OK;
}

static void list(struct fixture *f, struct ed_kb *kb, const struct ed_kb_filter *filter, const char *want)
{
    struct ed_buf rows;

    ed_buf_init(&rows, 0);
    assert_int_equal(ed_kb_list(kb, filter, add_row, &rows, &f->err), ED_OK);
    assert_string_equal(text_of(&rows), want);
    ed_buf_done(&rows);
}

static void lists_pass_filters(void **state)
{
    struct fixture *f = *state;
    struct ed_kb *kb;

    assert_int_equal(ingest_text(f, records), ED_OK);
    kb = open_kb(f);
    list(f, kb, NULL, "1 a/b/disk-full critical ;2 a/b/weak error weak;3 c/d/dead error inactive;");
    list(f, kb, &(struct ed_kb_filter){.only_weak = true}, "2 a/b/weak error weak;");
    list(f, kb, &(struct ed_kb_filter){.only_inactive = true}, "3 c/d/dead error inactive;");
    list(f, kb, &(struct ed_kb_filter){.severity = ED_STR("critical")}, "1 a/b/disk-full critical ;");
    list(f, kb, &(struct ed_kb_filter){.family = ED_STR("fam")}, "1 a/b/disk-full critical ;");
    list(f, kb, &(struct ed_kb_filter){.repo = ED_STR("c/d"), .only_weak = true}, "");
    ed_kb_close(kb);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(records_are_read_again),
        TEST(families_are_read_again),
        TEST(patterns_say_what_they_are),
        TEST(a_matcher_runs_on_it),
        TEST(an_index_that_is_no_good_is_made_in_memory),
        TEST(near_wordings_are_stored_or_made),
        TEST(without_derived_tables_it_says_rebuild),
        TEST(an_ingest_makes_old_derived_tables_anew),
        TEST(a_record_that_cannot_be_read_is_kept_and_said),
        TEST(what_is_no_knowledge_base_is_said),
        TEST(lists_pass_filters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

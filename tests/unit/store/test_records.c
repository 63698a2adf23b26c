/*
 * test_records.c: the authored tables: what goes in comes out byte for byte, rows stay, and what is not there is said.
 */
#include "fixture.h"

#include "base/clock.h"
#include "store/derived.h"
#include "store/records.h"

static int64_t add_source(struct fixture *f, struct ed_db *db)
{
    int64_t source = 0;

    assert_int_equal(
        ed_records_source(db, ED_STR("a.json"), ED_STR("v1"), ED_STR("2026-01-01T00:00:00Z"), &source, &f->err), ED_OK);
    return source;
}

static void records_come_out_as_they_went_in(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct ed_str text = ED_STR("{ \"id\" :\t\"x\",\n \"u\":\"\xE9\x94\x99\" }"), json = ED_STR_NONE;
    struct ed_stored_record record = {0};
    struct ed_arena arena;
    int64_t source = add_source(f, db);
    uint32_t row = 0, second = 0;

    ed_arena_init(&arena);
    assert_int_equal(ed_records_insert(db, ED_STR("00000000000000aa"), source, text, &row, &f->err), ED_OK);
    assert_int_equal(ed_records_insert(db, ED_STR("00000000000000bb"), source, ED_STR("{}"), &second, &f->err), ED_OK);
    assert_int_not_equal(row, second);
    assert_int_equal(ed_records_json(db, row, &arena, &json, &f->err), ED_OK);
    assert_true(ed_str_eq(json, text));
    assert_int_equal(ed_records_find(db, ED_STR("00000000000000aa"), &arena, &record, &f->err), ED_OK);
    assert_int_equal(record.row, row);
    assert_true(ed_str_eq(record.json, text));
    assert_false(record.readable);
    assert_true(record.analyzed == ED_TIME_UNKNOWN);

    assert_int_equal(ed_records_replace(db, row, source, ED_STR("{\"n\":1}"), &f->err), ED_OK);
    assert_int_equal(ed_records_find(db, ED_STR("00000000000000aa"), &arena, &record, &f->err), ED_OK);
    assert_int_equal(record.row, row);
    assert_true(ed_str_is(record.json, "{\"n\":1}"));

    assert_int_equal(ed_records_find(db, ED_STR("00000000000000cc"), &arena, &record, &f->err), ED_NOT_FOUND);
    assert_int_equal(ed_records_json(db, 99, &arena, &json, &f->err), ED_NOT_FOUND);
    assert_int_equal(ed_records_insert(db, ED_STR("00000000000000aa"), source, text, &row, &f->err), ED_ERR_DB);
    assert_says(f, "UNIQUE constraint failed: record.id");
    ed_arena_done(&arena);
    ed_db_close(db);
}

static void the_time_comes_from_the_derived_row(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct ed_look look = {.id = ED_STR("00000000000000aa"),
                           .repo = ED_STR("a/b"),
                           .slug = ED_STR("s"),
                           .message = ED_STR("m"),
                           .severity = ED_STR("error"),
                           .analyzed = 77};
    struct ed_stored_record record = {0};
    struct ed_arena arena;
    uint32_t row = 0;

    ed_arena_init(&arena);
    assert_int_equal(ed_records_insert(db, ED_STR("00000000000000aa"), add_source(f, db), ED_STR("{}"), &row, &f->err),
                     ED_OK);
    assert_int_equal(ed_derived_look_put(db, row, &look, &f->err), ED_OK);
    assert_int_equal(ed_records_find(db, ED_STR("00000000000000aa"), &arena, &record, &f->err), ED_OK);
    assert_true(record.readable);
    assert_int_equal(record.analyzed, 77);
    ed_arena_done(&arena);
    ed_db_close(db);
}

struct collected {
    char text[256];
    size_t stop_after, n;
};

static enum ed_rc collect(void *ctx, const struct ed_stored *stored, struct ed_err *err ED_UNUSED)
{
    struct collected *all = ctx;
    size_t at = strlen(all->text);

    snprintf(all->text + at, sizeof(all->text) - at, "%u %.*s %.*s %.*s;", stored->row, ED_STR_ARG(stored->id),
             ED_STR_ARG(stored->source), ED_STR_ARG(stored->json));
    return ++all->n == all->stop_after ? ED_STOP : ED_OK;
}

static void all_are_handed_out_in_order(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct collected all = {0}, one = {.stop_after = 1}, families = {0};
    int64_t source = add_source(f, db);
    struct ed_str json = ED_STR_NONE;
    struct ed_arena arena;
    uint32_t row = 0;

    ed_arena_init(&arena);
    assert_int_equal(ed_records_insert(db, ED_STR("b"), source, ED_STR("{1}"), &row, &f->err), ED_OK);
    assert_int_equal(ed_records_insert(db, ED_STR("a"), source, ED_STR("{2}"), &row, &f->err), ED_OK);
    assert_int_equal(ed_records_each(db, collect, &all, &f->err), ED_OK);
    assert_string_equal(all.text, "1 b a.json {1};2 a a.json {2};");
    assert_int_equal(ed_records_each(db, collect, &one, &f->err), ED_STOP);
    assert_string_equal(one.text, "1 b a.json {1};");

    assert_int_equal(ed_records_family_put(db, ED_STR("z"), source, ED_STR("{z}"), &f->err), ED_OK);
    assert_int_equal(ed_records_family_put(db, ED_STR("k"), source, ED_STR("{k}"), &f->err), ED_OK);
    assert_int_equal(ed_records_family_put(db, ED_STR("z"), source, ED_STR("{zz}"), &f->err), ED_OK);
    assert_int_equal(ed_records_families(db, collect, &families, &f->err), ED_OK);
    assert_string_equal(families.text, "0 k a.json {k};0 z a.json {zz};");
    assert_int_equal(ed_records_family(db, ED_STR("z"), &arena, &json, &f->err), ED_OK);
    assert_true(ed_str_is(json, "{zz}"));
    assert_int_equal(ed_records_family(db, ED_STR("y"), &arena, &json, &f->err), ED_NOT_FOUND);
    ed_arena_done(&arena);
    ed_db_close(db);
}

static void sources_keep_name_version_and_time(void **state)
{
    static const char sql[] =
        "SELECT name || '|' || dataset_version || '|' || ingested_at FROM source WHERE row = :row";
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    int64_t source = add_source(f, db);
    struct ed_stmt *stmt = NULL;

    assert_int_equal(ed_db_stmt(db, sql, &stmt, &f->err), ED_OK);
    ed_stmt_int(stmt, ":row", source);
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    assert_true(ed_str_is(ed_stmt_col_text(stmt, 0), "a.json|v1|2026-01-01T00:00:00Z"));
    ed_stmt_reset(stmt);
    assert_int_equal(ed_records_source_version(db, source, ED_STR("v2"), &f->err), ED_OK);
    ed_stmt_int(stmt, ":row", source);
    assert_int_equal(ed_stmt_step(stmt, &f->err), ED_OK);
    assert_true(ed_str_is(ed_stmt_col_text(stmt, 0), "a.json|v2|2026-01-01T00:00:00Z"));
    ed_stmt_reset(stmt);
    ed_db_close(db);
}

static void a_row_number_out_of_range_is_damage(void **state)
{
    static const char sql[] = "INSERT INTO record (row, id, source, json) VALUES (4294967296, 'x', 1, '{}')";
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct ed_stored_record record = {0};
    struct ed_stmt *stmt = NULL;
    struct ed_arena arena;
    uint32_t row = 0;

    ed_arena_init(&arena);
    assert_int_equal(ed_db_stmt(db, sql, &stmt, &f->err), ED_OK);
    assert_int_equal(ed_stmt_run(stmt, &f->err), ED_OK);
    assert_int_equal(ed_records_find(db, ED_STR("x"), &arena, &record, &f->err), ED_ERR_DB);
    assert_says(f, "row number 4294967296");
    assert_int_equal(ed_records_insert(db, ED_STR("y"), 1, ED_STR("{}"), &row, &f->err), ED_ERR_DB);
    ed_arena_done(&arena);
    ed_db_close(db);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(records_come_out_as_they_went_in),    TEST(the_time_comes_from_the_derived_row),
        TEST(all_are_handed_out_in_order),         TEST(sources_keep_name_version_and_time),
        TEST(a_row_number_out_of_range_is_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

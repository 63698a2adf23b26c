/*
 * test_ingest.c: every shape that records come in, the rules for the same id again, what is refused and how it is said,
 * and that nothing changes when nothing can be taken.
 */
#include "fixture.h"

#include "store/blob.h"
#include "store/db.h"

#include "kb/export.h"
#include "kb/lookup.h"

#define A RECORD("00000000000000aa", "a/b", "disk-full", "disk is full on {mount}", AT("2026-01-02T00:00:00Z"))
#define B RECORD("00000000000000bb", "a/b", "no-route", "no route to host %s", AT("2026-01-02T00:00:00Z"))

static enum ed_rc add_json(void *ctx, struct ed_str json, struct ed_err *err ED_UNUSED)
{
    ed_buf_str(ctx, json);
    ed_buf_byte(ctx, '\n');
    return ED_OK;
}

static void no_damage(void *ctx, const struct ed_err *why)
{
    (void)ctx;
    fail_msg("%s", why->message);
}

static void check_export(struct fixture *f, const char *want)
{
    struct ed_kb *kb = open_kb(f);
    struct ed_buf all;

    ed_buf_init(&all, 0);
    assert_int_equal(ed_kb_export(kb, NULL, add_json, no_damage, &all, &f->err), ED_OK);
    assert_string_equal(text_of(&all), want);
    ed_buf_done(&all);
    ed_kb_close(kb);
}

static void check_two(struct fixture *f)
{
    assert_string_equal(text_of(&f->said), "");
    assert_int_equal(f->counts.sources, 1);
    assert_int_equal(f->counts.taken, 2);
    assert_int_equal(f->counts.rejected, 0);
    check_export(f, A "\n" B "\n");
    assert_int_equal(unlink(f->db), 0);
}

static void all_shapes_of_one_file(void **state)
{
    static const char *const shapes[] = {
        A "\n" B "\n",
        A B,
        "\xEF\xBB\xBF  " A "\r\n\r\n" B,
        "[" A "," B "]",
        "[\n  " A ",\n  " B "\n]\n",
        "{\"record\":" A ",\"datasetVersion\":\"v1\"}\n{\"datasetVersion\":\"v2\",\"record\": " B " }\n",
        "[{\"record\":" A ",\"datasetVersion\":\"v1\"}," B "]",
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < ED_ARRAY_LEN(shapes); i++) {
        assert_int_equal(ingest_text(f, shapes[i]), ED_OK);
        assert_int_equal(f->counts.bytes, strlen(shapes[i]));
        check_two(f);
    }
}

static void a_real_record_from_the_api(void **state)
{
    struct fixture *f = *state;
    struct ed_kb *kb;
    struct ed_buf file, out;
    struct ed_str want;
    size_t from;

    ed_buf_init(&file, 0);
    ed_buf_init(&out, 0);
    assert_int_equal(ed_io_file(ED_TEST_DATA "/unit/kb/data/record.json", &file, &f->err), ED_OK);
    assert_int_equal(ingest(f, put_file(f, "api.json", ed_buf_view(&file))), ED_OK);
    assert_string_equal(text_of(&f->said), "");
    assert_int_equal(f->counts.taken, 1);
    assert_int_equal(f->counts.weak, 0);
    assert_int_equal(f->counts.inactive, 0);
    kb = open_kb(f);
    assert_int_equal(ed_kb_export(kb, NULL, add_json, no_damage, &out, &f->err), ED_OK);
    from = ed_str_find(ed_buf_view(&file), ED_STR("{\"id\""), 0);
    want = ed_str_slice(ed_buf_view(&file), from, ed_str_find(ed_buf_view(&file), ED_STR(",\"datasetVersion\""), from));
    assert_true(ed_str_eq(ed_str_slice(ed_buf_view(&out), 0, out.n - 1), want));
    ed_kb_close(kb);
    ed_buf_done(&file);
    ed_buf_done(&out);
}

static void unknown_keys_and_blanks_are_kept(void **state)
{
    static const char odd[] = "{ \"futureKey\" : {\"a\":[1.50, 1e3]},\"id\":\"00000000000000aa\", \"repo\":\"a/b\","
                              "\"slug\":\"s\",\"errorMessage\":\"caf\\u00e9 \xE9\x94\x99 broke\" }";
    struct fixture *f = *state;
    char want[256];

    assert_int_equal(ingest_text(f, odd), ED_OK);
    snprintf(want, sizeof(want), "%s\n", odd);
    check_export(f, want);
}

static void the_same_again_changes_nothing(void **state)
{
    static const char other_order[] = "{\"repo\": \"a/b\", \"id\": \"00000000000000aa\", \"slug\": \"disk-full\",\n"
                                      "\"analyzedAt\": \"2026-01-02T00:00:00Z\", "
                                      "\"errorMessage\": \"disk is full on {mount}\"}";
    struct fixture *f = *state;
    struct stat before = {0}, after = {0};
    struct ed_buf old, new;

    ed_buf_init(&old, 0);
    ed_buf_init(&new, 0);
    assert_int_equal(ingest_text(f, A "\n" B), ED_OK);
    assert_int_equal(ed_io_file(f->db, &old, &f->err), ED_OK);
    assert_int_equal(stat(f->db, &before), 0);
    assert_int_equal(ingest_text(f, A "\n" A), ED_OK);
    assert_int_equal(f->counts.same, 2);
    assert_int_equal(f->counts.taken, 0);
    assert_int_equal(ingest_text(f, other_order), ED_OK);
    assert_int_equal(f->counts.same, 1);
    assert_int_equal(f->counts.replaced, 0);
    assert_int_equal(stat(f->db, &after), 0);
    assert_true(before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    assert_int_equal(ed_io_file(f->db, &new, &f->err), ED_OK);
    assert_true(ed_str_eq(ed_buf_view(&old), ed_buf_view(&new)));
    ed_buf_done(&old);
    ed_buf_done(&new);
}

#define A_NEWER                                                                                                        \
    RECORD("00000000000000aa", "a/b", "disk-full-2", "volume {name} has no space", AT("2026-01-03T00:00:00Z"))
#define A_OLDER   RECORD("00000000000000aa", "a/b", "disk-full", "old text of it", AT("2026-01-01T00:00:00Z"))
#define A_OTHER   RECORD("00000000000000aa", "a/b", "disk-full", "same time but other text", AT("2026-01-02T00:00:00Z"))
#define A_NO_TIME RECORD("00000000000000aa", "a/b", "disk-full", "no time at all", "")

static void newer_replaces_and_keeps_its_row(void **state)
{
    struct fixture *f = *state;
    enum ed_lookup_kind kind = ED_LOOKUP_ID;
    struct ed_kb_pattern_info info = {0};
    struct ed_record record = {0};
    struct ed_arena arena;
    struct ed_kb *kb;

    ed_arena_init(&arena);
    assert_int_equal(ingest_text(f, A "\n" B), ED_OK);
    assert_int_equal(ingest_text(f, A_NEWER), ED_OK);
    assert_int_equal(f->counts.replaced, 1);
    assert_int_equal(f->counts.taken, 0);
    check_export(f, A_NEWER "\n" B "\n");
    kb = open_kb(f);
    assert_int_equal(ed_kb_record(kb, 1, &arena, &record, &f->err), ED_OK);
    assert_true(ed_str_is(record.slug, "disk-full-2"));
    assert_int_equal(ed_kb_pattern_info(kb, 1, &arena, &info, &f->err), ED_OK);
    assert_true(ed_str_find(info.regex, ED_STR("space"), 0) != SIZE_MAX);
    assert_true(info.specificity > 0);
    /* Nothing of the old one is found any longer. */
    assert_int_equal(ed_kb_lookup(kb, ED_STR("disk-full"), &kind, NULL, NULL, &f->err), ED_NOT_FOUND);
    assert_int_equal(ed_kb_search(kb, ED_STR("mount"), 5, NULL, NULL, &f->err), ED_NOT_FOUND);
    ed_kb_close(kb);
    ed_arena_done(&arena);
}

static void older_is_said_and_left(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ingest_text(f, A), ED_OK);
    assert_int_equal(ingest_text(f, A_OLDER), ED_OK);
    assert_int_equal(f->counts.older, 1);
    assert_says(&f->said,
                "note in.json:1 /analyzedAt: the record 00000000000000aa is older than the one in the data base "
                "(analyzed 2026-01-02T00:00:00Z)");
    assert_int_equal(ingest_text(f, A_NO_TIME), ED_OK);
    assert_int_equal(f->counts.older, 1);
    check_export(f, A "\n");
}

static void of_equal_age_the_later_wins(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ingest_text(f, A), ED_OK);
    assert_int_equal(ingest_text(f, A_OTHER), ED_OK);
    assert_int_equal(f->counts.replaced, 1);
    check_export(f, A_OTHER "\n");
}

static void the_same_rules_hold_within_one_source(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ingest_text(f, "[" A "," A_NEWER "," A_OLDER "," A_NEWER "]"), ED_OK);
    assert_int_equal(f->counts.taken, 1);
    assert_int_equal(f->counts.replaced, 1);
    assert_int_equal(f->counts.older, 1);
    assert_int_equal(f->counts.same, 1);
    assert_says(&f->said, "note in.json:1 /2/analyzedAt: ");
    check_export(f, A_NEWER "\n");
}

static void broken_ones_are_refused_with_their_place(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ingest_text(f, A "\n"
                                      "{\"id\":\"short\",\"repo\":\"a/b\",\"slug\":\"x\",\"errorMessage\":\"m\"}\n"
                                      "{\"id\":\"00000000000000cc\",\n\"repo\": nope}\n"
                                      "what a person typed\n"
                                      "{\"hello\":\"world\"}\n" B "\n"
                                      "{\"id\":\"00000000000000dd\",\"repo\":\"a/b"),
                     ED_OK);
    assert_int_equal(f->counts.taken, 2);
    assert_int_equal(f->counts.rejected, 5);
    assert_says(&f->said, "fatal in.json:2 /id: ");
    assert_says(&f->said, "fatal in.json:4 : this is no valid JSON: ");
    assert_says(&f->said, "fatal in.json:5 : this text is no JSON value");
    assert_says(&f->said, "fatal in.json:6 : an object is no record");
    assert_says(&f->said, "fatal in.json:8 : this value is not finished");
    check_export(f, A "\n" B "\n");
}

static void places_in_arrays_and_wrappers(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ingest_text(f, "[" A
                                    ",\ntrue,\n{\"record\":{\"id\":\"00000000000000cc\",\"repo\":\"ab\",\"slug\":\"s\","
                                    "\"errorMessage\":\"m\"}},\n{\"record\":{},\"record\":{}}"),
                     ED_OK);
    assert_int_equal(f->counts.taken, 1);
    assert_says(&f->said, "fatal in.json:2 /1: a boolean is no record");
    assert_says(&f->said, "fatal in.json:3 /2/record/repo: ");
    assert_says(&f->said, "fatal in.json:4 /3: the key \"record\" stands twice");
    assert_says(&f->said, "the array is never closed");
}

static void a_slug_of_two_records_is_said(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ingest_text(f, A RECORD("00000000000000ab", "a/b", "disk-full", "another message here", "")),
                     ED_OK);
    assert_int_equal(f->counts.taken, 2);
    assert_says(&f->said, "note in.json:1 /slug: the slug stands for another record of a/b, too (id 00000000000000aa)");
    assert_int_equal(ingest_text(f, RECORD("00000000000000ac", "c/d", "disk-full", "in another repository", "")),
                     ED_OK);
    assert_string_equal(text_of(&f->said), "");
}

static void no_record_leaves_no_file(void **state)
{
    static const char *const texts[] = {
        "", "   \n", "{}", "[]", "[1,2]", "not json", "{\"id\":\"x\",\"errorMessage\":\"\"}"};
    struct fixture *f = *state;

    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        assert_int_equal(ingest_text(f, texts[i]), ED_ERR_INPUT);
        assert_error(f, "no record was found");
        assert_int_equal(access(f->db, F_OK), -1);
    }
}

static void no_record_leaves_the_old_data_base(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(ingest_text(f, A), ED_OK);
    assert_int_equal(ingest_text(f, "{}"), ED_ERR_INPUT);
    check_export(f, A "\n");
}

static void a_missing_source_fails_it_all(void **state)
{
    struct fixture *f = *state;
    struct ed_ingest_events events = {.problem = on_problem, .ctx = f};
    const char *good = put_file(f, "good.json", ED_STR(A));
    const char *paths[] = {good, "/nonexistent/records.json"};

    assert_true(ed_kb_ingest(f->db, paths, 2, events, &f->counts, NULL, &f->err) < 0);
    assert_int_equal(access(f->db, F_OK), -1);
    test_free((void *)(uintptr_t)good);
}

static void states_and_reasons_are_counted(void **state)
{
    struct fixture *f = *state;
    struct ed_kb_counts counts = {0};
    struct ed_kb *kb;

    assert_int_equal(
        ingest_text(
            f,
            "[" A "," RECORD(
                "0000000000000001", "a/b", "p1", "{template}",
                ",\"messagePattern\":\"\\\\{template\\\\}\"") "," RECORD("0000000000000002", "a/b", "p2", "error: {x}",
                                                                         "") "," RECORD("0000000000000003", "c/d",
                                                                                        "disk",
                                                                                        "disk is full on {mount}",
                                                                                        "") "]"),
        ED_OK);
    assert_int_equal(f->counts.taken, 4);
    assert_int_equal(f->counts.inactive, 1);
    assert_int_equal(f->counts.duplicate_patterns, 2);
    assert_int_equal(f->counts.weak, 1);
    assert_true(f->reasons.n > 2 && strcmp(f->reasons.p + f->reasons.n - 3, "=1\n") == 0);
    kb = open_kb(f);
    assert_int_equal(ed_kb_count(kb, &counts, &f->err), ED_OK);
    assert_int_equal(counts.records, 4);
    assert_int_equal(counts.repos, 2);
    assert_int_equal(counts.inactive, 1);
    assert_int_equal(counts.active, 3);
    assert_int_equal(counts.weak, 1);
    assert_true(counts.bytes > 0);
    ed_kb_close(kb);
    /* Another with a pattern that is there already. */
    assert_int_equal(ingest_text(f, RECORD("0000000000000004", "e/f", "disk", "disk is full on {mount}", "")), ED_OK);
    assert_int_equal(f->counts.duplicate_patterns, 1);
}

static void many_values_come_in_order(void **state)
{
    struct fixture *f = *state;
    struct ed_buf text;
    struct ed_kb *kb;
    struct ed_record record = {0};
    struct ed_arena arena;

    ed_buf_init(&text, 0);
    ed_arena_init(&arena);
    for (unsigned i = 1; i <= 3000; i++) {
        ed_buf_printf(
            &text,
            "{\"id\":\"%016x\",\"repo\":\"a/b\",\"slug\":\"s-%u\",\"errorMessage\":\"failure number %u of x\"}\n", i, i,
            i);
    }
    assert_int_equal(ingest(f, put_file(f, "many.ndjson", ed_buf_view(&text))), ED_OK);
    assert_int_equal(f->counts.taken, 3000);
    assert_true(f->progress > 1);
    kb = open_kb(f);
    for (unsigned row = 1; row <= 3000; row += 271) {
        char want[32];

        snprintf(want, sizeof(want), "%016x", row);
        assert_int_equal(ed_kb_record(kb, row, &arena, &record, &f->err), ED_OK);
        assert_true(ed_str_is(record.id, want));
    }
    ed_kb_close(kb);
    ed_arena_done(&arena);
    ed_buf_done(&text);
}

static enum ed_rc count_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err ED_UNUSED)
{
    size_t *found = ctx;

    assert_true(ed_str_is(row->slug, "no-route"));
    *found += 1;
    return ED_OK;
}

static void a_rebuild_makes_the_same(void **state)
{
    size_t found = 0;
    struct fixture *f = *state;
    struct ed_ingest_events events = {.problem = on_problem, .ctx = f};
    struct ed_kb_counts before = {0}, after = {0};
    struct ed_kb *kb;

    assert_int_equal(ingest_text(f, "[" A "," B "," RECORD("0000000000000002", "a/b", "p2", "error: {x}", "") "]"),
                     ED_OK);
    kb = open_kb(f);
    assert_int_equal(ed_kb_count(kb, &before, &f->err), ED_OK);
    ed_kb_close(kb);
    assert_int_equal(ed_kb_rebuild(f->db, events, &f->counts, &f->err), ED_OK);
    assert_int_equal(f->counts.taken, 3);
    assert_int_equal(f->counts.weak, 1);
    kb = open_kb(f);
    assert_int_equal(ed_kb_count(kb, &after, &f->err), ED_OK);
    after.bytes = before.bytes;
    assert_memory_equal(&before, &after, sizeof(before));
    assert_int_equal(ed_kb_search(kb, ED_STR("route"), 5, count_row, &found, &f->err), ED_OK);
    assert_int_equal(found, 1);
    ed_kb_close(kb);
    check_export(f, A "\n" B "\n" RECORD("0000000000000002", "a/b", "p2", "error: {x}", "") "\n");
}

static void put_message(struct ed_buf *text, unsigned i, unsigned kind)
{
    switch (kind % 5) {
    case 0:
        ed_buf_printf(text, "gizmo %u of {name} was quarantined by rig%u", i % 400, i % 17);
        break;
    case 1:
        ed_buf_printf(text, "unit%u: {what}", i % 300);
        break;
    case 2:
        ed_buf_printf(text, "cannot open valve %u of line %u", i % 200, i % 17);
        break;
    default:
        ed_buf_text(text, kind % 5 == 3 ? "the connection was closed" : "{x}");
        break;
    }
}

/* Records first..last; where `changed`, some of them with another message. */
static const char *put_numbered(struct fixture *f, unsigned first, unsigned last, bool changed)
{
    struct ed_buf text;
    const char *path;

    ed_buf_init(&text, 0);
    for (unsigned i = first; i <= last; i++) {
        unsigned kind = i + changed;

        if (changed && i % 7) {
            continue;
        }
        ed_buf_printf(&text, "{\"id\":\"%016x\",\"repo\":\"a/b%u\",\"slug\":\"s-%u\",", i, i % 13, i);
        if (i % 6 == 0) {
            ed_buf_printf(&text, "\"errorCode\":\"E_GONE_%u\",", i);
        }
        ed_buf_printf(&text, "\"analyzedAt\":\"2026-01-0%uT00:00:00Z\",\"errorMessage\":\"", changed ? 2 : 1);
        put_message(&text, i, kind);
        ed_buf_text(&text, "\"}\n");
    }
    path = put_file(f, changed ? "changed.ndjson" : "numbered.ndjson", ed_buf_view(&text));
    ed_buf_done(&text);
    return path;
}

/* All that is derived of the patterns, as bytes. */
static void read_derived(struct fixture *f, struct ed_buf *ret_all)
{
    static const char sql_scores[] =
        "SELECT row || ' ' || tenths || ' ' || weak || ' ' || way FROM d_score ORDER BY row";
    static const char sql_meta[] = "SELECT key || ' ' || value FROM d_meta ORDER BY key";
    static const char *const texts[] = {sql_scores, sql_meta};
    struct ed_db *db = NULL;
    struct ed_stmt *stmt = NULL;

    ed_buf_reset(ret_all);
    assert_int_equal(ed_db_open(f->db, ED_DB_READ, &db, &f->err), ED_OK);
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        assert_int_equal(ed_db_stmt(db, texts[i], &stmt, &f->err), ED_OK);
        while (ed_stmt_step(stmt, &f->err) == ED_OK) {
            ed_buf_str(ret_all, ed_stmt_col_text(stmt, 0));
            ed_buf_byte(ret_all, '\n');
        }
    }
    assert_int_equal(ed_blob_get(db, "index", ret_all, &f->err), ED_OK);
    assert_int_equal(ed_blob_get(db, "near", ret_all, &f->err), ED_OK);
    ed_db_close(db);
}

static void many_ingests_make_what_one_makes(void **state)
{
    struct fixture *f = *state;
    struct ed_ingest_events events = {0};
    struct ed_buf once, often;

    ed_buf_init(&once, 0);
    ed_buf_init(&often, 0);
    assert_int_equal(ingest(f, put_numbered(f, 1, 1500, /* changed */ false)), ED_OK);
    assert_int_equal(ingest(f, put_numbered(f, 1, 600, /* changed */ true)), ED_OK);
    assert_int_equal(f->counts.replaced, 85);
    read_derived(f, &once);
    assert_true(once.n > 60000);
    assert_int_equal(unlink(f->db), 0);

    assert_int_equal(ingest(f, put_numbered(f, 1, 700, /* changed */ false)), ED_OK);
    assert_int_equal(ingest(f, put_numbered(f, 1, 300, /* changed */ true)), ED_OK);
    assert_int_equal(ingest(f, put_numbered(f, 500, 1490, /* changed */ false)), ED_OK);
    assert_int_equal(ingest(f, put_numbered(f, 1491, 1500, /* changed */ false)), ED_OK);
    assert_int_equal(ingest(f, put_numbered(f, 1, 600, /* changed */ true)), ED_OK);
    read_derived(f, &often);
    assert_int_equal(once.n, often.n);
    assert_memory_equal(once.p, often.p, once.n);

    assert_int_equal(ed_kb_rebuild(f->db, events, &f->counts, &f->err), ED_OK);
    read_derived(f, &often);
    assert_int_equal(once.n, often.n);
    assert_memory_equal(once.p, often.p, once.n);
    ed_buf_done(&once);
    ed_buf_done(&often);
}

static void a_rebuild_needs_a_data_base(void **state)
{
    struct fixture *f = *state;
    struct ed_ingest_events events = {0};

    assert_int_equal(ed_kb_rebuild(f->db, events, &f->counts, &f->err), ED_ERR_DB);
    assert_error(f, "there is no data base at");
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_shapes_of_one_file),
        TEST(a_real_record_from_the_api),
        TEST(unknown_keys_and_blanks_are_kept),
        TEST(the_same_again_changes_nothing),
        TEST(newer_replaces_and_keeps_its_row),
        TEST(older_is_said_and_left),
        TEST(of_equal_age_the_later_wins),
        TEST(the_same_rules_hold_within_one_source),
        TEST(broken_ones_are_refused_with_their_place),
        TEST(places_in_arrays_and_wrappers),
        TEST(a_slug_of_two_records_is_said),
        TEST(no_record_leaves_no_file),
        TEST(no_record_leaves_the_old_data_base),
        TEST(a_missing_source_fails_it_all),
        TEST(states_and_reasons_are_counted),
        TEST(many_values_come_in_order),
        TEST(a_rebuild_makes_the_same),
        TEST(many_ingests_make_what_one_makes),
        TEST(a_rebuild_needs_a_data_base),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

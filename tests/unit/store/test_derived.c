/*
 * test_derived.c: the derived tables: look-up and list orders and filters, patterns and scores, full text, blobs,
 * counts.
 */
#include "fixture.h"

#include "base/clock.h"
#include "store/blob.h"
#include "store/derived.h"
#include "store/list.h"
#include "store/records.h"
#include "store/search.h"

struct item {
    const char *id, *repo, *slug, *code, *message, *severity, *family;
    int64_t state, tenths;
    bool weak;
};

static const struct item items[] = {
    {"00000000000000a1", "z/z", "beta", "ENOENT", "no such file", "error", "files", 0, 805, false},
    {"00000000000000a2", "a/b", "beta", NULL, "disk is full", "critical", "files", 1, 170, true},
    {"00000000000000a3", "a/b", "alpha", "enoent", "file not found on disk", "error", NULL, 0, 400, false},
    {"00000000000000a4", "a/b", "alpha", NULL, "x", "info", "other", 2, 0, false},
};

/* Items stand in rows 1, 2, ... */
static struct ed_db *fill(struct fixture *f)
{
    struct ed_db *db = fixture_create(f);
    int64_t source = 0;
    uint32_t row = 0;

    assert_int_equal(ed_records_source(db, ED_STR("t"), ED_STR_NONE, ED_STR("now"), &source, &f->err), ED_OK);
    for (size_t i = 0; i < ED_ARRAY_LEN(items); i++) {
        const struct item *it = &items[i];
        struct ed_look look = {.id = ed_str_c(it->id),
                               .repo = ed_str_c(it->repo),
                               .slug = ed_str_c(it->slug),
                               .code = ed_str_c(it->code),
                               .message = ed_str_c(it->message),
                               .severity = ed_str_c(it->severity),
                               .family = ed_str_c(it->family),
                               .analyzed = ED_TIME_UNKNOWN};
        struct ed_pattern_row pattern = {.state = it->state,
                                         .flags = 5,
                                         .reason = it->state ? ED_STR("why") : ED_STR_NONE,
                                         .regex = it->state == 2 ? ED_STR_NONE : ed_str_c(it->message),
                                         .names = i == 0 ? ED_STR("[\"n\"]") : ED_STR_NONE};
        struct ed_score score = {.known = true, .weak = it->weak, .tenths = it->tenths, .way = i == 1 ? 2 : 0};
        struct ed_search_text text = {.message = ed_str_c(it->message), .slug = ed_str_c(it->slug)};

        assert_int_equal(ed_records_insert(db, ed_str_c(it->id), source, ed_str_c(it->message), &row, &f->err), ED_OK);
        assert_int_equal(row, i + 1);
        assert_int_equal(ed_derived_look_put(db, row, &look, &f->err), ED_OK);
        assert_int_equal(ed_derived_pattern_put(db, row, &pattern, &f->err), ED_OK);
        assert_int_equal(ed_search_add(db, row, &text, &f->err), ED_OK);
        if (it->state != 2) {
            assert_int_equal(ed_derived_score_put(db, row, &score, &f->err), ED_OK);
        }
    }
    return db;
}

struct seen {
    char rows[64];
    struct ed_list_row last;
};

static enum ed_rc see(void *ctx, const struct ed_list_row *row, struct ed_err *err ED_UNUSED)
{
    struct seen *seen = ctx;
    size_t at = strlen(seen->rows);

    snprintf(seen->rows + at, sizeof(seen->rows) - at, "%u ", row->row);
    seen->last = *row;
    return ED_OK;
}

static void check_list(struct fixture *f, struct ed_db *db, struct ed_list_filter filter, const char *rows)
{
    struct seen seen = {0}, json = {0};

    assert_int_equal(ed_list_rows(db, &filter, see, &seen, &f->err), ED_OK);
    assert_string_equal(seen.rows, rows);
    assert_int_equal(ed_list_json(db, &filter, see, &json, &f->err), ED_OK);
    assert_string_equal(json.rows, rows);
}

static void lists_have_one_order_and_pass_filters(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    struct ed_str member = ED_STR("00000000000000a3");

    check_list(f, db, (struct ed_list_filter){0}, "3 4 2 1 ");
    check_list(f, db, (struct ed_list_filter){.repo = ED_STR("a/b")}, "3 4 2 ");
    check_list(f, db, (struct ed_list_filter){.severity = ED_STR("error")}, "3 1 ");
    check_list(f, db, (struct ed_list_filter){.family = ED_STR("files")}, "2 1 ");
    check_list(f, db, (struct ed_list_filter){.weak = true}, "2 ");
    check_list(f, db, (struct ed_list_filter){.inactive = true}, "4 ");
    check_list(f, db, (struct ed_list_filter){.weak = true, .inactive = true}, "4 2 ");
    check_list(f, db, (struct ed_list_filter){.repo = ED_STR("z/z"), .family = ED_STR("files")}, "1 ");
    check_list(f, db, (struct ed_list_filter){.repo = ED_STR("nobody/x")}, "");
    /* A family can name its members itself. */
    assert_int_equal(ed_derived_members_put(db, ED_STR("files"), &member, 1, &f->err), ED_OK);
    check_list(f, db, (struct ed_list_filter){.family = ED_STR("files")}, "3 2 1 ");
    assert_int_equal(ed_derived_members_put(db, ED_STR("files"), NULL, 0, &f->err), ED_OK);
    check_list(f, db, (struct ed_list_filter){.family = ED_STR("files")}, "2 1 ");
    ed_db_close(db);
}

static void list_rows_carry_all_columns(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    struct seen seen = {0};

    assert_int_equal(ed_list_one(db, 1, see, &seen, &f->err), ED_OK);
    assert_int_equal(seen.last.tenths, 805);
    assert_false(seen.last.weak);
    assert_false(seen.last.inactive);
    assert_int_equal(ed_list_one(db, 4, see, &seen, &f->err), ED_OK);
    assert_true(seen.last.inactive);
    assert_int_equal(ed_list_one(db, 99, see, &seen, &f->err), ED_NOT_FOUND);
    ed_db_close(db);
}

static void check_named(struct fixture *f, struct ed_db *db, enum ed_list_key key, const char *name, const char *rows)
{
    struct seen seen = {0};
    uint64_t found = 0, want = 0;

    for (const char *p = rows; *p; p++) {
        want += *p == ' ';
    }
    assert_int_equal(ed_list_named(db, key, ed_str_c(name), see, &seen, &found, &f->err), ED_OK);
    assert_string_equal(seen.rows, rows);
    assert_int_equal(found, want);
}

static void names_find_their_records(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    struct ed_str member = ED_STR("00000000000000a4");
    struct seen seen = {0};
    uint64_t found = 9;

    check_named(f, db, ED_LIST_ID, "00000000000000a2", "2 ");
    check_named(f, db, ED_LIST_ID, "00000000000000ff", "");
    check_named(f, db, ED_LIST_SLUG, "beta", "2 1 ");
    check_named(f, db, ED_LIST_SLUG, "BETA", "");
    check_named(f, db, ED_LIST_CODE, "ENOENT", "3 1 ");
    check_named(f, db, ED_LIST_CODE, "Enoent", "3 1 ");
    check_named(f, db, ED_LIST_FAMILY, "files", "2 1 ");
    assert_int_equal(ed_derived_members_put(db, ED_STR("files"), &member, 1, &f->err), ED_OK);
    check_named(f, db, ED_LIST_FAMILY, "files", "4 2 1 ");
    assert_int_equal(ed_list_path(db, ED_STR("a/b"), ED_STR("alpha"), see, &seen, &found, &f->err), ED_OK);
    assert_string_equal(seen.rows, "3 4 ");
    assert_int_equal(found, 2);
    ed_db_close(db);
}

static void collect_name(void *ctx, struct ed_str name, struct ed_str repo)
{
    char *text = ctx;
    size_t at = strlen(text);

    snprintf(text + at, 128 - at, "%.*s%s%.*s ", ED_STR_ARG(repo), repo.p ? "/" : "", ED_STR_ARG(name));
}

static void names_are_listed_once(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    char slugs[128] = "", families[128] = "", paths[128] = "";

    assert_int_equal(ed_records_family_put(db, ED_STR("alone"), 1, ED_STR("{}"), &f->err), ED_OK);
    assert_int_equal(ed_list_names(db, ED_NAMES_SLUGS, collect_name, slugs, &f->err), ED_OK);
    assert_string_equal(slugs, "alpha beta ");
    assert_int_equal(ed_list_names(db, ED_NAMES_FAMILIES, collect_name, families, &f->err), ED_OK);
    assert_string_equal(families, "alone files other ");
    assert_int_equal(ed_list_names(db, ED_NAMES_PATHS, collect_name, paths, &f->err), ED_OK);
    assert_string_equal(paths, "a/b/alpha a/b/beta z/z/beta ");
    ed_db_close(db);
}

static void a_clash_names_the_other_record(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    struct ed_str id = ED_STR_NONE;
    struct ed_arena arena;

    ed_arena_init(&arena);
    assert_int_equal(ed_derived_clash(db, 3, ED_STR("a/b"), ED_STR("alpha"), &arena, &id, &f->err), ED_OK);
    assert_true(ed_str_is(id, "00000000000000a4"));
    assert_int_equal(ed_derived_clash(db, 1, ED_STR("z/z"), ED_STR("beta"), &arena, &id, &f->err), ED_NOT_FOUND);
    ed_arena_done(&arena);
    ed_db_close(db);
}

static enum ed_rc collect_active(void *ctx, uint32_t row, struct ed_str regex, const struct ed_score *score,
                                 struct ed_err *err ED_UNUSED)
{
    char *text = ctx;
    size_t at = strlen(text);

    snprintf(text + at, 256 - at, "%u:%.*s:%d:%d:%d:%d ", row, ED_STR_ARG(regex), score->known, (int)score->tenths,
             score->weak, (int)score->way);
    return ED_OK;
}

static void collect_reason(void *ctx, struct ed_str reason, uint64_t count)
{
    collect_name(ctx, reason, count == 1 ? ED_STR("1") : ED_STR("many"));
}

static void patterns_and_scores(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    struct ed_pattern_row pattern = {0};
    struct ed_score score = {0};
    struct ed_arena arena;
    char active[256] = "", reasons[128] = "";

    ed_arena_init(&arena);
    assert_int_equal(ed_derived_pattern(db, 1, &arena, &pattern, &score, &f->err), ED_OK);
    assert_int_equal(pattern.state, 0);
    assert_int_equal(pattern.flags, 5);
    assert_null(pattern.reason.p);
    assert_true(ed_str_is(pattern.regex, "no such file"));
    assert_true(ed_str_is(pattern.names, "[\"n\"]"));
    assert_true(score.known);
    assert_int_equal(score.tenths, 805);
    assert_int_equal(ed_derived_pattern(db, 4, &arena, &pattern, &score, &f->err), ED_OK);
    assert_false(score.known);
    assert_null(pattern.regex.p);
    assert_int_equal(ed_derived_pattern(db, 99, &arena, &pattern, &score, &f->err), ED_NOT_FOUND);

    assert_int_equal(ed_derived_forget(db, 3, &f->err), ED_OK);
    assert_int_equal(ed_derived_active(db, collect_active, active, &f->err), ED_OK);
    assert_string_equal(active, "1:no such file:1:805:0:0 2:disk is full:1:170:1:2 ");
    assert_int_equal(ed_derived_inactive(db, collect_reason, reasons, &f->err), ED_OK);
    assert_string_equal(reasons, "1/why ");
    ed_arena_done(&arena);
    ed_db_close(db);
}

static void counts_are_taken_and_kept(void **state)
{
    static const struct {
        const char *key;
        int64_t value;
    } wants[] = {{ED_META_RECORDS, 4},  {ED_META_REPOS, 2},    {ED_META_FAMILIES, 0}, {ED_META_ACTIVE, 3},
                 {ED_META_REPAIRED, 1}, {ED_META_INACTIVE, 1}, {ED_META_WEAK, 1},     {ED_META_ALWAYS, 1}};
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    int64_t value = 9;

    assert_int_equal(ed_derived_meta(db, ED_META_RECORDS, &value, &f->err), ED_OK);
    assert_int_equal(value, 0);
    assert_int_equal(ed_derived_tally(db, &f->err), ED_OK);
    for (size_t i = 0; i < ED_ARRAY_LEN(wants); i++) {
        assert_int_equal(ed_derived_meta(db, wants[i].key, &value, &f->err), ED_OK);
        assert_int_equal(value, wants[i].value);
    }
    assert_int_equal(ed_derived_set_meta(db, ED_META_PATTERNS, INT64_MIN, &f->err), ED_OK);
    assert_int_equal(ed_derived_meta(db, ED_META_PATTERNS, &value, &f->err), ED_OK);
    assert_true(value == INT64_MIN);
    ed_db_close(db);
}

static enum ed_rc collect_hit(void *ctx, const struct ed_search_hit *hit, struct ed_err *err ED_UNUSED)
{
    struct seen *seen = ctx;
    size_t at = strlen(seen->rows);

    assert_true(hit->rank > 0);
    snprintf(seen->rows + at, sizeof(seen->rows) - at, "%u ", hit->row);
    return ED_OK;
}

static void check_search(struct fixture *f, struct ed_db *db, const char *query, size_t max, const char *rows)
{
    struct seen seen = {0};

    assert_int_equal(ed_search_run(db, ed_str_c(query), max, collect_hit, &seen, &f->err), ED_OK);
    assert_string_equal(seen.rows, rows);
}

static void full_text_finds_and_forgets(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fill(f);
    struct ed_search_text gone = {.message = ED_STR("disk is full"), .slug = ED_STR("beta")};
    uint64_t records = 0;

    check_search(f, db, "\"disk\"", 10, "2 3 ");
    check_search(f, db, "\"FULL\" OR \"nothing\"", 10, "2 ");
    check_search(f, db, "\"disk\"", 1, "2 ");
    check_search(f, db, "\"absent\"", 10, "");
    assert_int_equal(ed_search_term(db, ED_STR("disk"), &records, &f->err), ED_OK);
    assert_int_equal(records, 2);
    assert_int_equal(ed_search_term(db, ED_STR("absent"), &records, &f->err), ED_OK);
    assert_int_equal(records, 0);
    assert_int_equal(ed_search_remove(db, 2, &gone, &f->err), ED_OK);
    check_search(f, db, "\"disk\"", 10, "3 ");
    assert_int_equal(ed_search_run(db, ED_STR("\"unbalanced"), 1, collect_hit, NULL, &f->err), ED_ERR_DB);
    ed_db_close(db);
}

static void blobs_are_kept_whole(void **state)
{
    struct fixture *f = *state;
    struct ed_db *db = fixture_create(f);
    struct ed_buf big, back;

    ed_buf_init(&big, 0);
    ed_buf_init(&back, 0);
    assert_int_equal(ed_blob_get(db, "index", &back, &f->err), ED_NOT_FOUND);
    for (size_t i = 0; i < 300000; i++) {
        ed_buf_byte(&big, (char)(i * 7 >> 3));
    }
    assert_int_equal(ed_blob_put(db, "index", ED_STR("old"), &f->err), ED_OK);
    assert_int_equal(ed_blob_put(db, "index", ed_buf_view(&big), &f->err), ED_OK);
    assert_int_equal(ed_blob_put(db, "none", ED_STR(""), &f->err), ED_OK);
    ed_db_close(db);
    assert_int_equal(ed_db_open(f->path, ED_DB_READ, &db, &f->err), ED_OK);
    assert_int_equal(ed_blob_get(db, "index", &back, &f->err), ED_OK);
    assert_true(ed_str_eq(ed_buf_view(&big), ed_buf_view(&back)));
    ed_buf_reset(&back);
    assert_int_equal(ed_blob_get(db, "none", &back, &f->err), ED_OK);
    assert_int_equal(back.n, 0);
    ed_buf_done(&big);
    ed_buf_done(&back);
    ed_db_close(db);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lists_have_one_order_and_pass_filters),
        TEST(list_rows_carry_all_columns),
        TEST(names_find_their_records),
        TEST(names_are_listed_once),
        TEST(a_clash_names_the_other_record),
        TEST(patterns_and_scores),
        TEST(counts_are_taken_and_kept),
        TEST(full_text_finds_and_forgets),
        TEST(blobs_are_kept_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

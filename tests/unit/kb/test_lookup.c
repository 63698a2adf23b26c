/*
 * test_lookup.c: finding records by what a person has: names of every kind, misspelt ones, words, and raw log lines
 * with all that stands around the message; and that no text at all is an error.
 */
#include "fixture.h"

#include "kb/lookup.h"

struct kb_fixture {
    struct fixture *f;
    struct ed_kb *kb;
    char found[512];
};

static int setup(void **state)
{
    struct kb_fixture *k = test_calloc(1, sizeof(*k));
    struct ed_buf records;
    void *inner = NULL;

    if (fixture_setup(&inner) != 0) {
        return -1;
    }
    k->f = inner;
    ed_buf_init(&records, 0);
    assert_int_equal(ed_io_file(ED_TEST_DATA "/unit/kb/data/lookup.ndjson", &records, &k->f->err), ED_OK);
    assert_int_equal(ingest(k->f, put_file(k->f, "records.ndjson", ed_buf_view(&records))), ED_OK);
    ed_buf_done(&records);
    assert_string_equal(text_of(&k->f->said), "");
    assert_int_equal(k->f->counts.families, 2);
    k->kb = open_kb(k->f);
    *state = k;
    return 0;
}

static int teardown(void **state)
{
    struct kb_fixture *k = *state;
    void *inner = k->f;

    ed_kb_close(k->kb);
    test_free(k);
    return fixture_teardown(&inner);
}

static enum ed_rc add_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err ED_UNUSED)
{
    struct kb_fixture *k = ctx;
    size_t at = strlen(k->found);

    snprintf(k->found + at, sizeof(k->found) - at, "%.*s ", (int)(row->id.n - 14), row->id.p + 14);
    return ED_OK;
}

static void check(struct kb_fixture *k, const char *name, enum ed_lookup_kind kind, const char *rows)
{
    enum ed_lookup_kind got = ED_LOOKUP_ID;

    k->found[0] = '\0';
    assert_int_equal(ed_kb_lookup(k->kb, ed_str_c(name), &got, add_row, k, &k->f->err), ED_OK);
    assert_string_equal(k->found, rows);
    assert_int_equal(got, kind);
}

static void every_kind_of_name(void **state)
{
    struct kb_fixture *k = *state;
    enum ed_lookup_kind kind = ED_LOOKUP_ID;

    check(k, "00000000000000a2", ED_LOOKUP_ID, "a2 ");
    check(k, "00000000000000a1", ED_LOOKUP_ID, "a1 "); /* an id before a slug that looks like one */
    check(k, "x/y/00000000000000a1", ED_LOOKUP_PATH, "a6 ");
    check(k, "nodejs/node/enoent-no-such-file-or-directory", ED_LOOKUP_PATH, "a2 ");
    check(k, "enoent-no-such-file-or-directory", ED_LOOKUP_SLUG, "a3 a2 ");
    check(k, "ENOENT", ED_LOOKUP_CODE, "a3 a2 ");
    check(k, "enoent", ED_LOOKUP_CODE, "a3 a2 ");
    check(k, "gpu-memory", ED_LOOKUP_FAMILY, "a1 ");
    check(k, "missing-files", ED_LOOKUP_FAMILY, "a3 a2 ");
    check(k, "empty-family", ED_LOOKUP_FAMILY, "");
    assert_int_equal(ed_kb_lookup(k->kb, ED_STR("nothing-like-it"), &kind, add_row, k, &k->f->err), ED_NOT_FOUND);
    assert_int_equal(ed_kb_lookup(k->kb, ED_STR(""), &kind, add_row, k, &k->f->err), ED_NOT_FOUND);
    assert_int_equal(ed_kb_lookup(k->kb, ED_STR("a/b/c/d"), &kind, add_row, k, &k->f->err), ED_NOT_FOUND);
    assert_int_equal(ed_kb_lookup(k->kb, ED_STR("x\0y'\"%"), &kind, add_row, k, &k->f->err), ED_NOT_FOUND);
}

static void suggest(struct kb_fixture *k, const char *name, size_t max)
{
    struct ed_buf near;

    ed_buf_init(&near, 0);
    assert_int_equal(ed_kb_suggest(k->kb, ed_str_c(name), max, &near, &k->f->err), ED_OK);
    snprintf(k->found, sizeof(k->found), "%.*s", ED_STR_ARG(ed_buf_view(&near)));
    ed_buf_done(&near);
}

static void the_nearest_names_come_first(void **state)
{
    struct kb_fixture *k = *state;

    suggest(k, "memory-lwo", 3);
    assert_string_equal(k->found, "memory-low, gpu-memory"); /* the second shares a word */
    suggest(k, "enoent-no-such-file", 3);
    assert_string_equal(k->found, "enoent-no-such-file-or-directory");
    suggest(k, "the-memory-capacity-is-unbalanced-some-gpus-may-be-occupied", 3);
    assert_string_equal(k->found, "the-memory-capacity-is-unbalanced-some-gpus-may-be");
    suggest(k, "connect-daemon-failed", 3);
    assert_string_equal(k->found, "failed-to-connect-to-daemon");
    suggest(k, "gpu-memry", 3);
    assert_string_equal(k->found, "gpu-memory");
    suggest(k, "qqqqqqqqqq", 3);
    assert_string_equal(k->found, "");
    suggest(k, "", 3);
    assert_string_equal(k->found, "");
    suggest(k, "memory-low", 0);
    assert_string_equal(k->found, "");
}

static void a_path_suggests_paths(void **state)
{
    struct kb_fixture *k = *state;

    suggest(k, "nodejs/node/enoent-no-such-file-or-directry", 1);
    assert_string_equal(k->found, "nodejs/node/enoent-no-such-file-or-directory");
    suggest(k, "nodejs/node/enoent-no-such-file-or-directry", 3);
    assert_string_equal(k->found, "nodejs/node/enoent-no-such-file-or-directory, "
                                  "denoland/deno/enoent-no-such-file-or-directory");
}

static void search(struct kb_fixture *k, struct ed_str words, size_t max)
{
    k->found[0] = '\0';
    assert_int_equal(ed_kb_search(k->kb, words, max, add_row, k, &k->f->err), ED_OK);
}

static void words_find_by_any_text(void **state)
{
    struct kb_fixture *k = *state;

    search(k, ED_STR("unbalanced gpus"), 5);
    assert_string_equal(k->found, "a1 ");
    search(k, ED_STR("FUSER"), 5); /* a solution */
    assert_string_equal(k->found, "a1 ");
    search(k, ED_STR("socket permissions"), 5); /* documentation */
    assert_string_equal(k->found, "a4 ");
    search(k, ED_STR("SystemError"), 5);
    assert_string_equal(k->found, "a2 ");
    search(k, ED_STR("filesystem"), 5);
    assert_string_equal(k->found, "a2 ");
    search(k, ED_STR("no such file"), 1);
    assert_int_equal(strlen(k->found), 3);
}

static void a_raw_log_line_is_a_query(void **state)
{
    struct kb_fixture *k = *state;

    search(k,
           ED_STR("Jan  5 10:00:01 gpu7 sglang[4242]: [2026-01-05 10:00:01 TP0] RuntimeError: The memory capacity is "
                  "unbalanced. Some GPUs may be occupied by other processes. pre=1.5, \"local\"=2 (see {x})"),
           1);
    assert_string_equal(k->found, "a1 ");
    search(k, ED_STR("Error: ENOENT: no such file or directory, open '/etc/x.conf'"), 1);
    assert_string_equal(k->found, "a2 ");
    search(k, ED_STR("level=error msg=\"failed to connect to daemon at unix:///var/run/docker.sock\" AND OR NOT NEAR("),
           1);
    assert_string_equal(k->found, "a4 ");
}

static void scripts_without_blanks_are_found_by_character(void **state)
{
    struct kb_fixture *k = *state;

    search(k, ED_STR("\xE9\x94\x99\xE8\xAF\xAF\xEF\xBC\x9A\xE5\x86\x85\xE5\xAD\x98\xE4\xB8\x8D\xE8\xB6\xB3"), 3);
    assert_string_equal(k->found, "a5 ");
}

static void no_text_is_an_error(void **state)
{
    struct kb_fixture *k = *state;
    struct ed_buf text;

    assert_int_equal(ed_kb_search(k->kb, ED_STR(""), 5, add_row, k, &k->f->err), ED_NOT_FOUND);
    assert_int_equal(ed_kb_search(k->kb, ED_STR_NONE, 5, add_row, k, &k->f->err), ED_NOT_FOUND);
    assert_int_equal(ed_kb_search(k->kb, ED_STR("\" * ( ^ : -"), 5, add_row, k, &k->f->err), ED_NOT_FOUND);
    assert_int_equal(ed_kb_search(k->kb, ED_STR("absent"), 5, add_row, k, &k->f->err), ED_NOT_FOUND);
    ed_buf_init(&text, 0);
    for (int i = 0; i < 256; i++) {
        ed_buf_byte(&text, (char)i);
        ed_buf_byte(&text, ' ');
    }
    for (int i = 0; i < 100000; i++) {
        ed_buf_printf(&text, "w%d ", i);
    }
    assert_true(ed_kb_search(k->kb, ed_buf_view(&text), 5, add_row, k, &k->f->err) >= 0);
    ed_buf_done(&text);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_kind_of_name),        TEST(the_nearest_names_come_first),
        TEST(a_path_suggests_paths),     TEST(words_find_by_any_text),
        TEST(a_raw_log_line_is_a_query), TEST(scripts_without_blanks_are_found_by_character),
        TEST(no_text_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

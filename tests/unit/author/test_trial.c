/*
 * test_trial.c: examples tried: those of tests/cli/test/good hold, those of bad fail, each with its code, place and
 * rows; and a shelf that cannot be opened says why and leaves nothing behind.
 */
#include "author/trial.h"

#include <setjmp.h>

#include <cmocka.h>

#include <dirent.h>
#include <unistd.h>

struct fixture {
    char scratch[64];
    struct ed_shelf *shelf;
    struct ed_buf said; /* "code pointer expected | came\n" a flaw */
    uint64_t problems;
};

static int setup(void **state)
{
    static const char pattern[] = "/tmp/errdex-author-XXXXXX";
    struct fixture *f = test_calloc(1, sizeof(*f));

    memcpy(f->scratch, pattern, sizeof(pattern));
    ed_buf_init(&f->said, 0);
    *state = f;
    return mkdtemp(f->scratch) ? 0 : -1;
}

/* The scratch folder must be empty again. */
static int teardown(void **state)
{
    struct fixture *f = *state;
    int rc;

    ed_shelf_close(f->shelf);
    rc = rmdir(f->scratch);
    ed_buf_done(&f->said);
    test_free(f);
    return rc;
}

static void on_problem(void *ctx, const struct ed_err *problem, bool fatal)
{
    struct fixture *f = ctx;

    f->problems++;
    ed_buf_printf(&f->said, "%s %s\n", fatal ? "broken" : "odd", problem->pointer);
}

static void on_flaw(void *ctx, const struct ed_flaw *flaw)
{
    struct fixture *f = ctx;
    size_t from = flaw->rows[0].key && strcmp(flaw->rows[0].key, "line") == 0;

    ed_buf_printf(&f->said, "%s %s%.*s", flaw->code, flaw->above, ED_STR_ARG(flaw->pointer));
    for (size_t i = from; i < ED_ARRAY_LEN(flaw->rows) && flaw->rows[i].text.p; i++) {
        if (strcmp(flaw->rows[i].key, "why") != 0) {
            ed_buf_printf(&f->said, " | %.*s", ED_STR_ARG(flaw->rows[i].text));
        }
    }
    ed_buf_byte(&f->said, '\n');
}

static enum ed_rc open_shelf(struct fixture *f, const char *folder, struct ed_err *err)
{
    struct ed_shelf_opts opts = {.scratch = f->scratch, .problem = on_problem, .ctx = f};
    char path[4096];
    const char *paths[] = {path};

    snprintf(path, sizeof(path), "%s/cli/test/%s", ED_TEST_DATA, folder);
    return ed_shelf_open(paths, 1, opts, &f->shelf, err);
}

static void run(struct fixture *f, const char *folder, struct ed_trial_opts opts, struct ed_trial_counts *counts)
{
    struct ed_err err = {0};

    assert_int_equal(open_shelf(f, folder, &err), ED_OK);
    opts.flaw = on_flaw;
    opts.ctx = f;
    assert_int_equal(ed_trial_run(f->shelf, opts, counts, &err), ED_OK);
}

static void test_good(void **state)
{
    struct ed_trial_counts counts;
    struct fixture *f = *state;

    run(f, "good", (struct ed_trial_opts){0}, &counts);
    assert_int_equal(counts.records, 4);
    assert_int_equal(counts.untried, 2);
    assert_int_equal(counts.lines, 3);
    assert_int_equal(counts.misses, 1);
    assert_int_equal(counts.failed, 0);
    assert_int_equal(counts.twins, 2);
    assert_string_equal(f->said.p, "untried /2\nuntried /0\n");
}

static void test_bad(void **state)
{
    struct ed_trial_counts counts;
    struct fixture *f = *state;

    run(f, "bad", (struct ed_trial_opts){.repo = ED_STR("acme/loader")}, &counts);
    assert_int_equal(counts.records, 3);
    assert_int_equal(counts.failed, 6);
    assert_string_equal(
        f->said.p,
        "broken /3/lines/0/capture\n"
        "untried /2\n"
        "not-first /0/lines/0/log | acme/loader/cannot-map-weights-file-path-into-memo | nothing\n"
        "values /0/lines/1/log | path = \"/srv/other.bin\", size = \"7\" | path = \"/srv/m.bin\", size is no hole\n"
        "not-first /0/lines/2/log | acme/loader/cannot-map-weights-file-path-into-memo | "
        "acme/loader/tokenizer-vocabulary-holds-d-entries\n"
        "near-miss /0/nearMiss/0 | that it is not found | it is found in \"boot: cannot map weights file /srv/m.bin "
        "into memory: retrying\"\n"
        "tie /1/lines/0/log | acme/loader/weights-checksum-of-shard-d-differs-fro | "
        "other/copy/weights-checksum-of-shard-d-differs-fro (f9498c25a1a1bd8b) as well\n"
        "unknown-record /2/record | a record 00000000000000aa | none\n");
}

static void test_places(void **state)
{
    const struct ed_shelf_place *place;
    struct fixture *f = *state;
    struct ed_err err = {0};

    assert_int_equal(open_shelf(f, "good", &err), ED_OK);
    place = ed_shelf_record(f->shelf, ED_STR("1236e845d6cc22ff"));
    assert_non_null(place);
    assert_string_equal(place->pointer, "/1");
    assert_true(ed_str_ends(ed_str_c(place->file), ED_STR("good/records/acme/loader.json")));
    assert_int_equal(place->line, 30);
    place = ed_shelf_family(f->shelf, ED_STR("weights-unreadable"));
    assert_non_null(place);
    assert_string_equal(place->pointer, "");
    assert_int_equal(place->line, 1);
    assert_null(ed_shelf_record(f->shelf, ED_STR("weights-unreadable")));
    assert_true(ed_shelf_has_example(f->shelf, ED_STR("1236e845d6cc22ff")));
    assert_false(ed_shelf_has_example(f->shelf, ED_STR("f9498c25a1a1bd8b")));
}

static void test_no_shelf(void **state)
{
    struct fixture *f = *state;
    struct ed_err err = {0};

    assert_int_equal(open_shelf(f, "good/examples", &err), ED_ERR_INPUT);
    assert_non_null(strstr(err.message, "there is no record in what was named"));
    assert_int_equal(open_shelf(f, "nosuch", &err), ED_ERR_IO);
    assert_int_equal(open_shelf(f, "case.sh", &err), ED_ERR_INPUT);
    assert_null(f->shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_good, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bad, setup, teardown),
        cmocka_unit_test_setup_teardown(test_places, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_shelf, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_trial.c: examples tried: those of tests/cli/test/good hold, those of bad fail, each with its code, place and
 * rows; and a shelf that cannot be opened says why and leaves nothing behind.
 */
#include "author/trial.h"
#include "fixture.h"

static void run(struct fixture *f, const char *folder, struct ed_trial_opts opts, struct ed_trial_counts *counts)
{
    struct ed_err err = {0};

    assert_int_equal(fixture_open(f, folder, &err), ED_OK);
    opts.flaw = fixture_flaw;
    opts.ctx = f;
    assert_int_equal(ed_trial_run(f->shelf, opts, counts, &err), ED_OK);
}

static void test_good(void **state)
{
    struct ed_trial_counts counts;
    struct fixture *f = *state;

    run(f, "cli/test/good", (struct ed_trial_opts){0}, &counts);
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

    run(f, "cli/test/bad", (struct ed_trial_opts){.repo = ED_STR("acme/loader")}, &counts);
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

    assert_int_equal(fixture_open(f, "cli/test/good", &err), ED_OK);
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

    assert_int_equal(fixture_open(f, "cli/test/good/examples", &err), ED_ERR_INPUT);
    assert_non_null(strstr(err.message, "there is no record in what was named"));
    assert_int_equal(fixture_open(f, "cli/test/nosuch", &err), ED_ERR_IO);
    assert_int_equal(fixture_open(f, "cli/test/case.sh", &err), ED_ERR_INPUT);
    assert_null(f->shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_good, fixture_setup, fixture_teardown),
        cmocka_unit_test_setup_teardown(test_bad, fixture_setup, fixture_teardown),
        cmocka_unit_test_setup_teardown(test_places, fixture_setup, fixture_teardown),
        cmocka_unit_test_setup_teardown(test_no_shelf, fixture_setup, fixture_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

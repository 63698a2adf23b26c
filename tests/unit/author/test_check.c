/*
 * test_check.c: a knowledge base without flaws has none, and each record of tests/cli/check/flawed has its own.
 */
#include "author/check.h"
#include "fixture.h"

static void run(struct fixture *f, const char *below, struct ed_check_counts *counts)
{
    struct ed_err err = {0};

    assert_int_equal(fixture_open(f, below, &err), ED_OK);
    assert_int_equal(ed_check_run(f->shelf, fixture_flaw, f, counts, &err), ED_OK);
}

/* How many flaws say this. */
static size_t said(const struct fixture *f, const char *text)
{
    struct ed_str all = ed_buf_view(&f->said);
    size_t n = 0;

    for (size_t at = 0; (at = ed_str_find(all, ed_str_c(text), at)) != SIZE_MAX; at++) {
        n++;
    }
    return n;
}

static void test_clean(void **state)
{
    struct ed_check_counts counts;
    struct fixture *f = *state;

    run(f, "cli/check/clean", &counts);
    assert_int_equal(f->said.n, 0);
    assert_int_equal(counts.records, 1);
    assert_int_equal(counts.families, 1);
    assert_true(counts.calm > 300);
}

/* Without its folders, a family is missing, and examples are not asked for. */
static void test_records_alone(void **state)
{
    struct ed_check_counts counts;
    struct fixture *f = *state;

    run(f, "cli/check/clean/records", &counts);
    assert_string_equal(f->said.p, "unknown-family /0/backgroundTag | there is no family weights-unreadable\n");
}

static void test_flawed(void **state)
{
    static const struct {
        const char *text;
        size_t times;
    } cases[] = {
        {"broken /3/nearMiss\n", 1},
        {"broken /record/id\n", 1},
        {"odd /1/severity\n", 1},
        {"filler /1/documentation | \"Error \"tokenizer vocabulary\" thrown in acme/loader.\" tells nothing\n", 1},
        {"missing-field /1/triggerScenarios | nothing is said\n", 1},
        {"missing-field /1/solutions | the list is empty\n", 1},
        {"thin ", 1},
        {"unknown-family ", 1},
        {"dead-pattern /2/messagePattern | it was replaced by one that is made of the message: does not fit its "
         "message\n",
         1},
        {"unverified-place /2/lineNumber ", 1},
        {"unverified-place ", 1},
        {"no-pattern /3/errorMessage | it can never be found: nearly all placeholder\n", 1},
        {"weak-pattern /4/errorMessage | its text is worth 14.0 bits, and 20 are needed to count alone\n", 1},
        {"wrong-place /5/githubUrl ", 1},
        {"wrong-place ", 1},
        {"broad-pattern /5/errorMessage | it is found in a log in which nothing is wrong: \"Started Session 412 of "
         "User deploy.\"\n",
         1},
        {"broad-pattern ", 1},
        {"duplicate-pattern /0/errorMessage | the same pattern is that of acme/loader/r0 (1543d80e05cb22b1)\n", 1},
        {"duplicate-pattern ", 1},
        {"overlapping-pattern /1/errorMessage | its message is matched by the pattern of acme/loader/r7 ", 1},
        {"shadowed-pattern /6/errorMessage | a log with its message is explained by other/copy/r9 ", 1},
        {"broken-link /errorIds/1 | there is no record 00000000000000aa\n", 1},
        {"other-family /errorIds/2 | acme/loader/r2 names no family\n", 1},
        {"broken-link /followsFrom/0 | a family does not follow from itself\n", 1},
        {"broken-link /followsFrom/1 | there is no family nowhere\n", 1},
        {"filler /summary | \"TBD\" tells nothing\n", 1},
        {"missing-field /fixes | no fix is told\n", 1},
        {"empty-family /slug | no record names it\n", 1},
        {"misplaced /record | it stands in a file of another repository\n", 1},
        {"misplaced ", 2},
        {"misplaced  | the file has another name\n", 1},
        {"unlisted /4/backgroundTag | the family weights-unreadable does not list it\n", 1},
        {"unlisted ", 2},
        {"few-examples /0 | 1 lines and 0 near misses\n", 1},
        {"unknown-record /1/record | there is no record with this id\n", 1},
        {"filler /2/lines/0/log ", 1},
        {"filler /2/lines/1/captures ", 1},
        {"filler /2/nearMiss/0 ", 1},
    };
    struct ed_check_counts counts;
    struct fixture *f = *state;

    run(f, "cli/check/flawed", &counts);
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        if (said(f, cases[i].text) != cases[i].times) {
            fail_msg("%zu times \"%s\" in\n%s", said(f, cases[i].text), cases[i].text, f->said.p);
        }
    }
    assert_int_equal(counts.records, 10);
    assert_int_equal(counts.families, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_clean, fixture_setup, fixture_teardown),
        cmocka_unit_test_setup_teardown(test_records_alone, fixture_setup, fixture_teardown),
        cmocka_unit_test_setup_teardown(test_flawed, fixture_setup, fixture_teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

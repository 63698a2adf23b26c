/*
 * test_cell.c: values by their types and units, converted exactly or not at all.
 */
#include "diag/cell.h"

#include <setjmp.h>

#include <cmocka.h>

/* What a cell becomes, as text: "55295", "1.5", "'abc'", "NULL", or "-" when it is refused. */
static void check(struct ed_cell_form form, const char *text, const char *want)
{
    struct ed_fact fact = {0};
    char have[80] = "-";

    if (ed_cell_read(&form, ed_str_c(text), &fact)) {
        if (fact.kind == ED_FACT_INTEGER) {
            snprintf(have, sizeof(have), "%" PRId64, fact.integer);
        } else if (fact.kind == ED_FACT_REAL) {
            snprintf(have, sizeof(have), "%.17g", fact.real);
        } else if (fact.kind == ED_FACT_TEXT) {
            snprintf(have, sizeof(have), "'%.*s'", ED_STR_ARG(fact.text));
        } else {
            snprintf(have, sizeof(have), "NULL");
        }
    }
    if (strcmp(have, want) != 0) {
        fail_msg("\"%s\": %s, not %s", text, have, want);
    }
}

#define SIZE(u) ((struct ed_cell_form){.type = ED_CELL_SIZE, .unit = ed_unit_find(ED_STR(u))})

static void sizes(void **state)
{
    struct ed_cell_form meminfo = {.type = ED_CELL_SIZE, .unit = ed_unit_find(ED_STR("KiB")), .binary = true};
    struct ed_cell_form df = {
        .type = ED_CELL_SIZE, .unit = ed_unit_find(ED_STR("KiB")), .bare = ed_unit_find(ED_STR("KiB"))};

    (void)state;
    check(SIZE("MiB"), "55295 MiB", "55295");
    check(SIZE("MiB"), " 55295 MiB ", "55295");
    check(SIZE("MiB"), "54 GiB", "55296");
    check(SIZE("MiB"), "512 KiB", "0.5");
    check(SIZE("B"), "1.5 KiB", "1536");
    check(SIZE("MiB"), "1.8T", "1887436.8");
    check(SIZE("GiB"), "1.8T", "1843.2");
    check(SIZE("B"), "2 kB", "2000");
    check(SIZE("B"), "2 MB", "2000000");
    check(meminfo, "16384 kB", "16384");
    check(meminfo, "2 MB", "2048");
    check(df, "244420", "244420");
    check(df, "40G", "41943040");
    check(df, "0", "0");
    check(SIZE("B"), "9223372036854775807", "9223372036854775807");
    check(SIZE("B"), "9223372036854775808", "-");  /* does not fit */
    check(SIZE("B"), "12345678901234567890", "-"); /* more digits than are read exactly */
    check(SIZE("GiB"), "9223372036854775807 KiB", "8796093022208");
    check(SIZE("B"), "100000000000000000", "100000000000000000");
    check(SIZE("B"), "99999999 TiB", "-"); /* does not fit */
    check(SIZE("MiB"), "12 parsecs", "-");
    check(SIZE("MiB"), "12 s", "-");
    check(SIZE("MiB"), "MiB", "-");
    check(SIZE("MiB"), "1.2.3 MiB", "-");
    check(SIZE("MiB"), "[N/A]", "NULL");
    check(SIZE("MiB"), "[Not Supported]", "NULL");
    check(SIZE("MiB"), "", "NULL");
    check(SIZE("MiB"), "-", "NULL");
}

static void others(void **state)
{
    struct ed_cell_form integer = {.type = ED_CELL_INTEGER}, number = {.type = ED_CELL_NUMBER},
                        percent = {.type = ED_CELL_PERCENT}, text = {.type = ED_CELL_TEXT},
                        seconds = {.type = ED_CELL_TIME, .unit = ed_unit_find(ED_STR("s"))};

    (void)state;
    check(integer, "20629", "20629");
    check(integer, "-1", "-1");
    check(integer, "+7", "7");
    check(integer, "007", "7");
    check(integer, "0", "0");
    check(integer, "1.0", "-");
    check(integer, "0x10", "-");
    check(integer, "1e3", "-");
    check(integer, "12a", "-");
    check(integer, ".", "-");
    check(integer, "99999999999999999999999999", "-");
    check(integer, "00000000000000000000000000000000012", "12");
    check(number, "39.75", "39.75");
    check(number, "5.", "5");
    check(number, ".5", "0.5");
    check(number, "5.000", "5");
    check(number, "39.74761962890625", "39.74761962890625");
    check(percent, "98%", "98");
    check(percent, "98 %", "98");
    check(percent, "7.25", "7.25");
    check(percent, "98 MiB", "-");
    check(seconds, "2.91 s", "2.9100000000000001");
    check(seconds, "1500 ms", "1.5");
    check(seconds, "2 h", "7200");
    check(seconds, "90", "90");
    check(text, " $(reboot) ", "'$(reboot)'");
    check(text, "-", "'-'");
    check(text, "", "NULL");
}

static void moments(void **state)
{
    struct ed_cell_form form = {.type = ED_CELL_MOMENT};

    (void)state;
    check(form, "Aug 29 12:00:00 2026 GMT", "1788004800");
    check(form, "Jan  1 00:00:00 1970 GMT", "0");
    check(form, "Feb  9 23:59:59 2038 GMT", "2149372799");
    check(form, "Feb 30 12:00:00 2026 GMT", "-");
    check(form, "ebM 29 12:00:00 2026 GMT", "-");
    check(form, "Aug 29 12:00:00 2026 CET", "-");
    check(form, "Aug 29 12:00:00 2026", "-");
    check(form, "2026-08-29 12:00:00Z", "1788004800");
    check(form, "2026-08-29T14:00:00+02:00", "1788004800");
    check(form, "2026-08-29T14:00:00+0200", "1788004800");
    check(form, "2026-08-29T14:00:00", "-"); /* of which zone? */
    check(form, "1969-12-31T23:59:59.500Z", "-1");
    check(form, "soon", "-");
    check(form, "", "NULL");
    check(form, "n/a", "NULL");
}

static void measures(void **state)
{
    struct ed_fact fact = {0};
    struct ed_str unit = ED_STR("x");

    (void)state;
    assert_true(ed_cell_measure(ED_STR("39.75"), &fact, &unit));
    assert_true(fact.kind == ED_FACT_REAL && fact.real == 39.75 && !unit.p);
    assert_true(ed_cell_measure(ED_STR("12 MiB"), &fact, &unit));
    assert_true(fact.kind == ED_FACT_INTEGER && fact.integer == 12 && ed_str_is(unit, "MiB"));
    assert_true(ed_cell_measure(ED_STR("98%"), &fact, &unit) && ed_str_is(unit, "%"));
    assert_false(ed_cell_measure(ED_STR("12 apples"), &fact, &unit));
    assert_false(ed_cell_measure(ED_STR(""), &fact, &unit));
    assert_false(ed_cell_measure(ED_STR("GPU-1"), &fact, &unit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes), cmocka_unit_test(others), cmocka_unit_test(moments),
                                       cmocka_unit_test(measures)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

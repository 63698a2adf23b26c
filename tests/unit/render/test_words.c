/*
 * test_words.c: numbers keep their digits; sizes and counts read well at their edges.
 */
#include "render/words.h"

#include <math.h>
#include <setjmp.h>

#include <cmocka.h>

static void number_is(double value, const char *want)
{
    char text[ED_WORDS_NUMBER];

    assert_true(ed_words_number(value, text));
    assert_string_equal(text, want);
    assert_true(strtod(text, NULL) == value);
}

static void numbers(void **state)
{
    char text[ED_WORDS_NUMBER];

    (void)state;
    number_is(39.74761962890625, "39.74761962890625");
    number_is(93.7274169921875, "93.7274169921875");
    number_is(0.1, "0.1");
    number_is(0.1 + 0.2, "0.30000000000000004");
    number_is(-2.5, "-2.5");
    number_is(0, "0");
    number_is(-0.0, "0");
    number_is(31870, "31870");
    number_is(9007199254740991, "9007199254740991");
    number_is(9007199254740993000.0, "9.007199254740993e+18");
    number_is(17179869184.0, "17179869184");
    number_is(1.7976931348623157e308, "1.7976931348623157e+308");
    number_is(5e-324, "4.94065645841247e-324");
    assert_false(ed_words_number((double)NAN, text));
    assert_false(ed_words_number((double)INFINITY, text));
    assert_string_equal(text, "");
}

static void size_is(uint64_t bytes, const char *want)
{
    char text[ED_WORDS_NUMBER];

    ed_words_size(bytes, text);
    assert_string_equal(text, want);
}

static void sizes(void **state)
{
    (void)state;
    size_is(0, "0 bytes");
    size_is(1, "1 byte");
    size_is(999, "999 bytes");
    size_is(1000, "1.0 kB");
    size_is(3092, "3.1 kB");
    size_is(3050, "3.1 kB");
    size_is(3049, "3.0 kB");
    size_is(999949, "999.9 kB");
    size_is(999950, "1.0 MB");
    size_is(2000000000, "2.0 GB");
    size_is(UINT64_MAX, "18.4 EB");
}

static void counts(void **state)
{
    struct ed_buf buf;

    (void)state;
    ed_buf_init(&buf, 0);
    ed_words_count(&buf, 0, "source", "sources");
    ed_buf_byte(&buf, ',');
    ed_words_count(&buf, 1, "source", "sources");
    ed_buf_byte(&buf, ',');
    ed_words_count(&buf, UINT64_MAX, "source", "sources");
    assert_string_equal(buf.p, "0 sources,1 source,18446744073709551615 sources");
    ed_buf_done(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(numbers), cmocka_unit_test(sizes), cmocka_unit_test(counts)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

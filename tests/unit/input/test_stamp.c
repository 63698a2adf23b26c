/*
 * test_stamp.c: times and level words at the front of lines.
 */
#include "support.h"

#include "input/stamp.h"

#define ALL (ED_STAMP_DATE_TIME | ED_STAMP_DAY_TIME | ED_STAMP_TIME)

static int64_t time_of(const char *text, const struct ed_stamp *stamp)
{
    struct ed_told told = {.time_text = ed_str(text, stamp->n), .time = stamp->known ? ED_TIME_DATED : ED_TIME_PARTIAL};

    return ed_told_time(&told);
}

static void times(void **state)
{
    static const struct {
        const char *text;
        size_t n;
        bool zoned;
        const char *utc; /* NULL: not known */
    } cases[] = {
        {"2025-05-05 12:00:00", 19, false, NULL},
        {"2025-05-05 12:00:00,123 x", 23, false, NULL},
        {"2025/05/05 12:00:00 [error]", 19, false, NULL},
        {"2025-05-05T12:00:00Z", 20, true, "2025-05-05T12:00:00Z"},
        {"2025-05-05T12:00:00.1234567Z x", 28, true, "2025-05-05T12:00:00.123456Z"},
        {"2025-05-05T12:00:00+0200 h", 24, true, "2025-05-05T10:00:00Z"},
        {"2025-05-05T12:00:00.5+02:00 h", 27, true, "2025-05-05T10:00:00.500000Z"},
        {"2025-05-05 12:00:00 +0000] x", 25, true, "2025-05-05T12:00:00Z"},
        {"2025-05-05 12:00:00 -01:30", 26, true, "2025-05-05T13:30:00Z"},
        {"2025-05-05 12:00:00 UTC [7]", 23, true, "2025-05-05T12:00:00Z"},
        {"2025/05/05 12:00:00 GMT x", 23, true, "2025-05-05T12:00:00Z"},
        {"2025-05-05 12:00:00 CEST h", 24, true, NULL},
        {"2025-05-05 12:00:00 INFO x", 19, false, NULL},
        {"2025-02-31T12:00:00Z", 20, true, NULL}, /* no such day: a time all the same, but not known */
        {"05-05 12:00:00 x", 14, false, NULL},
        {"12:00:00.250] x", 12, false, NULL},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_stamp stamp;

        if (!ed_stamp_read(ed_str_c(cases[i].text), ALL, &stamp) || stamp.n != cases[i].n ||
            stamp.zoned != cases[i].zoned ||
            time_of(cases[i].text, &stamp) !=
                (cases[i].utc ? ed_clock_parse(ed_str_c(cases[i].utc)) : ED_TIME_UNKNOWN)) {
            fail_msg("%s", cases[i].text);
        }
    }
}

static void no_times(void **state)
{
    static const char *const texts[] = {"",
                                        "2025-05-05",
                                        "2025-05-05x12:00:00",
                                        "2025-05/05 12:00:00",
                                        "12:00",
                                        "12:00:000",
                                        "1:00:00",
                                        "2025-05-05 12:00",
                                        "12.00.00",
                                        "2025-05-05 12:00:0x",
                                        "20250505 120000",
                                        "05-05-12:00:00"};
    struct ed_stamp stamp;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        assert_false(ed_stamp_read(ed_str_c(texts[i]), ALL, &stamp));
    }
    assert_false(ed_stamp_read(ED_STR("12:00:00"), ED_STAMP_DATE_TIME, &stamp));
    assert_false(ed_stamp_read(ED_STR("05-05 12:00:00"), ED_STAMP_DATE_TIME, &stamp));
}

static void levels(void **state)
{
    static const struct {
        const char *text;
        enum ed_level level;
    } cases[] = {
        {" ERROR cannot map", ED_LEVEL_ERR},
        {" - loader - WARNING - slow", ED_LEVEL_WARNING},
        {"] [7] [CRITICAL] gone", ED_LEVEL_CRIT},
        {" [error] 28#28: *2 connect() failed", ED_LEVEL_ERR},
        {" | DEBUG    | mod:f:1 - x", ED_LEVEL_DEBUG},
        {": INFO/MainProcess] ready", ED_LEVEL_INFO},
        {" warn: slow", ED_LEVEL_WARNING},
        {" an error in prose", ED_LEVEL_UNKNOWN},
        {" one two three four ERROR", ED_LEVEL_UNKNOWN},
        {" ERRORS are no level", ED_LEVEL_UNKNOWN},
        {"", ED_LEVEL_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        if (ed_level_find(ed_str_c(cases[i].text)) != cases[i].level) {
            fail_msg("%s: %d", cases[i].text, ed_level_find(ed_str_c(cases[i].text)));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times),
        cmocka_unit_test(no_times),
        cmocka_unit_test(levels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

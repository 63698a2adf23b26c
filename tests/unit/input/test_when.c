/*
 * test_when.c: moments of lines and of command lines, in a zone of its own.
 */
#include "support.h"

#include "input/when.h"

/* 2026-06-07T08:09:10Z, which is 10:09:10 in the zone of these tests (two hours before UTC, no summer time). */
static int64_t now(void)
{
    return ed_clock_parse(ED_STR("2026-06-07T08:09:10Z"));
}

static int set_up(void **state)
{
    (void)state;
    setenv("TZ", "XYZ-2", 1);
    tzset();
    return 0;
}

static void check(const char *text, int64_t is, bool known, const char *want)
{
    char have[ED_CLOCK_TEXT] = "none";

    if (known) {
        ed_clock_format(is, have);
    }
    if (strcmp(have, want ? want : "none") != 0) {
        fail_msg("%s: %s, not %s", text, have, want ? want : "none");
    }
}

static void of_lines(void **state)
{
    static const struct {
        const char *text;
        enum ed_time_form form;
        const char *utc;
    } cases[] = {
        {"2026-06-07T08:09:10.5+02:00", ED_TIME_DATED, "2026-06-07T06:09:10.500000Z"},
        {"1780819750", ED_TIME_SECONDS, "2026-06-07T08:09:10Z"},
        {"1780819750.25", ED_TIME_SECONDS, "2026-06-07T08:09:10.250000Z"},
        {"1780819750123", ED_TIME_MILLIS, "2026-06-07T08:09:10.123000Z"},
        {"1780819750123456789", ED_TIME_NANOS, "2026-06-07T08:09:10.123456Z"},
        {"2026-06-07 10:09:10,250", ED_TIME_PARTIAL, "2026-06-07T08:09:10.250000Z"},
        {"2026/06/07 10:09:10", ED_TIME_PARTIAL, "2026-06-07T08:09:10Z"},
        {"Sun 2026-06-07 10:09:10 CEST", ED_TIME_PARTIAL, "2026-06-07T08:09:10Z"},
        {"Jun 07 10:09:10", ED_TIME_PARTIAL, "2026-06-07T08:09:10Z"},
        {"Jun  7 10:09:10.125", ED_TIME_PARTIAL, "2026-06-07T08:09:10.125000Z"},
        {"Jun  8 10:00:00", ED_TIME_PARTIAL, "2026-06-08T08:00:00Z"}, /* a clock that is a little fast */
        {"Jun 09 10:09:10", ED_TIME_PARTIAL, "2025-06-09T08:09:10Z"}, /* not in the future */
        {"Dec 31 23:00:00", ED_TIME_PARTIAL, "2025-12-31T21:00:00Z"},
        {"Jun  7 2024 10:09:10", ED_TIME_PARTIAL, "2024-06-07T08:09:10Z"},
        {"Sun Jun  7 10:09:10 2026", ED_TIME_PARTIAL, "2026-06-07T08:09:10Z"},
        {"06-07 10:09:10", ED_TIME_PARTIAL, "2026-06-07T08:09:10Z"},
        {"0607 10:09:10.5", ED_TIME_PARTIAL, "2026-06-07T08:09:10.500000Z"},
        {"20260607 10:09:10", ED_TIME_PARTIAL, "2026-06-07T08:09:10Z"},
        {"07/Jun/2026:10:09:10", ED_TIME_PARTIAL, "2026-06-07T08:09:10Z"},
        {"10:09:10", ED_TIME_PARTIAL, NULL},
        {"", ED_TIME_PARTIAL, NULL},
        {"2026-13-41 10:09:10", ED_TIME_PARTIAL, NULL},
        {"\xD0\xB8\xD1\x8E\xD0\xBD 07 10:09:10", ED_TIME_PARTIAL, NULL},
        {"99999999999999999999", ED_TIME_SECONDS, NULL},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_told told = {.time_text = ed_str_c(cases[i].text), .time = cases[i].form};
        int64_t is = ed_when_line(&told, now());

        check(cases[i].text, is, is != ED_TIME_UNKNOWN, cases[i].utc);
    }
}

static void of_command_lines(void **state)
{
    static const struct {
        const char *text, *utc;
    } cases[] = {
        {"2026-06-07T08:09:10Z", "2026-06-07T08:09:10Z"},
        {"2026-06-07 10:09:10", "2026-06-07T08:09:10Z"},
        {"2026-06-07 10:09:10.5", "2026-06-07T08:09:10.500000Z"},
        {"2026-06-07 10:09", "2026-06-07T08:09:00Z"},
        {"2026-06-07", "2026-06-06T22:00:00Z"},
        {"09:30", "2026-06-07T07:30:00Z"},
        {"09:30:15", "2026-06-07T07:30:15Z"},
        {"@1780819750", "2026-06-07T08:09:10Z"},
        {"now", "2026-06-07T08:09:10Z"},
        {"today", "2026-06-06T22:00:00Z"},
        {"yesterday", "2026-06-05T22:00:00Z"},
        {"tomorrow", "2026-06-07T22:00:00Z"},
        {"-1h", "2026-06-07T07:09:10Z"},
        {"-1h30min", "2026-06-07T06:39:10Z"},
        {"-90", "2026-06-07T08:07:40Z"},
        {"+1d", "2026-06-08T08:09:10Z"},
        {"2 hours ago", "2026-06-07T06:09:10Z"},
        {" 1 week ago ", "2026-05-31T08:09:10Z"},
        {"", NULL},
        {"-", NULL},
        {"soon", NULL},
        {"1 fortnight ago", NULL},
        {"2 hours", NULL},
        {"2026-06-07 25:00", NULL},
        {"2026-06-07 10:09:10 x", NULL},
        {"@", NULL},
        {"@x", NULL},
        {"-99999999999999999999s", NULL},
        {"-4294967295y4294967295y", NULL},
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        int64_t is = 0;
        bool known = ed_when_parse(ed_str_c(cases[i].text), now(), &is);

        check(cases[i].text, is, known, cases[i].utc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_lines),
        cmocka_unit_test(of_command_lines),
    };

    return cmocka_run_group_tests(tests, set_up, /* teardown */ NULL);
}

/*
 * test_alarm.c: which words make a line worth a look, and that the vector search finds what the plain one finds.
 */
#include "match/alarm.h"

#include "base/alloc.h"

#include <setjmp.h>

#include <cmocka.h>

static bool alarms(const char *text)
{
    struct ed_alarm alarm;

    ed_alarm_init(&alarm);
    return ed_alarm_find(&alarm, ed_str_c(text), 0) != SIZE_MAX;
}

static void words_of_error(void **state)
{
    static const char *const yes[] = {"error",
                                      "ERROR: x",
                                      "RuntimeError: x",
                                      "java.io.IOException",
                                      "it failed",
                                      "FAILURE",
                                      "could not open",
                                      "Cannot open",
                                      "can't do it",
                                      "npm ERR! code",
                                      "operation timed out",
                                      "Connection refused",
                                      "Out of memory: Killed",
                                      "No such file",
                                      "is not responding",
                                      "x_error=1",
                                      "  code: 'EACCES',",
                                      "unable to"};
    static const char *const no[] = {"",           "fine",      "terror",  "mirrored", "refusedly",
                                     "unableness", "a cannoth", "prefail", "stderr",   "all is well: done"};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(yes); i++) {
        if (!alarms(yes[i])) {
            fail_msg("%s is a word of error", yes[i]);
        }
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(no); i++) {
        if (alarms(no[i])) {
            fail_msg("%s is no word of error", no[i]);
        }
    }
}

/* At every place of a text of several blocks, at its end, and with texts that end anywhere in it. */
static void every_place_is_searched(void **state)
{
    static const char *const words[] = {"fail", "Exception", "timed out", "err!"};
    struct ed_alarm alarm;

    (void)state;
    ed_alarm_init(&alarm);
    for (size_t w = 0; w < ED_ARRAY_LEN(words); w++) {
        size_t n = strlen(words[w]);

        for (size_t size = n; size < 150; size += 7) {
            for (size_t at = 0; at + n <= size; at++) {
                char *text = ed_alloc(size); /* of its own size: a read behind it is an error */
                size_t found;

                memset(text, ' ', size);
                memcpy(text + at, words[w], n);
                found = ed_alarm_find(&alarm, ed_str(text, size), 0);
                assert_true(found >= at && found < at + n);
                assert_true(ed_alarm_find(&alarm, ed_str(text, size), at + n) == SIZE_MAX);
                ed_free(text);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_error),
        cmocka_unit_test(every_place_is_searched),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

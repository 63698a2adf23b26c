/*
 * test_filler.c: what is filler, and the content that looks like it.
 */
#include "record/record.h"

#include <setjmp.h>

#include <cmocka.h>

static void test_filler(void **state)
{
    static const char *const filler[] = {
        "Error \"Port {port} is in use\" thrown in acme/widget-hub.",
        "Error \"say \"hi\" thrown in anger\" thrown in acme/widget.js",
        "Error \"\" thrown in a/b.",
        "Exception \"x\" raised by a/b.",
        "Thrown at src/a.c:12 when the library encounters an invalid state.",
        "Thrown at unknown when the library encounters an invalid state.",
        "See trigger scenarios.",
        "  see the trigger scenarios above ...\n",
        "See documentation.",
        "See above.",
        "Refer to the documentation",
        "N/A",
        "None.",
        "Unknown.",
        "TBD",
        "",
        " \n",
        ".",
    };
    static const char *const content[] = {
        "See trigger scenarios. Also happens on NFS.",
        "See the manual of the pump.",
        "Seen in trigger scenarios",
        "See",
        "Error \"x\" thrown in a/b when the disk is full.",
        "Error \"x\" thrown in",
        "Error codes thrown in a/b.",
        "Thrown at start when the library encounters an invalid state of the cache.",
        "Thrown at the first call when the library encounters an invalid state.",
        "None of the replicas answered.",
        "The port is taken.",
        "Errors",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(filler); i++) {
        if (!ed_record_is_filler(ed_str_c(filler[i]))) {
            print_error("not filler: %s\n", filler[i]);
            fail();
        }
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(content); i++) {
        if (ed_record_is_filler(ed_str_c(content[i]))) {
            print_error("filler: %s\n", content[i]);
            fail();
        }
    }
    assert_true(ed_record_is_filler(ED_STR_NONE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_filler)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_parts.c: the title of a record, where placeholders are left out only when the sentence is whole without them.
 */
#include "fixture.h"

#include "render/parts.h"

static void title_is(const char *message, const char *want)
{
    struct ed_record record = {.error_message = ed_str_c(message)};
    struct ed_str title = ed_parts_title(&record);

    if (!ed_str_is(title, want)) {
        fail_msg("'%.*s' is not '%s'", ED_STR_ARG(title), want);
    }
}

static void titles(void **state)
{
    (void)state;
    title_is("It is unbalanced. {a=}, {b * 0.9=}", "It is unbalanced.");
    title_is("NCCL error: {error_str}", "NCCL error");
    title_is("Cannot connect to ${host}: ${err.message || {}}", "Cannot connect to ${host}");
    title_is("returned status code {code}", "returned status code {code}");
    title_is("open '{path}' failed", "open '{path}' failed");
    title_is("{a}{b}", "{a}{b}");
    title_is("Failed: {x}", "Failed: {x}"); /* too short without */
    title_is("unbalanced }} brackets: }", "unbalanced }} brackets: }");
    title_is("}}}}}}}}}}", "}}}}}}}}}}");
    title_is("  The first line.\n  The second {x}\n", "The first line.");
    title_is("short\nthen more", "short\nthen more");
    title_is("", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(titles)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

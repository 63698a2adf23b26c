/*
 * test_located.c: the place in the source that a line names.
 */
#include "diag/located.h"

#include <setjmp.h>

#include <cmocka.h>

static void at(const char *line, const char *path, const char *number)
{
    struct ed_located found = {ED_STR_NONE, ED_STR_NONE};

    assert_int_equal(ed_located_find(ed_str_c(line), &found), path != NULL);
    if (path && (!ed_str_is(found.path, path) || !ed_str_is(found.line, number))) {
        fail_msg("%s: %.*s at %.*s", line, ED_STR_ARG(found.path), ED_STR_ARG(found.line));
    }
}

static void paths_and_numbers(void **state)
{
    (void)state;
    at("panicked at 'x', src/lib.rs:67:44 ", "src/lib.rs", "67:44");
    at("thread 'main' panicked at /root/.cargo/registry/src/idx-1/pod-0.1.0/src/main.rs:256:60:",
       "pod-0.1.0/src/main.rs", "256:60");
    at("[core.py:718] ValueError", "core.py", "718");
    at("  File \"/usr/lib/python3/dist-packages/a/b.py\", line 12, in f", "a/b.py", "12");
    at("at f (/app/node_modules/x/y.js:1:2)", "x/y.js", "1:2");
}

static void what_is_no_place(void **state)
{
    (void)state;
    at("http://host.example:8080/", NULL, NULL);
    at("12:30:01 up", NULL, NULL);
    at("File \"a.py\", line x", NULL, NULL);
    at(".c:1", NULL, NULL);
    at("a.c: not found", NULL, NULL);
    at("", NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(paths_and_numbers), cmocka_unit_test(what_is_no_place)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

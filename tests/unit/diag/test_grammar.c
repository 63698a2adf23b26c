/*
 * test_grammar.c: what lines of tools are. The order of rows decides, so lines that two rows fit stand here.
 */
#include "diag/grammar.h"

#include <setjmp.h>

#include <cmocka.h>

static const struct {
    const char *line, *tool, *part; /* tool NULL: no row */
} lines[] = {
    {"##[error]Process completed with exit code 2.", "github", "end"},
    {"##[error]cannot map weights file", "github", "fail"},
    {"ERROR: Job failed: exit code 1", "gitlab", "end"},
    {"=== 2 failed, 10 passed in 0.31s ===", "pytest", "sum"},
    {"=== 10 passed in 0.31s ===", "pytest", "noise"},
    {"FAILED tests/test_a.py::test_b - AssertionError: no", "pytest", "fail"},
    {"tests/test_a.py::test_b PASSED [ 10%]", "pytest", "noise"},
    {"E       AssertionError: assert 1 == 2", "pytest", "fail"},
    {"E        +  where 1 = f()", "pytest", "detail"},
    {"______ TestA.test_b ______", "pytest", "test"},
    {"tests/test_a.py:12: AssertionError", "pytest", "place"},
    {"\xE2\x97\x8F loader \xE2\x80\xBA maps", "jest", "test"},
    {"Tests:       1 failed, 2 passed, 3 total", "jest", "sum"},
    {"Tests:       3 passed, 3 total", "jest", "noise"},
    {"--- FAIL: TestMap (0.01s)", "go", "test"},
    {"--- PASS: TestError (0.01s)", "go", "noise"},
    {"FAIL\texample.org/kit/load\t0.01s", "go", "test"},
    {"load/map.go:7:2: undefined: weights", "go", "fail"},
    {"test load::error ... ok", "unittest", "noise"},
    {"test load::map ... FAILED", "cargo-test", "test"},
    {"error[E0308]: mismatched types", "rustc", "fail"},
    {"--> src/load.rs:3:5", "rustc", "place"},
    {"Compiling thiserror v1.0.2", "cargo", "noise"},
    {"src/load.c:3:5: error: no member", "gcc", "fail"},
    {"src/load.c:3:5: warning: unused", "gcc", "warn"},
    {"src/load.c:(.text+0x3): undefined reference to `map'", "ld", "fail"},
    {"src/a.ts(3,5): error TS2304: no name", "tsc", "fail"},
    {"3:5  error  no such thing  some-rule", "eslint", "fail"},
    {"3:5  warning  old thing  some-rule", "eslint", "warn"},
    {"src/a.py:1:8: F401 [*] `os` imported but unused", "ruff", "fail"},
    {"mypy.......................Failed", "pre-commit", "test"},
    {"[  FAILED  ] LoadTest.Maps (0 ms)", "gtest", "test"},
    {"[       OK ] LoadTest.Error (0 ms)", "gtest", "noise"},
    {"99% tests passed, 1 tests failed out of 240", "ctest", "sum"},
    {"make[1]: *** [Makefile:3: all] Error 2", "make", "exit"},
    {"make[1]: Entering directory '/src/error'", "make", "noise"},
    {"> Task :core:test FAILED", "gradle", "test"},
    {"[ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0", "surefire", "sum"},
    {"[INFO] Tests run: 9, Failures: 0, Errors: 0, Skipped: 0", "surefire", "noise"},
    {"[ERROR] -> [Help 1]", "maven", "noise"},
    {"#7 ERROR: process \"/bin/sh -c x\" did not complete successfully: exit code: 1", "buildkit", "fail"},
    {"Dockerfile:12", "buildkit", "place"},
    {"npm error code ERESOLVE", "npm", "fail"},
    {"npm warn deprecated x@1.0.0: it failed", "npm", "warn"},
    {"fatal: [web1]: FAILED! => {}", "ansible", "fail"},
    {"web1 : ok=3 changed=0 unreachable=0 failed=0", "ansible", "noise"},
    {"web1 : ok=3 changed=0 unreachable=0 failed=1", "ansible", "sum"},
    {"fatal: not a git repository", "git", "fail"},
    {"./run.sh: line 3: kit: command not found", "shell", "fail"},
    {"level=debug msg=\"not found\"", "level", "noise"},
    {"TypeError: x is not a function", "any", "fail"},
    {"Found 0 errors", "tsc", "noise"},
    {"Found 3 errors in 2 files.", "tsc", "sum"},
    {"100% tests passed, 0 tests failed out of 7", "ctest", "noise"},
    {"all is well", NULL, NULL},
    {"", NULL, NULL},
};

static void lines_of_tools(void **state)
{
    struct ed_grammar *grammar = ed_grammar_new();

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(lines); i++) {
        const struct ed_grammar_row *row = ed_grammar_find(grammar, ed_str_c(lines[i].line));

        if (!lines[i].tool) {
            assert_null(row);
            continue;
        }
        if (!row || strcmp(row->tool, lines[i].tool) != 0 || strcmp(ed_part_name(row->part), lines[i].part) != 0) {
            fail_msg("\"%s\" is %s %s, not %s %s", lines[i].line, row ? row->tool : "of no tool",
                     row ? ed_part_name(row->part) : "", lines[i].tool, lines[i].part);
        }
    }
    ed_grammar_free(grammar);
    ed_grammar_free(NULL);
}

static void only_the_beginning_of_a_long_line_is_asked(void **state)
{
    struct ed_grammar *grammar = ed_grammar_new();
    static char line[5000];

    (void)state;
    memset(line, 'x', sizeof(line));
    memcpy(line + 4000, " error: y", 9);
    assert_null(ed_grammar_find(grammar, ed_str(line, sizeof(line))));
    memcpy(line, "error: y", 8);
    assert_non_null(ed_grammar_find(grammar, ed_str(line, sizeof(line))));
    ed_grammar_free(grammar);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_tools),
        cmocka_unit_test(only_the_beginning_of_a_long_line_is_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

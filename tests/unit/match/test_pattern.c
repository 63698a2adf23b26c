/*
 * test_pattern.c: what ed_pattern_make decides where a transcript (test_transcripts.c) does not say it: flags, limits,
 * reasons; and ed_pattern_trim.
 */
#include "match/pattern.h"

#include "base/buf.h"
#include "base/limits.h"
#include "match/confirm.h"

#include <setjmp.h>

#include <cmocka.h>

static void make(struct ed_arena *arena, const char *pattern, const char *message, const char *file,
                 struct ed_pattern *ret_pattern)
{
    ed_pattern_make(ed_str_c(pattern), ed_str_c(message), ed_str_c(file), arena, ret_pattern);
}

static void flags_say_what_the_confirm_needs(void **state)
{
    static const struct {
        const char *pattern, *message;
        unsigned flags;
    } cases[] = {
        {"a (.+?)", "a {b}", ED_PATTERN_TAIL},
        {"a (.+?) c", "a {b} c", 0},
        {"a (\\d+)", "a {b}", ED_PATTERN_CUSTOM},
        {"a (\\d+)\\s*c", "a {b} c", ED_PATTERN_CUSTOM | ED_PATTERN_LINES},
        {"a ([^x]+) c", "a {b} c", ED_PATTERN_CUSTOM | ED_PATTERN_LINES},
        {"a ([^x\\n]+) c", "a {b} c", ED_PATTERN_CUSTOM},
        {"(?s)a (.+) c", "a {b} c", ED_PATTERN_CUSTOM | ED_PATTERN_LINES},
        {"(?i)A (.+) C", "a {b} c", ED_PATTERN_CUSTOM | ED_PATTERN_LINES},
        {"a (\\d+|b+) c", "a {b} c", ED_PATTERN_CUSTOM},
        {"a (\\p{L}+) c", "a {b} c", ED_PATTERN_CUSTOM | ED_PATTERN_LINES | ED_PATTERN_UTF},
        {"a \\x{e9}?(.*) c", "a {b} c", ED_PATTERN_CUSTOM | ED_PATTERN_UTF},
        {"\xc3\xa9 (\\d+)", "\xc3\xa9 {b}", ED_PATTERN_CUSTOM},
        {"\xc3\xa9+ (\\d+)", "\xc3\xa9 {b}", ED_PATTERN_CUSTOM | ED_PATTERN_UTF},
        {"[\xc3\xa9] (\\d+)", "\xc3\xa9 {b}", ED_PATTERN_CUSTOM | ED_PATTERN_UTF},
    };
    struct ed_arena arena;

    (void)state;
    ed_arena_init(&arena);
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_pattern pattern;

        make(&arena, cases[i].pattern, cases[i].message, "a.py", &pattern);
        if (pattern.state != ED_PATTERN_TAKEN || pattern.flags != cases[i].flags) {
            print_error("%s: state %d (%.*s), flags %u\n", cases[i].pattern, pattern.state, ED_STR_ARG(pattern.reason),
                        pattern.flags);
            fail();
        }
    }
    ed_arena_done(&arena);
}

/* \b goes on a custom regex only where its end is surely a word character of text. */
static void boundaries_of_custom_regexes(void **state)
{
    static const struct {
        const char *pattern, *regex;
    } cases[] = {
        {"ab (\\d+) cd", "\\bab (\\d+) cd\\b"},         {"ab (\\d+) \\w", "\\bab (\\d+) \\w"},
        {"ab (\\d+) \\x63d", "\\bab (\\d+) \\x63d"},    {"a?b (\\d+) cd?", "a?b (\\d+) cd?"},
        {"a*b (\\d+) c{1}d{1}", "a*b (\\d+) c{1}d{1}"}, {"ab (\\d+) cd|zz", "ab (\\d+) cd|zz"},
        {"(?i)ab (\\d+) cd", "(?i)ab (\\d+) cd"},       {"(?:ab) (\\d+) (cd)", "(?:ab) (\\d+) (cd)"},
        {"^ab (\\d+) cd$", "^ab (\\d+) cd$"},
    };
    struct ed_arena arena;

    (void)state;
    ed_arena_init(&arena);
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        struct ed_pattern pattern;

        make(&arena, cases[i].pattern, "ab {n} cd", "a.py", &pattern);
        assert_true(ed_str_is(pattern.regex, cases[i].regex));
    }
    ed_arena_done(&arena);
}

static void long_ones_are_refused(void **state)
{
    struct ed_pattern pattern;
    struct ed_arena arena;
    struct ed_buf text;

    (void)state;
    ed_arena_init(&arena);
    ed_buf_init(&text, 0);
    ed_buf_fill(&text, 'a', ED_LIMIT_PATTERN);
    ed_pattern_make(ED_STR_NONE, ed_buf_view(&text), ED_STR("a.c"), &arena, &pattern);
    assert_int_equal(pattern.state, ED_PATTERN_REPAIRED);
    ed_buf_byte(&text, 'a');
    ed_pattern_make(ED_STR_NONE, ed_buf_view(&text), ED_STR("a.c"), &arena, &pattern);
    assert_int_equal(pattern.state, ED_PATTERN_INACTIVE);
    assert_true(ed_str_is(pattern.reason, "too long"));
    ed_pattern_make(ed_buf_view(&text), ED_STR("short %s"), ED_STR("a.c"), &arena, &pattern);
    assert_int_equal(pattern.state, ED_PATTERN_REPAIRED);
    assert_true(ed_str_is(pattern.reason, "too long"));
    assert_true(ed_str_is(pattern.regex, "\\bshort\\s++(.+)"));
    ed_buf_done(&text);
    ed_arena_done(&arena);
}

static void whatever_comes_makes_something_that_compiles(void **state)
{
    static const char parts[] = "%d{}s$(x)\\#:=! a.*+?[]'\"\n|^-%5q\x80\xc3\xa9";
    struct ed_pattern pattern;
    struct ed_arena arena;
    unsigned long seed = 11;
    char bytes[64]; /* a message of up to 40, a regex of up to 24 */
    static const char *const files[] = {"a.c",  "a.go", "a.py",  "A.java", "a.kt",    "a.js", "a.rb",
                                        "a.rs", "a.cs", "a.php", "a.sh",   "a.swift", ""};

    (void)state;
    ed_arena_init(&arena);
    for (unsigned round = 0; round < 20000; round++) {
        struct ed_confirm *confirm;
        struct ed_err err;

        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 6364136223846793005ul + 1442695040888963407ul;
            bytes[i] = parts[(seed >> 33) % (sizeof(parts) - 1)];
        }
        ed_pattern_make(round % 3 ? ed_str(bytes + 40, round % 24) : ED_STR_NONE, ed_str(bytes, round % 40),
                        ed_str_c(files[round % ED_ARRAY_LEN(files)]), &arena, &pattern);
        if (pattern.state != ED_PATTERN_INACTIVE) {
            assert_int_equal(ed_confirm_new(&pattern, &confirm, &err), ED_OK);
            ed_confirm_free(confirm);
        }
        ed_arena_reset(&arena);
    }
    ed_arena_done(&arena);
}

/* A message and a pattern that agree in every byte but one cost their product, if it were not for a cap. */
static void hostile_pairs_end_soon(void **state)
{
    clock_t start = clock(); /* the processor's time: a busy machine takes none of it */
    struct ed_pattern pattern;
    struct ed_buf message, regex;
    struct ed_arena arena;

    (void)state;
    ed_arena_init(&arena);
    ed_buf_init(&message, 0);
    ed_buf_init(&regex, 0);
    ed_buf_fill(&message, 'a', ED_LIMIT_PATTERN);
    ed_buf_fill(&regex, 'a', ED_LIMIT_PATTERN / 2);
    ed_buf_byte(&regex, 'b');
    ed_pattern_make(ed_buf_view(&regex), ed_buf_view(&message), ED_STR("a.c"), &arena, &pattern);
    assert_true(ed_str_is(pattern.reason, "does not fit its message"));
    ed_buf_reset(&message);
    while (message.n < ED_LIMIT_PATTERN) {
        ed_buf_text(&message, "{%$#\\'");
    }
    message.n = ED_LIMIT_PATTERN;
    ed_pattern_make(ED_STR_NONE, ed_buf_view(&message), ED_STR("a.py"), &arena, &pattern);
    assert_int_equal(pattern.state, ED_PATTERN_INACTIVE);
    assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
    ed_buf_done(&message);
    ed_buf_done(&regex);
    ed_arena_done(&arena);
}

static void trimmed_values(void **state)
{
    static const struct {
        const char *value, *kept;
    } cases[] = {
        {"foo", "foo"},
        {"foo  \t\r", "foo"},
        {"foo)", "foo"},
        {"f(x)", "f(x)"},
        {"(foo))", "(foo)"},
        {"foo)]}", "foo"},
        {"[foo]]", "[foo]"},
        {"\"a\"", "\"a\""},
        {"abc\"", "abc"},
        {"abc\\\"", "abc"},
        {"\"a\" b\"", "\"a\" b"},
        {"abc'", "abc"},
        {"'abc'", "'abc'"},
        {"don't", "don't"},
        {"don't'", "don't"},
        {"can't 'do'", "can't 'do'"},
        {"abc`", "abc"},
        {"`abc`", "`abc`"},
        {"abc\xe2\x80\x9d", "abc"},
        {"\xe2\x80\x9c"
         "abc\xe2\x80\x9d",
         "\xe2\x80\x9c"
         "abc\xe2\x80\x9d"},
        {"abc\xe2\x80\x99", "abc"},
        {"\xc2\xab"
         "abc\xc2\xbb",
         "\xc2\xab"
         "abc\xc2\xbb"},
        {"abc\xc2\xbb", "abc"},
        {"abc,", "abc"},
        {"abc, ,", "abc"},
        {"abc\"},", "abc"},
        {"abc.", "abc."},
        {"a -> b", "a -> b"},
        {"a ->", "a ->"},
        {"<a>", "<a>"},
        {"a>", "a"},
        {"Vec<u8>", "Vec<u8>"},
        {"abc\x1b[0m", "abc"},
        {"abc\x1b[0m\x1b[K ", "abc"},
        {"\x1b[31mabc\x1b[0m)", "\x1b[31mabc"},
        {"abc\x1b(B", "abc"},
        {"a\x1b[1mb", "a\x1b[1mb"},
        {")", ")"},
        {"\")", "\""},
        {" ", " "},
        {"\xe2\x80\x9d", "\xe2\x80\x9d"},
        {"\xff\xfe", "\xff\xfe"},
        {"", ""},
        {"{\"a\": [1, 2]}", "{\"a\": [1, 2]}"},
        {"f(\"a\")\")", "f(\"a\")"},
        {"x=[1, 2", "x=[1, 2"},
    };
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        size_t n = ed_pattern_trim(ed_str_c(cases[i].value));

        if (n != strlen(cases[i].kept) || memcmp(cases[i].value, cases[i].kept, n) != 0) {
            print_error("<%s> is cut to <%.*s>\n", cases[i].value, (int)n, cases[i].value);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

static void trimming_is_linear(void **state)
{
    clock_t start = clock();
    struct ed_buf value;

    (void)state;
    ed_buf_init(&value, 0);
    ed_buf_text(&value, "x");
    while (value.n < ED_LIMIT_MESSAGE) {
        ed_buf_text(&value, ")\x1b[0m, ]");
    }
    assert_int_equal(ed_pattern_trim(ed_buf_view(&value)), 1);
    assert_true(clock() - start < 3 * CLOCKS_PER_SEC);
    ed_buf_done(&value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_say_what_the_confirm_needs),
        cmocka_unit_test(boundaries_of_custom_regexes),
        cmocka_unit_test(long_ones_are_refused),
        cmocka_unit_test(whatever_comes_makes_something_that_compiles),
        cmocka_unit_test(hostile_pairs_end_soon),
        cmocka_unit_test(trimmed_values),
        cmocka_unit_test(trimming_is_linear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

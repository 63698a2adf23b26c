/*
 * test_confirm.c: a pattern against a text: places, captures, windows, limits, and time on hostile lines.
 */
#include "match/confirm.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"

#include <setjmp.h>

#include <cmocka.h>

struct bench {
    struct ed_arena arena;
    struct ed_confirm_scratch *scratch;
    struct ed_confirm *confirm;
    struct ed_pattern pattern;
    struct ed_hit hit;
};

static void open_pattern(struct bench *b, const char *pattern, const char *message, const char *file)
{
    struct ed_err err;

    memset(b, 0, sizeof(*b));
    ed_arena_init(&b->arena);
    b->scratch = ed_confirm_scratch_new();
    ed_pattern_make(ed_str_c(pattern), ed_str_c(message), ed_str_c(file), &b->arena, &b->pattern);
    assert_int_not_equal(b->pattern.state, ED_PATTERN_INACTIVE);
    assert_int_equal(ed_confirm_new(&b->pattern, &b->confirm, &err), ED_OK);
    ed_confirm_speed_up(b->confirm);
}

static void open_regex(struct bench *b, const char *regex, unsigned flags)
{
    struct ed_err err;

    memset(b, 0, sizeof(*b));
    ed_arena_init(&b->arena);
    b->scratch = ed_confirm_scratch_new();
    b->pattern = (struct ed_pattern){.regex = ed_str_c(regex), .flags = flags};
    assert_int_equal(ed_confirm_new(&b->pattern, &b->confirm, &err), ED_OK);
    ed_confirm_speed_up(b->confirm);
}

static void close_bench(struct bench *b)
{
    ed_confirm_free(b->confirm);
    ed_confirm_scratch_free(b->scratch);
    ed_arena_done(&b->arena);
}

static enum ed_rc find(struct bench *b, struct ed_str text, size_t from, size_t to)
{
    return ed_confirm_find(b->confirm, b->scratch, text, from, to, &b->hit);
}

static void hits_have_places_and_captures(void **state)
{
    struct ed_str text = ED_STR("x: slot 17 of ring a, b\nslot 4 of ring c");
    struct bench b;

    (void)state;
    open_pattern(&b, NULL, "slot %d of ring %s", "a.c");
    assert_int_equal(find(&b, text, 0, text.n), ED_OK);
    assert_int_equal(b.hit.start, 3);
    assert_int_equal(b.hit.end, 23);
    assert_int_equal(b.hit.ncaptures, 2);
    assert_true(ed_str_is(b.hit.captures[0].name, "slot"));
    assert_true(ed_str_is(b.hit.captures[0].value, "17"));
    assert_true(ed_str_is(b.hit.captures[1].value, "a, b"));
    assert_int_equal(find(&b, text, b.hit.end, text.n), ED_OK);
    assert_int_equal(b.hit.start, 24);
    assert_true(ed_str_is(b.hit.captures[1].value, "c"));
    assert_int_equal(find(&b, text, b.hit.end, text.n), ED_NOT_FOUND);
    close_bench(&b);
}

/* What stands before `from` is seen by \b, what stands behind `to` is not there. */
static void windows_cut_behind_and_not_before(void **state)
{
    struct ed_str text = ED_STR("undisk full diskful");
    struct bench b;

    (void)state;
    open_pattern(&b, NULL, "disk", "a.c");
    assert_int_equal(find(&b, text, 2, text.n), ED_NOT_FOUND);
    assert_int_equal(find(&b, text, 0, 16), ED_OK);
    assert_int_equal(b.hit.start, 12);
    assert_int_equal(b.hit.end, 16);
    assert_int_equal(find(&b, text, 16, 16), ED_NOT_FOUND);
    assert_int_equal(find(&b, text, 17, 99), ED_NOT_FOUND);
    close_bench(&b);
}

static void a_trimmed_tail_ends_the_hit(void **state)
{
    struct ed_str text = ED_STR("\"cannot read f(x)\", ");
    struct bench b;

    (void)state;
    open_pattern(&b, "cannot read (.+?)", "cannot read {path}", "a.py");
    assert_true(b.pattern.flags & ED_PATTERN_TAIL);
    assert_int_equal(find(&b, text, 0, text.n), ED_OK);
    assert_true(ed_str_is(b.hit.captures[0].value, "f(x)"));
    assert_int_equal(b.hit.end, 17);
    close_bench(&b);
}

static void groups_that_took_no_part_have_no_value(void **state)
{
    struct ed_str text = ED_STR("port 80 of b");
    struct bench b;

    (void)state;
    open_pattern(&b, "port (\\d+)(?: of (a)| of (b)(c)?)", "port {p} of {b}", "a.py");
    assert_int_equal(b.pattern.flags, ED_PATTERN_CUSTOM);
    assert_int_equal(find(&b, text, 0, text.n), ED_OK);
    assert_int_equal(b.hit.ncaptures, 4);
    assert_null(b.hit.captures[1].value.p);
    assert_true(ed_str_is(b.hit.captures[2].value, "b"));
    assert_null(b.hit.captures[3].value.p);
    close_bench(&b);
}

static void bytes_that_are_no_text_are_no_obstacle(void **state)
{
    struct ed_str text = ED_STR("\xff\xfe\0 slot 4 of ring \xc3\x28\0x\n");
    struct bench b;

    (void)state;
    open_pattern(&b, NULL, "slot %d of ring %s", "a.c");
    assert_int_equal(find(&b, text, 0, text.n), ED_OK);
    assert_true(ed_str_eq(b.hit.captures[1].value, ED_STR("\xc3\x28\0x")));
    close_bench(&b);
    open_pattern(&b, "gr\\p{L}n (\\p{L}+)", "grün {x}", "a.py");
    assert_true(b.pattern.flags & ED_PATTERN_UTF);
    text = ED_STR("\xff gr\xc3\xbcn \xc3\xa4\xff");
    assert_int_equal(find(&b, text, 0, text.n), ED_OK);
    assert_true(ed_str_is(b.hit.captures[0].value, "\xc3\xa4"));
    close_bench(&b);
}

static void empty_matches_are_none(void **state)
{
    struct ed_str text = ED_STR("aab");
    struct bench b;

    (void)state;
    open_regex(&b, "a*|b", 0);
    assert_int_equal(find(&b, text, 0, text.n), ED_OK);
    assert_int_equal(b.hit.end, 2);
    assert_int_equal(find(&b, text, 2, text.n), ED_OK);
    assert_int_equal(b.hit.start, 2);
    assert_int_equal(find(&b, text, 3, text.n), ED_NOT_FOUND);
    close_bench(&b);
}

static void a_regex_that_does_not_compile_says_why(void **state)
{
    struct ed_pattern pattern = {.regex = ED_STR("a(b")};
    struct ed_confirm *confirm = NULL;
    struct ed_err err;

    (void)state;
    assert_int_equal(ed_confirm_new(&pattern, &confirm, &err), ED_ERR_INPUT);
    assert_non_null(strstr(err.message, "missing closing parenthesis"));
    assert_non_null(strstr(err.message, "3"));
    assert_null(confirm);
}

static void limits_are_said(void **state)
{
    struct ed_buf text;
    struct bench b;

    (void)state;
    ed_buf_init(&text, 0);
    ed_buf_fill(&text, 'a', 60);
    ed_buf_byte(&text, '!');
    open_regex(&b, "^(a|aa)+$", ED_PATTERN_CUSTOM);
    assert_int_equal(find(&b, ed_buf_view(&text), 0, text.n), ED_ERR_LIMIT);
    ed_buf_done(&text);
    close_bench(&b);
}

static void repeat(struct ed_buf *text, const char *part, size_t bytes)
{
    while (text->n < bytes) {
        ed_buf_text(text, part);
    }
}

/* A message of `unit` over and over, and `end`, is searched by the pattern, which was opened since `start`. */
static void check_end(struct bench *b, const char *name, const char *unit, const char *end, enum ed_rc want,
                      int64_t start, int64_t most)
{
    struct ed_buf text;
    enum ed_rc rc;

    ed_buf_init(&text, 0);
    repeat(&text, unit, ED_LIMIT_MESSAGE);
    ed_buf_text(&text, end);
    rc = find(b, ed_buf_view(&text), 0, text.n);
    print_message("%-36s %8.1f ms %d\n", name, (double)(ed_clock_monotonic() - start) / 1000, rc);
    assert_int_equal(rc, want);
    assert_true(ed_clock_monotonic() - start < most);
    ed_buf_done(&text);
}

/*
 * Lines made to be slow: a pattern's first words over and over and never its last, runs of blanks and digits, and a
 * megabyte without a line end. Each must end, with an answer or at the limit. The bound on time is loose, for a busy
 * machine and sanitizers; an engine that is quadratic here takes minutes.
 */
static void hostile_lines_end_soon(void **state)
{
    static const struct {
        const char *message, *unit, *end;
        enum ed_rc rc;
    } cases[] = {
        {"failed to open {a}: {b} (code {c})", "failed to open x ", "", ED_ERR_LIMIT},
        {"failed to open {a}: {b} (code {c})", "failed to open x: y ", "", ED_ERR_LIMIT},
        {"failed to open {a}: {b} (code {c})", "failed to open x: ", "(code 7)", ED_OK},
        {"{a}: repeated {b} too quickly", "x: repeated ", "", ED_NOT_FOUND},
        {"{a}: repeated {b} too quickly", "a b: ", "", ED_NOT_FOUND},
        {"from {a} to b", "from      ", "", ED_ERR_LIMIT},
        {"from {a} to b", "         ", "", ED_NOT_FOUND},
        {"from {a}{b} to c", "from -", "", ED_ERR_LIMIT},
        {"%d errors in %s", "111111111", "x", ED_NOT_FOUND},
        {"%x bytes lost in %s", "deadbeef", "", ED_NOT_FOUND},
        {"%f s over", "1.5e3", "", ED_NOT_FOUND},
        {"%q is no ref", "\\\"\"", "", ED_NOT_FOUND},
        {"key %s%q none", "key \\\"", "", ED_ERR_LIMIT},
        {"at %d%d%s end", "at 99999", "", ED_ERR_LIMIT},
    };
    struct bench b;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        int64_t start = ed_clock_monotonic();

        open_pattern(&b, NULL, cases[i].message, strstr(cases[i].message, "%q") ? "a.go" : "a.c");
        check_end(&b, cases[i].message, cases[i].unit, cases[i].end, cases[i].rc, start, /* most */ 5000000);
        close_bench(&b);
    }
}

/* The same for regexes that a record brings along: what they cost at all places together has an end. */
static void hostile_regexes_end_soon(void **state)
{
    static const struct {
        const char *regex, *unit;
        enum ed_rc rc;
    } cases[] = {
        {"(a*)(?:\\1){50}kilo", "a", ED_ERR_LIMIT},
        {"(a*)\\1\\1x(?:kilo|lima)", "a", ED_ERR_LIMIT},
        {"(?:a|aa)*b kilo", "aaaaaaaaaaaaaaaaaaaaaaaa\n", ED_ERR_LIMIT},
        {"(\\w+)(\\w+)(\\w+)(\\w+) kilo", "kilo lima mike november oscar papa quebec_romeo_sierra_tango\n",
         ED_ERR_LIMIT},
        {"(.+?) of (?:kilo|lima)", "x", ED_ERR_LIMIT},
        {"(?C1)(?C255)kilo (?:lima|mike)", "kilo ", ED_NOT_FOUND},
        {"(.+?) of (?:kilo|lima)",
         "a line as logs have it, with some words, 17 numbers and 3 paths, /srv/data/a.b, none of which ends in time: "
         "the end of it stands in the next one, which this one here is not, and so on and on, for ever\n",
         ED_NOT_FOUND},
    };
    struct bench b;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        int64_t start = ed_clock_monotonic();

        open_regex(&b, cases[i].regex, ED_PATTERN_CUSTOM);
        check_end(&b, cases[i].regex, cases[i].unit, /* end */ "", cases[i].rc, start, /* most */ 30000000);
        close_bench(&b);
    }
}

/* A line of a megabyte is no fault of its own. */
static void long_lines_are_read_to_their_end(void **state)
{
    struct ed_buf text;
    struct bench b;

    (void)state;
    ed_buf_init(&text, 0);
    ed_buf_text(&text, "begin of ");
    repeat(&text, "long text ", ED_LIMIT_MESSAGE);
    ed_buf_text(&text, "with end");
    open_pattern(&b, NULL, "begin of {what} with end", "a.c");
    assert_int_equal(find(&b, ed_buf_view(&text), 0, text.n), ED_OK);
    assert_int_equal(b.hit.end, text.n);
    assert_int_equal(b.hit.captures[0].value.n, text.n - 18);
    close_bench(&b);
    ed_buf_done(&text);
}

/*
 * A hole in front: (?m:^|\G)(.+?)X finds what (.+?)X finds, on every text and from every place. All texts over a small
 * alphabet up to a length, each searched to its end.
 */
static void a_leading_hole_is_the_plain_search(void **state)
{
    static const char alphabet[] = "aX \n";
    struct bench anchored, plain;
    char text[7];

    (void)state;
    open_regex(&anchored, "(?m:^|\\G)(.+?)X", 0);
    open_regex(&plain, "(.+?)X", 0);
    for (unsigned n = 1; n <= sizeof(text); n++) {
        for (unsigned long k = 0; k < 1ul << (2 * n); k++) {
            size_t from = 0;
            enum ed_rc rc;

            for (unsigned i = 0; i < n; i++) {
                text[i] = alphabet[k >> (2 * i) & 3];
            }
            do {
                rc = find(&plain, ed_str(text, n), from, n);
                assert_int_equal(find(&anchored, ed_str(text, n), from, n), rc);
                if (rc == ED_OK) {
                    assert_int_equal(anchored.hit.start, plain.hit.start);
                    assert_int_equal(anchored.hit.end, plain.hit.end);
                    from = plain.hit.end;
                }
            } while (rc == ED_OK);
        }
    }
    close_bench(&anchored);
    close_bench(&plain);
}

/* The atomic parts of a generated pattern lose nothing against the same pattern with plain lazy holes, as long as white
   space does not cross lines. */
static void atomic_parts_lose_nothing(void **state)
{
    static const char alphabet[] = "aXYZ";
    struct bench atomic, plain;
    char text[8];

    (void)state;
    open_regex(&atomic, "a(?>(.+?)X)(?>(.+?)Y)(.+?)Z", 0);
    open_regex(&plain, "a(.+?)X(.+?)Y(.+?)Z", 0);
    for (unsigned long k = 0; k < 1ul << 16; k++) {
        enum ed_rc rc;

        for (unsigned i = 0; i < sizeof(text); i++) {
            text[i] = alphabet[k >> (2 * i) & 3];
        }
        rc = find(&plain, ed_str(text, sizeof(text)), 0, sizeof(text));
        assert_int_equal(find(&atomic, ed_str(text, sizeof(text)), 0, sizeof(text)), rc);
        if (rc == ED_OK) {
            assert_int_equal(atomic.hit.start, plain.hit.start);
            assert_int_equal(atomic.hit.end, plain.hit.end);
        }
    }
    close_bench(&atomic);
    close_bench(&plain);
}

static void machine_code_finds_the_same(void **state)
{
    static const char *const messages[] = {"slot %d of ring %s", "%s: no slot in %s (%q)", "ring %x at %f, %s"};
    static const char *const texts[] = {"x: slot 17 of ring a, b\nslot 4 of ring c", "a: b: no slot in c d (\"e)\") f",
                                        "ring 0x1f at 1.5e3, g, h", "ring at 1, slot of ring: no slot in (", ""};
    struct bench b;
    size_t found = 0;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(messages); i++) {
        struct ed_confirm *slow = NULL;

        open_pattern(&b, NULL, messages[i], "a.go");
        assert_int_equal(ed_confirm_new(&b.pattern, &slow, /* err: */ NULL), ED_OK);
        for (size_t k = 0; k < ED_ARRAY_LEN(texts); k++) {
            struct ed_str text = ed_str_c(texts[k]), values[4] = {{0}};
            enum ed_rc rc = find(&b, text, 0, text.n);
            struct ed_hit want = b.hit;

            for (size_t v = 0; rc == ED_OK && v < want.ncaptures; v++) {
                values[v] = want.captures[v].value;
            }
            assert_int_equal(ed_confirm_find(slow, b.scratch, text, 0, text.n, &b.hit), rc);
            found += rc == ED_OK;
            assert_true(rc != ED_OK || (b.hit.start == want.start && b.hit.end == want.end));
            for (size_t v = 0; rc == ED_OK && v < want.ncaptures; v++) {
                assert_true(ed_str_eq(b.hit.captures[v].value, values[v]));
            }
        }
        ed_confirm_free(slow);
        close_bench(&b);
    }
    assert_int_equal(found, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_have_places_and_captures),
        cmocka_unit_test(windows_cut_behind_and_not_before),
        cmocka_unit_test(a_trimmed_tail_ends_the_hit),
        cmocka_unit_test(groups_that_took_no_part_have_no_value),
        cmocka_unit_test(bytes_that_are_no_text_are_no_obstacle),
        cmocka_unit_test(empty_matches_are_none),
        cmocka_unit_test(a_regex_that_does_not_compile_says_why),
        cmocka_unit_test(limits_are_said),
        cmocka_unit_test(hostile_lines_end_soon),
        cmocka_unit_test(hostile_regexes_end_soon),
        cmocka_unit_test(long_lines_are_read_to_their_end),
        cmocka_unit_test(a_leading_hole_is_the_plain_search),
        cmocka_unit_test(atomic_parts_lose_nothing),
        cmocka_unit_test(machine_code_finds_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

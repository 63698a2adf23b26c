/*
 * test_literals.c: the text a match must contain, for generated patterns and for any regex. What is read is written as
 *
 *     ~text~@blanks / text@blanks     ~ on a side: glued there
 */
#include "match/literals.h"

#include "base/buf.h"
#include "match/confirm.h"
#include "match/token.h"

#include <setjmp.h>

#include <cmocka.h>

struct expectation {
    const char *regex, *fragments;
    unsigned blanks;
    bool known;
};

/* Says what is wrong, so that one run shows all of it. */
static bool check(const struct expectation *want)
{
    struct ed_literals literals;
    struct ed_arena arena;
    struct ed_buf got;
    bool right;

    ed_arena_init(&arena);
    ed_buf_init(&got, 0);
    ed_literals_read(ed_str_c(want->regex), &arena, &literals);
    ed_buf_text(&got, "");
    for (size_t i = 0; i < literals.n; i++) {
        const struct ed_fragment *f = &literals.v[i];

        ed_buf_printf(&got, "%s%s%.*s%s@%u", i ? " / " : "", f->glued_left ? "~" : "", ED_STR_ARG(f->text),
                      f->glued_right ? "~" : "", f->blanks_before);
    }
    right = ed_str_is(ed_buf_view(&got), want->fragments) && literals.blanks == want->blanks &&
            literals.known == want->known;
    if (!right) {
        print_error("%s\n  want %s, %u blanks, %s\n  got  %.*s, %u blanks, %s\n", want->regex, want->fragments,
                    want->blanks, want->known ? "known" : "not known", ED_STR_ARG(ed_buf_view(&got)), literals.blanks,
                    literals.known ? "known" : "not known");
    }
    ed_buf_done(&got);
    ed_arena_done(&arena);
    return right;
}

static void generated_patterns_are_read_completely(void **state)
{
    static const struct expectation cases[] = {
        {"\\bfailed\\s++to\\s++open\\s++(?C)(?>(.+?)\\:\\s++)(.*?\\S)\\s++\\(code\\s++([+-]?\\d+)\\)",
         "failed to open @0 / : @3 /  (code @4 / )@6", 6, true},
        {"(?m:^|\\G)(?>(.*?)Watch\\s++it\\=)(.+?)ms\\b", "~Watch it=@0 / ~ms@1", 1, true},
        {"(?<!\\d)([+-]?\\d+)errors\\b", "~errors@0", 0, true},
        {"\\bslot\\= *+([+-]?\\d{1,40})\\|(.*?\\S) *+\\|", "slot=@0 / |@0 / |@0", 0, true},
        {"\\bby\\:\\s++(.+?)(?m:\\.{3}|\xe2\x80\xa6|$)", "by: @0", 1, true},
        {"\\bopen\\s++(?C)(.+?)\\.(?!\\w)", "open @0 / .@1", 1, true},
        {"\\bx\\s++(?C)(.+?)\\)(?![\\w)\\]}])", "x @0 / )@1", 1, true},
        {"\\b\xc3\xa9t\xc3\xa9(.+)", "\xc3\xa9t\xc3\xa9@0", 0, true},
        {"a\\x1bb",
         "~a\x1b"
         "b~@0",
         0, true},
        {"(?C)(.+?)()\\s++()(.+)", "", 1, true},
    };
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        wrong += !check(&cases[i]);
    }
    assert_int_equal(wrong, 0);
}

static void text_of_any_regex(void **state)
{
    static const struct expectation cases[] = {
        {"foo bar", "~foo bar~@0", 1, true},
        {"foo  \\s+\tbar", "~foo bar~@0", 1, true},
        {"foo\\nbar", "~foo bar~@0", 1, true},
        {"foo +bar", "~foo bar~@0", 1, true},
        {"foo *bar", "~foo~@0 / ~bar~@0", 0, true},
        {"foo\\s*bar", "~foo~@0 / ~bar~@1", 1, false},
        {"\\bfoo\\b", "foo@0", 0, true},
        {"foo(bar)baz", "~foobarbaz~@0", 0, true},
        {"foo(?:bar)+baz", "~foo~@0 / ~baz~@0", 0, true},
        {"foo(bar|baz)qux", "~foo~@0 / ~qux~@0", 0, true},
        {"foo(?<n>b(a)r)(?'m'q)(?P<k>z)", "~foobarqz~@0", 0, true},
        {"colou?r", "~colo~@0 / ~r~@0", 0, true},
        {"a{2}b{,3}c", "~c~@0", 0, true},
        {"x{y}", "~x{y}@0", 0, true},
        {"err\\d+:", "~err~@0 / :@0", 0, true},
        {"[ab]c[^d]", "~c~@0", 0, false},
        {"[^\\n]c[^\\sx]d", "~c~@0 / ~d~@0", 0, true},
        {"[\\x00-\\x1f]c", "~c~@0", 0, false},
        {"[\\x20-\\x7e]c", "~c~@0", 0, true},
        {"[[:alpha:]]c", "~c~@0", 0, false},
        {"[]a]c", "~c~@0", 0, true},
        {"[\\]]c", "~c~@0", 0, true},
        {"a.b", "~a~@0 / ~b~@0", 0, true},
        {"a\\Nb\\Dc", "~a~@0 / ~b~@0 / ~c~@0", 0, false},
        {"^foo$", "foo@0", 0, true},
        {"\\Afoo\\z", "foo@0", 0, false},
        {"caf\xc3\xa9+x", "~caf~@0 / ~x~@0", 0, true},
        {"caf\xc3\xa9x", "~caf\xc3\xa9x~@0", 0, true},
        {"\\p{L}a\\X", "~a~@0", 0, false},
        {"\\:\\/\\-", ":/-@0", 0, true},
        {"a\\Bb", "~a~@0 / ~b~@0", 0, false},
        {"a\\x41b\\x41+c", "~aAb~@0 / ~c~@0", 0, true},
        {"a\\b+b", "~a~@0 / ~b~@0", 0, false},
        {"a\xa9z", "~a\xa9z~@0", 0, true},
        {".\xa9z", "~\xa9z~@0", 0, true},
        {"z\xe2\x82.", "~z\xe2\x82~@0", 0, true},
    };
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        wrong += !check(&cases[i]);
    }
    assert_int_equal(wrong, 0);
}

static void nothing_is_certain(void **state)
{
    static const char *const regexes[] = {
        "foo|bar",      "(?i)foo",         "(?i:foo)",      "(?x) f o o",
        "foo(?=bar)",   "(?<!a)foo",       "(*ANYCRLF)foo", "(a)\\1foo",
        "foo\\Kbar",    "\\Qfoo\\E",       "(?#x)foo",      "(?(1)a)foo",
        "(?R)foo",      "(?|(a)|b)foo",    "foo)",          "(foo",
        "[foo",         "foo\\",           "(?&n)foo",      "\\g{1}foo",
        "\\Gfoo",       "[[:]|a[x:]b]foo", "(?!\\d)foo",    "\\cAfoo",
        "\\N{U+41}foo",
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(regexes); i++) {
        assert_true(check(&(struct expectation){regexes[i], "", 0, false}));
    }
}

static void deep_nesting_is_given_up(void **state)
{
    struct ed_buf regex;

    (void)state;
    ed_buf_init(&regex, 0);
    ed_buf_fill(&regex, '(', 20);
    ed_buf_text(&regex, "deep");
    ed_buf_fill(&regex, ')', 20);
    assert_true(check(&(struct expectation){regex.p, "~deep~@0", 0, true}));
    ed_buf_reset(&regex);
    ed_buf_fill(&regex, '(', 5000);
    ed_buf_text(&regex, "deep");
    ed_buf_fill(&regex, ')', 5000);
    assert_true(check(&(struct expectation){regex.p, "", 0, false}));
    ed_buf_done(&regex);
}

/* A random regex of pieces, and texts of the same pieces: whatever matches must hold each fragment's tokens, whole
   where it is not glued, and no match crosses more line ends than there are blanks when the regex is known. */
static const char *const regex_parts[] = {"foo",  "bar", " ",     "\\s+", "\\b",      "(.+?)", "(a|b)",
                                          "\\d+", "x?",  "(?:z)", "\\.",  "[fb]",     "\\n",   "o*",
                                          "^",    "$",   ".",     "\\S",  "\xc3\xa9", "(q )?"};
static const char *const text_parts[] = {"foo", "bar", " ", "\n", "a",        "b",  "17",
                                         "x",   "z",   ".", "o",  "\xc3\xa9", "q ", "  \n"};

static unsigned long next_random(unsigned long *seed)
{
    *seed = *seed * 6364136223846793005ul + 1442695040888963407ul;
    return *seed >> 33;
}

static void check_match(const struct ed_literals *literals, struct ed_str text, const struct ed_hit *hit,
                        const char *regex)
{
    struct ed_token want, have;
    unsigned crossed = 0;
    bool space = false;

    for (size_t i = 0; i < literals->n; i++) {
        const struct ed_fragment *f = &literals->v[i];

        for (size_t at = 0; ed_token_next(f->text, &at, &want);) {
            bool found = (want.start == 0 && f->glued_left) || (want.end == f->text.n && f->glued_right);

            for (size_t k = 0; !found && ed_token_next(text, &k, &have);) {
                found = have.start >= hit->start && have.end <= hit->end &&
                        ed_str_eq(ed_str_slice(text, have.start, have.end),
                                  ed_str_slice(f->text, want.start, want.end));
            }
            if (!found) {
                print_error("%s matched %.*s without %.*s\n", regex, ED_STR_ARG(text), ED_STR_ARG(f->text));
                fail();
            }
        }
    }
    /* Runs of white space with a line end in them. */
    for (size_t i = hit->start; i < hit->end; i++) {
        crossed += text.p[i] == '\n' && !space;
        space = ed_is_space(text.p[i]) && (space || text.p[i] == '\n');
    }
    if (literals->known && crossed > literals->blanks) {
        print_error("%s matched %.*s over %u lines\n", regex, ED_STR_ARG(text), crossed);
        fail();
    }
}

static void matches_hold_what_is_promised(void **state)
{
    struct ed_confirm_scratch *scratch = ed_confirm_scratch_new();
    unsigned long seed = 7, matched = 0;
    struct ed_buf regex, text;
    struct ed_arena arena;

    (void)state;
    ed_arena_init(&arena);
    ed_buf_init(&regex, 0);
    ed_buf_init(&text, 0);
    for (unsigned round = 0; round < 4000; round++) {
        struct ed_pattern pattern = {0};
        struct ed_confirm *confirm;
        struct ed_literals literals;
        struct ed_err err;
        struct ed_hit hit;

        ed_buf_reset(&regex);
        for (unsigned i = 0; i < 2 + round % 5; i++) {
            ed_buf_text(&regex, regex_parts[next_random(&seed) % ED_ARRAY_LEN(regex_parts)]);
        }
        pattern.regex = ed_buf_view(&regex);
        if (ed_confirm_new(&pattern, &confirm, &err) != ED_OK) {
            continue;
        }
        ed_literals_read(pattern.regex, &arena, &literals);
        for (unsigned t = 0; t < 40; t++) {
            ed_buf_reset(&text);
            for (unsigned i = 0; i < 12; i++) {
                ed_buf_text(&text, text_parts[next_random(&seed) % ED_ARRAY_LEN(text_parts)]);
            }
            if (ed_confirm_find(confirm, scratch, ed_buf_view(&text), 0, text.n, &hit) == ED_OK) {
                check_match(&literals, ed_buf_view(&text), &hit, regex.p);
                matched++;
            }
        }
        ed_confirm_free(confirm);
        ed_arena_reset(&arena);
    }
    assert_true(matched > 10000);
    ed_buf_done(&regex);
    ed_buf_done(&text);
    ed_arena_done(&arena);
    ed_confirm_scratch_free(scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_patterns_are_read_completely),
        cmocka_unit_test(text_of_any_regex),
        cmocka_unit_test(nothing_is_certain),
        cmocka_unit_test(deep_nesting_is_given_up),
        cmocka_unit_test(matches_hold_what_is_promised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

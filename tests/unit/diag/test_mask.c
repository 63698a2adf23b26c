/*
 * test_mask.c: templates of lines, colours that a copy made visible, and the quick key.
 */
#include "diag/mask.h"

#include <setjmp.h>

#include <cmocka.h>

static void masked(const char *line, const char *want)
{
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_mask(ed_str_c(line), &out);
    ed_buf_text(&out, "");
    assert_string_equal(out.p ? out.p : "", want);
    ed_buf_done(&out);
}

static void numbers_and_times(void **state)
{
    (void)state;
    masked("shard 12 of 340 failed", "shard <n> of <n> failed");
    masked("took 1.23s, then 90ms, then 2m30s", "took <time>, then <time>, then <time>");
    masked("  = 1 failed,\t20  passed =  ", "= <n> failed, <n> passed =");
    masked("12:30:01.5 done", "<n> done");
    masked("worker12 gave up", "worker<n> gave up");
    masked("v1.2.3", "v<n>");
}

static void codes_of_errors_stay(void **state)
{
    (void)state;
    masked("error[E0308]: mismatched", "error[E0308]: mismatched");
    masked("error TS2304: no name", "error TS2304: no name");
    masked("warning C4996: old", "warning C4996: old");
    masked("ABCDEFGH12 is no code", "ABCDEFGH<n> is no code");
}

static void addresses_and_ids(void **state)
{
    (void)state;
    masked("at 0x7f3a00: bad", "at <hex>: bad");
    masked("commit 84eb7d2d5c598c46 is gone", "commit <hex> is gone");
    masked("id df00297c-7b76-40ec-8d64-1b398f630c4a", "id <hex>");
    masked("feedbee defaced", "feedbee defaced"); /* words, for they have no figure */
    masked("GET https://a.example/x?y=1 failed", "GET <url> failed");
}

static void paths_and_what_hangs_on_them(void **state)
{
    (void)state;
    masked("src/a.c:12:3: error: bad", "<path>: error: bad");
    masked("FAILED t/test_a.py::TestB::test_c[x-1] - Boom", "FAILED <path> - Boom");
    masked("open /tmp/x-12/y.log: no such file", "open <path>: no such file");
    masked("FAILED t/test_a.py::test_c[a(b, c)] - Boom", "FAILED <path> c)] - Boom"); /* up to a blank */
    masked("[3/90] linking", "[<n>/<n>] linking");
}

static void quotes(void **state)
{
    (void)state;
    masked("no attribute \"is_null\"", "no attribute \"<str>\"");
    masked("`x` and 'y z' differ", "`<str>` and '<str>' differ");
    masked("it doesn't and can't", "it doesn't and can't");
    masked("a \"b", "a \"b");
    masked("empty ''", "empty ''");
}

static void a_long_line_is_cut(void **state)
{
    static char line[200000];
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, 0);
    memset(line, 'a', sizeof(line));
    for (size_t i = 0; i < sizeof(line); i += 2) { /* each piece looks at what follows: it must not look far */
        line[i] = '-';
    }
    ed_mask(ed_str(line, sizeof(line)), &out);
    assert_in_range(out.n, ED_MASK_MOST, ED_MASK_MOST + 600);
    ed_buf_done(&out);
    masked("", "");
}

static void plain(const char *line, const char *want)
{
    struct ed_buf room;
    struct ed_str got;

    ed_buf_init(&room, 0);
    got = ed_mask_uncolour(ed_str_c(line), &room);
    assert_int_equal(got.n, strlen(want));
    assert_memory_equal(got.p, want, got.n);
    ed_buf_done(&room);
}

static void colours_that_can_be_read(void **state)
{
    (void)state;
    plain("^[[31mFAILED^[[0m a::^[[1mb^[[39;49;00m", "FAILED a::b");
    plain("a ^ b", "a ^ b");
    plain("^[[", "^[[");
    plain("^[[31", "^[[31");
    plain("^[[x", "^[[x");
    plain("^[[K", "");
}

static uint64_t key(const char *line)
{
    return ed_mask_key(ed_str_c(line));
}

static void keys(void **state)
{
    (void)state;
    assert_true(key("12 of 340 failed") == key("7 of 5 failed"));
    assert_false(key("12 of 340 failed") == key("0 of 340 failed"));
    assert_true(key("00 failed") == key("0 failed"));
    assert_false(key("a failed") == key("b failed"));
    assert_false(key("E0308") == key("E0309"));
    assert_false(key("") == key("a"));
    assert_false(key("aaaaaaaab") == key("aaaaaaaac"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_times),
        cmocka_unit_test(codes_of_errors_stay),
        cmocka_unit_test(addresses_and_ids),
        cmocka_unit_test(paths_and_what_hangs_on_them),
        cmocka_unit_test(quotes),
        cmocka_unit_test(a_long_line_is_cut),
        cmocka_unit_test(colours_that_can_be_read),
        cmocka_unit_test(keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

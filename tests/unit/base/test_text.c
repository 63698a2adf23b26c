/*
 * test_text.c: views, buffers, arenas, maps, UTF-8: the values that everything above relies on.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <setjmp.h>

#include <cmocka.h>

static void assert_view(struct ed_str have, const char *want)
{
    assert_int_equal(have.n, strlen(want));
    assert_memory_equal(have.p, want, have.n);
}

static void views(void **state)
{
    struct ed_str s = ED_STR("a:b:c"), rest = s;
    uint64_t n = 7;

    (void)state;
    assert_view(ed_str_cut(&rest, ':'), "a");
    assert_view(ed_str_cut(&rest, ':'), "b");
    assert_view(ed_str_cut(&rest, ':'), "c");
    assert_int_equal(rest.n, 0);
    assert_view(ed_str_trim(ED_STR(" \t x y\r\n")), "x y");
    assert_int_equal(ed_str_find(s, ED_STR("b:"), 0), 2);
    assert_int_equal(ed_str_find(s, ED_STR("b:"), 3), SIZE_MAX);
    assert_int_equal(ed_str_find(s, ED_STR(""), 5), 5);
    assert_true(ed_str_cmp(ED_STR("ab"), ED_STR("abc")) < 0);
    assert_true(ed_str_eq_nocase(ED_STR("ErroR"), ED_STR("eRRor")));
    assert_true(ed_str_u64(ED_STR("18446744073709551615"), &n));
    assert_true(n == UINT64_MAX);
    assert_false(ed_str_u64(ED_STR("18446744073709551616"), &n));
    assert_false(ed_str_u64(ED_STR("12x"), &n));
    assert_false(ed_str_u64(ED_STR(""), &n));
    assert_true(n == UINT64_MAX);
}

static void figures(void **state)
{
    struct ed_str s = ED_STR("12a:00FfgZ");
    uint32_t value = 9;

    (void)state;
    assert_int_equal(ed_str_digits(s, 0), 2);
    assert_int_equal(ed_str_digits(s, 2), 0);
    assert_int_equal(ed_str_digits(s, 4), 2);
    assert_int_equal(ed_str_digits(s, 99), 0);
    assert_int_equal(ed_str_hex(s, 0, 8, &value), 3);
    assert_int_equal(value, 0x12A);
    assert_int_equal(ed_str_hex(s, 4, 8, &value), 4);
    assert_int_equal(value, 0xFF);
    assert_int_equal(ed_str_hex(s, 4, 3, &value), 3);
    assert_int_equal(value, 0xF);
    assert_int_equal(ed_str_hex(s, 8, 2, &value), 0);
    assert_int_equal(value, 0);
    assert_int_equal(ed_str_hex(s, 99, 2, &value), 0);
    assert_view(ed_utf8_without_bom(ED_STR("\xEF\xBB\xBF\xEF\xBB\xBFx")), "\xEF\xBB\xBFx");
    assert_view(ed_utf8_without_bom(ED_STR("\xEF\xBB")), "\xEF\xBB");
}

static void buffer_keeps_to_its_cap(void **state)
{
    struct ed_buf b;

    (void)state;
    ed_buf_init(&b, /* max */ 8);
    ed_buf_text(&b, "12345");
    assert_false(b.full);
    ed_buf_text(&b, "6789");
    assert_true(b.full);
    assert_view(ed_buf_view(&b), "12345678");
    assert_null(ed_buf_room(&b, 1));
    ed_buf_shift(&b, 6);
    assert_view(ed_buf_view(&b), "78");
    ed_buf_reset(&b);
    ed_buf_printf(&b, "%d-%s", 42, "ab");
    assert_view(ed_buf_view(&b), "42-ab");
    ed_buf_done(&b);
}

static void a_large_buffer_is_a_buffer(void **state)
{
    static const size_t sizes[] = {0, 1, 100000, (size_t)2 << 20, ((size_t)5 << 20) + 17};
    struct ed_buf b;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(sizes); i++) {
        ed_buf_init(&b, /* max */ 0);
        ed_buf_text(&b, "goes away");
        ed_buf_reset(&b);
        ed_buf_large(&b, sizes[i]);
        assert_string_equal(b.p, "");
        ed_buf_fill(&b, 'x', sizes[i] + 1000); /* and it grows */
        assert_int_equal(b.n, sizes[i] + 1000);
        assert_int_equal(b.p[sizes[i] + 999], 'x');
        ed_buf_large(&b, 1); /* not empty: left as it is */
        assert_int_equal(b.n, sizes[i] + 1000);
        ed_buf_done(&b);
    }
    ed_buf_init(&b, /* max */ 8);
    ed_buf_large(&b, 9);
    assert_null(b.p);
    assert_null(ed_buf_room(&b, 9));
    ed_buf_done(&b);
}

static void arena_gives_and_takes_back(void **state)
{
    struct ed_arena a;
    char *big;

    (void)state;
    ed_arena_init(&a);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 1; i < 2000; i += 7) {
            char *p = ed_arena_alloc(&a, i);

            assert_int_equal((uintptr_t)p % _Alignof(max_align_t), 0);
            memset(p, 0xAA, i);
        }
        big = ed_arena_alloc(&a, (size_t)3 << 20);
        memset(big, 1, (size_t)3 << 20);
        assert_view(ed_arena_printf(&a, "%s=%d", "x", 5), "x=5");
        assert_null(ed_arena_str(&a, ED_STR_NONE).p);
        ed_arena_reset(&a);
        assert_int_equal(a.used, 0);
    }
    ed_arena_done(&a);
}

static void map_holds_many_keys(void **state)
{
    struct ed_map m;
    char key[32];
    bool is_new = false;

    (void)state;
    ed_map_init(&m);
    assert_null(ed_map_get(&m, ED_STR("a")));
    for (uint64_t i = 0; i < 10000; i++) {
        int n = snprintf(key, sizeof(key), "key %" PRIu64, i);

        *ed_map_put(&m, ed_str(key, (size_t)n), &is_new) = i;
        assert_true(is_new);
    }
    for (uint64_t i = 0; i < 10000; i++) {
        int n = snprintf(key, sizeof(key), "key %" PRIu64, i);

        assert_true(*ed_map_get(&m, ed_str(key, (size_t)n)) == i);
    }
    ed_map_put(&m, ED_STR("key 17"), &is_new);
    assert_false(is_new);
    ed_map_put(&m, ED_STR(""), &is_new);
    assert_true(is_new);
    assert_int_equal(m.n, 10001);
    ed_map_done(&m);
}

static void utf8_well_and_ill_formed(void **state)
{
    static const struct {
        const char *text;
        size_t bad;
    } cases[] = {
        {"plain ascii text, long enough", 29},
        {"gr\xc3\xbc\xc3\x9f", 6},
        {"\xe2\x82\xac", 3},
        {"\xf0\x9f\x98\x80", 4},
        {"a\xc0\xaf", 1},        /* overlong */
        {"ab\xed\xa0\x80", 2},   /* surrogate */
        {"\xf4\x90\x80\x80", 0}, /* beyond U+10FFFF */
        {"12345678\xe2\x82", 8}, /* cut short */
        {"\x80", 0},
    };
    size_t len;

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(cases); i++) {
        assert_int_equal(ed_utf8_check(ed_str_c(cases[i].text)), cases[i].bad);
    }
    assert_int_equal(ed_utf8_next(ED_STR("\xf0\x9f\x98\x80x"), &len), 0x1F600);
    assert_int_equal(len, 4);
    assert_int_equal(ed_utf8_columns(ED_STR("a\xe4\xb8\xad"
                                            "e\xcc\x81")),
                     4);
}

static void foreign_text_is_made_visible(void **state)
{
    struct ed_buf b;

    (void)state;
    ed_buf_init(&b, /* max */ 0);
    ed_utf8_visible(&b,
                    ed_str("\x1b[31mred\x07\t\r\n\0\xff\xc2\x9b"
                           "31m\xe2\x80\xae"
                           "\x7f",
                           23),
                    /* keep_lines */ false);
    assert_view(ed_buf_view(&b), "\\x1b[31mred\\x07 \\x0d\\n\\x00\\xff\\u{9b}31m\\u{202e}\\x7f");
    ed_buf_reset(&b);
    ed_utf8_visible(&b, ED_STR("a\nb gr\xc3\xbcn"), /* keep_lines */ true);
    assert_view(ed_buf_view(&b), "a\nb gr\xc3\xbcn");
    ed_buf_done(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views),
        cmocka_unit_test(figures),
        cmocka_unit_test(buffer_keeps_to_its_cap),
        cmocka_unit_test(a_large_buffer_is_a_buffer),
        cmocka_unit_test(arena_gives_and_takes_back),
        cmocka_unit_test(map_holds_many_keys),
        cmocka_unit_test(utf8_well_and_ill_formed),
        cmocka_unit_test(foreign_text_is_made_visible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_source_text.c: text of two and four bytes a character, files of both kinds, and files that are no text.
 */
#include "walk.h"

#include "input/source_feed.h"

/* ASCII and what stands in `wide` for '@' as UTF-16 or UTF-32. */
static void put_wide(struct ed_buf *out, const char *text, unsigned width, bool big)
{
    for (; *text; text++) {
        uint32_t units[2] = {(unsigned char)*text, 0};
        size_t n = 1;

        if (*text == '@') { /* U+1F600 */
            units[0] = width == 4 ? 0x1F600 : 0xD83D;
            units[1] = 0xDE00;
            n = width == 4 ? 1 : 2;
        } else if (*text == '~') { /* U+4E0A, whose low byte is a line feed */
            units[0] = 0x4E0A;
        }
        for (size_t k = 0; k < n; k++) {
            for (unsigned b = 0; b < width; b++) {
                ed_buf_byte(out, (char)(unsigned char)(units[k] >> 8 * (big ? width - 1 - b : b)));
            }
        }
    }
}

static void check(struct ed_str bytes, size_t block, struct ed_str want)
{
    struct walked w = {.block = block};
    struct ed_source_events events = walked_events(&w);

    assert_int_equal(ed_source_bytes("x", bytes, events, &w.err), ED_OK);
    if (!ed_str_eq(ed_str_slice(ed_buf_view(&w.says), strlen("x="), w.says.n - 1), want)) {
        fail_msg("is [%.*s]", ED_STR_ARG(ed_buf_view(&w.says)));
    }
    ed_buf_done(&w.says);
}

#define TEXT "2025-05-05 12:00:00 cannot map weights file\r\n@ ~~\r\n"
#define UTF8 "2025-05-05 12:00:00 cannot map weights file\r\n\xF0\x9F\x98\x80 \xE4\xB8\x8A\xE4\xB8\x8A\r\n"

static void wide(void **state)
{
    static const struct {
        unsigned width;
        bool big;
        struct ed_str bom;
    } forms[] = {{2, false, ED_STR_INIT("\xFF\xFE")},
                 {2, true, ED_STR_INIT("\xFE\xFF")},
                 {4, false, ED_STR_INIT("\xFF\xFE\0\0")},
                 {4, true, ED_STR_INIT("\0\0\xFE\xFF")}};

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        for (int bom = 0; bom < 2; bom++) {
            struct ed_buf bytes;

            ed_buf_init(&bytes, 0);
            ed_buf_str(&bytes, bom ? forms[i].bom : ED_STR_NONE);
            put_wide(&bytes, TEXT, forms[i].width, forms[i].big);
            check(ed_buf_view(&bytes), 0, ED_STR(UTF8));
            check(ed_buf_view(&bytes), 1, ED_STR(UTF8)); /* a byte at a time */
            ed_buf_done(&bytes);
        }
    }
}

/* A line of wide text that is longer than what is read at once comes out whole. */
static void wide_and_long(void **state)
{
    struct ed_buf bytes, want;

    (void)state;
    ed_buf_init(&bytes, 0);
    ed_buf_init(&want, 0);
    ed_buf_str(&bytes, ED_STR("\xFF\xFE"));
    for (int i = 0; i < 5000; i++) {
        put_wide(&bytes, TEXT, 2, false);
        ed_buf_text(&want, UTF8);
    }
    check(ed_buf_view(&bytes), 0, ed_buf_view(&want));
    ed_buf_done(&bytes);
    ed_buf_done(&want);
}

static void wide_and_broken(void **state)
{
    (void)state;
    check(ED_STR("\xFF\xFE"
                 "a\0\x3D\xD8"
                 "b\0"),
          0,
          ED_STR("a\xEF\xBF\xBD"
                 "b")); /* half of a pair */
    check(ED_STR("\xFF\xFE"
                 "a\0\0\xDE"
                 "b\0"),
          0,
          ED_STR("a\xEF\xBF\xBD"
                 "b"));
    check(ED_STR("\xFF\xFE"
                 "a\0\n\0\x80"),
          0, ED_STR("a\n\xEF\xBF\xBD")); /* a byte too few */
    check(ED_STR("\xFF\xFE\0\0"
                 "a\0\0\0\xFF\xFF\xFF\xFF"),
          0, ED_STR("a\xEF\xBF\xBD"));
    check(ED_STR("\xFF\xFE"), 0, ED_STR(""));
}

/* A shell that writes UTF-16 and one that appends bytes, and the other way round. */
static void mixed(void **state)
{
    struct ed_buf bytes;

    (void)state;
    for (size_t block = 0; block < 3; block++) {
        ed_buf_init(&bytes, 0);
        ed_buf_str(&bytes, ED_STR("\xFF\xFE"));
        put_wide(&bytes, TEXT, 2, false);
        ed_buf_text(&bytes, "cannot map weights file of stage 2\nand one more\n");
        put_wide(&bytes, "wide again, and to the end\n", 2, false);
        check(ed_buf_view(&bytes), block,
              ED_STR(UTF8 "cannot map weights file of stage 2\nand one more\nwide again, and to the end\n"));
        ed_buf_done(&bytes);
        ed_buf_init(&bytes, 0);
        ed_buf_str(&bytes, ED_STR("\xFF\xFE"));
        put_wide(&bytes, "wide\n", 2, false);
        ed_buf_text(&bytes, "done");
        check(ed_buf_view(&bytes), block, ED_STR("wide\ndone"));
        ed_buf_done(&bytes);
    }
    ed_buf_init(&bytes, 0);
    ed_buf_text(&bytes, "caf\xE9 in Latin-1 first\n");
    put_wide(&bytes, "cannot map weights file\r\n", 2, false);
    check(ed_buf_view(&bytes), 0, ED_STR("caf\xE9 in Latin-1 first\ncannot map weights file\r\n"));
    ed_buf_done(&bytes);
    ed_buf_init(&bytes, 0);
    ed_buf_text(&bytes, "first\n");
    put_wide(&bytes, "cannot map weights file\r\n", 2, true);
    check(ed_buf_view(&bytes), 0, ED_STR("first\ncannot map weights file\r\n"));
    ed_buf_done(&bytes);
}

/* NULs and bytes over 127 in text of single bytes are no reason to touch it. */
static void single_bytes_stay(void **state)
{
    static const struct ed_str texts[] = {
        ED_STR_INIT("a\0b\0c is no wide text"),
        ED_STR_INIT("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0hole\n"),
        ED_STR_INIT("\xC3\xA4 and \xE4\n"),
        ED_STR_INIT("x\0\0\0y\0\0\0z\n"),
    };

    (void)state;
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        check(texts[i], 0, texts[i]);
        check(texts[i], 1, texts[i]);
    }
}

static void binary(void **state)
{
    char zeros[4096] = {0};
    struct ed_buf random;

    (void)state;
    assert_true(ed_text_is_binary(ED_STR("\x7F"
                                         "ELF\2\1\1")));
    assert_true(ed_text_is_binary(ED_STR("SQLite format 3\0")));
    assert_true(ed_text_is_binary(ED_STR("%PDF-1.7\n")));
    assert_true(ed_text_is_binary(ED_STR("\1\2\3\4 words")));
    ed_buf_init(&random, 0);
    for (uint32_t i = 0, x = 1; i < 4096; i++, x = x * 1664525u + 1013904223u) {
        ed_buf_byte(&random, (char)(unsigned char)(x >> 24));
    }
    assert_true(ed_text_is_binary(ed_buf_view(&random)));
    ed_buf_done(&random);
    assert_false(ed_text_is_binary(ed_str(zeros, sizeof(zeros)))); /* a hole, and text may follow it */
    assert_false(ed_text_is_binary(ED_STR("")));
    assert_false(
        ed_text_is_binary(ED_STR("\033[31mred\033[0m \033_bk;t=1\a text of Buildkite, \xE4\xF6\xFC in Latin-1\r\n")));
    assert_false(ed_text_is_binary(ED_STR("\036{\"MESSAGE\":\"x\"}\n\036{\"MESSAGE\":\"y\"}\n")));
    assert_false(ed_text_is_wide(ED_STR("plain text without any NUL, and long enough to be judged\n")));
}

/* Vector 38: a megabyte of NULs, and the lines around it. */
static void a_hole_in_a_log(void **state)
{
    char top[PATH_MAX];
    struct ed_buf bytes;
    struct run run;

    (void)state;
    ed_buf_init(&bytes, 0);
    ed_buf_fill(&bytes, '\0', ED_MIB);
    ed_buf_text(&bytes, "cannot map weights file\n");
    make_folder(top);
    put_bytes(top, "kern.log", ed_buf_view(&bytes));
    put_bytes(top, "a.out",
              ED_STR("\x7F"
                     "ELF\2\1\1 cannot map weights file\n"));
    {
        struct walked w = {0};
        struct ed_source_events events = walked_events(&w);
        const char *path = top;

        assert_int_equal(ed_source_walk(&path, 1, events, &w.err), ED_OK);
        assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("kern.log="), 0) != SIZE_MAX);
        assert_true(ed_str_find(ed_buf_view(&w.says), ED_STR("a.out"), 0) == SIZE_MAX);
        assert_true(ed_str_ends(ed_buf_view(&w.says),
                                ED_STR("?files in it that are no logs were not read: binary files (1);")));
        ed_buf_done(&w.says);
    }
    run = run_bytes(ed_buf_view(&bytes));
    assert_int_equal(run.messages.n, 1);
    assert_text(&run, 0, "cannot map weights file");
    run_done(&run);
    ed_buf_done(&bytes);
    assert_int_equal(remove_tree(top), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide),
        cmocka_unit_test(wide_and_long),
        cmocka_unit_test(wide_and_broken),
        cmocka_unit_test(mixed),
        cmocka_unit_test(single_bytes_stay),
        cmocka_unit_test(binary),
        cmocka_unit_test(a_hole_in_a_log),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

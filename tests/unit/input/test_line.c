/*
 * test_line.c: cutting bytes at line ends: line numbers, pieces of long lines, holes, failures at the end.
 */
#include "support.h"

#include "base/alloc.h"
#include "input/line.h"

struct cut {
    struct ed_buf joined; /* pieces as "number:text" with '+' where a line goes on */
    enum ed_rc end;
};

static struct cut cut(struct ed_str bytes, size_t piece)
{
    struct ed_reader *reader = ed_reader_new("x", bytes);
    struct ed_splitter splitter;
    struct ed_raw_line line;
    struct cut cut;

    ed_buf_init(&cut.joined, /* max */ 0);
    ed_splitter_init(&splitter, reader, piece, /* marker */ NULL, /* team */ NULL, /* ahead */ NULL);
    while ((cut.end = ed_splitter_next(&splitter, &line, NULL)) == ED_OK) {
        ed_buf_printf(&cut.joined, "%s%" PRIu64 ":", line.begins ? "" : "~", line.number);
        ed_buf_str(&cut.joined, line.text);
        ed_buf_byte(&cut.joined, line.ends ? '|' : '+');
    }
    ed_splitter_done(&splitter);
    ed_reader_free(reader);
    return cut;
}

static void check(struct ed_str bytes, size_t piece, struct ed_str want)
{
    struct cut is = cut(bytes, piece);

    assert_int_equal(is.end, ED_STOP);
    if (!ed_str_eq(ed_buf_view(&is.joined), want)) {
        fail_msg("is %.*s, not %.*s", ED_STR_ARG(ed_buf_view(&is.joined)), ED_STR_ARG(want));
    }
    ed_buf_done(&is.joined);
}

#define CHECK(bytes, piece, want) check(ED_STR(bytes), piece, ED_STR(want))

static void lines(void **state)
{
    (void)state;
    CHECK("", 8, "");
    CHECK("a\nbc\n", 8, "1:a|2:bc|");
    CHECK("a\nbc", 8, "1:a|2:bc|");
    CHECK("\n\n", 8, "1:|2:|");
    CHECK("a\r\nb\r\r\n\r\n", 8, "1:a|2:b|3:|");
    CHECK("a\rb\n", 8, "1:a\rb|");
}

static void holes(void **state)
{
    (void)state;
    CHECK("\0\0\0a\n\0\0b\nc", 8, "1:a|2:b|3:c|");
    CHECK("a\0b\n", 8, "1:a\0b|");
    CHECK("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 8, "");
}

static void pieces(void **state)
{
    (void)state;
    CHECK("abcdefghijklmnopqrst\nu", 8, "1:abcdefgh+~1:ijklmnop+~1:qrst|2:u|");
    CHECK("abcdefghijklmnop", 8, "1:abcdefgh+~1:ijklmnop|");
    CHECK("abcdefgh\n", 8, "1:abcdefgh|");
    CHECK("abcdefg\xC3\xA4hijkl", 8, "1:abcdefg+~1:\xC3\xA4hijkl|");
    CHECK("abcde\033[31mfg\r\n", 8, "1:abcde+~1:\033[31mfg|");
    CHECK("abcde\033[31mfgh\r\n", 8, "1:abcde+~1:\033[31mfgh+~1:|");
    CHECK("abcdefg\r\nhijklmnop", 8, "1:abcdefg|2:hijklmno+~2:p|");
    CHECK("abcdefg\r\r\rxyz", 8, "1:abcdefg+~1:\r\r\rxyz|");
}

static void json_stays_whole(void **state)
{
    size_t n = 3 * ED_MIB;
    char *text = ed_alloc(n);
    struct cut is;

    (void)state;
    memset(text, 'x', n);
    text[0] = '{';
    is = cut(ed_str(text, n), 64);
    assert_int_equal(is.joined.n, n + 3); /* one piece */
    ed_buf_done(&is.joined);
    text[0] = '[';
    is = cut(ed_str(text, n), 64 * ED_KIB);
    assert_true(is.joined.n > n + 3 * 40);
    ed_buf_done(&is.joined);
    ed_free(text);
}

static void the_head_is_not_taken(void **state)
{
    struct ed_reader *reader = ed_reader_new("x", ED_STR("one\ntwo\n"));
    struct ed_splitter splitter;
    struct ed_raw_line line;
    bool all = false;

    (void)state;
    ed_splitter_init(&splitter, reader, 64, /* marker */ NULL, /* team */ NULL, /* ahead */ NULL);
    assert_str(ed_splitter_head(&splitter, &all), "one\ntwo\n");
    assert_true(all);
    assert_int_equal(ed_splitter_next(&splitter, &line, NULL), ED_OK);
    assert_str(line.text, "one");
    assert_false(line.dirty);
    ed_splitter_done(&splitter);
    ed_reader_free(reader);
}

static void many_blocks(void **state)
{
    struct ed_buf text;
    struct ed_reader *reader;
    struct ed_splitter splitter;
    struct ed_raw_line line;
    uint64_t n = 0, total = 0;

    (void)state;
    ed_buf_init(&text, 0);
    for (unsigned i = 1; text.n < 3 * ED_MIB; i++) {
        ed_buf_printf(
            &text, "%u %.*s\r\n", i, (int)(i * 7919 % 300),
            "................................................."
            "...............................................................................................");
    }
    reader = ed_reader_new("x", ed_buf_view(&text));
    ed_splitter_init(&splitter, reader, 64 * ED_KIB, /* marker */ NULL, /* team */ NULL, /* ahead */ NULL);
    while (ed_splitter_next(&splitter, &line, NULL) == ED_OK) {
        uint64_t own = 0;

        n++;
        assert_int_equal(line.number, n);
        assert_true(line.dirty);
        assert_true(ed_str_u64(ed_str_slice(line.text, 0, ed_str_find_byte(line.text, ' ', 0)), &own) && own == n);
        total += line.text.n + 2;
    }
    assert_int_equal(total, text.n);
    ed_splitter_done(&splitter);
    ed_reader_free(reader);
    ed_buf_done(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(holes),
        cmocka_unit_test(pieces),
        cmocka_unit_test(json_stays_whole),
        cmocka_unit_test(the_head_is_not_taken),
        cmocka_unit_test(many_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

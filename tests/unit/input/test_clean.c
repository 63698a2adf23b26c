/*
 * test_clean.c: what is taken off a line, what stays, and that nothing is read past the end.
 */
#include "support.h"

#include "base/alloc.h"
#include "input/clean.h"

static void check(const char *in, size_t n, const char *want, size_t want_n)
{
    char *exact = ed_alloc(n); /* so that a read past the end is seen */
    struct ed_buf out;

    memcpy(exact, in, n);
    ed_buf_init(&out, /* max */ 0);
    ed_buf_text(&out, "kept");
    ed_clean(&out, ed_str(exact, n));
    if (out.n != want_n + 4 || memcmp(out.p + 4, want, want_n) != 0) {
        fail_msg("[%.*s] came out as [%.*s]", (int)n, in, (int)(out.n - 4), out.p + 4);
    }
    ed_buf_done(&out);
    ed_free(exact);
}

#define CHECK(in, want) check(in, sizeof(in) - 1, want, sizeof(want) - 1)

static void colours_and_strings(void **state)
{
    (void)state;
    CHECK("plain", "plain");
    CHECK("\033[31mValueError: x\033[0m", "ValueError: x");
    CHECK("a\033[38;5;196;1mb\033[;mc", "abc");
    CHECK("mem\033[1mory", "memory");
    CHECK("\033]0;a title\atext", "text");
    CHECK("\033]8;;http://host/a?b=c\033\\name\033]8;;\033\\ more", "name more");
    CHECK("\033_bk;t=1746439200123\aline", "line");
    CHECK("mem\033_bk;dt=12\aory", "memory");
    CHECK("mem\033_bk;t=1746439200123\033\\ory\033[K\033_bk;dt=3\a of it", "memory of it");
    CHECK("\033Psome data\033\\line", "line");
    CHECK("\033(Bcharset\0337saved\033=", "charsetsaved");
    CHECK("\033[8mha:AAAAbase64+/==\033[0mnote", "note");
    CHECK("\033[8mhidden\033[0m", "hidden");
}

static void what_is_no_sequence_stays(void **state)
{
    (void)state;
    CHECK("end\033", "end\033");
    CHECK("\033[31", "\033[31");
    CHECK("\033]0;never ended", "\033]0;never ended");
    CHECK("\033[31\nm", "\033[31\nm");
    CHECK("[31m stays without its escape", "[31m stays without its escape");
    CHECK("\xff\xfe\0\xc3", "\xff\xfe\0\xc3");
    CHECK("", "");
}

static void frames_become_lines(void **state)
{
    (void)state;
    CHECK("10%\r20%\r100%", "10%\n20%\n100%");
    CHECK("one\r\r\ntwo\r\n", "one\ntwo");
    CHECK("45%|###\rValueError: x", "45%|###\nValueError: x");
    CHECK("a\r\r\rb", "a\nb");
    CHECK("\rfirst", "first");
    CHECK("last\r", "last");
    CHECK("section_end:1:x\r\033[0KERROR: y", "section_end:1:x\nERROR: y");
    CHECK("one\033[1A\033[2Ktwo", "one\ntwo");
    CHECK("one\033[5Ctwo", "one two");
}

static void a_long_string_is_text(void **state)
{
    char *in = ed_alloc(ED_LIMIT_ESCAPE + 16);
    size_t n = ED_LIMIT_ESCAPE + 8;

    (void)state;
    memset(in, 'x', n);
    memcpy(in, "\033]0;", 4);
    in[n - 1] = '\a';
    check(in, n, in, n);
    in[100] = '\a';
    check(in, n, in + 101, n - 101);
    ed_free(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_and_strings),
        cmocka_unit_test(what_is_no_sequence_stays),
        cmocka_unit_test(frames_become_lines),
        cmocka_unit_test(a_long_string_is_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_markup.c: the writers of XML, HTML and Markdown: what goes in foreign comes out as text.
 */
#include "fixture.h"

#include "render/markup.h"
#include "render/md.h"
#include "render/words.h"

static void line_is(const char *text, size_t most, const char *want)
{
    struct ed_buf out;

    ed_buf_init(&out, /* max= */ 0);
    ed_markup_line(&out, ed_str_c(text), most);
    assert_string_equal(out.p ? out.p : "", want);
    ed_buf_done(&out);
}

static void markup_lines(void **state)
{
    (void)state;
    line_is("", ED_MARKUP_ALL, "");
    line_is("a < b && c > \"d\" 'e'", ED_MARKUP_ALL, "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
    line_is("]]> &lt;", ED_MARKUP_ALL, "]]&gt; &amp;lt;");
    line_is("a\nb\tc\r\x1b\x7f", ED_MARKUP_ALL, "a\\nb c\\x0d\\x1b\\x7f");
    line_is("\xff\xc3( \xe2\x80\xae\xef\xbf\xbe\xef\xbf\xbf\xf0\x9f\x94\xa5", ED_MARKUP_ALL,
            "\\xff\\xc3( \\u{202e}\\u{fffe}\\u{ffff}\xf0\x9f\x94\xa5");
    line_is("abcdef", 3, "abc...");
    line_is("abc", 3, "abc");
    line_is("<<<<", 5, "&lt;&lt;...");
    line_is("\xc3\xa9\xc3\xa9\xc3\xa9", 3, "\xc3\xa9\xc3\xa9..."); /* never inside a character */
}

static void markup_blocks(void **state)
{
    struct ed_buf out;

    (void)state;
    ed_buf_init(&out, /* max= */ 0);
    ed_markup_block(&out, ED_STR("\tone\r\n  two\0<\r\n\n three \r\n\n"), ED_MARKUP_ALL);
    assert_string_equal(out.p, "\tone\n  two\\x00&lt;\n\n three ");
    ed_buf_done(&out);
}

static void prose_is(const char *text, const char *breaks, size_t most, const char *want)
{
    struct ed_buf out;

    ed_buf_init(&out, /* max= */ 0);
    ed_md_prose(&out, ed_str_c(text), breaks, most);
    assert_string_equal(out.p ? out.p : "", want);
    ed_buf_done(&out);
}

static void markdown_prose(void **state)
{
    (void)state;
    prose_is("plain text, snake_case, 2.5 GB.", " ", ED_MD_ALL, "plain text, snake_case, 2.5 GB.");
    prose_is("*b* _i_ [l](u) <b> a|b ~~s~~ &amp; $x$ \\", " ", ED_MD_ALL,
             "\\*b\\* \\_i\\_ \\[l\\](u) \\<b> a\\|b \\~\\~s\\~\\~ \\&amp; \\$x\\$ \\\\");
    prose_is("# h\n> q\n- i\n+ i\n=\n---\n1. n\n2) n\n 12. n", "\n", ED_MD_ALL,
             "\\# h\n\\> q\n\\- i\n\\+ i\n\\=\n\\---\n1\\. n\n2\\) n\n12\\. n");
    prose_is("at 10. and 3) it", " ", ED_MD_ALL, "at 10. and 3) it");
    prose_is("one\n\n\n  two\r\n three", "<br>", ED_MD_ALL, "one<br>two<br>three");
    prose_is("run `a | b *c*` then ` odd", " ", ED_MD_ALL, "run `a | b *c*` then \\` odd");
    prose_is("`` a ` b\nc ` d", " ", ED_MD_ALL, "\\`` a ` b c \\` d");
    prose_is("\x1b[2J \xff", " ", ED_MD_ALL, "\\\\x1b\\[2J \\\\xff");
    prose_is("abcdef", " ", 3, "abc...");
    prose_is("`abcdef` x", " ", 4, "...");
}

static void code_is(const char *text, size_t most, const char *want)
{
    struct ed_buf out;

    ed_buf_init(&out, /* max= */ 0);
    ed_md_code(&out, ed_str_c(text), most);
    assert_string_equal(out.p ? out.p : "", want);
    ed_buf_done(&out);
}

static void markdown_code(void **state)
{
    (void)state;
    code_is("", ED_MD_ALL, "");
    code_is("a <b> *c* \\ $x$ @y", ED_MD_ALL, "`a <b> *c* \\ $x$ @y`");
    code_is("two\nlines\x07", ED_MD_ALL, "`two\\nlines\\x07`");
    code_is(" a", ED_MD_ALL, "`  a `");
    code_is("a|b", ED_MD_ALL, "<code>a&#124;b</code>");
    code_is("`<i>_www.x_", ED_MD_ALL, "<code>&#96;&#60;i&#62;&#95;www&#46;x&#95;</code>");
    code_is("abcdef", 3, "`abc...`");
    code_is("||||", 7, "<code>&#124;&#124;...</code>");
}

static void block_is(const char *text, size_t indent, size_t most, const char *want)
{
    struct ed_buf out;

    ed_buf_init(&out, /* max= */ 0);
    ed_md_block(&out, ed_str_c(text), indent, most);
    assert_string_equal(out.p, want);
    ed_buf_done(&out);
}

static void markdown_blocks(void **state)
{
    (void)state;
    block_is("a\n\tb\n", 0, ED_MD_ALL, "```text\na\n\tb\n```\n");
    block_is("```\n# x\n````", 0, ED_MD_ALL, "`````text\n```\n# x\n````\n`````\n");
    block_is("~~~\n\na", 2, ED_MD_ALL, "  ```text\n  ~~~\n\n  a\n  ```\n");
    block_is("", 0, ED_MD_ALL, "```text\n```\n");
    block_is("abcdef", 0, 3, "```text\nabc...\n```\n");
    block_is("a\xc3\xa9", 0, 2, "```text\na...\n```\n");
    block_is("a````", 0, 3, "```text\na``...\n```\n"); /* what is cut off needs no fence */
}

static void tame_is(const char *text, const char *want)
{
    struct ed_buf out;

    ed_buf_init(&out, /* max= */ 0);
    ed_buf_text(&out, "::kept"); /* in front of what is asked for */
    ed_words_tame(&out, out.n);
    ed_buf_text(&out, text);
    ed_words_tame(&out, strlen("::kept"));
    assert_string_equal(out.p, want);
    ed_buf_done(&out);
}

static void orders_for_runners(void **state)
{
    (void)state;
    tame_is("", "::kept");
    tame_is("::error::x\n", "::kept: :error::x\n");
    tame_is("a\n \t::add-mask::x\n\xc2\xa0::x", "::kepta\n \t: :add-mask::x\n\xc2\xa0: :x");
    tame_is("std::string a::b\n", "::keptstd::string a::b\n");
    tame_is("a ##[error]b ##vso[c] #[derive] ## [", "::kepta ## [error]b ## vso[c] #[derive] ## [");
    tame_is("###[error]", "::kept### [error]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markup_lines),  cmocka_unit_test(markup_blocks),   cmocka_unit_test(markdown_prose),
        cmocka_unit_test(markdown_code), cmocka_unit_test(markdown_blocks), cmocka_unit_test(orders_for_runners),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

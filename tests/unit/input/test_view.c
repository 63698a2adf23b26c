/*
 * test_view.c: what each reading undoes, what it leaves, and where its bytes came from.
 */
#include "input/view.h"

#include <setjmp.h>

#include <cmocka.h>

/* Undo the steps one after the other, those that find nothing left out. */
static void undo(const enum ed_view_step *steps, size_t nsteps, const char *text, const char *want)
{
    struct ed_view views[2];
    size_t at = 0;

    ed_view_init(&views[0]);
    ed_view_init(&views[1]);
    ed_view_read(&views[0], ed_str_c(text));
    for (size_t i = 0; i < nsteps; i++) {
        at ^= ed_view_take(steps[i], &views[at], &views[at ^ 1]);
    }
    if (!ed_str_is(ed_buf_view(&views[at].text), want)) {
        fail_msg("[%s] was read as [%.*s], not [%s]", text, ED_STR_ARG(ed_buf_view(&views[at].text)), want);
    }
    assert_int_equal(views[at].at.n, views[at].text.n);
    for (size_t i = 0; i + 1 < views[at].at.n; i++) {
        assert_true(views[at].at.v[i] <= views[at].at.v[i + 1]);
        assert_true(views[at].at.v[i + 1] < strlen(text));
    }
    ed_view_done(&views[0]);
    ed_view_done(&views[1]);
}

#define UNDO(step, text, want) undo(&(const enum ed_view_step){step}, 1, text, want)

/* The step has nothing to undo. */
static void leaves(enum ed_view_step step, const char *text)
{
    struct ed_view in, out;

    ed_view_init(&in);
    ed_view_init(&out);
    ed_view_read(&in, ed_str_c(text));
    if (ed_view_take(step, &in, &out)) {
        fail_msg("%s were seen in [%s]: [%.*s]", ed_view_name(step), text, ED_STR_ARG(ed_buf_view(&out.text)));
    }
    ed_view_done(&in);
    ed_view_done(&out);
}

static void entities(void **state)
{
    (void)state;
    UNDO(ED_VIEW_ENTITIES, "&lt;init&gt; &amp; &quot;x&quot; &#39;y&#x27;&nbsp;&#8217;",
         "<init> & \"x\" 'y' \xE2\x80\x99");
    UNDO(ED_VIEW_ENTITIES, "&amp;quot;", "&quot;");
    UNDO(ED_VIEW_ENTITIES, "a<br/>b<span class=\"x\">c</span>", "a\nbc");
    UNDO(ED_VIEW_ENTITIES, "&#x110000;&#xD800;", "\xEF\xBF\xBD\xEF\xBF\xBD");
    leaves(ED_VIEW_ENTITIES, "a & b, a&b; c &#; &#x; &#39");
    leaves(ED_VIEW_ENTITIES, "frame #5: <unknown function> vector<int> <b");
    leaves(ED_VIEW_ENTITIES, "&`#39`;");
}

static void escapes(void **state)
{
    (void)state;
    UNDO(ED_VIEW_ESCAPES, "a\\nb\\tc\\r\\\"d\\\" \\u00e9 \\x41 \\101 #012 \\/", "a\nb\tc\n\"d\" \xC3\xA9 A A \n /");
    UNDO(ED_VIEW_ESCAPES, "\\ud83d\\ude00 \\ud83d", "\xF0\x9F\x98\x80 \xEF\xBF\xBD");
    UNDO(ED_VIEW_ESCAPES, "\"\"csv\"\"", "\"csv\"");
    UNDO(ED_VIEW_ESCAPES, "\\\\\\\"", "\\\"");
    leaves(ED_VIEW_ESCAPES, "C:\\Dir \\x4 \\u12 \\9 \"a\" #1 \\");
}

static void quoted_printable(void **state)
{
    (void)state;
    UNDO(ED_VIEW_QUOTED, "mem=3D188.6 is un=\nbalanced=20\n=E2=80=99", "mem=188.6 is unbalanced \n\xE2\x80\x99");
    leaves(ED_VIEW_QUOTED, "mem=188.6, n=3D");
    leaves(ED_VIEW_QUOTED, "a=b");
}

static void percents(void **state)
{
    (void)state;
    UNDO(ED_VIEW_PERCENT, "Error%3A+not%20found%0Ahere", "Error: not found\nhere");
    leaves(ED_VIEW_PERCENT, "at 50 % of a+b, 100%");
    UNDO(ED_VIEW_PERCENT, "%00%20", "%00 ");
}

static void colours(void **state)
{
    (void)state;
    UNDO(ED_VIEW_COLOURS, "[31mFAILED[0m a[39;49;00mb", "FAILED ab");
    UNDO(ED_VIEW_COLOURS, "^[[1mx^[[m ESC[0my \\x1b[31mz\\u001b[0m", "x y z");
    UNDO(ED_VIEW_COLOURS, "for\xC2\xB7[39;49;00m x", "for x");
    leaves(ED_VIEW_COLOURS, "list[12] a[m] [myid=1] [0] [rank0]: 12m [1;");
}

static void glyphs(void **state)
{
    (void)state;
    UNDO(ED_VIEW_GLYPHS,
         "\xE2\x80\x98x\xE2\x80\x99 \xE2\x80\x9Cy\xE2\x80\x9D a\xC2\xA0"
         "b \xE2\x80\x94 \xE2\x80\xA6",
         "'x' \"y\" a b -- ...");
    UNDO(ED_VIEW_GLYPHS, "Error\xEF\xBC\x9A un\xE2\x80\x8Bknown", "Error: unknown");
    leaves(ED_VIEW_GLYPHS, "na\xC3\xAFve \xE6\xBC\xA2 \xFF plain");
}

static void markdown(void **state)
{
    (void)state;
    UNDO(ED_VIEW_MARKUP, "**cannot** map `weights` file [log](https://e.net/l#3) \\_x\\_",
         "cannot map weights file log _x_");
    leaves(ED_VIEW_MARKUP, "a * b [0](x) [i]");
}

static void margins(void **state)
{
    (void)state;
    UNDO(ED_VIEW_MARGINS, "> cannot map\n> weights\n> file", "cannot map\nweights\nfile");
    UNDO(ED_VIEW_MARGINS, ">> a\n>> b", "a\nb");
    UNDO(ED_VIEW_MARGINS, "   9\tcannot map\n  10\tweights file", "cannot map\nweights file");
    UNDO(ED_VIEW_MARGINS, "a.log:9:cannot map\na.log:10:weights file", "a.log:9:cannot map\nweights file");
    UNDO(ED_VIEW_MARGINS, "npm ERR! code E\nnpm ERR! path /x\nnpm ERR!\nnpm ERR! y", "npm ERR! code E\npath /x\n\ny");
    UNDO(ED_VIEW_MARGINS, "\xE2\x94\x82 cannot map   \xE2\x94\x82\n\xE2\x94\x82 weights      \xE2\x94\x82",
         "cannot map\nweights");
    UNDO(ED_VIEW_MARGINS, "\xE2\x94\x8C\xE2\x94\x80\xE2\x94\x90\n\xE2\x94\x82x\xE2\x94\x82", "\nx");
    UNDO(ED_VIEW_MARGINS, "| cannot map |\n| weights    |", "cannot map\nweights");
    UNDO(ED_VIEW_MARGINS, "+cannot map\n+weights file", "cannot map\nweights file");
    UNDO(ED_VIEW_SENTENCES, "DRV: The unit 3\n     DRV: (id 7) has\n     DRV: gone\nDRV: Next",
         "DRV: The unit 3\n(id 7) has\ngone\nDRV: Next");
    leaves(ED_VIEW_MARGINS, "cannot map\nweights file");
    leaves(ED_VIEW_MARGINS, "");
    leaves(ED_VIEW_MARGINS, "> alone");
}

#define FORTY "0123456789012345678901234567890123456789"

static void wraps(void **state)
{
    (void)state;
    UNDO(ED_VIEW_WRAPS, FORTY FORTY "\np the weights file", FORTY FORTY "p the weights file");
    UNDO(ED_VIEW_WRAPS, FORTY " cannot ma\np the " FORTY "abcd\nweights file",
         FORTY " cannot map the " FORTY "abcdweights file");
    UNDO(ED_VIEW_WRAPS, FORTY " which cannot\nmap " FORTY " 0123456789012345 of the weig\nhts file",
         FORTY " which cannot\nmap " FORTY " 0123456789012345 of the weights file");
    leaves(ED_VIEW_WRAPS, "cannot ma\np the weights file");
    leaves(ED_VIEW_WRAPS, FORTY " cannot ma\np the weights file");
    leaves(ED_VIEW_WRAPS, FORTY FORTY "\nNext");
    leaves(ED_VIEW_WRAPS, FORTY FORTY "\n next");
    leaves(ED_VIEW_WRAPS, "authentication failure of " FORTY " 1\nauthentication failure of " FORTY " 2");
    leaves(ED_VIEW_WRAPS, FORTY FORTY "\n");
}

static void all_of_them(void **state)
{
    static const enum ed_view_step inside[] = {ED_VIEW_MARGINS, ED_VIEW_WRAPS, ED_VIEW_ENTITIES, ED_VIEW_GLYPHS};
    static const enum ed_view_step outside[] = {ED_VIEW_ENTITIES, ED_VIEW_MARGINS, ED_VIEW_WRAPS, ED_VIEW_GLYPHS};
    const char *want = "Error: cannot map weights file \"/srv/models/ab/b.bin\": it holds 13 tensors - not 12";

    (void)state;
    undo(inside, ED_ARRAY_LEN(inside),
         "> Error: cannot map weights file &ldquo;/srv/models/ab/b.bin&rdquo;: it hol\n> ds 13 tensors &#8211; not 12",
         want);
    undo(outside, ED_ARRAY_LEN(outside),
         "&gt; Error: cannot map weights file &quot;/srv/models/ab/b.bin&quot;: it holds 13 ten\n"
         "&gt; sors \xE2\x80\x93 not 12",
         want);
}

static void a_line_is_suspected_by_its_signs(void **state)
{
    (void)state;
    assert_int_equal(ed_view_hazards(ED_STR("a&quot;")), 1u << ED_VIEW_ENTITIES);
    assert_int_equal(ed_view_hazards(ED_STR("a\\nb")), 1u << ED_VIEW_ESCAPES);
    assert_int_equal(ed_view_hazards(ED_STR("a line that is as long as two strides are, and then \\_")),
                     1u << ED_VIEW_MARKUP);
    assert_int_equal(ed_view_hazards(ED_STR("[31mred")), 1u << ED_VIEW_COLOURS);
    assert_int_equal(ed_view_hazards(ED_STR("x%20y=3D")), 1u << ED_VIEW_PERCENT | 1u << ED_VIEW_QUOTED);
    assert_int_equal(ed_view_hazards(ED_STR("\xE2\x80\x99")), 1u << ED_VIEW_GLYPHS);
    assert_int_equal(ed_view_hazards(ED_STR("plain: a=b [x] 5 % * (1) \"q\" <y> & # ] z")), 0);
    assert_int_equal(ed_view_hazards(ED_STR("")), 0);
    assert_true(ed_view_is_coded(ED_STR("0123456789abcdef\\")));
    assert_true(ed_view_is_coded(ED_STR("01234567&9abcdef0123456789abcdef")));
    assert_true(ed_view_is_coded(ED_STR("\xFF")));
    assert_false(ed_view_is_coded(ED_STR("0123456789abcdef [31m=3D <b> `x`")));
    assert_int_equal(ed_view_line_hazards(ED_STR("> a\n> b")), 1u << ED_VIEW_MARGINS | 1u << ED_VIEW_SENTENCES);
    assert_int_equal(ed_view_line_hazards(ED_STR("12:00:01,5 - WARN a\n12:00:02,7 - WARN b")), 0);
    assert_int_equal(ed_view_line_hazards(ED_STR("plain\ntext")), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entities),
        cmocka_unit_test(escapes),
        cmocka_unit_test(quoted_printable),
        cmocka_unit_test(percents),
        cmocka_unit_test(colours),
        cmocka_unit_test(glyphs),
        cmocka_unit_test(markdown),
        cmocka_unit_test(margins),
        cmocka_unit_test(wraps),
        cmocka_unit_test(all_of_them),
        cmocka_unit_test(a_line_is_suspected_by_its_signs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

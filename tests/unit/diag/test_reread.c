/*
 * test_reread.c: what other readings find, where it stands, and what of it is no news.
 */
#include "diag/reread.h"

#include "match/index_build.h"

#include <setjmp.h>

#include <cmocka.h>

#define LINES_MOST 40

struct fixture {
    struct ed_buf blob;
    struct ed_index *index;
    struct ed_matcher *matcher;
    struct ed_reread *reread;
    struct ed_arena arena;
    struct ed_reread_hits found;
    struct ed_line lines[LINES_MOST];
    struct ed_message message;
};

static const char *const regexes[] = {"\\bthe\\s++flumes\\s++of\\s++\"(\\w+)\"\\s++are\\s++dry",
                                      "\\bWEIR\\:\\s++no\\s++pump\\s++answers\\s++at\\s++(\\w+)"};

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err ED_UNUSED)
{
    static const struct ed_str names[] = {ED_STR_INIT("where")};

    (void)ctx;
    *ret_pattern = (struct ed_pattern){
        .state = ED_PATTERN_TAKEN, .regex = ed_str_c(regexes[record]), .names = names, .nnames = 1};
    return ED_OK;
}

static int setup(void **state)
{
    struct fixture *f = test_calloc(1, sizeof(*f));
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_err err = {0};

    ed_buf_init(&f->blob, 0);
    for (uint32_t i = 0; i < ED_ARRAY_LEN(regexes); i++) {
        ed_index_builder_add(builder, i, ed_str_c(regexes[i]));
    }
    ed_index_builder_finish(builder, /* content_hash */ 1, &f->blob, /* info */ NULL, /* ctx */ NULL);
    ed_index_builder_free(builder);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), 1, &f->index, &err), ED_OK);
    f->matcher = ed_matcher_new(f->index, (struct ed_pattern_source){fetch, NULL});
    f->reread = ed_reread_new(f->matcher, /* weak */ NULL, /* oracle */ false);
    ed_arena_init(&f->arena);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ed_reread_free(f->reread);
    ed_reread_free(NULL);
    ed_matcher_free(f->matcher);
    ed_index_free(f->index);
    ed_buf_done(&f->blob);
    ed_vec_done(&f->found);
    ed_arena_done(&f->arena);
    test_free(f);
    return 0;
}

static void begin(struct fixture *f, const char *text, const struct ed_hit *hits, size_t nhits)
{
    struct ed_message *m = &f->message;

    *m = (struct ed_message){.text = ed_str_c(text), .source = "a.log", .lines = f->lines};
    for (size_t at = 0; at < m->text.n;) {
        assert_true(m->nlines < LINES_MOST);
        f->lines[m->nlines] = (struct ed_line){at, m->nlines + 1, ed_told_none, &ed_meta_none};
        m->nlines++;
        at = ed_str_find_byte(m->text, '\n', at);
        at = at == SIZE_MAX ? m->text.n : at + 1;
    }
    f->found.n = 0;
    ed_reread_begin(f->reread, m, hits, nhits, &f->arena, &f->found);
}

static void line(struct fixture *f, size_t number, bool known)
{
    struct ed_err err = {0};

    assert_int_equal(ed_reread_line(f->reread, number, f->lines[number].start, known, &err), ED_OK);
}

static void is(const struct fixture *f, size_t i, size_t start, size_t end, const char *value, const char *reading)
{
    assert_true(i < f->found.n);
    assert_int_equal(f->found.v[i].hit.start, start);
    assert_int_equal(f->found.v[i].hit.end, end);
    assert_true(ed_str_is(f->found.v[i].hit.captures[0].value, value));
    assert_string_equal(f->found.v[i].reading, reading);
}

static void a_coded_line_is_read_by_itself(void **state)
{
    struct fixture *f = *state;

    begin(f, "calm\nError: the flumes of &quot;upper&quot; are dry now\ncalm", NULL, 0);
    line(f, 1, /* known */ false);
    assert_int_equal(f->found.n, 1);
    is(f, 0, 12, 51, "upper", "HTML entities");
    begin(f, "Error: the flumes of upper are dry", NULL, 0);
    line(f, 0, /* known */ false);
    assert_int_equal(f->found.n, 0);
}

static void a_known_line_is_read_with_its_neighbours(void **state)
{
    struct fixture *f = *state;

    begin(f, "> Error: the flumes of\n> \"upper\"\n> are dry", NULL, 0);
    line(f, 0, /* known */ true);
    assert_int_equal(f->found.n, 1);
    is(f, 0, 9, 42, "upper", "margins inside sentences");
    line(f, 1, /* known */ true);
    assert_int_equal(f->found.n, 1);
}

static void what_stands_already_is_no_news(void **state)
{
    struct fixture *f = *state;
    struct ed_hit hit = {.record = 0, .start = 7, .end = 36};

    begin(f, "Error: the flumes of \"upper\" are dry &lt;1&gt;", &hit, 1);
    line(f, 0, /* known */ false);
    assert_int_equal(f->found.n, 0);
    begin(f, "    raise Dry(\"the flumes of \\\"upper\\\" are dry\")", NULL, 0);
    line(f, 0, /* known */ true);
    assert_int_equal(f->found.n, 0);
}

static void a_raw_line_is_the_whole_line(void **state)
{
    struct fixture *f = *state;
    struct ed_unpeeled raw = {1, ED_STR("May 05 12:00:00 pine07 WEIR: no pump answers at b7")};
    struct ed_hit hit = {.record = 0, .start = 5, .end = 9};
    struct ed_err err = {0};

    begin(f, "calm\nno pump answers at b7\ncalm", NULL, 0);
    f->message.raws = &raw;
    f->message.nraws = 1;
    assert_int_equal(ed_reread_raw(f->reread, &err), ED_OK);
    assert_int_equal(f->found.n, 1);
    is(f, 0, 5, 26, "b7", "the line as it came, headers and all");
    begin(f, "calm\nno pump answers at b7\ncalm", &hit, 1);
    f->message.raws = &raw;
    f->message.nraws = 1;
    assert_int_equal(ed_reread_raw(f->reread, &err), ED_OK);
    assert_int_equal(f->found.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_coded_line_is_read_by_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(a_known_line_is_read_with_its_neighbours, setup, teardown),
        cmocka_unit_test_setup_teardown(what_stands_already_is_no_news, setup, teardown),
        cmocka_unit_test_setup_teardown(a_raw_line_is_the_whole_line, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

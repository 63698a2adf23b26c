/*
 * test_look.c: which lines of a message are suspects, what is said of them, and when the index is asked for.
 */
#include "diag/look.h"

#include "base/buf.h"
#include "match/near_build.h"

#include <setjmp.h>

#include <cmocka.h>

#define LINES_MOST 8

struct fixture {
    struct ed_buf blob, out;
    struct ed_near *near;
    struct ed_alarm alarm;
    struct ed_look *look;
    unsigned asked; /* how often the index was asked for */
    bool broken;
    struct ed_line lines[LINES_MOST];
    struct ed_message message;
    struct ed_suspects suspects;
};

static enum ed_rc get(void *ctx, const struct ed_near **ret_near, struct ed_err *err)
{
    struct fixture *f = ctx;

    f->asked++;
    if (f->broken) {
        return ed_err_set(err, ED_ERR_DB, "the index is broken");
    }
    *ret_near = f->near;
    return ED_OK;
}

static int setup(void **state)
{
    struct fixture *f = test_calloc(1, sizeof(*f));
    static const struct ed_near_coded code = {7, {"WEIR-4711", 9}};
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_buf index;
    struct ed_err err = {0};

    ed_buf_init(&index, 0);
    ed_buf_init(&f->blob, 0);
    ed_buf_init(&f->out, 0);
    ed_index_builder_add(builder, 7,
                         ED_STR("\\bthe\\s+flumes\\s+of\\s+weir\\s+(\\w+)\\s+were\\s+scoured\\s+by\\s+silt\\b"));
    ed_index_builder_finish(builder, /* content_hash */ 1, &index, /* info */ NULL, /* ctx */ NULL);
    ed_near_build(builder, /* floor */ 0, &code, 1, /* content_hash */ 1, &f->blob);
    ed_index_builder_free(builder);
    ed_buf_done(&index);
    assert_int_equal(ed_near_open(ed_buf_view(&f->blob), 1, &f->near, &err), ED_OK);
    ed_alarm_init(&f->alarm);
    f->look = ed_look_new((struct ed_near_source){get, f}, &f->alarm);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ed_look_free(f->look);
    ed_look_free(NULL);
    ed_near_free(f->near);
    ed_vec_done(&f->suspects);
    ed_buf_done(&f->blob);
    ed_buf_done(&f->out);
    test_free(f);
    return 0;
}

/* The message of this text, each line of that level. */
static struct ed_message *message(struct fixture *f, const char *text, enum ed_level level)
{
    struct ed_message *m = &f->message;

    *m = (struct ed_message){.text = ed_str_c(text), .source = "a.log", .lines = f->lines, .levels = 1u << level};
    for (size_t at = 0; at < m->text.n || at == 0; at = ed_str_find_byte(m->text, '\n', at) + 1) {
        assert_true(m->nlines < LINES_MOST);
        f->lines[m->nlines] = (struct ed_line){at, m->nlines + 1, {.level = level}, &ed_meta_none};
        m->nlines++;
        if (ed_str_find_byte(m->text, '\n', at) == SIZE_MAX) {
            break;
        }
    }
    return m;
}

/* "line@at:touches" of each suspect, touches as c(ode), w(ording), or ? when it was not asked. */
static void look(struct fixture *f, const struct ed_hit *hits, size_t nhits, const char *want)
{
    struct ed_err err = {0};

    f->suspects.n = 0;
    for (size_t i = 0; i < f->message.nlines; i++) {
        f->message.levels |= 1u << f->message.lines[i].told.level;
    }
    assert_int_equal(ed_look_run(f->look, &f->message, hits, nhits, &f->suspects, &err), ED_OK);
    ed_buf_reset(&f->out);
    ed_buf_text(&f->out, "");
    for (size_t i = 0; i < f->suspects.n; i++) {
        const struct ed_suspect *s = &f->suspects.v[i];

        ed_buf_printf(&f->out, "%s%zu@%zu:%s%s%s", i ? " " : "", s->line, s->at, s->touches & ED_NEAR_CODE ? "c" : "",
                      s->touches & ED_NEAR_WORDING ? "w" : "", s->touches == ED_SUSPECT_UNASKED ? "?" : "");
    }
    assert_string_equal(f->out.p ? f->out.p : "", want);
}

static void a_calm_message_asks_for_nothing(void **state)
{
    struct fixture *f = *state;

    message(f, "all is well\nWEIR-4711 was mended", ED_LEVEL_UNKNOWN);
    look(f, NULL, 0, "");
    message(f, "no error WEIR-4711\nany longer", ED_LEVEL_INFO);
    look(f, NULL, 0, "");
    assert_int_equal(f->asked, 0);
}

static void what_looks_like_an_error_and_is_known(void **state)
{
    struct fixture *f = *state;

    message(f,
            "at dawn\nerror WEIR-4711 and an error\nfailed: nothing\nfailed: the flumes of weir A are scoured by silt",
            ED_LEVEL_UNKNOWN);
    look(f, NULL, 0, "1@8:c 3@53:w");
    assert_int_equal(f->asked, 1);
    message(f, "it says WEIR-4711\nthe flumes of weir B", ED_LEVEL_ERR); /* by level: from the line's beginning */
    look(f, NULL, 0, "0@0:c 1@18:w");
    message(f, "  File \"weir.py\", error WEIR-4711\n  raise Error('WEIR-4711')", ED_LEVEL_ERR);
    look(f, NULL, 0, "");
    assert_int_equal(f->asked, 1);
}

static void a_calm_line_among_others(void **state)
{
    struct fixture *f = *state;

    message(f, "error WEIR-4711\nerror WEIR-4711\nerror WEIR-4711", ED_LEVEL_UNKNOWN);
    f->lines[1].told.level = ED_LEVEL_NOTICE;
    look(f, NULL, 0, "0@0:c 2@32:c");
    f->lines[0].told.level = ED_LEVEL_CRIT;
    look(f, NULL, 0, "0@0:c 2@32:c");
}

static void the_index_is_not_asked_for_where_hits_stand(void **state)
{
    struct fixture *f = *state;
    const struct ed_hit hits[] = {{.record = 1, .start = 3, .end = 8}, {.record = 2, .start = 20, .end = 40}};

    message(f, "error WEIR-4711\nerror WEIR-4711\nerror of another kind", ED_LEVEL_UNKNOWN);
    look(f, hits, 2, "0@0:? 1@16:? 2@32:?"); /* the second one reaches into the third line */
    assert_int_equal(f->asked, 0);
    look(f, hits, 1, "0@0:? 1@16:c");
    assert_int_equal(f->asked, 1);
    look(f, hits, 2, "0@0:c 1@16:c"); /* it is there now */
    assert_int_equal(f->asked, 1);
}

static void lines_of_the_next_window_wait(void **state)
{
    struct fixture *f = *state;
    struct ed_message *m = message(f, "error WEIR-4711\nerror WEIR-4711\nerror WEIR-4711", ED_LEVEL_UNKNOWN);

    m->more = true;
    m->next = 16;
    look(f, NULL, 0, "0@0:c");
    m->next = 0; /* one line is looked at in any case */
    look(f, NULL, 0, "0@0:c");
}

/* The words of error that were marked are taken, and the text is not searched. */
static void marked_words_are_taken(void **state)
{
    struct fixture *f = *state;
    struct ed_message *m = message(f, "error WEIR-4711\nall is WEIR-4711\nerror WEIR-4711", ED_LEVEL_UNKNOWN);
    struct ed_marks marks = {0};

    m->marks = &marks;
    assert_false(ed_look_worth(m));
    look(f, NULL, 0, "");
    *ed_vec_add(&marks.alarms) = 20;
    *ed_vec_add(&marks.alarms) = 22;
    *ed_vec_add(&marks.alarms) = 34;
    assert_true(ed_look_worth(m));
    look(f, NULL, 0, "1@20:c 2@34:c");
    m->levels = 1u << ED_LEVEL_INFO;
    assert_false(ed_look_worth(m));
    m->levels = 1u << ED_LEVEL_ERR;
    marks.alarms.n = 0;
    assert_true(ed_look_worth(m));
    ed_marks_done(&marks);
}

static void a_broken_index_is_told(void **state)
{
    struct fixture *f = *state;
    struct ed_err err = {0};

    f->broken = true;
    message(f, "error WEIR-4711", ED_LEVEL_UNKNOWN);
    assert_int_equal(ed_look_run(f->look, &f->message, NULL, 0, &f->suspects, &err), ED_ERR_DB);
    assert_string_equal(err.message, "the index is broken");
    assert_int_equal(f->suspects.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_calm_message_asks_for_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(what_looks_like_an_error_and_is_known, setup, teardown),
        cmocka_unit_test_setup_teardown(a_calm_line_among_others, setup, teardown),
        cmocka_unit_test_setup_teardown(the_index_is_not_asked_for_where_hits_stand, setup, teardown),
        cmocka_unit_test_setup_teardown(lines_of_the_next_window_wait, setup, teardown),
        cmocka_unit_test_setup_teardown(marked_words_are_taken, setup, teardown),
        cmocka_unit_test_setup_teardown(a_broken_index_is_told, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

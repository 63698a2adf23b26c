/*
 * test_triage.c: which lines of a message are met, what is kept with them, how they are counted and chosen, the good
 * run, and that memory and the report stay bounded.
 */
#include "diag/triage.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/vec.h"
#include "input/message.h"

#include <setjmp.h>

#include <cmocka.h>

struct fixture {
    struct ed_triage *triage;
    struct ed_arena arena;
    struct ed_triage_report report;
    ED_VEC(struct ed_line) lines;
    struct ed_message message;
    struct ed_meta meta;
    struct ed_buf text, shown;
};

static int setup(void **state)
{
    struct fixture *f = test_calloc(1, sizeof(*f));

    f->meta = ed_meta_none;
    ed_arena_init(&f->arena);
    ed_buf_init(&f->text, 0);
    ed_buf_init(&f->shown, 0);
    f->triage = ed_triage_new((struct ed_triage_opts){0});
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ed_triage_free(f->triage);
    ed_triage_free(NULL);
    ed_arena_done(&f->arena);
    ed_vec_done(&f->lines);
    ed_buf_done(&f->text);
    ed_buf_done(&f->shown);
    test_free(f);
    return 0;
}

static void use(struct fixture *f, struct ed_triage_opts opts)
{
    ed_triage_free(f->triage);
    f->triage = ed_triage_new(opts);
}

/* The message of this text, whose first line is the log's line `number`. */
static struct ed_message *message(struct fixture *f, struct ed_str text, uint64_t number)
{
    f->lines.n = 0;
    for (size_t at = 0; at < text.n; at = ed_str_find_byte(text, '\n', at) + 1) {
        struct ed_line line = {.start = at, .number = number + f->lines.n, .told = ed_told_none, .meta = &f->meta};

        *ed_vec_add(&f->lines) = line;
        if (ed_str_find_byte(text, '\n', at) == SIZE_MAX) {
            break;
        }
    }
    f->message = (struct ed_message){
        .text = text, .source = "a.log", .lines = f->lines.v, .nlines = f->lines.n, .levels = 1u << ED_LEVEL_UNKNOWN};
    return &f->message;
}

static void look(struct fixture *f, const char *text)
{
    ed_triage_look(f->triage, message(f, ed_str_c(text), 1), 0);
}

static void report(struct fixture *f)
{
    ed_triage_report(f->triage, &f->arena, &f->report);
}

/* The numbers of the lines that are shown, by excerpt: "3 4 | 1". */
static void shows(struct fixture *f, const char *want)
{
    report(f);
    ed_buf_reset(&f->shown);
    for (size_t i = 0; i < f->report.nexcerpts; i++) {
        ed_buf_text(&f->shown, i ? " |" : "");
        for (size_t k = 0; k < f->report.excerpts[i].nlines; k++) {
            ed_buf_printf(&f->shown, "%s%" PRIu64, i + k ? " " : "", f->report.excerpts[i].lines[k].number);
        }
    }
    ed_buf_text(&f->shown, "");
    assert_string_equal(f->shown.p, want);
}

static const struct ed_unmatched *find(const struct fixture *f, const char *words)
{
    for (size_t i = 0; i < f->report.n; i++) {
        if (ed_str_is(f->report.v[i].template, words)) {
            return &f->report.v[i];
        }
    }
    fail_msg("no template \"%s\"", words);
    return NULL;
}

static void a_calm_message_has_nothing(void **state)
{
    struct fixture *f = *state;

    look(f, "all is well\nnothing to see\n");
    look(f, "test load::error ... ok\nCompiling error-kit v1.0\n0 errors\n");
    look(f, "wrote error.d.ts\nran check_error in 3 ms\n+ tree-kill 1.2.2\n");
    report(f);
    assert_true(f->report.asked);
    assert_int_equal(f->report.n, 0);
    assert_int_equal(f->report.templates, 0);
}

static void a_test_with_its_assertion_and_place(void **state)
{
    struct fixture *f = *state;

    look(f, "=== FAILURES ===\n"
            "____ test_map ____\n"
            "\n"
            "    def test_map():\n"
            ">       assert load() == 2\n"
            "E       assert 1 == 2\n"
            "\n"
            "tests/test_load.py:12: AssertionError\n"
            "=== short test summary info ===\n"
            "FAILED tests/test_load.py::test_map - assert 1 == 2\n"
            "=== 1 failed, 20 passed in 0.31s ===\n"
            "##[error]Process completed with exit code 1.\n");
    shows(f, "1 2 4 5 6 8 9 10 11 12");
    assert_string_equal(find(f, "FAILED <path> - assert <n> == <n>")->tool, "pytest");
    assert_string_equal(f->report.v[0].part, "end");
}

static void lines_are_grouped_and_counted(void **state)
{
    struct fixture *f = *state;
    const struct ed_unmatched *u;

    look(f, "src/a.c:3:5: error: no member \"x\"\n"
            "fine\n"
            "src/b.c:9:1: error: no member \"y\"\n"
            "src/b.c:9:1: error: no member \"y\"\n"
            "1 error generated.\n");
    report(f);
    assert_int_equal(f->report.templates, 2);
    assert_int_equal(f->report.lines, 4);
    u = find(f, "<path>: error: no member \"<str>\"");
    assert_int_equal(u->count, 3);
    assert_int_equal(u->first.line, 1);
    assert_int_equal(u->last_line, 4);
    shows(f, "1 2 3 5"); /* another wording is shown, the same text is not shown twice */
}

static void the_tail_of_a_step_without_known_words(void **state)
{
    struct fixture *f = *state;

    look(f, "##[group]Run make pretty\n"
            "pretty 3.1\n"
            "These files are not pretty, please run make pretty:\n"
            "src/load/map.js\n"
            "##[error]Process completed with exit code 1.\n"
            "Post job cleanup.\n"
            "removed an error page\n");
    shows(f, "1 2 3 4 5");
}

static void what_is_close_to_the_end_leads(void **state)
{
    struct fixture *f = *state;

    ed_buf_text(&f->text, "mirror: could not be reached\n");
    for (size_t i = 0; i < 400; i++) {
        ed_buf_printf(&f->text, "built part %c%c of it\n", (char)('a' + i / 20), (char)('a' + i % 20));
    }
    ed_buf_text(&f->text, "weights: could not be mapped\n##[error]Process completed with exit code 1.\n");
    ed_triage_look(f->triage, message(f, ed_buf_view(&f->text), 1), 0);
    report(f);
    assert_true(find(f, "weights: could not be mapped")->score > 40);
    for (size_t i = 0; i < f->report.n; i++) {
        assert_false(ed_str_is(f->report.v[i].template, "mirror: could not be reached")); /* in brief */
    }
    assert_int_equal(f->report.templates, 3);
}

static void a_window_repeats_lines_of_the_one_before(void **state)
{
    struct fixture *f = *state;
    static const char first[] = "error: one\ncalm\nerror: two\n", second[] = "error: two\nerror: three\n";
    struct ed_message *m = message(f, ed_str_c(first), 1);

    m->more = true;
    m->next = strlen("error: one\ncalm\n");
    ed_triage_look(f->triage, m, 0);
    m = message(f, ed_str_c(second), 3);
    m->fresh = strlen("error: two\n");
    ed_triage_look(f->triage, m, 0);
    report(f);
    assert_int_equal(f->report.lines, 2); /* "two" comes again in the third window, which is not there */
    m = message(f, ed_str_c(second), 3);
    ed_triage_look(f->triage, m, 0);
    report(f);
    assert_int_equal(f->report.lines, 4);
}

static void asked_ahead_it_is_the_same(void **state)
{
    static const char text[] =
        "error: one 17\ncalm\n\nsrc/a.c:3:1: error: no such weights\nerror.d.ts is there\nerror: one 18\n";
    struct fixture *f = *state;
    struct ed_asker *asker;
    struct ed_message *m = message(f, ed_str_c(text), 1);
    struct ed_answers asked = {0};
    struct ed_triage_report alone;

    ed_triage_look(f->triage, m, 0);
    report(f);
    alone = f->report;
    use(f, (struct ed_triage_opts){0});
    asker = ed_asker_like(ed_triage_asker(f->triage));
    ed_asker_run(asker, m, &asked);
    assert_int_equal(asked.n, 4);
    assert_int_equal(asked.v[1].line, 3);
    assert_int_equal(asked.v[0].hash, asked.v[3].hash);
    assert_int_equal(asked.v[0].hash, ed_asker_hash(asker, m, 5));
    asked.v[0].hash = asked.v[3].hash = 4711; /* what was told counts */
    ed_triage_asked(f->triage, asked.v, asked.n);
    ed_triage_look(f->triage, m, 0);
    report(f);
    assert_int_equal(f->report.lines, alone.lines);
    assert_int_equal(f->report.templates, alone.templates);
    ed_triage_look(f->triage, message(f, ED_STR("error: one 19"), 7), 0); /* asked anew */
    report(f);
    assert_int_equal(f->report.templates, alone.templates + 1);
    ed_vec_done(&asked);
    ed_asker_free(asker);
}

static void lines_that_a_finding_tells(void **state)
{
    struct fixture *f = *state;

    ed_triage_explained(f->triage, 0, 5);
    look(f, "error: known\nerror: unknown\n");
    look(f, "error: known\n"); /* what was explained was of that message */
    report(f);
    assert_int_equal(f->report.lines, 2);
    find(f, "error: unknown");
    find(f, "error: known");
}

static void levels(void **state)
{
    struct fixture *f = *state;
    struct ed_message *m = message(f, ED_STR("could not be mapped\nweights are gone\nerrors were seen\n"), 1);

    f->lines.v[0].told.level = ED_LEVEL_INFO; /* whatever its words are */
    f->lines.v[1].told.level = ED_LEVEL_ERR;  /* without any */
    m->levels = 1u << ED_LEVEL_INFO | 1u << ED_LEVEL_ERR | 1u << ED_LEVEL_UNKNOWN;
    ed_triage_look(f->triage, m, 0);
    report(f);
    assert_int_equal(f->report.lines, 2);
    find(f, "weights are gone");
    find(f, "errors were seen");
}

static void who_printed_it_stays_with_the_line(void **state)
{
    struct fixture *f = *state;

    f->meta.ident = ED_STR("make");
    f->meta.pid = ED_STR("2");
    look(f, "*** [Makefile:7: all] Error 2\n");
    report(f);
    assert_int_equal(f->report.n, 1);
    assert_string_equal(f->report.excerpts[0].lines[0].text.p, "make[2]: *** [Makefile:7: all] Error 2");
    assert_string_equal(f->report.v[0].part, "exit");
}

static void what_the_input_passed_over(void **state)
{
    struct fixture *f = *state;
    struct ed_meta streamed = ed_meta_none;

    streamed.stream = ED_STR("#7");
    ed_triage_passed(f->triage, 0, 1, ED_STR("Run make image"), &ed_meta_none);
    ed_triage_passed(f->triage, 0, 2, ED_STR("[2/4] RUN ./load"), &streamed);
    ed_triage_passed(f->triage, 0, 3, ED_STR("Run is a word of a script"), NULL);
    ed_triage_passed(f->triage, 1, 4, ED_STR("Run of another log"), &ed_meta_none);
    ed_triage_passed(f->triage, 0, 9, ED_STR("Dockerfile:12"), NULL);
    f->meta.stream = ED_STR("#7");
    ed_triage_look(f->triage, message(f, ED_STR("error: cannot map weights file"), 5), 0);
    f->meta.stream = ED_STR_NONE;
    ed_triage_look(f->triage, message(f, ED_STR("##[error]Process completed with exit code 1."), 10), 0);
    shows(f, "1 2 5 9 10");
    assert_string_equal(f->report.excerpts[0].lines[1].text.p, "[2/4] RUN ./load");
    assert_string_equal(f->report.excerpts[0].lines[1].part, "step");
}

static void a_good_run(void **state)
{
    struct fixture *f = *state;
    static const char text[] = "error: cache 12 is cold\n##[error]Process completed with exit code 1.\ntail\n";

    ed_triage_good(f->triage, message(f, ed_str_c(text), 1));
    look(f, text);
    report(f);
    assert_int_equal(f->report.n, 0);
    assert_int_equal(f->report.templates, 0);
    assert_int_equal(f->report.known_good, 2);
    look(f, "error: cache 90 is cold\nerror: cache is hot\n");
    report(f);
    assert_int_equal(f->report.known_good, 3);
    assert_int_equal(f->report.n, 1);
    find(f, "error: cache is hot");
}

static size_t shown_bytes(const struct fixture *f)
{
    size_t n = 0;

    for (size_t i = 0; i < f->report.nexcerpts; i++) {
        for (size_t k = 0; k < f->report.excerpts[i].nlines; k++) {
            n += f->report.excerpts[i].lines[k].text.n + 1;
        }
    }
    return n;
}

/* n lines, of as many templates. */
static void put_many(struct fixture *f, size_t n, const char *head)
{
    ed_buf_reset(&f->text);
    for (size_t i = 0; i < n; i++) {
        ed_buf_printf(&f->text, "%s", head);
        for (size_t k = i; k > 0; k /= 20) {
            ed_buf_byte(&f->text, (char)('g' + k % 20));
        }
        ed_buf_byte(&f->text, '\n');
    }
}

static void the_limit_of_bytes(void **state)
{
    struct fixture *f = *state;

    for (size_t limit = 200; limit < 20000; limit = limit * 3 / 2) {
        use(f, (struct ed_triage_opts){.full = limit % 2, .limit = limit});
        put_many(f, 1000, "error: no file named ");
        ed_triage_look(f->triage, message(f, ed_buf_view(&f->text), 1), 0);
        report(f);
        assert_true(shown_bytes(f) <= limit);
        assert_true(f->report.n > 0);
        assert_int_equal(f->report.templates, 1000);
    }
    use(f, (struct ed_triage_opts){.full = true});
    ed_triage_look(f->triage, message(f, ed_buf_view(&f->text), 1), 0);
    report(f);
    assert_int_equal(f->report.n, 1000);
}

static void more_templates_than_are_kept(void **state)
{
    struct fixture *f = *state;

    for (size_t i = 0; i < 10; i++) {
        char head[64];

        snprintf(head, sizeof(head), "error: no file named %c-", (char)('a' + i));
        put_many(f, 1000, head);
        ed_triage_look(f->triage, message(f, ed_buf_view(&f->text), 1 + 1000 * i), 0);
    }
    look(f, "load.c:3:1: error: this one matters\n");
    report(f);
    assert_int_equal(f->report.templates, 10001);
    assert_int_equal(f->report.lines, 10001);
    assert_in_range(f->report.templates_dropped, 10001 - ED_LIMIT_TEMPLATES, 10000 - ED_LIMIT_TEMPLATES / 4);
    find(f, "load.c:<n>: error: this one matters");
}

static void a_line_is_cut_where_nobody_reads_on(void **state)
{
    struct fixture *f = *state;

    ed_buf_text(&f->text, "error: ");
    ed_buf_fill(&f->text, 'x', 100000);
    ed_buf_text(&f->text, "\n");
    ed_triage_look(f->triage, message(f, ed_buf_view(&f->text), 1), 0);
    report(f);
    assert_int_equal(f->report.excerpts[0].lines[0].text.n, ED_LIMIT_TRIAGE_LINE);
    assert_true(ed_str_ends(f->report.excerpts[0].lines[0].text, ED_STR("x [...]")));
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_calm_message_has_nothing),
        TEST(a_test_with_its_assertion_and_place),
        TEST(lines_are_grouped_and_counted),
        TEST(the_tail_of_a_step_without_known_words),
        TEST(what_is_close_to_the_end_leads),
        TEST(a_window_repeats_lines_of_the_one_before),
        TEST(asked_ahead_it_is_the_same),
        TEST(lines_that_a_finding_tells),
        TEST(levels),
        TEST(who_printed_it_stays_with_the_line),
        TEST(what_the_input_passed_over),
        TEST(a_good_run),
        TEST(the_limit_of_bytes),
        TEST(more_templates_than_are_kept),
        TEST(a_line_is_cut_where_nobody_reads_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

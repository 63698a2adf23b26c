/*
 * test_ahead.c: what is handed out does not depend on whether layers were taken off ahead: over blocks and blocks of
 * lines of all kinds, with what is believed of the source changing as they come.
 */
#include "support.h"

#include "base/alloc.h"

/* Line ends alone: what is compared is the text. */
static void mark(const void *ctx, struct ed_str text, struct ed_marks *marks)
{
    (void)ctx;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\n') {
            *ed_vec_add(&marks->ends) = (uint32_t)i;
        }
        marks->dirty |= text.p[i] == '\r' || text.p[i] == '\033';
    }
}

static bool joins(const void *ctx, struct ed_str left, struct ed_str right, size_t *ret_at)
{
    (void)ctx;
    (void)left;
    (void)right;
    *ret_at = 0;
    return false;
}

static const struct ed_marker marker = {mark, joins, NULL};

static const char *const lines[] = {
    "cannot map weights file",
    "May 05 12:00:00 pine07 trainer[4711]: cannot map weights file",
    "                                      a wrapped line of the trainer",
    "2025-05-05T12:00:00.123456+02:00 pine07 loader[9]: done",
    "May 05 12:00:01 pine07 kernel: fake-nic0: link lost",
    "[2025-05-05 12:00:00 TP3] scheduler gone away",
    "a line without a header",
    "{\"MESSAGE\":\"one\\ntwo\",\"_PID\":\"12\",\"__REALTIME_TIMESTAMP\":\"1746439200000000\"}",
    "{\"MESSAGE\":null,\"_PID\":\"12\",\"__REALTIME_TIMESTAMP\":\"1746439200000000\"}",
    "{\"MESSAGE\":\"\\u001b[31mred\\u001b[0m\",\"_PID\":\"12\",\"__REALTIME_TIMESTAMP\":\"1746439200000000\"}",
    "{\"log\":\"loader: cannot map weights file\\n\",\"stream\":\"stderr\",\"time\":\"2025-05-05T12:00:00.1Z\"}",
    "{\"log\":\"broken",
    "2025-05-05T12:00:00.1234567Z ##[group]Run make",
    "2025-05-05T12:00:01.1234567Z make all",
    "2025-05-05T12:00:02.1234567Z ##[endgroup]",
    "2025-05-05T12:00:03.1234567Z ##[error]cannot map weights file",
    "2025-05-05T12:00:00.123456789Z stderr F cannot map weights file",
    "2025-05-05T12:00:00.123456789Z stderr P cannot map ",
    "loader-1  | cannot map weights file",
    "\033[33mloader-1  | \033[0mcannot map weights file",
    "<3>cannot map weights file",
    "-- Boot 5e0a --",
    "windows line\r",
    "10 %\r20 %\r30 % done",
    "\033[31mred\033[0m and more\r\r",
    "level=error msg=\"cannot map weights file\" pid=7",
    "{\n\t\"MESSAGE\" : \"cannot map weights file\",\n\t\"_PID\" : \"4711\"\n}",
    "{\n  \"message\": \"no end",
    "____________________________________________",
    "*** /var/log/messages",
    "",
};

/* Phases of lines of few kinds, so that layers are proven all along. */
static void write_log(struct ed_buf *log, unsigned seed, size_t size)
{
    unsigned first = 0, kinds = 1;

    for (size_t i = 0; log->n < size; i++) {
        seed = seed * 1664525u + 1013904223u;
        if (i % 3000 == 0) {
            first = (seed >> 8) % ED_ARRAY_LEN(lines);
            kinds = 1 + (seed >> 20) % 7;
        }
        if (i % 24000 == 0) { /* a section: all that was proven is over, and too far on to be looked at */
            ed_buf_fill(log, '\0', 300);
            ed_buf_text(log, "==== START logs for container loader of pod blue/loader-0 ====\n{\"MESSAGE\":\"");
            ed_buf_fill(log, 'x', 300 * ED_KIB);
            ed_buf_text(log, "\"}\n");
            ed_buf_fill(log, 'y', 200 * ED_KIB);
            ed_buf_byte(log, '\n');
        }
        if (i % 24000 > 22000) { /* more lines than are peeled ahead */
            ed_buf_text(log, "\n\n\n\n");
        }
        ed_buf_text(log, lines[(first + (seed >> 16) % kinds) % ED_ARRAY_LEN(lines)]);
        ed_buf_byte(log, '\n');
    }
}

static struct run run_with(struct ed_str log, struct ed_team *team)
{
    struct ed_input_opts opts = {.marker = &marker, .team = team};
    struct ed_reader *reader = ed_reader_new("test.log", log);
    struct run run = {0};

    ed_arena_init(&run.arena);
    run.rc = ed_input_run(reader, &opts, keep_message, &run, &run.account, &run.err);
    ed_reader_free(reader);
    assert_int_equal(run.rc, ED_OK);
    return run;
}

static void check_str(struct ed_str a, struct ed_str b)
{
    assert_true(ed_str_eq(a, b) && !a.p == !b.p);
}

static void check_line(const struct ed_line *a, const struct ed_line *b)
{
    assert_true(a->number == b->number && a->start == b->start);
    check_str(a->told.time_text, b->told.time_text);
    assert_true(a->told.time == b->told.time && a->told.level == b->told.level);
    assert_true(a->told.repeat == b->told.repeat && a->told.truncated == b->told.truncated);
    check_str(a->meta->host, b->meta->host);
    check_str(a->meta->ident, b->meta->ident);
    check_str(a->meta->unit, b->meta->unit);
    check_str(a->meta->pid, b->meta->pid);
    check_str(a->meta->container, b->meta->container);
    check_str(a->meta->pod, b->meta->pod);
    check_str(a->meta->stream, b->meta->stream);
    check_str(a->meta->rank, b->meta->rank);
    check_str(a->meta->job, b->meta->job);
    check_str(a->meta->step, b->meta->step);
    check_str(a->meta->layers, b->meta->layers);
}

static void check_same(const struct run *a, const struct run *b)
{
    assert_int_equal(a->messages.n, b->messages.n);
    assert_memory_equal(&a->account, &b->account, sizeof(a->account));
    for (size_t i = 0; i < a->messages.n; i++) {
        const struct kept *x = &a->messages.v[i], *y = &b->messages.v[i];

        check_str(x->text, y->text);
        assert_int_equal(x->nlines, y->nlines);
        for (size_t k = 0; k < x->nlines; k++) {
            check_line(&x->lines[k], &y->lines[k]);
        }
    }
}

static void check_threads(struct ed_str log)
{
    struct run alone = run_with(log, /* team */ NULL);

    for (size_t threads = 2; threads <= 3; threads++) {
        struct ed_team *team = ed_team_new(threads);
        struct run ahead = run_with(log, team);

        check_same(&alone, &ahead);
        run_done(&ahead);
        ed_team_free(team);
    }
    run_done(&alone);
}

static void any_number_of_threads(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 2; seed++) {
        struct ed_buf log;

        ed_buf_init(&log, /* max */ 0);
        write_log(&log, seed, 8 * ED_MIB);
        check_threads(ed_buf_view(&log));
        ed_buf_done(&log);
    }
}

/* By the third of its lines, in a block whose other lines are known. */
static void a_layer_that_is_proven_late(void **state)
{
    struct ed_buf log;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    for (unsigned i = 0; i < 60000; i++) {
        ed_buf_text(&log, i > 50000 && i < 50006 ? lines[18] : lines[0]);
        ed_buf_byte(&log, '\n');
    }
    check_threads(ed_buf_view(&log));
    ed_buf_done(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_number_of_threads),
                                       cmocka_unit_test(a_layer_that_is_proven_late)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_windows.c: what a long run is cut into. The rules of message.h are applied to every window as a matcher would:
 * each text that is not longer than the overlap must be found once, wherever the cuts fall.
 */
#include "support.h"

#include "base/alloc.h"

/* How often `needle` is found over all messages, by the rules of message.h. */
static size_t found(const struct run *run, struct ed_str needle)
{
    size_t n = 0;

    for (size_t i = 0; i < run->messages.n; i++) {
        const struct kept *m = &run->messages.v[i];
        size_t at = ed_str_find(m->text, needle, 0);

        for (; at != SIZE_MAX; at = ed_str_find(m->text, needle, at + 1)) {
            size_t end = at + needle.n;
            bool before = m->fresh && end < m->fresh;
            bool again = m->more && end == m->text.n && at >= m->next;

            n += !before && !again;
        }
    }
    return n;
}

/* The windows' fresh parts, one behind the other. */
static struct ed_buf joined(const struct run *run)
{
    struct ed_buf all;

    ed_buf_init(&all, 0);
    for (size_t i = 0; i < run->messages.n; i++) {
        const struct kept *m = &run->messages.v[i];

        ed_buf_str(&all, ed_str_slice(m->text, m->fresh, m->text.n));
    }
    return all;
}

static void check_links(const struct run *run, const struct ed_input_limits *limits)
{
    for (size_t i = 0; i < run->messages.n; i++) {
        const struct kept *m = &run->messages.v[i], *next = m + 1;
        struct ed_str again = ed_str_slice(m->text, m->next, m->text.n);

        assert_true(m->text.n <= limits->message);
        assert_int_equal(m->more, i + 1 < run->messages.n);
        if (m->more) {
            assert_true(again.n > 0 && again.n <= limits->overlap + 1);
            assert_int_equal(next->fresh, again.n);
            assert_true(ed_str_starts(next->text, again));
        }
    }
}

/* A log of numbered lines, of lengths that vary, some with a rest on the next line. */
static struct ed_buf numbered(size_t lines, size_t longest)
{
    struct ed_buf log;

    ed_buf_init(&log, 0);
    for (size_t i = 1; i <= lines; i++) {
        ed_buf_printf(&log, "<%zu\n%zu> ", i, i);
        ed_buf_fill(&log, "abcdef"[i % 6], i * 7919 % longest);
        ed_buf_printf(&log, "[%zu]\n", i);
    }
    return log;
}

static void check_cuts(size_t window, size_t message, size_t overlap, size_t overlap_lines, size_t piece,
                       size_t longest)
{
    struct ed_input_limits limits = {.window = window,
                                     .window_lines = 1000,
                                     .message = message,
                                     .overlap = overlap,
                                     .overlap_lines = overlap_lines,
                                     .pending = 1 << 20,
                                     .piece = piece};
    struct ed_buf log = numbered(60, longest), all;
    struct run run = run_limited(ed_buf_view(&log), &limits, 0);

    assert_int_equal(run.rc, ED_OK);
    assert_int_equal(run.account.messages, 1);
    assert_int_equal(run.account.lines, 120);
    assert_true(run.messages.n > 3);
    check_links(&run, &limits);
    all = joined(&run);
    assert_int_equal(all.n, log.n - 1); /* but for the last line's end */
    assert_memory_equal(all.p, log.p, all.n);
    for (int i = 1; i <= 60; i++) {
        char needle[32];

        snprintf(needle, sizeof(needle), "<%d\n%d>", i, i);
        assert_int_equal(found(&run, ed_str_c(needle)), 1);
        snprintf(needle, sizeof(needle), "[%d]\n", i); /* to the line's end and over it */
        assert_int_equal(found(&run, ed_str_c(needle)), i < 60);
        snprintf(needle, sizeof(needle), "[%d]", i);
        assert_int_equal(found(&run, ed_str_c(needle)), 1);
    }
    ed_buf_done(&all);
    ed_buf_done(&log);
    run_done(&run);
}

static void every_cut(void **state)
{
    (void)state;
    for (size_t window = 64; window < 160; window++) {
        check_cuts(window, 512, 16, 8, 1000, 20);
        check_cuts(window, 160, 16, 8, 1000, 90); /* lines that one window does not hold */
        check_cuts(window, 256, 16, 8, 10, 300);  /* and that come in pieces */
    }
}

static void lines_of_windows(void **state)
{
    struct ed_input_limits limits = {.window = 40,
                                     .window_lines = 100,
                                     .message = 100,
                                     .overlap = 10,
                                     .overlap_lines = 3,
                                     .pending = 1 << 20,
                                     .piece = 100};
    struct run run = run_limited(ED_STR("aaaa\nbbbb\ncccc\ndddd\neeee\nffff\ngggg\nhhhh\niiii\njjjj\nkk"), &limits, 0);

    (void)state;
    assert_int_equal(run.messages.n, 2);
    assert_text(&run, 0,
                "aaaa\nbbbb\ncccc\ndddd\neeee\nffff\ngggg\nhhhh\niiii\n"); /* 45: the line that fills it is in it */
    assert_int_equal(run.messages.v[0].next, 35);
    assert_true(run.messages.v[0].more);
    assert_text(&run, 1, "hhhh\niiii\njjjj\nkk");
    assert_int_equal(run.messages.v[1].fresh, 10);
    assert_int_equal(number_of(&run, 1, 0), 8);
    assert_int_equal(number_of(&run, 1, 2), 10);
    assert_int_equal(number_of(&run, 1, 3), 11);
    assert_false(run.messages.v[1].more);
    run_done(&run);
}

static void a_window_that_just_fills_is_the_last(void **state)
{
    struct ed_input_limits limits = {.window = 40,
                                     .window_lines = 100,
                                     .message = 100,
                                     .overlap = 10,
                                     .overlap_lines = 3,
                                     .pending = 1 << 20,
                                     .piece = 100};
    struct run run = run_limited(ED_STR("aaaa\nbbbb\ncccc\ndddd\neeee\nffff\ngggg\nhhhh\niiii\n"), &limits, 0);

    (void)state;
    assert_int_equal(run.messages.n, 1);
    assert_false(run.messages.v[0].more);
    assert_text(&run, 0, "aaaa\nbbbb\ncccc\ndddd\neeee\nffff\ngggg\nhhhh\niiii");
    run_done(&run);
}

static void many_short_lines_fill_a_window(void **state)
{
    struct ed_input_limits limits = {.window = 4000,
                                     .window_lines = 5,
                                     .message = 8000,
                                     .overlap = 100,
                                     .overlap_lines = 2,
                                     .pending = 1 << 20,
                                     .piece = 100};
    struct run run = run_limited(ED_STR("1\n2\n3\n4\n5\n6\n7\n8\n9\n"), &limits, 0);

    (void)state;
    assert_text(&run, 0, "1\n2\n3\n4\n5\n");
    assert_text(&run, 1, "4\n5\n6\n7\n8\n");
    assert_text(&run, 2, "7\n8\n9");
    assert_int_equal(run.messages.n, 3);
    run_done(&run);
}

static void metadata_outlives_the_window(void **state)
{
    struct ed_input_limits limits = {.window = 100,
                                     .window_lines = 100,
                                     .message = 200,
                                     .overlap = 24,
                                     .overlap_lines = 8,
                                     .pending = 1 << 20,
                                     .piece = 200};
    struct ed_buf log;
    struct run run;

    (void)state;
    ed_buf_init(&log, 0);
    for (int i = 0; i < 200; i++) {
        ed_buf_printf(&log, "Jun 07 08:%02d:%02d oak3 loader[12]: line %d\n", i / 60, i % 60, i);
        ed_buf_printf(&log, "Jun 07 08:%02d:%02d oak3 loader[12]: %s\n", i / 60, i % 60,
                      i % 50 ? "rest" : "[08:00:00 TP3] rest");
    }
    run = run_limited(ed_buf_view(&log), &limits, 0);
    assert_int_equal(run.account.messages, 2);
    for (size_t m = 0; m < run.messages.n; m++) {
        for (size_t k = 0; k < run.messages.v[m].nlines; k++) {
            uint64_t i = (number_of(&run, m, k) - 1) / 2;
            char time[32];

            snprintf(time, sizeof(time), "Jun 07 08:%02d:%02d", (int)(i / 60), (int)(i % 60));
            if (number_of(&run, m, k) % 100 == 2) {
                snprintf(time, sizeof(time), "08:00:00");
            }
            assert_str(told_of(&run, m, k)->time_text, time);
            assert_str(meta_of(&run, m, k)->host, "oak3");
            assert_str(meta_of(&run, m, k)->pid, "12");
            assert_str(meta_of(&run, m, k)->rank, number_of(&run, m, k) > 1 ? "TP3" : NULL);
        }
    }
    ed_buf_done(&log);
    run_done(&run);
}

static void a_huge_line(void **state)
{
    size_t n = 100 * ED_MIB;
    struct ed_buf log;
    struct run run;
    size_t total = 0;

    (void)state;
    ed_buf_init(&log, 0);
    ed_buf_text(&log, "first\n");
    ed_buf_fill(&log, 'x', n);
    memcpy(log.p + n / 2, "ValueError: in the middle", 25);
    ed_buf_text(&log, "\nlast");
    run = run_bytes(ed_buf_view(&log));
    assert_int_equal(run.account.lines, 3);
    assert_int_equal(run.account.messages, 1);
    check_links(&run, &ed_input_limits_default);
    assert_int_equal(found(&run, ED_STR("ValueError: in the middle")), 1);
    assert_int_equal(found(&run, ED_STR("x\nlast")), 1);
    for (size_t i = 0; i < run.messages.n; i++) {
        total += run.messages.v[i].text.n - run.messages.v[i].fresh;
    }
    assert_int_equal(total, log.n);
    assert_int_equal(number_of(&run, run.messages.n / 2, 0), 2);
    assert_int_equal(run.messages.v[run.messages.n / 2].nlines, 1);
    ed_buf_done(&log);
    run_done(&run);
}

struct taken {
    struct run copies; /* what a taker that copies would have */
    ED_VEC(struct ed_message) own;
};

static enum ed_rc take_some(void *ctx, const struct ed_message *m, struct ed_err *err)
{
    struct taken *taken = ctx;
    enum ed_rc rc = keep_message(&taken->copies, m, err);
    struct ed_message own = *m;

    if (taken->copies.messages.n % 5 == 3) { /* some are left with their stream */
        own = (struct ed_message){0};
    } else {
        ed_message_take(m);
    }
    *ed_vec_add(&taken->own) = own;
    return rc;
}

static void check_taken(const struct ed_message *own, const struct kept *kept)
{
    assert_true(ed_str_eq(own->text, kept->text));
    assert_int_equal(own->nlines, kept->nlines);
    for (size_t i = 0; i < own->nlines; i++) {
        const struct ed_meta *is = own->lines[i].meta, *was = kept->lines[i].meta;

        assert_int_equal(own->lines[i].start, kept->lines[i].start);
        assert_int_equal(own->lines[i].number, kept->lines[i].number);
        assert_true(ed_str_eq(own->lines[i].told.time_text, kept->lines[i].told.time_text) &&
                    ed_str_eq(is->host, was->host) && ed_str_eq(is->pid, was->pid) && ed_str_eq(is->rank, was->rank) &&
                    ed_str_eq(is->layers, was->layers));
    }
}

/* Streams of 40 processes and two ranks in turn, and now and then a long entry. */
static struct ed_buf many_streams(void)
{
    struct ed_buf log;

    ed_buf_init(&log, 0);
    for (int i = 0; i < 3000; i++) {
        ed_buf_printf(&log, "Jun 07 08:%02d:%02d oak%d loader[%d]: %s line %d\n", i / 60, i % 60, i % 3, i * 7 % 40,
                      i % 4   ? ""
                      : i % 8 ? "[08:00:00 TP3]"
                              : "[08:00:00 TP4]",
                      i);
        if (i % 100 == 0) {
            ed_buf_fill(&log, 'z', 300);
            ed_buf_byte(&log, '\n');
        }
    }
    return log;
}

/* Taken messages stay as they were handed out, whatever the input does with its streams, and after its end. */
static void taken_messages_stay(void **state)
{
    struct ed_input_limits limits = {.window = 200,
                                     .window_lines = 100,
                                     .message = 400,
                                     .overlap = 48,
                                     .overlap_lines = 8,
                                     .pending = 60000,
                                     .piece = 200};
    struct ed_buf log = many_streams();
    struct run plain = run_limited(ed_buf_view(&log), &limits, 0);
    struct taken taken = {0};
    struct ed_reader *reader = ed_reader_new("test.log", ed_buf_view(&log));

    (void)state;
    ed_arena_init(&taken.copies.arena);
    assert_int_equal(ed_input_run(reader, &(struct ed_input_opts){.limits = &limits}, take_some, &taken,
                                  &taken.copies.account, &taken.copies.err),
                     ED_OK);
    ed_reader_free(reader);
    assert_true(taken.own.n > 500);
    assert_int_equal(taken.own.n, plain.messages.n);
    for (size_t i = 0; i < taken.own.n; i++) {
        assert_true(ed_str_eq(taken.copies.messages.v[i].text, plain.messages.v[i].text));
        if (taken.own.v[i].run) {
            assert_string_equal(taken.own.v[i].source, "test.log");
            check_taken(&taken.own.v[i], &taken.copies.messages.v[i]);
        }
    }
    for (size_t i = 0; i < taken.own.n; i++) {
        if (taken.own.v[i].run) {
            ed_message_release(&taken.own.v[i]);
        }
    }
    ed_vec_done(&taken.own);
    run_done(&taken.copies);
    run_done(&plain);
    ed_buf_done(&log);
}

/* The one that asks to stop may have taken the message over. */
static enum ed_rc take_and_stop(void *ctx, const struct ed_message *m, struct ed_err *err)
{
    struct ed_message *own = ctx;

    (void)err;
    ed_message_take(m);
    *own = *m;
    return ED_STOP;
}

static void a_taken_message_outlives_a_stop(void **state)
{
    struct ed_reader *reader = ed_reader_new("test.log", ED_STR("one\ntwo"));
    struct ed_input_account account = {0};
    struct ed_message own = {0};
    struct ed_err err = {0};

    (void)state;
    assert_int_equal(ed_input_run(reader, &(struct ed_input_opts){0}, take_and_stop, &own, &account, &err), ED_STOP);
    ed_reader_free(reader);
    assert_str(own.text, "one\ntwo");
    assert_string_equal(own.source, "test.log");
    ed_message_release(&own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut),
        cmocka_unit_test(lines_of_windows),
        cmocka_unit_test(a_window_that_just_fills_is_the_last),
        cmocka_unit_test(many_short_lines_fill_a_window),
        cmocka_unit_test(metadata_outlives_the_window),
        cmocka_unit_test(a_huge_line),
        cmocka_unit_test(taken_messages_stay),
        cmocka_unit_test(a_taken_message_outlives_a_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * test_pool.c: what the pool hands back is the same for every number of threads: messages, hits, sums, and the failure
 * that ends it.
 */
#include "diag/pool.h"

#include "base/buf.h"
#include "base/limits.h"
#include "input/input.h"
#include "match/index_build.h"
#include "match/near_build.h"

#include <setjmp.h>

#include <cmocka.h>

/* stop_at: never. */
#define NONE UINT64_MAX

static const char *const regexes[] = {"the disk (\\w+) of bay (\\d+) is gone", "the flume (\\w+) ran dry",
                                      "no pump answers at (\\w+)"};

struct fixture {
    struct ed_buf blob, near_blob, log, out; /* out: what was handed back */
    struct ed_index *index;
    struct ed_near *near;
    struct ed_pool *pool;
    bool broken[3];    /* patterns that cannot be had */
    uint64_t stop_at;  /* the message at which the callback stops */
    uint64_t messages; /* handed back, */
    uint64_t suspects; /* and with them */
    struct ed_match_stats stats;
    struct ed_err err;
    enum ed_rc rc;
};

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    static const struct ed_str names[] = {ED_STR_INIT("a"), ED_STR_INIT("b")};
    const struct fixture *f = ctx;

    if (f->broken[record]) {
        return ed_err_set(err, ED_ERR_DB, "pattern %u is broken", (unsigned)record);
    }
    *ret_pattern = (struct ed_pattern){
        .state = ED_PATTERN_TAKEN, .regex = ed_str_c(regexes[record]), .names = names, .nnames = record == 0 ? 2 : 1};
    return ED_OK;
}

static enum ed_rc get_near(void *ctx, const struct ed_near **ret_near, struct ed_err *err ED_UNUSED)
{
    const struct fixture *f = ctx;

    *ret_near = f->near;
    return ED_OK;
}

static void start(struct fixture *f)
{
    struct ed_index_builder *builder = ed_index_builder_new();
    static const struct ed_near_coded code = {0, {"BAY_DISK_GONE", 13}};
    struct ed_index_builder *near = ed_index_builder_new();
    struct ed_err err = {0};

    *f = (struct fixture){.stop_at = NONE};
    ed_buf_init(&f->blob, 0);
    ed_buf_init(&f->near_blob, 0);
    ed_buf_init(&f->log, 0);
    ed_buf_init(&f->out, 0);
    for (uint32_t i = 0; i < ED_ARRAY_LEN(regexes); i++) {
        ed_index_builder_add(builder, i, ed_str_c(regexes[i]));
    }
    ed_index_builder_finish(builder, /* content */ 1, &f->blob, NULL, NULL);
    ed_index_builder_free(builder);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), 1, &f->index, &err), ED_OK);
    ed_index_builder_add(near, 0, ed_str_c(regexes[0]));
    ed_index_builder_finish(near, /* content */ 1, &f->near_blob, NULL, NULL);
    ed_near_build(near, /* floor */ 0, &code, 1, /* content */ 1, &f->near_blob);
    ed_index_builder_free(near);
    assert_int_equal(ed_near_open(ed_buf_view(&f->near_blob), 1, &f->near, &err), ED_OK);
}

static void end(struct fixture *f)
{
    ed_index_free(f->index);
    ed_near_free(f->near);
    ed_buf_done(&f->near_blob);
    ed_buf_done(&f->blob);
    ed_buf_done(&f->log);
    ed_buf_done(&f->out);
}

static enum ed_rc on_matched(void *ctx, const struct ed_matched *matched, struct ed_err *err)
{
    struct fixture *f = ctx;
    const struct ed_message *m = matched->message;
    const struct ed_hit *hits = matched->hits;

    if (f->messages == f->stop_at) {
        return ed_err_set(err, ED_ERR_INTERNAL, "stopped");
    }
    ed_buf_printf(&f->out, "%" PRIu64 " %s %" PRIu64 " +%zu %zu:", matched->source, m->source, m->lines[0].number,
                  m->text.n, m->fresh);
    for (size_t i = 0; i < matched->nhits; i++) {
        ed_buf_printf(&f->out, " %u@%zu-%zu", (unsigned)hits[i].record, hits[i].start, hits[i].end);
        for (size_t k = 0; k < hits[i].ncaptures; k++) {
            ed_buf_printf(&f->out, " %.*s=%.*s", ED_STR_ARG(hits[i].captures[k].name),
                          ED_STR_ARG(hits[i].captures[k].value));
        }
    }
    for (size_t i = 0; i < matched->nsuspects; i++) {
        const struct ed_suspect *suspect = &matched->suspects[i];

        f->suspects++;
        ed_buf_printf(&f->out, " ask %zu@%zu", suspect->line, suspect->at);
    }
    ed_buf_byte(&f->out, '\n');
    f->messages++;
    return ED_OK;
}

struct feed {
    struct fixture *f;
    uint64_t source;
};

static enum ed_rc on_message(void *ctx, const struct ed_message *message, struct ed_err *err)
{
    struct feed *feed = ctx;

    return ed_pool_add(feed->f->pool, message, feed->source, err);
}

/* The log twice, as two sources, through a pool of so many threads. */
static void run(struct fixture *f, size_t threads, bool oracle)
{
    struct ed_input_limits limits = ed_input_limits_default;
    struct ed_input_account account = {0};
    struct feed feed = {f, 0};

    limits.window = 8192;
    limits.message = 65536;
    limits.overlap = 512;
    limits.pending = 300000;
    ed_buf_reset(&f->out);
    f->messages = f->suspects = 0;
    f->err = (struct ed_err){0};
    f->rc = ED_OK;
    f->pool = ed_pool_new(
        f->index, (struct ed_pattern_source){fetch, f},
        (struct ed_pool_opts){.threads = threads, .oracle = oracle, .near = {get_near, f}, .fn = on_matched, .ctx = f});
    for (; feed.source < 2 && f->rc == ED_OK; feed.source++) {
        struct ed_reader *reader = ed_reader_new(feed.source ? "b.log" : "a.log", ed_buf_view(&f->log));

        f->rc = ed_input_run(reader, &(struct ed_input_opts){.limits = &limits}, on_message, &feed, &account, &f->err);
        ed_reader_free(reader);
    }
    if (f->rc == ED_OK) {
        f->rc = ed_pool_drain(f->pool, &f->err);
    }
    if (f->rc == ED_OK) { /* else threads may still be at work */
        ed_pool_stats(f->pool, &f->stats);
    }
    ed_pool_free(f->pool);
}

/* Some hundred streams in turn, one that fills windows, and errors here and there. */
static void write_log(struct fixture *f, unsigned lines)
{
    for (unsigned i = 0; i < lines; i++) {
        unsigned process = i % 3 ? 1 : i * 7919 % 300;

        ed_buf_printf(&f->log, "Jun 07 08:00:00 oak3 app[%u]: request %u took %u us in the usual way\n", process, i,
                      i * 31 % 1000);
        if (i % 50 == 7) {
            ed_buf_printf(&f->log, "Jun 07 08:00:00 oak3 app[%u]: the disk sd%u of bay %u is gone\n", process, i % 26,
                          i);
        }
        if (i % 70 == 3) {
            ed_buf_printf(&f->log, "Jun 07 08:00:00 oak3 app[%u]: it failed with BAY_DISK_GONE\n", process);
        }
    }
}

static void handed_back_in_order(void **state)
{
    struct fixture f;
    struct ed_buf want;
    struct ed_match_stats stats;
    uint64_t messages;

    (void)state;
    start(&f);
    write_log(&f, 40000);
    run(&f, 1, /* oracle */ false);
    assert_int_equal(f.rc, ED_OK);
    assert_true(f.messages > 1000);
    assert_true(f.stats.hits >= 1600); /* and those in overlaps */
    assert_true(f.suspects >= 1100);
    assert_true(f.stats.bytes > f.log.n);
    want = f.out;
    ed_buf_init(&f.out, 0);
    messages = f.messages;
    stats = f.stats;
    for (size_t threads = 2; threads <= 8; threads++) {
        run(&f, threads, /* oracle */ false);
        assert_int_equal(f.rc, ED_OK);
        assert_int_equal(f.messages, messages);
        assert_true(ed_str_eq(ed_buf_view(&f.out), ed_buf_view(&want)));
        assert_memory_equal(&f.stats, &stats, sizeof(stats));
    }
    run(&f, 3, /* oracle */ true);
    assert_int_equal(f.rc, ED_OK);
    assert_true(ed_str_eq(ed_buf_view(&f.out), ed_buf_view(&want)));
    run(&f, /* one a processor */ 0, /* oracle */ false);
    assert_true(ed_str_eq(ed_buf_view(&f.out), ed_buf_view(&want)));
    ed_buf_done(&want);
    end(&f);
}

static void a_log_of_one_line(void **state)
{
    struct fixture f;

    (void)state;
    start(&f);
    ed_buf_text(&f.log, "the disk sda of bay 12 is gone");
    for (size_t threads = 1; threads <= 8; threads++) {
        run(&f, threads, /* oracle */ false);
        assert_int_equal(f.rc, ED_OK);
        assert_string_equal(f.out.p, "0 a.log 1 +30 0: 0@0-30 a=sda b=12\n1 b.log 1 +30 0: 0@0-30 a=sda b=12\n");
        assert_int_equal(f.stats.hits, 2);
    }
    end(&f);
}

/* Two patterns are broken. Whichever thread meets one first: the one that the log holds first ends it. */
static void the_first_failure_wins(void **state)
{
    struct fixture f;
    uint64_t before = 0;

    (void)state;
    start(&f);
    write_log(&f, 8000);
    ed_buf_text(&f.log, "Jun 07 08:00:00 oak3 app[1]: the flume east ran dry\n");
    write_log(&f, 3000);
    ed_buf_text(&f.log, "Jun 07 08:00:00 oak3 app[1]: no pump answers at gate\n");
    write_log(&f, 8000);
    f.broken[1] = f.broken[2] = true;
    for (size_t threads = 1; threads <= 8; threads++) {
        run(&f, threads, /* oracle */ false);
        assert_int_equal(f.rc, ED_ERR_DB);
        assert_string_equal(f.err.message, "pattern 1 is broken");
        before = threads == 1 ? f.messages : before;
        assert_true(before > 100);
        assert_int_equal(f.messages, before);
    }
    end(&f);
}

static void the_callback_may_end_it(void **state)
{
    struct fixture f;

    (void)state;
    start(&f);
    write_log(&f, 20000);
    for (size_t threads = 1; threads <= 8; threads++) {
        for (f.stop_at = 0; f.stop_at < 600; f.stop_at += 150) {
            run(&f, threads, /* oracle */ false);
            assert_int_equal(f.rc, ED_ERR_INTERNAL);
            assert_string_equal(f.err.message, "stopped");
            assert_int_equal(f.messages, f.stop_at);
        }
    }
    end(&f);
}

/* Nobody drains: what is on its way is given back. */
static void left_in_the_middle(void **state)
{
    struct fixture f;

    (void)state;
    start(&f);
    write_log(&f, 20000);
    for (size_t threads = 1; threads <= 8; threads++) {
        struct ed_reader *reader = ed_reader_new("a.log", ed_buf_view(&f.log));
        struct ed_input_account account = {0};
        struct feed feed = {&f, 0};

        f.messages = 0;
        f.pool = ed_pool_new(
            f.index, (struct ed_pattern_source){fetch, &f},
            (struct ed_pool_opts){.threads = threads, .near = {get_near, &f}, .fn = on_matched, .ctx = &f});
        assert_int_equal(
            ed_input_run(reader,
                         &(struct ed_input_opts){.marker = ed_pool_marker(f.pool), .team = ed_pool_team(f.pool)},
                         on_message, &feed, &account, &f.err),
            ED_OK);
        ed_reader_free(reader);
        ed_pool_free(f.pool);
        assert_true(f.messages <= account.messages + 100);
    }
    ed_pool_free(NULL);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handed_back_in_order),   cmocka_unit_test(a_log_of_one_line),
        cmocka_unit_test(the_first_failure_wins), cmocka_unit_test(the_callback_may_end_it),
        cmocka_unit_test(left_in_the_middle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

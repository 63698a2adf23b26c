/*
 * support.h: runs bytes through the input layer and keeps what came out.
 */
#ifndef ED_TEST_INPUT_SUPPORT_H
#define ED_TEST_INPUT_SUPPORT_H

#include <setjmp.h>

#include "base/buf.h"
#include "base/vec.h"
#include "input/input.h"

#include <cmocka.h>

struct kept {
    struct ed_str text;
    size_t fresh, next, nlines;
    bool more;
    struct ed_line *lines; /* the metadata is copied too */
};

struct run {
    struct ed_arena arena;
    ED_VEC(struct kept) messages;
    struct ed_input_account account;
    struct ed_err err;
    enum ed_rc rc;
    size_t stop_after; /* messages; 0: never */
};

static inline struct ed_str copied(struct run *run, struct ed_str s)
{
    return ed_arena_str(&run->arena, s);
}

static inline const struct ed_meta *copied_meta(struct run *run, const struct ed_meta *meta)
{
    struct ed_meta *own = ed_arena_alloc(&run->arena, sizeof(*own));

    *own = *meta;
    own->host = copied(run, meta->host);
    own->ident = copied(run, meta->ident);
    own->unit = copied(run, meta->unit);
    own->pid = copied(run, meta->pid);
    own->container = copied(run, meta->container);
    own->pod = copied(run, meta->pod);
    own->namespace = copied(run, meta->namespace);
    own->stream = copied(run, meta->stream);
    own->rank = copied(run, meta->rank);
    own->file = copied(run, meta->file);
    own->job = copied(run, meta->job);
    own->step = copied(run, meta->step);
    own->layers = copied(run, meta->layers);
    return own;
}

/* What holds for every message. */
static inline void check_message(const struct ed_message *m)
{
    assert_true(m->nlines > 0);
    assert_int_equal(m->lines[0].start, 0);
    assert_true(m->fresh <= m->text.n && m->next <= m->text.n);
    assert_true(m->more ? m->next > 0 && m->next < m->text.n : m->next == m->text.n);
    for (size_t i = 0; i < m->nlines; i++) {
        size_t start = m->lines[i].start;

        assert_non_null(m->lines[i].meta);
        assert_true(i == 0 || (start > m->lines[i - 1].start && start <= m->text.n));
        assert_true(i == 0 || m->text.p[start - 1] == '\n');
        assert_true(m->lines[i].number > 0);
        assert_int_equal(ed_message_line(m, start), i);
        assert_null(memchr(ed_message_line_text(m, i).p, '\n', ed_message_line_text(m, i).n));
    }
}

static inline enum ed_rc keep_message(void *ctx, const struct ed_message *m, struct ed_err *err)
{
    struct run *run = ctx;
    struct kept *kept = ed_vec_add(&run->messages);

    (void)err;
    check_message(m);
    *kept = (struct kept){.text = copied(run, m->text), .fresh = m->fresh, .next = m->next, .more = m->more};
    kept->nlines = m->nlines;
    kept->lines = ed_arena_zero(&run->arena, m->nlines, sizeof(*kept->lines));
    for (size_t i = 0; i < m->nlines; i++) {
        kept->lines[i] = m->lines[i];
        kept->lines[i].meta = i && m->lines[i].meta == m->lines[i - 1].meta ? kept->lines[i - 1].meta
                                                                            : copied_meta(run, m->lines[i].meta);
        kept->lines[i].told.time_text = copied(run, m->lines[i].told.time_text);
    }
    return run->stop_after && run->messages.n == run->stop_after ? ED_STOP : ED_OK;
}

static inline struct run run_limited(struct ed_str bytes, const struct ed_input_limits *limits, size_t stop_after)
{
    struct ed_reader *reader = ed_reader_new("test.log", bytes);
    struct run run = {.stop_after = stop_after};

    ed_arena_init(&run.arena);
    run.rc = ed_input_run(reader, &(struct ed_input_opts){.limits = limits}, keep_message, &run, &run.account,
                          &run.err);
    ed_reader_free(reader);
    return run;
}

static inline struct run run_bytes(struct ed_str bytes)
{
    struct run run = run_limited(bytes, &ed_input_limits_default, 0);

    assert_int_equal(run.rc, ED_OK);
    return run;
}

static inline struct run run_text(const char *text)
{
    return run_bytes(ed_str_c(text));
}

static inline void run_done(struct run *run)
{
    ed_vec_done(&run->messages);
    ed_arena_done(&run->arena);
}

#define assert_str(is, text)                                                                                           \
    do {                                                                                                               \
        struct ed_str is_ = (is), want_ = ed_str_c(text);                                                              \
        if (!ed_str_eq(is_, want_)) {                                                                                  \
            fail_msg("is [%.*s], not [%.*s]", ED_STR_ARG(is_), ED_STR_ARG(want_));                                     \
        }                                                                                                              \
    } while (0)

/* Message i's text. */
#define assert_text(run, i, want)                                                                                      \
    do {                                                                                                               \
        assert_true((run)->messages.n > (i));                                                                          \
        assert_str((run)->messages.v[i].text, want);                                                                   \
    } while (0)

/* The metadata of line k of message i. */
static inline const struct ed_meta *meta_of(const struct run *run, size_t i, size_t k)
{
    assert_true(i < run->messages.n && k < run->messages.v[i].nlines);
    return run->messages.v[i].lines[k].meta;
}

static inline const struct ed_told *told_of(const struct run *run, size_t i, size_t k)
{
    assert_true(i < run->messages.n && k < run->messages.v[i].nlines);
    return &run->messages.v[i].lines[k].told;
}

static inline uint64_t number_of(const struct run *run, size_t i, size_t k)
{
    assert_true(i < run->messages.n && k < run->messages.v[i].nlines);
    return run->messages.v[i].lines[k].number;
}

#endif

/*
 * test_marks.c: the marks that a message comes with are those of its text, whatever was taken off its lines, joined,
 * cut into windows or read ahead. The marker here is a toy: every word is a token, and so is every byte from 0x80 on.
 */
#include "support.h"

#include "base/alloc.h"

struct token {
    size_t start, end;
    unsigned hash;
};

static bool is_high(char c)
{
    return (unsigned char)c >= 0x80;
}

static bool next_token(struct ed_str text, size_t *at, struct token *ret)
{
    size_t i = *at;

    while (i < text.n && !ed_is_word(text.p[i]) && !is_high(text.p[i])) {
        i++;
    }
    if (i == text.n) {
        return false;
    }
    *ret = (struct token){.start = i, .hash = 7};
    do {
        ret->hash = ret->hash * 31 + (unsigned char)text.p[i];
        i++;
    } while (i < text.n && ed_is_word(text.p[i]) && ed_is_word(text.p[i - 1]));
    ret->end = *at = i;
    return true;
}

static bool is_pair(unsigned left, unsigned right)
{
    return (left * 5 + right) % 3 == 0;
}

static void mark(const void *ctx, struct ed_str text, struct ed_marks *marks)
{
    struct token left = {0}, token;
    bool any = false;
    size_t at = 0;

    (void)ctx;
    while (next_token(text, &at, &token)) {
        if (any && is_pair(left.hash, token.hash)) {
            *ed_vec_add(&marks->keys) = (uint32_t)left.start << 1;
        }
        if (token.hash % 5 == 0) {
            *ed_vec_add(&marks->keys) = (uint32_t)token.start << 1 | ED_MARK_SINGLE;
        }
        left = token;
        any = true;
    }
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\n') {
            *ed_vec_add(&marks->ends) = (uint32_t)i;
        }
        if (text.p[i] == 'E') {
            *ed_vec_add(&marks->alarms) = (uint32_t)i;
        }
        marks->dirty |= text.p[i] == '\r' || text.p[i] == '\033';
    }
}

static bool joins(const void *ctx, struct ed_str left, struct ed_str right, size_t *ret_at)
{
    struct token last = {0}, first;
    size_t at = 0;

    (void)ctx;
    if (!next_token(right, &at, &first)) {
        return false;
    }
    for (at = 0; next_token(left, &at, &last);) {
    }
    *ret_at = last.start;
    return last.end > 0 && is_pair(last.hash, first.hash);
}

static const struct ed_marker marker = {mark, joins, NULL};

struct seen {
    unsigned messages, unmarked;
    size_t keys;
};

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* All that are wanted, in the order of places; and at most one more a line, where the source had another neighbour. */
static void check_keys(uint32_t *keys, size_t n, struct ed_marks *want, size_t nlines)
{
    size_t found = 0;

    for (size_t i = 1; i < n; i++) {
        assert_true(keys[i] >> 1 >= keys[i - 1] >> 1);
    }
    if (n && want->keys.n) {
        qsort(keys, n, sizeof(*keys), by_value);
        qsort(want->keys.v, want->keys.n, sizeof(*keys), by_value);
    }
    for (size_t i = 0; i < n && found < want->keys.n; i++) {
        found += keys[i] == want->keys.v[found];
    }
    assert_int_equal(found, want->keys.n);
    assert_true(n - found <= nlines);
}

static enum ed_rc check_marks(void *ctx, const struct ed_message *m, struct ed_err *err)
{
    struct seen *seen = ctx;
    struct ed_marks want = {0};
    unsigned levels = 0;

    (void)err;
    seen->messages++;
    for (size_t i = 0; i < m->nlines; i++) {
        levels |= 1u << m->lines[i].told.level;
    }
    assert_int_equal(levels & ~m->levels, 0);
    if (!m->marks) {
        seen->unmarked++;
        return ED_OK;
    }
    mark(NULL, m->text, &want);
    check_keys(m->marks->keys.v, m->marks->keys.n, &want, m->nlines);
    assert_int_equal(m->marks->alarms.n, want.alarms.n);
    for (size_t i = 0; i < want.alarms.n; i++) {
        assert_int_equal(m->marks->alarms.v[i], want.alarms.v[i]);
    }
    seen->keys += want.keys.n;
    ed_marks_done(&want);
    return ED_OK;
}

static const char *const lines[] = {
    "May 05 12:00:00 pine07 trainer[4711]: cannot map weights file",
    "May 05 12:00:00 pine07 trainer[4711]: rank Error of eight",
    "May 05 12:00:00 pine07 kernel: fake-nic0: link lost",
    "                                      a wrapped line E of the trainer",
    "2025-05-05T12:00:00.123456+02:00 pine07 loader[9]: E1 E2 done",
    "2025-05-05 12:00:00,123 ERROR cannot map weights file",
    "[2025-05-05 12:00:00 TP3] scheduler gone away",
    "[2025-05-05 12:00:00 TP0] Error: scheduler gone away",
    "Traceback (most recent call last):",
    "  File \"a.py\", line 3, in main",
    "RuntimeError: no way",
    "{\"MESSAGE\":\"one\\ntwo Error\",\"_PID\":\"12\",\"__REALTIME_TIMESTAMP\":\"1746439200000000\"}",
    "{\"MESSAGE\":\"plain\",\"_PID\":\"12\",\"__REALTIME_TIMESTAMP\":\"1746439200000000\"}",
    "\033[31mred Error\033[0m and more",
    "10 %\r20 %\r30 % done",
    "windows line\r",
    "",
    "   ",
    "\xC3\xA4\xC3\xB6 \xE6\x97\xA5\xE6\x9C\xAC x\xC3\xA4y",
    "\xC3",
    "glued_word",
    "--",
};

static void write_log(struct ed_buf *log, unsigned seed, unsigned count, unsigned kinds, bool long_lines)
{
    for (unsigned i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        if (long_lines && seed % 97 == 0) {
            ed_buf_fill(log, (char)('a' + seed % 26), 40);
            ed_buf_text(log, " Error word ");
            ed_buf_fill(log, 'x', seed >> 24);
        }
        ed_buf_text(log, lines[(seed >> 16) % kinds]);
        ed_buf_byte(log, '\n');
    }
}

static struct seen check_log(struct ed_str log, const struct ed_input_limits *limits, struct ed_team *team)
{
    struct ed_input_opts opts = {.limits = limits, .marker = &marker, .team = team};
    struct ed_reader *reader = ed_reader_new("x.log", log);
    struct ed_input_account account = {0};
    struct seen seen = {0};
    struct ed_err err = {0};

    assert_int_equal(ed_input_run(reader, &opts, check_marks, &seen, &account, &err), ED_OK);
    ed_reader_free(reader);
    return seen;
}

static void marks_are_those_of_the_text(void **state)
{
    struct ed_input_limits small = ed_input_limits_default;
    struct ed_team *team = ed_team_new(3);

    (void)state;
    small.window = 600;
    small.window_lines = 12;
    small.message = 2000;
    small.overlap = 120;
    small.overlap_lines = 4;
    small.pending = 30000;
    for (unsigned seed = 1; seed <= 60; seed++) {
        struct ed_buf log;
        struct seen seen, ahead;

        ed_buf_init(&log, /* max */ 0);
        write_log(&log, seed, 400, 2 + seed % (ED_ARRAY_LEN(lines) - 1), /* long_lines */ false);
        seen = check_log(ed_buf_view(&log), seed % 2 ? &small : NULL, /* team */ NULL);
        assert_true(seen.messages > 0 && seen.unmarked == 0 && seen.keys > 20);
        ahead = check_log(ed_buf_view(&log), seed % 2 ? &small : NULL, team);
        assert_memory_equal(&ahead, &seen, sizeof(seen));
        ed_buf_done(&log);
    }
    ed_team_free(team);
}

/* Lines in pieces are marked by nobody, until their window is over. */
static void long_lines_too(void **state)
{
    struct ed_input_limits small = ed_input_limits_default;

    (void)state;
    small.window = 600;
    small.message = 900;
    small.overlap = 120;
    small.pending = 30000;
    small.piece = 64;
    for (unsigned seed = 1; seed <= 30; seed++) {
        struct ed_buf log;
        struct seen seen;

        ed_buf_init(&log, /* max */ 0);
        write_log(&log, seed, 600, ED_ARRAY_LEN(lines), /* long_lines */ true);
        seen = check_log(ed_buf_view(&log), &small, /* team */ NULL);
        assert_true(seen.unmarked > 0 && seen.unmarked < seen.messages);
        ed_buf_done(&log);
    }
}

/* Several blocks, cut within lines of all kinds. */
static void blocks_too(void **state)
{
    struct ed_team *team = ed_team_new(4);
    struct ed_buf log;
    struct seen seen, ahead;

    (void)state;
    ed_buf_init(&log, /* max */ 0);
    write_log(&log, 5, 60000, ED_ARRAY_LEN(lines), /* long_lines */ false);
    assert_true(log.n > 4 * 256 * ED_KIB);
    seen = check_log(ed_buf_view(&log), NULL, /* team */ NULL);
    assert_int_equal(seen.unmarked, 0);
    ahead = check_log(ed_buf_view(&log), NULL, team);
    assert_memory_equal(&ahead, &seen, sizeof(seen));
    ed_buf_done(&log);
    ed_team_free(team);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_those_of_the_text),
        cmocka_unit_test(long_lines_too),
        cmocka_unit_test(blocks_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

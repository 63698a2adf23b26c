/*
 * test_mark.c: the marks of a text by every instruction set are those that one byte after the other gives, on text and
 * on hostile bytes, at every alignment; and no byte around a text is read.
 */
#include "match/mark.h"

#include "base/alloc.h"
#include "match/index_build.h"
#include "match/index_format.h"

#include <setjmp.h>
#include <sys/mman.h>

#include <cmocka.h>

#define HASH 5

struct fixture {
    struct ed_buf blob;
    struct ed_index *index;
    struct ed_alarm alarm;
    struct ed_marks want, got;
};

static int setup(void **state)
{
    static const char *const regexes[] = {"\\bgizmo\\s+frobnicator\\b",
                                          "\\bENOFROB\\b",
                                          "\\ba\\s+b\\b",
                                          "\\bfailed\\s+to\\s+quarantine\\b",
                                          "\xE9\x94\x99\xE8\xAF\xAF",
                                          "\\bunbalanced_memory_capacity\\s+is\\s+(.+?)"};
    struct fixture *f = test_calloc(1, sizeof(*f));
    struct ed_index_builder *builder = ed_index_builder_new();

    ed_buf_init(&f->blob, 0);
    for (size_t i = 0; i < ED_ARRAY_LEN(regexes); i++) {
        ed_index_builder_add(builder, (uint32_t)i, ed_str_c(regexes[i]));
    }
    ed_index_builder_finish(builder, HASH, &f->blob, NULL, NULL);
    ed_index_builder_free(builder);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), HASH, &f->index, NULL), ED_OK);
    ed_alarm_init(&f->alarm);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ed_index_free(f->index);
    ed_buf_done(&f->blob);
    ed_marks_done(&f->want);
    ed_marks_done(&f->got);
    test_free(f);
    return 0;
}

/* The keys, one token after the other. */
static void plain_keys(const struct ed_index *index, struct ed_str text, struct ed_marks *marks)
{
    struct ed_token token, before = {0};
    uint64_t left = 0, hash;
    unsigned is_left = 0, any = 0;

    for (size_t at = 0; ed_token_next(text, &at, &token); before = token, left = hash, any = 1) {
        bool noted;

        hash = ed_token_hash(text.p + token.start, token.end - token.start);
        noted = (is_left && ed_index_has_role(ed_index_roles(index, hash), hash, ED_INDEX_RIGHT)) ||
                ed_index_has_role(ed_index_roles(index, hash), hash, ED_INDEX_ALONE);
        is_left = ed_index_has_role(ed_index_roles(index, hash), hash, ED_INDEX_LEFT);
        if (noted && any && ed_index_has_bits(index->bitmap, index->bitmap_shift, ed_token_pair(left, hash))) {
            *ed_vec_add(&marks->keys) = (uint32_t)(before.start << 1);
        }
        if (noted && ed_index_has_bits(index->bitmap, index->bitmap_shift, hash)) {
            *ed_vec_add(&marks->keys) = (uint32_t)(token.start << 1 | ED_MARK_SINGLE);
        }
    }
}

static void plain_marks(struct fixture *f, struct ed_str text)
{
    ed_marks_reset(&f->want);
    plain_keys(f->index, text, &f->want);
    ed_alarm_set_walk(&f->alarm, ED_WALK_PLAIN);
    for (size_t at = 0; (at = ed_alarm_find(&f->alarm, text, at)) != SIZE_MAX; at++) {
        *ed_vec_add(&f->want.alarms) = (uint32_t)at;
    }
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\n') {
            *ed_vec_add(&f->want.ends) = (uint32_t)i;
        }
        f->want.dirty |= text.p[i] == '\r' || text.p[i] == '\033';
    }
}

#define SAME(a, b)                                                                                                     \
    do {                                                                                                               \
        assert_int_equal((a).n, (b).n);                                                                                \
        if ((a).n) {                                                                                                   \
            assert_memory_equal((a).v, (b).v, (a).n * sizeof(*(a).v));                                                 \
        }                                                                                                              \
    } while (0)

static void compare(struct fixture *f, struct ed_str text)
{
    struct ed_marking marking = {f->index, &f->alarm};
    struct ed_marker marker = ed_marking_marker(&marking);

    plain_marks(f, text);
    for (int walk = ED_WALK_PLAIN; walk < ED_WALK_COUNT; walk++) {
        if (!ed_walk_usable((enum ed_walk)walk)) {
            continue;
        }
        ed_index_set_walk(f->index, (enum ed_walk)walk);
        ed_alarm_set_walk(&f->alarm, (enum ed_walk)walk);
        ed_marks_reset(&f->got);
        marker.mark(marker.ctx, text, &f->got);
        SAME(f->want.keys, f->got.keys);
        SAME(f->want.ends, f->got.ends);
        SAME(f->want.alarms, f->got.alarms);
        assert_int_equal(f->want.dirty, f->got.dirty);
    }
}

/* Pieces of which keys, alarms and broken sequences come to be, and bytes of any kind. */
static size_t draw(uint64_t *seed, char *p, size_t room)
{
    static const char *const pieces[] = {"gizmo",
                                         "frobnicator",
                                         "ENOFROB",
                                         "a",
                                         "b",
                                         "failed",
                                         "to",
                                         "quarantine",
                                         "\xE9\x94\x99",
                                         "\xE8\xAF\xAF",
                                         "\xE8",
                                         "\x80",
                                         "\xF0\x9F",
                                         "unbalanced_memory_capacity",
                                         "is",
                                         " ",
                                         "  ",
                                         "\n",
                                         " ",
                                         "-",
                                         "x",
                                         "Error",
                                         "RuntimeERROR",
                                         "timed out",
                                         "refused",
                                         "Can't ",
                                         "\033[1m",
                                         "\r\n",
                                         "7",
                                         "_"};
    size_t n;

    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    if (*seed >> 33 & 7) {
        struct ed_str piece = ed_str_c(pieces[(*seed >> 40) % ED_ARRAY_LEN(pieces)]);

        n = ED_MIN(piece.n, room);
        memcpy(p, piece.p, n);
        return n;
    }
    *p = (char)(*seed >> 40);
    return 1;
}

static void every_walk_marks_what_the_plain_one_does(void **state)
{
    uint64_t seed = 3;

    for (size_t round = 0; round < 1500; round++) {
        size_t n = round < 400 ? round : (size_t)(round * 13 % 9000);
        char *p = ed_alloc(n); /* of its own size: a read around it is an error */

        for (size_t at = 0; at < n;) {
            at += draw(&seed, p + at, n - at);
        }
        compare(*state, ed_str(p, n));
        ed_free(p);
    }
}

static void lines_and_escapes_are_found_at_every_place(void **state)
{
    static const char bytes[] = "\n\r\033_@[`{/:\x80\xFF";
    char text[200];

    for (size_t b = 0; b < sizeof(bytes); b++) {
        for (size_t at = 0; at < sizeof(text); at++) {
            memset(text, at % 2 ? ' ' : 'x', sizeof(text));
            text[at] = bytes[b];
            compare(*state, ed_str(text, sizeof(text)));
        }
    }
}

/* Vectors read more than a byte, which the sanitizer does not see: the text stands between pages that cannot be read.
 */
static void nothing_around_a_text_is_read(void **state)
{
    size_t page = 4096, n = 3 * page;
    char *map = mmap(NULL, n + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *p = map + page;
    uint64_t seed = 9;

    assert_true(map != MAP_FAILED);
    assert_int_equal(mprotect(p, n, PROT_READ | PROT_WRITE), 0);
    for (size_t round = 0; round < 300; round++) {
        size_t size = round * 37 % n + 1;
        char *end = p + n, *text = end - size;

        for (size_t at = 0; at < n;) {
            at += draw(&seed, p + at, n - at);
        }
        compare(*state, ed_str(text, size));
        compare(*state, ed_str(p, size));
    }
    compare(*state, ed_str(p + n, 0));
    munmap(map, n + 2 * page);
}

/* A text that is one token, one of nothing but line ends, one of nothing but keys: every array is used to its end. */
static void the_densest_texts(void **state)
{
    static const char *const units[] = {"x", "\n", "a b ", "a-", "\x80", "err!", "\xE9\x94\x99", "\xF0\x9F\x98\x80"};
    size_t n = 3 * ED_TOKEN_CHUNK + 5;
    char *p = ed_alloc(n);

    for (size_t u = 0; u < ED_ARRAY_LEN(units); u++) {
        for (size_t i = 0; i < n; i++) {
            p[i] = units[u][i % strlen(units[u])];
        }
        compare(*state, ed_str(p, n));
        compare(*state, ed_str(p, 2 * ED_TOKEN_CHUNK));
    }
    ed_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_walk_marks_what_the_plain_one_does),
        cmocka_unit_test(lines_and_escapes_are_found_at_every_place),
        cmocka_unit_test(nothing_around_a_text_is_read),
        cmocka_unit_test(the_densest_texts),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}

/*
 * test_weak.c: where a weak record's match may begin: exactly where rank.c finds evidence for it.
 */
#include "diag/weak.h"

#include "base/alloc.h"
#include "match/index_build.h"
#include "record/beside.h"

#include <setjmp.h>

#include <cmocka.h>

/* Row 0: a class and a file; 1: a class; 2: neither; 3: a file without a folder; 4 cannot be read. */
static const struct {
    const char *error_class, *path;
} rows[] = {{"java.io.IOException", "core/src/acme/io/Disk.java"}, {"RuntimeError", NULL}, {0}, {NULL, "main.c"}, {0}};

static enum ed_rc read_row(void *ctx, uint32_t row, struct ed_arena *arena, struct ed_record *ret_record,
                           struct ed_err *err)
{
    unsigned *reads = ctx;

    ++*reads;
    if (row == 4) {
        return ed_err_set(err, ED_ERR_DB, "no row today");
    }
    *ret_record = (struct ed_record){.error_class = ed_arena_str(arena, ed_str_c(rows[row].error_class)),
                                     .file_path = ed_arena_str(arena, ed_str_c(rows[row].path))};
    return ED_OK;
}

struct fixture {
    struct ed_buf blob;
    struct ed_index *index;
    struct ed_weak *weak;
    struct ed_screen screen;
    struct ed_message message;
    struct ed_line lines[16];
    unsigned reads;
};

static void start(struct fixture *f)
{
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_err err = {0};

    *f = (struct fixture){0};
    ed_buf_init(&f->blob, 0);
    for (uint32_t i = 0; i < ED_ARRAY_LEN(rows); i++) {
        ed_index_builder_add(builder, i, ED_STR("\\bgizmo\\s+frob\\b"));
    }
    ed_index_builder_finish(builder, 1, &f->blob, NULL, NULL);
    ed_index_builder_free(builder);
    assert_int_equal(ed_index_open(ed_buf_view(&f->blob), 1, &f->index, &err), ED_OK);
    f->weak = ed_weak_new(f->index, (struct ed_weak_source){read_row, &f->reads});
    f->screen = ed_weak_screen(f->weak);
    assert_true(f->screen.below == ED_KB_SPECIFICITY_FLOOR);
}

static void end(struct fixture *f)
{
    ed_weak_free(f->weak);
    ed_index_free(f->index);
    ed_buf_done(&f->blob);
}

static void look_at(struct fixture *f, const char *text)
{
    size_t n = 0;

    f->lines[n++] = (struct ed_line){0, 1, ed_told_none, &ed_meta_none};
    for (size_t i = 0; text[i]; i++) {
        if (text[i] == '\n') {
            assert_true(n < ED_ARRAY_LEN(f->lines));
            f->lines[n] = (struct ed_line){i + 1, n + 1, ed_told_none, &ed_meta_none};
            n++;
        }
    }
    f->message = (struct ed_message){.text = ed_str_c(text), .source = "-", .lines = f->lines, .nlines = n};
    ed_weak_look_at(f->weak, &f->message);
}

/* What rank.c says of a match that begins there. */
static bool ranked(const struct fixture *f, uint32_t row, size_t at)
{
    struct ed_record record = {.error_class = ed_str_c(rows[row].error_class), .file_path = ed_str_c(rows[row].path)};
    struct ed_candidate_record of = {.row = row, .record = &record, .weak = true};
    struct ed_hit hit = {.record = row, .start = at, .end = at};
    struct ed_scored scored;

    ed_rank_score(&f->message, &hit, &of, &scored);
    return scored.evidence;
}

/* Every range of the text: the first run that is let is where rank.c finds evidence first, and it has it throughout. */
static size_t check_all(struct fixture *f, uint32_t row, const char *text)
{
    size_t n = strlen(text), let = 0;

    look_at(f, text);
    for (size_t from = 0; from <= n; from++) {
        for (size_t last = from; last <= n; last++) {
            size_t a = from, b = last, first = from;
            bool is = f->screen.let(f->screen.ctx, row, row, &a, &b);

            while (first <= last && !ranked(f, row, first)) {
                first++;
            }
            assert_int_equal(is, first <= last);
            assert_true(is || (a == from && b == last));
            assert_true(!is || (a == first && b >= a && b <= last));
            for (size_t at = a; is && at <= b; at++) {
                assert_true(ranked(f, row, at));
            }
            let += is;
        }
    }
    return let;
}

static const char *const texts[] = {
    "gizmo frob",
    "RuntimeError: gizmo frob",
    "x RuntimeError:   gizmo RuntimeError:frob: RuntimeError",
    "IOException: a\nx.IOException:  b\nmyIOException: c\nIOException :d\nRuntimeError: IOException: e",
    "a\nb\n  at x (acme/io/Disk.java:7)\nc\nd",
    "acme/io/Disk.java\n\nIOException: \n\n at\nacme/io/Disk.jav",
    "",
};

static void evidence_is_what_ranking_finds(void **state)
{
    struct fixture f;
    size_t by_class = 0, by_both = 0;

    (void)state;
    start(&f);
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        by_both += check_all(&f, 0, texts[i]);
        by_class += check_all(&f, 1, texts[i]);
        assert_int_equal(check_all(&f, 2, texts[i]) + check_all(&f, 3, texts[i]), 0);
    }
    assert_true(by_both > 100 && by_class > 100);
    assert_int_equal(f.reads, 4); /* each once */
    end(&f);
}

static void what_cannot_be_read_is_let(void **state)
{
    struct fixture f;
    size_t from = 2, last = 5;

    (void)state;
    start(&f);
    look_at(&f, "gizmo frob");
    assert_true(f.screen.let(f.screen.ctx, 4, 4, &from, &last));
    assert_int_equal(from, 2);
    assert_int_equal(last, 5);
    end(&f);
}

/* Rows 0 to 2 have these patterns. */
static const char *const regexes[] = {"\\bfailed\\b", "\\bfailed\\s++(.+)", "(?m:^|\\G)(.+?)\\s++failed\\b"};

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    static const struct ed_str names[] = {ED_STR_INIT("x")};

    (void)ctx;
    (void)err;
    *ret_pattern = (struct ed_pattern){.state = ED_PATTERN_TAKEN,
                                       .regex = ed_str_c(regexes[record]),
                                       .flags = record == 1 ? (unsigned)ED_PATTERN_TAIL : 0,
                                       .names = names,
                                       .nnames = record > 0};
    return ED_OK;
}

static bool beside(void *ctx, uint32_t record, struct ed_str *ret_class, struct ed_str *ret_path)
{
    (void)ctx;
    *ret_class = ed_beside_class(ed_str_c(rows[record].error_class));
    *ret_path = ed_beside_path(ed_str_c(rows[record].path));
    return true;
}

static enum ed_rc print(void *ctx, const struct ed_hit *hit, struct ed_err *err)
{
    struct ed_buf *out = ctx;

    (void)err;
    ed_buf_printf(out, "%u@%zu-%zu ", (unsigned)hit->record, hit->start, hit->end);
    return ED_OK;
}

/* Texts in which signs, classes, files and words stand in any order: what the index's signs let the engine see is all
   that the oracle finds. */
static void signs_miss_nothing_that_counts(void **state)
{
    static const char *const parts[] = {"failed",
                                        " ",
                                        "\n",
                                        "IOException",
                                        ":",
                                        ": ",
                                        "x.",
                                        "RuntimeError: ",
                                        "io/Disk.java",
                                        "\n ",
                                        "acme/",
                                        "src/acme/",
                                        "at ",
                                        "why",
                                        " ",
                                        "failed at x",
                                        "IOException: ",
                                        "src/acme/io/Disk.java"};
    struct ed_index_builder *builder = ed_index_builder_new();
    struct fixture f;
    struct ed_matcher *engine, *oracle;
    struct ed_buf text, want, got;
    uint64_t seed = 3, hits = 0;

    (void)state;
    start(&f);
    ed_weak_free(f.weak);
    ed_index_free(f.index);
    for (uint32_t i = 0; i < ED_ARRAY_LEN(regexes); i++) {
        ed_index_builder_add(builder, i, ed_str_c(regexes[i]));
    }
    ed_index_builder_set_weak(builder, ED_KB_SPECIFICITY_FLOOR, beside, NULL);
    ed_index_builder_finish(builder, 1, &f.blob, NULL, NULL);
    ed_index_builder_free(builder);
    assert_int_equal(ed_index_open(ed_buf_view(&f.blob), 1, &f.index, NULL), ED_OK);
    f.weak = ed_weak_new(f.index, (struct ed_weak_source){read_row, &f.reads});
    engine = ed_matcher_new(f.index, (struct ed_pattern_source){fetch, NULL});
    oracle = ed_matcher_new(f.index, (struct ed_pattern_source){fetch, NULL});
    ed_matcher_set_screen(engine, ed_weak_screen(f.weak));
    ed_matcher_set_screen(oracle, ed_weak_screen(f.weak));
    ed_buf_init(&text, 0);
    ed_buf_init(&want, 0);
    ed_buf_init(&got, 0);
    for (unsigned round = 0; round < 20000; round++) {
        unsigned lines = 1;

        ed_buf_reset(&text);
        ed_buf_reset(&want);
        ed_buf_reset(&got);
        for (unsigned i = 0; i < 14; i++) {
            const char *part;

            seed = seed * 6364136223846793005u + 1442695040888963407u;
            part = parts[(seed >> 33) % ED_ARRAY_LEN(parts)];
            lines += part[0] == '\n';
            ed_buf_text(&text, part);
        }
        assert_true(lines <= ED_ARRAY_LEN(f.lines));
        ed_buf_byte(&text, '\0');
        look_at(&f, text.p);
        assert_int_equal(ed_oracle_run(oracle, f.message.text, print, &want, NULL), ED_OK);
        assert_int_equal(ed_matcher_run(engine, f.message.text, print, &got, NULL), ED_OK);
        if (!ed_str_eq(ed_buf_view(&want), ed_buf_view(&got))) {
            fail_msg("\"%s\": oracle %.*s, engine %.*s", text.p, ED_STR_ARG(ed_buf_view(&want)),
                     ED_STR_ARG(ed_buf_view(&got)));
        }
        hits += want.n > 0;
    }
    assert_true(hits > 2000);
    ed_matcher_free(engine);
    ed_matcher_free(oracle);
    ed_buf_done(&text);
    ed_buf_done(&want);
    ed_buf_done(&got);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evidence_is_what_ranking_finds),
        cmocka_unit_test(what_cannot_be_read_is_let),
        cmocka_unit_test(signs_miss_nothing_that_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}

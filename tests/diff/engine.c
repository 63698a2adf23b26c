/*
 * engine.c: the differential test: what the engine hands out, by every instruction set this machine has, must be what
 * the oracle hands out, byte for byte.
 *
 *   diff_engine [--seed N] [--rounds N]             generated patterns and texts; a round is a handful of patterns
 *   diff_engine [--seed N] --templates FILE         templates of a file (file-name TAB template), rendered in five ways
 *
 * A difference is printed with the seed and the round that makes it again, and ends the test.
 */
#include "base/alloc.h"
#include "base/io.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "make.h"
#include "match/index_build.h"
#include "match/index_format.h"
#include "match/matcher.h"
#include "match/template.h"

struct corpus {
    ED_VEC(struct ed_pattern) patterns; /* record i */
    ED_VEC(struct ed_str) messages;
    ED_VEC(struct ed_template) templates; /* only with --templates */
    struct ed_arena arena;
    struct ed_buf blob;
    struct ed_index *index;
    struct ed_matcher *matcher;
    struct ed_buf want, got;
    uint64_t seed, round;
    uint64_t texts, hits, limited, differences;
};

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    const struct corpus *corpus = ctx;

    (void)err;
    *ret_pattern = corpus->patterns.v[record];
    return ED_OK;
}

/* Of generated rounds every other one has a screen: runs of three places, a third of them, told by a hash. */
static bool let(void *ctx, uint32_t record, uint32_t slot, size_t *from, size_t *last)
{
    (void)ctx;
    (void)slot;
    for (size_t at = *from; at <= *last; at++) {
        if (ed_token_pair(record, at / 3) % 3 == 0) {
            *from = at;
            *last = ED_MIN(*last, at - at % 3 + 2);
            return true;
        }
    }
    return false;
}

static enum ed_rc print_hit(void *ctx, const struct ed_hit *hit, struct ed_err *err)
{
    struct ed_buf *out = ctx;

    (void)err;
    ed_buf_printf(out, "%" PRIu32 " %zu-%zu", hit->record, hit->start, hit->end);
    for (size_t i = 0; i < hit->ncaptures; i++) {
        ed_buf_printf(out, " %.*s=", ED_STR_ARG(hit->captures[i].name));
        ed_buf_text(out, hit->captures[i].value.p ? "'" : "none");
        ed_utf8_visible(out, hit->captures[i].value, /* keep_lines: */ false);
    }
    ed_buf_byte(out, '\n');
    return ED_OK;
}

static void open_corpus(struct corpus *corpus)
{
    struct ed_index_builder *builder = ed_index_builder_new();
    struct ed_err err = {0};

    for (size_t i = 0; i < corpus->patterns.n; i++) {
        ed_index_builder_add(builder, (uint32_t)i, corpus->patterns.v[i].regex);
    }
    ed_index_builder_finish(builder, corpus->round, &corpus->blob, NULL, NULL);
    ed_index_builder_free(builder);
    if (ed_index_open(ed_buf_view(&corpus->blob), corpus->round, &corpus->index, &err) != ED_OK) {
        fprintf(stderr, "seed %" PRIu64 " round %" PRIu64 ": %s\n", corpus->seed, corpus->round, err.message);
        exit(1);
    }
    corpus->matcher = ed_matcher_new(corpus->index, (struct ed_pattern_source){fetch, corpus});
    if (corpus->round % 2) {
        ed_matcher_set_screen(corpus->matcher, (struct ed_screen){.below = 40, .let = let});
    }
}

static void close_corpus(struct corpus *corpus)
{
    ed_matcher_free(corpus->matcher);
    ed_index_free(corpus->index);
    corpus->patterns.n = corpus->messages.n = 0;
    ed_arena_reset(&corpus->arena);
}

static void print_text(const char *what, struct ed_str text)
{
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_utf8_visible(&out, text, /* keep_lines: */ false);
    fprintf(stderr, "%s: %.*s\n", what, ED_STR_ARG(ed_buf_view(&out)));
    ed_buf_done(&out);
}

static void report(struct corpus *corpus, struct ed_str text, int walk)
{
    corpus->differences++;
    fprintf(stderr, "differs: --seed %" PRIu64 ", round %" PRIu64 ", walk %d\n", corpus->seed, corpus->round, walk);
    for (size_t i = 0; i < corpus->patterns.n && corpus->patterns.n < 50; i++) {
        fprintf(stderr, "%zu (flags %u)", i, corpus->patterns.v[i].flags);
        print_text("", corpus->patterns.v[i].regex);
    }
    print_text("text", text);
    fprintf(stderr, "oracle:\n%s\nengine:\n%s\n", corpus->want.p ? corpus->want.p : "",
            corpus->got.p ? corpus->got.p : "");
}

static uint64_t limits(const struct corpus *corpus)
{
    struct ed_match_stats stats;

    ed_matcher_stats(corpus->matcher, &stats);
    return stats.limits;
}

/* The text is copied to memory of its own size, so that a read behind its end is seen. */
static void compare(struct corpus *corpus, struct ed_str text)
{
    char *copy = ed_alloc(text.n);
    uint64_t limits_before = limits(corpus);
    struct ed_err err = {0};
    enum ed_rc rc;

    if (text.n) {
        memcpy(copy, text.p, text.n);
    }
    text.p = copy;
    corpus->texts++;
    ed_buf_reset(&corpus->want);
    rc = ed_oracle_run(corpus->matcher, text, print_hit, &corpus->want, &err);
    for (int walk = 0; walk < ED_WALK_COUNT && rc == ED_OK; walk++) {
        if (!ed_walk_usable((enum ed_walk)walk)) {
            continue;
        }
        ed_buf_reset(&corpus->got);
        ed_index_set_walk(corpus->index, (enum ed_walk)walk);
        rc = ed_matcher_run(corpus->matcher, text, print_hit, &corpus->got, &err);
        if (limits(corpus) != limits_before) {
            corpus->limited++; /* nobody knows the truth then */
            break;
        }
        if (!ed_str_eq(ed_buf_view(&corpus->want), ed_buf_view(&corpus->got))) {
            report(corpus, text, walk);
            break;
        }
    }
    if (rc != ED_OK) {
        fprintf(stderr, "round %" PRIu64 ": %s\n", corpus->round, err.message);
        corpus->differences++;
    }
    for (size_t i = 0; i < corpus->want.n; i++) {
        corpus->hits += corpus->want.p[i] == '\n';
    }
    ed_free(copy);
}

static void run_generated(struct corpus *corpus, uint64_t rounds)
{
    struct ed_buf text;

    ed_buf_init(&text, 0);
    for (corpus->round = 0; corpus->round < rounds && !corpus->differences; corpus->round++) {
        struct dice dice = {corpus->seed * 1000003 + corpus->round};
        unsigned n = 1 + roll(&dice, 10);

        for (unsigned i = 0; i < n; i++) {
            struct ed_pattern *pattern = ed_vec_add(&corpus->patterns);
            struct ed_str *message = ed_vec_add(&corpus->messages);

            make_pattern(&dice, &corpus->arena, pattern, message);
        }
        open_corpus(corpus);
        for (unsigned i = 0; i < 12 && !corpus->differences; i++) {
            make_text(&dice, corpus->messages.v, corpus->messages.n, &text);
            compare(corpus, ed_buf_view(&text));
        }
        close_corpus(corpus);
    }
    ed_buf_done(&text);
}

static bool has_hit_of(const struct corpus *corpus, size_t record)
{
    char head[32];
    size_t n = (size_t)snprintf(head, sizeof(head), "%zu ", record);
    struct ed_str rest = ed_buf_view(&corpus->want);

    while (rest.n) {
        if (ed_str_starts(ed_str_cut(&rest, '\n'), ed_str(head, n))) {
            return true;
        }
    }
    return false;
}

/* One template: bare (it must match itself), behind a log line's head, in other spacing, wrapped, and in a text. */
static void compare_template(struct corpus *corpus, struct dice *dice, size_t record, struct ed_buf *text)
{
    struct ed_str bare = ed_template_render(&corpus->templates.v[record], (unsigned)corpus->seed, &corpus->arena);

    compare(corpus, bare);
    if (!has_hit_of(corpus, record)) {
        print_text("its own rendering is not found", bare);
        print_text("regex", corpus->patterns.v[record].regex);
        corpus->differences++;
    }
    ed_buf_reset(text);
    ed_buf_text(text, "2026-11-30 12:00:01,250 host-3 app[71]: ERROR ");
    ed_buf_str(text, bare);
    compare(corpus, ed_buf_view(text));
    ed_buf_text(text, " (try again later)\n    at top (main.c:17)\nnext line: ");
    ed_buf_str(text, bare);
    compare(corpus, ed_buf_view(text));
    for (int i = 0; i < 3; i++) {
        spoil(dice, text);
        compare(corpus, ed_buf_view(text));
    }
    ed_buf_reset(text);
    for (size_t i = 0; i < bare.n; i++) {
        ed_buf_text(text, bare.p[i] == ' ' && one_in(dice, 3) ? "\n  " : (char[]){bare.p[i], '\0'});
    }
    compare(corpus, ed_buf_view(text));
}

static void run_templates(struct corpus *corpus, const char *path)
{
    struct dice dice = {corpus->seed};
    struct ed_buf file, text;
    struct ed_err err = {0};
    struct ed_str rest, message, name;

    ed_buf_init(&file, 0);
    ed_buf_init(&text, 0);
    if (ed_io_file(path, &file, &err) != ED_OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    rest = ed_buf_view(&file);
    while (rest.n) {
        struct ed_pattern pattern;

        message = ed_str_cut(&rest, '\n');
        if (message.n == 0 || message.p[0] == '#') {
            continue;
        }
        name = ed_str_cut(&message, '\t');
        ed_pattern_make(ED_STR_NONE, message, name, &corpus->arena, &pattern);
        if (pattern.state == ED_PATTERN_INACTIVE) {
            print_text("inactive", message);
            corpus->differences++;
            continue;
        }
        *ed_vec_add(&corpus->patterns) = pattern;
        ed_template_parse(message, ed_dialect_of(name), &corpus->arena, ed_vec_add(&corpus->templates));
    }
    open_corpus(corpus);
    for (size_t i = 0; i < corpus->patterns.n; i++) {
        compare_template(corpus, &dice, i, &text);
    }
    close_corpus(corpus);
    ed_buf_done(&file);
    ed_buf_done(&text);
}

int main(int argc, char **argv)
{
    struct corpus corpus = {.seed = 1};
    uint64_t rounds = 1000;
    const char *templates = NULL;

    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0) {
            corpus.seed = strtoull(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--rounds") == 0) {
            rounds = strtoull(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--templates") == 0) {
            templates = argv[i + 1];
        } else {
            fprintf(stderr, "unknown option %s\n", argv[i]);
            return 2;
        }
    }
    ed_arena_init(&corpus.arena);
    ed_buf_init(&corpus.blob, 0);
    ed_buf_init(&corpus.want, 0);
    ed_buf_init(&corpus.got, 0);
    if (templates) {
        run_templates(&corpus, templates);
    } else {
        run_generated(&corpus, rounds);
    }
    printf("%" PRIu64 " texts, %" PRIu64 " hits, %" PRIu64 " texts at a limit, %" PRIu64 " differences\n", corpus.texts,
           corpus.hits, corpus.limited, corpus.differences);
    ed_vec_done(&corpus.patterns);
    ed_vec_done(&corpus.messages);
    ed_vec_done(&corpus.templates);
    ed_arena_done(&corpus.arena);
    ed_buf_done(&corpus.blob);
    ed_buf_done(&corpus.want);
    ed_buf_done(&corpus.got);
    return corpus.differences || !corpus.hits;
}

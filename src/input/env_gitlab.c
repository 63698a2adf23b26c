/*
 * env_gitlab.c: GitLab's job logs, with the runner's time stamps or without, and the folds that GitLab and Travis put
 * between.
 *
 *     2025-05-05T12:00:00.123456Z 01E cannot map weights file
 *     section_end:1746439200:step_script<CR><ESC>[0Kcannot map weights file
 *     travis_fold:end:install<CR><ESC>[0Kcannot map weights file
 *
 * Sharp edges: the header is 32 bytes, always; '+' at its end joins the line to the one before of the same stream, be
 * it in the middle of a word. A fold is overwritten by what stands behind its carriage return (a line break, when the
 * line was cleaned), and several stand on one line. A command is shown in one colour, "$ " in front, before it runs.
 */
#include "input/envelope.h"
#include "input/stamp.h"

#define TIME_SIZE   27
#define HEADER_SIZE 32
#define NAME_MAX_   256 /* a fold's name and its options */

/* The runner's bold green. */
static bool is_shown(const struct ed_paint *paint, struct ed_str body)
{
    return ed_str_starts(body, ED_STR("$ ")) && paint->n >= body.n && ed_str_is(paint->colour, "32;1");
}

static bool is_hex(char c)
{
    return ed_is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    const char *p = line.p;

    if (line.n < HEADER_SIZE - 1 || p[26] != 'Z' || p[27] != ' ' || !ed_stamp_is_iso(p) ||
        !ed_stamp_like(p + 18, "0.000000") || !is_hex(p[28]) || !is_hex(p[29]) || (p[30] != 'O' && p[30] != 'E') ||
        (line.n > 31 && p[31] != ' ' && p[31] != '+')) {
        return false;
    }
    ret->body = ed_str_slice(line, HEADER_SIZE, line.n);
    ret->told.time_text = ed_str(p, TIME_SIZE);
    ret->told.time = ED_TIME_DATED;
    ret->told.level = ed_level_find(ret->body);
    ret->continues = line.n > 31 && p[31] == '+';
    ret->restated = is_shown(&ret->paint, ret->body);
    ret->sure = true;
    meta->stream = ed_str(p + 28, 3);
    return true;
}

const struct ed_layer ed_env_gitlab = {
    .name = "gitlab",
    .about = "GitLab's job logs with time stamps",
    .sample = "2025-05-05T12:00:00.123456Z 01E cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00"),
    .peel = peel,
};

enum { GITLAB = 1, TRAVIS = 2 };

/* Bytes of "section_start:1746439200:NAME[options]" or "travis_fold:start:NAME", 0 for others. */
static size_t fold(struct ed_str line, uint8_t *ret_variant)
{
    static const struct {
        const char *head;
        uint8_t variant;
    } heads[] = {{"section_start:", GITLAB},   {"section_end:", GITLAB},       {"travis_fold:start:", TRAVIS},
                 {"travis_fold:end:", TRAVIS}, {"travis_time:start:", TRAVIS}, {"travis_time:end:", TRAVIS}};
    size_t i = 0, at, most;

    while (i < ED_ARRAY_LEN(heads) && !ed_str_starts(line, ed_str_c(heads[i].head))) {
        i++;
    }
    if (i == ED_ARRAY_LEN(heads)) {
        return 0;
    }
    at = strlen(heads[i].head);
    if (heads[i].variant == GITLAB) {
        size_t digits = at;

        while (at < line.n && ed_is_digit(line.p[at])) {
            at++;
        }
        if (at - digits < 9 || at == line.n || line.p[at++] != ':') {
            return 0;
        }
    }
    for (most = ED_MIN(line.n, at + NAME_MAX_); at < most && !ed_is_space(line.p[at]);) {
        at++;
    }
    *ret_variant = heads[i].variant;
    return at == line.n || line.p[at] == '\n' ? at : 0;
}

static bool peel_fold(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                      struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    size_t n = fold(line, &ret->variant);

    if (n) {
        ret->body = ed_str_slice(line, n + 1, line.n);
        ret->silent = ret->body.n == 0;
        ret->sure = true;
        return true;
    }
    if (is_shown(&ret->paint, line)) {
        ret->body = ed_str_slice(line, 2, line.n);
        ret->variant = GITLAB;
        ret->restated = ret->weak = true;
        return true;
    }
    return false;
}

static const struct ed_layer_variant variants[] = {
    {"gitlab-section", "folds of GitLab's job logs", "section_end:1746439200:step_script\ncannot map weights file"},
    {"travis", "folds of Travis", "travis_fold:end:install\ncannot map weights file"},
};

const struct ed_layer ed_env_ci_fold = {
    .name = "ci-fold",
    .about = "folds of GitLab and Travis",
    .sample = "section_end:1746439200:step_script\ncannot map weights file",
    .heads = ED_LAYER_HEADS("aaaaaaa_aaaaa:00", "aaaaaaa_aaa:0000", "aaaaaa_aaaa:aaa", "$ "),
    .from_start = true,
    .peel = peel_fold,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};

/*
 * env_jenkins.c: what Jenkins writes around a build's output. Its console notes are taken off with the escapes
 * (clean.c).
 *
 *     [Pipeline] sh
 *     [2025-05-05T12:00:00.123Z] cannot map weights file
 *     12:00:00  cannot map weights file
 *
 * Sharp edges: a time in brackets is many loggers' and is Jenkins' only in a log with "[Pipeline]" lines; the clock of
 * the Timestamper's page has two blanks behind it, and a sentence that begins with a time has one. "[INFO] " is
 * Maven's tag, and "[linux] " may be a branch of an old Jenkins or anybody's tag: both stay in the text.
 */
#include "input/envelope.h"
#include "input/stamp.h"

#define BRACKET_SIZE 26 /* "[2025-05-05T12:00:00.123Z]" */

enum { PIPELINE = 1, CLOCK = 2 };

static bool is_bracket(struct ed_str line)
{
    const char *p = line.p;

    return line.n >= BRACKET_SIZE && p[0] == '[' && p[24] == 'Z' && p[25] == ']' && ed_stamp_is_iso(p + 1) &&
           ed_stamp_like(p + 16, "0:00.000") && (line.n == BRACKET_SIZE || p[BRACKET_SIZE] == ' ');
}

static bool is_step(struct ed_str line)
{
    return ed_str_starts(line, ED_STR("[Pipeline] "));
}

static bool peel_clock(struct ed_str line, struct ed_peel *ret)
{
    size_t n = ed_stamp_clock(line);

    if (n == 0 || line.n < n + 2 || line.p[n] != ' ' || line.p[n + 1] != ' ') {
        return false;
    }
    ret->variant = CLOCK;
    ret->told.time_text = ed_str_slice(line, 0, n);
    ret->body = ed_str_slice(line, n + 2, line.n);
    ret->told.level = ed_level_find(ret->body);
    return true;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    if (ed_is_digit(line.p[0])) {
        return peel_clock(line, ret);
    }
    ret->variant = PIPELINE;
    if (is_step(line)) {
        ret->body = ed_str_slice(line, 11, line.n);
        ret->sure = ret->silent = true;
        return true;
    }
    if (!is_bracket(line)) {
        ret->variant = 0;
        return false;
    }
    ret->told.time_text = ed_str_slice(line, 1, BRACKET_SIZE - 1);
    ret->told.time = ED_TIME_DATED;
    ret->body = ed_str_slice(line, BRACKET_SIZE + 1, line.n);
    ret->told.level = ed_level_find(ret->body);
    ret->sure = is_step(ret->body);
    ret->weak = !ret->sure;
    return true;
}

static const struct ed_layer_variant variants[] = {
    {"jenkins", "console logs of Jenkins pipelines", "[2025-05-05T12:00:00.123Z] cannot map weights file"},
    {"jenkins-clock", "the Timestamper's clock, two blanks behind it", "12:00:00  cannot map weights file"},
};

const struct ed_layer ed_env_jenkins = {
    .name = "jenkins",
    .about = "console logs of Jenkins",
    .sample = "[2025-05-05T12:00:00.123Z] cannot map weights file",
    .heads = ED_LAYER_HEADS("[aaaaaaaa] ", "[0000-00-00a00:0", "00:00:00"),
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};

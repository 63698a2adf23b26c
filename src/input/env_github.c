/*
 * env_github.c: logs of GitHub Actions: raw ones, those that `gh run view --log` prints, and nektos/act's. What stands
 * behind "##[" and "::" is env_ci_command.c's.
 *
 *     2025-05-05T12:00:00.1234567Z cannot map weights file
 *     build<TAB>Run tests<TAB>2025-05-05T12:00:00.1234567Z cannot map weights file
 *     [CI/build]   | cannot map weights file
 *
 * Sharp edges: any .NET program writes times with seven decimals, so one is no proof; a message of several lines has
 * the time once, but gh's two columns on each line; the runner prints a script in one colour before it runs it, and
 * Azure's agent writes the same lines. Any table has TABs: gh is proven by the time in the third column.
 */
#include "base/utf8.h"
#include "input/envelope.h"
#include "input/stamp.h"

#define TIME_SIZE  28
#define COLUMN_MAX 256 /* a job's or a step's name; GitHub cuts names at 100 characters, a matrix adds its values */

/* "2025-05-05T12:00:00.1234567Z", and a blank or the end. */
static bool has_time(struct ed_str s)
{
    return s.n >= TIME_SIZE && s.p[TIME_SIZE - 1] == 'Z' && ed_stamp_is_iso(s.p) &&
           ed_stamp_like(s.p + 19, ".0000000") && (s.n == TIME_SIZE || s.p[TIME_SIZE] == ' ');
}

/* The runner's bright cyan, from the first byte to the last: a script that is shown. */
static bool is_script(const struct ed_paint *paint, struct ed_str body)
{
    return body.n && paint->n >= body.n && ed_str_is(paint->colour, "36;1");
}

static bool peel_raw(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                     struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    if (!has_time(line)) {
        return false;
    }
    ret->body = ed_str_slice(line, TIME_SIZE + 1, line.n);
    ret->told.time_text = ed_str_slice(line, 0, TIME_SIZE);
    ret->told.time = ED_TIME_DATED;
    ret->told.level = ed_level_find(ret->body);
    ret->sure = ed_str_starts(ret->body, ED_STR("##["));
    ret->restated = is_script(&ret->paint, ret->body);
    return true;
}

const struct ed_layer ed_env_github = {
    .name = "github",
    .about = "raw logs of GitHub Actions and Azure Pipelines",
    .sample = "2025-05-05T12:00:00.1234567Z cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00"),
    .carries = true,
    .peel = peel_raw,
};

/* Where the column that begins at `from` ends with a TAB, or SIZE_MAX. */
static size_t column(struct ed_str line, size_t from)
{
    return ed_str_find_byte(ed_str_slice(line, 0, from + COLUMN_MAX), '\t', from);
}

static bool peel_gh(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                    struct ed_meta *meta, struct ed_peel *ret)
{
    size_t job = column(line, 0), step = job == SIZE_MAX ? SIZE_MAX : column(line, job + 1);
    struct ed_str text, name;

    if (step == SIZE_MAX || job == 0) {
        return false;
    }
    name = ed_str_slice(line, job + 1, step);
    ret->body = text = ed_str_slice(line, step + 1, line.n);
    text = ed_utf8_without_bom(text);
    meta->job = ed_str_slice(line, 0, job);
    meta->step = ed_str_is(name, "UNKNOWN STEP") ? meta->step : name; /* gh's word for none */
    ret->sure = has_time(text);
    ret->weak = !ret->sure;
    return true;
}

const struct ed_layer ed_env_gh = {
    .name = "gh",
    .about = "gh run view --log",
    .sample = "build\tRun tests\t2025-05-05T12:00:00.1234567Z cannot map weights file",
    .heads = ED_LAYER_HEADS("a", "0"),
    .from_start = true,
    .peel = peel_gh,
};

/* What act writes behind "[Workflow/job]" in lines of its own: a sign and a blank or two. */
static bool is_status(struct ed_str rest)
{
    static const char *const signs[] = {"\xF0\x9F\x9A\x80", "\xF0\x9F\x90\xB3", "\xE2\xAD\x90", "\xE2\x9C\x85",
                                        "\xE2\x9D\x8C",     "\xF0\x9F\x8F\x81", "\xE2\x9A\x99", "\xE2\x98\x81",
                                        "\xF0\x9F\x92\xAC", "\xE2\x9D\x93",     "\xE2\x9D\x97"};

    rest = ed_str_trim(rest);
    for (size_t i = 0; i < ED_ARRAY_LEN(signs); i++) {
        if (ed_str_starts(rest, ed_str_c(signs[i]))) {
            return true;
        }
    }
    return false;
}

static bool peel_act(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                     struct ed_meta *meta, struct ed_peel *ret)
{
    size_t end = ed_str_find_byte(ed_str_slice(line, 0, COLUMN_MAX), ']', 0);
    struct ed_str name = end == SIZE_MAX ? ED_STR_NONE : ed_str_slice(line, 1, end), rest;
    const char *slash = name.n ? memrchr(name.p, '/', name.n) : NULL;

    if (!slash || slash == name.p || line.p[0] != '[' || (!ed_is_alpha(line.p[1]) && (unsigned char)line.p[1] < 128)) {
        return false;
    }
    rest = ed_str_slice(line, end + 1, line.n);
    if (ed_str_starts(rest, ED_STR("   | "))) {
        ret->body = ed_str_slice(rest, 5, rest.n);
    } else if (rest.n > 1 && rest.p[0] == ' ' && is_status(rest)) {
        ret->body = ed_str_slice(rest, 1, rest.n);
        ret->sure = true;
        ret->restated = ed_str_starts(ret->body, ED_STR("\xE2\xAD\x90")); /* the step that begins, by its command */
    } else {
        return false;
    }
    meta->job = ed_str_trim(ed_str_slice(name, (size_t)(slash - name.p) + 1, name.n));
    return true;
}

const struct ed_layer ed_env_act = {
    .name = "act",
    .about = "nektos/act, which runs GitHub's workflows on one's own machine",
    .sample = "[CI/build]   | cannot map weights file",
    .heads = ED_LAYER_HEADS("[a"),
    .peel = peel_act,
};

/*
 * env_buildkit.c: docker build and everything on buildkit, with --progress=plain, as CI logs have it.
 *
 *     #12 [2/4] RUN ./load --weights a.bin
 *     #12 3.456 cannot map weights file
 *     #12 ERROR: process "/bin/sh -c ./load" did not complete successfully: exit code: 1
 *
 * Steps run side by side, so each has a stream of its own. Sharp edges: frames of PHP and gdb and issue numbers begin
 * with '#' and a number, so only what buildkit writes behind it counts. Seconds have three decimals below 10, two below
 * 100 and then one. A step's name is the command that will run. After a failure the last lines stand once more without
 * their "#12", between lines of dashes, and then an excerpt of the Dockerfile: both restate.
 */
#include "input/envelope.h"

/* Bytes of "#12 ", or 0. */
static size_t number(struct ed_str line)
{
    size_t i = 1;

    if (line.n < 4 || line.p[0] != '#') {
        return 0;
    }
    while (i < line.n && i < 6 && ed_is_digit(line.p[i])) {
        i++;
    }
    return i > 1 && i < line.n && line.p[i] == ' ' ? i + 1 : 0;
}

/* Bytes of "3.456 ", or 0. */
static size_t seconds(struct ed_str s)
{
    size_t whole = 0, end;

    while (whole < s.n && whole < 7 && ed_is_digit(s.p[whole])) {
        whole++;
    }
    if (whole == 0 || whole == s.n || s.p[whole] != '.') {
        return 0;
    }
    for (end = whole + 1; end < s.n && ed_is_digit(s.p[end]);) {
        end++;
    }
    if (end - whole - 1 != (whole == 1 ? 3u : whole == 2 ? 2u : 1u)) {
        return 0;
    }
    return end == s.n ? end : s.p[end] == ' ' ? end + 1 : 0;
}

/* "[internal] load ..", "[2/4] RUN ..", "[builder 3/9] COPY ..": the step that begins. */
static bool is_name(struct ed_str s)
{
    size_t close = ed_str_find_byte(ed_str_slice(s, 0, 256), ']', 0), at;

    if (close == SIZE_MAX || s.p[0] != '[') {
        return false;
    }
    at = ed_str_find_byte(s, '/', 0);
    return ed_str_is(ed_str_slice(s, 0, close + 1), "[internal]") ||
           (at < close && at > 1 && ed_is_digit(s.p[at - 1]) && ed_is_digit(s.p[at + 1]) &&
            ed_is_digit(s.p[close - 1]));
}

static bool starts_with_any(struct ed_str s, const char *const *words)
{
    for (; *words; words++) {
        if (ed_str_starts(s, ed_str_c(*words))) {
            return true;
        }
    }
    return false;
}

/* What it says of a step. */
static bool is_status(struct ed_str s)
{
    static const char *const words[] = {"sha256:",    "extracting ", "transferring ", "resolve ",
                                        "exporting ", "naming to ",  "pushing ",      "unpacking ",
                                        "writing ",   "importing ",  "preparing ",    "sending ",
                                        "loading ",   "ERROR: ",     "WARN: ",        "CANCELED",
                                        "inferred ",  "[",           "merging ",      NULL};

    return starts_with_any(s, words) || ed_str_is(s, "...");
}

static bool is_done(struct ed_str s)
{
    return ed_str_is(s, "CACHED") ||
           (s.n > 6 && ed_str_starts(s, ED_STR("DONE ")) && ed_is_digit(s.p[5]) && s.p[s.n - 1] == 's');
}

static bool is_rule(struct ed_str line)
{
    return ed_str_is(line, "------") || ed_str_is(line, "--------------------");
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    size_t n = number(line), time;
    struct ed_str rest = ed_str_slice(line, n, line.n);

    if (n == 0) {
        if (!is_rule(line)) {
            return false;
        }
        ret->body = ed_str_slice(line, line.n, line.n);
        ret->weak = ret->silent = ret->before_shown = true;
        return true;
    }
    time = seconds(rest);
    ret->body = ed_str_slice(rest, time, rest.n);
    if (time == 0) {
        ret->sure = is_name(rest) || is_done(rest);
        ret->weak = !ret->sure;
        if (ret->weak && !is_status(rest)) {
            return false;
        }
        ret->restated = rest.p[0] == '[';
        ret->told.level = ed_str_starts(rest, ED_STR("ERROR: ")) ? ED_LEVEL_ERR : ret->told.level;
    }
    meta->stream = ed_str_slice(line, 0, n - 1);
    return true;
}

/* " > [2/4] RUN ./load:" and "  12 | >>> RUN ./load". */
static bool shows(struct ed_str head ED_UNUSED, struct ed_str line)
{
    size_t i = 0, digits;

    if (ed_str_starts(line, ED_STR(" > "))) {
        return line.p[line.n - 1] == ':';
    }
    while (i < line.n && line.p[i] == ' ') {
        i++;
    }
    for (digits = i; i < line.n && ed_is_digit(line.p[i]);) {
        i++;
    }
    return i > digits && ed_str_starts(ed_str_slice(line, i, line.n), ED_STR(" |"));
}

const struct ed_layer ed_env_buildkit = {
    .name = "buildkit",
    .about = "docker build with --progress=plain",
    .sample = "#12 3.456 cannot map weights file",
    .heads = ED_LAYER_HEADS("#0", "------"),
    .whole_lines = true,
    .peel = peel,
    .shows = shows,
};

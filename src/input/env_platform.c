/*
 * env_platform.c: what platforms that run one's program print: heroku logs, cf logs.
 *
 *     2025-05-05T12:00:00.123456+00:00 app[web.1]: cannot map weights file
 *        2025-05-05T12:00:00.12+0000 [APP/PROC/WEB/0] ERR cannot map weights file
 *
 * Sharp edges: heroku's has the shape of a syslog line without a host, but names a process where that has a pid. A line
 * of more than 10,000 bytes comes in several of exactly that many. cf indents its lines, or not.
 */
#include "input/envelope.h"
#include "input/stamp.h"

#define DYNO_MAX   64
#define ORIGIN_MAX 64
#define PIECE      10000

/* "app[web.1]: ": bytes up to the text, 0 when it is not that. */
static size_t dyno_length(struct ed_str s, struct ed_str *ret_ident, struct ed_str *ret_dyno)
{
    struct ed_str ident = ed_str_starts(s, ED_STR("app["))      ? ED_STR("app[")
                          : ed_str_starts(s, ED_STR("heroku[")) ? ED_STR("heroku[")
                                                                : ED_STR_NONE;
    size_t end = ident.n;

    if (ident.n == 0 || ident.n == s.n || !ed_is_alpha(s.p[ident.n])) {
        return 0;
    }
    while (end < s.n && end < ident.n + DYNO_MAX && (ed_is_word(s.p[end]) || s.p[end] == '.' || s.p[end] == '-')) {
        end++;
    }
    if (!ed_str_starts(ed_str_slice(s, end, s.n), ED_STR("]:")) || (end + 2 < s.n && s.p[end + 2] != ' ')) {
        return 0;
    }
    *ret_ident = ed_str_slice(s, 0, ident.n - 1);
    *ret_dyno = ed_str_slice(s, ident.n, end);
    return ED_MIN(end + 3, s.n);
}

static bool peel_heroku(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                        struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str ident, dyno;
    struct ed_stamp stamp;
    size_t n;

    if (!ed_stamp_read(line, ED_STAMP_DATE_TIME, &stamp) || !stamp.known || line.p[10] != 'T' || stamp.n == line.n ||
        line.p[stamp.n] != ' ') {
        return false;
    }
    n = dyno_length(ed_str_slice(line, stamp.n + 1, line.n), &ident, &dyno);
    if (n == 0) {
        return false;
    }
    meta->ident = ident;
    meta->container = dyno;
    ret->told.time_text = ed_str_slice(line, 0, stamp.n);
    ret->told.time = ED_TIME_DATED;
    ret->body = ed_str_slice(line, stamp.n + 1 + n, line.n);
    ret->partial = ret->body.n == PIECE;
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_heroku = {
    .name = "heroku",
    .about = "heroku logs",
    .sample = "2025-05-05T12:00:00.123456+00:00 app[web.1]: cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00"),
    .whole_lines = true,
    .peel = peel_heroku,
};

/* "[APP/PROC/WEB/0] ERR ", "[RTR/3] OUT ": bytes up to the text, 0 when it is not that. */
static size_t origin_length(struct ed_str s, struct ed_str *ret_origin, bool *ret_err)
{
    size_t end = 1;
    struct ed_str channel;

    if (s.n < 2 || s.p[0] != '[' || s.p[1] < 'A' || s.p[1] > 'Z') {
        return 0;
    }
    while (end < s.n && end < ORIGIN_MAX && (ed_is_word(s.p[end]) || s.p[end] == '/' || s.p[end] == '-')) {
        end++;
    }
    if (end == s.n || s.p[end] != ']' || !ed_is_digit(s.p[end - 1]) || !memchr(s.p, '/', end)) {
        return 0;
    }
    channel = ed_str_slice(s, end + 1, end + 5);
    *ret_err = ed_str_is(channel, " ERR");
    *ret_origin = ed_str_slice(s, 1, end);
    if (!(*ret_err || ed_str_is(channel, " OUT")) || (end + 5 < s.n && s.p[end + 5] != ' ')) {
        return 0;
    }
    return ED_MIN(end + 6, s.n);
}

static bool peel_cloud_foundry(const struct ed_layer *layer ED_UNUSED, struct ed_str line,
                               struct ed_arena *arena ED_UNUSED, struct ed_meta *meta, struct ed_peel *ret)
{
    size_t indent = ed_str_starts(line, ED_STR("   ")) ? 3 : 0, n;
    struct ed_str rest = ed_str_slice(line, indent, line.n), origin;
    struct ed_stamp stamp;
    bool err;

    if (!ed_stamp_read(rest, ED_STAMP_DATE_TIME, &stamp) || !stamp.known || rest.p[10] != 'T' || stamp.n == rest.n ||
        rest.p[stamp.n] != ' ') {
        return false;
    }
    n = origin_length(ed_str_slice(rest, stamp.n + 1, rest.n), &origin, &err);
    if (n == 0) {
        return false;
    }
    meta->container = origin;
    meta->stream = err ? ED_STR("stderr") : ED_STR("stdout");
    ret->told.time_text = ed_str_slice(rest, 0, stamp.n);
    ret->told.time = ED_TIME_DATED;
    ret->body = ed_str_slice(rest, stamp.n + 1 + n, rest.n);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_cloud_foundry = {
    .name = "cloud-foundry",
    .about = "cf logs",
    .sample = "   2025-05-05T12:00:00.12+0000 [APP/PROC/WEB/0] ERR cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00", "   0000-00-00a00"),
    .whole_lines = true,
    .peel = peel_cloud_foundry,
};

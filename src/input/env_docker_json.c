/*
 * env_docker_json.c: files of docker's json-file driver, one object a line, members in this order:
 *
 *     {"log":"cannot map \u003cweights\u003e\n","stream":"stderr","time":"2025-05-05T12:00:00.123456789Z"}
 *     {"log":"two\n","stream":"stdout","attrs":{"tag":"trainer"},"time":"2025-05-05T12:00:00.2Z"}
 *
 * Sharp edges: `log` is left out when it is empty. A line of over 16 KiB comes in several objects, of which only the
 * last one's `log` ends in a line break; stdout and stderr come between each other's pieces. Mostly the line break is
 * the only escape: then the text is taken as it stands, so that nobody has to look at it again.
 */
#include "input/envelope.h"
#include "input/stamp.h"
#include "json/flat.h"

/* The text without the line break at its end; false: it has none, so its line goes on. */
static bool cut_end(struct ed_str *text, struct ed_str end)
{
    if (!ed_str_ends(*text, end)) {
        return false;
    }
    text->n -= end.n;
    return true;
}

/* How many backslashes stand before the end. */
static size_t slashes(struct ed_str s)
{
    size_t n = 0;

    while (n < s.n && s.p[s.n - 1 - n] == '\\') {
        n++;
    }
    return n;
}

static void read_log(const struct ed_json_member *log, struct ed_arena *arena, struct ed_peel *ret)
{
    struct ed_str text = log->text;
    bool ended = cut_end(&text, ED_STR("\\n")) && slashes(text) % 2 == 0;

    if (ended && ed_str_ends(text, ED_STR("\\r")) && slashes(ed_str_slice(text, 0, text.n - 1)) % 2) {
        text.n -= 2; /* of a terminal */
    }
    ret->partial = !ended;
    ret->body = ended ? text : log->text;
    if (log->escaped && memchr(ret->body.p, '\\', ret->body.n)) {
        struct ed_json_member escaped = {.kind = ED_JSON_STRING, .text = ret->body, .escaped = true};

        ret->body = ed_json_unescape(arena, &escaped);
        ret->decoded = true;
    }
}

/* What --log-opt tag, labels and env add. A tag is chosen to name the container. */
static struct ed_str tag_of(struct ed_str attrs, struct ed_arena *arena)
{
    struct ed_json_flat flat;
    struct ed_json_member member;

    for (bool ok = ed_json_flat_begin(&flat, attrs); ok && ed_json_flat_next(&flat, &member);) {
        if (ed_str_is(member.key, "tag") && member.kind == ED_JSON_STRING && member.text.n) {
            return ed_json_unescape(arena, &member);
        }
    }
    return ED_STR_NONE;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_json_member member, log = {.text = ED_STR_NONE}, stream = log, time = log, attrs = log;
    struct ed_json_flat flat;
    bool is = ed_json_flat_begin(&flat, line);

    while (is && ed_json_flat_next(&flat, &member)) {
        struct ed_json_member *place = ed_str_is(member.key, "log")      ? &log
                                       : ed_str_is(member.key, "stream") ? &stream
                                       : ed_str_is(member.key, "time")   ? &time
                                       : ed_str_is(member.key, "attrs")  ? &attrs
                                                                         : NULL;

        is = place && !place->text.p && (member.kind == ED_JSON_STRING || place == &attrs);
        if (is) {
            *place = member;
        }
    }
    if (!is || !ed_json_flat_whole(&flat) || !stream.text.p || !time.text.p ||
        (!ed_str_is(stream.text, "stdout") && !ed_str_is(stream.text, "stderr"))) {
        ret->undecoded = flat.failed && ed_str_starts(line, ED_STR("{\"log\":\""));
        return false;
    }
    if (log.text.p) {
        read_log(&log, arena, ret);
    } else {
        ret->body = ed_str_slice(line, 0, 0);
    }
    if (attrs.text.p) {
        struct ed_str tag = tag_of(attrs.text, arena);

        meta->container = tag.p ? tag : meta->container;
    }
    meta->stream = stream.text;
    ret->told.time_text = time.text;
    ret->told.time = ED_TIME_DATED;
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_docker_json = {
    .name = "docker-json",
    .about = "files of docker's json-file driver",
    .sample =
        "{\"log\":\"cannot map weights file\\n\",\"stream\":\"stderr\",\"time\":\"2025-05-05T12:00:00.123456789Z\"}",
    .heads = ED_LAYER_HEADS("{\"aaa\":\"", "{\"aaaaaa\":\"aaa"),
    .whole_lines = true,
    .peel = peel,
};

/*
 * env_logfmt.c: logs of KEY=VALUE pairs, and what logrus makes of them on a terminal.
 *
 *     time="2025-05-05T12:00:00Z" level=error msg="cannot map weights file" error="open w7: no such file"
 *     ts=2025-05-05T12:00:00.123Z caller=map.go:12 level=error msg="cannot map weights file" err=EOF
 *     ERRO[0012] cannot map weights file                       shard=7
 *
 * Values stand bare or in quotes with Go's escapes. A line is of it when it is pairs to its end, with a message and a
 * level or a time; keys mean what they mean in JSON (keys.tsv), and the body is made the same way. The terminal form
 * keeps its pairs in the body: there they stand where the program put them.
 */
#include "input/fields.h"
#include "input/heads.h"
#include "input/stamp.h"

/* Words without `=` that a line may hold: bare keys. More, and it is prose. */
#define BARE_MAX 2

static bool is_key_byte(char c)
{
    return ed_is_word(c) || c == '.' || c == '-' || c == '/' || c == '@';
}

/* A value's bytes with its quotes; *ret: what it is. 0 when a quote does not end. */
static size_t value_length(struct ed_str s, struct ed_json_member *ret)
{
    size_t i = 0;

    *ret = (struct ed_json_member){.kind = ED_JSON_STRING};
    if (s.n == 0 || s.p[0] != '"') {
        while (i < s.n && s.p[i] != ' ') {
            i++;
        }
        ret->text = ed_str_slice(s, 0, i);
        return i;
    }
    for (i = 1; i < s.n && s.p[i] != '"'; i++) {
        if (s.p[i] == '\\') {
            ret->escaped = true;
            i++;
        }
    }
    ret->text = ed_str_slice(s, 1, i);
    return i < s.n ? i + 1 : 0;
}

/* All pairs of the line into the fields; false when it is not made of pairs. */
static bool read_pairs(struct ed_fields *fields, struct ed_str line)
{
    unsigned bare = 0;

    for (size_t i = 0; i < line.n;) {
        size_t from = i, n;
        struct ed_json_member value;
        struct ed_str rest;

        if (line.p[i] == ' ') {
            i++;
            continue;
        }
        while (i < line.n && is_key_byte(line.p[i])) {
            i++;
        }
        if (i == from || i == line.n || line.p[i] != '=') {
            if (i == from || (i < line.n && line.p[i] != ' ') || ++bare > BARE_MAX) {
                return false;
            }
            continue;
        }
        rest = ed_str_slice(line, i + 1, line.n);
        n = value_length(rest, &value);
        if (n == 0 && rest.n && rest.p[0] == '"') {
            return false;
        }
        ed_fields_add(fields, ed_key_find(ED_KEY_ROOT, ed_str_slice(line, from, i)), &value);
        i += 1 + n;
        if (i < line.n && line.p[i] != ' ') {
            return false;
        }
    }
    return true;
}

static bool peel(const struct ed_layer *layer, struct ed_str line, struct ed_arena *arena, struct ed_meta *meta,
                 struct ed_peel *ret)
{
    struct ed_fields fields;

    ed_fields_begin(&fields, arena);
    if (!ed_heads_fit(layer->heads, line) || !read_pairs(&fields, line) || fields.crowded ||
        !(fields.known & ED_FIELDS_SAYS) || !ed_fields_sure(&fields)) {
        return false;
    }
    ed_fields_finish(&fields, meta, ret);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_logfmt = {
    .name = "logfmt",
    .about = "key=value pairs: logrus, go-kit, slog, Grafana",
    .sample = "time=\"2025-05-05T12:00:00Z\" level=error msg=\"cannot map weights file\"",
    /* time=, ts= and t= with a year or an epoch, lvl=, msg=", level=, caller= or logger= or source= */
    .heads = ED_LAYER_HEADS("aaaa=", "aa=00", "a=000", "aaa=a", "aaa=\"", "aaaaa=a", "aaaaaa=a"),
    .whole_lines = true,
    .peel = peel,
};

/* Bytes of "[0012] " or "[2025-05-05T12:00:00Z] "; 0 when there is none. *ret_time: what is in it, if it is a time. */
static size_t bracket(struct ed_str s, struct ed_str *ret_time)
{
    size_t end = ed_str_find_byte(ed_str_slice(s, 0, 48), ']', 0), i = 1;
    struct ed_stamp stamp;

    if (end == SIZE_MAX || s.p[0] != '[' || end + 1 >= s.n || s.p[end + 1] != ' ') {
        return 0;
    }
    while (i < end && ed_is_digit(s.p[i])) {
        i++;
    }
    if (i == end && i > 4) {
        return end + 2;
    }
    *ret_time = ed_str_slice(s, 1, end);
    return ed_stamp_read(*ret_time, ED_STAMP_DATE_TIME, &stamp) && stamp.n == ret_time->n ? end + 2 : 0;
}

static bool peel_tty(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                     struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    static const char words[][5] = {"PANI", "FATA", "ERRO", "WARN", "INFO", "DEBU", "TRAC"};
    static const enum ed_level levels[] = {ED_LEVEL_CRIT, ED_LEVEL_CRIT,  ED_LEVEL_ERR,  ED_LEVEL_WARNING,
                                           ED_LEVEL_INFO, ED_LEVEL_DEBUG, ED_LEVEL_DEBUG};
    struct ed_str time = ED_STR_NONE;
    size_t n = bracket(ed_str_slice(line, 4, line.n), &time);

    for (size_t i = 0; n && i < ED_ARRAY_LEN(words); i++) {
        if (memcmp(line.p, words[i], 4) == 0) {
            ret->told.level = levels[i];
            ed_fields_time(time, &ret->told);
            ret->body = ed_str_slice(line, 4 + n, line.n);
            ret->sure = true;
            return true;
        }
    }
    return false;
}

const struct ed_layer ed_env_logrus_tty = {
    .name = "logrus-tty",
    .about = "logrus on a terminal",
    .sample = "ERRO[0012] cannot map weights file",
    .heads = ED_LAYER_HEADS("aaaa[0000", "aaaa[0000-00-00a"),
    .carries = true,
    .peel = peel_tty,
};

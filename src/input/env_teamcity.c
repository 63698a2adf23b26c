/*
 * env_teamcity.c: TeamCity's service messages, which programs print, and its build log as one downloads it.
 *
 *     ##teamcity[testFailed name='load' message='cannot map weights file' details='at load|nat main']
 *     [12:00:00]W:<TAB> [Step 1/2] cannot map weights file
 *
 * Sharp edges: values are quoted by ' and escape by '|', also line breaks and letters by number; only those that hold
 * text are kept, most messages only count tests. The letter behind the log's time is the level, and a line is indented
 * by a TAB for each block it stands in.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "input/envelope.h"
#include "input/stamp.h"

enum { MESSAGE = 1, LOG = 2 };

/* The attributes of a message that hold text, in the order in which they are read. */
static const struct {
    const char *name;
    const char *keys[2];
    enum ed_level level;
} texts[] = {
    {"message", {"text", "errorDetails"}, ED_LEVEL_UNKNOWN}, {"buildProblem", {"description", NULL}, ED_LEVEL_ERR},
    {"testFailed", {"message", "details"}, ED_LEVEL_ERR},    {"testStdErr", {"out", NULL}, ED_LEVEL_UNKNOWN},
    {"testStdOut", {"out", NULL}, ED_LEVEL_UNKNOWN},         {"buildStatus", {"text", NULL}, ED_LEVEL_UNKNOWN},
    {"testIgnored", {"message", NULL}, ED_LEVEL_UNKNOWN},
};

static size_t word_length(struct ed_str s)
{
    size_t i = 0;

    while (i < s.n && ed_is_word(s.p[i])) {
        i++;
    }
    return i;
}

/* Append what stands in the quotes; *at is behind the first and comes to stand behind the last. false: it has none. */
static bool read_value(struct ed_str s, size_t *at, struct ed_buf *out)
{
    static const char codes[] = "nrlpx", bytes[] = "\n\r\n\n\n";
    size_t i = *at;

    while (i < s.n && s.p[i] != '\'') {
        char c = s.p[i++];
        uint32_t point;

        if (c != '|' || i == s.n) {
            ed_buf_byte(out, c);
            continue;
        }
        c = s.p[i++];
        if (c == '0' && i < s.n && s.p[i] == 'x' && ed_str_hex(s, i + 1, 4, &point) == 4 && point) {
            ed_utf8_put(out, point);
            i += 5;
        } else {
            ed_buf_byte(out, ed_is_among(codes, c) ? bytes[strchr(codes, c) - codes] : c);
        }
    }
    *at = i + 1;
    return i < s.n;
}

/* The value of a key, appended on a line of its own. false: the message is broken. */
static bool append_value(struct ed_str s, const char *key, struct ed_buf *out)
{
    struct ed_buf other;
    size_t at = 0;
    bool fine = true;

    ed_buf_init(&other, /* max */ 0);
    while (fine && at < s.n && s.p[at] != ']') {
        size_t name = word_length(ed_str_slice(s, at, s.n));
        bool is = key && ed_str_is(ed_str_slice(s, at, at + name), key);

        if (name == 0) {
            char c = s.p[at++];

            ed_buf_reset(&other);
            fine = c == ' ' || (c == '\'' && read_value(s, &at, &other)); /* some have one value, without a key */
            continue;
        }
        at += name;
        fine = ed_str_starts(ed_str_slice(s, at, s.n), ED_STR("='"));
        at += 2;
        if (fine && is && out->n) {
            ed_buf_byte(out, '\n');
        }
        ed_buf_reset(&other);
        fine = fine && read_value(s, &at, is ? out : &other);
    }
    ed_buf_done(&other);
    return fine && at < s.n;
}

static enum ed_level status_level(struct ed_str attributes)
{
    struct ed_buf status;
    enum ed_level level;

    ed_buf_init(&status, /* max */ 0);
    level = append_value(attributes, "status", &status) ? ed_level_word(ed_buf_view(&status), /* any_case */ false)
                                                        : ED_LEVEL_UNKNOWN;
    level = ed_str_is(ed_buf_view(&status), "FAILURE") ? ED_LEVEL_ERR : level;
    ed_buf_done(&status);
    return level;
}

static bool peel_message(struct ed_str line, struct ed_arena *arena, struct ed_peel *ret)
{
    struct ed_str rest = ed_str_slice(line, 11, line.n), name = ed_str_slice(rest, 0, word_length(rest));
    struct ed_str attributes = ed_str_slice(rest, name.n, rest.n);
    struct ed_buf text;
    size_t i = 0;
    bool fine;

    if (name.n == 0 || !ed_is_alpha(name.p[0])) {
        return false;
    }
    ed_buf_init(&text, /* max */ 0);
    while (i < ED_ARRAY_LEN(texts) && !ed_str_is(name, texts[i].name)) {
        i++;
    }
    fine = append_value(attributes, i < ED_ARRAY_LEN(texts) ? texts[i].keys[0] : NULL, &text);
    if (fine && i < ED_ARRAY_LEN(texts) && texts[i].keys[1]) {
        fine = append_value(attributes, texts[i].keys[1], &text);
    }
    if (fine) {
        ret->variant = MESSAGE;
        ret->body = text.n ? ed_arena_str(arena, ed_buf_view(&text)) : ED_STR("");
        ret->decoded = ret->sure = true;
        ret->silent = text.n == 0;
        ret->told.level = i == ED_ARRAY_LEN(texts) ? ED_LEVEL_UNKNOWN : texts[i].level;
        if (ret->told.level == ED_LEVEL_UNKNOWN) {
            ret->told.level = status_level(attributes);
        }
    }
    ed_buf_done(&text);
    return fine;
}

static bool peel_log(struct ed_str line, struct ed_meta *meta, struct ed_peel *ret)
{
    static const char letters[] = " WEFi";
    static const enum ed_level levels[] = {ED_LEVEL_UNKNOWN, ED_LEVEL_WARNING, ED_LEVEL_ERR, ED_LEVEL_ERR,
                                           ED_LEVEL_INFO};
    size_t at = 12, close;

    if (line.n < 13 || line.p[0] != '[' || line.p[9] != ']' || !ed_stamp_like(line.p + 1, "00:00:00") ||
        !ed_is_among(letters, line.p[10]) || line.p[11] != ':') {
        return false;
    }
    while (at < line.n && line.p[at] == '\t') {
        at++;
    }
    if (at == line.n || line.p[at++] != ' ') {
        return false;
    }
    close = line.p[at - 2] == '\t' && at < line.n && line.p[at] == '[' ? ed_str_find(line, ED_STR("] "), at) : SIZE_MAX;
    if (close != SIZE_MAX) {
        meta->step = ed_str_slice(line, at + 1, close);
        at = close + 2;
    }
    ret->variant = LOG;
    ret->told.time_text = ed_str(line.p + 1, 8);
    ret->told.level = levels[strchr(letters, line.p[10]) - letters];
    ret->body = ed_str_slice(line, at, line.n);
    return true;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    if (ed_str_starts(line, ED_STR("##teamcity["))) {
        return peel_message(line, arena, ret);
    }
    return peel_log(line, meta, ret);
}

static const struct ed_layer_variant variants[] = {
    {"teamcity", "TeamCity's service messages", "##teamcity[message text='cannot map weights file']"},
    {"teamcity-log", "a build log that was downloaded from TeamCity",
     "[12:00:00]W:\t [Step 1/2] cannot map weights file"},
};

const struct ed_layer ed_env_teamcity = {
    .name = "teamcity",
    .about = "TeamCity's service messages and build logs",
    .sample = "##teamcity[message text='cannot map weights file']",
    .heads = ED_LAYER_HEADS("##aaaaaaaa[a", "[00:00:00"),
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};

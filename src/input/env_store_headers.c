/*
 * env_store_headers.c: what stores print in front of a log's lines: `aws logs tail`, the runtimes of AWS Lambda, and
 * logcli. Each is one header a message.
 *
 *     2025-05-05T12:00:00.123000+00:00 app/main/0a1b cannot map weights file
 *     2025-05-05T12:00:00.123Z<TAB>c793869b-ee49-115b-a5b6-4fd21e8dedac<TAB>ERROR<TAB>cannot map weights file
 *     2025-05-05T12:00:00Z {pod="train-0", stream="stderr"} cannot map weights file
 *
 * Sharp edges: rsyslog's lines have the time of `aws logs tail`, so the stream's name must hold a slash, and several
 * lines must agree on it unless it is a Lambda's. Labels hold braces and commas in quotes. A Lambda prints an error as
 * a few words, a blank and a TAB before JSON: the words go.
 */
#include "input/fields.h"

#include "input/stamp.h"

static void put_time(struct ed_str time, struct ed_told *told)
{
    told->time_text = time;
    told->time = ED_TIME_DATED;
}

/* A full time with a zone at the front; 0 when there is none. */
static size_t zoned(struct ed_str s)
{
    struct ed_stamp stamp;

    return ed_stamp_read(s, ED_STAMP_DATE_TIME, &stamp) && stamp.known && s.p[10] == 'T' ? stamp.n : 0;
}

/* "2025/05/05/[$LATEST]0a1b..." */
static bool is_lambda_stream(struct ed_str s)
{
    return s.n > 12 && ed_stamp_like(s.p, "0000/00/") && s.p[11] == '[';
}

static bool peel_tail(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                      struct ed_meta *meta, struct ed_peel *ret)
{
    size_t n = zoned(line), end = n ? ed_str_find_byte(line, ' ', n + 1) : SIZE_MAX;
    struct ed_str stream;

    if (n != 32 || end == SIZE_MAX || line.p[n] != ' ' || !ed_str_is(ed_str_slice(line, 26, n), "+00:00")) {
        return false;
    }
    stream = ed_str_slice(line, n + 1, end);
    if (stream.n == 0 || !memchr(stream.p, '/', stream.n) || stream.p[stream.n - 1] == ':') {
        return false;
    }
    put_time(ed_str_slice(line, 0, n), &ret->told);
    meta->ident = stream;
    ret->witness = stream;
    ret->sure = is_lambda_stream(stream);
    ret->body = ed_str_slice(line, end + 1, line.n);
    return true;
}

const struct ed_layer ed_env_aws_tail = {
    .name = "aws-logs-tail",
    .about = "aws logs tail",
    .sample = "2025-05-05T12:00:00.123000+00:00 app/main/0a1b cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00"),
    .carries = true,
    .peel = peel_tail,
};

static bool is_request(struct ed_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;

        if (dash ? s.p[i] != '-' : !ed_is_digit(s.p[i]) && (ed_lower(s.p[i]) < 'a' || ed_lower(s.p[i]) > 'f')) {
            return false;
        }
    }
    return s.n == 36;
}

/* "Invoke Error \t{" and its like: what stands before the JSON. */
static size_t announced(struct ed_str s)
{
    static const struct ed_str words[] = {ED_STR_INIT("Invoke Error \t"), ED_STR_INIT("Uncaught Exception \t"),
                                          ED_STR_INIT("Unhandled Promise Rejection \t")};

    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        if (ed_str_starts(s, words[i]) && s.n > words[i].n && s.p[words[i].n] == '{') {
            return words[i].n;
        }
    }
    return 0;
}

static bool peel_lambda(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                        struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    struct ed_str rest = line, level = ED_STR_NONE, time;
    bool bracket = line.n && line.p[0] == '[';

    if (bracket) {
        level = ed_str_cut(&rest, '\t');
        level = ed_str_ends(level, ED_STR("]")) ? ed_str_slice(level, 1, level.n - 1) : ED_STR_NONE;
    }
    time = ed_str_cut(&rest, '\t');
    if (time.n < 20 || zoned(time) != time.n || !is_request(ed_str_cut(&rest, '\t'))) {
        return false;
    }
    level = bracket ? level : ed_str_cut(&rest, '\t');
    ret->told.level = ed_level_word(level, /* any_case */ false);
    if (ret->told.level == ED_LEVEL_UNKNOWN) {
        return false;
    }
    put_time(time, &ret->told);
    ret->body = ed_str_slice(rest, announced(rest), rest.n);
    ret->body = ret->body.p ? ret->body : ED_STR("");
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_lambda = {
    .name = "aws-lambda",
    .about = "AWS Lambda's Node and Python runtimes",
    .sample = "2025-05-05T12:00:00.123Z\tc793869b-ee49-115b-a5b6-4fd21e8dedac\tERROR\tcannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00", "[aaaa]\t0000-00-0", "[aaaaa]\t0000-00-", "[aaaaaaa]\t0000-0",
                            "[aaaaaaaa]\t0000-"),
    .carries = true,
    .peel = peel_lambda,
};

/* Labels at the front, `{k="v", k2="v2"}`, into the fields; bytes taken, 0 when they are none. */
static size_t read_labels(struct ed_fields *fields, struct ed_str s)
{
    unsigned parent = ed_key_find(ED_KEY_ROOT, ED_STR("labels"));
    size_t i = 1;

    while (i < s.n) {
        struct ed_json_member value = {.kind = ED_JSON_STRING};
        size_t name = i, quote;

        while (i < s.n && (ed_is_word(s.p[i]) || s.p[i] == '.')) {
            i++;
        }
        if (i == name || i + 1 >= s.n || s.p[i] != '=' || s.p[i + 1] != '"') {
            return 0;
        }
        quote = i + 2;
        for (i = quote; i < s.n && s.p[i] != '"'; i++) {
            if (s.p[i] == '\\') {
                value.escaped = true;
                i++;
            }
        }
        if (i + 1 >= s.n) {
            return 0;
        }
        value.text = ed_str_slice(s, quote, i);
        ed_fields_add(fields, ed_key_find(parent, ed_str_slice(s, name, quote - 2)), &value);
        i++;
        if (s.p[i] == '}') {
            return i + 1;
        }
        i += ed_str_starts(ed_str_slice(s, i, s.n), ED_STR(", ")) ? 2 : s.p[i] == ',';
    }
    return 0;
}

static bool peel_logcli(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                        struct ed_meta *meta, struct ed_peel *ret)
{
    size_t n = zoned(line), labels;
    struct ed_fields fields;

    if (n == 0 || n + 2 >= line.n || line.p[n] != ' ' || line.p[n + 1] != '{') {
        return false;
    }
    ed_fields_begin(&fields, arena);
    labels = read_labels(&fields, ed_str_slice(line, n + 1, line.n));
    if (labels == 0) {
        return false;
    }
    fields.ntexts = 0; /* a label is a name, whatever it reads like */
    ed_fields_finish(&fields, meta, ret);
    put_time(ed_str_slice(line, 0, n), &ret->told);
    ret->decoded = ret->silent = false;
    ret->body = ed_str_trim(ed_str_slice(line, n + 1 + labels, line.n));
    ret->body = ret->body.p ? ret->body : ED_STR("");
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_logcli = {
    .name = "logcli",
    .about = "logcli's default output",
    .sample = "2025-05-05T12:00:00Z {pod=\"train-0\", stream=\"stderr\"} cannot map weights file",
    .heads = ED_LAYER_HEADS("0000-00-00a00:00"),
    .whole_lines = true,
    .peel = peel_logcli,
};

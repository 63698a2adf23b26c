/*
 * env_json_list.c: one JSON value on a line that holds many records: an array of them, the answer of a store, a batch
 * of OpenTelemetry's. The body is the records, a line each, which env_json.c then reads.
 *
 *     {"events":[{"timestamp":1746446400123,"message":"cannot map weights file"},{"timestamp":..}]}
 *     {"timestamp":1746446400123,"message":"cannot map weights file"}
 *
 * What stands around the records and is true of each (OpenTelemetry's resource, Loki's labels) is put into each, if it
 * is small. Loki's [time, line] become objects as logcli writes them. A list proves itself by its first record, which
 * must be a log's; one whose first is not stays as it is.
 */
#include "base/buf.h"
#include "base/limits.h"
#include "input/json_fields.h"

/* What is put into each record: more is said of a pod in some hundred bytes. */
#define AROUND_MAX ED_KIB
/* All records together are not longer than so many times the text, of which what is put in takes once its length. */
#define GROWTH_MAX 4
/* Arrays in arrays: resourceLogs, scopeLogs, logRecords. */
#define STEPS_MAX 3

static const struct list {
    const char *steps[STEPS_MAX]; /* keys of arrays, or of the object that holds one, down to the records */
    const char *around;           /* a member beside the second step that is true of each record */
    bool pairs;                   /* a record is ["TIME","LINE"] */
} lists[] = {
    {{NULL}, NULL, false},
    {{"resourceLogs", "scopeLogs", "logRecords"}, "resource", false},
    {{"resource_logs", "scope_logs", "log_records"}, "resource", false},
    {{"events"}, NULL, false},
    {{"logEvents"}, NULL, false},
    {{"hits", "hits"}, NULL, false},
    {{"data", "result", "values"}, "stream", true},
};

static const struct ed_layer_variant variants[] = {
    {"json-array", "an array of JSON records on one line",
     "[{\"level\":\"error\",\"time\":\"2025-05-05T12:00:00Z\",\"msg\":\"cannot map weights file\"}]"},
    {"otlp-json", "OpenTelemetry's logs in JSON",
     "{\"resourceLogs\":[{\"resource\":{},\"scopeLogs\":[{\"logRecords\":[{\"timeUnixNano\":\"1746446400123000000\","
     "\"body\":{\"stringValue\":\"cannot map weights file\"}}]}]}]}"},
    {"otlp-json-snake", "the same with snake_case keys",
     "{\"resource_logs\":[{\"scope_logs\":[{\"log_records\":[{\"time_unix_nano\":\"1746446400123000000\","
     "\"body\":{\"string_value\":\"cannot map weights file\"}}]}]}]}"},
    {"cloudwatch-events", "aws logs get-log-events and filter-log-events",
     "{\"events\":[{\"timestamp\":1746446400123,\"message\":\"cannot map weights file\"}]}"},
    {"cloudwatch-push", "what a CloudWatch subscription delivers",
     "{\"messageType\":\"DATA_MESSAGE\",\"logEvents\":[{\"id\":\"1\",\"timestamp\":1746446400123,"
     "\"message\":\"cannot map weights file\"}]}"},
    {"es-search", "an answer of Elasticsearch's _search",
     "{\"took\":1,\"hits\":{\"hits\":[{\"_index\":\"logs\",\"_source\":{\"@timestamp\":\"2025-05-05T12:00:00Z\","
     "\"message\":\"cannot map weights file\"}}]}}"},
    {"loki-json", "an answer of Loki's API",
     "{\"data\":{\"result\":[{\"stream\":{\"pod\":\"train-0\"},\"values\":[[\"1746446400123000000\","
     "\"cannot map weights file\"]]}]}}"},
};

_Static_assert(ED_ARRAY_LEN(lists) == ED_ARRAY_LEN(variants), "a variant is a list");

struct spread {
    const struct list *list;
    struct ed_arena *arena;
    struct ed_str around; /* of the records that are being read; ED_STR_NONE: nothing */
    struct ed_buf *out;
    size_t room;  /* for what is put into records */
    bool refused; /* the first record is no log's */
};

/* Whether a line is a record that env_json takes at once. */
static bool is_record(struct spread *s, struct ed_str line)
{
    struct ed_fields fields;

    ed_fields_begin(&fields, s->arena);
    return ed_json_fields_read(&fields, line) == ED_JSON_WHOLE && ed_fields_speak(&fields) && ed_fields_sure(&fields);
}

/* ["1746446400123000000","text"] as {"labels":{..},"timestamp":"..","line":".."}. */
static bool put_pair(struct spread *s, struct ed_str pair)
{
    struct ed_json_member time, line;
    struct ed_json_flat flat;

    if (!ed_json_flat_begin_array(&flat, pair) || !ed_json_flat_next(&flat, &time) ||
        !ed_json_flat_next(&flat, &line) || time.kind != ED_JSON_STRING || line.kind != ED_JSON_STRING) {
        return false;
    }
    ed_buf_text(s->out, "{");
    if (s->around.n) {
        ed_buf_text(s->out, "\"labels\":");
        ed_buf_str(s->out, s->around);
        ed_buf_byte(s->out, ',');
    }
    ed_buf_text(s->out, "\"timestamp\":\"");
    ed_buf_str(s->out, time.text);
    ed_buf_text(s->out, "\",\"line\":\"");
    ed_buf_str(s->out, line.text);
    ed_buf_text(s->out, "\"}");
    return true;
}

/* {..} with what stands around it as its first member. */
static void put_object(struct spread *s, struct ed_str object)
{
    if (s->around.n && object.n > 2) {
        ed_buf_printf(s->out, "{\"%s\":", s->list->around);
        ed_buf_str(s->out, s->around);
        ed_buf_byte(s->out, ',');
        object = ed_str_slice(object, 1, object.n);
    }
    ed_buf_str(s->out, object);
}

static void put_record(struct spread *s, const struct ed_json_member *record)
{
    size_t before = s->out->n;
    bool put = s->list->pairs ? record->kind == ED_JSON_ARRAY : record->kind == ED_JSON_OBJECT;

    s->around = s->around.n > s->room ? ED_STR_NONE : s->around;
    s->room -= s->around.n;
    if (before) {
        ed_buf_byte(s->out, '\n');
    }
    if (put && s->list->pairs) {
        put = put_pair(s, record->text);
    } else if (put) {
        put_object(s, record->text);
    }
    if (!put) { /* what is no record is a line as it stands */
        ed_buf_str(s->out, record->text);
    }
    s->refused |= before == 0 && !is_record(s, ed_buf_view(s->out));
}

static void spread(struct spread *s, struct ed_str value, unsigned step);

/* The member that is the next step, and the one beside it that is true of all records below. */
static void spread_object(struct spread *s, struct ed_str object, unsigned step)
{
    struct ed_json_member member, next = {.kind = ED_JSON_NULL};
    struct ed_json_flat flat;
    struct ed_str around = s->around;

    for (ed_json_flat_begin(&flat, object); ed_json_flat_next(&flat, &member);) {
        if (ed_str_is(member.key, s->list->steps[step])) {
            next = member;
        } else if (s->list->around && ed_str_is(member.key, s->list->around) && member.kind == ED_JSON_OBJECT &&
                   member.text.n <= AROUND_MAX && !memchr(member.text.p, '\n', member.text.n)) {
            s->around = member.text;
        }
    }
    if (next.kind == ED_JSON_ARRAY || next.kind == ED_JSON_OBJECT) {
        spread(s, next.text, step + 1);
    }
    s->around = around;
}

/* An array below the key of the step before, or the object that holds the next one. */
static void spread(struct spread *s, struct ed_str value, unsigned step)
{
    bool last = step == STEPS_MAX || !s->list->steps[step];
    struct ed_json_member item;
    struct ed_json_flat flat;

    if (value.p[0] == '{') {
        if (!last) {
            spread_object(s, value, step);
        }
        return;
    }
    for (ed_json_flat_begin_array(&flat, value); !s->refused && ed_json_flat_next(&flat, &item);) {
        if (last) {
            put_record(s, &item);
        } else if (item.kind == ED_JSON_OBJECT) {
            spread_object(s, item.text, step);
        }
    }
}

/* Which list a value is: by the key of its first step among the members of an object. */
static const struct list *list_of(struct ed_str line)
{
    const struct list *is = NULL;
    struct ed_json_member member;
    struct ed_json_flat flat;

    if (line.n && line.p[0] == '[') {
        ed_json_flat_begin_array(&flat, line);
        is = ed_json_flat_next(&flat, &member) && member.kind == ED_JSON_OBJECT ? &lists[0] : NULL;
    } else {
        ed_json_flat_begin(&flat, line);
    }
    while (ed_json_flat_next(&flat, &member)) {
        for (size_t i = 1; !is && i < ED_ARRAY_LEN(lists); i++) {
            is = ed_str_is(member.key, lists[i].steps[0]) ? &lists[i] : NULL;
        }
    }
    return ed_json_flat_whole(&flat) ? is : NULL;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    struct spread s = {.list = list_of(line), .arena = arena, .room = line.n};
    struct ed_buf out;

    if (!s.list) {
        return false;
    }
    ed_buf_init(&out, GROWTH_MAX * line.n + ED_KIB);
    s.out = &out;
    spread(&s, line, 0);
    if (out.n && !s.refused && !out.full) {
        ret->body = ed_arena_str(arena, ed_buf_view(&out));
        ret->decoded = ret->sure = true;
        ret->variant = (uint8_t)(s.list - lists + 1);
    }
    ed_buf_done(&out);
    return ret->sure;
}

const struct ed_layer ed_env_json_list = {
    .name = "json-list",
    .about = "many JSON records on one line",
    .sample = "[{\"level\":\"error\",\"time\":\"2025-05-05T12:00:00Z\",\"msg\":\"cannot map weights file\"}]",
    .heads = ED_LAYER_HEADS("{\"", "[{"),
    .whole_lines = true,
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};

/*
 * env_fluent.c: records of log shippers (fluentd, fluent-bit, firelens, Vector's kubernetes source) and of stern -o
 * json: an object a line, with the text in one member and who wrote it in others.
 *
 *     {"log":"cannot map weights file\n","stream":"stderr","kubernetes":{"pod_name":"train-7f9","namespace_name":"ml"}}
 *     {"container_id":"1f2e","container_name":"/ecs-train","source":"stderr","log":"cannot map weights file"}
 *     {"message":"cannot map weights file","nodeName":"pine07","podName":"train-7f9","containerName":"main"}
 *
 * Sharp edges: members come in any order, and the program's own are among them when the shipper parsed its text: only
 * a record that names a container or a pod is taken, for others are a matter of who reads JSON logs. The line break at
 * the text's end may be kept or not, so it says nothing about pieces; some say partial_message=true and partial_last.
 */
#include "input/envelope.h"
#include "json/flat.h"

/* Members that are wanted; of several for one thing the first in this order is taken. */
enum {
    LOG,
    MESSAGE,
    STREAM,
    SOURCE,
    KUBERNETES,
    CONTAINER_NAME,
    CONTAINER_ID,
    CAMEL_CONTAINER,
    CAMEL_POD,
    CAMEL_NAMESPACE,
    CAMEL_NODE,
    ECS_TASK,
    PARTIAL,
    PARTIAL_LAST,
    AT_TIMESTAMP,
    TIME,
    TIMESTAMP,
    DATE,
    KEYS
};

static const struct ed_str keys[KEYS] = {
    [LOG] = ED_STR_INIT("log"),
    [MESSAGE] = ED_STR_INIT("message"),
    [STREAM] = ED_STR_INIT("stream"),
    [SOURCE] = ED_STR_INIT("source"),
    [KUBERNETES] = ED_STR_INIT("kubernetes"),
    [CONTAINER_NAME] = ED_STR_INIT("container_name"),
    [CONTAINER_ID] = ED_STR_INIT("container_id"),
    [CAMEL_CONTAINER] = ED_STR_INIT("containerName"),
    [CAMEL_POD] = ED_STR_INIT("podName"),
    [CAMEL_NAMESPACE] = ED_STR_INIT("namespace"),
    [CAMEL_NODE] = ED_STR_INIT("nodeName"),
    [ECS_TASK] = ED_STR_INIT("ecs_task_arn"),
    [PARTIAL] = ED_STR_INIT("partial_message"),
    [PARTIAL_LAST] = ED_STR_INIT("partial_last"),
    [AT_TIMESTAMP] = ED_STR_INIT("@timestamp"),
    [TIME] = ED_STR_INIT("time"),
    [TIMESTAMP] = ED_STR_INIT("timestamp"),
    [DATE] = ED_STR_INIT("date"),
};

static bool collect(struct ed_str line, struct ed_json_member found[KEYS])
{
    struct ed_json_member member;
    struct ed_json_flat flat;

    for (bool ok = ed_json_flat_begin(&flat, line); ok && ed_json_flat_next(&flat, &member);) {
        for (size_t i = 0; i < KEYS; i++) {
            if (ed_str_eq(member.key, keys[i])) {
                found[i] = member;
                break;
            }
        }
    }
    return ed_json_flat_whole(&flat);
}

static struct ed_str text_of(const struct ed_json_member *member, struct ed_arena *arena)
{
    return member->text.p && member->kind == ED_JSON_STRING && member->text.n ? ed_json_unescape(arena, member)
                                                                              : ED_STR_NONE;
}

static void take(struct ed_str *place, struct ed_str value)
{
    *place = value.p ? value : *place;
}

/* The object that a shipper adds for a pod. */
static void read_kubernetes(struct ed_str object, struct ed_arena *arena, struct ed_meta *meta)
{
    static const struct {
        const char *key;
        size_t offset;
    } wanted[] = {
        {"pod_name", offsetof(struct ed_meta, pod)},
        {"namespace_name", offsetof(struct ed_meta, namespace)},
        {"pod_namespace", offsetof(struct ed_meta, namespace)},
        {"container_name", offsetof(struct ed_meta, container)},
        {"host", offsetof(struct ed_meta, host)},
        {"pod_node_name", offsetof(struct ed_meta, host)},
    };
    struct ed_json_member member;
    struct ed_json_flat flat;

    for (bool ok = ed_json_flat_begin(&flat, object); ok && ed_json_flat_next(&flat, &member);) {
        for (size_t i = 0; i < ED_ARRAY_LEN(wanted); i++) {
            if (ed_str_is(member.key, wanted[i].key)) {
                take((struct ed_str *)(void *)((char *)meta + wanted[i].offset), text_of(&member, arena));
            }
        }
    }
}

/* The unit of a number that is a time since 1970, by its size. */
static enum ed_time_form unit_of(struct ed_str number)
{
    size_t figures = 0;

    while (figures < number.n && ed_is_digit(number.p[figures])) {
        figures++;
    }
    return figures < 12   ? ED_TIME_SECONDS
           : figures < 15 ? ED_TIME_MILLIS
           : figures < 18 ? ED_TIME_MICROS
                          : ED_TIME_NANOS;
}

static void read_time(const struct ed_json_member found[KEYS], struct ed_told *told)
{
    for (size_t i = AT_TIMESTAMP; i <= DATE; i++) {
        const struct ed_json_member *is = &found[i];

        if (is->text.n && (is->kind == ED_JSON_STRING || is->kind == ED_JSON_NUMBER) && !is->escaped &&
            ed_is_digit(is->text.p[0])) {
            told->time_text = is->text;
            told->time = is->kind == ED_JSON_NUMBER ? unit_of(is->text) : ED_TIME_DATED;
            return;
        }
    }
}

static bool is_stream(struct ed_str s)
{
    return ed_str_is(s, "stdout") || ed_str_is(s, "stderr");
}

static bool is_true(const struct ed_json_member *member)
{
    return ed_str_is(member->text, "true");
}

static void read_meta(const struct ed_json_member found[KEYS], struct ed_arena *arena, struct ed_meta *meta)
{
    struct ed_str name = text_of(&found[CONTAINER_NAME], arena);

    take(&meta->container, text_of(&found[CONTAINER_ID], arena));
    take(&meta->container, name.n > 1 && name.p[0] == '/' ? ed_str_slice(name, 1, name.n) : name);
    take(&meta->container, text_of(&found[CAMEL_CONTAINER], arena));
    take(&meta->pod, text_of(&found[CAMEL_POD], arena));
    take(&meta->namespace, text_of(&found[CAMEL_NAMESPACE], arena));
    take(&meta->host, text_of(&found[CAMEL_NODE], arena));
    if (found[KUBERNETES].kind == ED_JSON_OBJECT) {
        read_kubernetes(found[KUBERNETES].text, arena, meta);
    }
    if (is_stream(found[STREAM].text)) {
        meta->stream = found[STREAM].text;
    } else if (is_stream(found[SOURCE].text)) {
        meta->stream = found[SOURCE].text;
    }
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_json_member found[KEYS] = {0};
    const struct ed_json_member *text;
    bool whole = collect(line, found);

    text = found[LOG].text.p ? &found[LOG] : &found[MESSAGE];
    if (!whole || !text->text.p || text->kind != ED_JSON_STRING ||
        !((found[KUBERNETES].text.p && found[KUBERNETES].kind == ED_JSON_OBJECT) || found[ECS_TASK].text.p ||
          (found[CONTAINER_ID].text.p && found[CONTAINER_NAME].text.p) ||
          (found[CAMEL_POD].text.p && found[CAMEL_CONTAINER].text.p))) {
        return false;
    }
    ret->body = ed_json_unescape(arena, text);
    ret->body.n -= ed_str_ends(ret->body, ED_STR("\n"));
    ret->decoded = text->escaped;
    ret->partial = is_true(&found[PARTIAL]) && !is_true(&found[PARTIAL_LAST]);
    ret->sure = true;
    read_time(found, &ret->told);
    read_meta(found, arena, meta);
    return true;
}

const struct ed_layer ed_env_fluent = {
    .name = "fluent",
    .about = "records of fluentd, fluent-bit, firelens, Vector and stern -o json",
    .sample =
        "{\"log\":\"cannot map weights file\\n\",\"stream\":\"stderr\",\"kubernetes\":{\"pod_name\":\"train-7f9\"}}",
    .heads = ED_LAYER_HEADS("{"),
    .whole_lines = true,
    .peel = peel,
};

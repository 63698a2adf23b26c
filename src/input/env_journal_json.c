/*
 * env_journal_json.c: journalctl -o json: one object a line, key order random, all values strings.
 *
 *     {"MESSAGE":"cannot map weights file","PRIORITY":"3","_PID":"4711","__REALTIME_TIMESTAMP":"1746439200000123"}
 *
 * Sharp edges: MESSAGE is null when it was too long for the reader's options (truncated), an array of numbers when it
 * is not printable text (one escape is enough), an array of values when the field stood several times. An entry of
 * several lines has them in one string. Docker and journald itself split long lines over several entries.
 */
#include "base/buf.h"
#include "input/envelope.h"
#include "json/read.h"

/* The first of the fields that is there, copied: the document does not outlive the line. */
static struct ed_str field(const struct ed_json_node *entry, struct ed_arena *arena, const char *const *keys)
{
    for (; *keys; keys++) {
        const struct ed_json_node *node = ed_json_get(entry, *keys);
        struct ed_str value = ed_json_str(node);

        if (node && ed_json_kind(node) == ED_JSON_ARRAY) {
            value = ed_json_str(ed_json_first(node));
        }
        if (value.n) {
            return ed_arena_str(arena, value);
        }
    }
    return ED_STR_NONE;
}

#define FIELD(...) field(entry, arena, (const char *const[]){__VA_ARGS__, NULL})

static bool is_bytes(const struct ed_json_node *array)
{
    const struct ed_json_node *item = ed_json_first(array);
    int64_t value = 0;

    if (!item) {
        return false;
    }
    for (; item; item = ed_json_next(item)) {
        if (!ed_json_int(item, &value) || value < 0 || value > 255) {
            return false;
        }
    }
    return true;
}

/* Append a value's text; values that stand side by side become lines. A value that is neither text, bytes nor a list of
   those is left out. */
static void append_text(struct ed_buf *out, const struct ed_json_node *node, bool nested)
{
    if (ed_json_kind(node) == ED_JSON_STRING) {
        ed_buf_str(out, ed_json_str(node));
        return;
    }
    if (ed_json_kind(node) != ED_JSON_ARRAY) {
        return;
    }
    if (is_bytes(node)) {
        for (const struct ed_json_node *item = ed_json_first(node); item; item = ed_json_next(item)) {
            int64_t value = 0;

            if (ed_json_int(item, &value)) {
                ed_buf_byte(out, (char)(unsigned char)value);
            }
        }
        return;
    }
    for (const struct ed_json_node *item = ed_json_first(node); item && !nested; item = ed_json_next(item)) {
        if (out->n) {
            ed_buf_byte(out, '\n');
        }
        append_text(out, item, /* nested */ true);
    }
}

static void read_message(const struct ed_json_node *entry, struct ed_arena *arena, struct ed_peel *ret)
{
    const struct ed_json_node *message = ed_json_get(entry, "MESSAGE");
    struct ed_buf text;

    ret->decoded = true;
    ret->body = ED_STR("");
    ret->truncated = message && ed_json_kind(message) == ED_JSON_NULL;
    if (!message || ret->truncated) {
        ret->silent = true;
        return;
    }
    ed_buf_init(&text, /* max */ 0);
    append_text(&text, message, /* nested */ false);
    ret->body = ed_arena_str(arena, ed_buf_view(&text));
    ed_buf_done(&text);
}

static void read_told(const struct ed_json_node *entry, struct ed_arena *arena, struct ed_told *ret)
{
    struct ed_str time = FIELD("_SOURCE_REALTIME_TIMESTAMP", "__REALTIME_TIMESTAMP");
    struct ed_str level = FIELD("PRIORITY");
    uint64_t micros = 0;

    if (ed_str_u64(time, &micros)) {
        ret->time_text = time;
        ret->time = ED_TIME_MICROS;
    }
    if (level.n == 1 && level.p[0] >= '0' && level.p[0] <= '7') {
        ret->level = (enum ed_level)(level.p[0] - '0');
    }
}

static void read_meta(const struct ed_json_node *entry, struct ed_arena *arena, struct ed_meta *meta)
{
    struct ed_str line = FIELD("CODE_LINE");
    uint64_t number = 0;

    meta->host = FIELD("_HOSTNAME");
    meta->ident = FIELD("SYSLOG_IDENTIFIER", "_COMM");
    meta->pid = FIELD("_PID", "SYSLOG_PID");
    meta->unit = FIELD("COREDUMP_UNIT", "OBJECT_SYSTEMD_UNIT", "_SYSTEMD_UNIT", "_SYSTEMD_USER_UNIT");
    if (ed_str_is(meta->pid, "1")) { /* the manager speaks of a unit, and is in none worth naming */
        struct ed_str about = FIELD("UNIT", "USER_UNIT");

        meta->unit = about.p ? about : meta->unit;
    }
    meta->container = FIELD("CONTAINER_NAME", "CONTAINER_ID");
    meta->file = FIELD("CODE_FILE");
    if (ed_str_u64(line, &number)) {
        meta->file_line = number;
    }
}

static bool is_true(const struct ed_json_node *entry, const char *key)
{
    return ed_str_is(ed_json_str(ed_json_get(entry, key)), "true");
}

/* Fields that every entry has, or, when a selection was printed, a message and one that only a journal knows. */
static bool is_entry(const struct ed_json_node *entry)
{
    static const char *const known[] = {"_PID",       "_HOSTNAME", "_SYSTEMD_UNIT",
                                        "_COMM",      "_BOOT_ID",  "SYSLOG_IDENTIFIER",
                                        "_TRANSPORT", "PRIORITY",  "SYSLOG_PID"};

    if (ed_json_get(entry, "__REALTIME_TIMESTAMP") || ed_json_get(entry, "__CURSOR")) {
        return true;
    }
    for (size_t i = 0; ed_json_get(entry, "MESSAGE") && i < ED_ARRAY_LEN(known); i++) {
        if (ed_json_get(entry, known[i])) {
            return true;
        }
    }
    return false;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    bool stamped = ed_str_find(line, ED_STR("\"__REALTIME_TIMESTAMP\""), 0) != SIZE_MAX ||
                   ed_str_find(line, ED_STR("\"__CURSOR\""), 0) != SIZE_MAX;
    const struct ed_json_node *entry;
    struct ed_json_doc *doc = NULL;
    bool is;

    if (!stamped && ed_str_find(line, ED_STR("\"MESSAGE\""), 0) == SIZE_MAX) {
        return false;
    }
    if (ed_json_parse(line, &doc, /* err */ NULL) != ED_OK) {
        ret->undecoded = stamped;
        return false;
    }
    entry = ed_json_root(doc);
    is = is_entry(entry);
    if (is) {
        read_message(entry, arena, ret);
        read_told(entry, arena, &ret->told);
        read_meta(entry, arena, meta);
        ret->sure = true;
        ret->partial = (is_true(entry, "CONTAINER_PARTIAL_MESSAGE") && !is_true(entry, "CONTAINER_PARTIAL_LAST")) ||
                       ed_str_is(ed_json_str(ed_json_get(entry, "_LINE_BREAK")), "line-max");
    }
    ed_json_doc_free(doc);
    return is;
}

const struct ed_layer ed_env_journal_json = {
    .name = "journal-json",
    .about = "journalctl -o json",
    .sample =
        "{\"MESSAGE\":\"cannot map weights file\",\"_PID\":\"4711\",\"__REALTIME_TIMESTAMP\":\"1746439200000123\"}",
    .heads = ED_LAYER_HEADS("{"),
    .whole_lines = true,
    .peel = peel,
};

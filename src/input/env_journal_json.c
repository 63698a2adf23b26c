/*
 * env_journal_json.c: journalctl -o json: one object a line, key order random, all values strings; and what frames such
 * lines: -o json-seq and -o json-sse.
 *
 *     {"MESSAGE":"cannot map weights file","PRIORITY":"3","_PID":"4711","__REALTIME_TIMESTAMP":"1746439200000123"}
 *
 * Sharp edges: MESSAGE is null when it was too long for the reader's options (truncated), an array of numbers when it
 * is not printable text (one escape is enough), an array of values when the field stood several times. An entry of
 * several lines has them in one string. Docker and journald itself split long lines over several entries. Other JSON is
 * left at its first key: names of a journal's fields are in capitals.
 */
#include "input/journal.h"
#include "json/flat.h"

/* A number from 0 to 255. */
static bool is_byte(const struct ed_json_member *m, uint64_t *ret)
{
    return m->kind == ED_JSON_NUMBER && ed_str_u64(m->text, ret) && *ret <= 255;
}

/* The bytes that an array of numbers spells; false when it is none. Never more than its text has. */
static bool read_bytes(struct ed_str array, char *out, size_t *ret_n)
{
    struct ed_json_flat flat;
    struct ed_json_member m;
    uint64_t value = 0;
    size_t n = 0;

    if (!ed_json_flat_begin_array(&flat, array)) {
        return false;
    }
    while (ed_json_flat_next(&flat, &m)) {
        if (!is_byte(&m, &value)) {
            return false;
        }
        out[n++] = (char)(unsigned char)value;
    }
    *ret_n = n;
    return n > 0;
}

/* The text of an array: bytes, or values that become lines. What is neither text nor bytes is an empty
   one. */
static struct ed_str read_array(struct ed_str array, struct ed_arena *arena)
{
    char *out = ed_arena_alloc(arena, array.n);
    struct ed_json_flat flat;
    struct ed_json_member m;
    size_t n = 0;

    if (read_bytes(array, out, &n)) {
        return ed_str(out, n);
    }
    n = 0;
    if (ed_json_flat_begin_array(&flat, array)) {
        while (ed_json_flat_next(&flat, &m)) {
            struct ed_str value = m.kind == ED_JSON_STRING ? ed_json_unescape(arena, &m) : ED_STR("");

            if (n) {
                out[n++] = '\n';
            }
            if (m.kind == ED_JSON_ARRAY && read_bytes(m.text, out + n, &value.n)) {
                value.p = out + n;
            }
            memmove(out + n, value.p, value.n);
            n += value.n;
        }
    }
    return ed_str(out, n);
}

/* The text of a field that is not MESSAGE; of one that stood several times, the first. */
static struct ed_str read_value(const struct ed_json_member *member, struct ed_arena *arena)
{
    struct ed_json_flat flat;
    struct ed_json_member m;

    if (member->kind == ED_JSON_STRING) {
        return ed_json_unescape(arena, member);
    }
    if (member->kind == ED_JSON_ARRAY && ed_json_flat_begin_array(&flat, member->text) &&
        ed_json_flat_next(&flat, &m) && m.kind == ED_JSON_STRING) {
        return ed_json_unescape(arena, &m);
    }
    return ED_STR("");
}

static void read_message(const struct ed_json_member *message, struct ed_arena *arena, struct ed_peel *ret)
{
    ret->body = ED_STR("");
    ret->decoded = true;
    switch (message->kind) {
    case ED_JSON_STRING:
        ret->body = ed_json_unescape(arena, message);
        ret->decoded = message->escaped;
        break;
    case ED_JSON_ARRAY:
        ret->body = read_array(message->text, arena);
        break;
    case ED_JSON_NULL:
        ret->silent = true;
        break;
    default:
        break;
    }
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_json_member m, message = {.kind = ED_JSON_NULL};
    struct ed_journal entry;
    struct ed_json_flat flat;

    entry.have = 0;
    if (!ed_json_flat_begin(&flat, line)) {
        return false;
    }
    while (ed_json_flat_next(&flat, &m)) {
        enum ed_journal_field field = ed_journal_field(m.key);

        if (field == ED_JOURNAL_FIELDS) {
            if (!entry.have && !ed_journal_is_name(m.key)) {
                return false;
            }
        } else if (field == ED_JOURNAL_MESSAGE) {
            message = ed_journal_has(&entry, field) ? message : m;
            ed_journal_add(&entry, field, m.text);
        } else if (!ed_journal_has(&entry, field)) {
            ed_journal_add(&entry, field, read_value(&m, arena));
        }
    }
    if (!ed_json_flat_whole(&flat)) {
        ret->undecoded = ed_str_find(line, ED_STR("\"__REALTIME_TIMESTAMP\""), 0) != SIZE_MAX ||
                         ed_str_find(line, ED_STR("\"__CURSOR\""), 0) != SIZE_MAX;
        return false;
    }
    if (!ed_journal_is_entry(&entry)) {
        return false;
    }
    read_message(&message, arena, ret);
    ret->truncated = ret->silent && ed_journal_has(&entry, ED_JOURNAL_MESSAGE);
    ed_journal_tell(&entry, meta, ret);
    ret->sure = true;
    return true;
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

/* An ASCII record separator before each object (RFC 7464). */
static bool peel_seq(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                     struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    if (line.n < 3 || !ed_str_starts(line, ED_STR("\x1E{"))) { /* "{" alone opens one that goes on over lines */
        return false;
    }
    ret->body = ed_str_slice(line, 1, line.n);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_json_seq = {
    .name = "json-seq",
    .about = "objects with a record separator before each: journalctl -o json-seq, RFC 7464",
    .sample = "\x1E{\"MESSAGE\":\"cannot map weights file\"}",
    .heads = ED_LAYER_HEADS("\x1E{"),
    .whole_lines = true,
    .peel = peel_seq,
};

/* An object as an event of a stream (text/event-stream). The words might be a program's own, so three must agree, but a
   journal's entry is no chance. */
static bool peel_sse(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                     struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    size_t from = ed_str_starts(line, ED_STR("data: {")) ? 6 : 5;

    if (!ed_str_starts(line, ED_STR("data:")) || line.n <= from || line.p[from] != '{' || line.p[line.n - 1] != '}') {
        return false;
    }
    ret->body = ed_str_slice(line, from, line.n);
    ret->sure = ed_str_find(line, ED_STR("\"__REALTIME_TIMESTAMP\""), 0) != SIZE_MAX;
    return true;
}

/* The empty line behind each event. */
static bool restates_sse(struct ed_str line)
{
    return line.n == 0;
}

const struct ed_layer ed_env_json_sse = {
    .name = "json-sse",
    .about = "objects as server-sent events: journalctl -o json-sse",
    .sample = "data: {\"MESSAGE\":\"cannot map weights file\"}",
    .heads = ED_LAYER_HEADS("aaaa: {", "aaaa:{"),
    .whole_lines = true,
    .peel = peel_sse,
    .restates = restates_sse,
};

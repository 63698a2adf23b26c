/*
 * env_csv.c: a log that was exported as a table: the first line names the columns, each row is a record.
 *
 *     "_time",host,"_raw"
 *     "2025-05-05T12:00:00.123+00:00",pine07,"cannot map weights file"
 *
 * Columns mean what their names mean as keys of JSON (keys.tsv); a first line without a message and a time among them
 * is text. Rows hold real line breaks and doubled quotes. The framing knows the columns as long as rows fit: one with
 * more or fewer ends the table, and is read as any line; so does one that is too long to be a message.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "input/csv.h"
#include "input/fields.h"
#include "input/heads.h"

#define COLUMNS_MAX 128
#define NAME_BYTES  64

static const struct ed_layer_variant variants[] = {
    {"splunk-csv", "Splunk's export", "_raw,_time\ncannot map weights file,2025-05-05T12:00:00.123+00:00"},
    {"datadog-csv", "Datadog's export", "Date,Host,Service,Message\n2025-05-05T12:00:00Z,a,b,cannot map weights file"},
    {"cloudwatch-csv", "CloudWatch Logs Insights' export",
     "@timestamp,@message\n2025-05-05 12:00:00.123,cannot map weights file"},
    {"kibana-csv", "Kibana's export", "\"@timestamp\",message\n\"2025-05-05T12:00:00.123Z\",cannot map weights file"},
    {"grafana-csv", "Grafana's export", "Time,Line\n2025-05-05T12:00:00.123Z,cannot map weights file"},
    {"csv", "a table of log records with the names of its columns",
     "time,level,message\n2025-05-05T12:00:00Z,error,cannot map weights file"},
};

/* The column that tells which variant a table is; the last has none. */
static const char *const told_by[ED_ARRAY_LEN(variants)] = {"_raw", "Service", "@message", "@timestamp", "Line", NULL};

struct table {
    uint16_t keys[COLUMNS_MAX];
    size_t columns; /* 0: its first line is not read yet */
    uint8_t variant;
    struct ed_buf row;
    bool open;   /* the row goes on behind the line */
    bool handed; /* the row was handed out */
    bool too_long;
};

/* The columns that a first line names, and its variant; 0 when it names none of a log. */
static size_t read_names(struct ed_str line, uint16_t *keys, uint8_t *ret_variant)
{
    struct ed_csv csv = ed_csv_begin(line);
    struct ed_str name;
    bool doubled, says = false, times = false;
    size_t n = 0;

    *ret_variant = ED_ARRAY_LEN(variants);
    while (ed_csv_next(&csv, &name, &doubled)) {
        enum ed_key_role role;

        if (n == COLUMNS_MAX || name.n == 0 || name.n > NAME_BYTES || doubled) {
            return 0;
        }
        keys[n] = (uint16_t)ed_key_find(ED_KEY_ROOT, name);
        role = (enum ed_key_role)ed_key_get(keys[n])->role;
        says |= role == ED_KEY_MESSAGE;
        times |= role == ED_KEY_TIME;
        n++;
        for (size_t i = 0; told_by[i] && i + 1 < *ret_variant; i++) {
            *ret_variant = ed_str_is(name, told_by[i]) ? (uint8_t)(i + 1) : *ret_variant;
        }
    }
    return says && times && !csv.failed && !csv.open ? n : 0;
}

static bool peel(const struct ed_layer *layer, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    uint16_t keys[COLUMNS_MAX];
    uint8_t variant;

    if (!ed_heads_fit(layer->heads, line) || read_names(line, keys, &variant) == 0) {
        return false;
    }
    ret->opens = ret->sure = true;
    ret->body = ED_STR("");
    ret->variant = variant;
    return true;
}

static void *begin(void)
{
    struct table *table = ed_alloc(sizeof(*table));

    *table = (struct table){.columns = 0};
    ed_buf_init(&table->row, ED_LIMIT_MESSAGE);
    return table;
}

static void end(void *state)
{
    struct table *table = state;

    ed_buf_done(&table->row);
    ed_free(table);
}

static size_t count_fields(struct ed_str row)
{
    struct ed_csv csv = ed_csv_begin(row);
    struct ed_str field;
    bool doubled;
    size_t n = 0;

    while (ed_csv_next(&csv, &field, &doubled)) {
        n++;
    }
    return csv.failed ? 0 : n;
}

static enum ed_frame_step take(void *state, const struct ed_frame_line *line)
{
    struct table *table = state;

    if (table->columns == 0) { /* a name has no line break */
        table->columns = read_names(line->text, table->keys, &table->variant);
        return table->columns ? ED_FRAME_NEXT : ED_FRAME_ENTRY;
    }
    if (table->handed) {
        ed_buf_reset(&table->row);
        table->handed = table->open = false;
    }
    if (table->row.n == 0 && line->begins && line->ends && !ed_csv_open(line->text, false) && line->text.n &&
        count_fields(line->text) != table->columns) {
        return ED_FRAME_BEFORE;
    }
    if (line->text.n >= table->row.max - table->row.n) {
        table->too_long = true;
        return ED_FRAME_BEFORE;
    }
    if (line->begins && table->row.n) {
        ed_buf_byte(&table->row, '\n');
    }
    ed_buf_str(&table->row, line->text);
    table->open = ed_csv_open(line->text, table->open);
    return line->ends && !table->open ? ED_FRAME_NEXT : ED_FRAME_MORE;
}

static bool finish(void *state, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret)
{
    struct table *table = state;
    struct ed_str row = ed_buf_view(&table->row), field;
    struct ed_csv csv = ed_csv_begin(row);
    struct ed_fields fields;
    bool doubled;
    size_t n = 0;

    ret->body = ED_STR("");
    ret->decoded = true;
    ret->variant = table->variant;
    if (row.n == 0 || table->handed) { /* the first line, an empty one, or nothing behind the last */
        ret->silent = true;
        return true;
    }
    table->handed = true;
    ed_fields_begin(&fields, arena);
    for (; ed_csv_next(&csv, &field, &doubled) && n < table->columns; n++) {
        struct ed_json_member value = {.kind = ED_JSON_STRING, .text = ed_csv_text(arena, field, doubled)};

        ed_fields_add(&fields, table->keys[n], &value);
    }
    if (n != table->columns || csv.more || csv.failed || fields.crowded || table->too_long) {
        ret->lines = row;
        return false;
    }
    ed_fields_finish(&fields, meta, ret);
    ret->decoded = true;
    ret->truncated = csv.open;
    return true;
}

static const struct ed_framing framing = {.begin = begin, .end = end, .take = take, .finish = finish};

const struct ed_layer ed_env_csv = {
    .name = "csv",
    .about = "a log exported as a table",
    .sample = "time,level,message\n2025-05-05T12:00:00Z,error,cannot map weights file",
    .heads = ED_LAYER_HEADS("_aaa", "\"_aa", "@aaa", "\"@aa", "aaaa,aaa", "\"aaaa\",\"a", "aaaaaa,aaa", "aaaaaaaaa,aa"),
    .whole_lines = true,
    .peel = peel,
    .framing = &framing,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};

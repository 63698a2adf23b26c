/*
 * env_postgres_log.c: PostgreSQL's two structured logs, csvlog and jsonlog. The body is what its plain log would show:
 *
 *     2025-05-05 12:00:00.123 UTC,,,4711,,61a269cc.1267,2,,2025-05-05 12:00:00 UTC,,0,ERROR,XX000,"cannot map",,"Look."
 *
 *     ERROR:  cannot map
 *     HINT:  Look.
 *
 * Columns are told by their places (23 up to PostgreSQL 12, then 24 to 26); a line proves itself by its time, pid,
 * session and SQLSTATE. Fields hold real line breaks: such a record is read through the framing, until its quotes are
 * closed or a new record begins (the one before was cut). jsonlog is known by error_severity beside a message.
 */
#include "base/alloc.h"
#include "base/buf.h"
#include "base/limits.h"
#include "input/csv.h"
#include "input/envelope.h"
#include "input/fields.h"
#include "input/stamp.h"

/* What a record says, by column. */
enum column {
    TIME = 0,
    PID = 3,
    SESSION = 5,
    SEVERITY = 11,
    STATE = 12,
    MESSAGE = 13,
    DETAIL = 14,
    HINT = 15,
    QUERY = 16,
    CONTEXT = 18,
    STATEMENT = 19,
    COLUMNS = 26,
    LEAST = 23
};

static const struct part {
    const char *key; /* of jsonlog */
    const char *label;
    uint8_t column;
} parts[] = {
    {"detail", "DETAIL", DETAIL},          {"hint", "HINT", HINT},
    {"internal_query", "QUERY", QUERY},    {"context", "CONTEXT", CONTEXT},
    {"statement", "STATEMENT", STATEMENT},
};

static void put_part(struct ed_buf *out, const char *label, struct ed_str text)
{
    if (text.n) {
        ed_buf_printf(out, "%s%.*s:  ", out->n ? "\n" : "", ED_STR_ARG(ed_str_c(label)));
        ed_buf_str(out, text);
    }
}

/* Body, level and time of a record whose columns are known. */
static void say(const struct ed_str *columns, struct ed_arena *arena, struct ed_peel *ret)
{
    struct ed_stamp stamp;
    struct ed_buf out;

    ed_buf_init(&out, /* max */ 0);
    ed_buf_str(&out, columns[SEVERITY]);
    ed_buf_text(&out, ":  ");
    ed_buf_str(&out, columns[MESSAGE]);
    for (size_t i = 0; i < ED_ARRAY_LEN(parts); i++) {
        put_part(&out, parts[i].label, columns[parts[i].column]);
    }
    ret->body = ed_arena_str(arena, ed_buf_view(&out));
    ret->decoded = true;
    ed_buf_done(&out);
    ret->told.level = ed_fields_level(ED_KEY_LEVEL, columns[SEVERITY]);
    ret->told.time_text = columns[TIME];
    if (ed_stamp_read(columns[TIME], ED_STAMP_DATE_TIME, &stamp) && stamp.known && stamp.n == columns[TIME].n) {
        ret->told.time = ED_TIME_DATED;
    }
    ret->sure = true;
}

static bool is_hex_pair(struct ed_str s)
{
    size_t dots = 0;

    for (size_t i = 0; i < s.n; i++) {
        char c = ed_lower(s.p[i]);

        dots += c == '.';
        if (c != '.' && !ed_is_digit(c) && (c < 'a' || c > 'f')) {
            return false;
        }
    }
    return dots == 1 && s.n > 2;
}

static bool is_state(struct ed_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!ed_is_digit(s.p[i]) && (s.p[i] < 'A' || s.p[i] > 'Z')) {
            return false;
        }
    }
    return s.n == 5;
}

/* Columns of a record, the texts decoded. Returns how many; 0 when it is none. *ret_open: the last one is not ended. */
static size_t read_columns(struct ed_str record, struct ed_arena *arena, struct ed_str *columns, bool *ret_open)
{
    struct ed_csv csv = ed_csv_begin(record);
    struct ed_stamp stamp;
    struct ed_str field;
    uint64_t pid = 0;
    bool doubled;
    size_t n = 0;

    for (; n < COLUMNS && ed_csv_next(&csv, &field, &doubled); n++) {
        columns[n] = ed_csv_text(arena, field, doubled);
    }
    *ret_open = csv.open;
    if (csv.failed || csv.more || n <= MESSAGE || !ed_stamp_read(columns[TIME], ED_STAMP_DATE_TIME, &stamp) ||
        !ed_str_u64(columns[PID], &pid) || !is_hex_pair(columns[SESSION]) || !is_state(columns[STATE])) {
        return 0;
    }
    return csv.open || n >= LEAST ? n : 0;
}

static bool peel_csv(struct ed_str record, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret,
                     bool all_of_it)
{
    struct ed_str columns[COLUMNS] = {0};
    bool open = false;

    if (read_columns(record, arena, columns, &open) == 0) {
        return false;
    }
    if (open && !all_of_it) {
        ret->opens = ret->sure = true;
        ret->body = ED_STR("");
        return true;
    }
    meta->pid = columns[PID];
    ret->truncated = open;
    say(columns, arena, ret);
    return true;
}

/* Cheaper than to read the time: whether a comma stands where it may end, 19 to 36 bytes behind its first one. */
static bool may_be_csv(struct ed_str line)
{
    return line.n > 20 && ((line.p[19] == ',' && !ed_is_digit(line.p[20])) ||
                           memchr(line.p + 20, ',', ED_MIN(line.n, 37) - 20) != NULL);
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_stamp stamp;

    return may_be_csv(line) && ed_stamp_read(line, ED_STAMP_DATE_TIME, &stamp) && stamp.n < line.n &&
           line.p[stamp.n] == ',' && peel_csv(line, arena, meta, ret, /* all_of_it */ false);
}

struct record {
    struct ed_buf text;
    bool open;
};

static void *begin(void)
{
    struct record *record = ed_alloc(sizeof(*record));

    record->open = false;
    ed_buf_init(&record->text, ED_LIMIT_JSON_VALUE);
    return record;
}

static void end(void *state)
{
    struct record *record = state;

    ed_buf_done(&record->text);
    ed_free(record);
}

/* A line that begins a record of its own. */
static bool is_record(struct ed_str line)
{
    struct ed_str columns[COLUMNS] = {0};
    struct ed_arena arena;
    struct ed_stamp stamp;
    bool is, open;

    if (!ed_stamp_read(line, ED_STAMP_DATE_TIME, &stamp) || stamp.n >= line.n || line.p[stamp.n] != ',') {
        return false;
    }
    ed_arena_init(&arena);
    is = read_columns(line, &arena, columns, &open) > 0;
    ed_arena_done(&arena);
    return is;
}

static enum ed_frame_step take(void *state, const struct ed_frame_line *line)
{
    struct record *record = state;

    if (record->text.n && line->begins && is_record(line->text)) {
        return ED_FRAME_BEFORE;
    }
    if (record->text.n && line->begins) {
        ed_buf_byte(&record->text, '\n');
    }
    ed_buf_str(&record->text, line->text);
    record->open = ed_csv_open(line->text, record->open);
    return (line->ends && !record->open) || record->text.full ? ED_FRAME_ENTRY : ED_FRAME_MORE;
}

static bool finish(void *state, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str text = ed_buf_view(&((struct record *)state)->text);

    if (peel_csv(text, arena, meta, ret, /* all_of_it */ true)) {
        return true;
    }
    ret->lines = text;
    return false;
}

static const struct ed_framing framing = {.begin = begin, .end = end, .take = take, .finish = finish};

const struct ed_layer ed_env_postgres_csv = {
    .name = "postgres-csv",
    .about = "PostgreSQL's csvlog",
    .sample =
        "2025-05-05 12:00:00.123 UTC,,,4711,,61a269cc.1267,2,,2025-05-05 12:00:00 UTC,,0,ERROR,XX000,\"cannot map "
        "weights file\",,,,,,,,,\"\"",
    .heads = ED_LAYER_HEADS(ED_STAMP_HEADS),
    .whole_lines = true,
    .peel = peel,
    .framing = &framing,
};

static bool peel_json(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                      struct ed_meta *meta, struct ed_peel *ret)
{
    static const struct part more[] = {
        {"timestamp", NULL, TIME}, {"pid", NULL, PID}, {"error_severity", NULL, SEVERITY}, {"message", NULL, MESSAGE}};
    struct ed_str columns[COLUMNS] = {0};
    struct ed_json_member member;
    struct ed_json_flat flat;
    struct ed_stamp stamp;

    for (ed_json_flat_begin(&flat, line); ed_json_flat_next(&flat, &member);) {
        for (size_t i = 0; i < ED_ARRAY_LEN(parts) + ED_ARRAY_LEN(more); i++) {
            const struct part *part = i < ED_ARRAY_LEN(parts) ? &parts[i] : &more[i - ED_ARRAY_LEN(parts)];

            if (ed_str_is(member.key, part->key)) {
                columns[part->column] = ed_json_unescape(arena, &member);
            }
        }
    }
    if (!ed_json_flat_whole(&flat) || !ed_str_starts(line, ED_STR("{\"timestamp\":\"")) ||
        !ed_stamp_read(columns[TIME], ED_STAMP_DATE_TIME, &stamp) || columns[SEVERITY].n == 0 ||
        columns[MESSAGE].n == 0 || columns[PID].n == 0) {
        return false;
    }
    meta->pid = columns[PID];
    say(columns, arena, ret);
    return true;
}

const struct ed_layer ed_env_postgres_json = {
    .name = "postgres-json",
    .about = "PostgreSQL's jsonlog",
    .sample = "{\"timestamp\":\"2025-05-05 12:00:00.123 UTC\",\"pid\":4711,\"error_severity\":\"ERROR\","
              "\"state_code\":\"XX000\",\"message\":\"cannot map weights file\"}",
    .heads = ED_LAYER_HEADS("{\"aaaaaaaaa\":\"00"), /* "timestamp" and a date: the first member always */
    .whole_lines = true,
    .peel = peel_json,
};

/*
 * example.c: the keys of an example, and of its lines. Faults are told at their JSON pointers, as those of a record.
 */
#include "record/example.h"

#include "record/fields.h"

#define AT(field) offsetof(struct ed_example, field)

static const struct ed_field fields[] = {
    {"record", ED_FIELD_STR, ED_FIELD_REQUIRED, AT(record), ed_rule_id,
     "the record's id, 16 lower-case hexadecimal digits", NULL, 0, 0},
    {"nearMiss", ED_FIELD_STRS, ED_FIELD_REQUIRED, AT(near_misses), ed_rule_text,
     "lines that resemble the message and must not be found", NULL, 0, 0},
};

static void only_keys(const struct ed_json_node *object, const char *keys, const char *pointer,
                      struct ed_problems *problems)
{
    const struct ed_json_node *unknown = ed_json_first(object);
    char where[128];

    for (; (unknown = ed_json_unknown(unknown, keys)) != NULL; unknown = ed_json_next(unknown)) {
        ed_fields_pointer(where, sizeof(where), pointer, ed_json_key(unknown));
        ed_problem_add(problems, /* fatal */ true, where, "is no key that stands here: it is misspelled");
    }
}

static void read_values(const struct ed_json_node *object, const char *pointer, struct ed_arena *arena,
                        struct ed_example_line *line, struct ed_problems *problems)
{
    struct ed_str twice = ed_json_duplicate(object);
    struct ed_example_value *v;
    char where[128];
    size_t n = 0;

    if (ed_json_kind(object) == ED_JSON_NULL) {
        return;
    }
    if (ed_json_kind(object) != ED_JSON_OBJECT || twice.p) {
        ed_problem_add(problems, /* fatal */ true, pointer,
                       "must be an object, the name of each hole once and its value, but is %s%s",
                       ed_json_kind_name(ed_json_kind(object)), twice.p ? " with a name that stands twice" : "");
        return;
    }
    v = ed_arena_zero(arena, ed_json_count(object), sizeof(*v));
    for (const struct ed_json_node *m = ed_json_first(object); m; m = ed_json_next(m), n++) {
        ed_fields_pointer(where, sizeof(where), pointer, ed_json_key(m));
        v[n].name = ed_arena_str(arena, ed_json_key(m));
        if (ed_json_kind(m) == ED_JSON_STRING) {
            v[n].value = ed_fields_text(m, where, arena, problems);
        } else {
            ed_problem_add(problems, /* fatal */ true, where, "must be a string, the text in the log, but is %s",
                           ed_json_kind_name(ed_json_kind(m)));
        }
    }
    line->values = v;
    line->nvalues = n;
}

static void read_line(const struct ed_json_node *node, size_t number, struct ed_arena *arena,
                      struct ed_example_line *line, struct ed_problems *problems)
{
    const struct ed_json_node *log = ed_json_get(node, "log");
    char pointer[64];

    snprintf(pointer, sizeof(pointer), "/lines/%zu", number);
    if (ed_json_kind(node) != ED_JSON_OBJECT) {
        ed_problem_add(problems, /* fatal */ true, pointer, "must be an object {log, captures}, but is %s",
                       ed_json_kind_name(ed_json_kind(node)));
        return;
    }
    only_keys(node, "log captures", pointer, problems);
    snprintf(pointer, sizeof(pointer), "/lines/%zu/log", number);
    if (ed_str_trim(ed_json_str(log)).n == 0) {
        ed_problem_add(problems, /* fatal */ true, pointer, "must be the line as it stands in a log");
    } else {
        line->log = ed_fields_text(log, pointer, arena, problems);
    }
    snprintf(pointer, sizeof(pointer), "/lines/%zu/captures", number);
    read_values(ed_json_get(node, "captures"), pointer, arena, line, problems);
}

static void read_lines(const struct ed_json_node *array, struct ed_arena *arena, struct ed_example *example,
                       struct ed_problems *problems)
{
    struct ed_example_line *v;
    size_t n = 0;

    if (ed_json_kind(array) != ED_JSON_ARRAY || ed_json_count(array) == 0) {
        ed_problem_add(problems, /* fatal */ true, "/lines", "must be an array of {log, captures}, one or more");
        return;
    }
    v = ed_arena_zero(arena, ed_json_count(array), sizeof(*v));
    for (const struct ed_json_node *line = ed_json_first(array); line; line = ed_json_next(line), n++) {
        read_line(line, n, arena, &v[n], problems);
    }
    example->lines = v;
    example->nlines = n;
}

enum ed_rc ed_example_read(const struct ed_json_node *object, struct ed_arena *arena, struct ed_example *ret_example,
                           struct ed_problems *ret_problems)
{
    *ret_example = (struct ed_example){0};
    ret_problems->n = ret_problems->total = ret_problems->fatal = 0;
    if (ed_json_kind(object) != ED_JSON_OBJECT) {
        ed_problem_add(ret_problems, /* fatal */ true, "", "must be an object {record, lines, nearMiss}, but is %s",
                       ed_json_kind_name(ed_json_kind(object)));
        return ED_ERR_INPUT;
    }
    only_keys(object, "record lines nearMiss", "", ret_problems);
    ed_fields_read(object, fields, ED_ARRAY_LEN(fields), arena, ret_example, ret_problems);
    read_lines(ed_json_get(object, "lines"), arena, ret_example, ret_problems);
    return ret_problems->total ? ED_ERR_INPUT : ED_OK;
}

/*
 * conforms.h: a small reader of JSON Schemas. It knows the words that ours use and fails on any other; a key of an
 * object that the schema does not know fails, too, whatever JSON Schema allows.
 */
#ifndef ED_TESTS_RENDER_CONFORMS_H
#define ED_TESTS_RENDER_CONFORMS_H

#include "fixture.h"

#include "json/read.h"

struct schema {
    const struct ed_json_node *root;
    const char *where; /* the last key gone into, for messages */
};

static void conforms(struct schema schema, const struct ed_json_node *rule, const struct ed_json_node *value);

static const struct ed_json_node *resolve(struct schema schema, const struct ed_json_node *rule)
{
    struct ed_str ref = ed_json_str(ed_json_get(rule, "$ref"));
    char name[64];

    if (!ref.p) {
        return rule;
    }
    assert_true(ed_str_starts(ref, ED_STR("#/$defs/")));
    snprintf(name, sizeof(name), "%.*s", (int)(ref.n - 8), ref.p + 8);
    rule = ed_json_get(ed_json_get(schema.root, "$defs"), name);
    assert_non_null(rule);
    return rule;
}

static bool type_is(struct ed_str type, const struct ed_json_node *value)
{
    static const char *const names[] = {"null", "boolean", "number", "string", "array", "object"};
    int64_t whole;

    if (ed_str_is(type, "integer")) {
        return ed_json_int(value, &whole);
    }
    return ed_str_is(type, names[ed_json_kind(value)]);
}

static void object_conforms(struct schema schema, const struct ed_json_node *rule, const struct ed_json_node *value)
{
    const struct ed_json_node *properties = ed_json_get(rule, "properties"), *at;
    char key[64];

    for (at = ed_json_first(ed_json_get(rule, "required")); at; at = ed_json_next(at)) {
        snprintf(key, sizeof(key), "%.*s", ED_STR_ARG(ed_json_str(at)));
        if (!ed_json_get(value, key)) {
            fail_msg("%s has no %s", schema.where, key);
        }
    }
    assert_int_equal(ed_json_duplicate(value).n, 0);
    for (at = properties ? ed_json_first(value) : NULL; at; at = ed_json_next(at)) {
        struct schema below = {schema.root, key};

        snprintf(key, sizeof(key), "%.*s", ED_STR_ARG(ed_json_key(at)));
        if (!ed_json_get(properties, key)) { /* allowed by the schema, but ours are all to be told there */
            fail_msg("%s: the schema does not know %s", schema.where, key);
        }
        conforms(below, ed_json_get(properties, key), at);
    }
}

static void conforms(struct schema schema, const struct ed_json_node *rule, const struct ed_json_node *value)
{
    static const char *const known[] = {"$ref",
                                        "description",
                                        "type",
                                        "required",
                                        "properties",
                                        "items",
                                        "enum",
                                        "const",
                                        "minimum",
                                        "maximum",
                                        "pattern",
                                        "dependentRequired",
                                        "title",
                                        "$schema",
                                        "$id",
                                        "$defs",
                                        "additionalProperties"};
    const struct ed_json_node *at, *type, *bound;
    bool found = false;

    rule = resolve(schema, rule);
    for (at = ed_json_first(rule); at; at = ed_json_next(at)) {
        for (size_t i = 0; i < ED_ARRAY_LEN(known) && !found; i++) {
            found = ed_str_is(ed_json_key(at), known[i]);
        }
        assert_true(found);
        found = false;
    }
    type = ed_json_get(rule, "type");
    if (type && !type_is(ed_json_str(type), value)) {
        fail_msg("%s is %s", schema.where, ed_json_kind_name(ed_json_kind(value)));
    }
    bound = ed_json_get(rule, "const");
    assert_true(!bound || ed_json_equal(bound, value));
    for (at = ed_json_first(ed_json_get(rule, "enum")); at; at = ed_json_next(at)) {
        found = found || ed_json_equal(at, value);
    }
    assert_true(found || !ed_json_get(rule, "enum"));
    bound = ed_json_get(rule, "minimum");
    assert_true(!bound || ed_json_double(value) >= ed_json_double(bound));
    bound = ed_json_get(rule, "maximum");
    assert_true(!bound || ed_json_double(value) <= ed_json_double(bound));
    if (ed_json_kind(value) == ED_JSON_OBJECT) {
        object_conforms(schema, rule, value);
    } else if (ed_json_kind(value) == ED_JSON_ARRAY) {
        for (at = ed_json_first(value); at; at = ed_json_next(at)) {
            conforms(schema, ed_json_get(rule, "items"), at);
        }
    }
}

static ED_UNUSED struct ed_json_doc *parse(struct ed_str text)
{
    struct ed_json_doc *doc = NULL;
    struct ed_err err;

    if (ed_json_parse(text, &doc, &err) != ED_OK) {
        fail_msg("line %" PRIu64 ": %s", err.line, err.message);
    }
    return doc;
}

/* A file below the repository's top. */
static ED_UNUSED struct ed_json_doc *read_schema(const char *path)
{
    char full[1024];
    struct ed_json_doc *doc;
    struct ed_buf text;
    struct ed_err err;

    snprintf(full, sizeof(full), ED_TEST_DATA "/../%s", path);
    ed_buf_init(&text, /* max= */ 0);
    if (ed_io_file(full, &text, &err) != ED_OK) {
        fail_msg("%s", err.message);
    }
    doc = parse(ed_buf_view(&text));
    ed_buf_done(&text);
    return doc;
}

#endif

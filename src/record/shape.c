/*
 * shape.c: shapes by their keys. A broken record must come out as a record, so that it is reported as one, and a record
 * that lacks optional keys must not pass for a compact copy and be skipped. So errorMessage tells, and the other keys
 * that only a full record has; compact copies have short names of their own:
 *
 *     {"id":..,"repo":..,"slug":..,"code":..,"msg":..,"pattern":..,"type":..,"cls":..,"tags":[..],"sev":..}
 *
 * and stand in {"schemaVersion":2,"datasetVersion":"..","errors":[..]} (index.json) or in an array (search/meta).
 * Beside those search/ has a summary, tables (code, id or token to numbers) and one array of numbers.
 */
#include "record/shape.h"

/* The key is there, with a value of any kind but null. */
static bool has(const struct ed_json_node *object, const char *key)
{
    return ed_json_kind(ed_json_get(object, key)) != ED_JSON_NULL;
}

static bool has_any(const struct ed_json_node *object, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (ed_json_get(object, keys[i])) {
            return true;
        }
    }
    return false;
}

static enum ed_shape record_shape(const struct ed_json_node *v)
{
    static const char *const full[] = {"messagePattern",   "documentation",    "solutions",  "errorType",
                                       "triggerScenarios", "commonSituations", "sourceCode", "filePath",
                                       "analyzedAt",       "analyzedSha",      "exampleFix", "githubUrl",
                                       "validationCode",   "preventionTips",   "errorCode",  "errorClass"};
    bool id = has(v, "id"), slug = has(v, "slug");

    if (id && slug && has_any(v, full, ED_ARRAY_LEN(full))) {
        return ED_SHAPE_RECORD;
    }
    if (has(v, "errorMessage") && (id || slug || has_any(v, full, ED_ARRAY_LEN(full)))) {
        return ED_SHAPE_RECORD;
    }
    return id && slug && (has(v, "msg") || has(v, "message")) ? ED_SHAPE_COMPACT : ED_SHAPE_UNKNOWN;
}

/* A table of search/: every member a number, or an array that begins with one. */
static bool is_search_table(const struct ed_json_node *v)
{
    const struct ed_json_node *m = ed_json_first(v);

    for (; m; m = ed_json_next(m)) {
        if (ed_json_kind(m) == ED_JSON_NUMBER
                ? ed_json_key(m).n != 16
                : ed_json_kind(m) != ED_JSON_ARRAY || ed_json_kind(ed_json_first(m)) != ED_JSON_NUMBER) {
            return false;
        }
    }
    return ed_json_first(v) != NULL;
}

static bool is_index(const struct ed_json_node *v)
{
    return (has(v, "datasetVersion") && ed_json_kind(ed_json_get(v, "errors")) == ED_JSON_ARRAY) ||
           (has(v, "entryCount") && has(v, "tokenShards"));
}

enum ed_shape ed_shape_of(const struct ed_json_node *v)
{
    enum ed_shape shape;

    if (ed_json_kind(v) == ED_JSON_NUMBER) {
        return ED_SHAPE_COMPACT; /* search/norms.json */
    }
    if (ed_json_kind(v) != ED_JSON_OBJECT) {
        return ED_SHAPE_UNKNOWN;
    }
    /* Records first: they may have any further keys, those below too. */
    shape = record_shape(v);
    if (shape == ED_SHAPE_RECORD) {
        return shape;
    }
    if (ed_json_kind(ed_json_get(v, "record")) == ED_JSON_OBJECT) {
        return ED_SHAPE_WRAPPED;
    }
    if (has(v, "lines") && (has(v, "record") || has(v, "nearMiss"))) {
        return ED_SHAPE_EXAMPLE;
    }
    if (has(v, "playbook") && has(v, "title") && has(v, "schemaVersion")) {
        return ED_SHAPE_PLAYBOOK;
    }
    if (has(v, "clusterKey")) {
        return has(v, "errorIds") ? ED_SHAPE_FAMILY : ED_SHAPE_INFO_ENTRY;
    }
    if (has(v, "counts") && has(v, "files") && has(v, "schemaVersion")) {
        return ED_SHAPE_MANIFEST;
    }
    if (shape != ED_SHAPE_UNKNOWN) {
        return shape;
    }
    if (has(v, "repo") && (has(v, "errorCount") || has(v, "defaultBranch") || has(v, "stars"))) {
        return ED_SHAPE_REPO_ENTRY;
    }
    if (has(v, "slug") && has(v, "title") && (has(v, "errorCount") || has(v, "summary"))) {
        return ED_SHAPE_INFO_ENTRY;
    }
    return is_index(v) || is_search_table(v) ? ED_SHAPE_COMPACT : ED_SHAPE_UNKNOWN;
}

enum ed_shape ed_shape_of_head(struct ed_str head)
{
    size_t errors = ed_str_find(head, ED_STR("\"errors\""), 0);

    /* The list stands in the first level, and its first entry follows. */
    return errors != SIZE_MAX && ed_str_find(head, ED_STR("\"datasetVersion\""), 0) < errors &&
                   ed_str_find(head, ED_STR("\"msg\""), errors) != SIZE_MAX
               ? ED_SHAPE_COMPACT
               : ED_SHAPE_UNKNOWN;
}

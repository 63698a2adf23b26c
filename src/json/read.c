/*
 * read.c: the tree, through cJSON; the only place that knows it. A text is handed to cJSON only after ed_json_check has
 * passed it: what cJSON would let through, and what would make it recurse deeply, never reaches it. cJSON keeps its own
 * allocator, because setting another is state of the whole program; when it gives up on a checked text, memory ran out.
 *
 * struct ed_json_node is never defined: a pointer to it is a pointer to a cJSON. Strings are free of NUL (the check
 * refuses \u0000), so cJSON's terminated texts lose nothing. All recursion here is as deep as the tree,
 * ED_LIMIT_JSON_DEPTH at most.
 */
#include "json/read.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "json/check.h"

#include <cjson/cJSON.h>

struct ed_json_doc {
    cJSON *root;
};

static const cJSON *item(const struct ed_json_node *node)
{
    return (const cJSON *)(const void *)node;
}

static const struct ed_json_node *node_of(const cJSON *c)
{
    return (const struct ed_json_node *)(const void *)c;
}

enum ed_rc ed_json_parse(struct ed_str text, struct ed_json_doc **ret_doc, struct ed_err *err)
{
    struct ed_json_doc *doc;
    enum ed_rc rc;
    cJSON *root;

    text = ed_utf8_without_bom(text);
    rc = ed_json_check(text, err);
    if (rc) {
        return rc;
    }
    root = cJSON_ParseWithLengthOpts(text.p, text.n, /* return_parse_end */ NULL, /* require_null_terminated */ false);
    if (!root) {
        ed_alloc_failed(text.n);
    }
    doc = ed_alloc(sizeof(*doc));
    doc->root = root;
    *ret_doc = doc;
    return ED_OK;
}

void ed_json_doc_free(struct ed_json_doc *doc)
{
    if (doc) {
        cJSON_Delete(doc->root);
        ed_free(doc);
    }
}

const struct ed_json_node *ed_json_root(const struct ed_json_doc *doc)
{
    return node_of(doc->root);
}

enum ed_json_kind ed_json_kind(const struct ed_json_node *node)
{
    const cJSON *c = item(node);

    if (cJSON_IsString(c)) {
        return ED_JSON_STRING;
    }
    if (cJSON_IsNumber(c)) {
        return ED_JSON_NUMBER;
    }
    if (cJSON_IsObject(c)) {
        return ED_JSON_OBJECT;
    }
    if (cJSON_IsArray(c)) {
        return ED_JSON_ARRAY;
    }
    return cJSON_IsBool(c) ? ED_JSON_BOOL : ED_JSON_NULL;
}

const char *ed_json_kind_name(enum ed_json_kind kind)
{
    static const char *const names[] = {
        [ED_JSON_NULL] = "null",       [ED_JSON_BOOL] = "a boolean", [ED_JSON_NUMBER] = "a number",
        [ED_JSON_STRING] = "a string", [ED_JSON_ARRAY] = "an array", [ED_JSON_OBJECT] = "an object",
    };

    return names[kind];
}

const struct ed_json_node *ed_json_get(const struct ed_json_node *node, const char *key)
{
    return cJSON_IsObject(item(node)) ? node_of(cJSON_GetObjectItemCaseSensitive(item(node), key)) : NULL;
}

const struct ed_json_node *ed_json_first(const struct ed_json_node *node)
{
    return node ? node_of(item(node)->child) : NULL;
}

const struct ed_json_node *ed_json_next(const struct ed_json_node *node)
{
    return node_of(item(node)->next);
}

size_t ed_json_count(const struct ed_json_node *node)
{
    size_t n = 0;

    for (const struct ed_json_node *c = ed_json_first(node); c; c = ed_json_next(c)) {
        n++;
    }
    return n;
}

struct ed_str ed_json_key(const struct ed_json_node *node)
{
    return node ? ed_str_c(item(node)->string) : ED_STR_NONE;
}

struct ed_str ed_json_str(const struct ed_json_node *node)
{
    return cJSON_IsString(item(node)) ? ed_str_c(item(node)->valuestring) : ED_STR_NONE;
}

bool ed_json_int(const struct ed_json_node *node, int64_t *ret)
{
    double d = ed_json_double(node);

    /* 2^63 is a double, INT64_MAX is not. */
    if (!cJSON_IsNumber(item(node)) || !(d >= -9223372036854775808.0 && d < 9223372036854775808.0) ||
        d != (double)(int64_t)d) {
        return false;
    }
    *ret = (int64_t)d;
    return true;
}

double ed_json_double(const struct ed_json_node *node)
{
    return cJSON_IsNumber(item(node)) ? item(node)->valuedouble : 0;
}

bool ed_json_bool(const struct ed_json_node *node)
{
    return cJSON_IsTrue(item(node));
}

/* Members of an object, to be sorted: foreign objects may have a million, so nothing compares each with each. */
struct member {
    const cJSON *c;
    size_t at;
};

/* The most members that need no heap; a record has 33. */
#define FEW 64

static int by_key(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    int order = strcmp(x->c->string, y->c->string);

    return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* The n members by key, those of one key in their order; in `few` when they fit, else in memory to be freed. */
static struct member *sort_members(const cJSON *object, size_t n, struct member few[FEW])
{
    struct member *v = n <= FEW ? few : ed_alloc(n * sizeof(*v));
    size_t i = 0;

    for (const cJSON *c = object->child; c; c = c->next, i++) {
        v[i] = (struct member){c, i};
    }
    qsort(v, n, sizeof(*v), by_key);
    return v;
}

const struct ed_json_node *ed_json_unknown(const struct ed_json_node *member, const char *keys)
{
    for (; member; member = ed_json_next(member)) {
        struct ed_str rest = ed_str_c(keys);
        bool known = false;

        while (rest.n && !known) {
            known = ed_str_eq(ed_str_cut(&rest, ' '), ed_json_key(member));
        }
        if (!known) {
            return member;
        }
    }
    return NULL;
}

struct ed_str ed_json_duplicate(const struct ed_json_node *object)
{
    size_t n = cJSON_IsObject(item(object)) ? ed_json_count(object) : 0, first = SIZE_MAX;
    struct member few[FEW], *v;
    struct ed_str key = ED_STR_NONE;

    if (n < 2) {
        return ED_STR_NONE;
    }
    v = sort_members(item(object), n, few);
    for (size_t i = 1; i < n; i++) {
        if (v[i].at < first && strcmp(v[i - 1].c->string, v[i].c->string) == 0) {
            first = v[i].at;
            key = ed_str_c(v[i].c->string);
        }
    }
    if (v != few) {
        ed_free(v);
    }
    return key;
}

static bool equal(const cJSON *a, const cJSON *b);

static bool equal_sorted(const cJSON *a, const cJSON *b, size_t n)
{
    struct member few_a[FEW], few_b[FEW];
    struct member *x = sort_members(a, n, few_a), *y = sort_members(b, n, few_b);
    bool same = true;

    for (size_t i = 0; i < n && same; i++) {
        same = strcmp(x[i].c->string, y[i].c->string) == 0 && equal(x[i].c, y[i].c);
    }
    if (n > FEW) {
        ed_free(x);
        ed_free(y);
    }
    return same;
}

/* Objects that were written by the same program have their keys in the same order, and need no sorting. */
static bool same_keys(const cJSON *a, const cJSON *b)
{
    for (a = a->child, b = b->child; a && b; a = a->next, b = b->next) {
        if (strcmp(a->string, b->string) != 0) {
            return false;
        }
    }
    return !a && !b;
}

static bool equal_children(const cJSON *a, const cJSON *b)
{
    for (a = a->child, b = b->child; a && b; a = a->next, b = b->next) {
        if (!equal(a, b)) {
            return false;
        }
    }
    return !a && !b;
}

static bool equal(const cJSON *a, const cJSON *b)
{
    enum ed_json_kind kind = ed_json_kind(node_of(a));
    size_t n;

    if (kind != ed_json_kind(node_of(b))) {
        return false;
    }
    switch (kind) {
    case ED_JSON_STRING:
        return strcmp(a->valuestring, b->valuestring) == 0;
    case ED_JSON_NUMBER:
        return a->valuedouble == b->valuedouble;
    case ED_JSON_BOOL:
        return cJSON_IsTrue(a) == cJSON_IsTrue(b);
    case ED_JSON_ARRAY:
        return equal_children(a, b);
    case ED_JSON_OBJECT:
        if (same_keys(a, b)) {
            return equal_children(a, b);
        }
        n = ed_json_count(node_of(a));
        return n == ed_json_count(node_of(b)) && equal_sorted(a, b, n);
    default:
        return true;
    }
}

bool ed_json_equal(const struct ed_json_node *a, const struct ed_json_node *b)
{
    return a && b ? equal(item(a), item(b)) : a == b;
}

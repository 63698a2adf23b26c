/*
 * fuzz_json_flat.c: what is read as a tree is read flat with the same keys, kinds and texts; of what is no JSON,
 * nothing outside of it is read. links: json
 */
#include "json/flat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void members(struct ed_arena *arena, struct ed_str value, const struct ed_json_node *tree)
{
    const struct ed_json_node *node = ed_json_first(tree);
    struct ed_json_flat flat;
    struct ed_json_member m;
    bool has = ed_json_flat_begin(&flat, value) || ed_json_flat_begin_array(&flat, value);

    for (; has && ed_json_flat_next(&flat, &m); node = tree ? ed_json_next(node) : NULL) {
        struct ed_json_member key = {.kind = ED_JSON_STRING, .text = m.key, .escaped = true};
        struct ed_str name = ed_json_unescape(arena, &key), text = ed_json_unescape(arena, &m);
        bool same = node && m.kind == ed_json_kind(node) && (!m.key.p || ed_str_eq(name, ed_json_key(node))) &&
                    (m.kind != ED_JSON_STRING || ed_str_eq(text, ed_json_str(node)));

        !tree || same ? (void)0 : abort();
        members(arena, m.text, m.kind >= ED_JSON_ARRAY ? node : NULL);
    }
    !has || !tree || (!node && ed_json_flat_whole(&flat)) ? (void)0 : abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_str text = ed_str((const char *)data, size);
    struct ed_json_doc *doc = NULL;
    struct ed_arena arena;

    (void)!ed_json_parse(text, &doc, /* err */ NULL);
    ed_arena_init(&arena);
    members(&arena, text, doc ? ed_json_root(doc) : NULL);
    ed_arena_done(&arena);
    ed_json_doc_free(doc);
    return 0;
}

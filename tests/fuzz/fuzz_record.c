/*
 * fuzz_record.c: any text as JSON, as a record and as a family. What is refused is refused with words and a line.
 * links: record json
 */
#include "record/family.h"
#include "record/shape.h"
#include "record/slug.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_str text = ed_str((const char *)data, size);
    struct ed_json_doc *doc = NULL;
    struct ed_problems problems;
    struct ed_record record;
    struct ed_family family;
    struct ed_arena arena;
    struct ed_err err;

    (void)ed_record_is_filler(text);
    (void)ed_shape_of_head(text);
    if (ed_json_parse(text, &doc, &err)) {
        return err.line == 0 || err.message[0] == '\0' ? abort(), 0 : 0;
    }
    ed_arena_init(&arena);
    if (!ed_json_equal(ed_json_root(doc), ed_json_root(doc))) {
        abort();
    }
    if (ed_record_read(ed_json_root(doc), &arena, &record, &problems) == ED_OK &&
        (ed_shape_of(ed_json_root(doc)) == ED_SHAPE_UNKNOWN || record.id.n != 16 || problems.fatal)) {
        abort();
    }
    if (ed_family_read(ed_json_root(doc), &arena, &family, &problems) == ED_OK) {
        (void)ed_slug_distance(family.title, ed_slug_make(&arena, family.title), 3);
    }
    ed_json_doc_free(doc);
    ed_arena_done(&arena);
    return 0;
}

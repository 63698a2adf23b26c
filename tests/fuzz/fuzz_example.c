/*
 * fuzz_example.c: any text as JSON and as an example. What is taken is whole: an id, and lines with text.
 * links: record json
 */
#include "record/example.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct ed_example *example)
{
    if (example->record.n != 16 || example->nlines == 0) {
        abort();
    }
    for (size_t i = 0; i < example->nlines; i++) {
        if (ed_str_trim(example->lines[i].log).n == 0) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_json_doc *doc = NULL;
    struct ed_problems problems;
    struct ed_example example;
    struct ed_arena arena;

    if (ed_json_parse(ed_str((const char *)data, size), &doc, /* err */ NULL) != ED_OK) {
        return 0;
    }
    ed_arena_init(&arena);
    if (ed_example_read(ed_json_root(doc), &arena, &example, &problems) == ED_OK) {
        check(&example);
    } else if (problems.n == 0) {
        abort();
    }
    ed_json_doc_free(doc);
    ed_arena_done(&arena);
    return 0;
}

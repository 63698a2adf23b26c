/*
 * fuzz_template.c: any message in any dialect (the first byte). Literals do not touch and are not empty, no hole is
 * over the cap, and what is printed holds every literal in order. links: match base
 */
#include "match/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t at = 0, holes = 0;
    struct ed_template tmpl;
    struct ed_arena arena;
    struct ed_str text;

    if (size == 0 || size > ED_LIMIT_PATTERN) {
        return 0;
    }
    ed_arena_init(&arena);
    text = ed_str((const char *)data + 1, size - 1);
    ed_template_parse(text, (enum ed_dialect)(data[0] % ED_DIALECT_COUNT), &arena, &tmpl);
    ed_template_name(&tmpl, &arena);
    text = ed_template_render(&tmpl, data[0], &arena);
    for (size_t i = 0; i < tmpl.n; i++) {
        const struct ed_piece *piece = &tmpl.v[i];

        holes += piece->hole;
        at = piece->hole ? at : ed_str_find(text, piece->text, at);
        if (at == SIZE_MAX || (piece->hole ? piece->name : piece->text).n == 0 ||
            (!piece->hole && i > 0 && !tmpl.v[i - 1].hole)) {
            abort();
        }
    }
    if (holes != tmpl.nholes || holes > ED_LIMIT_HOLES) {
        abort();
    }
    ed_arena_done(&arena);
    return 0;
}

/*
 * fuzz_literals.c: a regex, a NUL, a text. Where the regex matches, each fragment's words stand in the match.
 * links: match base
 */
#include "match/confirm.h"
#include "match/literals.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_str text = ed_str((const char *)data, size);
    struct ed_pattern pattern = {.regex = ed_str_cut(&text, '\0')};
    struct ed_confirm_scratch *scratch = ed_confirm_scratch_new();
    struct ed_confirm *confirm = NULL;
    struct ed_literals literals;
    struct ed_arena arena;
    struct ed_hit hit;

    ed_arena_init(&arena);
    ed_literals_read(pattern.regex, &arena, &literals);
    if (ed_confirm_new(&pattern, &confirm, /* err: */ NULL) == ED_OK &&
        ed_confirm_find(confirm, scratch, text, 0, text.n, &hit) == ED_OK) {
        for (size_t i = 0; i < literals.n; i++) {
            for (struct ed_str rest = literals.v[i].text; rest.n > 0;) {
                if (ed_str_find(ed_str_slice(text, hit.start, hit.end), ed_str_cut(&rest, ' '), 0) == SIZE_MAX) {
                    abort();
                }
            }
        }
    }
    ed_confirm_free(confirm);
    ed_confirm_scratch_free(scratch);
    ed_arena_done(&arena);
    return 0;
}

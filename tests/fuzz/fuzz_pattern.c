/*
 * fuzz_pattern.c: a file's ending, a pattern (may be empty) and a message, by NULs. What is not inactive compiles; what
 * comes from the message alone is read completely by literals.c and matches the message's renderings. links: match base
 */
#include "match/confirm.h"
#include "match/literals.h"
#include "match/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_str rest = ed_str((const char *)data, size), file = ed_str_cut(&rest, '\0'), own = ed_str_cut(&rest, 0);
    struct ed_confirm_scratch *scratch = ed_confirm_scratch_new();
    struct ed_confirm *confirm = NULL;
    struct ed_literals literals;
    struct ed_template tmpl;
    struct ed_pattern made;
    struct ed_arena arena;
    struct ed_hit hit;

    ed_arena_init(&arena);
    ed_pattern_make(own, rest, file, &arena, &made);
    if (made.state != ED_PATTERN_INACTIVE && ed_confirm_new(&made, &confirm, /* err: */ NULL) != ED_OK) {
        abort();
    }
    ed_literals_read(made.regex, &arena, &literals);
    ed_template_parse(rest, ed_dialect_of(file), &arena, &tmpl);
    for (unsigned seed = 0; confirm && own.n == 0 && seed < 3; seed++) {
        struct ed_str text = ed_template_render(&tmpl, seed, &arena);
        if (!literals.known || ed_confirm_find(confirm, scratch, text, 0, text.n, &hit) == ED_NOT_FOUND) {
            abort();
        }
    }
    ed_confirm_free(confirm);
    ed_confirm_scratch_free(scratch);
    ed_arena_done(&arena);
    return 0;
}

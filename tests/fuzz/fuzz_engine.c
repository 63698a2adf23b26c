/*
 * fuzz_engine.c: the engine, by every walk, against the oracle. Input: message templates, one a line (one that begins
 * with '/' is a record's own regex), a NUL byte, and the text they are tried on. links: match base; with: diff_duel
 */
#include "duel.h"

#define PATTERNS 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const files[] = {"a.c", "a.py", "a.go", "a.js"};
    struct ed_str text = ed_str((const char *)data, size), list = ed_str_cut(&text, '\0');
    struct ed_pattern pattern;
    struct ed_arena arena;
    struct duel duel;

    ed_arena_init(&arena);
    duel_init(&duel);
    for (size_t i = 0; list.n && i < PATTERNS; i++) {
        struct ed_str line = ed_str_cut(&list, '\n');
        bool own = ed_str_starts(line, ED_STR("/"));

        ed_pattern_make(own ? ed_str_slice(line, 1, line.n) : ED_STR_NONE, own ? ED_STR("%s") : line,
                        ed_str_c(files[line.n % 4]), &arena, &pattern);
        if (pattern.state != ED_PATTERN_INACTIVE) {
            *ed_vec_add(&duel.patterns) = pattern;
        }
    }
    duel.screened = size % 2;
    duel_open(&duel, PATTERNS, /* general: */ 0);
    duel_all(&duel, text);
    if (duel.counts.differences) {
        abort();
    }
    duel_done(&duel);
    ed_arena_done(&arena);
    return 0;
}

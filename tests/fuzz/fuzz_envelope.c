/*
 * fuzz_envelope.c: any line against every layer. One that refuses leaves the metadata alone.
 * links: input json base
 */
#include "base/alloc.h"
#include "input/envelope.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct ed_layer *layer, struct ed_str line)
{
    struct ed_meta before = ed_meta_none, meta = before;
    struct ed_peel peel = {.told = ed_told_none};
    struct ed_arena arena;

    ed_arena_init(&arena);
    if (!layer->peel(layer, line, &arena, &meta, &peel)) {
        if (memcmp(&before, &meta, sizeof(meta)) != 0) {
            abort();
        }
    } else if ((!peel.decoded && peel.body.n >= line.n) || !peel.body.p || peel.told.level > ED_LEVEL_UNKNOWN) {
        abort();
    }
    if (layer->restates && layer->restates(line) && line.p[0] != '-' && line.p[0] != '\xE2') {
        abort();
    }
    ed_arena_done(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = ed_alloc(size);

    memcpy(line, data, size);
    for (size_t i = 0; size && ed_layers()[i]; i++) {
        check(ed_layers()[i], ed_str(line, size));
    }
    ed_free(line);
    return 0;
}

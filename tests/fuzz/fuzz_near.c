/*
 * fuzz_near.c: a foreign blob of near wordings, its header put right so that the checks of the tables are reached; what
 * is opened is asked. Input: the blob, then the text with its length in the last two bytes. links: match base
 */
#include "base/alloc.h"
#include "match/index_format.h"
#include "match/near_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    (void)err;
    *ret_pattern = (struct ed_pattern){.regex = record % 2 ? *(struct ed_str *)ctx : ED_STR("\\ba\\s+b\\s+(.+?)\\s+c")};
    return ED_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = size < 2 ? 0 : ED_MIN((size_t)data[size - 2] | (size_t)data[size - 1] << 8, size - 2),
           at = (size - n) / 8 * 8;
    struct ed_str text = ed_str((const char *)data + size - n, n);
    struct ed_near_header *header = ed_alloc_zero(1, ED_MAX(at, sizeof(*header))); /* aligned */
    struct ed_near_hit hit;
    struct ed_near *near;
    struct ed_arena arena;

    memcpy(header, data, at);
    header->size = at;
    header->content = ed_index_content(1);
    header->checksum = at < sizeof(*header) ? 0 : ed_index_checksum(header + 1, at - sizeof(*header));
    ed_arena_init(&arena);
    if (ed_near_open(ed_str((const char *)header, at), 1, &near, NULL) == ED_OK) {
        (void)!ed_near_similar(near, (struct ed_pattern_source){fetch, &text}, text, 0, n, &arena, &hit, NULL);
        ed_near_free(near);
    }
    ed_arena_done(&arena);
    ed_free(header);
    return 0;
}

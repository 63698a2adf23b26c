/*
 * fuzz_code.c: a foreign blob of near wordings and codes, its header put right so that the tables are reached, asked
 * which codes stand in a text and whether it touches anything. Input: as fuzz_near.c's. links: match base
 */
#include "base/alloc.h"
#include "match/near_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void on_code(void *ctx, uint32_t record, size_t start, size_t end)
{
    *(size_t *)ctx += record + end - start;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = size < 2 ? 0 : ED_MIN((size_t)data[size - 2] | (size_t)data[size - 1] << 8, size - 2);
    size_t at = (size - n) / 8 * 8, sum = 0;
    struct ed_str text = ed_str((const char *)data + size - n, n);
    struct ed_near_header *header = ed_alloc_zero(1, ED_MAX(at, sizeof(*header))); /* aligned */
    struct ed_marks marks = {0};
    struct ed_near *near;

    memcpy(header, data, at);
    header->size = at;
    header->content = ed_index_content(1);
    header->checksum = at < sizeof(*header) ? 0 : ed_index_checksum(header + 1, at - sizeof(*header));
    if (ed_near_open(ed_str((const char *)header, at), 1, &near, NULL) == ED_OK) {
        sum += ed_near_touches(near, text, &marks);
        ed_near_codes(near, text, on_code, &sum);
        ed_near_free(near);
    }
    ed_marks_done(&marks);
    ed_free(header);
    return 0;
}

/*
 * fuzz_index.c: a foreign index blob, its header put right so that the checks of the tables are reached; what is opened
 * is scanned with. Input: the blob, then the text with its length in the last two bytes. links: match base
 */
#include "base/alloc.h"
#include "match/index_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void on_candidate(void *ctx, const struct ed_candidate *candidate)
{
    *(size_t *)ctx += candidate->record + candidate->match;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t text = size < 2 ? 0 : ED_MIN((size_t)data[size - 2] | (size_t)data[size - 1] << 8, size - 2), sum = 0;
    size_t n = (size - text) / 8 * 8;
    char *blob = ed_alloc(n); /* aligned, and of its own size */
    struct ed_index_header header;
    struct ed_index *index;

    memcpy(blob, data ? data : (const uint8_t *)"", n);
    if (n >= sizeof(header)) {
        memcpy(&header, blob, sizeof(header));
        header.size = n;
        header.content = ed_index_content(1);
        header.checksum = ed_index_checksum(blob + sizeof(header), n - sizeof(header));
        memcpy(blob, &header, sizeof(header));
    }
    if (ed_index_open(ed_str(blob, n), 1, &index, NULL) == ED_OK) {
        for (const struct ed_index *part = index; part; part = ed_index_weak(part)) {
            ed_index_scan(part, ed_str((const char *)data + size - text, text), on_candidate, &sum);
        }
        ed_index_free(index);
    }
    ed_free(blob);
    return 0;
}

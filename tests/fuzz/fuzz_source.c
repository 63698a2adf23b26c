/*
 * fuzz_source.c: any bytes as a packed file, an archive or text. What is wrong is said with the source and words.
 * links: input json base
 */
#include "input/source.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum ed_rc on_open(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct ed_err why = {0};
    char block[4096];
    size_t n = 1, *left = ctx;
    enum ed_rc rc = ED_OK;

    (void)err;
    while (n && *left && (rc = ed_reader_read(reader, block, sizeof(block), &n, &why)) == ED_OK) {
        *left -= ED_MIN(n, *left);
    }
    return rc < 0 && (!why.message[0] || !why.source[0]) ? (abort(), ED_STOP) : *left ? ED_OK : ED_STOP;
}

static void on_note(void *ctx, const struct ed_err *why)
{
    (void)ctx;
    if (why->rc > 0 || !why->message[0] || !why->source[0]) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t left = 4 * ED_MIB; /* output that one input may make */
    struct ed_source_events events = {.open = on_open, .note = on_note, .ctx = &left, .logs = size % 2 == 0};
    enum ed_rc rc = ed_source_bytes("x", ed_str((const char *)data, size), events, NULL);

    return rc == ED_OK || rc == ED_STOP ? 0 : (abort(), 0);
}

/*
 * fuzz_triage.c: any log's messages, looked at and told of; the log itself as a good run leaves nothing.
 */
#include "diag/triage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct both {
    struct ed_triage *open, *good;
};

static enum ed_rc on_message(void *ctx, const struct ed_message *m, struct ed_err *err ED_UNUSED)
{
    struct both *both = ctx;

    ed_triage_look(both->open, m, 0);
    ed_triage_good(both->good, m);
    ed_triage_look(both->good, m, 0);
    return ED_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_triage_opts opts = {.full = size % 2, .limit = size % 3000};
    struct both both = {ed_triage_new(opts), ed_triage_new((struct ed_triage_opts){.full = true})};
    struct ed_reader *reader = ed_reader_new("x", ed_str((const char *)data, size));
    struct ed_input_opts input = {0};
    enum ed_rc rc = ed_input_run(reader, &input, on_message, &both, &(struct ed_input_account){0}, /* err */ NULL);
    struct ed_triage_report open, good;
    struct ed_arena arena;

    ed_arena_init(&arena);
    ed_triage_report(both.open, &arena, &open);
    ed_triage_report(both.good, &arena, &good);
    ed_arena_done(&arena);
    ed_reader_free(reader);
    ed_triage_free(both.open);
    ed_triage_free(both.good);
    return rc == ED_OK && good.n == 0 && open.n <= open.templates ? 0 : (abort(), 0);
}

/*
 * fuzz_assemble.c: any log's messages: traces stand in order, inside the message, each with parts and one root.
 * links: input json base
 */
#include "input/assemble.h"
#include "input/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum ed_rc on_message(void *ctx, const struct ed_message *m, struct ed_err *err)
{
    struct ed_traces traces = {0};
    bool sound = !err;

    ed_assemble(ctx, m, &traces);
    for (size_t i = 0; i < traces.v.n; i++) {
        const struct ed_trace *t = &traces.v.v[i];
        size_t roots = 0;

        for (const struct ed_trace_part *p = &traces.parts.v[t->part], *end = p + t->nparts; p < end; p++) {
            roots += p->root;
            sound &= p->first >= t->first && p->last >= p->first && p->last <= t->last;
            sound &= p->outcome == SIZE_MAX || (p->outcome >= p->first && p->outcome <= p->last);
        }
        sound &= roots == 1 && t->last >= t->first && t->last < m->nlines && (i == 0 || t->first > t[-1].last);
    }
    ed_traces_done(&traces);
    return sound ? ED_OK : (abort(), ED_STOP);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_assembler *assembler = ed_assembler_new();
    struct ed_reader *reader = ed_reader_new("x", ed_str((const char *)data, size));
    enum ed_rc rc = ed_input_run(reader, &(struct ed_input_opts){0}, on_message, assembler,
                                 &(struct ed_input_account){0}, /* err */ NULL);
    ed_reader_free(reader);
    ed_assembler_free(assembler);
    return rc == ED_OK ? 0 : (abort(), 0);
}

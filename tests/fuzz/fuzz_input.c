/*
 * fuzz_input.c: any bytes as a log, in small windows and in large ones. Messages keep the promises of message.h.
 * links: input json base
 */
#include "input/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum ed_rc on_message(void *ctx, const struct ed_message *m, struct ed_err *err)
{
    bool sound = m->nlines && m->lines[0].start == 0 && m->fresh <= m->text.n && m->text.n && !err;

    sound = sound && (m->more ? m->next && m->next < m->text.n : m->next == m->text.n);
    for (size_t i = 0; sound && i < m->nlines; i++) {
        const struct ed_line *line = &m->lines[i];

        sound = (i == 0 || line->start > line[-1].start) && line->start <= m->text.n && line->number &&
                line->told.level <= ED_LEVEL_UNKNOWN && ed_message_line(m, line->start) == i;
        *(uint64_t *)ctx += ed_str_hash(line->meta->layers, line->meta->rank.n + line->meta->host.n);
    }
    return sound ? ED_OK : (abort(), ED_STOP);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ed_input_limits all[] = {ed_input_limits_default, {96, 16, 160, 24, 4, 8192, 48}};
    struct ed_input_account account = {0};
    uint64_t sum = 0;

    for (size_t i = 0; i < ED_ARRAY_LEN(all); i++) {
        struct ed_reader *reader = ed_reader_new("x", ed_str((const char *)data, size));

        if (ed_input_run(reader, &(struct ed_input_opts){.limits = &all[i]}, on_message, &sum, &account, NULL) !=
            ED_OK) {
            abort();
        }
        ed_reader_free(reader);
    }
    return account.bytes == 2 * size ? 0 : (abort(), 0);
}

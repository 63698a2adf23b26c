/*
 * envelope.c: the list of layers, and what they share. A new layer is a file env_NAME.c with its const struct ed_layer,
 * a declaration in envelope.h and a line here; the order matters only where two layers accept the same line.
 */
#include "input/envelope.h"

static const struct ed_layer *const layers[] = {
    &ed_env_journal_json, &ed_env_journal_short, &ed_env_sglang, &ed_env_timestamp, NULL,
};

const struct ed_meta ed_meta_none = {.time = ED_TIME_UNKNOWN, .level = ED_LEVEL_UNKNOWN};

const struct ed_layer *const *ed_layers(void)
{
    return layers;
}

void ed_meta_set_time(struct ed_meta *meta, struct ed_str text, int64_t time)
{
    if (time != ED_TIME_UNKNOWN || meta->time == ED_TIME_UNKNOWN) {
        meta->time_text = text;
        meta->time = time;
    }
}

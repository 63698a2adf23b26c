/*
 * envelope.c: the list of layers, and what they share. A new layer is a file env_NAME.c with its const struct ed_layer,
 * a declaration in envelope.h and a line here; the order matters only where two layers accept the same line.
 */
#include "input/envelope.h"

static const struct ed_layer *const layers[] = {
    /* containers */
    &ed_env_docker_json,
    &ed_env_docker_api,
    &ed_env_cri,
    &ed_env_docker_details,
    &ed_env_compose,
    &ed_env_kubectl,
    &ed_env_stern,
    &ed_env_stern_all,
    &ed_env_fluent,
    &ed_env_heroku,
    &ed_env_cloud_foundry,
    /* the journal, and what is inside of all */
    &ed_env_journal_json,
    &ed_env_journal_short,
    &ed_env_sglang,
    &ed_env_timestamp,
    NULL,
};

const struct ed_layer *const *ed_layers(void)
{
    return layers;
}

void ed_told_add(struct ed_told *told, const struct ed_told *inner)
{
    if (inner->time_text.p && (inner->time != ED_TIME_PARTIAL || told->time == ED_TIME_PARTIAL)) {
        told->time_text = inner->time_text;
        told->time = inner->time;
    }
    if (inner->level != ED_LEVEL_UNKNOWN) {
        told->level = inner->level;
    }
    told->repeat = inner->repeat ? inner->repeat : told->repeat;
    told->truncated |= inner->truncated;
}

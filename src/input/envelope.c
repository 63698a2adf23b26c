/*
 * envelope.c: the list of layers, and what they share. A new layer is a file env_NAME.c with its const struct ed_layer,
 * a declaration in envelope.h and a line here; the order matters only where two layers accept the same line.
 */
#include "input/envelope.h"

static const struct ed_layer *const layers[] = {
    /* CI; their times are exact, and stand before any that is of other layers too */
    &ed_env_gh,
    &ed_env_github,
    &ed_env_ci_command,
    &ed_env_act,
    &ed_env_gitlab,
    &ed_env_ci_fold,
    &ed_env_jenkins,
    &ed_env_teamcity,
    &ed_env_ci_json,
    &ed_env_buildkit,
    /* the journal, and what is under all of them */
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

/*
 * envelope.c: the list of layers, and what they share. A new layer is a file env_NAME.c with its const struct ed_layer,
 * a declaration in envelope.h and a line here; the order matters only where two layers accept the same line.
 */
#include "input/envelope.h"

static const struct ed_layer *const layers[] = {
    &ed_env_journal_json,
    &ed_env_journal_short,
    /* structured logs, and exports of stores */
    &ed_env_postgres_csv,
    &ed_env_postgres_json,
    &ed_env_json,
    &ed_env_json_list,
    &ed_env_logfmt,
    &ed_env_logrus_tty,
    &ed_env_csv,
    &ed_env_aws_tail,
    &ed_env_lambda,
    &ed_env_logcli,
    /* loggers */
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

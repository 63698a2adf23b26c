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
    /* journald and syslog. journalctl's monotonic time stands before the kernel's own log, which begins its lines with
       the same bracket; the kernel's "<3>" is a syslog daemon's too. */
    &ed_env_journal_json,
    &ed_env_syslog_frame,
    &ed_env_syslog_5424,
    &ed_env_journal_short,
    &ed_env_journal_monotonic,
    &ed_env_journal_export,
    &ed_env_journal_verbose,
    &ed_env_dmesg,
    &ed_env_kmsg,
    &ed_env_syslog_priority,
    &ed_env_syslog_host,
    &ed_env_syslog_repeat,
    &ed_env_cisco,
    &ed_env_cef,
    &ed_env_audit,
    &ed_env_console,
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
    /* programs' own loggers */
    &ed_env_sglang,
    &ed_env_logger,
    &ed_env_timestamp,
    /* JSON that other layers read */
    &ed_env_json_seq,
    &ed_env_json_sse,
    &ed_env_json_spread,
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

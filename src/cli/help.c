/*
 * help.c: lays out the tables for a person. Widths are fixed for 80 columns.
 */
#include "cli/help.h"

static void option(const struct ed_opt *opt, struct ed_buf *out)
{
    size_t from = out->n;

    if (opt->letter) {
        ed_buf_printf(out, "  -%c, --%s", opt->letter, opt->name);
    } else {
        ed_buf_printf(out, "      --%s", opt->name);
    }
    if (opt->value) {
        ed_buf_printf(out, " %s", opt->value);
    }
    if (out->n - from > 26) {
        ed_buf_byte(out, '\n');
        from = out->n;
    }
    ed_buf_fill(out, ' ', 28 - (out->n - from));
    ed_buf_text(out, opt->help);
    ed_buf_byte(out, '\n');
    if (opt->choices) {
        ed_buf_fill(out, ' ', 28);
        ed_buf_printf(out, "(%s)\n", opt->choices);
    }
}

static void table(const struct ed_opt *opts, struct ed_buf *out)
{
    for (; opts && opts->name; opts++) {
        option(opts, out);
    }
}

void ed_help_cmd(const struct ed_cmd *cmd, struct ed_buf *out)
{
    ed_buf_printf(out, "usage: errdex %s [OPTION...]%s%s\n\n%s\n\n", cmd->name, cmd->usage[0] ? " " : "", cmd->usage,
                  cmd->about);
    if (cmd->opts && cmd->opts[0].name) {
        ed_buf_text(out, "options:\n");
        table(cmd->opts, out);
        ed_buf_byte(out, '\n');
    }
    ed_buf_text(out, "options of all commands:\n");
    table(ed_opts_common, out);
}

void ed_help_all(const struct ed_cmd *const *cmds, struct ed_buf *out)
{
    ed_buf_text(out, "errdex: which known error does this log hold, why does it happen, and what helps\n\n"
                     "usage: COMMAND | errdex\n"
                     "       errdex [COMMAND] [OPTION...] [ARGUMENT...]\n\n"
                     "Without a command it diagnoses standard input, or the files that are named.\n\ncommands:\n");
    for (; *cmds; cmds++) {
        ed_buf_printf(out, "  %-10s%s\n", (*cmds)->name, (*cmds)->summary);
    }
    ed_buf_text(out, "\n`errdex COMMAND --help` tells more of each.\n\noptions of all commands:\n");
    table(ed_opts_common, out);
    ed_buf_text(out, "\nexit codes: 0 it ran; 1 a finding at or above --fail-on, nothing found by a\n"
                     "look-up, or a flaw found by test or check; 2 the command line is off; 3 an\n"
                     "input, the data base or the system failed\n");
}

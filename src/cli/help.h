/*
 * help.h: the help texts, made from the commands' tables.
 */
#ifndef ED_CLI_HELP_H
#define ED_CLI_HELP_H

#include "base/buf.h"
#include "cli/cmd.h"

/* `errdex --help`: all commands. */
void ed_help_all(const struct ed_cmd *const *cmds, struct ed_buf *out);
/* `errdex CMD --help`. */
void ed_help_cmd(const struct ed_cmd *cmd, struct ed_buf *out);

#endif

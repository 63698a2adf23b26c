/*
 * opt.h: the command line against a command's tables: GNU manners. "--name=value" and "--name value", "-n value",
 * "-nvalue", letters together, "--" ends options, "-" is a word, options may stand behind words.
 */
#ifndef ED_CLI_OPT_H
#define ED_CLI_OPT_H

#include "cli/cmd.h"

/* Words are stored in argv itself (moved to its front), so argv must outlive ret_args. ED_ERR_USAGE with words. */
ED_NODISCARD enum ed_rc ed_opt_parse(const struct ed_cmd *cmd, int argc, char **argv, struct ed_args *ret_args,
                                     struct ed_err *err);

#endif

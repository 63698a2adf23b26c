/*
 * formats.h: the formats of the input, for whoever names one or wonders how a log is read.
 */
#ifndef ED_CLI_FORMATS_H
#define ED_CLI_FORMATS_H

#include "cli/cmd.h"

/* Whether --input may name it; else err says what is near. */
bool ed_formats_known(const char *name, struct ed_err *err);
/* Print how the first lines of each source are read, and diagnose nothing. */
enum ed_exit ed_formats_explain(const struct ed_args *args);

#endif

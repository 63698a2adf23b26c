/*
 * last.h: what `explain last` looks back to: the records that the run before found.
 */
#ifndef ED_CLI_LAST_H
#define ED_CLI_LAST_H

#include "diag/report.h"

/* Remember the records of a report, each once, in its order. A home that cannot be written is no failure. */
void ed_last_keep(const struct ed_report *report);
/* Call fn with the id of each. ED_NOT_FOUND with words when there is none. */
ED_NODISCARD enum ed_rc ed_last_read(void (*fn)(void *ctx, struct ed_str id), void *ctx, struct ed_err *err);

#endif

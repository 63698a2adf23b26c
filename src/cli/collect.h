/*
 * collect.h: a playbook's commands, run on this machine for `diagnose --collect`.
 */
#ifndef ED_CLI_COLLECT_H
#define ED_CLI_COLLECT_H

#include "diag/bundle.h"

/* Each command is shown on standard error before it runs. What they print is added to the bundle, as a script's output
   would be. */
void ed_collect(const struct ed_playbook *playbook, struct ed_bundle *bundle);

#endif

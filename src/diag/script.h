/*
 * script.h: a playbook's commands as a script for somebody else's machine, whose output bundle.h reads.
 */
#ifndef ED_DIAG_SCRIPT_H
#define ED_DIAG_SCRIPT_H

#include "base/buf.h"
#include "diag/playbook.h"

/* A POSIX shell script that runs the playbook's commands, each by itself, and writes one bundle to standard output. It
   needs nothing but a shell: a command that is not there is noted. It always ends with 0. */
void ed_script_put(struct ed_buf *out, const struct ed_playbook *playbook, const char *version);

#endif

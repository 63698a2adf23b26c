/*
 * pick.h: which of the kept lines are shown: those worth most within a limit of bytes, no text twice.
 */
#ifndef ED_DIAG_PICK_H
#define ED_DIAG_PICK_H

#include "diag/templates.h"
#include "diag/triage.h"

/* Fill in v, excerpts and the counts of templates and lines. All of it lives in the arena. */
void ed_pick(const struct ed_templates *templates, struct ed_triage_opts opts, struct ed_arena *arena,
             struct ed_triage_report *ret_report);

#endif

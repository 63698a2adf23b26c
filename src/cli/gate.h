/*
 * gate.h: what a run of diagnose comes to for whoever called it: --fail-on, the accepted findings, the exit code.
 */
#ifndef ED_CLI_GATE_H
#define ED_CLI_GATE_H

#include "base/vec.h"
#include "cli/cmd.h"
#include "diag/accept.h"

struct ed_gate {
    const struct ed_args *args;
    struct ed_accept *accept; /* NULL: nothing is accepted */
    bool by_severity;
    enum ed_severity floor;
    ED_VEC(uint32_t) rows; /* of the records that --fail-on names */
};

/* Resolve the options, before anything is read. A failure is said on standard error; ED_EXIT_OK otherwise. */
enum ed_exit ed_gate_open(const struct ed_args *args, struct ed_kb *kb, struct ed_gate *ret_gate);
/* Behind the report: say which accepted findings were not met, write --write-accept, and tell the exit code. */
enum ed_exit ed_gate_verdict(struct ed_gate *gate, const struct ed_report *report);
void ed_gate_done(struct ed_gate *gate);

#endif

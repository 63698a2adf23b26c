/*
 * facts.h: outputs of commands as tables of facts, by the forms that a playbook tells. A line that is not of the form
 * is counted and never guessed at.
 */
#ifndef ED_DIAG_FACTS_H
#define ED_DIAG_FACTS_H

#include "diag/bundle.h"

/* What became of one table of a playbook. */
struct ed_facts_table {
    bool there; /* its output was brought, and could be read */
    uint64_t rows;
    uint64_t unread; /* lines that are not of its form */
    bool cut;
    uint32_t seen;         /* bit i: column i was in the output */
    struct ed_str from;    /* the file of its first output */
    struct ed_str problem; /* why it is not there, or what is wrong with it; ED_STR_NONE: nothing */
};

/* Make all tables of the playbook and fill them. The first output of a command counts; later ones of the same command
   (and value) are left alone. ret_tables: one a table, in the arena. */
ED_NODISCARD enum ed_rc ed_facts_fill(struct ed_factdb *db, const struct ed_playbook *playbook,
                                      const struct ed_output *outputs, size_t noutputs, struct ed_arena *arena,
                                      const struct ed_facts_table **ret_tables, struct ed_err *err);

/* The distinct values that a command of the playbook is to be run for, out of the outputs so far: at most
   ED_LIMIT_EVIDENCE_EACH, plain ones only (fill.h), in the arena. */
size_t ed_facts_values(const struct ed_playbook *playbook, size_t asked, const struct ed_output *outputs,
                       size_t noutputs, struct ed_arena *arena, const struct ed_str **ret_values);

#endif

/*
 * evidence.h: whether a line was printed by a record's repository, told by what stands around it. Pure.
 */
#ifndef ED_DIAG_EVIDENCE_H
#define ED_DIAG_EVIDENCE_H

#include "diag/rank.h"

struct ed_evidence {
    const char *term;  /* "file", "unit", "repository" */
    double bits;       /* more is better */
    double confidence; /* of a record whose code stands there too */
    struct ed_str says;
};

/* The best of what there is: the record's file in the trace around the line; the owner or name of its repository as a
   whole word in the unit, identifier, container or pod of the line; or the same in the trace, where it is no word that
   logs of all kinds hold. false: there is none. */
bool ed_evidence_find(const struct ed_message *message, size_t line, const struct ed_record *record,
                      struct ed_arena *arena, struct ed_evidence *ret_evidence);

#endif

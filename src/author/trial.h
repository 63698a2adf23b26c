/*
 * trial.h: examples tried: every line goes through a whole diagnosis by itself, over all records of the shelf.
 */
#ifndef ED_AUTHOR_TRIAL_H
#define ED_AUTHOR_TRIAL_H

#include "author/flaw.h"

struct ed_trial_counts {
    uint64_t records;       /* on the shelf, or of the repository that was asked for */
    uint64_t untried;       /* of those: without an example */
    uint64_t lines, misses; /* that were tried */
    uint64_t failed;
    uint64_t twins; /* lines that a record of the same family in another repository explains as well: let pass */
};

struct ed_trial_opts {
    struct ed_str repo; /* examples of this repository's records only; ED_STR_NONE: all */
    /* Lines that failed: unknown-record (no record has this id), not-first (another one, or none, is found first), tie
       (another record explains the line as well), values (they are others), near-miss (the record is found where it
       must not be). Their rows are log, expected, came, why. And records of the files without an example: untried. */
    ed_flaw_fn flaw;
    void *ctx;
    bool strict; /* untried is an error, no warning */
};

ED_NODISCARD enum ed_rc ed_trial_run(const struct ed_shelf *shelf, struct ed_trial_opts opts,
                                     struct ed_trial_counts *ret_counts, struct ed_err *err);

#endif

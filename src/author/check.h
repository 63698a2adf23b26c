/*
 * check.h: what can be wrong with a knowledge base, found without a log: patterns that cannot work or take too much,
 * fields that say nothing, links that lead nowhere.
 */
#ifndef ED_AUTHOR_CHECK_H
#define ED_AUTHOR_CHECK_H

#include "author/flaw.h"

struct ed_check_counts {
    uint64_t records, families;
    uint64_t calm; /* lines of calm logs that all patterns were tried on */
};

/* Look at every record and family of the shelf's files, or, without files, of its data base. Flaws come by record (in
   the order of repository and slug), then by family, then by line of the calm logs. Their rows are what, do. */
ED_NODISCARD enum ed_rc ed_check_run(const struct ed_shelf *shelf, ed_flaw_fn flaw, void *ctx,
                                     struct ed_check_counts *ret_counts, struct ed_err *err);

#endif

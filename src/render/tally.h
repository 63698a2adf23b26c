/*
 * tally.h: the honest end of a report, as sentences that every face writes its own way: what was read and tried, what
 * was passed over, and what is left to do when nothing was found. Notes name sources: foreign text.
 */
#ifndef ED_RENDER_TALLY_H
#define ED_RENDER_TALLY_H

#include "base/buf.h"
#include "diag/report.h"

/* For a report without findings: what that means, one line a paragraph; and the command to go on with, if any. told:
   the face prints what looks like an error and has no record (unmatched.h). */
void ed_tally_nothing(struct ed_buf *buf, const struct ed_report *report, bool told);
struct ed_str ed_tally_next(const struct ed_report *report, bool told);
/* "4 findings in 69 lines (10.2 kB) of 1 source; ...". */
void ed_tally_brief(struct ed_buf *buf, const struct ed_report *report);
/* All numbers, one a line. */
void ed_tally_table(struct ed_buf *buf, const struct ed_account *account);

typedef void ed_tally_fn(void *ctx, struct ed_str note);
/* Whatever may have cost a finding, a sentence each. They are no statistics: --quiet prints them, too. */
void ed_tally_notes(const struct ed_report *report, ed_tally_fn *fn, void *ctx);

#endif

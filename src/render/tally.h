/*
 * tally.h: the honest end of a text report: what was read and tried, what was passed over, and what is left to do when
 * nothing was found.
 */
#ifndef ED_RENDER_TALLY_H
#define ED_RENDER_TALLY_H

#include "render/text_out.h"

/* The sentence for a report without findings, the notes, and the account (two rows; all numbers with opts->verbose).
   opts->quiet leaves out the account alone: a note says that a finding may be missing, which is no statistics. */
void ed_tally(struct ed_text_out *text, const struct ed_report *report, const struct ed_render_opts *opts);

#endif

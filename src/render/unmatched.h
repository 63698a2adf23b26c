/*
 * unmatched.h: the last section of the text face: what looks like an error and has no record (diag/triage.h).
 */
#ifndef ED_RENDER_UNMATCHED_H
#define ED_RENDER_UNMATCHED_H

#include "render/text_out.h"

/* Whether there is such a section. */
bool ed_unmatched_any(const struct ed_report *report);
/* There is one. */
void ed_unmatched(struct ed_text_out *text, const struct ed_report *report);

/* The same for faces that write blocks: the sentence above, and the lines, foreign text as it is. */
void ed_unmatched_head(struct ed_buf *buf, const struct ed_report *report);
void ed_unmatched_block(struct ed_buf *buf, const struct ed_report *report);

#endif

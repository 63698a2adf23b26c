/*
 * text_finding.h: one finding in full, as the text face shows it. Other faces that carry plain text use it, too.
 */
#ifndef ED_RENDER_TEXT_FINDING_H
#define ED_RENDER_TEXT_FINDING_H

#include "render/text_out.h"

/* with_why: with the terms of its rank. */
void ed_text_finding(struct ed_text_out *text, const struct ed_finding *finding, bool with_why);

#endif

/*
 * inquiry.h: what a playbook made of a finding, as text and as JSON.
 */
#ifndef ED_RENDER_INQUIRY_H
#define ED_RENDER_INQUIRY_H

#include "render/text_out.h"
#include "json/write.h"

/* Rows "culprit", "evidence", "ask", "steps", "belief" of a finding; nothing when it has no evidence. */
void ed_inquiry_text(struct ed_text_out *text, const struct ed_finding *finding);
/* The member "evidence" of a finding; nothing when it has none. */
void ed_inquiry_json(struct ed_json_out *json, const struct ed_finding *finding);

#endif

/*
 * inquiry.h: what a playbook made of a finding, on every face that shows it.
 */
#ifndef ED_RENDER_INQUIRY_H
#define ED_RENDER_INQUIRY_H

#include "render/text_out.h"
#include "json/write.h"

/* Rows "culprit", "evidence", "ask", "steps", "belief" of a finding; nothing when it has no evidence. */
void ed_inquiry_text(struct ed_text_out *text, const struct ed_finding *finding);
/* The same without labels' colours or a width, for faces that write blocks: foreign text, made visible. */
void ed_inquiry_block(struct ed_buf *buf, const struct ed_finding *finding);
/* Rows of a list of definitions. */
void ed_inquiry_html(struct ed_buf *buf, const struct ed_finding *finding);
/* The member "evidence" of a finding; nothing when it has none. */
void ed_inquiry_json(struct ed_json_out *json, const struct ed_finding *finding);

/* Which of it a reader is shown: checks that say something, what is unknown (each command and each reason once),
   whether steps and beliefs are of use yet, and what was brought and not read. */
bool ed_inquiry_says(const struct ed_evidence_check *check);
bool ed_inquiry_asks(const struct ed_inquiry *evidence, size_t check);
bool ed_inquiry_tells(const struct ed_inquiry *evidence);
bool ed_inquiry_left(const struct ed_evidence_table *table);

#endif

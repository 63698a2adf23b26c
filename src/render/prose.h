/*
 * prose.h: what a record says (parts.h), as parts of a text page: a finding and the record's own page show the same.
 */
#ifndef ED_RENDER_PROSE_H
#define ED_RENDER_PROSE_H

#include "render/parts.h"
#include "render/text_out.h"

/* cause, when, often, fix, example, verify, prevent. */
void ed_prose_record(struct ed_text_out *text, const struct ed_record *record);
/* Where the error is raised, and its address. */
void ed_prose_source(struct ed_text_out *text, const struct ed_record *record);
/* A label and its prose; nothing when there is no text. */
void ed_prose_part(struct ed_text_out *text, const char *label, struct ed_str prose);
/* A label and its code; nothing when there is no text. */
void ed_prose_code(struct ed_text_out *text, const char *label, struct ed_str code);
/* A label and a list, numbered or with dashes; nothing when the list is empty. */
void ed_prose_list(struct ed_text_out *text, const char *label, struct ed_strs list, bool numbered);

#endif

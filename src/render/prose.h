/*
 * prose.h: what a record says, as parts of a text page: a finding and the record's own page show the same.
 */
#ifndef ED_RENDER_PROSE_H
#define ED_RENDER_PROSE_H

#include "render/text_out.h"

/* The message for a headline: its first line, without the holes of a list at its end ("... by other processes. {a=},
   {b=}": the values stand below). Borrowed from the record. */
struct ed_str ed_prose_title(const struct ed_record *record);

/* cause, when, often: what filler hides is said to be missing. */
void ed_prose_cause(struct ed_text_out *text, const struct ed_record *record);
/* fix (numbered) and the example. */
void ed_prose_fix(struct ed_text_out *text, const struct ed_record *record);
/* verify (code) and prevent. */
void ed_prose_verify(struct ed_text_out *text, const struct ed_record *record);
/* Where the error is raised, and its address. */
void ed_prose_source(struct ed_text_out *text, const struct ed_record *record);
/* The record's path: owner/name/slug, in `buf`. */
void ed_prose_path(struct ed_buf *buf, const struct ed_record *record);
/* A label and its prose; nothing when there is no text. */
void ed_prose_part(struct ed_text_out *text, const char *label, struct ed_str prose);
/* A label and its code; nothing when there is no text. */
void ed_prose_code(struct ed_text_out *text, const char *label, struct ed_str code);
/* A label and a list, numbered or with dashes; nothing when the list is empty. */
void ed_prose_list(struct ed_text_out *text, const char *label, struct ed_strs list, bool numbered);

#endif

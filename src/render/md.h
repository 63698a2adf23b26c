/*
 * md.h: the writer of Markdown (GitHub's and GitLab's, above CommonMark): foreign text that cannot become markup. What
 * comes from a log goes into code, where nobody looks for links, mentions or issue numbers; prose is for what a record
 * says. Behind `most` bytes of output comes "...": a summary has a size that it must keep.
 */
#ifndef ED_RENDER_MD_H
#define ED_RENDER_MD_H

#include "base/buf.h"

/* Nothing is cut. */
#define ED_MD_ALL SIZE_MAX

/* Prose: no character of it is markup, but code in backticks stays that. A line break becomes `breaks` ("<br>", " "),
   and the next line begins without blanks. Not for the cells of a table. */
void ed_md_prose(struct ed_buf *buf, struct ed_str text, const char *breaks, size_t most);
/* Code inside a line or a table's cell: in backticks, or where it holds a backtick or a bar as <code> with all its
   punctuation as numbers. A line break is shown as \n. Text without any character gives nothing. */
void ed_md_code(struct ed_buf *buf, struct ed_str text, size_t most);
/* A block of code that nothing in it ends, with `indent` blanks in front of each line (inside a list). The text's own
   lines and tabs are kept. */
void ed_md_block(struct ed_buf *buf, struct ed_str text, size_t indent, size_t most);

#endif

/*
 * markup.h: the writer of XML and HTML: foreign text between tags or between the quotes of an attribute. What comes out
 * is well-formed UTF-8 without a character that XML 1.0 forbids, holds no tag, and ends no attribute: control
 * characters are made visible as everywhere (\x1b).
 */
#ifndef ED_RENDER_MARKUP_H
#define ED_RENDER_MARKUP_H

#include "base/buf.h"

/* Nothing is cut. */
#define ED_MARKUP_ALL SIZE_MAX

/* As one line: a line break is shown as \n. Behind `most` bytes of output comes "...". */
void ed_markup_line(struct ed_buf *buf, struct ed_str text, size_t most);
/* With its lines and tabs: between tags only, in an element that keeps them (pre, failure). */
void ed_markup_block(struct ed_buf *buf, struct ed_str text, size_t most);

/* What was made visible before, lines and all. */
void ed_markup_visible(struct ed_buf *buf, struct ed_str visible);

#endif

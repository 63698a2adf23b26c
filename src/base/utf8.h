/*
 * utf8.h: UTF-8 as it must be taken from foreign bytes, and foreign bytes as they may be shown.
 */
#ifndef ED_BASE_UTF8_H
#define ED_BASE_UTF8_H

#include "base/buf.h"

#define ED_UTF8_BAD UINT32_MAX

/* The code point at the front of s (s.n > 0) and its length in bytes; a byte that starts no well-formed sequence
   (overlong, surrogate, over U+10FFFF or cut short) gives ED_UTF8_BAD and length 1. */
uint32_t ed_utf8_next(struct ed_str s, size_t *ret_len);
/* The text without a byte order mark at its front. */
static inline struct ed_str ed_utf8_without_bom(struct ed_str s)
{
    return ed_str_starts(s, ED_STR("\xEF\xBB\xBF")) ? ed_str_slice(s, 3, s.n) : s;
}
/* Offset of the first byte that is not well-formed UTF-8, or s.n. */
size_t ed_utf8_check(struct ed_str s);
/* One code point (not ED_UTF8_BAD) as bytes; returns how many. */
size_t ed_utf8_encode(uint32_t cp, char ret[4]);
/* Append one code point (not ED_UTF8_BAD). */
void ed_utf8_put(struct ed_buf *buf, uint32_t cp);
/* Columns a terminal gives the code point: 0 (combining), 1 or 2 (East Asian wide, emoji). */
int ed_utf8_width(uint32_t cp);
/* Columns of text that holds no control characters. */
size_t ed_utf8_columns(struct ed_str s);

/* A terminal takes the code point for an order rather than for text: C0 and C1 controls, DEL, the controls of
   bidirectional text, line and paragraph separators. */
bool ed_utf8_steers(uint32_t cp);

/*
 * Append foreign text so that a terminal cannot be steered by it: C0 and C1 controls, DEL, bad bytes and the
 * bidirectional controls come out as \xNN or \u{NNNN}; TAB as a space; a line break as it is when `keep_lines`, else
 * \n.
 */
void ed_utf8_visible(struct ed_buf *buf, struct ed_str s, bool keep_lines);

#endif

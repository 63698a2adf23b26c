/*
 * mask.h: a line's template: its variable parts masked, so that lines that say the same are the same.
 */
#ifndef ED_DIAG_MASK_H
#define ED_DIAG_MASK_H

#include "base/buf.h"

/* Bytes of a template; what a line says behind them does not tell it apart. */
#define ED_MASK_MOST 512

/*
 * Append the template of the line: <n> for a number, with its fraction; <hex> for an address, a hash or an id; <time>
 * for a duration; <path> for a path, the test and the place behind it counted in; <url>; <str> for what stands in
 * quotes. Blanks in a row are one. Codes of errors (E0308, TS2304) stay.
 */
void ed_mask(struct ed_str line, struct ed_buf *out);

/* A hash that lines have in common which differ in figures alone (none from some counted in: "0 failed" is no "3
   failed"): then they have one template, and one row of the grammar. Much quicker than either. */
uint64_t ed_mask_key(struct ed_str line);

/* The line without the colours that a copy made visible: "^[[31m" (cat -v, some CI exports). The line itself when there
   are none, else `room` holds it. */
struct ed_str ed_mask_uncolour(struct ed_str line, struct ed_buf *room);

#endif

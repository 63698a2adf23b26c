/*
 * clean.h: what terminals act on, taken off a line.
 */
#ifndef ED_INPUT_CLEAN_H
#define ED_INPUT_CLEAN_H

#include "base/buf.h"

/* Whether ed_clean would change anything. */
bool ed_clean_needed(struct ed_str text);

/*
 * Append the text without the escape sequences of terminals (ECMA-48: CSI, OSC, DCS, APC, PM, SOS, two-byte ones; a
 * hyperlink's text stays). A carriage return inside the text and a sequence that moves the cursor to another place of
 * the screen come out as '\n': what follows was printed over what stood before, and is another frame. One in front of a
 * '\n' is of the line's end. An escape that begins no complete sequence is kept. Never longer than the text.
 */
void ed_clean(struct ed_buf *out, struct ed_str text);

/* The colour in which the end of a line is printed. */
struct ed_paint {
    struct ed_str colour; /* the parameters of the sequence, "36;1"; ED_STR_NONE: the end is printed as by default */
    size_t n;             /* that many bytes at the end of the cleaned line are printed in it */
    struct ed_str raw;    /* the line as it was before; ED_STR_NONE: nothing was cleaned */
};

/* Views into the text, which is one line. */
struct ed_paint ed_clean_paint(struct ed_str text);

#endif

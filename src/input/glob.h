/*
 * glob.h: the small language in which data says what a line looks like: * is anything, %c a name (java.lang.Error), %d
 * figures, %_ blanks or tabs (at least one), \ takes the meaning of the byte behind it, all else is itself. A shape is
 * of the whole line.
 */
#ifndef ED_INPUT_GLOB_H
#define ED_INPUT_GLOB_H

#include "base/str.h"

/* Whether the line has this shape. Time is at most the product of both lengths. */
bool ed_glob_is(struct ed_str shape, struct ed_str line);
/* Whether it is a shape at all: no % or \ without a meaning. */
bool ed_glob_sound(struct ed_str shape);

#endif

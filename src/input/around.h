/*
 * around.h: what loggers put around the message itself, behind their prefix. Each function changes the body of a peel,
 * and adds what it tells.
 */
#ifndef ED_INPUT_AROUND_H
#define ED_INPUT_AROUND_H

#include "input/envelope.h"

/* klog's structured lines: "message" err="text" key="value". The message and what went wrong are unquoted, keys stay.
 */
void ed_around_quotes(struct ed_arena *arena, struct ed_peel *ret);
/* Ray's " [repeated 3x across cluster]", behind which a hint in parentheses may stand. */
void ed_around_repeat(struct ed_peel *ret);
/* rich's right-hand column: "message      file.py:12". */
void ed_around_column(struct ed_meta *meta, struct ed_peel *ret);

#endif

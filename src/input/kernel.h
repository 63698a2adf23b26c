/*
 * kernel.h: what the layers of the kernel's log share.
 */
#ifndef ED_INPUT_KERNEL_H
#define ED_INPUT_KERNEL_H

#include "input/envelope.h"

/* Who speaks in a record of the kernel's log, at the front of *text: a program that wrote "IDENT[PID]: " into it, which
   is taken off, or the kernel. */
void ed_kernel_speaker(struct ed_str *text, struct ed_meta *meta);
/* Undo "\x1b" in the body, which stands for a byte that is not printable; with `all`, for any byte. */
void ed_kernel_unescape(struct ed_arena *arena, bool all, struct ed_peel *ret);

#endif

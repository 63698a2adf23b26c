/*
 * meta.h: metadata kept for lines: equal ones are kept once, and strings that did not change are shared.
 */
#ifndef ED_INPUT_META_H
#define ED_INPUT_META_H

#include "input/message.h"

/*
 * A copy of *meta in the arena. `last` is the copy made before it in the same arena: it is returned when nothing
 * changed, and its strings are shared. Strings that are those of `lasting` (same pointer) outlive the arena and are not
 * copied. Both may be NULL. `layers` is never copied: it outlives all that is kept of a source.
 */
const struct ed_meta *ed_meta_keep(struct ed_arena *arena, const struct ed_meta *last, const struct ed_meta *lasting,
                                   const struct ed_meta *meta);

/* Whether both tell the same, with the same pointers. */
bool ed_meta_same(const struct ed_meta *a, const struct ed_meta *b);
/* Let the strings of *meta that tell what those of `lasting` tell be the same ones. */
void ed_meta_share(struct ed_meta *meta, const struct ed_meta *lasting);
/* What *meta does not tell, and `base` does. */
void ed_meta_fill(struct ed_meta *meta, const struct ed_meta *base);
/* Bytes that a copy of all strings takes, and that copy, whose strings stand in `text`. */
size_t ed_meta_size(const struct ed_meta *meta);
struct ed_meta ed_meta_copy(const struct ed_meta *meta, char *text);

#endif

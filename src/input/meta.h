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

#endif

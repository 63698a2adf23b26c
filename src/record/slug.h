/*
 * slug.h: kebab-case names, as upstream makes them from a message or code.
 */
#ifndef ED_RECORD_SLUG_H
#define ED_RECORD_SLUG_H

#include "base/arena.h"

/* Lower case, runs of other characters one '-', at most 50 characters, no '-' at either end. May be empty. */
struct ed_str ed_slug_make(struct ed_arena *arena, struct ed_str text);
/* Lower-case letters, digits and '-', neither empty nor with '-' at an end; at most 64 characters. */
bool ed_slug_valid(struct ed_str slug);
/* Edit distance (insert, delete, replace a byte, swap neighbours), at most `max` + 1. For "did you mean". */
unsigned ed_slug_distance(struct ed_str a, struct ed_str b, unsigned max);

#endif

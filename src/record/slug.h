/*
 * slug.h: kebab-case names, as upstream makes them from a message or code.
 */
#ifndef ED_RECORD_SLUG_H
#define ED_RECORD_SLUG_H

#include "base/arena.h"

/* The first 50 characters of the text in lower case, runs of others than letters and digits one '-', none at either
   end. May be empty. */
struct ed_str ed_slug_make(struct ed_arena *arena, struct ed_str text);
/* Lower-case letters, digits and '-', neither empty nor with '-' at an end; at most 64 characters. */
bool ed_slug_valid(struct ed_str slug);
/* The same, of any length. */
bool ed_slug_is_kebab(struct ed_str name);
/* Edit distance (insert, delete, replace a byte, swap neighbours), at most `max` + 1. For "did you mean":
   names of over 255 bytes are only the same or not. */
unsigned ed_slug_distance(struct ed_str a, struct ed_str b, unsigned max);

#endif

/*
 * map.h: a hash table from bytes to a 64-bit value. Keys are copied. Foreign keys cannot make it slow on purpose more
 * than by its load: probing is linear over a seeded hash.
 */
#ifndef ED_BASE_MAP_H
#define ED_BASE_MAP_H

#include "base/arena.h"

struct ed_map_slot {
    struct ed_str key; /* key.p NULL: free */
    uint64_t hash, value;
};

struct ed_map {
    struct ed_map_slot *slots;
    size_t n, cap; /* cap is a power of two */
    uint64_t seed;
    struct ed_arena keys;
};

void ed_map_init(struct ed_map *map);
void ed_map_done(struct ed_map *map);
/* The value's place, or NULL. It lives until the next ed_map_put. */
uint64_t *ed_map_get(const struct ed_map *map, struct ed_str key);
/* The value's place, made with value 0 when the key is new (*ret_new, which may be NULL, tells). */
uint64_t *ed_map_put(struct ed_map *map, struct ed_str key, bool *ret_new);

#endif

/*
 * map.c: open addressing, linear probing, load at most 2/3. The seed is the address of the table's first memory mixed
 * with the clock, so a file cannot be prepared to collide.
 */
#include "base/map.h"

#include "base/alloc.h"

void ed_map_init(struct ed_map *map)
{
    struct timespec ts = {0};

    clock_gettime(CLOCK_MONOTONIC, &ts);
    *map = (struct ed_map){.seed = (uint64_t)(uintptr_t)map ^ ((uint64_t)ts.tv_nsec << 20) ^ (uint64_t)ts.tv_sec};
    ed_arena_init(&map->keys);
}

void ed_map_done(struct ed_map *map)
{
    ed_free(map->slots);
    ed_arena_done(&map->keys);
    map->slots = NULL;
    map->n = map->cap = 0;
}

static struct ed_map_slot *slot_of(struct ed_map_slot *slots, size_t cap, struct ed_str key, uint64_t hash)
{
    size_t i = (size_t)hash & (cap - 1);

    while (slots[i].key.p && (slots[i].hash != hash || !ed_str_eq(slots[i].key, key))) {
        i = (i + 1) & (cap - 1);
    }
    return &slots[i];
}

uint64_t *ed_map_get(const struct ed_map *map, struct ed_str key)
{
    struct ed_map_slot *slot;

    if (!map->cap) {
        return NULL;
    }
    slot = slot_of(map->slots, map->cap, key, ed_str_hash(key, map->seed));
    return slot->key.p ? &slot->value : NULL;
}

static void grow(struct ed_map *map)
{
    size_t cap = map->cap ? map->cap * 2 : 16;
    struct ed_map_slot *slots = ed_alloc_zero(cap, sizeof(*slots));

    for (size_t i = 0; i < map->cap; i++) {
        if (map->slots[i].key.p) {
            *slot_of(slots, cap, map->slots[i].key, map->slots[i].hash) = map->slots[i];
        }
    }
    ed_free(map->slots);
    map->slots = slots;
    map->cap = cap;
}

uint64_t *ed_map_put(struct ed_map *map, struct ed_str key, bool *ret_new)
{
    uint64_t hash = ed_str_hash(key, map->seed);
    struct ed_map_slot *slot;
    bool fresh;

    if ((map->n + 1) * 3 > map->cap * 2) {
        grow(map);
    }
    slot = slot_of(map->slots, map->cap, key, hash);
    fresh = !slot->key.p;
    if (fresh) {
        slot->key = ed_arena_str(&map->keys, key.p ? key : ED_STR(""));
        slot->hash = hash;
        slot->value = 0;
        map->n++;
    }
    if (ret_new) {
        *ret_new = fresh;
    }
    return &slot->value;
}

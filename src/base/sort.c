/*
 * sort.c: a radix sort, byte by byte from the last one on: each round is one pass over the things, and is left out when
 * all of them agree in its byte. It takes their room once more while it runs.
 */
#include "base/sort.h"

#include "base/alloc.h"

#define ROUNDS sizeof(uint64_t)

struct places {
    size_t v[ROUNDS][256]; /* how many things have the byte; then where the next one of them belongs */
};

static uint64_t key_of(const char *thing)
{
    uint64_t key;

    memcpy(&key, thing, sizeof(key));
    return key;
}

static void count(struct places *places, const char *v, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t key = key_of(v + i * size);

        for (size_t round = 0; round < ROUNDS; round++) {
            places->v[round][key >> 8 * round & 255]++;
        }
    }
}

static void move(size_t places[256], unsigned shift, const char *from, char *to, size_t n, size_t size)
{
    size_t at = 0;

    for (size_t byte = 0; byte < 256; byte++) {
        size_t things = places[byte];

        places[byte] = at;
        at += things;
    }
    for (size_t i = 0; i < n; i++) {
        const char *thing = from + i * size;

        memcpy(to + size * places[key_of(thing) >> shift & 255]++, thing, size);
    }
}

void ed_sort_u64(void *v, size_t n, size_t size)
{
    struct places *places;
    char *from = v, *room, *to;

    if (n < 2) {
        return;
    }
    places = ed_alloc_zero(1, sizeof(*places));
    to = room = ed_alloc_zero(n, size);
    count(places, v, n, size);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (places->v[round][key_of(from) >> 8 * round & 255] < n) {
            move(places->v[round], 8 * round, from, to, n, size);
            to = from;
            from = from == room ? v : room;
        }
    }
    if (from == room) {
        memcpy(v, room, n * size);
    }
    ed_free(room);
    ed_free(places);
}

/*
 * background.c: look-up in the tables that the build makes of data/background/words.tsv, sorted by hash.
 */
#include "match/background.h"

struct line {
    uint64_t hash;
    uint32_t lines;
};

#include "background_table.inc"

static uint32_t look_up(const struct line *v, size_t n, uint64_t hash)
{
    size_t low = 0, high = n, mid;

    while (low < high) {
        mid = low + (high - low) / 2;
        if (v[mid].hash < hash) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low < n && v[low].hash == hash ? v[low].lines : 0;
}

uint32_t ed_background_token(uint64_t hash)
{
    return look_up(tokens, sizeof(tokens) / sizeof(tokens[0]), hash);
}

uint32_t ed_background_pair(uint64_t hash)
{
    return look_up(pairs, sizeof(pairs) / sizeof(pairs[0]), hash);
}

uint64_t ed_background_id(void)
{
    return TABLE_ID;
}

/*
 * heads.h: which layers a line may be of, told by its first 16 bytes: a layer that the line is not of is not asked, so
 * it costs nothing, however many layers there are.
 */
#ifndef ED_INPUT_HEADS_H
#define ED_INPUT_HEADS_H

#include "base/str.h"

#define ED_HEAD_SIZE 16
#define ED_HEADS_MAX 64 /* different ones, of all layers together */

typedef uint8_t ed_head_bytes __attribute__((vector_size(ED_HEAD_SIZE)));

struct ed_heads {
    struct {
        ed_head_bytes value, mask; /* mask: 255 where the head has a byte */
        uint32_t layers;           /* that have it, as bits */
    } all[ED_HEADS_MAX];
    unsigned n;
    uint64_t by_first[256]; /* those that a line beginning with this byte may have, as bits */
};

/* One more head of a layer, "0000-00-00 00:00": '0' is any digit, 'a' any letter or byte over 127, another byte is
   itself. At most ED_HEAD_SIZE bytes, and at least one. *heads is zeros before the first. */
void ed_heads_add(struct ed_heads *heads, const char *head, unsigned layer);
/* The layers that have a head which the line begins with, as bits. */
uint32_t ed_heads_of(const struct ed_heads *heads, struct ed_str line);

#endif

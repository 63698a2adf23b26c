/*
 * heads.h: which layers a line may be of, told by its first 16 bytes: a layer that the line is not of is not asked, so
 * it costs nothing, however many layers there are.
 */
#ifndef ED_INPUT_HEADS_H
#define ED_INPUT_HEADS_H

#include "base/str.h"

#define ED_HEAD_SIZE      16
#define ED_HEADS_MAX      128 /* different ones, of all layers together */
#define ED_HEAD_WORDS     (ED_HEADS_MAX / 64)
#define ED_HEADS_NARROWER 4   /* layers that know more than heads tell */
#define ED_HEADS_SEEN     256 /* beginnings whose layers are remembered; a log has few */

typedef uint8_t ed_head_bytes __attribute__((vector_size(ED_HEAD_SIZE)));

struct ed_heads {
    struct {
        ed_head_bytes value, mask; /* mask: 255 where the head has a byte */
        uint64_t layers;           /* that have it, as bits */
    } all[ED_HEADS_MAX];
    unsigned n;
    uint64_t idle[ED_HEAD_WORDS]; /* heads of layers that are not asked, as bits */
    /* Three bytes tell most lines apart from all heads: the first, the one where a date has its dash, and the one
       between a date and a time. As bits: */
    struct {
        uint64_t layers; /* that have this letter alone as a head */
        /* heads of more than one byte that have it there */
        uint64_t first[ED_HEAD_WORDS], fifth[ED_HEAD_WORDS], eleventh[ED_HEAD_WORDS];
    } by_letter[128];
    uint64_t no_fifth[ED_HEAD_WORDS], no_eleventh[ED_HEAD_WORDS]; /* heads that are shorter */
    struct {
        bool (*fits)(const uint8_t letters[ED_HEAD_SIZE]);
        unsigned layer;
    } narrower[ED_HEADS_NARROWER];
    unsigned nnarrower;
    struct {
        ed_head_bytes beginning; /* of a line, in the letters of heads; zeros: of an empty one */
        uint64_t layers;
    } seen[ED_HEADS_SEEN];
};

/* One more head of a layer, "0000-00-00 00:00": '0' is any digit, 'a' any letter or byte over 127, another byte is
   itself. At most ED_HEAD_SIZE bytes, and at least one. *heads is zeros before the first. */
void ed_heads_add(struct ed_heads *heads, const char *head, unsigned layer);
/* Of the lines that begin with one of its heads, the layer may be of those alone whose first letters, zeros behind the
   line's end, it says to fit. */
void ed_heads_narrow(struct ed_heads *heads, bool (*fits)(const uint8_t letters[ED_HEAD_SIZE]), unsigned layer);
/* Only these layers, as bits, are asked from now on: heads of none of them are not compared any more. */
void ed_heads_ask(struct ed_heads *heads, uint64_t layers);
/* The layers that have a head which the line begins with, as bits. */
uint64_t ed_heads_of(struct ed_heads *heads, struct ed_str line);

/* Whether the line begins with one of the heads, NULL behind the last: for a layer that says no more of its lines. */
bool ed_heads_fit(const char *const *heads, struct ed_str line);

#endif

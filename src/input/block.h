/*
 * block.h: a reader's bytes as blocks of whole lines, each with its marks (base/marks.h). With a team, blocks are read
 * ahead and marked by its threads; they come out the same and in order.
 */
#ifndef ED_INPUT_BLOCK_H
#define ED_INPUT_BLOCK_H

#include "base/marks.h"
#include "base/team.h"
#include "input/source.h"

struct ed_block {
    size_t slot; /* below ED_LIMIT_BLOCKS: no other block that is at hand has it */
    char *p;
    size_t n, cap;
    size_t whole;  /* of these bytes are the block's: lines with their ends, or a part of a line that is too long for a
                      block, or the rest of the source. What stands behind begins the next block */
    uint64_t base; /* bytes of the source before it */
    struct ed_marks marks; /* of [0, whole); `ends` and `dirty` in any case, the others when there is a marker */
    enum ed_rc end;        /* ED_OK, or why there is no block behind this one: ED_STOP, or the reader's failure */
    struct ed_err why;
    bool idle; /* with ED_OK: nothing came behind it for a while (ED_IDLE) */
};

/* What else is made of a block before its lines are asked for. */
struct ed_block_ahead {
    void (*begin)(void *ctx, size_t slot);                              /* in the thread that asks for blocks */
    void (*make)(void *ctx, size_t slot, const struct ed_block *block); /* in any, once for each beginning */
    void *ctx;
};

struct ed_blocks {
    struct ed_reader *reader;
    const struct ed_marker *marker; /* NULL: only line ends are marked */
    struct ed_block_ahead ahead;    /* asked only when there is a ring */
    struct ed_ring *ring;           /* NULL: a block is marked when it is asked for */
    struct ed_block slots[ED_LIMIT_BLOCKS];
    struct ed_block *last;  /* that was filled; NULL: none yet */
    struct ed_block *given; /* that the caller has; NULL: none */
};

/* marker, team and ahead may be NULL. */
void ed_blocks_init(struct ed_blocks *blocks, struct ed_reader *reader, const struct ed_marker *marker,
                    struct ed_team *team, const struct ed_block_ahead *ahead);
void ed_blocks_done(struct ed_blocks *blocks);
/* The next block; the one before is given back by that. Not to be asked for when that one was the end. */
const struct ed_block *ed_blocks_next(struct ed_blocks *blocks);

/* Whether a line that begins so is JSON, an object or a list of them, bare or behind what frames one, and may be longer
   than others: it can only be read whole. */
bool ed_block_is_json(struct ed_str line);
/* Where a text that goes on behind `to` is cut: at `to`, or as little before it as leaves no character, no escape
   sequence and no run of CRs in two parts; not before the middle. to < n, from < to. */
size_t ed_block_cut(const char *p, size_t from, size_t to);

#endif

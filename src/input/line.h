/*
 * line.h: a reader's bytes as lines, of any length, in bounded memory.
 */
#ifndef ED_INPUT_LINE_H
#define ED_INPUT_LINE_H

#include "input/block.h"

struct ed_raw_line {
    struct ed_str text;           /* without its end (LF, and the CRs before it); borrowed until the next call */
    uint64_t number;              /* 1-based */
    bool begins, ends;            /* both, but for a line longer than a piece, which comes in several */
    bool dirty;                   /* may hold ESC or CR: ed_clean has to look */
    size_t from, behind;          /* where its bytes begin in the block, zeros before the text too, and where the next
                                     line's do */
    const struct ed_block *block; /* that the text stands in; NULL: it was put together, and nothing is marked */
    size_t key, alarm;            /* the first of the block's marks that do not stand before the text */
    size_t index;                 /* line ends of the block before it */
};

struct ed_splitter {
    struct ed_blocks blocks;
    const struct ed_block *block; /* NULL: none yet */
    size_t from;                  /* what is not handed out yet of the block begins here; */
    size_t at;                    /* and behind a hole here; */
    size_t end, key, alarm;       /* and its marks here */
    size_t piece;
    uint64_t number;
    bool idle;   /* that nothing came behind the block was said */
    bool inside; /* the piece before did not end its line */
};

/* marker, team and ahead: as ed_blocks_init. */
void ed_splitter_init(struct ed_splitter *s, struct ed_reader *reader, size_t piece, const struct ed_marker *marker,
                      struct ed_team *team, const struct ed_block_ahead *ahead);
void ed_splitter_done(struct ed_splitter *s);
/* The first bytes of the source (64 KiB, or all when there are fewer: *ret_all), to be looked at before the first line
   is taken. */
struct ed_str ed_splitter_head(struct ed_splitter *s, bool *ret_all);
/* The next line or piece; ED_STOP at the end, or the reader's failure. ED_IDLE: as ed_reader_read. */
ED_NODISCARD enum ed_rc ed_splitter_next(struct ed_splitter *s, struct ed_raw_line *ret_line, struct ed_err *err);

#endif

/*
 * line.h: a reader's bytes as lines, of any length, in bounded memory.
 */
#ifndef ED_INPUT_LINE_H
#define ED_INPUT_LINE_H

#include "input/source.h"

struct ed_raw_line {
    struct ed_str text; /* without its end (LF, and the CRs before it); borrowed until the next call */
    uint64_t number;    /* 1-based */
    bool begins, ends;  /* both, but for a line longer than a piece, which comes in several */
    bool dirty;         /* may hold ESC or CR: ed_clean has to look */
};

struct ed_splitter {
    struct ed_reader *reader;
    char *buf;
    size_t cap, at, scan, n; /* [at, n) is not handed out yet; [at, scan) holds no LF */
    size_t piece;
    uint64_t number;
    bool inside; /* the piece before did not end its line */
    bool dirty;  /* ESC or CR in the buffer */
    bool eof;
    enum ed_rc failed; /* the reader's failure, kept until what was read before it is handed out */
    struct ed_err why;
};

void ed_splitter_init(struct ed_splitter *s, struct ed_reader *reader, size_t piece);
void ed_splitter_done(struct ed_splitter *s);
/* The first bytes of the source (64 KiB, or all when there are fewer: *ret_all), to be looked at before the first line
   is taken. */
struct ed_str ed_splitter_head(struct ed_splitter *s, bool *ret_all);
/* The next line or piece; ED_STOP at the end, or the reader's failure. */
ED_NODISCARD enum ed_rc ed_splitter_next(struct ed_splitter *s, struct ed_raw_line *ret_line, struct ed_err *err);

#endif

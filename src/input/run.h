/*
 * run.h: the text of one run of lines with its tables, from the first line to the last user of its message.
 *
 * A run belongs to its stream until its message is taken over (message.h); then it belongs to the taker, and holds the
 * stream, whose key its metadata points into, and the origin. All counts are the reading thread's own: others only read
 * what a taken run holds.
 */
#ifndef ED_INPUT_RUN_H
#define ED_INPUT_RUN_H

#include "base/buf.h"
#include "base/vec.h"
#include "input/message.h"

struct ed_stream;

/* What all messages of a source share. */
struct ed_origin {
    size_t held;           /* 1 while the source is read, and 1 a run that is taken over */
    struct ed_arena names; /* of the source, and of its stacks of layers */
    const char *source;
    struct ed_run *spare, *spare_long; /* given back, to be used again */
    size_t nspare_long;
};

struct ed_run {
    struct ed_buf text;
    ED_VEC(struct ed_line) lines;
    struct ed_marks marks; /* `keys` and `alarms` of the text, */
    bool marked;           /* unless this is false */
    ED_VEC(struct ed_unpeeled) raws;
    unsigned levels;       /* bit 1 << level, of each line */
    struct ed_arena arena; /* the metadata of lines, and raw lines; its first bytes are `room` */
    struct ed_origin *origin;
    struct ed_stream *stream; /* held, when taken */
    struct ed_run *next;      /* of the spare ones */
    bool taken;
    _Alignas(max_align_t) char room[640];
};

struct ed_origin *ed_origin_new(const char *source);
void ed_origin_drop(struct ed_origin *origin);

/* An empty run. is_long: it will have a window's text. */
struct ed_run *ed_run_new(struct ed_origin *origin, bool is_long);
/* Give a run back that nobody took over; may be NULL. */
void ed_run_free(struct ed_run *run);

#endif

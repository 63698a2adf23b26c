/*
 * marks.h: places in a text that are worth a closer look, found in one pass over a block of raw bytes. Whoever scans
 * (match) makes them, whoever cuts and joins the text (input) carries them along; neither knows the other.
 *
 * Places are byte offsets, each list ascending, in texts of less than 2^31 bytes.
 */
#ifndef ED_BASE_MARKS_H
#define ED_BASE_MARKS_H

#include "base/str.h"
#include "base/vec.h"

/* A token that may be a key by itself; without it: the left one of two neighbours that may be a key together. */
#define ED_MARK_SINGLE 1u

struct ed_marks {
    ED_VEC(uint32_t) ends;   /* every '\n' */
    ED_VEC(uint32_t) keys;   /* where the token begins << 1, and ED_MARK_SINGLE */
    ED_VEC(uint32_t) alarms; /* a byte of each word that errors are told in */
    bool dirty;              /* ESC or CR is in the text */
};

static inline void ed_marks_reset(struct ed_marks *marks)
{
    marks->ends.n = marks->keys.n = marks->alarms.n = 0;
    marks->dirty = false;
}

static inline void ed_marks_done(struct ed_marks *marks)
{
    ed_vec_done(&marks->ends);
    ed_vec_done(&marks->keys);
    ed_vec_done(&marks->alarms);
}

/* Who marks: the input layer asks it about blocks, and about what it joins. Pure: for any thread. */
struct ed_marker {
    /* Add the marks of a text that stands alone. */
    void (*mark)(const void *ctx, struct ed_str text, struct ed_marks *marks);
    /* Whether the last token of `left` and the first of `right`, which come to be neighbours, may be a key together;
     *ret_at: where the former begins in `left`. */
    bool (*joins)(const void *ctx, struct ed_str left, struct ed_str right, size_t *ret_at);
    const void *ctx;
};

#endif

/*
 * buf.h: a growing byte buffer with a cap. Going over the cap sets `full` and drops what does not fit, so a writer may
 * append without testing and ask once at its end.
 */
#ifndef ED_BASE_BUF_H
#define ED_BASE_BUF_H

#include "base/str.h"

struct ed_buf {
    char *p; /* NUL-terminated once anything was appended */
    size_t n, cap;
    size_t max; /* 0: no cap */
    bool full;  /* something was dropped at the cap */
};

void ed_buf_init(struct ed_buf *buf, size_t max);
void ed_buf_done(struct ed_buf *buf);
/* Empty it and keep its memory. */
void ed_buf_reset(struct ed_buf *buf);
void ed_buf_append(struct ed_buf *buf, const char *p, size_t n);
void ed_buf_str(struct ed_buf *buf, struct ed_str s);
void ed_buf_text(struct ed_buf *buf, const char *text);
void ed_buf_byte(struct ed_buf *buf, char c);
/* n copies of c. */
void ed_buf_fill(struct ed_buf *buf, char c, size_t n);
void ed_buf_printf(struct ed_buf *buf, const char *fmt, ...) ED_PRINTF(2, 3);
/* Room for n more bytes behind what is there, to be written and then counted by the caller (buf->n += ...). NULL at
   the cap (and `full` is set). */
char *ed_buf_room(struct ed_buf *buf, size_t n);
/* Room for n bytes in an empty buffer, in large pages (ed_alloc_large). */
void ed_buf_large(struct ed_buf *buf, size_t n);
/* Drop all bytes before `from`, moving the rest to the front. */
void ed_buf_shift(struct ed_buf *buf, size_t from);

static inline struct ed_str ed_buf_view(const struct ed_buf *buf)
{
    return ed_str(buf->p ? buf->p : "", buf->n);
}

#endif

/*
 * buf.c: the growing buffer. Growth doubles, so appending is linear in all; the cap bounds memory, not the doubling.
 */
#include "base/buf.h"

#include "base/alloc.h"

void ed_buf_init(struct ed_buf *buf, size_t max)
{
    *buf = (struct ed_buf){.max = max};
}

void ed_buf_done(struct ed_buf *buf)
{
    ed_free(buf->p);
    *buf = (struct ed_buf){.max = buf->max};
}

void ed_buf_reset(struct ed_buf *buf)
{
    buf->n = 0;
    buf->full = false;
    if (buf->p) {
        buf->p[0] = '\0';
    }
}

char *ed_buf_room(struct ed_buf *buf, size_t n)
{
    size_t need = 0, cap;

    if (__builtin_add_overflow(buf->n, n, &need) || need == SIZE_MAX || (buf->max && need > buf->max)) {
        buf->full = true;
        return NULL;
    }
    if (need + 1 > buf->cap) {
        cap = buf->cap ? buf->cap : 64;
        while (cap < need + 1) {
            cap = cap > SIZE_MAX / 2 ? need + 1 : cap * 2;
        }
        buf->p = ed_realloc(buf->p, cap, 1);
        buf->cap = cap;
    }
    return buf->p + buf->n;
}

void ed_buf_large(struct ed_buf *buf, size_t n)
{
    if (buf->n == 0 && n < SIZE_MAX && !(buf->max && n > buf->max)) {
        ed_free(buf->p);
        buf->cap = n + 1;
        buf->p = ed_alloc_large(buf->cap);
        buf->p[0] = '\0';
    }
}

void ed_buf_append(struct ed_buf *buf, const char *p, size_t n)
{
    char *room;

    if (buf->max && n > buf->max - ED_MIN(buf->n, buf->max)) {
        n = buf->max - ED_MIN(buf->n, buf->max);
        buf->full = true;
    }
    room = ed_buf_room(buf, n);
    if (!room) {
        return;
    }
    if (n) {
        memcpy(room, p, n);
    }
    buf->n += n;
    buf->p[buf->n] = '\0';
}

void ed_buf_str(struct ed_buf *buf, struct ed_str s)
{
    ed_buf_append(buf, s.p, s.n);
}

void ed_buf_text(struct ed_buf *buf, const char *text)
{
    ed_buf_append(buf, text, strlen(text));
}

void ed_buf_byte(struct ed_buf *buf, char c)
{
    ed_buf_append(buf, &c, 1);
}

void ed_buf_fill(struct ed_buf *buf, char c, size_t n)
{
    char *room = ed_buf_room(buf, n);

    if (room) {
        memset(room, c, n);
        buf->n += n;
        buf->p[buf->n] = '\0';
    }
}

void ed_buf_printf(struct ed_buf *buf, const char *fmt, ...)
{
    va_list args, again;
    char *room;
    int n;

    va_start(args, fmt);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    if (n > 0) {
        room = ed_buf_room(buf, (size_t)n);
        if (room) {
            vsnprintf(room, (size_t)n + 1, fmt, again);
            buf->n += (size_t)n;
        }
    }
    va_end(again);
}

void ed_buf_shift(struct ed_buf *buf, size_t from)
{
    from = ED_MIN(from, buf->n);
    if (from) {
        memmove(buf->p, buf->p + from, buf->n - from);
        buf->n -= from;
        buf->p[buf->n] = '\0';
    }
}

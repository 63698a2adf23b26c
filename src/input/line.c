/*
 * line.c: cuts a reader's bytes at LF. Owns one buffer; a line is a view into it until the next call.
 *
 * A line longer than a piece is handed out in pieces, cut where no character and no escape sequence is split. One that
 * begins with '{' may grow to ED_LIMIT_JSON_VALUE first, because JSON can only be read whole. NUL bytes at the start of
 * a line are the hole of a sparse file and are taken off; elsewhere they are text.
 */
#include "input/line.h"

#include "base/alloc.h"

#define BLOCK (256 * ED_KIB)
#define HEAD  (64 * ED_KIB)

void ed_splitter_init(struct ed_splitter *s, struct ed_reader *reader, size_t piece)
{
    *s = (struct ed_splitter){.reader = reader, .piece = piece, .cap = BLOCK, .number = 1};
    s->buf = ed_alloc(s->cap);
}

void ed_splitter_done(struct ed_splitter *s)
{
    ed_free(s->buf);
    s->buf = NULL;
}

static void make_room(struct ed_splitter *s)
{
    size_t rest = s->n - s->at;

    if (s->at && (rest < BLOCK / 16 || s->n == s->cap)) {
        memmove(s->buf, s->buf + s->at, rest);
        s->scan -= s->at;
        s->n = rest;
        s->at = 0;
    }
    if (s->n == s->cap) {
        s->cap *= 2;
        s->buf = ed_realloc(s->buf, s->cap, 1);
    }
}

static void fill(struct ed_splitter *s)
{
    size_t got = 0;
    const char *new;

    make_room(s);
    new = s->buf + s->n;
    s->failed = ed_reader_read(s->reader, s->buf + s->n, s->cap - s->n, &got, &s->why);
    if (s->failed < 0 || got == 0) {
        s->eof = true;
        return;
    }
    s->dirty = (s->dirty && s->at < s->n) || memchr(new, '\033', got) || memchr(new, '\r', got);
    s->n += got;
}

struct ed_str ed_splitter_head(struct ed_splitter *s, bool *ret_all)
{
    while (!s->eof && s->n < HEAD) {
        fill(s);
    }
    *ret_all = s->eof;
    return ed_str(s->buf, s->n);
}

static void skip_hole(struct ed_splitter *s)
{
    while (s->at < s->n && s->buf[s->at] == '\0') {
        s->at++;
    }
    s->scan = ED_MAX(s->scan, s->at);
}

/* Hand out [at, end) and go on at `next`. */
static void take(struct ed_splitter *s, size_t end, size_t next, bool ends, struct ed_raw_line *ret)
{
    struct ed_str text = ed_str(s->buf + s->at, end - s->at);

    while (ends && text.n && text.p[text.n - 1] == '\r') {
        text.n--;
    }
    *ret = (struct ed_raw_line){
        .text = text, .number = s->number, .begins = !s->inside, .ends = ends, .dirty = s->dirty};
    s->inside = !ends;
    s->number += ends;
    s->at = next;
    s->scan = ED_MAX(s->scan, next);
}

/* Where to cut a piece: before a character, an escape sequence or a run of CRs that the piece would not hold whole. */
static size_t cut_of(const struct ed_splitter *s, size_t want)
{
    size_t cut = s->at + want, low = cut - ED_MIN(want / 2, ED_LIMIT_ESCAPE);
    const char *esc = s->dirty ? memrchr(s->buf + low, '\033', cut - low) : NULL;

    if (esc && esc > s->buf + low) {
        cut = (size_t)(esc - s->buf);
    }
    for (int i = 0; i < 3 && cut > low && ((unsigned char)s->buf[cut] & 0xC0) == 0x80; i++) {
        cut--;
    }
    while (cut > low && s->buf[cut - 1] == '\r') {
        cut--;
    }
    return cut;
}

/* How long the line at the front may be before it is taken in pieces. */
static size_t longest(const struct ed_splitter *s)
{
    return !s->inside && s->at < s->n && s->buf[s->at] == '{' ? ED_LIMIT_JSON_VALUE : s->piece;
}

enum ed_rc ed_splitter_next(struct ed_splitter *s, struct ed_raw_line *ret_line, struct ed_err *err)
{
    for (;;) {
        const char *lf;
        size_t end;

        if (!s->inside) {
            skip_hole(s);
        }
        lf = memchr(s->buf + s->scan, '\n', s->n - s->scan);
        end = lf ? (size_t)(lf - s->buf) : s->n;
        s->scan = end;
        if (end - s->at > s->piece && end - s->at > longest(s)) {
            size_t cut = cut_of(s, s->piece);

            take(s, cut, cut, /* ends */ false, ret_line);
            return ED_OK;
        }
        if (lf) {
            take(s, end, end + 1, /* ends */ true, ret_line);
            return ED_OK;
        }
        if (s->eof) {
            break;
        }
        fill(s);
    }
    if (s->at < s->n || s->inside) {
        take(s, s->n, s->n, /* ends */ true, ret_line);
        return ED_OK;
    }
    if (s->failed < 0) {
        if (err) {
            *err = s->why;
        }
        return s->failed;
    }
    return ED_STOP;
}

/*
 * source_frames.c: the stream of docker's API, as curl writes it to a file when the container has no terminal: before
 * each piece of text 8 bytes, {1 stdout or 2 stderr, 0, 0, 0, length as 4 bytes, big endian}. Out comes text of lines,
 * each with its stream in front, which env_docker_api.c takes off, and a '+' when the line continues the stream's line
 * before, which the other stream had interrupted.
 *
 * A stream that ends in the middle ends there. What is no head where one should be, and all behind it, passes as it is.
 */
#include "base/alloc.h"
#include "input/source_feed.h"

#define HEAD  8
#define BLOCK (64 * ED_KIB)

struct frames {
    struct ed_feed feed;
    struct ed_feed *from;
    unsigned stream; /* of the present frame, 1 or 2; */
    uint32_t left;   /* and what is to come of it */
    bool inside;     /* the last line of what was put out is not ended */
    bool open[3];    /* a stream's last line is not ended */
    bool plain;      /* the rest has no frames */
    char put[24];    /* to be put out before anything else: [put_at, put_n) */
    size_t put_at, put_n;
    char in[BLOCK]; /* [at, n) */
    size_t at, n;
};

static bool is_head(const char *p)
{
    return p[0] >= 0 && p[0] <= 2 && p[1] == 0 && p[2] == 0 && p[3] == 0;
}

static uint32_t length_of(const char *p)
{
    const unsigned char *b = (const unsigned char *)p + 4;

    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

bool ed_frames_begin(struct ed_str head)
{
    bool is = head.n > HEAD && head.p[0] != 0;

    for (size_t at = 0; is && at + HEAD < head.n;) {
        size_t n = is_head(head.p + at) ? length_of(head.p + at) : 0, shown = ED_MIN(n, head.n - at - HEAD);

        is = n > 0 && !memchr(head.p + at + HEAD, 0, shown);
        at += HEAD + shown;
    }
    return is;
}

/* At least `least` bytes in front of `at`, unless there are no more. */
static enum ed_rc fill(struct frames *f, size_t least, struct ed_err *err)
{
    memmove(f->in, f->in + f->at, f->n - f->at);
    f->n -= f->at;
    f->at = 0;
    while (f->n < least) {
        size_t got = 0;
        enum ed_rc rc = ed_feed_read(f->from, f->in + f->n, sizeof(f->in) - f->n, &got, err);

        if (rc != ED_OK || got == 0) {
            return rc;
        }
        f->n += got;
    }
    return ED_OK;
}

static void put(struct frames *f, struct ed_str s)
{
    memcpy(f->put + f->put_n, s.p, s.n);
    f->put_n += s.n;
}

/* The head at the front. A frame of the other stream interrupts a line. */
static void take_head(struct frames *f)
{
    const char *head = f->in + f->at;
    unsigned stream = head[0] == 2 ? 2 : 1;

    f->plain = !is_head(head);
    if (f->inside && (f->plain || stream != f->stream)) {
        put(f, ED_STR("\n"));
        f->open[f->stream] = true;
        f->inside = false;
    }
    if (!f->plain) {
        f->stream = stream;
        f->left = length_of(head);
        f->at += HEAD;
    }
}

static void begin_line(struct frames *f)
{
    put(f, f->stream == 2 ? ED_STR("[docker-api stderr") : ED_STR("[docker-api stdout"));
    put(f, f->open[f->stream] ? ED_STR("+] ") : ED_STR("] "));
    f->open[f->stream] = false;
    f->inside = true;
}

/* Up to n bytes of the text, to the end of its line at most. */
static size_t take_text(struct frames *f, char *p, size_t n)
{
    struct ed_str text = ed_str(f->in + f->at, ED_MIN(n, f->n - f->at));
    const char *end;

    if (!f->plain) {
        text.n = ED_MIN(text.n, f->left);
        end = memchr(text.p, '\n', text.n);
        text.n = end ? (size_t)(end - text.p) + 1 : text.n;
        f->left -= (uint32_t)text.n;
        f->inside = !end;
    }
    memcpy(p, text.p, text.n);
    f->at += text.n;
    return text.n;
}

static enum ed_rc frames_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct frames *f = (struct frames *)(void *)feed;
    size_t out = 0;

    while (out < n) {
        size_t least = f->plain || f->left ? 1 : HEAD;

        if (f->put_at < f->put_n) {
            size_t some = ED_MIN(n - out, f->put_n - f->put_at);

            memcpy(p + out, f->put + f->put_at, some);
            f->put_at += some;
            out += some;
            continue;
        }
        f->put_at = f->put_n = 0;
        if (f->n - f->at < least) {
            enum ed_rc rc = out ? ED_OK : fill(f, least, err);

            if (rc != ED_OK) {
                return rc;
            }
            if (f->n - f->at < least) {
                break;
            }
        }
        if (least == HEAD) {
            take_head(f);
        } else if (!f->plain && !f->inside) {
            begin_line(f);
        } else {
            out += take_text(f, p + out, n - out);
        }
    }
    *ret_n = out;
    return ED_OK;
}

static bool frames_ready(const struct ed_feed *feed)
{
    const struct ed_feed *from = ((const struct frames *)(const void *)feed)->from;

    return !from->ready || from->ready(from);
}

struct ed_feed *ed_frames_new(struct ed_feed *from)
{
    struct frames *f = ed_alloc_zero(1, sizeof(*f));

    f->feed.read = frames_read;
    f->feed.ready = frames_ready;
    f->from = from;
    return &f->feed;
}

void ed_frames_free(struct ed_feed *frames)
{
    ed_free(frames);
}

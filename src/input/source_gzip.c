/*
 * source_gzip.c: gzip through zlib. libarchive reads gzip too, but hands out whole blocks of 64 KiB only, so the end of
 * a truncated log, which is the part that matters, would be lost.
 *
 * Members that follow one another are one stream; blanks (NUL) behind the last are padding; anything else there is a
 * failure at the end. What decoded before a failure is handed out first.
 */
#include "base/alloc.h"
#include "input/source_feed.h"

#include <zlib.h>

#define BLOCK (64 * ED_KIB)

struct gzip {
    struct ed_feed feed;
    struct ed_feed *from;
    struct ed_ration ration;
    z_stream z;
    bool between; /* a member has ended */
    bool padded;  /* NULs were seen behind it */
    bool ended;
    enum ed_rc failed; /* said when what decoded before it is handed out */
    struct ed_err why;
    char in[BLOCK];
};

/* More input. false: there is none; a failure of the feed below is kept. */
static bool refill(struct gzip *gz)
{
    size_t n = 0;
    enum ed_rc rc = ed_feed_read(gz->from, gz->in, sizeof(gz->in), &n, &gz->why);

    if (rc < 0) {
        gz->failed = rc;
        return false;
    }
    gz->z.next_in = (unsigned char *)gz->in;
    gz->z.avail_in = (unsigned)n;
    return n > 0;
}

/* Between members: begin the next one, or end. */
static void next_member(struct gzip *gz)
{
    while (gz->z.avail_in && *gz->z.next_in == 0) {
        gz->z.next_in++;
        gz->z.avail_in--;
        gz->padded = true;
    }
    if (gz->z.avail_in == 0) {
        return;
    }
    if (*gz->z.next_in != 0x1F || gz->padded) {
        gz->failed = ed_err_set(&gz->why, ED_ERR_INPUT, "bytes that are no gzip follow its end, and were not read");
        return;
    }
    gz->between = false;
    inflateReset(&gz->z);
}

static void inflate_some(struct gzip *gz)
{
    int rc = inflate(&gz->z, Z_NO_FLUSH);

    if (rc == Z_STREAM_END) {
        gz->between = true;
    } else if (rc != Z_OK && rc != Z_BUF_ERROR) {
        gz->failed = ed_err_set(&gz->why, ED_ERR_INPUT, "is damaged (%s): what stands before that was read",
                                gz->z.msg ? gz->z.msg : "gzip");
    }
}

static enum ed_rc gzip_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct gzip *gz = (struct gzip *)(void *)feed;
    size_t got;

    gz->z.next_out = (unsigned char *)p;
    gz->z.avail_out = (unsigned)ED_MIN(n, (size_t)1 << 30);
    n = gz->z.avail_out;
    while (gz->z.avail_out == n && !gz->ended && gz->failed == ED_OK) {
        if (gz->z.avail_in == 0 && !refill(gz)) {
            gz->ended = true;
            if (!gz->between && gz->failed == ED_OK) {
                gz->failed = ed_err_set(&gz->why, ED_ERR_INPUT, "ends early (truncated): what is there was read");
            }
        } else if (gz->between) {
            next_member(gz);
        } else {
            inflate_some(gz);
        }
    }
    got = n - gz->z.avail_out;
    if (got == 0 && gz->failed < 0) {
        if (err) {
            *err = gz->why;
        }
        return gz->failed;
    }
    *ret_n = got;
    return got ? ed_ration_take(&gz->ration, got, err) : ED_OK;
}

struct ed_feed *ed_gzip_new(struct ed_feed *from, const uint64_t *outside)
{
    struct gzip *gz = ed_alloc_zero(1, sizeof(*gz));

    gz->feed.read = gzip_read;
    gz->from = from;
    gz->ration = ed_ration_begin(outside);
    if (inflateInit2(&gz->z, 15 + 16) != Z_OK) { /* the largest window, gzip's header */
        ed_alloc_failed(sizeof(gz->z));
    }
    return &gz->feed;
}

void ed_gzip_free(struct ed_feed *gzip)
{
    struct gzip *gz = (struct gzip *)(void *)gzip;

    if (gz) {
        inflateEnd(&gz->z);
        ed_free(gz);
    }
}

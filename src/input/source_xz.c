/*
 * source_xz.c: xz through liblzma. libarchive reads xz too, but hands out whole blocks of 64 KiB only, so the end of a
 * truncated log would be lost, and it lets a file's dictionary take as much memory as the file says.
 *
 * Streams that follow one another are one; what decoded before a failure is handed out first.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "input/source_feed.h"

#include <lzma.h>

#define BLOCK (64 * ED_KIB)

struct xz {
    struct ed_feed feed;
    struct ed_feed *from;
    struct ed_ration ration;
    lzma_stream z;
    bool drained, ended;
    enum ed_rc failed; /* said when what decoded before it is handed out */
    struct ed_err why;
    uint8_t in[BLOCK];
};

static void refill(struct xz *xz)
{
    size_t n = 0;
    enum ed_rc rc = ed_feed_read(xz->from, (char *)xz->in, sizeof(xz->in), &n, &xz->why);

    xz->failed = rc < 0 ? rc : xz->failed;
    xz->drained = rc < 0 || n == 0;
    xz->z.next_in = xz->in;
    xz->z.avail_in = xz->drained ? 0 : n;
}

static enum ed_rc failure(struct ed_err *err, lzma_ret rc)
{
    switch (rc) {
    case LZMA_MEMLIMIT_ERROR:
        return ed_err_set(err, ED_ERR_LIMIT,
                          "takes more than %" PRIu64 " MiB of memory to unpack: unpack it yourself (xz -dk) and give "
                          "the plain file",
                          ED_LIMIT_XZ_MEMORY / ED_MIB);
    case LZMA_BUF_ERROR:
        return ed_err_set(err, ED_ERR_INPUT, "ends early (truncated): what is there was read");
    case LZMA_FORMAT_ERROR:
        return ed_err_set(err, ED_ERR_INPUT, "bytes that are no xz follow its end, and were not read");
    default:
        return ed_err_set(err, ED_ERR_INPUT, "is damaged (%s): what stands before that was read",
                          rc == LZMA_OPTIONS_ERROR ? "unknown options" : "incorrect data");
    }
}

static enum ed_rc xz_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct xz *xz = (struct xz *)(void *)feed;

    xz->z.next_out = (uint8_t *)p;
    xz->z.avail_out = n;
    while (xz->z.avail_out == n && !xz->ended && xz->failed == ED_OK) {
        lzma_ret rc;

        if (xz->z.avail_in == 0 && !xz->drained) {
            refill(xz);
        }
        rc = lzma_code(&xz->z, xz->drained ? LZMA_FINISH : LZMA_RUN);
        xz->ended = rc == LZMA_STREAM_END;
        if (rc != LZMA_OK && rc != LZMA_STREAM_END && (rc != LZMA_BUF_ERROR || xz->drained) && xz->failed == ED_OK) {
            xz->failed = failure(&xz->why, rc);
        }
    }
    *ret_n = n - xz->z.avail_out;
    if (*ret_n == 0 && xz->failed < 0) {
        if (err) {
            *err = xz->why;
        }
        return xz->failed;
    }
    return *ret_n ? ed_ration_take(&xz->ration, *ret_n, err) : ED_OK;
}

struct ed_feed *ed_xz_new(struct ed_feed *from, const uint64_t *outside)
{
    struct xz *xz = ed_alloc_zero(1, sizeof(*xz));
    const lzma_stream none = LZMA_STREAM_INIT;

    xz->feed.read = xz_read;
    xz->from = from;
    xz->ration = ed_ration_begin(outside);
    xz->z = none;
    if (lzma_stream_decoder(&xz->z, ED_LIMIT_XZ_MEMORY, LZMA_CONCATENATED) != LZMA_OK) {
        ed_alloc_failed(sizeof(xz->z));
    }
    return &xz->feed;
}

bool ed_xz_is(const struct ed_feed *feed)
{
    return feed->read == xz_read;
}

void ed_xz_free(struct ed_feed *feed)
{
    struct xz *xz = (struct xz *)(void *)feed;

    lzma_end(&xz->z);
    ed_free(xz);
}

/*
 * follow.c: owns the descriptor of a followed log. A pipe is waited for by poll; a file has no such wait, so its size
 * and its name are looked at now and then, which network file systems allow too.
 *
 * A file that became shorter was cut and begins anew. Another file under the name is a rotation: the old one is read to
 * its end first, for its writer may not have closed it yet.
 */
#include "input/follow.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "input/source_feed.h"

/* Nothing for so long, and what was read goes out; a file is looked at as often. */
#define IDLE_MS 250
/* A log that never pauses for so long is not held back for ever: after this time a much shorter pause does, which still
   is longer than the lines of one message are apart. */
#define BUSY_US 2000000
#define BUSY_MS 20

struct follow {
    struct ed_feed feed;
    const char *path; /* of a file */
    int fd, stop;
    bool is_file;
    bool idle;     /* said already */
    int64_t since; /* when the first came that is not said to be idle yet; monotonic, 0: nothing came */
    uint64_t at;
};

enum wait { WAIT_STOPPED, WAIT_NOTHING, WAIT_READABLE };

/* Wait for a while; a pipe of which it is known that it is idle, for as long as it takes. */
static enum wait wait_for(const struct follow *f)
{
    struct pollfd asked[] = {{.fd = f->stop, .events = POLLIN}, {.fd = f->is_file ? -1 : f->fd, .events = POLLIN}};

    int pause = f->since && ed_clock_monotonic() - f->since >= BUSY_US ? BUSY_MS : IDLE_MS;

    if (poll(asked, ED_ARRAY_LEN(asked), !f->is_file && f->idle ? -1 : pause) <= 0) {
        return WAIT_NOTHING;
    }
    return asked[0].revents ? WAIT_STOPPED : WAIT_READABLE;
}

/* Whether the name leads to another file now; it is opened then. */
static bool rotated(struct follow *f)
{
    struct stat own, named;
    int fd;

    if (fstat(f->fd, &own) < 0 || stat(f->path, &named) < 0 || !S_ISREG(named.st_mode) ||
        (own.st_dev == named.st_dev && own.st_ino == named.st_ino)) {
        return false;
    }
    fd = open(f->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) { /* not ours to read yet: asked again in a while */
        return false;
    }
    close(f->fd);
    f->fd = fd;
    f->at = 0;
    return true;
}

static bool was_cut(const struct follow *f)
{
    struct stat st;

    return fstat(f->fd, &st) == 0 && (uint64_t)st.st_size < f->at;
}

/* What there is to read of a file: nothing is no end. A pipe that has nothing to read is at its end. */
static enum ed_rc read_some(struct follow *f, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    enum ed_rc rc;

    if (f->is_file && was_cut(f) && lseek(f->fd, 0, SEEK_SET) == 0) {
        f->at = 0;
    }
    rc = ed_io_read(f->fd, p, n, ret_n, err);
    if (rc == ED_OK && *ret_n == 0 && f->is_file && rotated(f)) {
        rc = ed_io_read(f->fd, p, n, ret_n, err);
    }
    return rc;
}

static enum ed_rc follow_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct follow *f = (struct follow *)(void *)feed;
    enum wait waited = f->is_file ? WAIT_READABLE : wait_for(f);

    *ret_n = 0;
    for (; waited != WAIT_STOPPED; waited = wait_for(f)) {
        if (f->is_file || waited == WAIT_READABLE) {
            enum ed_rc rc = read_some(f, p, n, ret_n, err);

            if (rc != ED_OK || *ret_n > 0 || !f->is_file) {
                f->idle = false;
                f->since = f->since ? f->since : ed_clock_monotonic();
                f->at += *ret_n;
                return rc;
            }
        }
        if (waited == WAIT_NOTHING && !f->idle) {
            f->idle = true;
            f->since = 0;
            return ED_IDLE;
        }
    }
    return ED_OK;
}

static bool follow_ready(const struct ed_feed *feed)
{
    const struct follow *f = (const struct follow *)(const void *)feed;
    struct pollfd asked = {.fd = f->fd, .events = POLLIN};
    struct stat st;

    return f->is_file ? fstat(f->fd, &st) == 0 && (uint64_t)st.st_size > f->at : poll(&asked, 1, /* timeout */ 0) == 1;
}

static enum ed_rc check(const struct follow *f, const char *name, struct ed_err *err)
{
    char head[ED_FEED_HEAD];
    ssize_t n = f->is_file ? pread(f->fd, head, sizeof(head), 0) : 0;
    enum ed_pack pack = ed_pack_sniff(ed_str(head, n > 0 ? (size_t)n : 0));

    if (pack == ED_PACK_NONE) {
        return ED_OK;
    }
    ed_err_set(err, ED_ERR_INPUT, "is %s: only what is written as text can be followed; read it without --follow",
               ed_pack_name(pack));
    ed_err_at(err, name, 0, NULL);
    return ED_ERR_INPUT;
}

enum ed_rc ed_source_follow(const char *path, int stop, struct ed_source_events events, struct ed_err *err)
{
    bool standard_input = strcmp(path, "-") == 0;
    struct follow f = {
        .feed.read = follow_read, .feed.ready = follow_ready, .path = path, .fd = STDIN_FILENO, .stop = stop};
    struct stat st;
    enum ed_rc rc;

    if (!standard_input) {
        f.fd = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (f.fd < 0 || fstat(f.fd, &st) < 0) {
        ed_err_errno(err, ED_ERR_IO, errno, "cannot be opened");
        ed_err_at(err, path, 0, NULL);
        return ED_ERR_IO;
    }
    f.is_file = S_ISREG(st.st_mode) && !standard_input;
    if (S_ISDIR(st.st_mode)) {
        rc = ed_err_set(err, ED_ERR_USAGE, "is a folder: --follow reads one log");
        ed_err_at(err, path, 0, NULL);
    } else {
        rc = check(&f, path, err);
        rc = rc == ED_OK ? ed_feed_open(&f.feed, path, events, err) : rc;
    }
    if (!standard_input) {
        close(f.fd);
    }
    return rc;
}

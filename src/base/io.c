/*
 * io.c: see io.h. Error texts name the path, or "standard output" and the like for the three well-known descriptors.
 */
#include "base/io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

static const char *fd_name(int fd)
{
    return fd == 0 ? "standard input" : fd == 1 ? "standard output" : fd == 2 ? "standard error" : "a file";
}

enum ed_rc ed_io_write(int fd, struct ed_str s, struct ed_err *err)
{
    while (s.n) {
        ssize_t n = write(fd, s.p, s.n);

        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0 && errno == EPIPE) {
            return ED_STOP;
        }
        if (n < 0) {
            return ed_err_errno(err, ED_ERR_IO, errno, "cannot write to %s", fd_name(fd));
        }
        s = ed_str_slice(s, (size_t)n, s.n);
    }
    return ED_OK;
}

enum ed_rc ed_io_read(int fd, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    ssize_t got;

    do {
        got = read(fd, p, n);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        return ed_err_errno(err, ED_ERR_IO, errno, "cannot read %s", fd_name(fd));
    }
    *ret_n = (size_t)got;
    return ED_OK;
}

static enum ed_rc read_all(int fd, const char *path, struct ed_buf *buf, struct ed_err *err)
{
    for (;;) {
        size_t n = 0;
        char *room = ed_buf_room(buf, 65536);
        enum ed_rc rc;

        if (!room) {
            ed_err_set(err, ED_ERR_LIMIT, "larger than %zu bytes, which is the most that is read here", buf->max);
            ed_err_at(err, path, 0, NULL);
            return ED_ERR_LIMIT;
        }
        rc = ed_io_read(fd, room, 65536, &n, err);
        if (rc < 0) {
            ed_err_at(err, path, 0, NULL);
            return rc;
        }
        if (n == 0) {
            room[0] = '\0';
            return ED_OK;
        }
        buf->n += n;
    }
}

enum ed_rc ed_io_file(const char *path, struct ed_buf *buf, struct ed_err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum ed_rc rc;

    if (fd < 0) {
        ed_err_errno(err, ED_ERR_IO, errno, "cannot open");
        ed_err_at(err, path, 0, NULL);
        return ED_ERR_IO;
    }
    rc = read_all(fd, path, buf, err);
    close(fd);
    return rc;
}

static enum ed_rc failed(struct ed_err *err, const char *path, const char *what)
{
    ed_err_errno(err, ED_ERR_IO, errno, "%s", what);
    ed_err_at(err, path, 0, NULL);
    return ED_ERR_IO;
}

static enum ed_rc replace(const char *path, struct ed_str content, mode_t mode, bool lasting, struct ed_err *err)
{
    struct ed_buf temp;
    enum ed_rc rc = ED_OK;
    int fd;

    ed_buf_init(&temp, /* max */ 0);
    ed_buf_printf(&temp, "%s.XXXXXX", path);
    fd = mkostemp(temp.p, O_CLOEXEC);
    if (fd < 0) {
        rc = failed(err, path, "cannot make a temporary file beside it");
        ed_buf_done(&temp);
        return rc;
    }
    rc = ed_io_write(fd, content, err);
    if (rc < 0) {
        rc = failed(err, path, "cannot write");
    }
    if (rc >= 0 && (fchmod(fd, mode) < 0 || (lasting && fsync(fd) < 0))) {
        rc = failed(err, path, "cannot write");
    }
    close(fd);
    if (rc >= 0 && rename(temp.p, path) < 0) {
        rc = failed(err, path, "cannot put the new file in its place");
    }
    if (rc < 0) {
        unlink(temp.p);
    }
    ed_buf_done(&temp);
    return rc < 0 ? rc : ED_OK;
}

enum ed_rc ed_io_replace(const char *path, struct ed_str content, struct ed_err *err)
{
    return replace(path, content, 0644, /* lasting */ true, err);
}

enum ed_rc ed_io_replace_lightly(const char *path, struct ed_str content, struct ed_err *err)
{
    return replace(path, content, 0644, /* lasting */ false, err);
}

enum ed_rc ed_io_replace_private(const char *path, struct ed_str content, struct ed_err *err)
{
    return replace(path, content, 0600, /* lasting */ false, err);
}

static enum ed_rc make_folders(const char *path, mode_t mode, struct ed_err *err)
{
    char *copy = ed_alloc_text(path, strlen(path));
    enum ed_rc rc = ED_OK;

    for (char *at = strchr(copy + (copy[0] == '/'), '/'); at && rc == ED_OK; at = strchr(at + 1, '/')) {
        *at = '\0';
        if (mkdir(copy, mode) < 0 && errno != EEXIST) {
            rc = failed(err, copy, "cannot make the folder");
        }
        *at = '/';
    }
    ed_free(copy);
    return rc;
}

enum ed_rc ed_io_mkdirs(const char *path, struct ed_err *err)
{
    return make_folders(path, 0777, err);
}

enum ed_rc ed_io_mkdirs_private(const char *path, struct ed_err *err)
{
    return make_folders(path, 0700, err);
}

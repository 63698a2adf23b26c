/*
 * source.c: owns descriptors and the walk over paths, folders and what is packed in them. What a file is, its first
 * bytes tell (source_sniff.c); a feed of plain bytes becomes a reader and is handed out.
 *
 * A path that was named and cannot be opened is a failure; whatever goes wrong further in is a note, and the walk goes
 * on.
 *
 * Order of the file: feeds, readers, one feed with all that is in it, files, folders, the walk.
 */
#include "input/source.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/vec.h"
#include "input/source_feed.h"

struct fd_feed {
    struct ed_feed feed;
    int fd;
    uint64_t *outside;
};

struct bytes_feed {
    struct ed_feed feed;
    struct ed_str bytes;
    size_t at;
    uint64_t *outside;
};

struct ed_reader {
    struct ed_feed *feed;
    char *name;
    uint64_t bytes;
    bool unpacked;
    struct bytes_feed own; /* of ed_reader_new */
    uint64_t outside;
};

struct walk {
    struct ed_source_events events;
    uint64_t outside; /* bytes read of the present path */
};

/* Feeds. */

static enum ed_rc fd_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct fd_feed *own = (struct fd_feed *)(void *)feed;
    enum ed_rc rc = ed_io_read(own->fd, p, n, ret_n, err);

    if (rc == ED_OK) {
        *own->outside += *ret_n;
    }
    return rc;
}

static bool fd_ready(const struct ed_feed *feed)
{
    struct pollfd asked = {.fd = ((const struct fd_feed *)(const void *)feed)->fd, .events = POLLIN};

    return poll(&asked, 1, /* timeout */ 0) == 1;
}

static int64_t fd_seek(struct ed_feed *feed, int64_t offset, int whence)
{
    return lseek(((struct fd_feed *)(void *)feed)->fd, offset, whence);
}

static enum ed_rc bytes_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err ED_UNUSED)
{
    struct bytes_feed *own = (struct bytes_feed *)(void *)feed;
    struct ed_str part = ed_str_slice(own->bytes, own->at, own->at + n);

    if (part.n) {
        memcpy(p, part.p, part.n);
    }
    own->at += part.n;
    *own->outside += part.n;
    *ret_n = part.n;
    return ED_OK;
}

static int64_t bytes_seek(struct ed_feed *feed, int64_t offset, int whence)
{
    struct bytes_feed *own = (struct bytes_feed *)(void *)feed;
    int64_t from = whence == SEEK_SET ? 0 : (int64_t)(whence == SEEK_END ? own->bytes.n : own->at), to = 0;

    if (__builtin_add_overflow(from, offset, &to) || to < 0 || (uint64_t)to > own->bytes.n) {
        return -1;
    }
    own->at = (size_t)to;
    return to;
}

struct ed_str ed_feed_peek(struct ed_feed *feed)
{
    while (!feed->ended && feed->head_n < sizeof(feed->head)) {
        size_t n = 0;

        feed->failed = feed->read(feed, feed->head + feed->head_n, sizeof(feed->head) - feed->head_n, &n, &feed->why);
        feed->ended = feed->failed < 0 || n == 0;
        feed->head_n += n;
    }
    return ed_str(feed->head, feed->head_n);
}

enum ed_rc ed_feed_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    if (feed->head_at < feed->head_n) {
        n = ED_MIN(n, feed->head_n - feed->head_at);
        memcpy(p, feed->head + feed->head_at, n);
        feed->head_at += n;
        *ret_n = n;
        return ED_OK;
    }
    if (feed->failed < 0) {
        if (err) {
            *err = feed->why;
        }
        return feed->failed;
    }
    *ret_n = 0;
    return feed->ended ? ED_OK : feed->read(feed, p, n, ret_n, err);
}

/* Readers. */

const char *ed_reader_name(const struct ed_reader *reader)
{
    return reader->name;
}

bool ed_reader_unpacked(const struct ed_reader *reader)
{
    return reader->unpacked;
}

uint64_t ed_reader_bytes(const struct ed_reader *reader)
{
    return reader->bytes;
}

enum ed_rc ed_reader_read(struct ed_reader *reader, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    enum ed_rc rc = ed_feed_read(reader->feed, p, n, ret_n, err);

    if (rc < 0) {
        ed_err_at(err, reader->name, 0, NULL);
        return rc;
    }
    reader->bytes += *ret_n;
    return rc;
}

bool ed_reader_ready(const struct ed_reader *reader)
{
    const struct ed_feed *feed = reader->feed;

    return !feed->ready || feed->head_at < feed->head_n || feed->ready(feed);
}

struct ed_reader *ed_reader_new(const char *name, struct ed_str bytes)
{
    struct ed_reader *reader = ed_alloc_zero(1, sizeof(*reader));

    reader->name = ed_alloc_text(name, strlen(name));
    reader->own = (struct bytes_feed){.feed.read = bytes_read, .bytes = bytes, .outside = &reader->outside};
    reader->feed = &reader->own.feed;
    return reader;
}

void ed_reader_free(struct ed_reader *reader)
{
    if (reader) {
        ed_free(reader->name);
        ed_free(reader);
    }
}

/* One feed with all that is in it. */

static void note(const struct walk *walk, const char *name, struct ed_err *why)
{
    ed_err_at(why, name, 0, NULL);
    if (walk->events.note) {
        walk->events.note(walk->events.ctx, why);
    }
}

static enum ed_rc hand_out(struct walk *walk, struct ed_feed *feed, const char *name, bool unpacked, struct ed_err *err)
{
    struct ed_reader reader = {.feed = feed, .unpacked = unpacked};
    enum ed_rc rc;

    reader.name = ed_alloc_text(name, strlen(name));
    rc = walk->events.open(walk->events.ctx, &reader, err);
    ed_free(reader.name);
    return rc;
}

enum ed_rc ed_feed_open(struct ed_feed *feed, const char *name, struct ed_source_events events, struct ed_err *err)
{
    return hand_out(&(struct walk){.events = events}, feed, name, /* unpacked */ false, err);
}

/* Where in the nest of containers a feed is. */
struct place {
    const char *name;
    unsigned depth;  /* archives around it */
    bool compressed; /* it came out of a compressed stream that is not a member's own */
};

static enum ed_rc walk_feed(struct walk *walk, struct ed_feed *feed, struct place place, struct ed_err *err);

static enum ed_rc walk_archive(struct walk *walk, struct ed_feed *feed, enum ed_pack pack, struct place place,
                               struct ed_err *err)
{
    struct ed_err why = {0};
    struct ed_archive *archive = ed_archive_new(feed, pack, &walk->outside, &why);
    struct ed_member member = {0};
    enum ed_rc rc = ED_OK, next;

    if (!archive) {
        note(walk, place.name, &why);
        return ED_OK;
    }
    while (rc == ED_OK && (next = ed_archive_next(archive, &member, &why)) != ED_STOP) {
        struct ed_buf name;

        if (next < 0) {
            note(walk, place.name, &why);
            break;
        }
        ed_buf_init(&name, /* max */ 64 * ED_KIB);
        ed_buf_printf(&name, "%s:%s", place.name, member.name);
        if (member.refused) {
            ed_err_set(&why, ED_ERR_INPUT, "%s", member.refused);
            note(walk, name.p, &why);
        } else if (!member.silent) {
            rc = walk_feed(walk, member.feed, (struct place){.name = name.p, .depth = place.depth + 1}, err);
        }
        ed_buf_done(&name);
    }
    ed_archive_free(archive);
    return rc;
}

static enum ed_rc walk_compressed(struct walk *walk, struct ed_feed *feed, enum ed_pack pack, struct place place,
                                  struct ed_err *err)
{
    struct ed_err why = {0};
    struct ed_feed *unpacked = ed_unpack_new(feed, pack, &walk->outside, &why);
    enum ed_rc rc;

    if (!unpacked) {
        note(walk, place.name, &why);
        return ED_OK;
    }
    place.depth += place.compressed; /* a tar.gz is one level, a gz in a gz is two */
    place.compressed = true;
    rc = walk_feed(walk, unpacked, place, err);
    ed_unpack_free(unpacked);
    return rc;
}

static enum ed_rc walk_frames(struct walk *walk, struct ed_feed *feed, struct place place, struct ed_err *err)
{
    struct ed_feed *frames = ed_frames_new(feed);
    enum ed_rc rc = hand_out(walk, frames, place.name, place.depth || place.compressed, err);

    ed_frames_free(frames);
    return rc;
}

/* Text of two bytes a character, by its byte order mark: no pattern finds anything in it. */
static bool is_utf16(struct ed_str head)
{
    return ed_str_starts(head, ED_STR("\xff\xfe")) || ed_str_starts(head, ED_STR("\xfe\xff"));
}

static enum ed_rc walk_feed(struct walk *walk, struct ed_feed *feed, struct place place, struct ed_err *err)
{
    enum ed_pack pack = ed_pack_sniff(ed_feed_peek(feed));
    struct ed_err why = {0};

    if (pack == ED_PACK_NONE && is_utf16(ed_feed_peek(feed))) {
        ed_err_set(&why, ED_ERR_INPUT, "is UTF-16 text: convert it first, with iconv -f UTF-16 -t UTF-8");
        note(walk, place.name, &why);
        return ED_OK;
    }
    if (pack == ED_PACK_NONE && ed_frames_begin(ed_feed_peek(feed))) {
        return walk_frames(walk, feed, place, err);
    }
    if (pack == ED_PACK_NONE) {
        return hand_out(walk, feed, place.name, place.depth || place.compressed, err);
    }
    if (pack == ED_PACK_JOURNAL) {
        ed_err_set(&why, ED_ERR_INPUT,
                   "is a binary journal, which only journalctl reads: journalctl --file=FILE -o json | errdex");
    } else if (place.depth >= ED_LIMIT_ARCHIVE_DEPTH) {
        ed_err_set(&why, ED_ERR_LIMIT, "is %s inside %d others, and deeper than that nothing is read: unpack it first",
                   ed_pack_name(pack), ED_LIMIT_ARCHIVE_DEPTH);
    } else if (pack == ED_PACK_7ZIP && !feed->seek) {
        ed_err_set(&why, ED_ERR_INPUT, "is a 7z file in a stream, which can only be read from a file: unpack it first");
    } else if (pack < ED_PACK_TAR) {
        return walk_compressed(walk, feed, pack, place, err);
    } else {
        return walk_archive(walk, feed, pack, place, err);
    }
    note(walk, place.name, &why);
    return ED_OK;
}

/* Files. */

static enum ed_rc walk_fd(struct walk *walk, int fd, const char *name, struct ed_err *err)
{
    struct fd_feed own = {.feed.read = fd_read, .feed.ready = fd_ready, .fd = fd, .outside = &walk->outside};
    struct stat st;

    walk->outside = 0;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && lseek(fd, 0, SEEK_CUR) == 0) {
        own.feed.seek = fd_seek;
    }
    return walk_feed(walk, &own.feed, (struct place){.name = name}, err);
}

static enum ed_rc cannot_open(const char *path, int errnum, struct ed_err *err)
{
    ed_err_errno(err, ED_ERR_IO, errnum,
                 path[0] ? "cannot be opened" : "an empty name names no file: it cannot be opened");
    ed_err_at(err, path, 0, NULL);
    return ED_ERR_IO;
}

/* A file of a folder: whatever is wrong with it is noted. */
static enum ed_rc walk_file(struct walk *walk, const char *path, struct ed_err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct ed_err why = {0};
    enum ed_rc rc;

    if (fd < 0) {
        cannot_open(path, errno, &why);
        note(walk, path, &why);
        return ED_OK;
    }
    rc = walk_fd(walk, fd, path, err);
    close(fd);
    return rc;
}

/* Folders. */

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum ed_rc walk_folder(struct walk *walk, const char *path, DIR *folder, unsigned depth, struct ed_err *err);

/* path/name, of any kind. */
static enum ed_rc walk_entry(struct walk *walk, const char *path, unsigned depth, struct ed_err *err)
{
    struct ed_err why = {0};
    struct stat st;
    bool is_link;

    if (lstat(path, &st) < 0) {
        cannot_open(path, errno, &why);
        note(walk, path, &why);
        return ED_OK;
    }
    is_link = S_ISLNK(st.st_mode);
    if (is_link && (stat(path, &st) < 0 || S_ISDIR(st.st_mode))) {
        return ED_OK; /* a link to nothing, or to a folder: as grep -r */
    }
    if (S_ISREG(st.st_mode)) {
        return walk_file(walk, path, err);
    }
    if (!S_ISDIR(st.st_mode)) {
        ed_err_set(&why, ED_ERR_INPUT, "is a device, pipe or socket in a folder: not read");
    } else if (depth >= ED_LIMIT_FOLDER_DEPTH) {
        ed_err_set(&why, ED_ERR_LIMIT, "is a folder %d levels deep: not read", ED_LIMIT_FOLDER_DEPTH);
    } else {
        DIR *folder = opendir(path);

        if (folder) {
            return walk_folder(walk, path, folder, depth + 1, err);
        }
        cannot_open(path, errno, &why);
    }
    note(walk, path, &why);
    return ED_OK;
}

/* Takes the open folder and closes it before anything in it is opened. */
static enum ed_rc walk_folder(struct walk *walk, const char *path, DIR *folder, unsigned depth, struct ed_err *err)
{
    ED_VEC(char *) names = {0};
    const struct dirent *entry;
    enum ed_rc rc = ED_OK;
    size_t n = strlen(path);

    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    while ((entry = readdir(folder))) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            *ed_vec_add(&names) = ed_alloc_text(entry->d_name, strlen(entry->d_name));
        }
    }
    closedir(folder);
    if (names.n) {
        qsort(names.v, names.n, sizeof(*names.v), by_bytes);
    }
    for (size_t i = 0; i < names.n; i++) {
        struct ed_buf inner;

        ed_buf_init(&inner, /* max */ 0);
        ed_buf_printf(&inner, "%.*s%s%s", (int)n, path, path[n - 1] == '/' ? "" : "/", names.v[i]);
        if (rc == ED_OK) {
            rc = walk_entry(walk, inner.p, depth, err);
        }
        ed_buf_done(&inner);
        ed_free(names.v[i]);
    }
    ed_vec_done(&names);
    return rc;
}

/* The walk. */

static enum ed_rc walk_path(struct walk *walk, const char *path, struct ed_err *err)
{
    struct stat st;
    enum ed_rc rc;
    DIR *folder;
    int fd;

    if (strcmp(path, "-") == 0) {
        return walk_fd(walk, STDIN_FILENO, path, err);
    }
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return cannot_open(path, errno, err);
    }
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        folder = fdopendir(fd);
        if (!folder) {
            rc = cannot_open(path, errno, err);
            close(fd);
            return rc;
        }
        return walk_folder(walk, path, folder, /* depth */ 1, err);
    }
    rc = walk_fd(walk, fd, path, err);
    close(fd);
    return rc;
}

enum ed_rc ed_source_walk(const char *const *paths, size_t npaths, struct ed_source_events events, struct ed_err *err)
{
    struct walk walk = {.events = events};
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < npaths && rc == ED_OK; i++) {
        rc = walk_path(&walk, paths[i], err);
    }
    return rc;
}

enum ed_rc ed_source_bytes(const char *name, struct ed_str bytes, struct ed_source_events events, struct ed_err *err)
{
    struct walk walk = {.events = events};
    struct bytes_feed own = {
        .feed.read = bytes_read, .feed.seek = bytes_seek, .bytes = bytes, .outside = &walk.outside};

    return walk_feed(&walk, &own.feed, (struct place){.name = name}, err);
}

/*
 * source.c: owns descriptors and the walk over paths and what is packed in them. What a file is, its first bytes tell
 * (source_sniff.c, source_text.c); a feed of plain bytes becomes a reader and is handed out. Folders: source_folder.c.
 *
 * A path that was named and cannot be opened is a failure; whatever goes wrong further in is a note, and the walk goes
 * on.
 *
 * Order of the file: feeds, readers, notes, one feed with all that is in it, the walk.
 */
#include "input/source.h"

#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/vec.h"
#include "input/source_paths.h"
#include "input/source_walk.h"

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
    struct ed_meta meta;
    uint64_t bytes;
    bool unpacked;
    struct bytes_feed own; /* of ed_reader_new */
    uint64_t outside;
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
    while (!feed->ended && feed->head_n < sizeof(feed->head) &&
           (feed->head_n < ED_FEED_HEAD_LEAST || !feed->ready || feed->ready(feed))) {
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

const struct ed_meta *ed_reader_meta(const struct ed_reader *reader)
{
    return &reader->meta;
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

/* Notes. */

void ed_walk_note(const struct ed_walk *walk, const char *name, struct ed_err *why)
{
    ed_err_at(why, name, 0, NULL);
    if (walk->events.note) {
        walk->events.note(walk->events.ctx, why);
    }
}

void ed_walk_skip(struct ed_walk *walk, const char *reason)
{
    size_t i = 0;

    while (i + 1 < ED_SKIP_REASONS && walk->skipped[i].reason && strcmp(walk->skipped[i].reason, reason) != 0) {
        i++;
    }
    walk->skipped[i].reason = walk->skipped[i].reason ? walk->skipped[i].reason : reason;
    walk->skipped[i].n++;
}

/* What was passed over in the present path, in one note. */
static void note_skipped(struct ed_walk *walk)
{
    struct ed_err why = {0};
    struct ed_buf says;

    ed_buf_init(&says, sizeof(why.message));
    for (size_t i = 0; i < ED_SKIP_REASONS && walk->skipped[i].n; i++) {
        ed_buf_printf(&says, "%s%s (%" PRIu64 ")", i ? ", " : "", walk->skipped[i].reason, walk->skipped[i].n);
    }
    if (says.n) {
        ed_err_set(&why, ED_OK, "files in it that are no logs were not read: %s", says.p);
        ed_walk_note(walk, walk->present, &why);
    }
    ed_buf_done(&says);
    memset(walk->skipped, 0, sizeof(walk->skipped));
}

/* One feed with all that is in it. */

/* Where in the nest of containers a feed is. */
struct place {
    const char *name;
    const char *run; /* where in the logs of a CI run, or NULL: a part of the name */
    unsigned depth;  /* archives around it */
    int fd;          /* that the feed reads as it is; -1: it is unpacked */
    bool compressed; /* it came out of a compressed stream that is not a member's own */
    bool found;      /* it was not named */
};

/* What the path tells, whole even when the walk began inside a bundle. path: an empty buffer that what is told stands
   in. */
static struct ed_path_tells path_tells(const struct ed_walk *walk, const char *name, struct ed_buf *path)
{
    if (name[0] != '/' && strcmp(name, "-") != 0 && walk->folder) {
        ed_buf_printf(path, "%s/", walk->folder);
    }
    ed_buf_text(path, name);
    return ed_path_tell(ed_buf_view(path));
}

const char *ed_walk_skips(const struct ed_walk *walk, const char *name)
{
    const char *skip;
    struct ed_buf path;

    if (!walk->events.logs) {
        return NULL;
    }
    ed_buf_init(&path, /* max */ 0);
    skip = path_tells(walk, name, &path).skip;
    ed_buf_done(&path);
    return skip;
}

/* A reader of the feed as it is. */
static enum ed_rc open_reader(struct ed_walk *walk, struct ed_feed *feed, struct place place, bool is_run_log,
                              struct ed_err *err)
{
    struct ed_reader reader = {.feed = feed, .unpacked = place.depth || place.compressed};
    struct ed_buf path;
    enum ed_rc rc;

    ed_buf_init(&path, /* max */ 0);
    if (walk->events.logs) {
        reader.meta = path_tells(walk, place.name, &path).meta;
    }
    if (is_run_log) {
        ed_run_log_tell(ed_str_c(place.run), &reader.meta.job, &reader.meta.step);
    }
    reader.name = ed_alloc_text(place.name, strlen(place.name));
    rc = walk->events.open(walk->events.ctx, &reader, err);
    ed_free(reader.name);
    ed_buf_done(&path);
    return rc;
}

static enum ed_rc hand_out(struct ed_walk *walk, struct ed_feed *feed, struct place place, struct ed_err *err)
{
    bool is_run_log = place.run && ed_run_log_begins(ed_feed_peek(feed));
    struct ed_feed *text = NULL;
    enum ed_rc rc;

    if (walk->events.logs || ed_text_is_wide(ed_feed_peek(feed))) {
        text = ed_text_new(feed);
    }
    rc = open_reader(walk, text ? text : feed, place, is_run_log, err);
    ed_text_free(text);
    return rc;
}

enum ed_rc ed_feed_open(struct ed_feed *feed, const char *name, struct ed_source_events events, struct ed_err *err)
{
    struct ed_walk walk = {.events = events};

    return open_reader(&walk, feed, (struct place){.name = name, .fd = -1}, /* is_run_log */ false, err);
}

static enum ed_rc walk_feed(struct ed_walk *walk, struct ed_feed *feed, struct place place, struct ed_err *err);

/* A member of an archive. */
static enum ed_rc walk_member(struct ed_walk *walk, const struct ed_member *member, const struct ed_run_logs *runs,
                              struct place archive, struct ed_err *err)
{
    struct ed_str path = ed_str_c(member->name);
    struct place place = {.depth = archive.depth + 1, .fd = -1, .found = true};
    struct ed_err why = {0};
    enum ed_rc rc = ED_OK;
    const char *skip;
    struct ed_buf name;

    ed_buf_init(&name, /* max */ 64 * ED_KIB);
    ed_buf_printf(&name, "%s:%s", archive.name, member->name);
    place.name = name.p;
    place.run = runs ? member->name : NULL;
    skip = ed_walk_skips(walk, name.p);
    if (member->refused) {
        ed_err_set(&why, ED_ERR_INPUT, "%s", member->refused);
        ed_walk_note(walk, name.p, &why);
    } else if (skip && !member->silent) {
        ed_walk_skip(walk, skip);
    } else if (runs && ed_run_logs_repeats(runs, path)) {
        ed_walk_skip(walk, ED_SKIP_COPY);
    } else if (!member->silent) {
        rc = walk_feed(walk, member->feed, place, err);
    }
    ed_buf_done(&name);
    return rc;
}

/* What of an archive's members is said twice; NULL when it cannot be the logs of a CI run. A file is looked through
   before it is read; in a stream what comes first is read. */
static struct ed_run_logs *look_through(struct ed_walk *walk, struct ed_feed *feed, enum ed_pack pack, bool *ret_whole)
{
    struct ed_run_logs *runs = walk->events.logs && pack == ED_PACK_ZIP ? ed_run_logs_new() : NULL;
    struct ed_archive *archive = NULL;
    struct ed_member member = {0};
    size_t head_n = feed->head_n;
    bool ended = feed->ended;

    if (runs && feed->seek) {
        archive = ed_archive_new(feed, pack, &walk->outside, /* err */ NULL);
    }
    *ret_whole = archive != NULL;
    while (archive && ed_archive_next(archive, &member, /* err */ NULL) == ED_OK) {
        ed_run_logs_add(runs, ed_str_c(member.name), member.size);
    }
    if (archive) {
        ed_archive_free(archive);
        feed->seek(feed, (int64_t)head_n, SEEK_SET); /* as before: the head is still there */
        feed->head_at = 0;
        feed->head_n = head_n;
        feed->ended = ended;
    }
    return runs;
}

static enum ed_rc walk_archive(struct ed_walk *walk, struct ed_feed *feed, enum ed_pack pack, struct place place,
                               struct ed_err *err)
{
    bool whole = false;
    struct ed_run_logs *runs = look_through(walk, feed, pack, &whole);
    struct ed_err why = {0};
    struct ed_archive *archive = ed_archive_new(feed, pack, &walk->outside, &why);
    struct ed_member member = {0};
    enum ed_rc rc = ED_OK, next = ED_OK;

    if (!archive) {
        ed_walk_note(walk, place.name, &why);
        next = ED_STOP;
    }
    while (rc == ED_OK && next == ED_OK && (next = ed_archive_next(archive, &member, &why)) == ED_OK) {
        if (runs && !whole) {
            ed_run_logs_add(runs, ed_str_c(member.name), ED_SIZE_UNKNOWN);
        }
        rc = walk_member(walk, &member, runs, place, err);
    }
    if (next < 0) {
        ed_walk_note(walk, place.name, &why);
    }
    ed_archive_free(archive);
    ed_run_logs_free(runs);
    return rc;
}

static enum ed_rc walk_compressed(struct ed_walk *walk, struct ed_feed *feed, enum ed_pack pack, struct place place,
                                  struct ed_err *err)
{
    struct ed_err why = {0};
    struct ed_feed *unpacked = ed_unpack_new(feed, pack, &walk->outside, &why);
    enum ed_rc rc;

    if (!unpacked) {
        ed_walk_note(walk, place.name, &why);
        return ED_OK;
    }
    place.depth += place.compressed; /* a tar.gz is one level, a gz in a gz is two */
    place.compressed = true;
    place.fd = -1;
    rc = walk_feed(walk, unpacked, place, err);
    ed_unpack_free(unpacked);
    return rc;
}

static enum ed_rc walk_frames(struct ed_walk *walk, struct ed_feed *feed, struct place place, struct ed_err *err)
{
    struct ed_feed *frames = ed_frames_new(feed);
    enum ed_rc rc = hand_out(walk, frames, place, err);

    ed_frames_free(frames);
    return rc;
}

static enum ed_rc walk_journal(struct ed_walk *walk, struct place place, struct ed_err *err)
{
    struct ed_err why = {0};
    struct ed_feed *entries = NULL;
    enum ed_rc rc;

    if (!walk->events.logs || place.fd < 0) {
        ed_err_set(&why, ED_ERR_INPUT,
                   "is a binary journal that is packed or comes through a pipe, and only a file can be read: unpack it "
                   "first, or use journalctl --file=FILE -o json | errdex");
    } else {
        entries = ed_journal_new(place.fd, &why);
    }
    if (!entries) {
        ed_walk_note(walk, place.name, &why);
        return ED_OK;
    }
    place.compressed = true;
    rc = hand_out(walk, entries, place, err);
    ed_journal_free(entries);
    return rc;
}

static enum ed_rc walk_feed(struct ed_walk *walk, struct ed_feed *feed, struct place place, struct ed_err *err)
{
    struct ed_str head = ed_feed_peek(feed);
    enum ed_pack pack = ed_pack_sniff(head);
    struct ed_err why = {0};

    if (pack == ED_PACK_NONE && ed_frames_begin(head)) {
        return walk_frames(walk, feed, place, err);
    }
    if (pack == ED_PACK_NONE) {
        if (walk->events.logs && place.found && !ed_text_is_wide(head) && ed_text_is_binary(head)) {
            ed_walk_skip(walk, "binary files");
            return ED_OK;
        }
        return hand_out(walk, feed, place, err);
    }
    if (pack == ED_PACK_JOURNAL) {
        return walk_journal(walk, place, err);
    }
    if (place.depth >= ED_LIMIT_ARCHIVE_DEPTH) {
        ed_err_set(&why, ED_ERR_LIMIT, "is %s inside %d others, and deeper than that nothing is read: unpack it first",
                   ed_pack_name(pack), ED_LIMIT_ARCHIVE_DEPTH);
    } else if (pack == ED_PACK_7ZIP && !feed->seek) {
        ed_err_set(&why, ED_ERR_INPUT, "is a 7z file in a stream, which can only be read from a file: unpack it first");
    } else if (pack == ED_PACK_CPIO) { /* libarchive believes any length that a header gives, and takes the memory */
        ed_err_set(&why, ED_ERR_INPUT, "is a cpio file, which is not read: unpack it first (cpio -id < FILE)");
    } else if (pack < ED_PACK_TAR) {
        return walk_compressed(walk, feed, pack, place, err);
    } else {
        return walk_archive(walk, feed, pack, place, err);
    }
    ed_walk_note(walk, place.name, &why);
    return ED_OK;
}

/* The walk. */

enum ed_rc ed_walk_fd(struct ed_walk *walk, int fd, const char *name, const char *run, bool found, struct ed_err *err)
{
    struct fd_feed own = {.feed.read = fd_read, .feed.ready = fd_ready, .fd = fd, .outside = &walk->outside};
    struct place place = {.name = name, .run = run, .fd = -1, .found = found};
    struct stat st;

    walk->outside = 0;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && lseek(fd, 0, SEEK_CUR) == 0) {
        own.feed.seek = fd_seek;
        own.feed.ready = NULL;
        place.fd = fd;
    }
    return walk_feed(walk, &own.feed, place, err);
}

enum ed_rc ed_walk_cannot_open(const char *path, int errnum, struct ed_err *err)
{
    ed_err_errno(err, ED_ERR_IO, errnum,
                 path[0] ? "cannot be opened" : "an empty name names no file: it cannot be opened");
    ed_err_at(err, path, 0, NULL);
    return ED_ERR_IO;
}

static enum ed_rc walk_open(struct ed_walk *walk, int fd, const char *path, struct ed_err *err)
{
    struct stat st;
    enum ed_rc rc;

    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
        return ed_walk_folder(walk, fd, path, err);
    }
    rc = ed_walk_fd(walk, fd, path, /* run */ NULL, /* found */ false, err);
    close(fd);
    return rc;
}

static int by_rotation(const void *a, const void *b)
{
    return ed_rotation_cmp(ed_str_c(*(char *const *)a), ed_str_c(*(char *const *)b));
}

/* The paths that a pattern stands for. */
static enum ed_rc walk_glob(struct ed_walk *walk, const char *pattern, struct ed_err *err)
{
    glob_t found = {.gl_pathc = 0};
    enum ed_rc rc = ED_OK;
    int fd;

    if (glob(pattern, GLOB_NOSORT | GLOB_BRACE | GLOB_TILDE, NULL, &found) != 0 || found.gl_pathc == 0) {
        ed_err_set(err, ED_ERR_IO,
                   "cannot be opened: there is no file of this name, and none that fits it as a pattern");
        ed_err_at(err, pattern, 0, NULL);
        globfree(&found);
        return ED_ERR_IO;
    }
    qsort(found.gl_pathv, found.gl_pathc, sizeof(*found.gl_pathv), by_rotation);
    for (size_t i = 0; i < found.gl_pathc && rc == ED_OK; i++) {
        struct ed_err why = {0};

        fd = open(found.gl_pathv[i], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (fd < 0) {
            why.rc = ed_walk_cannot_open(found.gl_pathv[i], errno, &why);
            ed_walk_note(walk, found.gl_pathv[i], &why);
        } else {
            rc = walk_open(walk, fd, found.gl_pathv[i], err);
        }
    }
    globfree(&found);
    return rc;
}

static enum ed_rc walk_path(struct ed_walk *walk, const char *path, struct ed_err *err)
{
    int fd;

    if (strcmp(path, "-") == 0) {
        return ed_walk_fd(walk, STDIN_FILENO, path, /* run */ NULL, /* found */ false, err);
    }
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && strpbrk(path, "*?[{")) {
        return walk_glob(walk, path, err);
    }
    return fd < 0 ? ed_walk_cannot_open(path, errno, err) : walk_open(walk, fd, path, err);
}

enum ed_rc ed_source_walk(const char *const *paths, size_t npaths, struct ed_source_events events, struct ed_err *err)
{
    struct ed_walk walk = {.events = events};
    enum ed_rc rc = ED_OK;
    char folder[PATH_MAX];

    walk.folder = events.logs ? getcwd(folder, sizeof(folder)) : NULL;
    for (size_t i = 0; i < npaths && rc == ED_OK; i++) {
        walk.present = paths[i];
        rc = walk_path(&walk, paths[i], err);
        note_skipped(&walk);
    }
    return rc;
}

enum ed_rc ed_source_bytes(const char *name, struct ed_str bytes, struct ed_source_events events, struct ed_err *err)
{
    struct ed_walk walk = {.events = events, .present = name};
    struct bytes_feed own = {
        .feed.read = bytes_read, .feed.seek = bytes_seek, .bytes = bytes, .outside = &walk.outside};
    enum ed_rc rc = walk_feed(&walk, &own.feed, (struct place){.name = name, .fd = -1}, err);

    note_skipped(&walk);
    return rc;
}

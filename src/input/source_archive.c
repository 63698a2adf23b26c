/*
 * source_archive.c: everything else that is packed, through libarchive: one format or filter is switched on, the one
 * that the magic number named, and none that would run a program.
 *
 * An archive reads from a feed and is one itself, so containers nest as feeds do. Members are read in the order in
 * which they stand. Passwords are not asked for. A hostile name of a member is only a name.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "input/source_feed.h"

#include <archive.h>
#include <archive_entry.h>

#define BLOCK (64 * ED_KIB)
/* libarchive asks to try again after a fault that it could step over; a file made of those must come to an end. */
#define RETRIES_MAX 100

struct ed_archive {
    struct ed_feed feed; /* the present member */
    struct ed_feed *from;
    struct archive *archive;
    enum ed_pack pack;
    const uint64_t *outside;
    struct ed_ration ration; /* of the present member */
    struct ed_ration whole;  /* of all members together: many small bombs are one */
    bool spent;
    struct ed_str block; /* of the present member, not handed out yet; libarchive's memory */
    bool ended;
    bool damaged;     /* libarchive stepped over a fault */
    uint64_t members; /* met so far */
    char unnamed[32];
    enum ed_rc below; /* how the feed below failed */
    struct ed_err why;
    uint64_t read; /* bytes of the feed below */
    size_t in_n;   /* of them in the last block that was not empty */
    char in[BLOCK];
};

static la_ssize_t on_read(struct archive *archive, void *ctx, const void **ret_block)
{
    struct ed_archive *a = ctx;
    size_t n = 0;
    enum ed_rc rc = ed_feed_read(a->from, a->in, sizeof(a->in), &n, &a->why);

    if (rc < 0) {
        a->below = rc;
        archive_set_error(archive, EIO, "cannot be read further");
        return ARCHIVE_FATAL;
    }
    a->read += n;
    a->in_n = n > 0 ? n : a->in_n;
    *ret_block = a->in;
    return (la_ssize_t)n;
}

static la_int64_t on_seek(struct archive *archive ED_UNUSED, void *ctx, la_int64_t offset, int whence)
{
    struct ed_archive *a = ctx;
    int64_t at = a->from->seek(a->from, offset, whence);

    a->from->head_at = a->from->head_n = 0;
    a->from->ended = false;
    return at < 0 ? ARCHIVE_FATAL : at;
}

/* Members that are not read are stepped over. What was looked at before it was read stands in memory, and is not. */
static la_int64_t on_skip(struct archive *archive ED_UNUSED, void *ctx, la_int64_t n)
{
    struct ed_archive *a = ctx;

    return a->from->head_at < a->from->head_n || a->from->seek(a->from, n, SEEK_CUR) < 0 ? 0 : n;
}

/* "bzip2 file" */
static const char *what(enum ed_pack pack)
{
    const char *name = ed_pack_name(pack);

    return name + (strncmp(name, "an ", 3) == 0 ? 3 : 2);
}

/* What libarchive says, or the feed below. */
static enum ed_rc failure(struct ed_archive *a, struct ed_err *err)
{
    const char *says = archive_error_string(a->archive);

    if (a->below < 0) {
        if (err) {
            *err = a->why;
        }
        return a->below;
    }
    if (says && (strstr(says, "runcated") || strstr(says, "No progress is possible"))) {
        return ed_err_set(err, ED_ERR_INPUT, "ends early (truncated): what stands before that was read");
    }
    return ed_err_set(err, ED_ERR_INPUT, "is no sound %s (%.200s): what stands before the fault was read",
                      what(a->pack), says ? says : "damaged");
}

/* A compressed stream is over: does anything but padding follow? Some filters of libarchive end there without a word.
 */
static enum ed_rc check_end(struct ed_archive *a, struct ed_err *err)
{
    la_int64_t used = archive_filter_bytes(a->archive, -1);
    size_t n = used >= 0 && (uint64_t)used < a->read ? (size_t)ED_MIN(a->read - (uint64_t)used, (uint64_t)a->in_n) : 0;
    enum ed_rc rc = ED_OK;

    memmove(a->in, a->in + a->in_n - n, n);
    for (a->in_n = n; n > 0 && rc == ED_OK; a->in_n = n) {
        for (size_t i = 0; i < n; i++) {
            if (a->in[i] != '\0') {
                return ed_err_set(err, ED_ERR_INPUT, "bytes that are no %s follow its end, and were not read",
                                  what(a->pack));
            }
        }
        rc = ed_feed_read(a->from, a->in, sizeof(a->in), &n, err);
    }
    return rc;
}

/* Block by block, because archive_read_data drops what it has when the block behind it fails. The holes of a sparse
   member are left out: they are no text. */
static enum ed_rc member_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct ed_archive *a = (struct ed_archive *)(void *)feed;
    int rc = ARCHIVE_OK, tries = 0;

    while (a->block.n == 0 && !a->ended) {
        const void *block = NULL;
        la_int64_t offset = 0;
        size_t size = 0;

        rc = archive_read_data_block(a->archive, &block, &size, &offset);
        if (rc == ARCHIVE_RETRY && ++tries < RETRIES_MAX) {
            a->damaged = true;
            continue;
        }
        if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN && rc != ARCHIVE_EOF) {
            return failure(a, err);
        }
        a->ended = rc == ARCHIVE_EOF;
        if (a->ended && a->pack < ED_PACK_TAR && check_end(a, err) != ED_OK) {
            return ED_ERR_INPUT;
        }
        a->block = ed_str(block, a->ended ? 0 : size);
    }
    n = ED_MIN(n, a->block.n);
    if (n) {
        memcpy(p, a->block.p, n);
    }
    a->block = ed_str_slice(a->block, n, a->block.n);
    *ret_n = n;
    if (ed_ration_take(&a->ration, n, err) == ED_OK && ed_ration_take(&a->whole, n, err) == ED_OK) {
        return ED_OK;
    }
    a->spent = true;
    return ED_ERR_LIMIT;
}

static void switch_on(struct archive *archive, enum ed_pack pack)
{
    static int (*const formats[])(struct archive *) = {
        [ED_PACK_BZIP2] = archive_read_support_filter_bzip2,
        [ED_PACK_ZSTD] = archive_read_support_filter_zstd,
        [ED_PACK_LZ4] = archive_read_support_filter_lz4,
        [ED_PACK_LZIP] = archive_read_support_filter_lzip,
        [ED_PACK_COMPRESS] = archive_read_support_filter_compress,
        [ED_PACK_TAR] = archive_read_support_format_tar,
        [ED_PACK_ZIP] = archive_read_support_format_zip,
        [ED_PACK_7ZIP] = archive_read_support_format_7zip,
        [ED_PACK_AR] = archive_read_support_format_ar,
        [ED_PACK_RAR] = archive_read_support_format_rar,
        [ED_PACK_RAR5] = archive_read_support_format_rar5,
    };

    formats[pack](archive);
    if (pack == ED_PACK_TAR) {
        /* `cat a.tar b.tar`, and so that what stands around the archive is read to its end, and its checksum with it */
        archive_read_set_option(archive, "tar", "read_concatenated_archives", "1");
    }
    if (pack < ED_PACK_TAR) {
        archive_read_support_format_raw(archive);
        archive_read_support_format_empty(archive);
    }
}

struct ed_archive *ed_archive_new(struct ed_feed *from, enum ed_pack pack, const uint64_t *outside, struct ed_err *err)
{
    struct ed_archive *a = ed_alloc_zero(1, sizeof(*a));

    a->from = from;
    a->pack = pack;
    a->outside = outside;
    a->feed.read = member_read;
    a->ration = a->whole = ed_ration_begin(outside);
    a->archive = archive_read_new();
    if (!a->archive) {
        ed_alloc_failed(sizeof(*a));
    }
    switch_on(a->archive, pack);
    archive_read_set_read_callback(a->archive, on_read);
    if (from->seek) {
        archive_read_set_seek_callback(a->archive, on_seek);
    }
    if (from->seek && pack == ED_PACK_ZIP) { /* its list of members tells where it ends; others would miss that */
        archive_read_set_skip_callback(a->archive, on_skip);
    }
    archive_read_set_callback_data(a->archive, a);
    if (archive_read_open1(a->archive) < ARCHIVE_WARN) {
        failure(a, err);
        ed_archive_free(a);
        return NULL;
    }
    return a;
}

void ed_archive_free(struct ed_archive *archive)
{
    if (archive) {
        archive_read_free(archive->archive);
        ed_free(archive);
    }
}

static void describe(struct ed_archive *a, struct archive_entry *entry, struct ed_member *ret)
{
    const char *name = archive_entry_pathname_utf8(entry);

    name = name ? name : archive_entry_pathname(entry);
    a->members++;
    if (!name) { /* libarchive gives no name that it cannot write in the program's locale */
        snprintf(a->unnamed, sizeof(a->unnamed), "(member %" PRIu64 ")", a->members);
    }
    *ret = (struct ed_member){.name = name ? name : a->unnamed, .feed = &a->feed, .size = ED_SIZE_UNKNOWN};
    if (archive_entry_size_is_set(entry)) {
        ret->size = (uint64_t)ED_MAX(archive_entry_size(entry), 0);
    }
    switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
    case 0: /* the format does not say */
        ret->silent = archive_entry_hardlink(entry) != NULL;
        break;
    case AE_IFDIR:
    case AE_IFLNK:
        ret->silent = true;
        break;
    default:
        ret->refused = "is a device, pipe or socket: not read";
    }
    if (archive_entry_is_data_encrypted(entry) || archive_entry_is_metadata_encrypted(entry)) {
        ret->refused = "is encrypted: unpack it with its password and give the plain file";
    }
}

enum ed_rc ed_archive_next(struct ed_archive *archive, struct ed_member *ret_member, struct ed_err *err)
{
    struct archive_entry *entry = NULL;
    int rc, tries = 0;

    if (archive->spent) {
        return ED_STOP; /* "the rest was not read" has been said */
    }
    do {
        rc = archive_read_next_header(archive->archive, &entry);
        archive->damaged |= rc == ARCHIVE_RETRY;
    } while (rc == ARCHIVE_RETRY && ++tries < RETRIES_MAX);
    if (rc == ARCHIVE_EOF && archive->damaged) {
        return ed_err_set(err, ED_ERR_INPUT,
                          "is damaged in places, and members may be missing: what is sound was read");
    }
    if (rc == ARCHIVE_EOF) {
        return ED_STOP;
    }
    if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN) {
        return failure(archive, err);
    }
    memset(&archive->feed, 0, sizeof(archive->feed));
    archive->block = ED_STR_NONE;
    archive->ended = false;
    archive->feed.read = member_read;
    archive->ration = ed_ration_begin(archive->outside);
    describe(archive, entry, ret_member);
    return ED_OK;
}

struct ed_feed *ed_unpack_new(struct ed_feed *from, enum ed_pack pack, const uint64_t *outside, struct ed_err *err)
{
    struct ed_archive *a;
    struct ed_member member;
    enum ed_rc rc;

    if (pack == ED_PACK_GZIP) {
        return ed_gzip_new(from, outside);
    }
    if (pack == ED_PACK_XZ) {
        return ed_xz_new(from, outside);
    }
    a = ed_archive_new(from, pack, outside, err);
    if (!a) {
        return NULL;
    }
    rc = ed_archive_next(a, &member, err);
    if (rc < 0) {
        ed_archive_free(a);
        return NULL;
    }
    a->ended = rc == ED_STOP; /* a compressed stream of nothing */
    return &a->feed;
}

void ed_unpack_free(struct ed_feed *unpack)
{
    if (unpack && unpack->read == member_read) {
        ed_archive_free((struct ed_archive *)(void *)unpack);
    } else if (unpack && ed_xz_is(unpack)) {
        ed_xz_free(unpack);
    } else {
        ed_gzip_free(unpack);
    }
}

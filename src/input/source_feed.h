/*
 * source_feed.h: what source*.c share: a feed is any stream of bytes that can be looked at before it is read: a
 * descriptor, memory, a decompressor, a member of an archive.
 */
#ifndef ED_INPUT_SOURCE_FEED_H
#define ED_INPUT_SOURCE_FEED_H

#include "input/source.h"
#include "input/source_order.h"

/* Enough to tell by it what kind of text a file is; tar's magic stands at 257. */
#define ED_FEED_HEAD 4096
/* What is waited for where whoever writes is slow. */
#define ED_FEED_HEAD_LEAST 512

struct ed_feed {
    enum ed_rc (*read)(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err);
    /* As lseek; NULL when the feed only goes forward. */
    int64_t (*seek)(struct ed_feed *feed, int64_t offset, int whence);
    /* Whether a read would not wait for whoever writes; NULL: it would not, or what it would is not known. */
    bool (*ready)(const struct ed_feed *feed);
    char head[ED_FEED_HEAD]; /* looked at, not read yet: [head_at, head_n) */
    size_t head_at, head_n;
    bool ended;
    enum ed_rc failed; /* kept until the head is read */
    struct ed_err why;
};

/* The first bytes: ED_FEED_HEAD, or what there is; at least ED_FEED_HEAD_LEAST unless there are no more. */
struct ed_str ed_feed_peek(struct ed_feed *feed);
/* As ed_reader_read. */
ED_NODISCARD enum ed_rc ed_feed_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err);

enum ed_pack {
    ED_PACK_NONE,
    ED_PACK_GZIP, /* one stream */
    ED_PACK_BZIP2,
    ED_PACK_XZ,
    ED_PACK_ZSTD,
    ED_PACK_LZ4,
    ED_PACK_LZIP,
    ED_PACK_COMPRESS,
    ED_PACK_TAR, /* members; ED_PACK_TAR is the first of these */
    ED_PACK_ZIP,
    ED_PACK_7ZIP,
    ED_PACK_CPIO,
    ED_PACK_AR,
    ED_PACK_RAR,
    ED_PACK_RAR5,
    ED_PACK_JOURNAL /* systemd's binary journal */
};

/* Hand the feed out as a reader of this name, as it is. Returns what events.open returned. */
ED_NODISCARD enum ed_rc ed_feed_open(struct ed_feed *feed, const char *name, struct ed_source_events events,
                                     struct ed_err *err);

/* What the first bytes are of. Plain text is never taken for a container: only magic numbers count. */
enum ed_pack ed_pack_sniff(struct ed_str head);
/* "a gzip file", for messages. */
const char *ed_pack_name(enum ed_pack pack);

/* Bytes read from outside for the walk's present path, and what unpacking them may give. */
struct ed_ration {
    const uint64_t *outside;
    uint64_t outside_begin, given;
};

struct ed_ration ed_ration_begin(const uint64_t *outside);
/* n more bytes were unpacked: ED_ERR_LIMIT when this is a bomb. */
ED_NODISCARD enum ed_rc ed_ration_take(struct ed_ration *ration, size_t n, struct ed_err *err);

/* A decompressed stream over another feed, which must outlive it. NULL and err on failure. */
struct ed_feed *ed_unpack_new(struct ed_feed *from, enum ed_pack pack, const uint64_t *outside, struct ed_err *err);
void ed_unpack_free(struct ed_feed *unpack);

struct ed_member {
    const char *name;     /* as the archive has it; never NULL */
    struct ed_feed *feed; /* lives until the next member is asked for */
    const char *refused;  /* why it is not read, or NULL */
    bool silent;          /* a folder or a link: nothing to read and nothing to say */
    uint64_t size;        /* unpacked, or ED_SIZE_UNKNOWN */
};

struct ed_archive;

struct ed_archive *ed_archive_new(struct ed_feed *from, enum ed_pack pack, const uint64_t *outside, struct ed_err *err);
void ed_archive_free(struct ed_archive *archive);
/* The next member; ED_STOP at the end. */
ED_NODISCARD enum ed_rc ed_archive_next(struct ed_archive *archive, struct ed_member *ret_member, struct ed_err *err);

/* Whether these first bytes are those of a stream of docker's API. */
bool ed_frames_begin(struct ed_str head);
/* Its text (source_frames.c) from another feed, which must outlive it. */
struct ed_feed *ed_frames_new(struct ed_feed *from);
void ed_frames_free(struct ed_feed *frames);

/* Feeds of their own (source_gzip.c, source_xz.c). */
struct ed_feed *ed_gzip_new(struct ed_feed *from, const uint64_t *outside);
void ed_gzip_free(struct ed_feed *gzip);
struct ed_feed *ed_xz_new(struct ed_feed *from, const uint64_t *outside);
bool ed_xz_is(const struct ed_feed *feed);
void ed_xz_free(struct ed_feed *xz);

/* Text of two or four bytes a character. */
bool ed_text_is_wide(struct ed_str head);
/* No text at all, as far as the first bytes tell: of some binary format, or full of control characters. The hole of a
   sparse file counts for nothing. */
bool ed_text_is_binary(struct ed_str head);
/* Another feed's text as UTF-8: what is wide is decoded, all else stays as it is. The other must outlive it. */
struct ed_feed *ed_text_new(struct ed_feed *from);
void ed_text_free(struct ed_feed *text);

/* The entries of a binary journal as journalctl -o json writes them (source_journal.c). fd: a file of its own. NULL and
   err when errdex was built without libsystemd, or the file is none. */
struct ed_feed *ed_journal_new(int fd, struct ed_err *err);
void ed_journal_free(struct ed_feed *journal);

#endif

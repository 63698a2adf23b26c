/*
 * source.h: where bytes come from: standard input, files, folders, compressed files and archives, told by content and
 * through libarchive and zlib (their only users are source*.c). Nothing is unpacked to disk; an archive inside an
 * archive is read as a stream, up to ED_LIMIT_ARCHIVE_DEPTH.
 */
#ifndef ED_INPUT_SOURCE_H
#define ED_INPUT_SOURCE_H

#include "base/err.h"
#include "base/limits.h"
#include "base/str.h"
#include "input/message.h"

/* One readable stream of bytes: a file, or a member of an archive. */
struct ed_reader;

/* "-" for standard input, "a.log", "dir/a.log", "bundle.zip:build/1_test.txt". Lives as long as the reader. */
const char *ed_reader_name(const struct ed_reader *reader);
/* What its path tells of every line in it: the layers' own words win. Nothing where it tells nothing. */
const struct ed_meta *ed_reader_meta(const struct ed_reader *reader);
/* The bytes went through a decompressor or came out of an archive. */
bool ed_reader_unpacked(const struct ed_reader *reader);
/* Up to n bytes (n > 0); *ret_n 0 is the end, but with ED_IDLE (follow.h) more may come. A truncated or damaged
   compressed stream hands out what decodes and then fails with ED_ERR_INPUT; a bomb fails with ED_ERR_LIMIT. err names
   the source. */
ED_NODISCARD enum ed_rc ed_reader_read(struct ed_reader *reader, char *p, size_t n, size_t *ret_n, struct ed_err *err);
/* Whether a read would not have to wait for whoever writes. */
bool ed_reader_ready(const struct ed_reader *reader);
/* Bytes handed out so far. */
uint64_t ed_reader_bytes(const struct ed_reader *reader);

/* A reader of bytes in memory, as they are (nothing is unpacked). The bytes are borrowed, the name is copied. */
struct ed_reader *ed_reader_new(const char *name, struct ed_str bytes);
void ed_reader_free(struct ed_reader *reader);

struct ed_source_events {
    /* Called for each stream in turn (folders: by name, byte order). ED_OK goes on; anything else stops the walk. */
    enum ed_rc (*open)(void *ctx, struct ed_reader *reader, struct ed_err *err);
    /* Something was passed over, or ended early, and the walk goes on: why (err has source and message; its rc is
       ED_OK when that is as it should be). A reader's own failure is not noted: whoever read it has it. */
    void (*note)(void *ctx, const struct ed_err *why);
    void *ctx;
    /* Logs are looked for: paths tell of their lines, and what was found in a folder or an archive and is no log
       (binary files, a support bundle's lists of packages, a second copy of the same text) is passed over and counted
       in one note a path. */
    bool logs;
};

/*
 * Walk all paths ("-" is standard input). A path that cannot be opened at all is a failure and stops the walk. One that
 * names no file and has glob characters is a pattern of paths.
 *
 * A folder is read as by grep -r: in order, dot files too; rotated files oldest first (source_order.h). In it links to
 * files outside are followed; links to folders, and to files that are read as themselves, are not; sockets, devices and
 * pipes are noted. In an archive links are passed over, since what they point to is read as itself.
 *
 * Text of two or four bytes a character is handed out as UTF-8, and so is a binary journal, as journalctl -o json
 * writes it.
 */
ED_NODISCARD enum ed_rc ed_source_walk(const char *const *paths, size_t npaths, struct ed_source_events events,
                                       struct ed_err *err);
/* As a file of this name with these bytes. */
ED_NODISCARD enum ed_rc ed_source_bytes(const char *name, struct ed_str bytes, struct ed_source_events events,
                                        struct ed_err *err);

#endif

/*
 * io.h: descriptors and files, with EINTR, short writes and words for failures handled once.
 */
#ifndef ED_BASE_IO_H
#define ED_BASE_IO_H

#include "base/buf.h"
#include "base/err.h"

/* Write all of s. ED_STOP when the reader is gone (EPIPE): quiet success for whoever prints. */
ED_NODISCARD enum ed_rc ed_io_write(int fd, struct ed_str s, struct ed_err *err);
/* Read up to n bytes; *ret_n 0 is the end. */
ED_NODISCARD enum ed_rc ed_io_read(int fd, char *p, size_t n, size_t *ret_n, struct ed_err *err);
/* Append a whole file, up to the buffer's cap (ED_ERR_LIMIT beyond it). */
ED_NODISCARD enum ed_rc ed_io_file(const char *path, struct ed_buf *buf, struct ed_err *err);
/* Write a file whole or not at all: a temporary beside it, then rename. */
ED_NODISCARD enum ed_rc ed_io_replace(const char *path, struct ed_str content, struct ed_err *err);
/* The same without waiting for the disk: for what may be lost when the machine fails. */
ED_NODISCARD enum ed_rc ed_io_replace_lightly(const char *path, struct ed_str content, struct ed_err *err);
/* The same as lightly, for nobody's eyes but the user's. */
ED_NODISCARD enum ed_rc ed_io_replace_private(const char *path, struct ed_str content, struct ed_err *err);
/* Make the folders that a file of this path stands in. */
ED_NODISCARD enum ed_rc ed_io_mkdirs(const char *path, struct ed_err *err);
/* The same for the user alone, as the XDG directories are to be made. */
ED_NODISCARD enum ed_rc ed_io_mkdirs_private(const char *path, struct ed_err *err);

#endif

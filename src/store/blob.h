/*
 * blob.h: things that are loaded whole, by name: the indexes.
 */
#ifndef ED_STORE_BLOB_H
#define ED_STORE_BLOB_H

#include "base/buf.h"
#include "store/db.h"

ED_NODISCARD enum ed_rc ed_blob_put(struct ed_db *db, const char *name, struct ed_str bytes, struct ed_err *err);
/* Append the bytes to an empty buffer, whose memory is aligned for any type. ED_NOT_FOUND: there is none. */
ED_NODISCARD enum ed_rc ed_blob_get(struct ed_db *db, const char *name, struct ed_buf *buf, struct ed_err *err);

#endif

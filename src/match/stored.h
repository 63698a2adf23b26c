/*
 * stored.h: what the blobs of all indexes begin with, and how their sections are laid out and taken. Private to match/.
 */
#ifndef ED_MATCH_STORED_H
#define ED_MATCH_STORED_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

/* The first fields of every header; what a kind adds stands behind them. */
struct ed_stored_head {
    uint64_t magic;
    uint32_t version, platform;
    uint64_t size;     /* of the whole blob */
    uint64_t content;  /* ed_index_content of the caller's hash */
    uint64_t checksum; /* ed_index_checksum of everything behind the kind's header */
};

struct ed_stored_kind {
    const char *name; /* "the stored index": for messages */
    uint64_t magic;
    uint32_t version;
    size_t header; /* bytes of the kind's header */
};

/* ED_OK: a sound header and checksum of this kind for this content. ED_NOT_FOUND: sound, but of another version,
   platform or content. ED_ERR_INPUT: damaged. */
ED_NODISCARD enum ed_rc ed_stored_check(const struct ed_stored_kind *kind, struct ed_str blob, uint64_t content_hash,
                                        struct ed_err *err);
/* ED_ERR_INPUT with what is wrong. */
ED_NODISCARD enum ed_rc ed_stored_damaged(const struct ed_stored_kind *kind, struct ed_err *err, const char *what);
/* The next section of count * size bytes, padded to 8; NULL when it does not fit. */
const void *ed_stored_take(struct ed_str *rest, uint64_t count, size_t size);

/* Append a section of zeros, padded to 8 bytes; it stays where it is until the next one. */
void *ed_stored_section(struct ed_buf *blob, size_t bytes);
/* Append a section of these bytes. */
void ed_stored_put(struct ed_buf *blob, const void *v, size_t bytes);
/* The header is put over the blob's first section, which is of its size, and told the blob's size and checksum. */
void ed_stored_seal(struct ed_buf *blob, const void *header, size_t bytes);
/* So many bits that they make `want` numbers, but not fewer than `least` and not more than `most`. */
unsigned ed_stored_bits(uint64_t want, unsigned least, unsigned most);

#endif

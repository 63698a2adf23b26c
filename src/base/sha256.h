/*
 * sha256.h: SHA-256 through Nettle, for the hashes that a data set's manifest lists.
 */
#ifndef ED_BASE_SHA256_H
#define ED_BASE_SHA256_H

#include "base/str.h"

#define ED_SHA256_HEX 65 /* 64 digits and a NUL */

struct ed_sha256;

struct ed_sha256 *ed_sha256_new(void);
void ed_sha256_free(struct ed_sha256 *sha);
void ed_sha256_add(struct ed_sha256 *sha, struct ed_str bytes);
/* The digest of all that was added, in lower-case hex; the state starts anew. */
void ed_sha256_hex(struct ed_sha256 *sha, char ret_hex[ED_SHA256_HEX]);

#endif

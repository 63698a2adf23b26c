/*
 * dataset.h: what makes a folder (or archive) a data set: its manifest.json, the hashes it lists, the version it gives
 * to everything beside and below it. For kb/ alone.
 */
#ifndef ED_KB_DATASET_H
#define ED_KB_DATASET_H

#include "base/err.h"
#include "base/str.h"
#include "json/read.h"

struct ed_dataset;

struct ed_dataset *ed_dataset_new(void);
void ed_dataset_free(struct ed_dataset *dataset);

/* The stream's bytes are to be hashed: a manifest may list it. */
bool ed_dataset_wants(struct ed_str name);
/* A stream that was read whole: the hash of the bytes that were handed out, and how many. unpacked: a decompressor may
   stand between them and the file. */
void ed_dataset_saw(struct ed_dataset *dataset, struct ed_str name, bool unpacked, uint64_t bytes, const char *sha256);
/* A value of the shape ED_SHAPE_MANIFEST, and the stream it stood in. */
void ed_dataset_manifest(struct ed_dataset *dataset, struct ed_str name, const struct ed_json_node *manifest);

/* The data set version of a stream, by the manifest above it; ED_STR_NONE without one. */
struct ed_str ed_dataset_version(const struct ed_dataset *dataset, struct ed_str name);
/* A manifest's root (what all names of its streams begin with) and how many records it promises, -1 when it does not
   say; false when i is behind the last. */
bool ed_dataset_root(const struct ed_dataset *dataset, size_t i, struct ed_str *ret_name, struct ed_str *ret_root,
                     int64_t *ret_errors);
/* Compare what every manifest lists with what was seen, and with the files themselves where they lie on disk.
   ED_ERR_INPUT names the first file that differs, and both hashes. What could not be compared is told to `note`. */
ED_NODISCARD enum ed_rc ed_dataset_verify(const struct ed_dataset *dataset,
                                          void (*note)(void *ctx, const struct ed_err *why), void *ctx,
                                          struct ed_err *err);

#endif

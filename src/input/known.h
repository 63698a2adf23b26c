/*
 * known.h: the living streams of a source, found by what tells them apart: a root by host, unit or identifier, pid,
 * container, pod, namespace, stream (stdout, stderr) and CI job, a stream below a root by its rank.
 */
#ifndef ED_INPUT_KNOWN_H
#define ED_INPUT_KNOWN_H

#include "input/message.h"

struct ed_stream;

struct ed_known {
    struct ed_stream **buckets; /* chained by ed_stream.chain */
    size_t nbuckets;            /* a power of two, or 0 */
    size_t n;
    uint64_t secret[2]; /* of the hash */
};

void ed_known_init(struct ed_known *known);
/* Gives the table back, not the streams. */
void ed_known_done(struct ed_known *known);

/* Whether the stream is the one that meta names: a root with root NULL, else the one of meta's rank below it. */
bool ed_known_is(const struct ed_stream *stream, const struct ed_stream *root, const struct ed_meta *meta);
uint64_t ed_known_hash(const struct ed_known *known, const struct ed_stream *root, const struct ed_meta *meta);
/* The stream that meta names, or NULL; hash: ed_known_hash of the same. */
struct ed_stream *ed_known_find(const struct ed_known *known, const struct ed_stream *root, const struct ed_meta *meta,
                                uint64_t hash);
/* Its hash, root and names are set, and it is not in the table. */
void ed_known_add(struct ed_known *known, struct ed_stream *stream);
/* It is in the table. */
void ed_known_remove(struct ed_known *known, struct ed_stream *stream);

#endif

/*
 * known.c: a hash table whose links stand in the streams. Streams come and go by the thousand in a log of many
 * processes, so nothing is made for the table when one does.
 *
 * Names come from the log: the hash multiplies them in halves to which secrets are added, so that whoever writes the
 * log cannot foresee which of them fall together.
 */
#include "input/known.h"

#include "base/alloc.h"
#include "input/stream.h"

#define BUCKETS_LEAST 64

void ed_known_init(struct ed_known *known)
{
    struct timespec ts = {0};
    uint64_t seed;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    seed = (uint64_t)(uintptr_t)known ^ (uint64_t)ts.tv_nsec << 20 ^ (uint64_t)ts.tv_sec;
    *known = (struct ed_known){0};
    for (size_t i = 0; i < ED_ARRAY_LEN(known->secret); i++) {
        known->secret[i] = ed_str_hash(ed_str((const char *)&seed, sizeof(seed)), i);
    }
}

void ed_known_done(struct ed_known *known)
{
    ed_free(known->buckets);
}

static struct ed_str owner(const struct ed_meta *meta)
{
    return meta->unit.n ? meta->unit : meta->ident;
}

bool ed_known_is(const struct ed_stream *stream, const struct ed_stream *root, const struct ed_meta *meta)
{
    const struct ed_meta *own = &stream->names;

    if (root) {
        return stream->root == root && stream != root && ed_str_eq(own->rank, meta->rank);
    }
    return stream->root == stream && ed_str_eq(own->pid, meta->pid) && ed_str_eq(owner(own), owner(meta)) &&
           ed_str_eq(own->host, meta->host) && ed_str_eq(own->container, meta->container) &&
           ed_str_eq(own->pod, meta->pod) && ed_str_eq(own->namespace, meta->namespace) &&
           ed_str_eq(own->stream, meta->stream) && ed_str_eq(own->job, meta->job);
}

/* Up to 7 bytes in one word; texts that differ may be the same word, when they are shorter than 4 bytes of 3. */
static uint64_t tail(const char *p, size_t n)
{
    uint32_t front, back;

    if (n < sizeof(front)) {
        return (uint64_t)(unsigned char)p[0] | (uint64_t)(unsigned char)p[n / 2] << 8 |
               (uint64_t)(unsigned char)p[n - 1] << 16;
    }
    memcpy(&front, p, sizeof(front));
    memcpy(&back, p + n - sizeof(back), sizeof(back));
    return front | (uint64_t)back << 32;
}

static uint64_t mix_word(const struct ed_known *known, uint64_t h, uint64_t word)
{
    uint64_t low = (uint32_t)(word + known->secret[0]), high = (uint32_t)((word >> 32) + known->secret[1]);

    return h * 0x9E3779B97F4A7C15u + low * high;
}

static uint64_t mix(const struct ed_known *known, uint64_t h, struct ed_str s)
{
    size_t i = 0;
    uint64_t word;

    h = h * 0x9E3779B97F4A7C15u + s.n;
    if (s.n == 0) {
        return h;
    }
    for (; i + sizeof(word) <= s.n; i += sizeof(word)) {
        memcpy(&word, s.p + i, sizeof(word));
        h = mix_word(known, h, word);
    }
    return i < s.n ? mix_word(known, h, tail(s.p + i, s.n - i)) : h;
}

uint64_t ed_known_hash(const struct ed_known *known, const struct ed_stream *root, const struct ed_meta *meta)
{
    uint64_t h = 0;

    if (root) {
        h = mix(known, root->hash, meta->rank);
    } else {
        h = mix(known, h, meta->host);
        h = mix(known, h, owner(meta));
        h = mix(known, h, meta->pid);
        h = mix(known, h, meta->container);
        h = mix(known, h, meta->pod);
        h = mix(known, h, meta->namespace);
        h = mix(known, h, meta->stream);
        h = mix(known, h, meta->job);
    }
    h = (h ^ h >> 32) * 0xBF58476D1CE4E5B9u;
    return h ^ h >> 29;
}

static struct ed_stream **bucket_of(const struct ed_known *known, uint64_t hash)
{
    return &known->buckets[hash & (known->nbuckets - 1)];
}

struct ed_stream *ed_known_find(const struct ed_known *known, const struct ed_stream *root, const struct ed_meta *meta,
                                uint64_t hash)
{
    struct ed_stream *stream = known->n ? *bucket_of(known, hash) : NULL;

    while (stream && (stream->hash != hash || !ed_known_is(stream, root, meta))) {
        stream = stream->chain;
    }
    return stream;
}

static void put(struct ed_known *known, struct ed_stream *stream)
{
    struct ed_stream **bucket = bucket_of(known, stream->hash);

    stream->chain = *bucket;
    *bucket = stream;
}

static void grow(struct ed_known *known)
{
    struct ed_known old = *known;

    known->nbuckets = old.nbuckets ? old.nbuckets * 2 : BUCKETS_LEAST;
    known->buckets = ed_alloc_zero(known->nbuckets, sizeof(struct ed_stream *));
    for (size_t i = 0; i < old.nbuckets; i++) {
        for (struct ed_stream *stream = old.buckets[i], *next; stream; stream = next) {
            next = stream->chain;
            put(known, stream);
        }
    }
    ed_free(old.buckets);
}

void ed_known_add(struct ed_known *known, struct ed_stream *stream)
{
    if (known->n == known->nbuckets) {
        grow(known);
    }
    put(known, stream);
    known->n++;
}

void ed_known_remove(struct ed_known *known, struct ed_stream *stream)
{
    struct ed_stream **at = bucket_of(known, stream->hash);

    while (*at != stream) {
        at = &(*at)->chain;
    }
    *at = stream->chain;
    known->n--;
}

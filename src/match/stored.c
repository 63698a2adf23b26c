/*
 * stored.c: the checks that do not depend on what a blob holds. They come in this order so that a blob of another
 * machine or version is told from a damaged one before its size and checksum are looked at. What stands in the
 * sections is for each kind to check.
 */
#include "match/stored.h"

#include "match/index_format.h"

enum ed_rc ed_stored_damaged(const struct ed_stored_kind *kind, struct ed_err *err, const char *what)
{
    return ed_err_set(err, ED_ERR_INPUT, "%s is damaged: %s", kind->name, what);
}

enum ed_rc ed_stored_check(const struct ed_stored_kind *kind, struct ed_str blob, uint64_t content_hash,
                           struct ed_err *err)
{
    struct ed_stored_head h;

    if (blob.n < kind->header) {
        return ed_stored_damaged(kind, err, "it is shorter than its header");
    }
    if ((uintptr_t)blob.p % 8 != 0) {
        return ed_err_set(err, ED_ERR_INTERNAL, "%s is not aligned", kind->name);
    }
    memcpy(&h, blob.p, sizeof(h));
    if (h.magic == __builtin_bswap64(kind->magic)) {
        return ED_NOT_FOUND;
    }
    if (h.magic != kind->magic) {
        return ed_stored_damaged(kind, err, "it does not begin like one");
    }
    if (h.version != kind->version || h.platform != ED_INDEX_PLATFORM) {
        return ED_NOT_FOUND;
    }
    if (h.size != blob.n || h.size % 8 != 0) {
        return ed_stored_damaged(kind, err, "it is cut short or has something behind its end");
    }
    if (h.checksum != ed_index_checksum(blob.p + kind->header, blob.n - kind->header)) {
        return ed_stored_damaged(kind, err, "its checksum is wrong");
    }
    return h.content == ed_index_content(content_hash) ? ED_OK : ED_NOT_FOUND;
}

const void *ed_stored_take(struct ed_str *rest, uint64_t count, size_t size)
{
    uint64_t bytes = (count * size + 7) / 8 * 8;
    const char *p = rest->p;

    if (bytes > rest->n) {
        return NULL;
    }
    *rest = ed_str_slice(*rest, (size_t)bytes, rest->n);
    return p;
}

void *ed_stored_section(struct ed_buf *blob, size_t bytes)
{
    size_t at = blob->n;

    ed_buf_fill(blob, '\0', (bytes + 7) / 8 * 8);
    return blob->p + at;
}

void ed_stored_put(struct ed_buf *blob, const void *v, size_t bytes)
{
    void *section = ed_stored_section(blob, bytes);

    if (bytes) {
        memcpy(section, v, bytes);
    }
}

void ed_stored_seal(struct ed_buf *blob, const void *header, size_t bytes)
{
    struct ed_stored_head head;

    memcpy(&head, header, sizeof(head));
    head.size = blob->n;
    head.checksum = ed_index_checksum(blob->p + bytes, blob->n - bytes);
    memcpy(blob->p, header, bytes);
    memcpy(blob->p, &head, sizeof(head));
}

unsigned ed_stored_bits(uint64_t want, unsigned least, unsigned most)
{
    unsigned bits = least;

    while (bits < most && (uint64_t)1 << bits < want) {
        bits++;
    }
    return bits;
}

/*
 * identity.c: names and hashes without numbers and addresses, which differ in every run. What is made here is kept by
 * others (CI servers, accept files): another form of it makes all that they know new.
 */
#include "diag/identity.h"

#include "base/sha256.h"
#include "base/utf8.h"

#define VALUE_MOST 200 /* bytes of a value that is kept; what is cut is told by a hash */

static bool is_address(struct ed_str value)
{
    return value.n > 2 && value.p[0] == '0' && (value.p[1] | 0x20) == 'x';
}

bool ed_identity_tells(const struct ed_value *value)
{
    return !value->numeric && !value->hex && value->value.n > 0 && !is_address(value->value);
}

static void whole_name(struct ed_buf *buf, const struct ed_finding *finding)
{
    size_t shown = 0;

    ed_buf_str(buf, finding->record->slug);
    if (finding->tier != ED_TIER_EXACT) {
        ed_buf_printf(buf, " (by its %s)", finding->tier == ED_TIER_CODE ? "code" : "wording");
    }
    for (size_t i = 0; i < finding->nvalues; i++) {
        const struct ed_value *value = &finding->values[i];

        if (ed_identity_tells(value)) {
            ed_buf_text(buf, shown++ ? ", " : " (");
            ed_buf_str(buf, value->name);
            ed_buf_byte(buf, '=');
            ed_buf_str(buf, value->value);
        }
    }
    ed_buf_text(buf, shown ? ")" : "");
}

static void hash_of(struct ed_str first, struct ed_str second, char ret_hash[ED_IDENTITY_HASH])
{
    struct ed_sha256 *sha = ed_sha256_new();
    char hex[ED_SHA256_HEX];

    ed_sha256_add(sha, first);
    ed_sha256_add(sha, ED_STR("/"));
    ed_sha256_add(sha, second);
    ed_sha256_hex(sha, hex);
    ed_sha256_free(sha);
    memcpy(ret_hash, hex, ED_IDENTITY_HASH - 1);
    ret_hash[ED_IDENTITY_HASH - 1] = '\0';
}

void ed_identity_hash(const struct ed_finding *finding, char ret_hash[ED_IDENTITY_HASH])
{
    struct ed_buf name;

    ed_buf_init(&name, /* max= */ 0);
    whole_name(&name, finding);
    hash_of(finding->record->repo, ed_buf_view(&name), ret_hash);
    ed_buf_done(&name);
}

/* Behind byte `from` there are `most` bytes at most, whole characters. */
static void cut(struct ed_buf *buf, size_t from, size_t most)
{
    buf->n = from + most;
    while (buf->n > from && ((unsigned char)buf->p[buf->n] & 0xC0) == 0x80) {
        buf->n--;
    }
}

void ed_identity_value(struct ed_buf *buf, struct ed_str value)
{
    char hash[ED_IDENTITY_HASH];
    size_t from = buf->n;

    ed_utf8_visible(buf, value, /* keep_lines= */ false);
    if (buf->n - from > VALUE_MOST) {
        hash_of(ED_STR(""), value, hash);
        cut(buf, from, VALUE_MOST);
        ed_buf_printf(buf, "... %s", hash);
    }
}

void ed_identity_name(struct ed_buf *buf, const struct ed_finding *finding, size_t most)
{
    char hash[ED_IDENTITY_HASH];
    size_t from = buf->n;

    whole_name(buf, finding);
    if (buf->n - from > most) {
        ed_identity_hash(finding, hash);
        cut(buf, from, most);
        ed_buf_printf(buf, "... %s", hash);
    }
}

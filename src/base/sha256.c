/*
 * sha256.c: the only user of Nettle.
 */
#include "base/sha256.h"

#include <nettle/sha2.h>

#include "base/alloc.h"

struct ed_sha256 {
    struct sha256_ctx ctx;
};

struct ed_sha256 *ed_sha256_new(void)
{
    struct ed_sha256 *sha = ed_alloc(sizeof(*sha));

    sha256_init(&sha->ctx);
    return sha;
}

void ed_sha256_free(struct ed_sha256 *sha)
{
    ed_free(sha);
}

void ed_sha256_add(struct ed_sha256 *sha, struct ed_str bytes)
{
    sha256_update(&sha->ctx, bytes.n, (const uint8_t *)bytes.p);
}

void ed_sha256_hex(struct ed_sha256 *sha, char ret_hex[ED_SHA256_HEX])
{
    uint8_t digest[SHA256_DIGEST_SIZE];

    sha256_digest(&sha->ctx, sizeof(digest), digest);
    for (size_t i = 0; i < sizeof(digest); i++) {
        snprintf(ret_hex + 2 * i, 3, "%02x", digest[i]);
    }
}

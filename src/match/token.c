/*
 * token.c: the plain truth about tokens, one byte after the other. The scan's vector walk (token_scan.c) must equal it.
 *
 * The hash of a token is made of its first and its last eight bytes, so it costs the same for a token of any length and
 * needs no state between blocks. Tokens that differ only in between share a hash; that costs the index a literal check
 * and no more. Bytes are read little-endian on every machine: the background table is hashed when errdex is built.
 */
#include "match/token_scan.h"

/* Continuation bytes that the lead byte c announces; 0 for ASCII and for bytes that begin no sequence. */
static size_t announced(unsigned char c)
{
    if (c < 0xC0 || c >= 0xF8) {
        return 0;
    }
    return c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
}

static bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

bool ed_token_next(struct ed_str text, size_t *at, struct ed_token *ret_token)
{
    size_t i = *at, start, stop;

    while (i < text.n && is_ascii(text.p[i]) && !ed_is_word(text.p[i])) {
        i++;
    }
    if (i >= text.n) {
        *at = text.n;
        return false;
    }
    start = i;
    if (is_ascii(text.p[i])) {
        while (i < text.n && ed_is_word(text.p[i])) {
            i++;
        }
    } else {
        stop = i + 1 + announced((unsigned char)text.p[i]);
        for (i++; i < stop && i < text.n && ((unsigned char)text.p[i] & 0xC0) == 0x80; i++) {
        }
    }
    *at = i;
    *ret_token = (struct ed_token){start, i};
    return true;
}

bool ed_token_whole(struct ed_str token)
{
    unsigned char lead = token.n ? (unsigned char)token.p[0] : 0;

    return lead < 0x80 || (lead >= 0xC0 && token.n == 1 + announced(lead));
}

/* n bytes, from 1 to 7, as a number, without a loop: what is read twice is equal. */
static uint64_t short_token(const char *text, size_t n)
{
    const unsigned char *p = (const unsigned char *)text;
    uint32_t low, high;

    if (n < 4) {
        return p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    }
    memcpy(&low, p, sizeof(low));
    memcpy(&high, p + n - 4, sizeof(high));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    low = __builtin_bswap32(low);
    high = __builtin_bswap32(high);
#endif
    return low | (uint64_t)high << 8 * (n - 4);
}

uint64_t ed_token_hash(const char *p, size_t n)
{
    uint64_t all;

    if (n >= 8) {
        return ed_token_hash_near(p, p + n);
    }
    if (n == 0) {
        return 0;
    }
    all = short_token(p, n);
    return ed_token_mix(all << (64 - 8 * n), all);
}

void ed_token_walk(struct ed_str text, ed_token_fn fn, void *ctx)
{
    struct ed_token token;
    uint64_t left = 0, single;
    size_t at = 0;

    while (ed_token_next(text, &at, &token)) {
        single = ed_token_hash(text.p + token.start, token.end - token.start);
        fn(ctx, ed_token_pair(left, single), single, token.start, token.end);
        left = single;
    }
}

/*
 * str.c: the out-of-line half of the views.
 */
#include "base/str.h"

int ed_str_cmp(struct ed_str a, struct ed_str b)
{
    size_t n = ED_MIN(a.n, b.n);
    int c = n ? memcmp(a.p, b.p, n) : 0;

    return c ? c : (a.n > b.n) - (a.n < b.n);
}

bool ed_str_eq_nocase(struct ed_str a, struct ed_str b)
{
    if (a.n != b.n) {
        return false;
    }
    for (size_t i = 0; i < a.n; i++) {
        if (ed_lower(a.p[i]) != ed_lower(b.p[i])) {
            return false;
        }
    }
    return true;
}

size_t ed_str_find(struct ed_str s, struct ed_str needle, size_t from)
{
    const char *hit;

    if (from > s.n || needle.n > s.n - from) {
        return SIZE_MAX;
    }
    if (needle.n == 0) {
        return from;
    }
    hit = memmem(s.p + from, s.n - from, needle.p, needle.n);
    return hit ? (size_t)(hit - s.p) : SIZE_MAX;
}

size_t ed_str_find_byte(struct ed_str s, char c, size_t from)
{
    const char *hit = from < s.n ? memchr(s.p + from, c, s.n - from) : NULL;

    return hit ? (size_t)(hit - s.p) : SIZE_MAX;
}

struct ed_str ed_str_trim(struct ed_str s)
{
    while (s.n && ed_is_space(s.p[0])) {
        s.p++;
        s.n--;
    }
    while (s.n && ed_is_space(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

struct ed_str ed_str_cut(struct ed_str *rest, char c)
{
    size_t at = ed_str_find_byte(*rest, c, 0);
    struct ed_str head = ed_str_slice(*rest, 0, at);

    *rest = at == SIZE_MAX ? ed_str_slice(*rest, rest->n, rest->n) : ed_str_slice(*rest, at + 1, rest->n);
    return head;
}

bool ed_str_u64(struct ed_str s, uint64_t *ret)
{
    uint64_t v = 0;

    if (s.n == 0) {
        return false;
    }
    for (size_t i = 0; i < s.n; i++) {
        if (!ed_is_digit(s.p[i]) || __builtin_mul_overflow(v, (uint64_t)10, &v) ||
            __builtin_add_overflow(v, (uint64_t)(s.p[i] - '0'), &v)) {
            return false;
        }
    }
    *ret = v;
    return true;
}

uint64_t ed_str_hash(struct ed_str s, uint64_t seed)
{
    uint64_t h = seed ^ (s.n * 0x9E3779B97F4A7C15u);
    size_t i = 0;

    for (; i + 8 <= s.n; i += 8) {
        uint64_t w;

        memcpy(&w, s.p + i, 8);
        h = (h ^ w) * 0xBF58476D1CE4E5B9u;
        h ^= h >> 32;
    }
    if (i < s.n) {
        uint64_t w = 0;

        memcpy(&w, s.p + i, s.n - i);
        h = (h ^ w) * 0xBF58476D1CE4E5B9u;
        h ^= h >> 32;
    }
    h *= 0x94D049BB133111EBu;
    return h ^ (h >> 31);
}

size_t ed_str_digits(struct ed_str s, size_t at)
{
    size_t n = 0;

    while (at + n < s.n && ed_is_digit(s.p[at + n])) {
        n++;
    }
    return n;
}

size_t ed_str_hex(struct ed_str s, size_t at, size_t most, uint32_t *ret)
{
    uint32_t value = 0;
    size_t n = 0;

    for (; n < most && at + n < s.n; n++) {
        char c = ed_lower(s.p[at + n]);

        if (!ed_is_digit(c) && (c < 'a' || c > 'f')) {
            break;
        }
        value = value << 4 | (uint32_t)(ed_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    *ret = value;
    return n;
}

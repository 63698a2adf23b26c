/*
 * scan.h: the loop in which every reader of JSON text spends its time. Private to json/.
 */
#ifndef ED_JSON_SCAN_H
#define ED_JSON_SCAN_H

#include "base/str.h"

static inline bool ed_json_is_plain(unsigned char c)
{
    return c >= 0x20 && c != '"' && c != '\\';
}

static inline bool ed_json_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

typedef uint8_t ed_json_sixteen __attribute__((vector_size(16)));

/*
 * How many bytes of a string stand before the next quote, backslash or control character (n when there is none).
 * Sixteen bytes at a time, in the compiler's own vectors: for any machine.
 */
static inline size_t ed_json_plain(const char *p, size_t n)
{
    size_t i = 0;

    for (; n - i >= 16; i += 16) {
        ed_json_sixteen v;
        uint64_t ends[2];

        memcpy(&v, p + i, 16);
        v = (ed_json_sixteen)(v == '"') | (ed_json_sixteen)(v == '\\') | (ed_json_sixteen)(v < 0x20);
        memcpy(ends, &v, 16);
        if (ends[0] | ends[1]) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
            return i + (size_t)(ends[0] ? __builtin_ctzll(ends[0]) : 64 + __builtin_ctzll(ends[1])) / 8;
#else
            break;
#endif
        }
    }
    while (i < n && ed_json_is_plain((unsigned char)p[i])) {
        i++;
    }
    return i;
}

#endif

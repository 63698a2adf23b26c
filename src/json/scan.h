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

/*
 * How many bytes of a string stand before the next quote, backslash or control character (n when there is none). Eight
 * bytes at a time: x - 0x01.. sets the high bit of a byte of x that is zero (or that follows one, which the byte loop
 * sorts out), w - 0x20.. that of a byte below 0x20; ~w takes the bytes from 0x80 out.
 */
static inline size_t ed_json_plain(const char *p, size_t n)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    size_t i = 0;

    for (; n - i >= 8; i += 8) {
        uint64_t w, quote, slash;

        memcpy(&w, p + i, 8);
        quote = w ^ ones * '"';
        slash = w ^ ones * '\\';
        if ((((quote - ones) & ~quote) | ((slash - ones) & ~slash) | ((w - ones * 0x20) & ~w)) & high) {
            break;
        }
    }
    while (i < n && ed_json_is_plain((unsigned char)p[i])) {
        i++;
    }
    return i;
}

#endif

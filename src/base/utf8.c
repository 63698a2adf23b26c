/*
 * utf8.c: decode, check, measure, and make visible. The width table is the ranges of Unicode's East Asian Width W and F
 * and of emoji presentation that terminals agree on, and the combining ranges that occur in logs.
 */
#include "base/utf8.h"

uint32_t ed_utf8_next(struct ed_str s, size_t *ret_len)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char c = (unsigned char)s.p[0];
    size_t len = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
    uint32_t cp;

    *ret_len = 1;
    if (len == 1) {
        return c;
    }
    if (len == 0 || s.n < len) {
        return ED_UTF8_BAD;
    }
    cp = c & (0xFFu >> (len + 1));
    for (size_t i = 1; i < len; i++) {
        unsigned char t = (unsigned char)s.p[i];

        if ((t & 0xC0) != 0x80) {
            return ED_UTF8_BAD;
        }
        cp = cp << 6 | (t & 0x3F);
    }
    if (cp < least[len] || cp > 0x10FFFF || (cp >= 0xD800 && cp <= 0xDFFF)) {
        return ED_UTF8_BAD;
    }
    *ret_len = len;
    return cp;
}

size_t ed_utf8_check(struct ed_str s)
{
    size_t i = 0, len;

    while (i < s.n) {
        uint64_t w;

        if (s.n - i >= 8) {
            memcpy(&w, s.p + i, 8);
            if (!(w & 0x8080808080808080u)) {
                i += 8;
                continue;
            }
        }
        if (ed_utf8_next(ed_str_slice(s, i, s.n), &len) == ED_UTF8_BAD) {
            return i;
        }
        i += len;
    }
    return s.n;
}

size_t ed_utf8_encode(uint32_t cp, char ret[4])
{
    if (cp < 0x80) {
        ret[0] = (char)cp;
        return 1;
    }
    if (cp < 0x800) {
        ret[0] = (char)(0xC0 | cp >> 6);
        ret[1] = (char)(0x80 | (cp & 0x3F));
        return 2;
    }
    if (cp < 0x10000) {
        ret[0] = (char)(0xE0 | cp >> 12);
        ret[1] = (char)(0x80 | (cp >> 6 & 0x3F));
        ret[2] = (char)(0x80 | (cp & 0x3F));
        return 3;
    }
    ret[0] = (char)(0xF0 | cp >> 18);
    ret[1] = (char)(0x80 | (cp >> 12 & 0x3F));
    ret[2] = (char)(0x80 | (cp >> 6 & 0x3F));
    ret[3] = (char)(0x80 | (cp & 0x3F));
    return 4;
}

void ed_utf8_put(struct ed_buf *buf, uint32_t cp)
{
    char b[4];
    size_t n = ed_utf8_encode(cp, b);

    ed_buf_append(buf, b, n);
}

struct range {
    uint32_t from, to;
};

static bool in_ranges(const struct range *r, size_t n, uint32_t cp)
{
    for (size_t i = 0; i < n; i++) {
        if (cp >= r[i].from && cp <= r[i].to) {
            return true;
        }
    }
    return false;
}

int ed_utf8_width(uint32_t cp)
{
    static const struct range zero[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD},  {0x064B, 0x065F},
                                        {0x200B, 0x200F}, {0x2060, 0x2064}, {0x20D0, 0x20F0},  {0xFE00, 0xFE0F},
                                        {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};
    static const struct range wide[] = {
        {0x1100, 0x115F}, {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x25FD, 0x25FE},   {0x2614, 0x2615},
        {0x26A1, 0x26A1}, {0x2705, 0x2705},   {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},
        {0x2B50, 0x2B50}, {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
        {0xA000, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
        {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

    if (cp < 0x300) {
        return 1;
    }
    if (in_ranges(zero, ED_ARRAY_LEN(zero), cp)) {
        return 0;
    }
    return in_ranges(wide, ED_ARRAY_LEN(wide), cp) ? 2 : 1;
}

size_t ed_utf8_columns(struct ed_str s)
{
    size_t i = 0, len, columns = 0;

    while (i < s.n) {
        uint32_t cp = ed_utf8_next(ed_str_slice(s, i, s.n), &len);

        columns += cp == ED_UTF8_BAD ? 1 : (size_t)ed_utf8_width(cp);
        i += len;
    }
    return columns;
}

bool ed_utf8_steers(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) || cp == 0x061C || cp == 0x200E || cp == 0x200F ||
           (cp >= 0x2028 && cp <= 0x202E) || (cp >= 0x2066 && cp <= 0x2069);
}

void ed_utf8_visible(struct ed_buf *buf, struct ed_str s, bool keep_lines)
{
    size_t i = 0, len;

    while (i < s.n) {
        uint32_t cp = ed_utf8_next(ed_str_slice(s, i, s.n), &len);

        if (cp == ED_UTF8_BAD) {
            ed_buf_printf(buf, "\\x%02x", (unsigned)(unsigned char)s.p[i]);
        } else if (cp == '\t') {
            ed_buf_byte(buf, ' ');
        } else if (cp == '\n') {
            ed_buf_text(buf, keep_lines ? "\n" : "\\n");
        } else if (cp < 0x80 && ed_utf8_steers(cp)) {
            ed_buf_printf(buf, "\\x%02x", (unsigned)cp);
        } else if (ed_utf8_steers(cp)) {
            ed_buf_printf(buf, "\\u{%x}", (unsigned)cp);
        } else {
            ed_buf_append(buf, s.p + i, len);
        }
        i += len;
    }
}

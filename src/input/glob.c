/*
 * glob.c: one walk over shape and line. Where they part, the walk goes back to the last * and lets it take one byte
 * more; what stands before that * need not be tried again, so time is at most the product of both lengths.
 */
#include "input/glob.h"

#define WORDS_MAX 512 /* bytes of a line that are compared: a line of a trace says what it is at once */

static bool in_name(char c)
{
    return ed_is_word(c) || c == '.' || c == '$' || (unsigned char)c >= 0x80;
}

/* Bytes that the element takes at the front of s; SIZE_MAX when it is not there. *ret_size: its own bytes. */
static size_t element(struct ed_str shape, struct ed_str s, size_t *ret_size)
{
    size_t n = 0;

    *ret_size = 1;
    if (shape.p[0] == '\\' && shape.n > 1) {
        *ret_size = 2;
        return s.n && s.p[0] == shape.p[1] ? 1 : SIZE_MAX;
    }
    if (shape.p[0] != '%' || shape.n == 1) {
        return s.n && s.p[0] == shape.p[0] ? 1 : SIZE_MAX;
    }
    *ret_size = 2;
    switch (shape.p[1]) {
    case 'd':
        while (n < s.n && ed_is_digit(s.p[n])) {
            n++;
        }
        return n ? n : SIZE_MAX;
    case '_':
        while (n < s.n && (s.p[n] == ' ' || s.p[n] == '\t')) {
            n++;
        }
        return n ? n : SIZE_MAX;
    default:
        if (s.n == 0 || !(ed_is_alpha(s.p[0]) || s.p[0] == '_' || (unsigned char)s.p[0] >= 0x80)) {
            return SIZE_MAX;
        }
        while (n < s.n && in_name(s.p[n])) {
            n++;
        }
        return n;
    }
}

bool ed_glob_is(struct ed_str shape, struct ed_str line)
{
    size_t i = 0, at = 0, star = SIZE_MAX, star_at = 0;

    line = ed_str_slice(line, 0, WORDS_MAX);
    for (;;) {
        size_t size = 0, n;

        if (i < shape.n && shape.p[i] == '*') {
            star = ++i;
            star_at = at;
            if (i == shape.n) {
                return true;
            }
            continue;
        }
        if (i == shape.n && at == line.n) {
            return true;
        }
        n = i < shape.n ? element(ed_str_slice(shape, i, shape.n), ed_str_slice(line, at, line.n), &size) : SIZE_MAX;
        if (n != SIZE_MAX) {
            i += size;
            at += n;
        } else if (star != SIZE_MAX && star_at < line.n) {
            i = star;
            at = ++star_at;
            if (star < shape.n && !ed_is_among("%\\*", shape.p[star])) { /* on to where it can go on */
                const char *next = memchr(line.p + at, shape.p[star], line.n - at);

                if (!next) {
                    return false;
                }
                at = star_at = (size_t)(next - line.p);
            }
        } else {
            return false;
        }
    }
}

bool ed_glob_sound(struct ed_str shape)
{
    for (size_t i = 0; i < shape.n; i++) {
        if (shape.p[i] == '\\') {
            if (++i == shape.n) {
                return false;
            }
        } else if (shape.p[i] == '%' && (i + 1 == shape.n || !ed_is_among("cd_", shape.p[++i]))) {
            return false;
        }
    }
    return shape.n > 0;
}

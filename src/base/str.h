/*
 * str.h: struct ed_str, a borrowed view of bytes. It may hold NUL and bad UTF-8, and is not terminated. Whoever made
 * the bytes keeps them; a function that takes a copy says so.
 */
#ifndef ED_BASE_STR_H
#define ED_BASE_STR_H

#include "base/base.h"

struct ed_str {
    const char *p; /* NULL only for "there is none"; an empty text has a pointer */
    size_t n;
};

#define ED_STR(literal) ((struct ed_str){"" literal, sizeof(literal) - 1})
/* The same as an initialiser of an object with static storage. */
#define ED_STR_INIT(literal)                                                                                           \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }
#define ED_STR_NONE ((struct ed_str){NULL, 0})
/* For printf's "%.*s"; a view longer than INT_MAX is cut. */
#define ED_STR_ARG(s) (int)((s).n > INT_MAX ? INT_MAX : (s).n), ((s).p ? (s).p : "")

static inline struct ed_str ed_str(const char *p, size_t n)
{
    return (struct ed_str){p, n};
}

/* View of a NUL-terminated text; NULL gives ED_STR_NONE. */
static inline struct ed_str ed_str_c(const char *text)
{
    return (struct ed_str){text, text ? strlen(text) : 0};
}

static inline bool ed_str_eq(struct ed_str a, struct ed_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool ed_str_is(struct ed_str a, const char *text)
{
    return ed_str_eq(a, ed_str_c(text));
}

static inline bool ed_str_starts(struct ed_str a, struct ed_str head)
{
    return a.n >= head.n && (head.n == 0 || memcmp(a.p, head.p, head.n) == 0);
}

static inline bool ed_str_ends(struct ed_str a, struct ed_str tail)
{
    return a.n >= tail.n && (tail.n == 0 || memcmp(a.p + a.n - tail.n, tail.p, tail.n) == 0);
}

/* The part from byte `from` up to, not including, `to`; both are clamped to the view. */
static inline struct ed_str ed_str_slice(struct ed_str s, size_t from, size_t to)
{
    to = ED_MIN(to, s.n);
    from = ED_MIN(from, to);
    return (struct ed_str){s.p ? s.p + from : NULL, to - from};
}

/* Byte order, shorter first on a tie: <0, 0, >0. */
int ed_str_cmp(struct ed_str a, struct ed_str b);
/* ASCII letters compare without case. */
bool ed_str_eq_nocase(struct ed_str a, struct ed_str b);
/* Offset of the first `needle` at or after `from`, or SIZE_MAX. */
size_t ed_str_find(struct ed_str s, struct ed_str needle, size_t from);
/* Offset of the first byte c at or after `from`, or SIZE_MAX. */
size_t ed_str_find_byte(struct ed_str s, char c, size_t from);
/* Without ASCII white space at both ends. */
struct ed_str ed_str_trim(struct ed_str s);
/* Cut `*rest` at the first byte c: returns what stands before it and leaves what stands behind; without c all of it. */
struct ed_str ed_str_cut(struct ed_str *rest, char c);
/* An unsigned decimal number that is the whole view and fits; else false and *ret is untouched. */
bool ed_str_u64(struct ed_str s, uint64_t *ret);
/* How many decimal digits stand from byte `at` on. */
size_t ed_str_digits(struct ed_str s, size_t at);
/* How many hexadecimal digits stand from byte `at` on, at most `most` (8 or less); *ret is their value, 0 for none. */
size_t ed_str_hex(struct ed_str s, size_t at, size_t most, uint32_t *ret);
/* A 64-bit hash (not for foreign tables that must resist collisions by design: see ed_map, which seeds it). */
uint64_t ed_str_hash(struct ed_str s, uint64_t seed);

static inline bool ed_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
static inline bool ed_is_digit(char c)
{
    return c >= '0' && c <= '9';
}
static inline bool ed_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/* An ASCII word character: letter, digit or underscore. */
static inline bool ed_is_word(char c)
{
    return ed_is_alpha(c) || ed_is_digit(c) || c == '_';
}
/* One of the bytes of `set`; NUL never is. */
static inline bool ed_is_among(const char *set, char c)
{
    return c != '\0' && strchr(set, c) != NULL;
}
static inline char ed_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

#endif

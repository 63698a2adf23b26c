/*
 * stamp.h: times and level words as they stand at the front of log lines; what the envelope files share.
 */
#ifndef ED_INPUT_STAMP_H
#define ED_INPUT_STAMP_H

#include "input/message.h"

enum ed_stamp_kind {
    ED_STAMP_DATE_TIME = 1, /* 2025-05-05 12:00:00, 2025/05/05T12:00:00 */
    ED_STAMP_DAY_TIME = 2,  /* 05-05 12:00:00 */
    ED_STAMP_TIME = 4       /* 12:00:00 */
};

struct ed_stamp {
    enum ed_stamp_kind kind;
    size_t n;   /* bytes it takes: time, fraction (of '.' or ',') and zone */
    bool zoned; /* a zone stands with it */
    bool known; /* date and a numeric zone (or Z, UTC, GMT) */
};

/* The heads (heads.h) of lines that begin with a date and a time, and of those with a time of any kind in a bracket. */
#define ED_STAMP_HEADS "0000-00-00 00:00", "0000-00-00a00:00", "0000/00/00 00:00", "0000/00/00a00:00"
#define ED_STAMP_HEADS_IN_BRACKET                                                                                      \
    "[0000-00-00 00:0", "[0000-00-00a00:0", "[0000/00/00 00:0", "[0000/00/00a00:0", "[00-00 00:00:00", "[00:00:00"

/* Whether 8 bytes are as those of `shape`, of which '0' stands for any digit. Both are taken as one number: a byte that
   differs in more than the low half, or by more than 9, leaves a bit. */
static inline bool ed_stamp_like(const char *p, const char *shape)
{
    const uint64_t each = 0x0101010101010101u;
    uint64_t is, as, differs, zeros, others;

    memcpy(&is, p, sizeof(is));
    memcpy(&as, shape, sizeof(as));
    zeros = as ^ each * '0';
    others = ((((zeros & each * 0x7F) + each * 0x7F) | zeros) >> 7 & each) * 0xFF;
    differs = is ^ as;
    return ((differs & (each * 0xF0 | others)) | (((differs & each * 0x0F) + each * 6) & each * 0x10)) == 0;
}

/* "2025-05-05T12:00:00" at the front of 19 bytes or more. */
static inline bool ed_stamp_is_iso(const char *p)
{
    return p[10] == 'T' && ed_stamp_like(p, "0000-00-") && ed_stamp_like(p + 2, "00-00-00") &&
           ed_stamp_like(p + 11, "00:00:00");
}

/* A time of one of the kinds at the front of s. */
bool ed_stamp_read(struct ed_str s, unsigned kinds, struct ed_stamp *ret);
/* The moment that the whole view is, in microseconds since 1970: date, time, and a zone that tells the distance to UTC;
   ED_TIME_UNKNOWN for anything else. */
int64_t ed_stamp_moment(struct ed_str s);
/* The time that was told, in microseconds since 1970; ED_TIME_UNKNOWN when year or zone is not known, or the text is no
   possible time. */
int64_t ed_told_time(const struct ed_told *told);
/* Bytes of "12:00:00" or "12:00:00.123456" at the front of s; 0 when there is none. */
size_t ed_stamp_clock(struct ed_str s);

/* The level that a word names, in upper case ("ERROR", "WARN") or, with any_case, in any; ED_LEVEL_UNKNOWN for others.
 */
enum ed_level ed_level_word(struct ed_str word, bool any_case);
/* Bytes of the word of a set (data/envelopes/levels.tsv, by its order there) that s begins with, or 0. exactly: in
   the case in which it stands there, else in any. */
size_t ed_level_take(unsigned set, struct ed_str s, bool exactly, enum ed_level *ret_level);
/* The first level word in the head of a line: among its first words, upper-case, or in brackets or before a colon. */
enum ed_level ed_level_find(struct ed_str head);

#endif

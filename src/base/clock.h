/*
 * clock.h: time as a number of microseconds since 1970 (UTC), read from and written as ISO 8601.
 */
#ifndef ED_BASE_CLOCK_H
#define ED_BASE_CLOCK_H

#include "base/str.h"

#define ED_TIME_UNKNOWN INT64_MIN
/* Room for ed_clock_format's text, with its NUL. */
#define ED_CLOCK_TEXT 32

/* A monotonic clock in microseconds, for intervals. */
int64_t ed_clock_monotonic(void);
/* Now, in microseconds since 1970. */
int64_t ed_clock_now(void);
/* "2026-08-28T05:10:05.995Z", also with an offset, a space for the T, no fraction or no zone (then UTC is taken).
   The whole view must be the time. ED_TIME_UNKNOWN for anything else, impossible dates included. */
int64_t ed_clock_parse(struct ed_str s);
/* "2026-08-28T05:10:05.995000Z"; the fraction is left out when it is zero. */
void ed_clock_format(int64_t micros, char ret_text[ED_CLOCK_TEXT]);

#endif

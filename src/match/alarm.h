/*
 * alarm.h: the words that errors are told in ("failed", "cannot", "timed out", RuntimeError), found in a text at
 * several bytes a cycle. They say no more than that a line is worth a closer look.
 */
#ifndef ED_MATCH_ALARM_H
#define ED_MATCH_ALARM_H

#include "base/str.h"

#define ED_ALARM_WORDS 128
#define ED_ALARM_BITS  11

/* The words by their marks of up to five bytes: by hash, and for vector look-up by the two halves of byte k, a bit for
   each group of words. */
struct ed_alarm {
    uint8_t low[5][16], high[5][16];
    uint8_t first[1 << ED_ALARM_BITS], behind[ED_ALARM_WORDS]; /* numbers of words, from 1 on; 0 ends */
    size_t (*next)(const struct ed_alarm *alarm, struct ed_str text, size_t from);
};

void ed_alarm_init(struct ed_alarm *alarm);
/* Where the first such word at or after `from` has its mark (a byte of the word); SIZE_MAX when there is none. The case
   of letters does not count. A word begins where no letter stands before it, or with a capital (RuntimeError). */
size_t ed_alarm_find(const struct ed_alarm *alarm, struct ed_str text, size_t from);

#endif

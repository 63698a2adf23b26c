/*
 * alarm.h: the words that errors are told in ("failed", "cannot", "timed out", RuntimeError), found in a text at
 * several bytes a cycle. They say no more than that a line is worth a closer look.
 */
#ifndef ED_MATCH_ALARM_H
#define ED_MATCH_ALARM_H

#include "match/token_scan.h"

#define ED_ALARM_WORDS 128
#define ED_ALARM_BITS  11

/* Bytes of the longest word: two loads of eight. */
#define ED_ALARM_LONGEST 16

/* A word in small letters: a text's bytes with `letters` set and those not in `bytes` cleared. */
struct ed_alarm_word {
    uint64_t text[2], letters[2], bytes[2];
    uint8_t n, whole; /* whole: 1: no letter may follow */
};

/* The words by their marks of up to five bytes: by hash, and for vector look-up by the two halves of byte k, or by its
   lower six bits, a bit for each group of words. */
struct ed_alarm {
    uint8_t low[5][16], high[5][16], six[5][64];
    uint8_t first[1 << ED_ALARM_BITS], behind[ED_ALARM_WORDS]; /* numbers of words; 0 ends */
    struct ed_alarm_word words[ED_ALARM_WORDS];                /* from 1 on; 0 stands nowhere */
    void (*masks)(const struct ed_alarm *alarm, const char *p, size_t blocks, uint64_t *ret_masks);
};

/* Bytes that are looked through at once. */
#define ED_ALARM_CHUNK 2048

void ed_alarm_init(struct ed_alarm *alarm);
/* Look by another instruction set than the best: for tests. It must be usable. */
void ed_alarm_set_walk(struct ed_alarm *alarm, enum ed_walk walk);
/* Where the first such word at or after `from` begins; SIZE_MAX when there is none. The case of letters does not count.
   A word begins where no letter stands before it, or with a capital (RuntimeError). */
size_t ed_alarm_find(const struct ed_alarm *alarm, struct ed_str text, size_t from);
/* All such places from `from` up to, not including, `to` (within the text, of less than 2^31 bytes), of which there can
   be as many as bytes. Returns how many. */
size_t ed_alarm_places(const struct ed_alarm *alarm, struct ed_str text, size_t from, size_t to, uint32_t *ret_places);

#endif

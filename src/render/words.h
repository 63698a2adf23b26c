/*
 * words.h: numbers and counts as a person or a script reads them. Nothing here rounds a number that came from a log.
 */
#ifndef ED_RENDER_WORDS_H
#define ED_RENDER_WORDS_H

#include "base/buf.h"

/* Room for a number's text, with its NUL. */
#define ED_WORDS_NUMBER 40

/* The shortest decimal text that reads back as the same double; a whole number below 2^53 without exponent. It is a
   JSON number. false (and an empty text) when value is not finite. */
bool ed_words_number(double value, char ret_text[ED_WORDS_NUMBER]);
/* "512 bytes", "3.1 kB", "2.0 GB": powers of 1000, one decimal. */
void ed_words_size(uint64_t bytes, char ret_text[ED_WORDS_NUMBER]);
/* "1 source", "2 sources". */
void ed_words_count(struct ed_buf *buf, uint64_t n, const char *one, const char *many);

#endif

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
/* At most two digits behind the point; "-" when value is not finite. */
void ed_words_rounded(double value, char ret_text[ED_WORDS_NUMBER]);
/* "512 bytes", "3.1 kB", "2.0 GB": powers of 1000, one decimal. */
void ed_words_size(uint64_t bytes, char ret_text[ED_WORDS_NUMBER]);
/* Foreign text made visible for a target that has lines of its own: TAB and line breaks stay, CR in front of a line
   break goes, and so do line breaks at the end. */
void ed_words_block(struct ed_buf *buf, struct ed_str text);
/* What stands behind `from` goes to the log of a CI run, whose runner takes some texts of a program's output for orders
   ("::error::" at the beginning of a line, "##[error]" and "##vso[" anywhere): a blank inside takes them apart. Whole
   lines only. */
void ed_words_tame(struct ed_buf *buf, size_t from);
/* Length of `code` in backticks at the front of `s`, with them, on one line; 0 when there is none. How records write
   code inside prose. */
size_t ed_words_span(struct ed_str s);
/* As much of foreign text as can matter for `most` bytes of output: for writers that would make more visible only to
   drop it again. */
static inline struct ed_str ed_words_front(struct ed_str text, size_t most)
{
    return most < SIZE_MAX / 4 ? ed_str_slice(text, 0, 4 * most + 16) : text;
}
/* "1 source", "2 sources". */
void ed_words_count(struct ed_buf *buf, uint64_t n, const char *one, const char *many);

#endif

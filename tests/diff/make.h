/*
 * make.h: patterns and texts that are likely to break a matcher, from a seed: a small vocabulary, so that words repeat,
 * overlap and stand side by side; every separator; glued words; bytes that are no UTF-8; line ends everywhere.
 */
#ifndef ED_TESTS_DIFF_MAKE_H
#define ED_TESTS_DIFF_MAKE_H

#include "base/buf.h"
#include "match/pattern.h"

struct dice {
    uint64_t state;
};

/* A number below n (n > 0). */
unsigned roll(struct dice *dice, unsigned n);
/* True once in n times. */
bool one_in(struct dice *dice, unsigned n);

/* An effective pattern that is not inactive, made of a template or of a record's own regex. *ret_message: a message
   template that it came from, for make_text; its holes are spelled "%s". */
void make_pattern(struct dice *dice, struct ed_arena *arena, struct ed_pattern *ret_pattern,
                  struct ed_str *ret_message);
/* A text from some of the messages: rendered, mixed and spoilt. */
void make_text(struct dice *dice, const struct ed_str *messages, size_t n, struct ed_buf *ret_text);
/* Spoil a text a little: re-space it, wrap it, glue, cut, double. */
void spoil(struct dice *dice, struct ed_buf *text);

#endif

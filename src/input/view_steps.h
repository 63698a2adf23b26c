/*
 * view_steps.h: the steps of view.c, one function each. For the view_*.c files alone.
 *
 * Each appends to `out`, which is empty, and says whether anything was undone.
 */
#ifndef ED_INPUT_VIEW_STEPS_H
#define ED_INPUT_VIEW_STEPS_H

#include "input/view.h"

bool ed_view_margins(const struct ed_view *in, struct ed_view *out);
bool ed_view_sentences(const struct ed_view *in, struct ed_view *out);
bool ed_view_wraps(const struct ed_view *in, struct ed_view *out);
bool ed_view_colours(const struct ed_view *in, struct ed_view *out);
bool ed_view_glyphs(const struct ed_view *in, struct ed_view *out);
bool ed_view_markup(const struct ed_view *in, struct ed_view *out);
bool ed_view_quoted(const struct ed_view *in, struct ed_view *out);
bool ed_view_entities(const struct ed_view *in, struct ed_view *out);
bool ed_view_escapes(const struct ed_view *in, struct ed_view *out);
bool ed_view_percent(const struct ed_view *in, struct ed_view *out);

/* Whether they may find something in these lines. */
bool ed_view_has_margins(struct ed_str lines);
bool ed_view_has_wraps(struct ed_str lines);
/* A tag that pages put around text, '<' at `at`: its length, 0: none. *ret_break: it stands for a line break. */
size_t ed_view_tag(struct ed_str s, size_t at, bool *ret_break);

/* A colour without its ESC, '[' at `at`: "[31m", "[0;1m", "[0K". Its length, 0: none; and that of what
   may stand for the ESC in front of it. Without that it needs a number. */
size_t ed_view_colour(struct ed_str s, size_t at, size_t *ret_before);
/* What a mailer wrote in code, '=' at `at`: "=3D", "=E2"; its byte. */
bool ed_view_is_quoted(struct ed_str s, size_t at, char *ret_byte);

/* Bytes [from, to) of `in`, as they are. */
void ed_view_copy(const struct ed_view *in, size_t from, size_t to, struct ed_view *out);
/* Other bytes in the place of in's byte `from`. */
void ed_view_put(const struct ed_view *in, size_t from, struct ed_str bytes, struct ed_view *out);
/* The same of a code point; one that is none (a surrogate, over U+10FFFF) is U+FFFD. */
void ed_view_put_point(const struct ed_view *in, size_t from, uint32_t point, struct ed_view *out);

/* A walk over `in` that finds what a step undoes: from `at` on, how many bytes are taken (0: none) when what they stand
   for was put to `out`. */
typedef size_t (*ed_view_undo_fn)(const struct ed_view *in, size_t at, struct ed_view *out);
/* Copy all that `undo` does not take; it is asked where a byte of `begins` stands (and, with `wide`, at every byte over
   127). Whether it took anything. */
bool ed_view_walk(const struct ed_view *in, const char *begins, bool wide, ed_view_undo_fn undo, struct ed_view *out);

#endif

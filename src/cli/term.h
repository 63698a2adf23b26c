/*
 * term.h: the terminal and the three descriptors: what may be coloured, how wide it is, errors and progress in words,
 * output through a pager.
 */
#ifndef ED_CLI_TERM_H
#define ED_CLI_TERM_H

#include "base/buf.h"
#include "cli/cmd.h"

/* --color, NO_COLOR, TERM and whether standard output is a terminal. */
bool ed_term_color(const struct ed_args *args);
/* Columns of standard output; 0 when it is no terminal. */
unsigned ed_term_width(void);

/* "errdex: SOURCE:LINE: POINTER: MESSAGE" on standard error, control characters made visible. Returns the exit code
   that goes with err->rc. */
enum ed_exit ed_term_fail(const struct ed_err *err);
/* The same text with "warning: " or "note: " in front; no exit code. */
void ed_term_warn(const char *kind, const struct ed_err *err);
/* A line on standard error, for progress and results that are not output. */
void ed_term_say(const char *fmt, ...) ED_PRINTF(1, 2);
/* Progress on one line of standard error, on a terminal only; an empty text clears it. */
void ed_term_progress(const char *fmt, ...) ED_PRINTF(1, 2);

/* Write to standard output. A reader that is gone (EPIPE) is quiet success: ED_EXIT_OK, and *ret_gone is true. ret_gone
   may be NULL. */
enum ed_exit ed_term_out(struct ed_str text, bool *ret_gone);
/* The same through $ERRDEX_PAGER, $PAGER or less, when standard output is a terminal and one of them runs. */
enum ed_exit ed_term_page(struct ed_str text);

#endif

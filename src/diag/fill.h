/*
 * fill.h: values from a check's answer set into a playbook's sentences and commands. A command is a list of arguments;
 * it is shown quoted for a POSIX shell, and a value that could be anything but one plain argument is refused.
 */
#ifndef ED_DIAG_FILL_H
#define ED_DIAG_FILL_H

#include "base/buf.h"
#include "diag/playbook.h"

/* A fact as a person reads it: whole numbers as they are, others with at most ten digits; NULL is "unknown". */
void ed_fact_put(struct ed_buf *buf, const struct ed_fact *fact);

/* A sentence, its {holes} filled from row `row`; a hole that no column has stays as it is. */
void ed_fill_sentence(struct ed_buf *buf, struct ed_str sentence, const struct ed_fact_rows *rows, size_t row);

/*
 * A command filled from the row and quoted. false, and why in *ret_why, when a value is not known, holds control
 * characters or what is no UTF-8, would be taken for an option (an argument that a value begins with a dash), or, for
 * `kill`, is no number of a process above 1. Nothing is appended then.
 */
bool ed_fill_command(struct ed_buf *buf, struct ed_strs command, const struct ed_fact_rows *rows, size_t row, bool kill,
                     const char **ret_why);

/* One argument, quoted where a shell needs it. */
void ed_shell_quote(struct ed_buf *buf, struct ed_str argument);
/* Arguments quoted and joined, holes as they are. */
void ed_shell_join(struct ed_buf *buf, struct ed_strs command);

/* A value that a collected command may take as its argument: letters, digits and _ . : @ \ -, no dash in front, at most
   128 bytes. The same rule stands in the script (script.c). */
bool ed_fill_plain(struct ed_str value);

#endif

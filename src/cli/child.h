/*
 * child.h: one command, run without a shell and watched.
 */
#ifndef ED_CLI_CHILD_H
#define ED_CLI_CHILD_H

#include "base/buf.h"
#include "base/err.h"

struct ed_child_end {
    bool absent; /* there is no such program */
    bool late;   /* it took too long and was ended */
    bool cut;    /* it printed more than the buffer takes, and was ended */
    int exit;    /* its exit status; 128 and the signal when one ended it */
};

/* Run the arguments (NULL behind the last; the program is looked for in PATH) with no input, the C locale, and output
   and errors appended to `out`, up to its cap. It and what it started have `seconds`. */
ED_NODISCARD enum ed_rc ed_child_run(const char *const *argv, unsigned seconds, struct ed_buf *out,
                                     struct ed_child_end *ret_end, struct ed_err *err);

#endif

/*
 * confirm_code.h: a regex compiled, inside match/ only: confirm.c runs what this makes, and pattern_custom.c asks it
 * about a record's own regex.
 */
#ifndef ED_MATCH_CONFIRM_CODE_H
#define ED_MATCH_CONFIRM_CODE_H

#include "base/err.h"
#include "base/str.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* flags: enum ed_pattern_flag. NULL and ED_ERR_INPUT in err when it does not compile. Not yet JIT-compiled. */
pcre2_code *ed_code_compile(struct ed_str regex, unsigned flags, struct ed_err *err);
/* A match context with the limits of base/limits.h. */
pcre2_match_context *ed_code_context(void);

#endif

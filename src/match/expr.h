/*
 * expr.h: a regular expression with named groups, run on one line at a time: for texts whose form a playbook tells. It
 * runs under the limits of base/limits.h, so that no expression takes long on any line.
 */
#ifndef ED_MATCH_EXPR_H
#define ED_MATCH_EXPR_H

#include "base/err.h"
#include "base/str.h"

struct ed_expr;

/* NULL and words in err when it does not compile. */
struct ed_expr *ed_expr_new(struct ed_str regex, struct ed_err *err);
void ed_expr_free(struct ed_expr *expr);
/* The number of a named group, or 0 when there is none of that name. */
unsigned ed_expr_group(const struct ed_expr *expr, struct ed_str name);
/* Whether it matches anywhere in the line; a limit that is reached is no match. */
bool ed_expr_run(struct ed_expr *expr, struct ed_str line);
/* What a group held in the last match; ED_STR_NONE when it took no part. */
struct ed_str ed_expr_text(const struct ed_expr *expr, unsigned group, struct ed_str line);

#endif

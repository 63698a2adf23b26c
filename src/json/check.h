/*
 * check.h: is this text one JSON value by RFC 8259, byte for byte? Private to json/.
 */
#ifndef ED_JSON_CHECK_H
#define ED_JSON_CHECK_H

#include "base/err.h"
#include "base/str.h"

/*
 * The whole text must be one value with white space around it, in UTF-8, at most ED_LIMIT_JSON_DEPTH deep, without
 * \u0000, half surrogate pairs, or numbers over ED_LIMIT_JSON_NUMBER characters. On ED_ERR_INPUT err says what is
 * wrong, the line, the byte column and what to do. Linear, without recursion or memory of its own.
 */
ED_NODISCARD enum ed_rc ed_json_check(struct ed_str text, struct ed_err *err);

#endif

/*
 * export.h: records out, as the same JSON values that came in, unknown keys included.
 */
#ifndef ED_KB_EXPORT_H
#define ED_KB_EXPORT_H

#include "kb/kb.h"

/* Calls fn with each record's JSON text exactly as it was ingested, by repo and slug. filter may be NULL. */
ED_NODISCARD enum ed_rc ed_kb_export(struct ed_kb *kb, const struct ed_kb_filter *filter,
                                     enum ed_rc (*fn)(void *ctx, struct ed_str json, struct ed_err *err), void *ctx,
                                     struct ed_err *err);

#endif

/*
 * export.h: records out, as the same JSON values that came in, unknown keys included.
 */
#ifndef ED_KB_EXPORT_H
#define ED_KB_EXPORT_H

#include "kb/kb.h"

/* A record whose text was damaged in the data base: which one, and how. */
typedef void (*ed_kb_damage_fn)(void *ctx, const struct ed_err *why);

/* Calls fn with each record's JSON text exactly as it was ingested, by repo and slug, and damaged for those that are no
   JSON any more. filter may be NULL. */
ED_NODISCARD enum ed_rc ed_kb_export(struct ed_kb *kb, const struct ed_kb_filter *filter,
                                     enum ed_rc (*fn)(void *ctx, struct ed_str json, struct ed_err *err),
                                     ed_kb_damage_fn damaged, void *ctx, struct ed_err *err);

#endif

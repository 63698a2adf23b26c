/*
 * accept.h: findings that somebody knows and accepts, in a file ("errdex-accept/1", schema/accept.schema.json): they
 * are told as accepted and fail no gate.
 *
 * An entry accepts what identity.h calls the same finding: its record, by id, and the values that tell findings of the
 * record apart. One without `values` accepts the record whatever it captured; `like` instead of `value` is a shape as
 * in input/glob.h. Hints are never accepted: they fail no gate by themselves.
 */
#ifndef ED_DIAG_ACCEPT_H
#define ED_DIAG_ACCEPT_H

#include "base/buf.h"
#include "diag/report.h"

struct ed_accept;

/* What a file holds; its text is not needed any more behind that. ED_ERR_INPUT with the line or the pointer of what is
   wrong: no JSON, another version, an unknown key. */
ED_NODISCARD enum ed_rc ed_accept_read(struct ed_str text, struct ed_accept **ret_accept, struct ed_err *err);
void ed_accept_free(struct ed_accept *accept);
/* ED_ERR_INPUT when the knowledge base has no record of one of the ids. */
ED_NODISCARD enum ed_rc ed_accept_check(const struct ed_accept *accept, struct ed_kb *kb, struct ed_err *err);

/* Set the finding's `accepted` and `accepted_why`, which lives as long as `accept`. */
void ed_accept_mark(struct ed_accept *accept, struct ed_finding *finding);
/* Call fn for each entry that accepted nothing, with words that name it. Returns how many there are. */
size_t ed_accept_stale(const struct ed_accept *accept, void (*fn)(void *ctx, struct ed_str words), void *ctx);

/* Write a file that accepts what `accept` does (NULL: nothing) and the exact ones among the findings: an entry a line,
   by name, so that two files differ where their entries do. */
void ed_accept_write(const struct ed_accept *accept, const struct ed_finding *findings, size_t n, struct ed_buf *out);

#endif

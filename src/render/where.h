/*
 * where.h: the places of a finding as a row of pieces: file and line, host, unit, program and pid, container, pod,
 * rank, job and step, and the time from first to last. A piece holds foreign text: whoever writes it escapes it.
 */
#ifndef ED_RENDER_WHERE_H
#define ED_RENDER_WHERE_H

#include "base/buf.h"
#include "diag/report.h"

/* "journal.log:18", "line 18 of standard input": in `buf`. */
void ed_where_place(struct ed_buf *buf, const struct ed_place *place);
typedef void ed_where_fn(void *ctx, struct ed_str piece);
/* All pieces of a finding, in order. */
void ed_where_pieces(const struct ed_finding *finding, ed_where_fn *fn, void *ctx);

#endif

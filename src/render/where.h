/*
 * where.h: the places of a finding as one row of pieces: file and line, host, unit, program and pid, container, pod,
 * rank, and the time from first to last.
 */
#ifndef ED_RENDER_WHERE_H
#define ED_RENDER_WHERE_H

#include "render/text_out.h"

/* "journal.log:18", "line 18 of standard input": in `buf`. */
void ed_where_place(struct ed_buf *buf, const struct ed_place *place);
/* All pieces of a finding. */
void ed_where_pieces(struct ed_text_out *text, const struct ed_finding *finding);

#endif

/*
 * identity.h: what makes a finding the same one in the report of another run: its record and the captured values that
 * are no numbers, as diag/aggregate.h groups. For consumers that compare runs.
 */
#ifndef ED_RENDER_IDENTITY_H
#define ED_RENDER_IDENTITY_H

#include "base/buf.h"
#include "diag/report.h"

/* "slug (unit=x.service)", as it came from the log. Over `most` bytes it is cut, and ends in a hash of the whole. */
void ed_identity_name(struct ed_buf *buf, const struct ed_finding *finding, size_t most);

#define ED_IDENTITY_HASH 17 /* 16 digits and a NUL */
/* A hash of repository and name. */
void ed_identity_hash(const struct ed_finding *finding, char ret_hash[ED_IDENTITY_HASH]);

#endif

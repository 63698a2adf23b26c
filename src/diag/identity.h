/*
 * identity.h: what makes a finding the same one in the report of another run: its record and the captured values that
 * are no numbers, as aggregate.h groups. For accepted findings (accept.h) and for consumers that compare runs.
 */
#ifndef ED_DIAG_IDENTITY_H
#define ED_DIAG_IDENTITY_H

#include "base/buf.h"
#include "diag/report.h"

/* "slug (unit=x.service)", as it came from the log. Over `most` bytes it is cut, and ends in a hash of the whole. */
void ed_identity_name(struct ed_buf *buf, const struct ed_finding *finding, size_t most);

/* The value is one of those that tell findings of a record apart: neither empty nor a number. */
bool ed_identity_tells(const struct ed_value *value);
/* Such a value as text that can be kept in a file, shown, and compared with that of another run: control characters are
   visible, and a long one is cut and ends in a hash of the whole. */
void ed_identity_value(struct ed_buf *buf, struct ed_str value);

#define ED_IDENTITY_HASH 17 /* 16 digits and a NUL */
/* A hash of repository and name. */
void ed_identity_hash(const struct ed_finding *finding, char ret_hash[ED_IDENTITY_HASH]);

#endif

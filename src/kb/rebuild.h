/*
 * rebuild.h: derived tables from authored ones. For kb/ alone; ingest.h has the public face.
 */
#ifndef ED_KB_REBUILD_H
#define ED_KB_REBUILD_H

#include "kb/ingest.h"
#include "store/db.h"

/* Drop the derived tables and fill them anew from all records and families, but for the index and what follows from it.
   Inside the caller's transaction. */
ED_NODISCARD enum ed_rc ed_rebuild_derived(struct ed_db *db, struct ed_ingest_events events, struct ed_err *err);

#endif

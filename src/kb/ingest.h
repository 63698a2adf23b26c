/*
 * ingest.h: records in: sources to authored and derived tables, in one transaction. export.h is the way back.
 */
#ifndef ED_KB_INGEST_H
#define ED_KB_INGEST_H

#include "kb/kb.h"
#include "kb/prepare.h"

struct ed_ingest_counts {
    uint64_t sources, bytes;
    uint64_t taken;                    /* new records */
    uint64_t replaced;                 /* same id, newer analyzedAt */
    uint64_t same;                     /* same id, same JSON values */
    uint64_t older;                    /* same id, older analyzedAt: reported, not taken */
    uint64_t rejected;                 /* broken records and values that are no record */
    uint64_t repaired, weak, inactive; /* of those taken or replaced; inactive by reason: reason() */
    uint64_t duplicate_patterns;       /* of those taken or replaced: another record has the same effective pattern */
    uint64_t families;                 /* taken or replaced */
    uint64_t compact;                  /* compact copies skipped (index.json, search/) */
};

struct ed_ingest_events {
    /* A record was rejected, taken with a fault (fatal false), or something was passed over: source, line, pointer,
     * words. */
    void (*problem)(void *ctx, const struct ed_err *problem, bool fatal);
    /* Now and then. total_bytes 0 when it is not known. */
    void (*progress)(void *ctx, uint64_t records, uint64_t bytes, uint64_t total_bytes);
    /* Every value that was read, before it is taken or refused, in order; true: a source that holds it is not without
     * any record. It lives during the call. */
    bool (*value)(void *ctx, const char *source, const struct ed_prepared *value);
    void *ctx;
};

/*
 * Ingest every source into the data base at db_path (made when it is not there), all or nothing: on a failure, and on a
 * kill at any moment, the data base is as it was, and none is left when there was none. Broken records are rejected and
 * counted, the others are taken; a damaged source or a data set that is not what its manifest lists fails it all.
 * Neither a record nor a family in the sources is ED_ERR_INPUT; when all of them are there already the file is not
 * touched. Reasons of inactive records among those taken or replaced: reason(), which may be NULL, is called for each
 * at the end, most first, with the ctx of events.
 */
ED_NODISCARD enum ed_rc ed_kb_ingest(const char *db_path, const char *const *paths, size_t npaths,
                                     struct ed_ingest_events events, struct ed_ingest_counts *ret_counts,
                                     void (*reason)(void *ctx, struct ed_str reason, uint64_t count),
                                     struct ed_err *err);
/* Make all derived tables and the index anew from the authored ones, in one transaction. Counts as ed_kb_ingest's, with
   every record under `taken`. */
ED_NODISCARD enum ed_rc ed_kb_rebuild(const char *db_path, struct ed_ingest_events events,
                                      struct ed_ingest_counts *ret_counts, struct ed_err *err);

#endif

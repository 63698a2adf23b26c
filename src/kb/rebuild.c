/*
 * rebuild.c: the stored JSON texts through the same pipeline as an ingest, into fresh derived tables. A record that
 * this program version cannot read stays in the authored tables and is reported: nothing that was brought in is thrown
 * away.
 */
#include "kb/rebuild.h"

#include "kb/pipeline.h"
#include "kb/take.h"
#include "store/records.h"

#define PROGRESS_EVERY 512

struct rebuild {
    struct ed_take take;
    struct ed_pipeline *pipeline;
    uint64_t records;
};

/* The number of a stored record's source; records of one source mostly stand together. */
static size_t source_number(struct rebuild *re, struct ed_str name)
{
    size_t n = re->take.sources.n;

    name = name.p ? name : ED_STR("");
    if (n > 0 && ed_str_eq(re->take.sources.v[n - 1].name, name)) {
        return n - 1;
    }
    return ed_take_source(&re->take, name);
}

static enum ed_rc add(void *ctx, const struct ed_stored *stored, struct ed_err *err)
{
    struct rebuild *re = ctx;
    struct ed_raw raw = {.text = stored->json, .row = stored->row, .source = source_number(re, stored->source)};

    re->take.counts.bytes += stored->json.n;
    if (++re->records % PROGRESS_EVERY == 0 && re->take.events.progress) {
        re->take.events.progress(re->take.events.ctx, re->records, re->take.counts.bytes, /* total_bytes */ 0);
    }
    return ed_pipeline_add(re->pipeline, &raw, err);
}

static enum ed_rc fill(struct rebuild *re, struct ed_err *err)
{
    enum ed_rc rc = ed_db_derive(re->take.db, err);

    re->pipeline = ed_pipeline_new(ed_take_stored, &re->take);
    if (rc == ED_OK) {
        rc = ed_records_each(re->take.db, add, re, err);
    }
    if (rc == ED_OK) {
        rc = ed_records_families(re->take.db, add, re, err);
    }
    if (rc == ED_OK) {
        rc = ed_pipeline_drain(re->pipeline, err);
    }
    ed_pipeline_free(re->pipeline);
    return rc;
}

enum ed_rc ed_rebuild_derived(struct ed_db *db, struct ed_ingest_events events, struct ed_err *err)
{
    struct rebuild re = {0};
    enum ed_rc rc;

    ed_take_init(&re.take, db, events);
    rc = fill(&re, err);
    ed_take_done(&re.take);
    return rc;
}

enum ed_rc ed_kb_rebuild(const char *db_path, struct ed_ingest_events events, struct ed_ingest_counts *ret_counts,
                         struct ed_err *err)
{
    struct rebuild re = {0};
    struct ed_db *db = NULL;
    enum ed_rc rc = ed_db_open(db_path, ED_DB_WRITE, &db, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_take_init(&re.take, db, events);
    rc = ed_db_begin(db, err);
    if (rc == ED_OK) {
        rc = fill(&re, err);
    }
    if (rc == ED_OK) {
        rc = ed_take_index(&re.take, /* reason */ NULL, err);
    }
    if (rc == ED_OK) {
        rc = ed_db_commit(db, err);
    }
    if (rc == ED_OK) {
        re.take.counts.sources = re.take.sources.n;
        *ret_counts = re.take.counts;
    }
    ed_db_discard(db);
    ed_take_done(&re.take);
    return rc;
}

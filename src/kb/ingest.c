/*
 * ingest.c: sources into the data base: walk, split, prepare (on several processors), take, index, commit.
 *
 * One transaction from the first look to the commit. What is damaged on its way here (a compressed stream that ends
 * early, a file that is not what its manifest lists) fails the ingest and nothing is taken; a broken record is refused
 * by itself. A file inside a folder or archive whose first byte begins no JSON is passed over; one that was named is
 * read, and everything in it that is no record is reported.
 */
#include "kb/ingest.h"

#include "base/alloc.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "input/source.h"
#include "kb/pipeline.h"
#include "kb/rebuild.h"
#include "kb/take.h"
#include "store/records.h"

#include <sys/stat.h>

#define BLOCK (256 * ED_KIB)
/* Values between two calls of progress(). */
#define PROGRESS_EVERY 512

struct ingest {
    struct ed_take take;
    struct ed_pipeline *pipeline;
    const char *const *paths;
    size_t npaths;
    struct ed_json_split *split;
    struct ed_reader *reader;
    uint64_t total; /* bytes of all paths, 0 when that is not known */
    uint64_t values;
    char *block;
};

static void tell_progress(struct ingest *in, uint64_t more)
{
    const struct ed_ingest_counts *counts = &in->take.counts;

    if (in->take.events.progress) {
        in->take.events.progress(in->take.events.ctx,
                                 counts->taken + counts->replaced + counts->same + counts->older + counts->rejected,
                                 counts->bytes + more, in->total);
    }
}

static enum ed_rc split_value(void *ctx, const struct ed_json_value *value, struct ed_err *err)
{
    struct ingest *in = ctx;
    struct ed_raw raw = {
        .text = value->text,
        .source = in->take.sources.n - 1,
        .line = value->line,
        .index = value->index,
        .in_array = value->in_array,
        .too_large = value->too_large,
        .cut_short = value->cut_short,
        .stray = value->stray,
    };

    if (++in->values % PROGRESS_EVERY == 0) {
        tell_progress(in, ed_reader_bytes(in->reader));
    }
    return ed_pipeline_add(in->pipeline, &raw, err);
}

static bool was_named(const struct ingest *in, const char *name)
{
    for (size_t i = 0; i < in->npaths; i++) {
        if (strcmp(in->paths[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* The stream begins with something else than JSON's brackets (white space and a BOM aside). */
static bool begins_no_json(struct ed_str head)
{
    head = ed_str_trim(ed_utf8_without_bom(head));
    return head.n > 0 && head.p[0] != '{' && head.p[0] != '[';
}

/* No line of it begins like JSON either: a log, not a list of records with a remark in front. */
static bool holds_no_json(struct ed_str head)
{
    while (head.n) {
        struct ed_str line = ed_str_trim(ed_str_cut(&head, '\n'));

        if (line.n && (line.p[0] == '{' || line.p[0] == '[')) {
            return false;
        }
    }
    return true;
}

/* A stream that was found in a folder or archive is passed over, one that was named is refused: once, and not by line.
 */
static void pass_over(struct ingest *in, const char *name, bool member)
{
    if (member) {
        ed_take_problem(&in->take, name, /* line */ 0, /* pointer */ NULL, /* fatal */ false,
                        ED_STR("this file is no JSON: it was passed over"));
        return;
    }
    in->take.counts.rejected++;
    ed_take_problem(&in->take, name, /* line */ 0, /* pointer */ NULL, /* fatal */ true,
                    ED_STR("this is no JSON, and records are; to look for errors in a log: errdex FILE"));
}

/* Read a stream to its end into the splitter and, when a manifest may list it, into a hash. member: it was not named
   but found in a folder or archive. */
static enum ed_rc read_stream(struct ingest *in, struct ed_reader *reader, bool member, struct ed_sha256 *sha,
                              struct ed_err *err)
{
    bool first = true, json = true;
    size_t n = 0;
    enum ed_rc rc;

    while ((rc = ed_reader_read(reader, in->block, BLOCK, &n, err)) == ED_OK && n > 0) {
        struct ed_str bytes = ed_str(in->block, n);

        if (first && begins_no_json(bytes) && (member || holds_no_json(bytes))) {
            pass_over(in, ed_reader_name(reader), member);
            json = false;
        }
        first = false;
        if (sha) {
            ed_sha256_add(sha, bytes);
        }
        if (json) {
            rc = ed_json_split_feed(in->split, bytes, err);
        }
        if (rc != ED_OK || (!json && !sha)) {
            return rc;
        }
    }
    return rc == ED_OK && json ? ed_json_split_finish(in->split, err) : rc;
}

static enum ed_rc open_stream(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct ingest *in = ctx;
    struct ed_str name = ed_str_c(ed_reader_name(reader));
    bool member = !was_named(in, name.p);
    struct ed_sha256 *sha = member && ed_dataset_wants(name) ? ed_sha256_new() : NULL;
    char hex[ED_SHA256_HEX];
    enum ed_rc rc;

    in->reader = reader;
    in->take.counts.sources++;
    ed_take_source(&in->take, name);
    in->split = ed_json_split_new(ED_LIMIT_JSON_VALUE, split_value, in);
    rc = read_stream(in, reader, member, sha, err);
    if (rc == ED_OK && sha) {
        ed_sha256_hex(sha, hex);
        ed_dataset_saw(in->take.dataset, name, ed_reader_unpacked(reader), ed_reader_bytes(reader), hex);
    }
    ed_sha256_free(sha);
    ed_json_split_free(in->split);
    in->split = NULL;
    in->take.counts.bytes += ed_reader_bytes(reader);
    if (ed_reader_unpacked(reader)) {
        in->total = 0;
    }
    return rc;
}

static void note_walk(void *ctx, const struct ed_err *why)
{
    struct ingest *in = ctx;

    if (in->take.events.problem) {
        in->take.events.problem(in->take.events.ctx, why, why->rc < 0);
    }
}

static void note_dataset(void *ctx, const struct ed_err *why)
{
    struct ingest *in = ctx;

    if (in->take.events.problem) {
        in->take.events.problem(in->take.events.ctx, why, /* fatal */ false);
    }
}

static uint64_t total_bytes(const char *const *paths, size_t npaths)
{
    struct stat st = {0};
    uint64_t total = 0;

    for (size_t i = 0; i < npaths; i++) {
        if (stat(paths[i], &st) != 0 || !S_ISREG(st.st_mode)) {
            return 0;
        }
        total += (uint64_t)st.st_size;
    }
    return total;
}

/* Records below a manifest against the number that it promises. */
static void check_promises(struct ingest *in)
{
    struct ed_str name = ED_STR_NONE, root = ED_STR_NONE;
    int64_t promised = -1;

    for (size_t i = 0; ed_dataset_root(in->take.dataset, i, &name, &root, &promised); i++) {
        uint64_t records = 0;

        for (size_t k = 0; k < in->take.sources.n; k++) {
            if (ed_str_starts(in->take.sources.v[k].name, root)) {
                records += in->take.sources.v[k].records;
            }
        }
        if (promised >= 0 && (uint64_t)promised != records) {
            ed_arena_reset(&in->take.scratch);
            ed_take_problem(&in->take, name.p, /* line */ 0, "/counts/errors", /* fatal */ false,
                            ed_arena_printf(&in->take.scratch,
                                            "the data set promises %" PRId64 " records and holds %" PRIu64
                                            " that can be read",
                                            promised, records));
        }
    }
}

/* What a source holds besides, and is not taken. */
static void say_passed_over(struct ingest *in, const struct ed_take_source *source)
{
    ed_arena_reset(&in->take.scratch);
    if (source->repo_entries > 0) {
        ed_take_problem(&in->take, source->name.p, /* line */ 0, /* pointer */ NULL, /* fatal */ false,
                        ed_arena_printf(&in->take.scratch,
                                        "a list of %" PRIu64 " repositories: it holds no records, and was passed over",
                                        source->repo_entries));
    }
    if (source->examples > 0) {
        ed_take_problem(&in->take, source->name.p, /* line */ 0, /* pointer */ NULL, /* fatal */ false,
                        ed_arena_printf(&in->take.scratch,
                                        "examples of %" PRIu64 " record%s, passed over: errdex test runs them",
                                        source->examples, source->examples == 1 ? "" : "s"));
    }
    if (source->playbooks > 0) {
        ed_take_problem(&in->take, source->name.p, /* line */ 0, /* pointer */ NULL, /* fatal */ false,
                        ed_arena_printf(&in->take.scratch,
                                        "%" PRIu64
                                        " playbook%s, passed over: commands stand in it, and --playbook FILE takes one",
                                        source->playbooks, source->playbooks == 1 ? "" : "s"));
    }
}

/* What is known of the sources only when all were read: versions, lists of repositories. */
static enum ed_rc finish_sources(struct ingest *in, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < in->take.sources.n && rc == ED_OK; i++) {
        const struct ed_take_source *source = &in->take.sources.v[i];
        struct ed_str version = ed_dataset_version(in->take.dataset, source->name);

        if (source->row != 0 && !source->version.p && version.p) {
            rc = ed_records_source_version(in->take.db, source->row, version, err);
        }
        say_passed_over(in, source);
    }
    return rc;
}

static enum ed_rc no_records(const struct ingest *in, struct ed_err *err)
{
    const struct ed_ingest_counts *counts = &in->take.counts;

    return ed_err_set(
        err, ED_ERR_INPUT,
        "no record was found (%" PRIu64 " sources, %" PRIu64 " bytes, %" PRIu64 " values refused, %" PRIu64
        " compact copies passed over): nothing was changed; an errdex record is a JSON object with the keys "
        "id, repo, slug and errorMessage",
        counts->sources, counts->bytes, counts->rejected, counts->compact);
}

/* Everything inside the transaction. *ret_changed: there is something to commit. */
static enum ed_rc run(struct ingest *in, bool *ret_changed,
                      void (*reason)(void *ctx, struct ed_str reason, uint64_t count), struct ed_err *err)
{
    struct ed_source_events events = {.open = open_stream, .note = note_walk, .ctx = in};
    bool derived = ed_db_derived(in->take.db);
    enum ed_rc rc = derived ? ED_OK : ed_rebuild_derived(in->take.db, in->take.events, err);

    if (rc == ED_OK) {
        in->pipeline = ed_pipeline_new(ed_take_value, &in->take);
        rc = ed_source_walk(in->paths, in->npaths, events, err);
    }
    if (rc == ED_OK) {
        rc = ed_pipeline_drain(in->pipeline, err);
    }
    if (rc == ED_OK) {
        tell_progress(in, 0);
        rc = ed_dataset_verify(in->take.dataset, note_dataset, in, err);
    }
    if (rc == ED_OK && in->take.known == 0) {
        rc = no_records(in, err);
    }
    if (rc == ED_OK) {
        check_promises(in);
        rc = finish_sources(in, err);
    }
    if (rc != ED_OK) {
        return rc;
    }
    *ret_changed = !derived || in->take.changes.n > 0 || in->take.counts.families > 0;
    return *ret_changed ? ed_take_index(&in->take, reason, err) : ED_OK;
}

enum ed_rc ed_kb_ingest(const char *db_path, const char *const *paths, size_t npaths, struct ed_ingest_events events,
                        struct ed_ingest_counts *ret_counts,
                        void (*reason)(void *ctx, struct ed_str reason, uint64_t count), struct ed_err *err)
{
    struct ingest in = {.paths = paths, .npaths = npaths, .total = total_bytes(paths, npaths)};
    struct ed_db *db = NULL;
    bool changed = false;
    enum ed_rc rc = ed_db_open(db_path, ED_DB_CREATE, &db, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_take_init(&in.take, db, events);
    in.take.dataset = ed_dataset_new();
    in.block = ed_alloc(BLOCK);
    rc = ed_db_begin(db, err);
    if (rc == ED_OK) {
        rc = run(&in, &changed, reason, err);
    }
    if (rc == ED_OK && changed) {
        rc = ed_db_commit(db, err);
    }
    ed_pipeline_free(in.pipeline);
    if (rc == ED_OK) {
        ed_db_rollback(db);
        ed_db_close(db);
        *ret_counts = in.take.counts;
    } else {
        ed_db_discard(db);
    }
    ed_dataset_free(in.take.dataset);
    ed_take_done(&in.take);
    ed_free(in.block);
    return rc;
}

/*
 * cmd_ingest.c: records in, and the count of what became of them. rebuild shares the account: it ingests what is there
 * anew.
 */
#include <unistd.h>

#include "base/clock.h"
#include "cli/place.h"
#include "cli/term.h"
#include "kb/ingest.h"

/* Problems that are printed one by one; the counts say how many there were. --verbose prints all. */
#define PROBLEMS_SHOWN 20

struct ingest {
    const struct ed_args *args;
    bool rebuilds; /* nothing comes in: the records are those that were there */
    uint64_t problems;
    int64_t started, last;
    struct ed_buf reasons;
};

static void on_problem(void *ctx, const struct ed_err *problem, bool fatal)
{
    struct ingest *in = ctx;

    if (in->args->quiet && !fatal) {
        return;
    }
    in->problems++;
    if (in->problems > PROBLEMS_SHOWN && !in->args->verbose) {
        return;
    }
    ed_term_progress(" ");
    ed_term_warn(fatal ? "" : "note: ", problem);
}

static void on_progress(void *ctx, uint64_t records, uint64_t bytes, uint64_t total_bytes)
{
    struct ingest *in = ctx;
    int64_t now = ed_clock_monotonic();

    if (in->args->quiet || now - in->started < 1000000 || now - in->last < 200000) {
        return;
    }
    in->last = now;
    if (total_bytes) {
        ed_term_progress("%" PRIu64 " records, %" PRIu64 " of %" PRIu64 " MB", records, bytes / 1000000,
                         total_bytes / 1000000);
    } else {
        ed_term_progress("%" PRIu64 " records, %" PRIu64 " MB", records, bytes / 1000000);
    }
}

static void on_reason(void *ctx, struct ed_str reason, uint64_t count)
{
    struct ingest *in = ctx;

    ed_buf_printf(&in->reasons, "%s%" PRIu64 " %.*s", in->reasons.n ? ", " : "", count, ED_STR_ARG(reason));
}

static void line(struct ed_buf *out, const char *name, uint64_t count, struct ed_str detail)
{
    ed_buf_printf(out, "%-20s%8" PRIu64, name, count);
    if (detail.n) {
        ed_buf_printf(out, "  (%.*s)", ED_STR_ARG(detail));
    }
    ed_buf_byte(out, '\n');
}

static void account(const struct ingest *in, const struct ed_ingest_counts *c, const char *path, struct ed_buf *out)
{
    ed_buf_printf(out, "%s\n", path);
    if (in->rebuilds) {
        line(out, "made anew", c->taken, ED_STR_NONE);
        ed_buf_text(out, "of those:\n");
    } else {
        line(out, "taken", c->taken, ED_STR_NONE);
        line(out, "replaced", c->replaced, ED_STR_NONE);
        line(out, "same", c->same, ED_STR_NONE);
        line(out, "older, not taken", c->older, ED_STR_NONE);
        line(out, "rejected", c->rejected, ED_STR_NONE);
        ed_buf_text(out, "of those taken or replaced:\n");
    }
    line(out, "  repaired pattern", c->repaired, ED_STR_NONE);
    line(out, "  weak", c->weak, ED_STR_NONE);
    line(out, "  inactive", c->inactive, ed_buf_view(&in->reasons));
    line(out, "  same pattern twice", c->duplicate_patterns, ED_STR_NONE);
    line(out, "families", c->families, ED_STR_NONE);
    if (c->compact) {
        line(out, "compact copies", c->compact, ED_STR("skipped: the full records count"));
    }
}

static enum ed_exit finish(struct ingest *in, const struct ed_ingest_counts *counts, const char *path)
{
    enum ed_exit code = ED_EXIT_OK;
    struct ed_buf out;

    ed_term_progress(" ");
    if (in->problems > PROBLEMS_SHOWN && !in->args->verbose) {
        ed_term_say("errdex: %" PRIu64 " more problems; --verbose prints them all", in->problems - PROBLEMS_SHOWN);
    }
    ed_buf_init(&out, /* max */ 0);
    account(in, counts, path, &out);
    if (!in->args->quiet) {
        code = ed_term_out(ed_buf_view(&out), /* ret_gone */ NULL);
    }
    ed_buf_done(&out);
    return code != ED_EXIT_OK ? code : counts->rejected ? ED_EXIT_DATA : ED_EXIT_OK;
}

static void start(struct ingest *in, const struct ed_args *args)
{
    *in = (struct ingest){.args = args, .started = ed_clock_monotonic()};
    ed_buf_init(&in->reasons, /* max */ 0);
}

static enum ed_exit ingest(const struct ed_args *args, struct ed_arena *arena)
{
    struct ed_ingest_counts counts = {0};
    struct ed_err err = {0};
    struct ingest in;
    const char *path = NULL;
    bool made = false;
    enum ed_exit code;
    enum ed_rc rc = ed_place_db_own(args, arena, &path, &made, &err);

    if (rc != ED_OK) {
        return ed_term_fail(&err);
    }
    start(&in, args);
    rc = ed_kb_ingest(path, args->words, args->nwords,
                      (struct ed_ingest_events){.problem = on_problem, .progress = on_progress, .ctx = &in}, &counts,
                      on_reason, &err);
    if (rc < 0 && made) {
        unlink(path);
    }
    code = rc < 0 ? ed_term_fail(&err) : finish(&in, &counts, path);
    ed_buf_done(&in.reasons);
    return code;
}

static enum ed_exit run_ingest(const struct ed_args *args)
{
    struct ed_err err = {0};
    struct ed_arena arena;
    enum ed_exit code;

    if (!args->nwords) {
        ed_err_set(&err, ED_ERR_USAGE,
                   "nothing to ingest: name files, folders or archives of records, or - for "
                   "standard input");
        return ed_term_fail(&err);
    }
    ed_arena_init(&arena);
    code = ingest(args, &arena);
    ed_arena_done(&arena);
    return code;
}

static enum ed_exit run_rebuild(const struct ed_args *args)
{
    struct ed_ingest_counts counts = {0};
    struct ed_err err = {0};
    struct ed_arena arena;
    const char *path = NULL;
    struct ingest in;
    enum ed_exit code;
    enum ed_rc rc;

    if (args->nwords) {
        ed_err_set(&err, ED_ERR_USAGE, "rebuild takes no arguments; the data base is named with --db");
        return ed_term_fail(&err);
    }
    ed_arena_init(&arena);
    start(&in, args);
    in.rebuilds = true;
    rc = ed_place_db(args, &arena, &path, &err);
    if (rc == ED_OK) {
        rc = ed_kb_rebuild(path, (struct ed_ingest_events){.problem = on_problem, .progress = on_progress, .ctx = &in},
                           &counts, &err);
    }
    code = rc < 0 || rc == ED_NOT_FOUND ? ed_term_fail(&err) : finish(&in, &counts, path);
    ed_buf_done(&in.reasons);
    ed_arena_done(&arena);
    return code;
}

const struct ed_cmd ed_cmd_ingest = {
    "ingest",
    "put error records into the data base",
    "SOURCE...",
    "SOURCE is a file, a folder, a compressed file or an archive of JSON error\n"
    "records (single records, arrays, NDJSON, a data set folder with its manifest),\n"
    "or - for standard input; what it is is told by content. All or nothing: when it\n"
    "fails, or is killed, the data base is as it was. Broken records are rejected by\n"
    "name and the others are taken; then the exit code is 3. Without --db it goes\n"
    "into your own data base, which begins as a copy of the bundled one.",
    NULL,
    run_ingest,
};

const struct ed_cmd ed_cmd_rebuild = {
    "rebuild",
    "make the patterns, the index and the full-text search anew",
    "",
    "Drops everything in the data base that is derived from the records and makes it\n"
    "anew. A new version of errdex asks for it when it would start faster that way.",
    NULL,
    run_rebuild};

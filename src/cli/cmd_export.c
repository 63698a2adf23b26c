/*
 * cmd_export.c: records out: the JSON values that came in, one a line.
 */
#include "cli/place.h"
#include "cli/term.h"
#include "kb/export.h"
#include "json/write.h"

struct out_lines {
    struct ed_buf out;
    bool gone;
    enum ed_exit code;
    uint64_t n;
    bool damaged;
};

static void on_damaged(void *ctx, const struct ed_err *why)
{
    struct out_lines *e = ctx;

    e->damaged = true;
    ed_term_warn("", why);
}

static enum ed_rc on_record(void *ctx, struct ed_str json, struct ed_err *err)
{
    struct out_lines *e = ctx;

    (void)err;
    e->n++;
    ed_json_compact(&e->out, json);
    ed_buf_byte(&e->out, '\n');
    if (e->out.n > 262144) {
        e->code = ed_term_out(ed_buf_view(&e->out), &e->gone);
        ed_buf_reset(&e->out);
    }
    return e->gone || e->code != ED_EXIT_OK ? ED_STOP : ED_OK;
}

static enum ed_exit export_all(struct ed_kb *kb, const struct ed_args *args)
{
    struct ed_kb_filter filter = {.repo = ed_str_c(args->repo), .family = ed_str_c(args->family)};
    struct out_lines e = {0};
    struct ed_err err = {0};
    enum ed_rc rc;

    ed_buf_init(&e.out, /* max */ 0);
    rc = ed_kb_export(kb, &filter, on_record, on_damaged, &e, &err);
    if (rc < 0) {
        e.code = ed_term_fail(&err);
    } else if (e.code == ED_EXIT_OK && !e.gone) {
        e.code = ed_term_out(ed_buf_view(&e.out), &e.gone);
    }
    ed_buf_done(&e.out);
    if (e.damaged) {
        return ED_EXIT_DATA;
    }
    return e.code != ED_EXIT_OK ? e.code : e.n ? ED_EXIT_OK : ED_EXIT_FINDING;
}

static enum ed_exit run(const struct ed_args *args)
{
    enum ed_exit code = ED_EXIT_OK;
    struct ed_err err = {0};
    struct ed_kb *kb;

    if (args->nwords) {
        ed_err_set(&err, ED_ERR_USAGE, "export takes options only, and writes to standard output");
        return ed_term_fail(&err);
    }
    kb = ed_place_open(args, &code);
    if (!kb) {
        return code;
    }
    code = export_all(kb, args);
    if (code == ED_EXIT_FINDING && !args->quiet) {
        ed_term_say("errdex: the data base holds no such record");
    }
    ed_kb_close(kb);
    return code;
}

static const struct ed_opt opts[] = {
    {"repo", 0, ED_OPT_TEXT, offsetof(struct ed_args, repo), "OWNER/NAME", NULL, "only records of this repository"},
    {"family", 0, ED_OPT_TEXT, offsetof(struct ed_args, family), "FAMILY", NULL, "only records of this family"},
    {0}};

const struct ed_cmd ed_cmd_export = {
    "export",
    "the records as JSON, one a line, as they came in",
    "",
    "Writes every record (unknown keys included) as one line of JSON, by repository\n"
    "and slug. What is written can be ingested again. Exits with 1 when there is\n"
    "none.",
    opts,
    run,
};

/*
 * cmd_stats.c: what the data base holds, in numbers.
 */
#include "cli/place.h"
#include "cli/term.h"
#include "kb/kb.h"

static void line(struct ed_buf *out, const char *name, uint64_t n)
{
    ed_buf_printf(out, "%-14s%10" PRIu64 "\n", name, n);
}

static void on_reason(void *ctx, struct ed_str reason, uint64_t count)
{
    ed_buf_printf(ctx, "  %-40.*s%10" PRIu64 "\n", ED_STR_ARG(reason), count);
}

static enum ed_rc fill(struct ed_kb *kb, struct ed_buf *out, struct ed_err *err)
{
    struct ed_kb_counts c = {0};
    enum ed_rc rc = ed_kb_count(kb, &c, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_buf_printf(out, "%s\n", ed_kb_path(kb));
    line(out, "records", c.records);
    line(out, "repositories", c.repos);
    line(out, "families", c.families);
    line(out, "active", c.active);
    line(out, "repaired", c.repaired);
    line(out, "weak", c.weak);
    line(out, "always tried", c.always);
    line(out, "bytes on disk", c.bytes);
    line(out, "inactive", c.inactive);
    return ed_kb_inactive(kb, on_reason, out, err);
}

static enum ed_exit run(const struct ed_args *args)
{
    enum ed_exit code = ED_EXIT_OK;
    struct ed_err err = {0};
    struct ed_buf out;
    struct ed_kb *kb;

    if (args->nwords) {
        ed_err_set(&err, ED_ERR_USAGE, "stats takes no arguments; the data base is named with --db");
        return ed_term_fail(&err);
    }
    kb = ed_place_open(args, &code);
    if (!kb) {
        return code;
    }
    ed_buf_init(&out, /* max */ 0);
    code = fill(kb, &out, &err) < 0 ? ed_term_fail(&err) : ed_term_out(ed_buf_view(&out), /* ret_gone */ NULL);
    ed_buf_done(&out);
    ed_kb_close(kb);
    return code;
}

const struct ed_cmd ed_cmd_stats = {"stats",
                                    "what the data base holds, in numbers",
                                    "",
                                    "Active records are tried on every message. Repaired ones among them have a\n"
                                    "pattern that was derived anew from the message; weak ones are reported only with\n"
                                    "other evidence (list --weak); always tried are those that the index cannot\n"
                                    "propose. Inactive ones have no pattern that works and are there to be looked up\n"
                                    "(list --inactive).",
                                    NULL,
                                    run};

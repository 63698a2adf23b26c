/*
 * cmd_test.c: examples tried, and what failed printed: for a person, or as one JSON document for a CI job.
 */
#include "author/trial.h"
#include "cli/flaws.h"
#include "render/words.h"

static const struct ed_opt opts[] = {
    {"format", 'f', ED_OPT_TEXT, offsetof(struct ed_args, format), "NAME", "text|json", "how the result is written"},
    {"repo", 0, ED_OPT_TEXT, offsetof(struct ed_args, repo), "OWNER/NAME", NULL,
     "only examples of this repository's records"},
    {"strict", 0, ED_OPT_FLAG, offsetof(struct ed_args, strict), NULL, NULL, "a record without examples fails, too"},
    {0}};

static void account(struct ed_flaws *flaws, const struct ed_trial_counts *c)
{
    static const char *const names[] = {"records", "untried", "lines", "nearMisses", "failed", "twins"};
    const uint64_t values[] = {c->records, c->untried, c->lines, c->misses, c->failed, c->twins};

    ed_flaws_account(flaws);
    if (flaws->json) {
        for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
            ed_json_member_uint(&flaws->doc, names[i], values[i]);
        }
        return;
    }
    ed_words_count(&flaws->out, c->records, "record, ", "records, ");
    ed_words_count(&flaws->out, c->lines, "line and ", "lines and ");
    ed_words_count(&flaws->out, c->misses, "near miss tried, ", "near misses tried, ");
    ed_buf_printf(&flaws->out, "%" PRIu64 " failed\n", c->failed);
    if (c->untried > 0) {
        ed_words_count(&flaws->out, c->untried, "of the records has no examples", "of the records have no examples");
        ed_buf_text(&flaws->out, flaws->args->verbose || flaws->args->strict ? "\n" : "; --verbose names them\n");
    }
    if (c->twins > 0) {
        ed_words_count(&flaws->out, c->twins, "of the lines fits", "of the lines fit");
        ed_buf_text(&flaws->out, " a record of the same family in another repository as well\n");
    }
}

static enum ed_exit run(const struct ed_args *args)
{
    struct ed_trial_counts counts = {0};
    struct ed_trial_opts trial = {.repo = ed_str_c(args->repo), .flaw = ed_flaws_add, .strict = args->strict};
    struct ed_err err = {0};
    struct ed_flaws flaws;
    struct ed_shelf *shelf;
    enum ed_rc rc;

    ed_flaws_begin(&flaws, args, "errdex-test/1");
    flaws.least = args->verbose || args->strict ? ED_FLAW_INFO : ED_FLAW_ERROR;
    trial.ctx = &flaws;
    shelf = ed_flaws_open(&flaws, /* db_alone */ false);
    if (!shelf) {
        return flaws.code;
    }
    rc = ed_trial_run(shelf, trial, &counts, &err);
    if (rc == ED_OK && counts.lines + counts.misses + counts.failed == 0 && !args->strict) {
        rc = ed_err_set(&err, ED_ERR_INPUT,
                        "there is no example in what was named%s; data/README.md shows what one "
                        "looks like",
                        args->repo ? " for that repository" : "");
    }
    if (rc == ED_OK || flaws.json) { /* of half a run there are no sums, but a document must be whole */
        account(&flaws, &counts);
    }
    ed_shelf_close(shelf);
    return ed_flaws_end(&flaws, ED_FLAW_ERROR, rc != ED_OK ? &err : NULL);
}

const struct ed_cmd ed_cmd_test = {"test",
                                   "try records on their examples",
                                   "[PATH...]",
                                   "PATH is a file or folder of records, families and examples; without one it is\n"
                                   "data in this folder. Every line of an example is diagnosed alone, over all\n"
                                   "records that were named (and those of --db): its record must be found first\n"
                                   "with the values that the example gives, and no other may explain the line as\n"
                                   "well, but a record of the same family in another repository; a near miss must\n"
                                   "not find it. Exits with 1 when a line fails.",
                                   opts,
                                   run};

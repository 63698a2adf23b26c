/*
 * cmd_check.c: a knowledge base looked at, and what is wrong with it printed: for a person, or as one JSON document for
 * a CI job.
 */
#include "author/check.h"
#include "cli/flaws.h"
#include "render/words.h"

static const struct ed_opt opts[] = {
    {"format", 'f', ED_OPT_TEXT, offsetof(struct ed_args, format), "NAME", "text|json", "how the result is written"},
    {"fail-on", 0, ED_OPT_TEXT, offsetof(struct ed_args, fail_on), "LEVEL", "info|warning|error",
     "exit with 1 when a flaw is that severe (error)"},
    {0}};

static void account(struct ed_flaws *flaws, const struct ed_check_counts *c)
{
    uint64_t notes = flaws->count[ED_FLAW_INFO];

    ed_flaws_account(flaws);
    if (flaws->json) {
        ed_json_member_uint(&flaws->doc, "records", c->records);
        ed_json_member_uint(&flaws->doc, "families", c->families);
        ed_json_member_uint(&flaws->doc, "calmLines", c->calm);
        return;
    }
    ed_words_count(&flaws->out, c->records, "record, ", "records, ");
    ed_words_count(&flaws->out, c->families, "family, ", "families, ");
    ed_words_count(&flaws->out, c->calm, "calm line: ", "calm lines: ");
    ed_words_count(&flaws->out, flaws->count[ED_FLAW_ERROR], "error, ", "errors, ");
    ed_words_count(&flaws->out, flaws->count[ED_FLAW_WARNING], "warning, ", "warnings, ");
    ed_words_count(&flaws->out, notes, "note", "notes");
    ed_buf_text(&flaws->out, notes > 0 && flaws->least > ED_FLAW_INFO ? "; --verbose prints the notes\n" : "\n");
}

static enum ed_exit run(const struct ed_args *args)
{
    enum ed_flaw_level fails = ED_FLAW_ERROR;
    struct ed_check_counts counts = {0};
    struct ed_err err = {0};
    struct ed_flaws flaws;
    struct ed_shelf *shelf;
    enum ed_rc rc;

    (void)ed_flaw_level_parse(ed_str_c(args->fail_on), &fails); /* one of the choices, or nothing */
    ed_flaws_begin(&flaws, args, "errdex-check/1");
    flaws.least = args->verbose ? ED_FLAW_INFO : ED_MIN(fails, ED_FLAW_WARNING);
    shelf = ed_flaws_open(&flaws, /* db_alone */ true);
    if (!shelf) {
        return flaws.code;
    }
    rc = ed_check_run(shelf, ed_flaws_add, &flaws, &counts, &err);
    if (rc == ED_OK || flaws.json) { /* of half a run there are no sums, but a document must be whole */
        account(&flaws, &counts);
    }
    ed_shelf_close(shelf);
    return ed_flaws_end(&flaws, fails, rc != ED_OK ? &err : NULL);
}

const struct ed_cmd ed_cmd_check = {"check",
                                    "look for flaws in records and families",
                                    "[PATH...]",
                                    "PATH is a file or folder of records, families and examples; without one it is\n"
                                    "data in this folder, or with --db that data base. With both, records of PATH\n"
                                    "are looked at as they would stand in it. Errors are what makes a record useless\n"
                                    "or harmful: broken, missing-field, filler, dead-pattern, no-pattern,\n"
                                    "broad-pattern (found in a log in which nothing is wrong), broken-link,\n"
                                    "unknown-record. Warnings: weak-pattern, duplicate-pattern, shadowed-pattern\n"
                                    "(its own message is explained by another), unknown-family, other-family,\n"
                                    "empty-family, wrong-place, misplaced, no-examples, few-examples, thin, odd.\n"
                                    "Notes: overlapping-pattern, unverified-place, no-family, unlisted. Exits with 1\n"
                                    "when there is an error.",
                                    opts,
                                    run};

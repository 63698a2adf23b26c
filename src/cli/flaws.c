/*
 * flaws.c: a list of flaws on standard output. For a person they are printed as they are found; JSON is one document,
 * which is printed at the end. It is whole when a run fails, too: what was found before may be why it did.
 */
#include "cli/flaws.h"

#include <unistd.h>

#include "cli/place.h"
#include "cli/term.h"

static void print(struct ed_flaws *flaws)
{
    if (flaws->code == ED_EXIT_OK && !flaws->gone) {
        flaws->code = ed_term_out(ed_buf_view(&flaws->out), &flaws->gone);
    }
    ed_buf_reset(&flaws->out);
}

void ed_flaws_begin(struct ed_flaws *flaws, const struct ed_args *args, const char *schema)
{
    *flaws = (struct ed_flaws){.args = args, .json = args->format && strcmp(args->format, "json") == 0};
    ed_buf_init(&flaws->out, /* max */ 0);
    if (flaws->json) {
        ed_json_out_init(&flaws->doc, &flaws->out, /* indent */ 2);
        ed_json_open_object(&flaws->doc);
        ed_json_member_str(&flaws->doc, "schema", ed_str_c(schema));
        ed_json_key_out(&flaws->doc, "flaws");
        ed_json_open_array(&flaws->doc);
    }
}

void ed_flaws_add(void *ctx, const struct ed_flaw *flaw)
{
    struct ed_flaws *flaws = ctx;

    flaws->count[flaw->level]++;
    if (flaws->json) {
        ed_flaw_json(flaw, &flaws->doc);
    } else if (flaw->level >= flaws->least) {
        ed_flaw_text(flaw, &flaws->out);
        print(flaws);
    }
}

void ed_flaws_account(struct ed_flaws *flaws)
{
    if (flaws->json) {
        ed_json_close_array(&flaws->doc);
        ed_json_key_out(&flaws->doc, "account");
        ed_json_open_object(&flaws->doc);
        for (size_t i = 0; i < ED_FLAW_LEVELS; i++) {
            ed_json_member_uint(&flaws->doc, ed_flaw_level_name((enum ed_flaw_level)i), flaws->count[i]);
        }
    }
}

enum ed_exit ed_flaws_end(struct ed_flaws *flaws, enum ed_flaw_level fails, const struct ed_err *err)
{
    enum ed_exit code = ED_EXIT_OK;

    if (flaws->json) {
        ed_json_close_object(&flaws->doc);
        ed_json_close_object(&flaws->doc);
        ed_buf_byte(&flaws->out, '\n');
    }
    print(flaws);
    ed_buf_done(&flaws->out);
    for (size_t i = fails; i < ED_FLAW_LEVELS; i++) {
        code = flaws->count[i] ? ED_EXIT_FINDING : code;
    }
    if (err) {
        return ed_term_fail(err);
    }
    return flaws->code != ED_EXIT_OK ? flaws->code : code;
}

static void on_problem(void *ctx, const struct ed_err *problem, bool fatal)
{
    struct ed_flaw flaw = ed_flaw_of_problem(problem, fatal);

    ed_flaws_add(ctx, &flaw);
}

struct ed_shelf *ed_flaws_open(struct ed_flaws *flaws, bool db_alone)
{
    static const char *const checkout[] = {"data"};
    const struct ed_args *args = flaws->args;
    struct ed_shelf_opts opts = {.db = args->db, .scratch = ed_place_scratch(), .problem = on_problem, .ctx = flaws};
    const char *const *paths = args->words;
    size_t npaths = args->nwords;
    struct ed_shelf *shelf = NULL;
    struct ed_err err = {0};
    enum ed_rc rc = ED_OK;

    if (npaths == 0 && !(db_alone && args->db)) {
        paths = checkout;
        npaths = access(checkout[0], F_OK) == 0;
        if (npaths == 0) {
            rc = ed_err_set(&err, ED_ERR_USAGE,
                            "nothing to look at: name files or folders of records and examples (there is no folder "
                            "data here)");
        }
    }
    for (size_t i = 0; i < npaths && rc == ED_OK; i++) {
        if (strcmp(paths[i], "-") == 0) {
            rc = ed_err_set(&err, ED_ERR_USAGE, "standard input has no places to tell: name a file");
        }
    }
    if (rc == ED_OK) {
        rc = ed_shelf_open(paths, npaths, opts, &shelf, &err);
    }
    if (rc != ED_OK) { /* what was found before it may be why */
        ed_flaws_account(flaws);
        flaws->code = ed_flaws_end(flaws, ED_FLAW_ERROR, &err);
    }
    return shelf;
}

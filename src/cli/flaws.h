/*
 * flaws.h: what the author's commands have in common: which paths they read, and how a list of flaws is printed.
 */
#ifndef ED_CLI_FLAWS_H
#define ED_CLI_FLAWS_H

#include "author/flaw.h"
#include "cli/cmd.h"

struct ed_flaws {
    const struct ed_args *args;
    bool json, gone;
    struct ed_buf out;
    struct ed_json_out doc;
    uint64_t count[ED_FLAW_LEVELS];
    enum ed_flaw_level least; /* that is printed; all are counted */
    enum ed_exit code;
};

/* schema: the name of the JSON document. */
void ed_flaws_begin(struct ed_flaws *flaws, const struct ed_args *args, const char *schema);
/* ed_flaw_fn; ctx: the list. */
void ed_flaws_add(void *ctx, const struct ed_flaw *flaw);
/* The end of the list: in JSON the object of counts is open then, and ed_flaws_end closes it. For a person a line is
   written into flaws->out. */
void ed_flaws_account(struct ed_flaws *flaws);
/* Prints what is left, then why the run failed (err NULL: it did not). Returns the exit code: that of the failure, or 1
   when there was a flaw of that level or above. */
enum ed_exit ed_flaws_end(struct ed_flaws *flaws, enum ed_flaw_level fails, const struct ed_err *err);

/* Open what args->words name, or data/ of this folder; problems become flaws. NULL: it failed, and that was said. */
struct ed_shelf *ed_flaws_open(struct ed_flaws *flaws, bool db_alone);

#endif

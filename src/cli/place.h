/*
 * place.h: where errdex's files are: the data base, and what `last` remembers.
 */
#ifndef ED_CLI_PLACE_H
#define ED_CLI_PLACE_H

#include "base/arena.h"
#include "cli/cmd.h"
#include "diag/playbook.h"
#include "kb/kb.h"

/* The data base to read: --db, else $ERRDEX_DB, else the user's own if it exists, else the bundled one. ED_NOT_FOUND
   with words when there is none. */
ED_NODISCARD enum ed_rc ed_place_db(const struct ed_args *args, struct ed_arena *arena, const char **ret_path,
                                    struct ed_err *err);
/* The data base to write: --db, else $ERRDEX_DB, else the user's own, which is made from the bundled one first when it
   is not there (*ret_made tells; the caller removes it again when nothing came of it). */
ED_NODISCARD enum ed_rc ed_place_db_own(const struct ed_args *args, struct ed_arena *arena, const char **ret_path,
                                        bool *ret_made, struct ed_err *err);
/* ed_place_db and ed_kb_open; a failure is said on standard error. NULL and *ret_exit then. */
struct ed_kb *ed_place_open(const struct ed_args *args, enum ed_exit *ret_exit);

/* The playbooks that come with the program, and in front of them that of --playbook. A failure is said on standard
   error: NULL and *ret_exit then. */
struct ed_playbooks *ed_place_playbooks(const struct ed_args *args, enum ed_exit *ret_exit);

/* The file that holds the ids of the last run's findings, one a line; NULL when the user has no home. */
const char *ed_place_last(struct ed_arena *arena);
/* A folder for files that live no longer than the run: $TMPDIR or /tmp. */
const char *ed_place_scratch(void);

#endif

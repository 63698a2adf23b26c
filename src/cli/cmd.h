/*
 * cmd.h: what a command is, and what all commands are given. One table of options feeds the parser and the help.
 */
#ifndef ED_CLI_CMD_H
#define ED_CLI_CMD_H

#include "base/err.h"
#include "base/vec.h"
#include "cli/exit.h"

/* Every option of every command, as parsed: no I/O has happened yet. NULL, 0, false where it was not given. */
struct ed_args {
    const char *db, *format, *color;
    const char *fail_on, *repo, *family, *severity;
    bool quiet, verbose, help, version;
    const char *since, *until;
    const char *input; /* a format's name */
    const char *evidence, *playbook;
    bool collect;
    bool why, oracle, weak, inactive, explain_input, follow, strict;
    const char *baseline, *triage; /* a good log; off, brief, full */
    const char *accept, *write_accept;
    const char *file, *commit, *to; /* of a new record: its place in the source, and where it goes */
    uint64_t limit, threads, triage_limit, line;
    const char *const *words; /* what is no option */
    size_t nwords;
};

enum ed_opt_kind { ED_OPT_FLAG, ED_OPT_TEXT, ED_OPT_NUMBER };

struct ed_opt {
    const char *name; /* without the dashes; NULL ends a table */
    char letter;      /* 0: none */
    enum ed_opt_kind kind;
    size_t offset;       /* into struct ed_args */
    const char *value;   /* how the help calls the value: "PATH" */
    const char *choices; /* "text|json": what may stand there; NULL: anything */
    const char *help;
};

struct ed_cmd {
    const char *name;
    const char *summary; /* one line of `errdex --help` */
    const char *usage;   /* what stands behind the name: "[PATH...]" */
    const char *about;   /* a paragraph or two of its own help */
    const struct ed_opt *opts;
    enum ed_exit (*run)(const struct ed_args *args);
};

/* The options that all commands share. */
extern const struct ed_opt ed_opts_common[];

extern const struct ed_cmd ed_cmd_diagnose, ed_cmd_ingest, ed_cmd_export, ed_cmd_explain, ed_cmd_search, ed_cmd_list,
    ed_cmd_stats, ed_cmd_rebuild, ed_cmd_formats, ed_cmd_test, ed_cmd_check, ed_cmd_new, ed_cmd_evidence;

#endif

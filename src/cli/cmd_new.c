/*
 * cmd_new.c: a record begun: the skeleton written, and what to do next said.
 */
#include <unistd.h>

#include "author/skeleton.h"
#include "base/utf8.h"
#include "cli/cmd.h"
#include "cli/term.h"

static const struct ed_opt opts[] = {
    {"to", 0, ED_OPT_TEXT, offsetof(struct ed_args, to), "FOLDER", NULL, "where records/ and examples/ are (data)"},
    {"file", 0, ED_OPT_TEXT, offsetof(struct ed_args, file), "PATH", NULL, "the source file, from the repository on"},
    {"line", 0, ED_OPT_NUMBER, offsetof(struct ed_args, line), "N", NULL, "the line in it"},
    {"commit", 0, ED_OPT_TEXT, offsetof(struct ed_args, commit), "SHA", NULL, "the commit it was read at"},
    {"family", 0, ED_OPT_TEXT, offsetof(struct ed_args, family), "FAMILY", NULL, "the family it belongs to"},
    {"severity", 0, ED_OPT_TEXT, offsetof(struct ed_args, severity), "SEVERITY", "info|warning|error|critical",
     "how bad it is (error)"},
    {0}};

static enum ed_exit report(const struct ed_args *args, const struct ed_skeleton *made, const char *folder)
{
    enum ed_exit code;
    struct ed_buf out;

    ed_buf_init(&out, /* max */ 0);
    ed_utf8_visible(&out, made->record_file, /* keep_lines */ false);
    ed_buf_printf(&out, ": /%zu: the record %.*s, %s/%.*s\n", made->record_index, ED_STR_ARG(made->id), args->words[0],
                  ED_STR_ARG(made->slug));
    ed_utf8_visible(&out, made->example_file, /* keep_lines */ false);
    ed_buf_printf(&out, ": /%zu: its examples\n", made->example_index);
    for (size_t i = 0; i < made->nnames; i++) {
        ed_buf_text(&out, i == 0 ? "holes: " : ", ");
        ed_utf8_visible(&out, made->names[i], /* keep_lines */ false);
    }
    ed_buf_text(&out, made->nnames > 0 ? "\n" : "");
    if (!args->quiet) {
        ed_buf_text(&out, "next: write what \"FILL IN:\" asks for in both, then\n  errdex check ");
        ed_utf8_visible(&out, ed_str_c(folder), /* keep_lines */ false);
        ed_buf_text(&out, "\n  errdex test ");
        ed_utf8_visible(&out, ed_str_c(folder), /* keep_lines */ false);
        ed_buf_printf(&out, " --repo %s\n", args->words[0]);
    }
    code = ed_term_out(ed_buf_view(&out), /* ret_gone */ NULL);
    ed_buf_done(&out);
    return code;
}

static enum ed_exit run(const struct ed_args *args)
{
    const char *folder = args->to ? args->to : "data";
    struct ed_skeleton made = {0};
    struct ed_err err = {0};
    struct ed_arena arena;
    enum ed_exit code;
    enum ed_rc rc = ED_OK;

    if (args->nwords != 2) {
        rc = ed_err_set(&err, ED_ERR_USAGE,
                        "new takes a repository and a message: errdex new owner/name 'cannot open %%s' (in quotes)");
    } else if (!args->to && access(folder, F_OK) != 0) {
        rc = ed_err_set(&err, ED_ERR_USAGE,
                        "there is no folder data here: name one with --to, and it is made when it is not there");
    } else if (args->to && !args->to[0]) {
        rc = ed_err_set(&err, ED_ERR_USAGE, "--to is given an empty name: name a folder, or leave the option out");
    }
    if (rc != ED_OK) {
        return ed_term_fail(&err);
    }
    ed_arena_init(&arena);
    rc = ed_skeleton_write(folder,
                           &(struct ed_skeleton_opts){.repo = ed_str_c(args->words[0]),
                                                      .message = ed_str_c(args->words[1]),
                                                      .file = ed_str_c(args->file),
                                                      .line = args->line,
                                                      .commit = ed_str_c(args->commit),
                                                      .family = ed_str_c(args->family),
                                                      .severity = ed_str_c(args->severity)},
                           &arena, &made, &err);
    code = rc != ED_OK ? ed_term_fail(&err) : report(args, &made, folder);
    ed_arena_done(&arena);
    return code;
}

const struct ed_cmd ed_cmd_new = {"new",
                                  "begin a record: its id, slug, pattern, and examples to fill in",
                                  "REPO 'MESSAGE'",
                                  "REPO is owner/name; MESSAGE is the message as it stands in the source, with its\n"
                                  "placeholders, in quotes. A record is added to records/OWNER/NAME.json, and\n"
                                  "examples to examples/OWNER/NAME.json; what is there is never changed. errdex\n"
                                  "check refuses both until they are filled in.",
                                  opts,
                                  run};

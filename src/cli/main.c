/*
 * main.c: the program: which command runs, and what happens when memory cannot be had. The only mutable state of the
 * process is the environment it was given.
 */
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cli/cmd.h"
#include "cli/help.h"
#include "cli/opt.h"
#include "cli/term.h"
#include "record/slug.h"

static const struct ed_cmd *const cmds[] = {
    &ed_cmd_diagnose, &ed_cmd_explain, &ed_cmd_search,   &ed_cmd_list, &ed_cmd_stats, &ed_cmd_ingest, &ed_cmd_export,
    &ed_cmd_rebuild,  &ed_cmd_formats, &ed_cmd_evidence, &ed_cmd_test, &ed_cmd_check, &ed_cmd_new,    NULL};

_Noreturn void ed_alloc_failed(size_t n)
{
    static const char text[] = "errdex: out of memory; free some, or give it a smaller input\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);

    (void)ignored;
    (void)n;
    _exit(ED_EXIT_DATA);
}

static const struct ed_cmd *find(const char *name)
{
    for (size_t i = 0; cmds[i]; i++) {
        if (strcmp(cmds[i]->name, name) == 0) {
            return cmds[i];
        }
    }
    return NULL;
}

static enum ed_exit print(void (*fill)(struct ed_buf *out, const struct ed_cmd *cmd), const struct ed_cmd *cmd)
{
    struct ed_buf out;
    enum ed_exit code;

    ed_buf_init(&out, /* max */ 0);
    fill(&out, cmd);
    code = ed_term_out(ed_buf_view(&out), /* ret_gone */ NULL);
    ed_buf_done(&out);
    return code;
}

static void fill_help(struct ed_buf *out, const struct ed_cmd *cmd)
{
    if (cmd) {
        ed_help_cmd(cmd, out);
    } else {
        ed_help_all(cmds, out);
    }
}

static void fill_version(struct ed_buf *out, const struct ed_cmd *cmd)
{
    (void)cmd;
    ed_buf_text(out, "errdex " ERRDEX_VERSION "\n");
}

static enum ed_exit unknown_command(const char *name)
{
    struct ed_err err = {0};
    const char *near = NULL;
    unsigned best = 3;

    for (size_t i = 0; cmds[i]; i++) {
        unsigned d = ed_slug_distance(ed_str_c(name), ed_str_c(cmds[i]->name), 2);

        if (d < best) {
            best = d;
            near = cmds[i]->name;
        }
    }
    if (near) {
        ed_err_set(&err, ED_ERR_USAGE, "\"%s\" is neither a command nor a file; did you mean %s?", name, near);
    } else {
        ed_err_set(&err, ED_ERR_USAGE, "\"%s\" is neither a command nor a file; errdex --help lists the commands",
                   name);
    }
    return ed_term_fail(&err);
}

/* "errdex -q stats" would diagnose a file of that name. */
static bool is_command_behind_options(const struct ed_args *args)
{
    return args->nwords && find(args->words[0]) && access(args->words[0], F_OK) != 0;
}

/* The first word names the command; without one the log on standard input, or the files named, are diagnosed. */
static const struct ed_cmd *choose(int argc, char **argv, int *ret_skip)
{
    const struct ed_cmd *cmd = argc > 1 ? find(argv[1]) : NULL;

    *ret_skip = cmd ? 2 : 1;
    if (cmd) {
        return cmd;
    }
    if (argc > 1 && argv[1][0] != '-' && access(argv[1], F_OK) != 0) {
        return NULL;
    }
    return &ed_cmd_diagnose;
}

static enum ed_exit help_word(int argc, char **argv)
{
    const struct ed_cmd *cmd = argc > 2 ? find(argv[2]) : NULL;

    return argc > 2 && !cmd ? unknown_command(argv[2]) : print(fill_help, cmd);
}

int main(int argc, char **argv)
{
    const struct ed_cmd *cmd;
    struct ed_args args;
    struct ed_err err = {0};
    int skip = 0;

    setlocale(LC_CTYPE, "C.UTF-8"); /* names inside archives may be any text */
    signal(SIGPIPE, SIG_IGN);       /* a reader that is gone is EPIPE, see ed_io_write */
    signal(SIGXFSZ, SIG_IGN);       /* a file over its limit is an error with words, not a death */
    if (argc > 1 && strcmp(argv[1], "help") == 0) {
        return (int)help_word(argc, argv);
    }
    if (argc <= 1 && isatty(STDIN_FILENO)) {
        print(fill_help, /* cmd */ NULL);
        return ED_EXIT_USAGE;
    }
    cmd = choose(argc, argv, &skip);
    if (!cmd) {
        return (int)unknown_command(argv[1]);
    }
    if (ed_opt_parse(cmd, argc - skip, argv + skip, &args, &err) != ED_OK) {
        return (int)ed_term_fail(&err);
    }
    if (args.help) {
        return (int)print(fill_help, skip == 1 ? NULL : cmd);
    }
    if (args.version) {
        return (int)print(fill_version, NULL);
    }
    if (skip == 1 && is_command_behind_options(&args)) {
        ed_err_set(&err, ED_ERR_USAGE, "the command stands first: errdex %s [OPTION...]", args.words[0]);
        return (int)ed_term_fail(&err);
    }
    return (int)cmd->run(&args);
}

/*
 * cmd_evidence.c: playbooks without a log: their list, and the script that asks a machine what one of them asks.
 */
#include "cli/place.h"
#include "cli/term.h"
#include "diag/script.h"
#include "kb/lookup.h"
#include "record/slug.h"

static void list(const struct ed_args *args, const struct ed_playbooks *playbooks, struct ed_buf *out)
{
    const struct ed_playbook *p;

    for (size_t i = 0; (p = ed_playbooks_at(playbooks, i)) != NULL; i++) {
        ed_buf_printf(out, "%-24.*s  %.*s\n", ED_STR_ARG(p->slug), ED_STR_ARG(p->title));
        for (size_t k = 0; k < p->nasked && args->verbose; k++) {
            if (p->asked[k].of_log) {
                continue;
            }
            ed_buf_printf(out, "    %.*s: ", ED_STR_ARG(p->asked[k].about));
            for (size_t a = 0; a < p->asked[k].command.n; a++) {
                ed_buf_printf(out, "%s%.*s", a ? " " : "", ED_STR_ARG(p->asked[k].command.v[a]));
            }
            ed_buf_byte(out, '\n');
        }
    }
}

struct sought {
    const struct ed_playbooks *playbooks;
    const struct ed_playbook *found;
};

static enum ed_rc on_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err ED_UNUSED)
{
    struct sought *sought = ctx;
    struct ed_record record = {.repo = row->repo, .slug = row->slug, .background_tag = row->family};

    sought->found = sought->found ? sought->found : ed_playbooks_of(sought->playbooks, &record);
    return ED_OK;
}

/* A playbook's or a family's name, or that of a record which one is for. */
static const struct ed_playbook *find(const struct ed_args *args, const struct ed_playbooks *playbooks,
                                      struct ed_str name, enum ed_exit *ret_exit)
{
    struct sought sought = {.playbooks = playbooks, .found = ed_playbooks_find(playbooks, name)};
    enum ed_lookup_kind kind;
    struct ed_err err = {0};
    struct ed_kb *kb;
    enum ed_rc rc;

    if (sought.found) {
        return sought.found;
    }
    kb = ed_place_open(args, ret_exit);
    if (!kb) {
        return NULL;
    }
    rc = ed_kb_lookup(kb, name, &kind, on_row, &sought, &err);
    ed_kb_close(kb);
    if (rc < 0) {
        *ret_exit = ed_term_fail(&err);
        return NULL;
    }
    if (!sought.found) {
        ed_err_set(&err, ED_ERR_INPUT, "there is no playbook for %.*s; errdex evidence list shows them",
                   ED_STR_ARG(name));
        ed_term_fail(&err);
        *ret_exit = ED_EXIT_FINDING;
    }
    return sought.found;
}

static enum ed_exit run(const struct ed_args *args)
{
    bool is_list = args->nwords == 1 && strcmp(args->words[0], "list") == 0;
    bool is_script = args->nwords == 2 && strcmp(args->words[0], "script") == 0;
    enum ed_exit code = ED_EXIT_OK;
    struct ed_playbooks *playbooks;
    struct ed_err err = {0};
    struct ed_buf out;

    if (!is_list && !is_script) {
        ed_err_set(&err, ED_ERR_USAGE, "errdex evidence list, or errdex evidence script FAMILY|SLUG");
        return ed_term_fail(&err);
    }
    playbooks = ed_place_playbooks(args, &code);
    if (!playbooks) {
        return code;
    }
    ed_buf_init(&out, /* max= */ 0);
    if (is_list) {
        list(args, playbooks, &out);
    } else {
        const struct ed_playbook *playbook = find(args, playbooks, ed_str_c(args->words[1]), &code);

        if (playbook) {
            ed_script_put(&out, playbook, ERRDEX_VERSION);
        }
    }
    if (code == ED_EXIT_OK) {
        code = ed_term_out(ed_buf_view(&out), /* ret_gone= */ NULL);
    }
    ed_buf_done(&out);
    ed_playbooks_free(playbooks);
    return code;
}

static const struct ed_opt opts[] = {
    {"playbook", 0, ED_OPT_TEXT, offsetof(struct ed_args, playbook), "FILE", NULL, "a playbook of your own"}, {0}};

const struct ed_cmd ed_cmd_evidence = {
    "evidence",
    "what to ask a machine about an error, and scripts that ask it",
    "list | script FAMILY|SLUG",
    "`list` names the playbooks (--verbose: and their commands). `script` prints a shell\n"
    "script for the machine where the error was met: it runs the read-only commands of\n"
    "one playbook and writes their outputs as one text, which `errdex diagnose\n"
    "--evidence FILE LOG` reads.",
    opts,
    run};

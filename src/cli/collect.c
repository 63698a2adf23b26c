/*
 * collect.c: runs a playbook's commands by their argument vectors and writes a bundle of them (diag/bundle.h), command
 * by command: what was printed first tells for which values the later ones run.
 */
#include "cli/collect.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "cli/child.h"
#include "cli/term.h"
#include "diag/facts.h"
#include "diag/fill.h"

#include <unistd.h>

static const char from[] = "collected here";

/* The output behind "| ", line by line. */
static void put_output(struct ed_buf *text, struct ed_str output)
{
    while (output.n) {
        ed_buf_text(text, "| ");
        ed_buf_str(text, ed_str_cut(&output, '\n'));
        ed_buf_byte(text, '\n');
    }
}

static void put_end(struct ed_buf *text, const struct ed_child_end *end)
{
    if (end->cut) {
        ed_buf_text(text, "= cut\n");
    }
    if (end->absent) {
        ed_buf_text(text, "= absent\n");
    } else {
        ed_buf_printf(text, "= exit %d\n", end->late ? 124 : end->exit);
    }
}

/* The vector with its hole filled, run, and added to the text of the bundle. */
static void run_one(const struct ed_asked *asked, const struct ed_str *value, struct ed_arena *arena,
                    struct ed_buf *text)
{
    const char **argv = ed_arena_zero(arena, asked->command.n + 1, sizeof(*argv));
    struct ed_fact fact = {.kind = ED_FACT_TEXT, .text = value ? *value : ED_STR_NONE};
    struct ed_child_end end = {0};
    struct ed_buf argument, shown, output;
    struct ed_err err = {0};

    ed_buf_init(&argument, /* max= */ 0);
    ed_buf_init(&shown, /* max= */ 0);
    ed_buf_init(&output, ED_LIMIT_EVIDENCE_OUTPUT);
    for (size_t i = 0; i < asked->command.n; i++) {
        struct ed_str name = ED_STR_NONE;
        bool filled = value && ed_slot_find(asked->command.v[i], &name) != SIZE_MAX;
        struct ed_fact_rows rows = {.names = &name, .ncols = 1, .facts = &fact, .nrows = filled};

        ed_buf_reset(&argument);
        ed_fill_sentence(&argument, asked->command.v[i], &rows, 0);
        argv[i] = ed_arena_str(arena, ed_buf_view(&argument)).p;
        ed_buf_text(&shown, i ? " " : "");
        if (filled) { /* the playbook's own text and a plain value, as a bundle shows them */
            ed_buf_str(&shown, ed_buf_view(&argument));
        } else {
            ed_shell_quote(&shown, ed_buf_view(&argument));
        }
    }
    ed_term_say("runs: %.*s", ED_STR_ARG(ed_buf_view(&shown)));
    if (ed_child_run(argv, ED_LIMIT_COLLECT_SECONDS, &output, &end, &err) != ED_OK) {
        ed_term_warn("note", &err);
        end.absent = true;
    }
    ed_buf_text(text, "$ ");
    ed_buf_str(text, ed_buf_view(&shown));
    ed_buf_byte(text, '\n');
    put_output(text, ed_buf_view(&output));
    put_end(text, &end);
    ed_buf_done(&argument);
    ed_buf_done(&shown);
    ed_buf_done(&output);
}

void ed_collect(const struct ed_playbook *playbook, struct ed_bundle *bundle)
{
    char host[256] = "";
    struct ed_arena arena;
    struct ed_buf text;

    ed_arena_init(&arena);
    ed_buf_init(&text, ED_LIMIT_EVIDENCE_TOTAL);
    ed_buf_printf(&text, "errdex-evidence/1 %.*s\n", ED_STR_ARG(playbook->slug));
    if (gethostname(host, sizeof(host) - 1) == 0) {
        ed_buf_printf(&text, "@ host %s\n", host);
    }
    for (size_t i = 0; i < playbook->nasked; i++) {
        const struct ed_asked *asked = &playbook->asked[i];
        const struct ed_str *values = NULL;
        const struct ed_output *outputs = NULL;
        struct ed_bundle *so_far;
        size_t noutputs = 0, n = 0;

        if (asked->of_log) {
            continue;
        }
        if (!asked->per_value) {
            run_one(asked, /* value= */ NULL, &arena, &text);
            continue;
        }
        so_far = ed_bundle_new();
        ed_bundle_add(so_far, ed_str_c(from), ed_buf_view(&text));
        ed_bundle_outputs(so_far, playbook, &outputs, &noutputs);
        n = ed_facts_values(playbook, i, outputs, noutputs, &arena, &values);
        for (size_t k = 0; k < n; k++) {
            run_one(asked, &values[k], &arena, &text);
        }
        ed_bundle_free(so_far);
    }
    ed_bundle_add(bundle, ed_str_c(from), ed_buf_view(&text));
    ed_buf_done(&text);
    ed_arena_done(&arena);
}

/*
 * gate.c: see gate.h. A gate asks only about sure findings that nobody accepted. What could not be kept (over the
 * report's cap) cannot be held against the accepted ones and counts; what could not be read is exit code 3, unless a
 * finding says 1 already.
 */
#include "cli/gate.h"

#include "base/io.h"
#include "base/limits.h"
#include "cli/term.h"
#include "kb/lookup.h"

/* Accepted findings that were not met and are named; more are counted. */
#define STALE_SAID  20
#define SUGGESTIONS 3

static enum ed_rc on_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err ED_UNUSED)
{
    struct ed_gate *gate = ctx;

    *ed_vec_add(&gate->rows) = row->row;
    return ED_OK;
}

static enum ed_rc nothing_named(struct ed_kb *kb, const char *name, struct ed_err *err)
{
    struct ed_buf near;
    enum ed_rc rc;

    ed_buf_init(&near, /* max= */ 1024);
    rc = ed_kb_suggest(kb, ed_str_c(name), SUGGESTIONS, &near, err);
    if (rc >= 0) {
        rc = ed_err_set(err, ED_ERR_USAGE,
                        "--fail-on takes info, warning, error, critical, or the name of a record: \"%.100s\" is none"
                        "%s%.*s",
                        name, near.n ? "; the nearest are: " : "; errdex search WORDS finds names",
                        ED_STR_ARG(ed_buf_view(&near)));
    }
    ed_buf_done(&near);
    return rc;
}

/* A severity, or what explain would find by that name: a slug, a path, an id, a code, a family. */
static enum ed_rc resolve(struct ed_gate *gate, struct ed_kb *kb, struct ed_err *err)
{
    const char *name = gate->args->fail_on;
    enum ed_lookup_kind kind = ED_LOOKUP_ID;
    enum ed_rc rc;

    if (!name) {
        return ED_OK;
    }
    gate->by_severity = ed_severity_parse(ed_str_c(name), &gate->floor);
    if (gate->by_severity) {
        return ED_OK;
    }
    rc = ed_kb_lookup(kb, ed_str_c(name), &kind, on_row, gate, err);
    return rc < 0 ? rc : gate->rows.n ? ED_OK : nothing_named(kb, name, err);
}

static enum ed_rc read_accepted(struct ed_gate *gate, struct ed_kb *kb, struct ed_err *err)
{
    struct ed_buf text;
    enum ed_rc rc;

    if (!gate->args->accept) {
        return ED_OK;
    }
    ed_buf_init(&text, ED_LIMIT_ACCEPT);
    rc = ed_io_file(gate->args->accept, &text, err);
    if (rc == ED_OK) {
        rc = ed_accept_read(ed_buf_view(&text), &gate->accept, err);
    }
    if (rc == ED_OK) {
        rc = ed_accept_check(gate->accept, kb, err);
    }
    if (rc < 0) {
        ed_err_at(err, gate->args->accept, 0, NULL);
    }
    ed_buf_done(&text);
    return rc;
}

enum ed_exit ed_gate_open(const struct ed_args *args, struct ed_kb *kb, struct ed_gate *ret_gate)
{
    struct ed_err err = {0};
    enum ed_rc rc;

    *ret_gate = (struct ed_gate){.args = args};
    if (args->write_accept && (!args->write_accept[0] || strcmp(args->write_accept, "-") == 0)) {
        rc = ed_err_set(&err, ED_ERR_USAGE, "--write-accept needs a file's name: it is replaced as a whole");
    } else {
        rc = resolve(ret_gate, kb, &err);
    }
    rc = rc == ED_OK ? read_accepted(ret_gate, kb, &err) : rc;
    if (rc < 0) {
        ed_gate_done(ret_gate);
        return ed_term_fail(&err);
    }
    return ED_EXIT_OK;
}

void ed_gate_done(struct ed_gate *gate)
{
    ed_accept_free(gate->accept);
    gate->accept = NULL;
    ed_vec_done(&gate->rows);
}

static void on_stale(void *ctx, struct ed_str words)
{
    size_t *said = ctx;

    if (++*said <= STALE_SAID) {
        ed_term_say("errdex: note: accepted, but not found in this run: %.*s", ED_STR_ARG(words));
    }
}

static void say_stale(const struct ed_gate *gate)
{
    size_t said = 0, n;

    if (!gate->accept || gate->args->quiet) {
        return;
    }
    n = ed_accept_stale(gate->accept, on_stale, &said);
    if (n > STALE_SAID) {
        ed_term_say("errdex: note: accepted, but not found in this run: %zu more", n - STALE_SAID);
    }
}

static bool fails(const struct ed_gate *gate, const struct ed_finding *finding)
{
    if (finding->tier != ED_TIER_EXACT || finding->accepted) {
        return false;
    }
    if (gate->by_severity) {
        return finding->record->severity >= gate->floor && !finding->calm;
    }
    for (size_t i = 0; i < gate->rows.n; i++) {
        if (gate->rows.v[i] == finding->row) {
            return true;
        }
    }
    return false;
}

static bool any_fails(const struct ed_gate *gate, const struct ed_report *report)
{
    for (size_t i = 0; i < report->nfindings; i++) {
        if (fails(gate, &report->findings[i])) {
            return true;
        }
    }
    for (size_t i = gate->floor; gate->by_severity && i < ED_SEVERITIES; i++) {
        if (report->account.dropped_sure[i]) {
            return true;
        }
    }
    return false;
}

/* Some of the input was not read, other than what is passed over as it should be. */
static bool is_partial(const struct ed_report *report)
{
    for (size_t i = 0; i < report->account.nnotes; i++) {
        if (report->account.notes[i].rc < 0) {
            return true;
        }
    }
    return report->account.notes_dropped > 0;
}

static enum ed_exit write_accepted(const struct ed_gate *gate, const struct ed_report *report)
{
    struct ed_err err = {0};
    struct ed_buf text;
    enum ed_rc rc;

    if (is_partial(report)) {
        ed_err_set(&err, ED_ERR_INPUT,
                   "not written: some of the input could not be read, and what it holds would be missing");
        ed_err_at(&err, gate->args->write_accept, 0, NULL);
        return ed_term_fail(&err);
    }
    ed_buf_init(&text, /* max= */ 0);
    ed_accept_write(gate->accept, report->findings, report->nfindings, &text);
    rc = ed_io_replace(gate->args->write_accept, ed_buf_view(&text), &err);
    ed_buf_done(&text);
    return rc < 0 ? ed_term_fail(&err) : ED_EXIT_OK;
}

enum ed_exit ed_gate_verdict(struct ed_gate *gate, const struct ed_report *report)
{
    say_stale(gate);
    if (gate->args->write_accept) {
        return write_accepted(gate, report);
    }
    return any_fails(gate, report) ? ED_EXIT_FINDING : is_partial(report) ? ED_EXIT_DATA : ED_EXIT_OK;
}

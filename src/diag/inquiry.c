/*
 * inquiry.c: one finding against its playbook: the facts into tables, the questions asked, cause and steps told.
 *
 * A question that cannot be answered is unknown, with the reason and the command that would tell; it never stops the
 * others. A table that was not brought is no empty table: whatever reads it is unknown, unless the playbook says that
 * it can do without. What a question reads, SQLite's authorizer tells.
 *
 * Order of the file: the log's tables, tables and commands, checks, cause and steps, the whole, proof of a playbook.
 */
#include "diag/inquiry.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/vec.h"
#include "diag/facts.h"
#include "diag/fill.h"
#include "input/stamp.h"
#include "match/expr.h"

struct inquiry {
    const struct ed_playbook *playbook;
    struct ed_arena *arena;
    struct ed_factdb *db;
    struct ed_output *outputs;
    size_t noutputs;
    const struct ed_facts_table *tables; /* one for each of the playbook's, */
    struct ed_str *commands;             /* and how one would type what it asks for */
    struct ed_evidence_check *checks;
    const struct ed_question *question; /* that is looked at: */
    size_t lacks;                       /* the table it lacks; SIZE_MAX: none */
    struct ed_str column;               /* and the column, when it is only that */
    size_t short_of;                    /* a table of which it reads only a part; SIZE_MAX: none */
    ED_VEC(struct ed_evidence_step) steps;
};

static struct ed_fact text_fact(struct ed_str text)
{
    return text.p ? (struct ed_fact){.kind = ED_FACT_TEXT, .text = text} : (struct ed_fact){.kind = ED_FACT_NULL};
}

static enum ed_rc table(struct ed_factdb *db, const char *name, const char *columns, size_t *ret_table,
                        struct ed_err *err)
{
    struct ed_str names[ED_LIMIT_FACT_COLUMNS], rest = ed_str_c(columns);
    size_t n = 0;

    while (rest.n) {
        names[n++] = ed_str_cut(&rest, ' ');
    }
    return ed_factdb_table(db, ed_str_c(name), names, n, ret_table, err);
}

static enum ed_rc log_captures(struct ed_factdb *db, const struct ed_finding *finding, struct ed_err *err)
{
    size_t to = 0;
    enum ed_rc rc = table(db, "capture", "name value number unit", &to, err);

    for (size_t i = 0; i < finding->nvalues && rc == ED_OK; i++) {
        struct ed_fact row[4] = {text_fact(finding->values[i].name), text_fact(finding->values[i].value)};
        struct ed_str unit = ED_STR_NONE;

        if (ed_cell_measure(finding->values[i].value, &row[2], &unit)) {
            row[3] = text_fact(unit);
        }
        rc = ed_factdb_row(db, to, row, err);
    }
    return rc;
}

static enum ed_rc log_sources(struct ed_factdb *db, const struct ed_finding *finding, struct ed_err *err)
{
    size_t to = 0;
    enum ed_rc rc = table(db, "source", "source line time host unit ident pid container pod rank", &to, err);

    for (size_t i = 0; i < finding->nsources && rc == ED_OK; i++) {
        const struct ed_place *p = &finding->sources[i];
        struct ed_fact row[] = {text_fact(p->source), {.kind = ED_FACT_INTEGER, .integer = (int64_t)p->line},
                                text_fact(p->time),   text_fact(p->host),
                                text_fact(p->unit),   text_fact(p->ident),
                                text_fact(p->pid),    text_fact(p->container),
                                text_fact(p->pod),    text_fact(p->rank)};
        uint64_t pid;

        if (ed_str_u64(p->pid, &pid) && pid <= INT64_MAX) {
            row[6] = (struct ed_fact){.kind = ED_FACT_INTEGER, .integer = (int64_t)pid};
        }
        rc = ed_factdb_row(db, to, row, err);
    }
    return rc;
}

/* Lines count from 1 at the first that is kept. */
static enum ed_rc log_text(struct ed_factdb *db, const struct ed_finding *finding, struct ed_err *err)
{
    struct ed_str texts[] = {finding->context, finding->message};
    size_t to = 0;
    int64_t line = 0;
    enum ed_rc rc = table(db, "log", "line text", &to, err);

    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        while (texts[i].n && rc == ED_OK) {
            struct ed_fact row[2] = {{.kind = ED_FACT_INTEGER, .integer = ++line},
                                     text_fact(ed_str_cut(&texts[i], '\n'))};

            rc = ed_factdb_row(db, to, row, err);
        }
    }
    return rc;
}

static enum ed_rc log_others(struct ed_factdb *db, const struct ed_report *report, const struct ed_finding *finding,
                             struct ed_err *err)
{
    size_t to = 0, rows = 0;
    enum ed_rc rc = table(db, "other", "slug family name value", &to, err);

    for (size_t i = 0; report && i < report->nfindings; i++) {
        const struct ed_finding *f = &report->findings[i];

        for (size_t k = 0; k < f->nvalues && rc == ED_OK && f != finding && rows < ED_LIMIT_FACT_OTHERS; k++, rows++) {
            struct ed_fact row[] = {text_fact(f->record->slug), text_fact(f->record->background_tag),
                                    text_fact(f->values[k].name), text_fact(f->values[k].value)};

            rc = ed_factdb_row(db, to, row, err);
        }
    }
    return rc;
}

/* What was made of the outputs, for questions to which a line more or less matters. */
static enum ed_rc brought_facts(struct inquiry *q, struct ed_err *err)
{
    size_t to = 0;
    enum ed_rc rc = table(q->db, "brought", "name lines unread cut", &to, err);

    for (size_t i = 0; i < q->playbook->nasked && rc == ED_OK; i++) {
        const struct ed_facts_table *t = &q->tables[i];
        struct ed_fact row[4] = {text_fact(q->playbook->asked[i].name)};
        int64_t numbers[] = {(int64_t)t->rows, (int64_t)t->unread, t->cut};

        for (size_t k = 0; k < ED_ARRAY_LEN(numbers); k++) {
            row[k + 1] = (struct ed_fact){.kind = ED_FACT_INTEGER, .integer = numbers[k]};
        }
        rc = t->there ? ed_factdb_row(q->db, to, row, err) : ED_OK;
        rc = rc == ED_ERR_LIMIT ? ED_OK : rc; /* a flood; the questions about it are unknown */
    }
    return rc;
}

static enum ed_rc log_facts(struct ed_factdb *db, const struct ed_report *report, const struct ed_finding *finding,
                            struct ed_err *err)
{
    enum ed_rc rc = log_captures(db, finding, err);

    rc = rc == ED_OK ? log_sources(db, finding, err) : rc;
    rc = rc == ED_OK ? log_text(db, finding, err) : rc;
    return rc == ED_OK ? log_others(db, report, finding, err) : rc;
}

/* What was brought, and the text that the finding stands in as the output of what is read from the log. */
static void gather(struct inquiry *q, struct ed_bundle *bundle, const struct ed_finding *finding)
{
    const struct ed_output *brought;
    struct ed_output *all;
    struct ed_buf text;

    ed_bundle_outputs(bundle, q->playbook, &brought, &q->noutputs);
    all = ed_arena_zero(q->arena, q->noutputs + q->playbook->nasked + 1, sizeof(*all));

    ed_buf_init(&text, /* max= */ 0);
    ed_buf_str(&text, finding->context);
    ed_buf_byte(&text, '\n');
    ed_buf_str(&text, finding->message);
    if (q->noutputs) {
        memcpy(all, brought, q->noutputs * sizeof(*all));
    }
    for (size_t i = 0; i < q->playbook->nasked; i++) {
        if (q->playbook->asked[i].of_log) {
            all[q->noutputs++] = (struct ed_output){
                .asked = i, .text = ed_arena_str(q->arena, ed_buf_view(&text)), .time = ED_TIME_UNKNOWN};
        }
    }
    ed_buf_done(&text);
    q->outputs = all;
}

/* Names of machines are compared without their domains: logs have it, uname mostly has not. */
static bool same_host(struct ed_str a, struct ed_str b)
{
    return ed_str_eq_nocase(ed_str_cut(&a, '.'), ed_str_cut(&b, '.'));
}

/* The machine that printed the finding, when only others than the one that was asked did. */
static struct ed_str other_host(const struct ed_finding *finding, struct ed_str host)
{
    struct ed_str other = ED_STR_NONE;

    for (size_t i = 0; i < finding->nsources && host.p; i++) {
        struct ed_str told = finding->sources[i].host;

        if (told.n == 0 || ed_str_is(told, "localhost") || same_host(told, host)) {
            return ED_STR_NONE;
        }
        other = told;
    }
    return other;
}

/* Evidence of another machine, or from before the error, is none: it would blame whoever is there. */
static void strangers(struct inquiry *q, const struct ed_finding *finding)
{
    int64_t moment = ed_stamp_moment(finding->first.time);

    for (size_t i = 0; i < q->noutputs; i++) {
        struct ed_output *o = &q->outputs[i];
        struct ed_str other = other_host(finding, o->host);

        if (other.p) {
            o->foreign = ed_arena_printf(q->arena, "it is of the machine %.*s, and the error of %.*s",
                                         ED_STR_ARG(o->host), ED_STR_ARG(other));
        } else if (moment != ED_TIME_UNKNOWN && o->time != ED_TIME_UNKNOWN && o->time < moment) {
            o->foreign = ED_STR("it is from before the error");
        }
    }
}

static struct ed_str kept(struct ed_arena *arena, struct ed_buf *buf)
{
    struct ed_str s = ed_arena_str(arena, ed_buf_view(buf));

    ed_buf_done(buf);
    return s;
}

/* The command as one would type it; where it is run for values that are known, for the first of them. */
static struct ed_str command_text(const struct inquiry *q, size_t asked)
{
    const struct ed_asked *a = &q->playbook->asked[asked];
    const struct ed_str *values = NULL;
    struct ed_fact fact = {.kind = ED_FACT_TEXT};
    struct ed_fact_rows rows = {.ncols = 1, .facts = &fact, .nrows = 1};
    const char *why;
    struct ed_buf buf;

    ed_buf_init(&buf, /* max= */ 0);
    if (a->per_value && ed_facts_values(q->playbook, asked, q->outputs, q->noutputs, q->arena, &values) > 0) {
        rows.names = &q->playbook->asked[a->each.asked].columns[a->each.column].name;
        fact.text = values[0];
        if (ed_fill_command(&buf, a->command, &rows, 0, /* kill= */ false, &why)) {
            return kept(q->arena, &buf);
        }
    }
    ed_shell_join(&buf, a->command);
    return kept(q->arena, &buf);
}

static const struct ed_evidence_table *told_tables(const struct inquiry *q, size_t *ret_n, bool *ret_brought)
{
    struct ed_evidence_table *v = ed_arena_zero(q->arena, q->playbook->nasked + 1, sizeof(*v));

    *ret_brought = false;
    *ret_n = 0;
    for (size_t i = 0; i < q->playbook->nasked; i++) {
        const struct ed_facts_table *t = &q->tables[i];

        if (q->playbook->asked[i].of_log) {
            continue;
        }
        v[(*ret_n)++] = (struct ed_evidence_table){.name = q->playbook->asked[i].name,
                                                   .about = q->playbook->asked[i].about,
                                                   .command = q->commands[i],
                                                   .there = t->there,
                                                   .from = t->from,
                                                   .rows = t->rows,
                                                   .unread = t->unread,
                                                   .cut = t->cut,
                                                   .problem = t->problem};
        *ret_brought |= t->there;
    }
    return v;
}

static void on_reads(void *ctx, const char *name, const char *column)
{
    struct inquiry *q = ctx;

    for (size_t i = 0; i < q->playbook->nasked; i++) {
        const struct ed_asked *a = &q->playbook->asked[i];

        if (!ed_str_is(a->name, name) || ed_strs_have(q->question->optional, a->name)) {
            continue;
        }
        q->short_of = q->tables[i].cut ? i : q->short_of;
        if (!q->tables[i].there) {
            q->lacks = q->lacks == SIZE_MAX || q->column.p ? i : q->lacks;
            q->column = ED_STR_NONE;
        }
        for (size_t c = 0; c < a->ncolumns && q->lacks == SIZE_MAX && q->tables[i].rows; c++) {
            if (ed_str_is(a->columns[c].name, column) && !(q->tables[i].seen >> c & 1)) {
                q->lacks = i;
                q->column = a->columns[c].name;
            }
        }
    }
}

static size_t holds_column(const struct ed_fact_rows *rows)
{
    size_t i = 0;

    while (i < rows->ncols && !ed_str_is(rows->names[i], "holds")) {
        i++;
    }
    return i;
}

static enum ed_verdict judge(const struct ed_fact_rows *rows, size_t holds)
{
    if (rows->nrows && ed_fact_holds(&rows->facts[holds])) {
        return ED_VERDICT_YES;
    }
    return rows->unknown ? ED_VERDICT_UNKNOWN : ED_VERDICT_NO;
}

static struct ed_str lack_words(const struct inquiry *q)
{
    const struct ed_facts_table *t = &q->tables[q->lacks];
    struct ed_str name = q->playbook->asked[q->lacks].name;

    if (q->column.p) {
        return ed_arena_printf(q->arena, "the output for %.*s has no %.*s", ED_STR_ARG(name), ED_STR_ARG(q->column));
    }
    if (t->problem.p) {
        return ed_arena_printf(q->arena, "%.*s: %.*s", ED_STR_ARG(name), ED_STR_ARG(t->problem));
    }
    return ed_arena_printf(q->arena, "not looked at: %.*s", ED_STR_ARG(q->playbook->asked[q->lacks].about));
}

/* A sentence with the values of the first row; one with holes and no row to fill them is not said. */
static struct ed_str told(const struct inquiry *q, struct ed_str sentence, const struct ed_fact_rows *rows)
{
    struct ed_str name;
    struct ed_buf buf;

    if (!sentence.p || (rows->nrows == 0 && ed_slot_find(sentence, &name) != SIZE_MAX)) {
        return ED_STR_NONE;
    }
    ed_buf_init(&buf, /* max= */ 0);
    ed_fill_sentence(&buf, sentence, rows, 0);
    return kept(q->arena, &buf);
}

static void ask(struct inquiry *q, const struct ed_question *question, struct ed_evidence_check *check)
{
    struct ed_fact_rows rows = {0};
    struct ed_err why = {0};
    enum ed_rc rc;

    check->name = question->name;
    q->question = question;
    q->lacks = SIZE_MAX;
    q->column = ED_STR_NONE;
    q->short_of = SIZE_MAX;
    rc = ed_factdb_look(q->db, question->sql, on_reads, q, q->arena, &rows, &why);
    if (rc == ED_OK && q->lacks != SIZE_MAX) {
        check->why = lack_words(q);
        check->tell = q->commands[q->lacks];
        return;
    }
    if (rc == ED_OK && holds_column(&rows) == rows.ncols) {
        rc = ed_err_set(&why, ED_ERR_INPUT, "the SQL answers no column holds");
    }
    if (rc == ED_OK) {
        rc = ed_factdb_ask(q->db, question->sql, holds_column(&rows), ED_LIMIT_FACT_PROOF, q->arena, &rows, &why);
    }
    if (rc != ED_OK) {
        check->why = ed_arena_str(q->arena, ed_str_c(why.message));
        return;
    }
    check->verdict = judge(&rows, holds_column(&rows));
    if (check->verdict == ED_VERDICT_NO && q->short_of != SIZE_MAX) {
        check->verdict = ED_VERDICT_UNKNOWN;
        check->why = ed_arena_printf(q->arena, "only a part of the output for %.*s was read",
                                     ED_STR_ARG(q->playbook->asked[q->short_of].name));
    } else if (check->verdict == ED_VERDICT_UNKNOWN) {
        check->why = question->unsure.p ? question->unsure : ED_STR("a value for it is not known");
    } else {
        check->says = told(q, check->verdict == ED_VERDICT_YES ? question->says : question->otherwise, &rows);
    }
    rows.nrows = check->verdict == ED_VERDICT_YES ? rows.nrows : 0;
    check->rows = rows;
}

static const struct ed_evidence_check *check_of(const struct inquiry *q, struct ed_str name)
{
    for (size_t i = 0; i < q->playbook->nquestions && name.p; i++) {
        if (ed_str_eq(q->playbook->questions[i].name, name)) {
            return &q->checks[i];
        }
    }
    return NULL;
}

static void tell_cause(struct inquiry *q, struct ed_inquiry *evidence)
{
    for (size_t i = 0; i < q->playbook->ncauses; i++) {
        const struct ed_evidence_check *check = check_of(q, q->playbook->causes[i].check);

        if (check && check->verdict == ED_VERDICT_YES) {
            evidence->cause = told(q, q->playbook->causes[i].says, &check->rows);
            evidence->cause_check = check->name;
            return;
        }
    }
}

/* One step, its holes filled from a row. */
static void add_step(struct inquiry *q, const struct ed_step_told *told, const struct ed_fact_rows *rows, size_t row)
{
    struct ed_evidence_step *step = ed_vec_add(&q->steps);
    const struct ed_str *texts[] = {&told->says, &told->expects, &told->warns};
    struct ed_str *into[] = {&step->says, &step->expects, &step->warns};
    struct ed_buf buf;

    *step = (struct ed_evidence_step){.kind = ed_step_kind_name(told->kind), .risk = ed_risk_name(told->risk)};
    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        if (texts[i]->p) {
            ed_buf_init(&buf, /* max= */ 0);
            ed_fill_sentence(&buf, *texts[i], rows, row);
            *into[i] = kept(q->arena, &buf);
        }
    }
    if (told->command.n) {
        ed_buf_init(&buf, /* max= */ 0);
        if (ed_fill_command(&buf, told->command, rows, row, told->kind == ED_STEP_KILL, &step->withheld)) {
            step->command = ed_arena_str(q->arena, ed_buf_view(&buf));
        }
        ed_buf_done(&buf);
    }
    for (size_t i = 0; i + 1 < q->steps.n && step->command.n; i++) {
        if (q->steps.v[i].kind == step->kind && ed_str_eq(q->steps.v[i].command, step->command)) {
            q->steps.n--; /* two processes of one unit: it is stopped once */
            return;
        }
    }
}

static void tell_step(struct inquiry *q, const struct ed_step_told *told)
{
    const struct ed_evidence_check *check = check_of(q, told->when);
    size_t n = 1;

    if (check && check->verdict != ED_VERDICT_YES) {
        return;
    }
    for (size_t i = 0; i < told->unless.n; i++) {
        const struct ed_evidence_check *against = check_of(q, told->unless.v[i]);

        if (against && against->verdict == ED_VERDICT_YES) {
            return;
        }
    }
    if (check && told->each) {
        n = ED_MIN(check->rows.nrows, (size_t)ED_LIMIT_EVIDENCE_STEPS);
    }
    for (size_t i = 0; i < n; i++) {
        add_step(q, told, check ? &check->rows : NULL, i);
    }
}

static void tell_steps(struct inquiry *q, struct ed_inquiry *evidence)
{
    struct ed_evidence_step *own;

    for (size_t i = 0; i < q->playbook->nsteps; i++) {
        tell_step(q, &q->playbook->steps[i]);
    }
    own = ed_arena_zero(q->arena, q->steps.n + 1, sizeof(*own));
    if (q->steps.n) {
        memcpy(own, q->steps.v, q->steps.n * sizeof(*own));
    }
    evidence->steps = own;
    evidence->nsteps = q->steps.n;
}

enum ed_rc ed_inquire(const struct ed_playbook *playbook, const struct ed_report *report,
                      const struct ed_finding *finding, struct ed_bundle *bundle, struct ed_arena *arena,
                      const struct ed_inquiry **ret_evidence, struct ed_err *err)
{
    struct ed_inquiry *evidence = ed_arena_zero(arena, 1, sizeof(*evidence));
    struct inquiry q = {.playbook = playbook, .arena = arena, .db = ed_factdb_new()};
    enum ed_rc rc;

    gather(&q, bundle, finding);
    strangers(&q, finding);
    rc = log_facts(q.db, report, finding, err); /* first: a flood of evidence leaves the log its room */
    if (rc == ED_OK) {
        rc = ed_facts_fill(q.db, playbook, q.outputs, q.noutputs, arena, &q.tables, err);
    }
    rc = rc == ED_OK ? brought_facts(&q, err) : rc;
    if (rc == ED_OK) {
        q.checks = ed_arena_zero(arena, playbook->nquestions + 1, sizeof(*q.checks));
        evidence->playbook = playbook->slug;
        evidence->title = playbook->title;
        q.commands = ed_arena_zero(arena, playbook->nasked + 1, sizeof(*q.commands));
        for (size_t i = 0; i < playbook->nasked; i++) {
            q.commands[i] = command_text(&q, i);
        }
        evidence->tables = told_tables(&q, &evidence->ntables, &evidence->brought);
        for (size_t i = 0; i < playbook->nquestions; i++) {
            ask(&q, &playbook->questions[i], &q.checks[i]);
        }
        evidence->checks = q.checks;
        evidence->nchecks = playbook->nquestions;
        tell_cause(&q, evidence);
        tell_steps(&q, evidence);
        evidence->beliefs = playbook->beliefs;
        evidence->nbeliefs = playbook->nbeliefs;
        *ret_evidence = evidence;
    } else {
        ed_err_prefix(err, "the playbook %.*s: ", ED_STR_ARG(playbook->slug));
    }
    ed_vec_done(&q.steps);
    ed_factdb_free(q.db);
    return rc;
}

static enum ed_rc holes_filled(struct ed_str text, const struct ed_fact_rows *rows, struct ed_str of,
                               struct ed_err *err)
{
    for (size_t at = 0; at < text.n; at++) {
        struct ed_str name;
        bool found = ed_slot_at(text, at, &name) == 0;

        for (size_t i = 0; i < rows->ncols && !found; i++) {
            found = ed_str_eq(rows->names[i], name);
        }
        if (!found) {
            return ed_err_set(err, ED_ERR_INPUT, "%.*s: no column fills {%.*s} of \"%.200s\"", ED_STR_ARG(of),
                              ED_STR_ARG(name), text.p);
        }
    }
    return ED_OK;
}

static enum ed_rc check_steps(const struct ed_playbook *p, const struct ed_fact_rows *answers, struct ed_err *err)
{
    static const struct ed_fact_rows none;
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < p->nsteps; i++) {
        const struct ed_step_told *step = &p->steps[i];
        const struct ed_fact_rows *rows = &none;

        for (size_t k = 0; k < p->nquestions; k++) {
            rows = step->when.p && ed_str_eq(p->questions[k].name, step->when) ? &answers[k] : rows;
        }
        for (size_t k = 0; k < step->command.n && rc == ED_OK; k++) {
            rc = holes_filled(step->command.v[k], rows, ED_STR("a step"), err);
        }
        rc = rc == ED_OK ? holes_filled(step->says, rows, ED_STR("a step"), err) : rc;
        rc = rc == ED_OK && step->expects.p ? holes_filled(step->expects, rows, ED_STR("a step"), err) : rc;
        rc = rc == ED_OK && step->warns.p ? holes_filled(step->warns, rows, ED_STR("a step"), err) : rc;
    }
    return rc;
}

static enum ed_rc check_patterns(const struct ed_playbook *p, struct ed_err *err)
{
    for (size_t i = 0; i < p->nasked; i++) {
        struct ed_str regexes[] = {p->asked[i].pattern, p->asked[i].shape};

        for (size_t k = 0; k < ED_ARRAY_LEN(regexes); k++) {
            struct ed_expr *expr = regexes[k].n ? ed_expr_new(regexes[k], err) : NULL;

            if (regexes[k].n && !expr) {
                ed_err_prefix(err, "%.*s: ", ED_STR_ARG(p->asked[i].name));
                return ED_ERR_INPUT;
            }
            for (size_t c = 0; c < p->asked[i].ncolumns && k == 0 && expr; c++) {
                const struct ed_column *column = &p->asked[i].columns[c];

                if (!ed_expr_group(expr, column->from.p ? column->from : column->name)) {
                    ed_expr_free(expr);
                    return ed_err_set(err, ED_ERR_INPUT, "%.*s: no group fills the column %.*s",
                                      ED_STR_ARG(p->asked[i].name), ED_STR_ARG(column->name));
                }
            }
            ed_expr_free(expr);
        }
    }
    return ED_OK;
}

enum ed_rc ed_inquiry_check(const struct ed_playbook *playbook, struct ed_err *err)
{
    static const struct ed_finding nothing;
    struct ed_fact_rows *answers;
    struct inquiry q = {.playbook = playbook, .db = ed_factdb_new()};
    struct ed_factdb *db = q.db;
    struct ed_arena arena;
    enum ed_rc rc = check_patterns(playbook, err);

    ed_arena_init(&arena);
    answers = ed_arena_zero(&arena, playbook->nquestions + 1, sizeof(*answers));
    rc = rc == ED_OK ? log_facts(db, /* report= */ NULL, &nothing, err) : rc;
    rc = rc == ED_OK ? ed_facts_fill(db, playbook, /* outputs= */ NULL, 0, &arena, &q.tables, err) : rc;
    rc = rc == ED_OK ? brought_facts(&q, err) : rc;
    for (size_t i = 0; i < playbook->nquestions && rc == ED_OK; i++) {
        const struct ed_question *question = &playbook->questions[i];

        rc = ed_factdb_look(db, question->sql, /* reads= */ NULL, /* ctx= */ NULL, &arena, &answers[i], err);
        if (rc == ED_OK && holds_column(&answers[i]) == answers[i].ncols) {
            rc = ed_err_set(err, ED_ERR_INPUT, "the SQL answers no column holds");
        }
        rc = rc == ED_OK ? holes_filled(question->says, &answers[i], ED_STR("says"), err) : rc;
        rc = rc == ED_OK ? holes_filled(question->otherwise, &answers[i], ED_STR("otherwise"), err) : rc;
        for (size_t k = 0; k < playbook->ncauses && rc == ED_OK; k++) {
            if (ed_str_eq(playbook->causes[k].check, question->name)) {
                rc = holes_filled(playbook->causes[k].says, &answers[i], ED_STR("a cause"), err);
            }
        }
        if (rc != ED_OK) {
            ed_err_prefix(err, "the check %.*s: ", ED_STR_ARG(question->name));
        }
    }
    rc = rc == ED_OK ? check_steps(playbook, answers, err) : rc;
    ed_arena_done(&arena);
    ed_factdb_free(db);
    return rc;
}

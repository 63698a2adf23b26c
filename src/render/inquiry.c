/*
 * inquiry.c: culprit, checks, steps and misbeliefs of a finding. Steps are printed in order with what they risk;
 * nothing here runs them. What was not looked at is said with the command that would tell, each command once.
 *
 * Order of the file: what is shown, text, JSON.
 */
#include "render/inquiry.h"

#include "render/words.h"

static void say(struct ed_text_out *text, const char *mark, enum ed_ink ink, struct ed_str s)
{
    ed_text_para(text,
                 &(struct ed_para){.text = s, .ink = ink, .mark = ed_str_c(mark), .prose = true, .one_line = true});
}

bool ed_inquiry_says(const struct ed_evidence_check *check)
{
    return check->says.n && check->verdict != ED_VERDICT_UNKNOWN;
}

/* A command that was named is not named again, nor a reason; and where nothing was brought, only commands are. */
bool ed_inquiry_asks(const struct ed_inquiry *evidence, size_t check)
{
    const struct ed_evidence_check *one = &evidence->checks[check];

    for (size_t k = 0; k < check; k++) {
        if (evidence->checks[k].verdict == ED_VERDICT_UNKNOWN && ed_str_eq(evidence->checks[k].tell, one->tell) &&
            (one->tell.n || ed_str_eq(evidence->checks[k].why, one->why))) {
            return false;
        }
    }
    return one->verdict == ED_VERDICT_UNKNOWN && (one->tell.n || evidence->brought);
}

bool ed_inquiry_tells(const struct ed_inquiry *evidence)
{
    return evidence->brought || evidence->cause.n;
}

bool ed_inquiry_left(const struct ed_evidence_table *table)
{
    return table->there && (table->unread || table->cut);
}

static void checks(struct ed_text_out *text, const struct ed_inquiry *evidence)
{
    bool any = false;

    for (size_t i = 0; i < evidence->nchecks; i++) {
        const struct ed_evidence_check *check = &evidence->checks[i];

        if (ed_inquiry_says(check)) {
            if (!any) {
                ed_text_label(text, "evidence");
            }
            any = true;
            say(text, check->verdict == ED_VERDICT_YES ? "yes  " : "no   ", ED_INK_PLAIN, check->says);
        }
    }
}

static void unknown(struct ed_text_out *text, const struct ed_inquiry *evidence)
{
    bool any = false;

    for (size_t i = 0; i < evidence->nchecks; i++) {
        const struct ed_evidence_check *check = &evidence->checks[i];

        if (!ed_inquiry_asks(evidence, i)) {
            continue;
        }
        if (!any) {
            ed_text_label(text, "unknown");
        }
        any = true;
        say(text, "", ED_INK_PLAIN, check->why);
        if (check->tell.n) {
            ed_text_left(text, text->left + 4);
            ed_text_code(text, check->tell);
            ed_text_left(text, text->left - 4);
        }
    }
    if (any && !evidence->brought) {
        ed_text_say(text, ED_INK_DIM, "errdex evidence script %.*s prints a script that asks all of it.",
                    ED_STR_ARG(evidence->playbook));
    }
}

/* What was brought and not used. */
static void not_read(struct ed_text_out *text, const struct ed_inquiry *evidence)
{
    bool any = false;

    for (size_t i = 0; i < evidence->ntables; i++) {
        const struct ed_evidence_table *table = &evidence->tables[i];

        if (!ed_inquiry_left(table)) {
            continue;
        }
        if (!any) {
            ed_text_label(text, "not read");
        }
        any = true;
        if (table->unread) {
            ed_text_say(text, ED_INK_PLAIN, "%.*s: %" PRIu64 " %s of its output %s not of its form.",
                        ED_STR_ARG(table->name), table->unread, table->unread == 1 ? "line" : "lines",
                        table->unread == 1 ? "is" : "are");
        }
        if (table->cut) {
            ed_text_say(text, ED_INK_PLAIN, "%.*s: there was more than is read, or its end is missing.",
                        ED_STR_ARG(table->name));
        }
    }
}

static void indented(struct ed_text_out *text, const char *word, struct ed_str s, size_t by)
{
    char mark[24];

    if (s.n) {
        snprintf(mark, sizeof(mark), "%s: ", word);
        ed_text_left(text, text->left + by);
        say(text, mark, ED_INK_PLAIN, s);
        ed_text_left(text, text->left - by);
    }
}

static void steps(struct ed_text_out *text, const struct ed_inquiry *evidence)
{
    char mark[40];

    if (evidence->nsteps) {
        ed_text_label(text, "steps");
    }
    for (size_t i = 0; i < evidence->nsteps; i++) {
        const struct ed_evidence_step *step = &evidence->steps[i];
        size_t by = (size_t)snprintf(mark, sizeof(mark), "%zu. %s: ", i + 1, step->kind);

        say(text, mark, ED_INK_PLAIN, step->says);
        by = ED_MIN(by, (size_t)4);
        if (step->command.n) {
            ed_text_left(text, text->left + by);
            ed_text_code(text, step->command);
            ed_text_left(text, text->left - by);
        }
        if (step->withheld) {
            indented(text, "no command", ed_str_c(step->withheld), by);
        }
        indented(text, "risk", step->warns, by);
        indented(text, "expect", step->expects, by);
    }
}

static void beliefs(struct ed_text_out *text, const struct ed_inquiry *evidence)
{
    for (size_t i = 0; i < evidence->nbeliefs; i++) {
        ed_text_label(text, i ? "" : "not so");
        say(text, "", ED_INK_BOLD, evidence->beliefs[i].belief);
        say(text, "", ED_INK_PLAIN, evidence->beliefs[i].says);
    }
}

void ed_inquiry_text(struct ed_text_out *text, const struct ed_finding *finding)
{
    const struct ed_inquiry *evidence = finding->evidence;

    if (!evidence) {
        return;
    }
    if (evidence->cause.n) {
        ed_text_label(text, "culprit");
        say(text, "", ED_INK_BOLD, evidence->cause);
    }
    checks(text, evidence);
    if (ed_inquiry_tells(evidence)) {
        steps(text, evidence);
        beliefs(text, evidence);
    }
    unknown(text, evidence);
    not_read(text, evidence);
}

void ed_inquiry_block(struct ed_buf *buf, const struct ed_finding *finding)
{
    static const struct ed_render_opts opts;
    struct ed_text_out text;

    ed_text_init(&text, &opts, buf);
    ed_inquiry_text(&text, finding);
    ed_text_done(&text);
}

static void table_out(struct ed_json_out *json, const struct ed_evidence_table *table)
{
    ed_json_open_object(json);
    ed_json_member_str(json, "name", table->name);
    ed_json_member_str(json, "command", table->command);
    ed_json_key_out(json, "there");
    ed_json_bool_out(json, table->there);
    ed_json_member_str(json, "from", table->from);
    ed_json_member_uint(json, "rows", table->rows);
    ed_json_member_uint(json, "unread", table->unread);
    if (table->cut) {
        ed_json_key_out(json, "cut");
        ed_json_bool_out(json, true);
    }
    ed_json_member_str(json, "problem", table->problem);
    ed_json_close_object(json);
}

static void fact_out(struct ed_json_out *json, const struct ed_fact *fact)
{
    char number[ED_WORDS_NUMBER];

    if (fact->kind == ED_FACT_INTEGER) {
        ed_json_int_out(json, fact->integer);
    } else if (fact->kind == ED_FACT_REAL && ed_words_number(fact->real, number)) {
        ed_json_raw_out(json, ed_str_c(number));
    } else if (fact->kind == ED_FACT_TEXT) {
        ed_json_str_out(json, fact->text);
    } else {
        ed_json_null_out(json);
    }
}

static void rows_out(struct ed_json_out *json, const struct ed_fact_rows *rows)
{
    ed_json_key_out(json, "columns");
    ed_json_open_array(json);
    for (size_t i = 0; i < rows->ncols; i++) {
        ed_json_str_out(json, rows->names[i]);
    }
    ed_json_close_array(json);
    ed_json_key_out(json, "rows");
    ed_json_open_array(json);
    for (size_t r = 0; r < rows->nrows; r++) {
        ed_json_open_array(json);
        for (size_t i = 0; i < rows->ncols; i++) {
            fact_out(json, &rows->facts[r * rows->ncols + i]);
        }
        ed_json_close_array(json);
    }
    ed_json_close_array(json);
    if (rows->dropped) {
        ed_json_member_uint(json, "rows_dropped", rows->dropped);
    }
}

static void check_out(struct ed_json_out *json, const struct ed_evidence_check *check)
{
    ed_json_open_object(json);
    ed_json_member_str(json, "name", check->name);
    ed_json_member_str(json, "verdict", ed_str_c(ed_verdict_name(check->verdict)));
    ed_json_member_str(json, "says", check->says);
    ed_json_member_str(json, "why", check->why);
    ed_json_member_str(json, "tell", check->tell);
    if (check->verdict == ED_VERDICT_YES) {
        rows_out(json, &check->rows);
    }
    ed_json_close_object(json);
}

static void step_out(struct ed_json_out *json, const struct ed_evidence_step *step)
{
    ed_json_open_object(json);
    ed_json_member_str(json, "kind", ed_str_c(step->kind));
    ed_json_member_str(json, "says", step->says);
    ed_json_member_str(json, "command", step->command);
    ed_json_member_str(json, "withheld", ed_str_c(step->withheld));
    ed_json_member_str(json, "expects", step->expects);
    ed_json_member_str(json, "risk", ed_str_c(step->risk));
    ed_json_member_str(json, "warns", step->warns);
    ed_json_close_object(json);
}

static void list_key(struct ed_json_out *json, const char *key)
{
    ed_json_key_out(json, key);
    ed_json_open_array(json);
}

void ed_inquiry_json(struct ed_json_out *json, const struct ed_finding *finding)
{
    const struct ed_inquiry *evidence = finding->evidence;

    if (!evidence) {
        return;
    }
    ed_json_key_out(json, "evidence");
    ed_json_open_object(json);
    ed_json_member_str(json, "playbook", evidence->playbook);
    ed_json_member_str(json, "title", evidence->title);
    ed_json_key_out(json, "brought");
    ed_json_bool_out(json, evidence->brought);
    ed_json_member_str(json, "cause", evidence->cause);
    ed_json_member_str(json, "cause_check", evidence->cause_check);
    list_key(json, "tables");
    for (size_t i = 0; i < evidence->ntables; i++) {
        table_out(json, &evidence->tables[i]);
    }
    ed_json_close_array(json);
    list_key(json, "checks");
    for (size_t i = 0; i < evidence->nchecks; i++) {
        check_out(json, &evidence->checks[i]);
    }
    ed_json_close_array(json);
    list_key(json, "steps");
    for (size_t i = 0; i < evidence->nsteps; i++) {
        step_out(json, &evidence->steps[i]);
    }
    ed_json_close_array(json);
    list_key(json, "misbeliefs");
    for (size_t i = 0; i < evidence->nbeliefs; i++) {
        ed_json_open_object(json);
        ed_json_member_str(json, "belief", evidence->beliefs[i].belief);
        ed_json_member_str(json, "says", evidence->beliefs[i].says);
        ed_json_close_object(json);
    }
    ed_json_close_array(json);
    ed_json_close_object(json);
}

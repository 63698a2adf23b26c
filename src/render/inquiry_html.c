/*
 * inquiry_html.c: culprit, checks, steps and misbeliefs of a finding as rows of the page's list. Every text is foreign:
 * a sentence holds values of outputs, a command too. A step's command is a block of its own, to be copied whole.
 */
#include "render/inquiry.h"

#include "render/markup.h"
#include "render/words.h"

static void text(struct ed_buf *out, struct ed_str words)
{
    ed_markup_line(out, words, ED_MARKUP_ALL);
}

static void element(struct ed_buf *out, const char *name, const char *label, struct ed_str words)
{
    if (words.n) {
        ed_buf_printf(out, "<%s>%s", name, label);
        text(out, words);
        ed_buf_printf(out, "</%s>", name);
    }
}

static void term(struct ed_buf *out, const char *name)
{
    ed_buf_printf(out, "<dt>%s</dt><dd>", name);
}

static void term_end(struct ed_buf *out)
{
    ed_buf_text(out, "</dd>\n");
}

static void checks(struct ed_buf *out, const struct ed_inquiry *evidence)
{
    bool any = false;

    for (size_t i = 0; i < evidence->nchecks; i++) {
        const struct ed_evidence_check *check = &evidence->checks[i];

        if (ed_inquiry_says(check)) {
            if (!any) {
                term(out, "evidence");
                ed_buf_text(out, "<ul>");
            }
            any = true;
            element(out, "li", check->verdict == ED_VERDICT_YES ? "yes: " : "no: ", check->says);
        }
    }
    if (any) {
        ed_buf_text(out, "</ul>");
        term_end(out);
    }
}

static void steps(struct ed_buf *out, const struct ed_inquiry *evidence)
{
    if (evidence->nsteps == 0) {
        return;
    }
    term(out, "steps");
    ed_buf_text(out, "<ol>");
    for (size_t i = 0; i < evidence->nsteps; i++) {
        const struct ed_evidence_step *step = &evidence->steps[i];

        ed_buf_printf(out, "<li>%s: ", step->kind);
        text(out, step->says);
        element(out, "pre", "", step->command);
        element(out, "p", "no command: ", step->withheld ? ed_str_c(step->withheld) : ED_STR_NONE);
        element(out, "p", "risk: ", step->warns);
        element(out, "p", "expect: ", step->expects);
        ed_buf_text(out, "</li>");
    }
    ed_buf_text(out, "</ol>");
    term_end(out);
}

static void beliefs(struct ed_buf *out, const struct ed_inquiry *evidence)
{
    for (size_t i = 0; i < evidence->nbeliefs; i++) {
        term(out, "not so");
        element(out, "p", "", evidence->beliefs[i].belief);
        element(out, "p", "", evidence->beliefs[i].says);
        term_end(out);
    }
}

static void unknown(struct ed_buf *out, const struct ed_inquiry *evidence)
{
    bool any = false;

    for (size_t i = 0; i < evidence->nchecks; i++) {
        if (ed_inquiry_asks(evidence, i)) {
            if (!any) {
                term(out, "unknown");
            }
            any = true;
            element(out, "p", "", evidence->checks[i].why);
            element(out, "pre", "", evidence->checks[i].tell);
        }
    }
    if (any) {
        if (!evidence->brought) {
            ed_buf_text(out, "<p class=\"faint\">errdex evidence script ");
            text(out, evidence->playbook);
            ed_buf_text(out, " prints a script that asks all of it.</p>");
        }
        term_end(out);
    }
}

static void not_read(struct ed_buf *out, const struct ed_inquiry *evidence)
{
    bool any = false;

    for (size_t i = 0; i < evidence->ntables; i++) {
        const struct ed_evidence_table *table = &evidence->tables[i];

        if (ed_inquiry_left(table)) {
            if (!any) {
                term(out, "not read");
            }
            any = true;
            ed_buf_text(out, "<p>");
            text(out, table->name);
            ed_buf_text(out, ": ");
            if (table->unread) {
                ed_words_count(out, table->unread, "line is", "lines are");
                ed_buf_text(out, table->cut ? " not of its form; " : " not of its form");
            }
            ed_buf_text(out, table->cut ? "there was more than is read, or its end is missing</p>" : "</p>");
        }
    }
    if (any) {
        term_end(out);
    }
}

void ed_inquiry_html(struct ed_buf *out, const struct ed_finding *finding)
{
    const struct ed_inquiry *evidence = finding->evidence;

    if (!evidence) {
        return;
    }
    if (evidence->cause.n) {
        term(out, "culprit");
        element(out, "strong", "", evidence->cause);
        term_end(out);
    }
    checks(out, evidence);
    if (ed_inquiry_tells(evidence)) {
        steps(out, evidence);
        beliefs(out, evidence);
    }
    unknown(out, evidence);
    not_read(out, evidence);
}

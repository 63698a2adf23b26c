/*
 * triage.h: what no record knows (diagnosis.md section 4): the error-looking lines of a log on which no finding stands,
 * grouped by template, and of these the ones worth reading within a limit of bytes.
 */
#ifndef ED_DIAG_TRIAGE_H
#define ED_DIAG_TRIAGE_H

#include "diag/asked.h"
#include "diag/report.h"

struct ed_triage;

struct ed_triage_opts {
    bool full;    /* all that was kept, however little it says */
    size_t limit; /* bytes of text; 0: ED_LIMIT_TRIAGE, and with `full` ED_LIMIT_TRIAGE_MOST */
};

struct ed_triage *ed_triage_new(struct ed_triage_opts opts);
void ed_triage_free(struct ed_triage *triage);

/* Every line of the message is of a good run: its template tells nothing of a bad one. */
void ed_triage_good(struct ed_triage *triage, const struct ed_message *message);
/* The input passes this line over, which is no message: the name of a step, an excerpt. To be told in the order of the
   input, before the messages around it are looked at. meta may be NULL. */
void ed_triage_passed(struct ed_triage *triage, uint64_t source, uint64_t number, struct ed_str text,
                      const struct ed_meta *meta);
/* A finding stands in the message that comes next, from start to end: its lines are told already. */
void ed_triage_explained(struct ed_triage *triage, size_t start, size_t end);
/* What was asked of lines of the message that comes next; it lives until that was looked at. */
void ed_triage_asked(struct ed_triage *triage, const struct ed_answer *asked, size_t n);
/* Who asks, in the thread that calls all this. */
struct ed_asker *ed_triage_asker(const struct ed_triage *triage);
/* Look at the message's lines. Messages come in the order of the input; source is the number of theirs. */
void ed_triage_look(struct ed_triage *triage, const struct ed_message *message, uint64_t source);
/* Choose. All of it lives in the arena. */
void ed_triage_report(struct ed_triage *triage, struct ed_arena *arena, struct ed_triage_report *ret_report);

#endif

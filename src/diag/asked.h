/*
 * asked.h: what a line of a message is by its words alone, for triage (triage.h). It takes nothing but the message, so
 * the threads that match ask it of the lines that errors are told in; what follows from it is triage's, in order.
 */
#ifndef ED_DIAG_ASKED_H
#define ED_DIAG_ASKED_H

#include "base/vec.h"
#include "diag/grammar.h"
#include "input/message.h"
#include "match/alarm.h"

struct ed_asker;

/* How a line tells that it may be an error. */
struct ed_alarmed {
    bool loud;  /* by its level, */
    bool word;  /* by a word of error that is not part of a name (error.d.ts, check_error), */
    bool alarm; /* or by either, or any word of error */
};

/* What was found out of a line. */
struct ed_answer {
    size_t line;
    uint64_t key;                     /* ed_mask_key; 0: nobody asked */
    uint64_t hash;                    /* of its template; 0: not known */
    const struct ed_grammar_row *row; /* NULL: of no tool */
    bool path;                        /* it is a path alone */
    struct ed_alarmed alarmed;
};

/* As ED_VEC. */
struct ed_answers {
    struct ed_answer *v;
    size_t n, cap;
};

/* One serves one thread; the grammar and the words of error are borrowed, and may be shared. */
struct ed_asker *ed_asker_new(const struct ed_grammar *grammar, const struct ed_alarm *alarm);
/* One for another thread. */
struct ed_asker *ed_asker_like(const struct ed_asker *asker);
void ed_asker_free(struct ed_asker *asker);

/* The line as triage reads it: with its program in front, without colours. Lives until the next call. */
struct ed_str ed_asker_text(struct ed_asker *asker, const struct ed_message *message, size_t line);
struct ed_answer ed_asker_ask(struct ed_asker *asker, const struct ed_message *message, size_t line);
/* The hash of its template, whatever it tells; never 0. */
uint64_t ed_asker_hash(struct ed_asker *asker, const struct ed_message *message, size_t line);
/* Ask of all lines that may be errors, and add the answers, by line, with the hash of those that tell of one. */
void ed_asker_run(struct ed_asker *asker, const struct ed_message *message, struct ed_answers *answers);

/* A line of this part tells that something went wrong. */
static inline bool ed_part_tells(enum ed_part part)
{
    return part >= ED_PART_ALARM || part == ED_PART_WARN;
}

#endif

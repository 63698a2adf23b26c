/*
 * grammar.h: what the tools of a build print when it fails, a shape a line (data/triage/): test runners, compilers,
 * package managers, CI servers. It says what one line is; which lines belong together is the caller's business.
 */
#ifndef ED_DIAG_GRAMMAR_H
#define ED_DIAG_GRAMMAR_H

#include "base/str.h"

enum ed_part {
    ED_PART_NONE,   /* no shape fits */
    ED_PART_NOISE,  /* has words of errors and is none */
    ED_PART_STEP,   /* a step begins */
    ED_PART_WARN,   /* a warning */
    ED_PART_DETAIL, /* belongs to the failure above it */
    ED_PART_PLACE,  /* a file and line */
    ED_PART_HEAD,   /* a heading over failures */
    ED_PART_ALARM,  /* has words of errors, and no shape fits: not of the data */
    ED_PART_EXIT,   /* a program ended badly */
    ED_PART_SUM,    /* counts what failed */
    ED_PART_FAIL,   /* an error */
    ED_PART_TEST,   /* names a test, file or task that failed */
    ED_PART_END     /* a step of the job ended badly */
};

const char *ed_part_name(enum ed_part part);

/* A row of the data. */
struct ed_grammar_row {
    char tool[16];
    enum ed_part part;
    struct ed_str shape;
};

struct ed_grammar;

/* It is not changed by use: several threads may share one. */
struct ed_grammar *ed_grammar_new(void);
void ed_grammar_free(struct ed_grammar *grammar);

/* The first row that the line is of, or NULL. The line has no blanks at its ends; of a long one the beginning is looked
   at. */
const struct ed_grammar_row *ed_grammar_find(const struct ed_grammar *grammar, struct ed_str line);

#endif

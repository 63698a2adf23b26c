/*
 * vary.h: one message template printed in many ways: as logs show it, and so that it is nearly itself.
 */
#ifndef ED_TESTS_DIFF_VARY_H
#define ED_TESTS_DIFF_VARY_H

#include "make.h"
#include "match/template.h"

/* Renderings that are the message: the record must be found. */
enum vary_form {
    VARY_BARE,
    VARY_HEADED,   /* behind what a logger or a collector writes in front */
    VARY_SPACED,   /* other blanks where the message has some */
    VARY_WRAPPED,  /* line breaks there */
    VARY_FOLLOWED, /* more text on its line and below */
    VARY_FORMS
};

/* Near misses: whether the record is found is for the oracle to say. */
enum vary_miss {
    VARY_WORD = VARY_FORMS, /* one word changed */
    VARY_GLUED,             /* a blank left out, or a letter put to a word */
    VARY_EMPTY,             /* nothing in a hole */
    VARY_SEPARATOR,         /* a separator changed for another */
    VARY_CUT,               /* only what stands before or behind some place */
    VARY_ALL
};

extern const char *const vary_names[VARY_ALL];

/* Draw a value for every hole; they live as long as the program. */
void vary_values(struct dice *dice, const struct ed_template *tmpl, struct ed_str values[ED_LIMIT_HOLES]);
/* Whether there is one way only to read these values back: none holds what stands behind it, no two holes touch, and
   no padding stands beside them. */
bool vary_plain(const struct ed_template *tmpl, const struct ed_str *values);
/* Print it in a form, or as a near miss. */
void vary_text(struct dice *dice, const struct ed_template *tmpl, const struct ed_str *values, unsigned how,
               struct ed_buf *ret_text);

#endif

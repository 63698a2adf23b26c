/*
 * passed.h: lines that the input passed over, because they are no messages, and that tell what failed where: the name
 * of a step, the excerpt of a Dockerfile. The last ones are remembered.
 */
#ifndef ED_DIAG_PASSED_H
#define ED_DIAG_PASSED_H

#include "diag/templates.h"
#include "input/message.h"

/* Lines that are remembered: messages are looked at some batches of text after the lines around them were passed over.
 */
#define ED_PASSED_MOST 1024
/* Bytes of one. */
#define ED_PASSED_TEXT 480

struct ed_passed_line {
    uint64_t source, number;
    enum ed_part part;
    uint16_t n, stream_n; /* bytes of the text, and of the name of its stream before it; 0: it is of no one stream */
    char text[ED_PASSED_TEXT];
};

struct ed_passed {
    struct ed_passed_line *v; /* a ring; NULL: none yet */
    size_t n;                 /* that there were */
};

void ed_passed_done(struct ed_passed *passed);
/* meta: what the layers told of it; NULL when they told nothing. What tells nothing is not remembered. */
void ed_passed_add(struct ed_passed *passed, const struct ed_grammar *grammar, uint64_t source, uint64_t number,
                   struct ed_str text, const struct ed_meta *meta);
/* Keep of a template, whose first line this is, the step and what was passed over close by. Returns the line that the
   step began on; 0: that is not known. */
uint64_t ed_passed_keep(const struct ed_passed *passed, uint64_t source, const struct ed_line *line,
                        struct ed_template *own);

#endif

/*
 * echo.h: which lines of a source only restate others, although it takes other lines to tell: a script that is shown
 * before it runs, and a summary of what was said before.
 */
#ifndef ED_INPUT_ECHO_H
#define ED_INPUT_ECHO_H

#include "input/envelope.h"

#define ED_ECHO_SAID 1024 /* lines that a summary may repeat, the last ones mostly; a power of two */

struct ed_echo {
    const struct ed_layer *layer; /* of the line that a shown block may follow, or does; NULL: none */
    bool shown;                   /* it does, and this line may be of it */
    size_t lines;                 /* of the block */
    struct ed_buf head;           /* what the line before the block said */
    bool listens;                 /* a layer of the source repeats lines */
    uint64_t said[ED_ECHO_SAID];  /* hashes of lines */
};

/* What the layers told of a line. */
struct ed_echo_line {
    struct ed_str text;             /* what is left of it */
    const struct ed_layer *heading; /* whose peel said before_shown; NULL: none's did */
    bool ends;                      /* of the same layer as the block: it ends before this line */
    bool repeats;
};

void ed_echo_init(struct ed_echo *echo);
void ed_echo_done(struct ed_echo *echo);
/* The next line of the source: whether it only restates others. */
bool ed_echo_take(struct ed_echo *echo, const struct ed_echo_line *line);
/* The text was read, and a summary may repeat it. To be told while the echo listens. */
void ed_echo_remember(struct ed_echo *echo, struct ed_str text);

#endif

/*
 * shapes.h: what the tool that is run when errdex is built shares among its files: level words and shapes as they stand
 * in levels.tsv and prefixes.tsv.
 */
#ifndef ED_DATA_ENVELOPES_SHAPES_H
#define ED_DATA_ENVELOPES_SHAPES_H

#include "base/buf.h"
#include "base/vec.h"
#include "input/elements.h"

#define SETS_MAX  16
#define WORD_MAX  12 /* bytes of a level word */
#define SHAPE_MAX 96 /* elements of a shape; each byte of its text is one */

struct token {
    enum element is;
    unsigned arg;       /* blanks; the set of a level; 1: a name that a line begins with */
    struct ed_str text; /* IS_TEXT: one byte; IS_TIME_AS: its pattern; IS_SKIP: what ends it */
};

struct sequence {
    struct token v[SHAPE_MAX];
    unsigned n;
};

struct level_word {
    struct ed_str word, level; /* level: "ERR", "UNKNOWN" */
    unsigned set;
};

struct levels {
    ED_VEC(struct level_word) words; /* by set and length, when all are read */
    struct ed_str sets[SETS_MAX];
    unsigned nsets;
};

/* Where a row stands, and what is wrong with it: printed, and remembered. */
struct place {
    const char *file;
    unsigned line;
    bool failed;
};

void refuse(struct place *place, const char *why, struct ed_str what);

/* levels.c: one row of levels.tsv; the table; and the first bytes that words of a set have. */
void levels_add(struct levels *levels, struct ed_str row, struct place *place);
void levels_sort(struct levels *levels);
void levels_write(const struct levels *levels, struct ed_buf *out);
/* The set of this name, or SETS_MAX. */
unsigned levels_find(const struct levels *levels, struct ed_str name);
/* Whether all its words are one byte long. */
bool levels_are_bytes(const struct levels *levels, unsigned set);

/* shapes.c: the sequences that a shape stands for, one for each choice of what may be missing: the shortest first. */
void shape_read(struct ed_str shape, bool whole, const struct levels *levels, struct place *place,
                void (*fn)(void *ctx, const struct sequence *sequence), void *ctx);
/* "TIME_AS", for C. */
const char *element_name(enum element is);
/* "time": as shapes name those that stand for themselves. */
const char *element_word(enum element is);

/* tree.c: sequences as one tree. */
struct node {
    struct token
        token; /* IS_TEXT, when all are read: arg bytes of tree.texts from `at` on, as of IS_TIME_AS and IS_SKIP */
    unsigned next, child, shape; /* 0: none */
    unsigned at;
};

struct tree {
    const struct levels *levels;
    ED_VEC(struct node) nodes; /* [0] is above the first ones */
    struct ed_buf texts;
};

void tree_init(struct tree *tree, const struct levels *levels);
void tree_done(struct tree *tree);
/* NULL, or why not. shape: 1 for the first. */
const char *tree_add(struct tree *tree, const struct sequence *sequence, unsigned shape);
/* The tables that env_logger.c includes, and its code. false: they are too large, and that was printed. */
bool tree_write(struct tree *tree, struct ed_buf *tables, struct ed_buf *code);

/* code.c: the same, of the code. */
struct fronts;
bool code_write(const struct tree *tree, struct fronts *fronts, struct ed_buf *out);

/* fronts.c: what lines of the tree begin with. */
struct fronts *fronts_make(const struct tree *tree);
void fronts_done(struct fronts *fronts);
/* Where a node has several children: the row, from 1 on, of a table that tells those which may go on with each byte. */
unsigned fronts_fork(struct fronts *fronts, unsigned node);
/* The tables; false: too large. */
bool fronts_write(struct fronts *fronts, struct ed_buf *out);

#endif

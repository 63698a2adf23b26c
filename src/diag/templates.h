/*
 * templates.h: error-looking lines grouped by template, in bounded memory: of each its count, its first place, the
 * lines that belong to it there, and other wordings of it.
 */
#ifndef ED_DIAG_TEMPLATES_H
#define ED_DIAG_TEMPLATES_H

#include "base/buf.h"
#include "base/limits.h"
#include "base/vec.h"
#include "diag/grammar.h"
#include "diag/report.h"

/* A line that is kept for a template. */
struct ed_kept {
    uint64_t number;
    size_t at, n; /* of the template's text */
    enum ed_part part;
    unsigned share; /* what it is worth to the template's own line, of 100 */
    bool own;       /* it is of the template: its first line, or another wording */
};

struct ed_template {
    uint64_t hash;
    enum ed_part part;
    const struct ed_grammar_row *row; /* NULL: of no tool; lives as long as the grammar */
    bool general;                     /* nobody's in particular */
    bool known;                       /* a finding tells its first line: its surroundings are what it is kept for */
    bool loud;                        /* its level is error or worse */
    uint64_t count;
    uint64_t source, source_first; /* number of the source of the first and of the last line, */
    uint64_t first, last;          /* and these */
    uint64_t near;                 /* fewest lines from one of it to the end of a step that failed; UINT64_MAX: none */
    size_t wordings;               /* kept lines that are its own */
    size_t template_n;             /* its text begins with the template */
    struct ed_place place;         /* of the first line; the texts are in `place_text` */
    char *place_text;
    struct ed_buf text;
    ED_VEC(struct ed_kept) lines;
};

/* Of late that met lines: for what comes before the end of a step. */
#define ED_TEMPLATES_LATE 1024

/* Ends of steps that are remembered. */
#define ED_TEMPLATES_ENDS 4096

struct ed_templates_place {
    uint64_t source, number;
};

struct ed_templates {
    ED_VEC(struct ed_template) v;
    uint32_t *slots; /* by hash: index and 1; 0 is free */
    struct {
        size_t template;
        uint64_t source, number;
    } late[ED_TEMPLATES_LATE];
    size_t nlate;                               /* since the last end; a ring */
    uint64_t ends;                              /* steps that failed, */
    uint64_t end_source, end_number;            /* and where the last did */
    ED_VEC(struct ed_templates_place) all_ends; /* the last ones */
    uint64_t met;     /* templates, those that made room counted in (one that comes again is met again) */
    uint64_t known;   /* of them those of lines that a finding tells */
    uint64_t lines;   /* of all of them */
    uint64_t dropped; /* templates that made room */
};

void ed_templates_init(struct ed_templates *templates);
void ed_templates_done(struct ed_templates *templates);
/* Index of the template, which is made when it is new (*ret_new): then nothing is kept of it yet. Indexes live until
   the next call. */
size_t ed_templates_meet(struct ed_templates *templates, uint64_t hash, bool *ret_new);
/* Fill in a new one. */
void ed_template_begin(struct ed_template *t, struct ed_str words, const struct ed_place *place, uint64_t source);
/* Keep a line, once; false: there is no room. */
bool ed_template_keep(struct ed_template *t, uint64_t number, struct ed_str text, enum ed_part part, unsigned share,
                      bool own);
struct ed_str ed_template_words(const struct ed_template *t);
struct ed_str ed_template_line(const struct ed_template *t, const struct ed_kept *line);
/* A line of the template was met. */
void ed_templates_count(struct ed_templates *templates, size_t index, uint64_t source, uint64_t number);
/* A step failed at this line. */
void ed_templates_end(struct ed_templates *templates, uint64_t source, uint64_t number);
/* All lines were met: streams that were handed out late had missed the ends of their steps. */
void ed_templates_finish(struct ed_templates *templates);
/* How likely it is that it tells the root, 0 or more; shares of it are worth printing. */
double ed_templates_score(const struct ed_templates *templates, const struct ed_template *t);

#endif

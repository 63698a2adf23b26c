/*
 * duel.h: a set of patterns, the engine over all of them, and oracles over parts of them, the judges: what the
 * engine hands out for a text, by every instruction set this machine has, must be what the oracle hands out, byte
 * for byte.
 *
 * An oracle tries every pattern it has, so all patterns on all texts would take hours. The patterns are therefore cut
 * into judges of some hundred neighbours each; a text goes to the judges that the caller names, and the engine's hits
 * are compared with theirs. The engine always runs over all patterns, and its walks are compared with each other in
 * full.
 */
#ifndef ED_TESTS_DIFF_DUEL_H
#define ED_TESTS_DIFF_DUEL_H

#include "base/buf.h"
#include "base/vec.h"
#include "match/matcher.h"

/* Hits as lines of text, "record start-end name='value' ...". */
struct duel_hits {
    ED_VEC(struct ed_str) lines; /* views into text, made when it is complete */
    ED_VEC(uint32_t) records;
    struct ed_buf text;
};

struct duel_judge {
    struct ed_buf blob;
    struct ed_index *index;
    struct ed_matcher *matcher;
};

struct duel_counts {
    uint64_t texts, hits, pairs; /* pairs: a text held against a pattern by the oracle */
    uint64_t limited;            /* texts in which the oracle met a limit: nobody knows the truth then */
    uint64_t differences;
};

struct duel {
    ED_VEC(struct ed_pattern) patterns; /* record i */
    struct ed_buf blob;
    struct ed_index *index;
    struct ed_matcher *engine;
    struct duel_judge *judges;
    size_t njudges, batch; /* judge i has the records [i * batch, (i + 1) * batch) */
    struct duel_judge general;
    struct duel_hits want, got, walk;
    struct duel_counts counts;
    bool screened;    /* a screen that lets matches of some records begin at some places only, for engine and judges */
    const char *name; /* of the round at hand: printed with a difference, so that it can be made again */
};

void duel_init(struct duel *duel);
void duel_done(struct duel *duel);
/* Indexes over the patterns that were added; `batch` records a judge. general: so many records of the least specific
   ones make a judge of their own, for they match where nobody thinks of them. Ends the program when that fails. */
void duel_open(struct duel *duel, size_t batch, size_t general);
/* Back to no patterns. */
void duel_close(struct duel *duel);

/* The engine on the text; every walk must say the same. The text is copied to memory of its own size, so that a read
   behind its end is seen. */
void duel_engine(struct duel *duel, struct ed_str text);
/* What it said against one judge (duel->general or one of duel->judges); duel->want is that judge's answer. */
void duel_judge(struct duel *duel, const struct duel_judge *judge, struct ed_str text);
/* Both, by all judges but the general one. */
void duel_all(struct duel *duel, struct ed_str text);

/* The judge's hit of a record in the last answer, or ED_STR_NONE. */
struct ed_str duel_hit(const struct duel *duel, uint32_t record);
/* Foreign bytes on standard error, visible. */
void duel_print(const char *what, struct ed_str text);

#endif

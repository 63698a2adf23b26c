/*
 * rank.h: how well a record explains a hit (diagnosis.md section 1): a score in bits made of terms that can be printed
 * one by one, and the confidence that is made from it. Pure: a message, a hit and a record in, numbers out.
 */
#ifndef ED_DIAG_RANK_H
#define ED_DIAG_RANK_H

#include "diag/report.h"

/* What a score is made of, in the order in which the terms are found. */
enum ed_rank_term {
    ED_RANK_SPECIFICITY,
    ED_RANK_COVERAGE,
    ED_RANK_CLASS_AGREES,
    ED_RANK_CLASS_DIFFERS,
    ED_RANK_FILE,
    ED_RANK_LINE,
    ED_RANK_LEVEL,
    ED_RANK_READING,
    ED_RANK_TERMS
};

/* A record as ranking needs it; lives for the run. */
struct ed_candidate_record {
    uint32_t row;
    const struct ed_record *record;
    double specificity; /* bits */
    bool weak;
};

struct ed_scored {
    const struct ed_candidate_record *of;
    size_t start, end; /* of the match in the message */
    const struct ed_capture *captures;
    size_t ncaptures;
    double score;               /* the sum of the terms, bits */
    double term[ED_RANK_TERMS]; /* 0: does not apply */
    double share;               /* of the line that the literal text covers */
    struct ed_str class_seen;   /* right before the message; view into it */
    const char *reading;        /* of the text in which it was found (reread.h); NULL: as it is */
    enum ed_tier tier;          /* exact; of the others the score is bits in common, and only what follows is filled */
    double confidence;          /* not exact: instead of ed_rank_confidence */
    const struct ed_term *why;  /* not exact: instead of ed_rank_why */
    size_t nwhy;
    bool evidence; /* something beside the text speaks for it: its class, or its file in the trace */
};

/* Score one hit. Cheap, since most hits of common words are scored only to be dropped. */
void ed_rank_score(const struct ed_message *message, const struct ed_hit *hit, const struct ed_candidate_record *of,
                   struct ed_scored *ret_scored);
/* It was found in another reading of the text. */
void ed_rank_reading(struct ed_scored *scored, const char *reading);
/* The terms that apply, in words that live in the arena. */
const struct ed_term *ed_rank_why(const struct ed_scored *scored, struct ed_arena *arena, size_t *ret_n);

/* The line and the lines of the trace that touch it: where a record's file is looked for. */
struct ed_str ed_rank_trace(const struct ed_message *message, size_t line);
/* The class that stands right before a place on its line: "RuntimeError: " or "java.io.IOException: ". ED_STR_NONE when
   none does. */
struct ed_str ed_rank_class_before(struct ed_str text, size_t place);

/* From 0 to 1: the score, and how far the next record for the same text is behind (bits; INFINITY when there is none).
 */
double ed_rank_confidence(double score, double margin);
/* The share of it that is left to an error whose lines all say that they are none: such a finding is never believed
   before others. */
#define ED_RANK_CALM 0.5

#endif

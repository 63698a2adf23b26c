/*
 * aggregate.h: many hits, few findings (diagnosis.md section 2). Hits group by record and by the captured values that
 * are no numbers; a group keeps what a report needs of all its hits and the words of the first one, by place in the
 * input and not by arrival.
 */
#ifndef ED_DIAG_AGGREGATE_H
#define ED_DIAG_AGGREGATE_H

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"
#include "diag/rank.h"

struct ed_group {
    struct ed_finding finding; /* values, first, last, message, sources point into the arena */
    uint64_t first_source;     /* order of the source of finding.first */
    uint64_t last_source;
    int64_t moment;    /* of finding.first, as input/when.h reads it; ED_TIME_UNKNOWN */
    size_t last_index; /* the last place: which of finding.sources, SIZE_MAX when that was dropped */
    uint64_t last_line;
    char last_time[48];
    double best;     /* best score of its hits; finding.why belongs to it */
    double margin;   /* of that hit */
    uint64_t trace;  /* number of the trace that its first hit stands in; 0: none that was looked at */
    bool trace_root; /* it stands in the part that the others of the trace came from */
    /* Set by order.c. */
    struct ed_group *cause;
    size_t place;  /* in the report */
    uint64_t told; /* of finding.count, while a log is followed */
    size_t sources_cap;
    bool reread; /* all of its hits stand in other readings of the text (reread.h), which are guesses */
};

struct ed_groups {
    ED_VEC(struct ed_group) v;
    struct ed_map by_key;
    struct ed_arena *arena;               /* borrowed: the run's */
    int64_t now;                          /* when the run began, for times without a year */
    uint64_t dropped;                     /* hits of groups over ED_LIMIT_FINDINGS, */
    uint64_t dropped_sure[ED_SEVERITIES]; /* and the exact ones of them */
    struct ed_buf key;
};

void ed_groups_init(struct ed_groups *groups, struct ed_arena *arena, int64_t now);
void ed_groups_done(struct ed_groups *groups);

struct ed_occurrence {
    const struct ed_message *message;
    uint64_t source_order; /* number of the source in the order of reading */
    const struct ed_scored *best;
    double margin;                /* to the next record for this text, bits; INFINITY when there is none */
    const struct ed_scored *ties; /* records that tie with best */
    size_t nties;
};

/* *ret_new, which may be NULL: a group was made. Returns its index; SIZE_MAX when there was no room for it. */
size_t ed_groups_add(struct ed_groups *groups, const struct ed_occurrence *occurrence, bool *ret_new);
/* Fill in finding.last and finding.confidence of the groups from number `from` on, as of now. */
void ed_groups_sum_up(struct ed_groups *groups, size_t from);
/* The last place of a group, its time in `arena`. */
struct ed_place ed_groups_last(const struct ed_group *group, struct ed_arena *arena);
/* Fill in finding.last and finding.confidence of every group: once, when all hits are in. A record that was found
   exactly is not told by a lesser tier as well, nor one with its code by its wording. */
void ed_groups_finish(struct ed_groups *groups);

/* Where a line stood and who printed it; borrows from the message, and `room` holds a time that had to be written anew.
 */
struct ed_place ed_place_of(const struct ed_message *message, size_t line, char room[ED_CLOCK_TEXT]);
/* A copy in the arena. */
struct ed_place ed_place_keep(struct ed_arena *arena, struct ed_place place);

/* The whole of the text is a decimal number (sign, fraction, exponent allowed). */
bool ed_value_number(struct ed_str text, double *ret);

#endif

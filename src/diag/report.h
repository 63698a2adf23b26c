/*
 * report.h: what a diagnosis found: plain data, made by session.c and read by the renderers. The json face of it is a
 * contract (schema/report.schema.json, "errdex-report/1"); keys there bear the names here.
 */
#ifndef ED_DIAG_REPORT_H
#define ED_DIAG_REPORT_H

#include "input/input.h"
#include "kb/kb.h"
#include "store/factdb.h"

enum ed_tier { ED_TIER_EXACT, ED_TIER_CODE, ED_TIER_SIMILAR };
enum ed_role { ED_ROLE_UNKNOWN, ED_ROLE_ROOT, ED_ROLE_SYMPTOM, ED_ROLE_CONSEQUENCE };

/* One reason for a finding's place: "specificity" 87.5 "87.5 bits of literal text". */
struct ed_term {
    const char *term;
    double value;
    struct ed_str says;
};

/* Where something stood and who printed it. ED_STR_NONE where that is not known. */
struct ed_place {
    struct ed_str source; /* "-", "a.log", "b.zip:c.txt" */
    uint64_t line;
    struct ed_str time, host, unit, ident, pid, container, pod, rank;
    struct ed_str location;  /* in the program's source, "src/lib.rs:67:44"; of the first place only */
    struct ed_str job, step; /* of a CI run */
    struct ed_str file;      /* the program's own source file and line, where the log names them */
    uint64_t file_line;
};

/* Its texts but `location`, for who copies them. */
#define ED_PLACE_TEXTS 12
void ed_place_texts(struct ed_place *place, struct ed_str *ret_texts[ED_PLACE_TEXTS]);

struct ed_value {
    struct ed_str name, value; /* of the first occurrence, all digits kept */
    bool numeric;
    double min, max; /* numeric: over all occurrences */
    bool hex;        /* a number, too, but one without a range: it does not tell findings apart either */
};

#define ED_PART_BESIDE SIZE_MAX

struct ed_value_part { /* a value inside that of a hole (parts.h) */
    size_t of;         /* number of the hole; ED_PART_BESIDE: it stands beside the message */
    struct ed_str name, value;
};

struct ed_other { /* the same message in another record */
    struct ed_str repo, slug, id;
};

/* A command whose output tells something about a finding, and what became of it. */
struct ed_evidence_table {
    struct ed_str name, about;
    struct ed_str command; /* as a shell takes it, with {holes} where it is run for several values */
    bool there;
    struct ed_str from; /* the file or member that held it; ED_STR_NONE: none did */
    uint64_t rows;
    uint64_t unread;       /* lines that are not of its form */
    bool cut;              /* there was more than was read */
    struct ed_str problem; /* why it is not there; ED_STR_NONE: it was not brought */
};

enum ed_verdict { ED_VERDICT_UNKNOWN, ED_VERDICT_NO, ED_VERDICT_YES };

struct ed_evidence_check {
    struct ed_str name;
    enum ed_verdict verdict;
    struct ed_str says;       /* yes, no: a sentence with the values in it; ED_STR_NONE: there is nothing to say */
    struct ed_str why;        /* unknown: why */
    struct ed_str tell;       /* unknown: the command that would tell; ED_STR_NONE: none would */
    struct ed_fact_rows rows; /* yes: what it rests on */
};

/* Printed, never run. */
struct ed_evidence_step {
    const char *kind; /* "inspect", "stop", "kill", "wait", "verify", "restart", "configure", "replace", "escalate" */
    const char *risk; /* "none", "low", "high" */
    struct ed_str says;
    struct ed_str command; /* quoted for a shell; ED_STR_NONE: there is none */
    struct ed_str expects, warns;
    const char *withheld; /* why its command is not shown; NULL: it is, or there is none */
};

struct ed_evidence_belief { /* what people believe of this error, and what is the case */
    struct ed_str belief, says;
};

/* What a playbook made of a finding and of the evidence beside the log. */
struct ed_inquiry {
    struct ed_str playbook, title;
    bool brought; /* any of its tables is there */
    const struct ed_evidence_table *tables;
    size_t ntables;
    const struct ed_evidence_check *checks;
    size_t nchecks;
    struct ed_str cause;       /* the culprit, by the first check that applies; ED_STR_NONE: no check tells */
    struct ed_str cause_check; /* and that check's name */
    const struct ed_evidence_step *steps;
    size_t nsteps;
    const struct ed_evidence_belief *beliefs;
    size_t nbeliefs;
};

struct ed_finding {
    uint32_t row;
    const struct ed_record *record;
    enum ed_tier tier;
    enum ed_role role;
    double confidence; /* 0..1 */
    const struct ed_term *why;
    size_t nwhy;
    uint64_t count;
    const struct ed_value *values; /* in order of the holes */
    size_t nvalues;
    const struct ed_value_part *parts; /* of the first occurrence, by hole */
    size_t nparts;
    struct ed_place first, last;
    const struct ed_place *sources; /* distinct by all but line, time and file; at most ED_LIMIT_FINDING_SOURCES */
    size_t nsources;
    uint64_t sources_dropped;
    struct ed_str message; /* as matched, the whole lines it stands on; at most ED_LIMIT_FINDING_TEXT */
    struct ed_str context; /* the text of its run in front of that, whole lines; at most ED_LIMIT_FINDING_CONTEXT */
    const struct ed_other *also;
    size_t nalso;
    const struct ed_finding *cause;  /* what it came from, and */
    const char *cause_says;          /* why that is believed: half a sentence; both NULL when it is not known */
    const struct ed_finding *effect; /* the first that came of it, in the order of the report, */
    const struct ed_finding *next;   /* and the next one that came of the same cause; set by ed_report_link, */
    const struct ed_finding *alike;  /* the next one of the same record and tier, accepted or not as this one, which */
    size_t nalike;                   /* differs in its values, and how many of them come behind this one; */
    size_t kinds;                    /* how many records and tiers the report begins with above it; */
    bool again;                      /* its own was among them */
    bool calm;                       /* it stands on lines of a lower level than errors alone; its record is one */
    bool accepted;                   /* known, and no reason to fail a gate (accept.h); */
    struct ed_str accepted_why;      /* in somebody's words, ED_STR_NONE without any */
    const struct ed_inquiry *evidence; /* NULL: no playbook is for it, or nobody asked */
};

/* A line of the log that is shown for an error that no record describes. */
struct ed_unmatched_line {
    uint64_t number;
    struct ed_str text; /* at most ED_LIMIT_TRIAGE_LINE bytes */
    const char *part;   /* what it is of the failure: "fail", "test", "place", "detail", ... (grammar.h), "none" */
    uint64_t count;     /* of its template, when it stands for that; else 0 */
};

/* A template of messages that look like errors and have no record. */
struct ed_unmatched {
    struct ed_str template; /* variable parts masked (mask.h) */
    const char *tool;       /* whose output it looks like; NULL: nobody's in particular */
    const char *part;
    bool known; /* a finding tells its line; it stands for the lines around */
    uint64_t count;
    double score;
    struct ed_place first;
    uint64_t last_line;                    /* of the same source as `first` */
    const struct ed_unmatched_line *lines; /* its first occurrence and what belongs to it, by number */
    size_t nlines;
};

/* Lines that stand close together, as they are printed: those of one or several templates. */
struct ed_excerpt {
    struct ed_place place; /* of its first line */
    const struct ed_unmatched_line *lines;
    size_t nlines;
};

struct ed_triage_report {
    bool asked;
    const struct ed_unmatched *v; /* those that are shown, likeliest root first */
    size_t n, nknown;
    const struct ed_excerpt *excerpts;
    size_t nexcerpts;
    uint64_t templates;         /* met in all, known ones not counted in, */
    uint64_t lines;             /* on so many lines; */
    uint64_t templates_dropped; /* of them were not kept, because there are too many */
    uint64_t known_good;        /* lines left out because the good run has their template */
    bool good_dropped;          /* it has more templates than are remembered */
};

struct ed_account {
    struct ed_input_account input;
    struct ed_match_stats match;
    uint64_t records_tried, inactive;
    uint64_t weak;             /* of those tried: only where there was other evidence for them (diag/weak.h) */
    uint64_t matched;          /* lines that a finding's matches stand on */
    uint64_t accepted;         /* findings of the report */
    uint64_t findings_dropped; /* matches of further findings over ED_LIMIT_FINDINGS, */
    uint64_t dropped_sure[ED_SEVERITIES]; /* and the exact ones of them */
    const struct ed_err *notes;           /* what was passed over or ended early, in order */
    size_t nnotes;
    uint64_t notes_dropped; /* over ED_LIMIT_NOTES */
};

/* Findings stand in the order in which a person should read them. Everything lives in the session's arena. */
struct ed_report {
    const struct ed_finding *findings;
    size_t nfindings;
    struct ed_triage_report triage;
    struct ed_account account;
};

/* The finding is told below its cause. One that is not accepted is not hidden below one that is. */
static inline bool ed_report_nested(const struct ed_finding *finding)
{
    return finding->cause && (finding->accepted || !finding->cause->accepted);
}
/* Set what findings say of each other, from `cause`, record, tier and `accepted`. Causes point into the same array and
   form no circle. */
void ed_report_link(struct ed_finding *findings, size_t n);
/* The findings below `top`, each before what came of it: the one behind `at` (`top` itself to begin with); NULL behind
   the last. *depth, 0 for `top`, is kept up. */
const struct ed_finding *ed_report_below(const struct ed_finding *top, const struct ed_finding *at, size_t *depth);

/* A finding that came again while a log was followed. */
struct ed_repeat {
    struct ed_finding finding;
    uint64_t more; /* occurrences since it was told last */
};

const char *ed_tier_name(enum ed_tier tier);
const char *ed_role_name(enum ed_role role);
const char *ed_verdict_name(enum ed_verdict verdict); /* "unknown", "no", "yes" */

#endif

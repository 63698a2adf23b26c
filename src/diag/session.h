/*
 * session.h: one run of the pipeline: sources in, a report out.
 */
#ifndef ED_DIAG_SESSION_H
#define ED_DIAG_SESSION_H

#include "diag/accept.h"
#include "diag/bundle.h"
#include "diag/report.h"

struct ed_session;

enum ed_triage_mode { ED_TRIAGE_OFF, ED_TRIAGE_BRIEF, ED_TRIAGE_FULL };

struct ed_session_opts {
    size_t threads;                    /* that match; 0: one a processor. The report does not depend on it */
    bool oracle;                       /* match with the slow truth instead of the engine: for tests and doubt */
    const struct ed_when_range *range; /* as in ed_input_opts */
    const char *format;                /* of the input, as in ed_input_opts; NULL: to be found out */
    enum ed_triage_mode triage;        /* of what no record describes */
    size_t triage_limit;               /* bytes of it in the report; 0: as the mode has it (triage.h) */
    struct ed_accept *accept;          /* what it holds is marked as accepted; NULL: nothing is */
    /* While a log is followed: called when nothing came for a while. Anything but ED_OK ends the reading. */
    enum ed_rc (*idle)(void *ctx, struct ed_err *err);
    void *idle_ctx;
    void (*progress)(void *ctx, uint64_t lines); /* lines read so far, now and then; may be NULL */
    void *progress_ctx;
};

/* The knowledge base is borrowed. */
struct ed_session *ed_session_new(struct ed_kb *kb, struct ed_session_opts opts);
void ed_session_free(struct ed_session *session);
/* Read all paths ("-" is standard input). May be called several times before the report. Sources that end early are
   noted and the rest is read; a path that cannot be opened at all is a failure. */
ED_NODISCARD enum ed_rc ed_session_read(struct ed_session *session, const char *const *paths, size_t npaths,
                                        struct ed_err *err);
/* Read a good run's log, before all others: what it prints is not told of a bad one. Nothing without triage. */
ED_NODISCARD enum ed_rc ed_session_baseline(struct ed_session *session, const char *path, struct ed_err *err);
/* Read bytes in memory as one log of this name. */
ED_NODISCARD enum ed_rc ed_session_text(struct ed_session *session, const char *name, struct ed_str text,
                                        struct ed_err *err);
/* Read one log for as long as it is written, or until `stop` becomes readable (input/follow.h). */
ED_NODISCARD enum ed_rc ed_session_follow(struct ed_session *session, const char *path, int stop, struct ed_err *err);
/* What was found since this was last asked, in the order of finding, as a report without an account; to be asked while
   a log is followed. Later lines may add to the counts. */
struct ed_report ed_session_fresh(struct ed_session *session);
/* What was told before and came again since, *ret_n of them in the order of finding; asked after ed_session_fresh. They
   live until the session reads on. */
const struct ed_repeat *ed_session_repeats(struct ed_session *session, size_t *ret_n);
/* Add to the report's notes: something that was to be read and was not. */
void ed_session_note(struct ed_session *session, const struct ed_err *why);
/* Rank, group and order what was found. The report lives as long as the session. Call once. */
ED_NODISCARD enum ed_rc ed_session_report(struct ed_session *session, const struct ed_report **ret_report,
                                          struct ed_err *err);

/* After the report, which then tells of each finding what its playbook makes of it, of the log and of the evidence.
   Both are borrowed as long as the report. A playbook that cannot be used is noted. */
void ed_session_inquire(struct ed_session *session, const struct ed_playbooks *playbooks, struct ed_bundle *bundle);

/* A record and what searching for it cost. */
struct ed_session_cost {
    uint32_t row;
    const struct ed_record *record; /* lives as long as the session */
    struct ed_match_cost cost;
};
/* The records that cost most, in that order, at most n; *ret_n says how many. After the report. */
ED_NODISCARD enum ed_rc ed_session_costs(struct ed_session *session, size_t n, struct ed_session_cost *ret_costs,
                                         size_t *ret_n, struct ed_err *err);

#endif

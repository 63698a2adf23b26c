/*
 * look.h: the first look at a message: which of its lines look like errors and hold something of what the index of near
 * wordings and codes knows. It needs nothing but the message, so the threads that match take it; whether a line is
 * explained by an exact finding, and what its answer is, comes after (tiers.h).
 */
#ifndef ED_DIAG_LOOK_H
#define ED_DIAG_LOOK_H

#include "base/limits.h"
#include "base/vec.h"
#include "input/message.h"
#include "match/alarm.h"
#include "match/matcher.h"
#include "match/near.h"

/* Where the index comes from when it is first asked. */
struct ed_near_source {
    enum ed_rc (*get)(void *ctx, const struct ed_near **ret_near, struct ed_err *err);
    void *ctx;
};

/* A line that is to be asked about when nothing explains it. */
struct ed_suspect {
    size_t line;
    size_t at;        /* in the text: its first word of error, or where it begins */
    unsigned touches; /* ED_NEAR_WORDING, ED_NEAR_CODE, or ED_SUSPECT_UNASKED alone */
};

/* A hit stands on the line and the index was not there: it may never be needed. */
#define ED_SUSPECT_UNASKED 0x80u

/* As ED_VEC. */
struct ed_suspects {
    struct ed_suspect *v;
    size_t n, cap;
};

struct ed_look;

/* One serves one thread; the words of error are borrowed, and may be shared. */
struct ed_look *ed_look_new(struct ed_near_source source, const struct ed_alarm *alarm);
void ed_look_free(struct ed_look *look);

/* Ask `bare` about each line that looks like an error and that no hit stands on, in order, while ed_look_run walks;
   known: as ed_reread_line. */
typedef enum ed_rc (*ed_bare_fn)(void *ctx, size_t line, size_t at, bool known, struct ed_err *err);
void ed_look_on_bare(struct ed_look *look, ed_bare_fn bare, void *ctx);
/* A line of source code in a trace, which holds the words of a message and is none. */
bool ed_look_is_source(struct ed_str line);

/* Whether a message may have suspects at all. */
bool ed_look_worth(const struct ed_message *message);
/* Add the message's suspects, by line. hits: all of the message, in the matcher's order. */
ED_NODISCARD enum ed_rc ed_look_run(struct ed_look *look, const struct ed_message *message, const struct ed_hit *hits,
                                    size_t nhits, struct ed_suspects *suspects, struct ed_err *err);

/* Part of a text. */
struct ed_look_span {
    size_t start, end;
};

/* What of a suspect's line is looked at: all but the far ends of a very long one. */
struct ed_look_span ed_look_span(const struct ed_message *message, size_t line, size_t at);
/* What that part holds, ED_NEAR_... as above; 0: there is nothing to ask. */
unsigned ed_look_touches(const struct ed_near *near, const struct ed_message *message, size_t line, size_t at,
                         struct ed_marks *scratch);

/* Bytes of a line that are looked at around a word of error. */
#define ED_LOOK_BEFORE ED_KIB
#define ED_LOOK_BEHIND (4 * ED_KIB)

#endif

/*
 * input.h: from a reader's bytes to messages: lines, layers taken off, runs put together.
 */
#ifndef ED_INPUT_INPUT_H
#define ED_INPUT_INPUT_H

#include "base/team.h"
#include "input/message.h"
#include "input/source.h"
#include "input/when.h"

struct ed_input_account {
    uint64_t sources, bytes, lines;
    uint64_t messages;    /* runs handed out, windows counted once */
    uint64_t truncated;   /* lines that arrived cut (a journal's null message, blob data, a final ellipsis) */
    uint64_t undecoded;   /* lines of a structured format that did not parse and were read as text */
    uint64_t outside;     /* lines that are not of the time asked for */
    uint64_t undated;     /* lines before any whose time is known, when a time was asked for: they are read */
    uint64_t passed_over; /* lines that only restate others: journalctl's markers and its -x catalog, the scripts that a
                             CI server shows before they run */
};

/* The message and all it points to live during the call, or until it is released when it is taken over. */
typedef enum ed_rc (*ed_message_fn)(void *ctx, const struct ed_message *message, struct ed_err *err);

struct ed_input_limits;

/* Why a layer is believed. */
enum ed_proof {
    ED_PROOF_NONE,
    ED_PROOF_FORCED,    /* the user said so */
    ED_PROOF_SURE,      /* by a line that no other text looks like */
    ED_PROOF_AGREEING,  /* by several lines in a row that agree */
    ED_PROOF_EVERYWHERE /* by all lines of a source of one or two */
};

enum ed_fate {
    ED_FATE_LINE,      /* it begins a line of a message */
    ED_FATE_CONTINUES, /* it has no header, and belongs to the line before */
    ED_FATE_PASSED,    /* it only restates others */
    ED_FATE_OUTSIDE,   /* it is not of the time asked for */
    ED_FATE_EMPTY,     /* an entry without text */
    ED_FATE_ENTRY      /* it is one of several lines of an entry */
};

/* How one line of the input was read. */
struct ed_explanation {
    const char *source;
    uint64_t number;
    struct ed_str line; /* as it came */
    struct ed_str body; /* what is left of it */
    enum ed_fate fate;
    struct {
        const char *name; /* of the kind (kinds.h) */
        enum ed_proof proof;
        bool first; /* it was not told of a line of this source before */
    } layers[8];    /* that were taken off, outermost first */
    unsigned nlayers;
};

struct ed_input_opts {
    const struct ed_input_limits *limits; /* NULL: ed_input_limits_default */
    const struct ed_marker *marker;       /* who marks the text; NULL: nobody */
    struct ed_team *team;                 /* threads that mark ahead; NULL: none */
    /* Called when nothing came for a while and all that was read is handed out. Anything but ED_OK ends the reading and
       is returned. NULL: nobody waits for it. */
    enum ed_rc (*idle)(void *ctx, struct ed_err *err); /* ctx: that of the messages */
    const struct ed_when_range *range;                 /* lines outside of it are left out; NULL: none are */
    const char *format; /* the kind (kinds.h) that is the outermost layer, or "plain" for none at all; NULL: to be found
            out. It is one that there is. */
    /* What is told of each line of the input; NULL: nobody asks. */
    void (*explain)(void *ctx, const struct ed_explanation *explanation);
    void *explain_ctx;
    /* What is told of each line that is passed over, at once: the name of a step, say, which is no message and tells
       where one is from. meta: what its layers told, NULL when it has none. The views live during the call. NULL:
       nobody asks. */
    void (*passed)(void *ctx, uint64_t number, struct ed_str text, const struct ed_meta *meta); /* ctx: as idle's */
    uint64_t first_lines; /* reading ends behind so many lines, as if the source had no more; 0: all of them */
};

/* Read the reader to its end; adds to *account. Stops and returns what fn returned when that is not ED_OK. A failing
   reader hands out what was read before and then returns the reader's failure. */
ED_NODISCARD enum ed_rc ed_input_run(struct ed_reader *reader, const struct ed_input_opts *opts, ed_message_fn fn,
                                     void *ctx, struct ed_input_account *account, struct ed_err *err);

/* The sizes that ed_input_run takes from base/limits.h; a test may make them small. message >= window >= 4 * overlap,
   overlap >= 4, piece >= 4. */
struct ed_input_limits {
    size_t window;        /* a run is handed out when it has this much text */
    size_t window_lines;  /* or this many lines */
    size_t message;       /* no message is longer */
    size_t overlap;       /* bytes that the next window repeats, at most */
    size_t overlap_lines; /* and lines */
    size_t pending;       /* text and tables of all streams together */
    size_t piece;         /* a longer line is taken in pieces */
};

extern const struct ed_input_limits ed_input_limits_default;

#endif

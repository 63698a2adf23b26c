/*
 * message.h: what the input layer hands out: text to match, and for each of its lines where it stood and what its
 * envelope told.
 *
 * A source is a set of streams, told apart by (source, host, unit or identifier, pid, container, pod, namespace,
 * stream, CI job, rank). A message is a run of lines of one stream with their envelopes taken off, joined by '\n': a
 * trace with its exception, a wrapped sentence and its rest stand in one message whatever the envelope put between
 * them. Long runs are handed out in overlapping windows: `fresh` is where the text begins that no earlier window held.
 */
#ifndef ED_INPUT_MESSAGE_H
#define ED_INPUT_MESSAGE_H

#include "base/arena.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/marks.h"

enum ed_level { /* syslog's numbers */
                ED_LEVEL_EMERG,
                ED_LEVEL_ALERT,
                ED_LEVEL_CRIT,
                ED_LEVEL_ERR,
                ED_LEVEL_WARNING,
                ED_LEVEL_NOTICE,
                ED_LEVEL_INFO,
                ED_LEVEL_DEBUG,
                ED_LEVEL_UNKNOWN
};

/* What the layers told of a line, and lines of one stream mostly have in common: that is kept once. ED_STR_NONE and 0
   where they told nothing. */
struct ed_meta {
    struct ed_str host, ident, unit, pid, container, pod, namespace, stream, rank;
    struct ed_str job, step; /* of a CI run */
    struct ed_str file;      /* the program's own source file and line, where a prefix names them */
    uint64_t file_line;
    struct ed_str layers; /* the names of the layers taken off, outermost first: "journal-short sglang" */
};

/* How a time is written, and so what is known of it. */
enum ed_time_form {
    ED_TIME_PARTIAL, /* year or zone is not known, or there is no time */
    ED_TIME_DATED,   /* date and zone: "2025-05-05T12:00:00Z", "Mon 2025/05/05 12:00:00 UTC" */
    ED_TIME_SECONDS, /* since 1970, with or without a fraction; */
    ED_TIME_MILLIS,  /* and whole units of */
    ED_TIME_MICROS,
    ED_TIME_NANOS
};

/* What they told of this line alone. */
struct ed_told {
    struct ed_str time_text; /* as it stood; ED_STR_NONE where there is none */
    enum ed_time_form time;  /* ed_told_time reads it (stamp.h): most lines are never asked */
    enum ed_level level;
    uint32_t repeat; /* the line stands for this many like it ("message repeated 3 times": 3); 0 mostly: for itself */
    bool truncated;  /* its text arrived cut, or did not arrive */
};

/* Of a line that no layer was taken off. */
extern const struct ed_meta ed_meta_none;
extern const struct ed_told ed_told_none;

struct ed_line {
    size_t start;    /* where the line begins in the message's text */
    uint64_t number; /* 1-based line of the input it stood on (its first, for an entry of several) */
    struct ed_told told;
    const struct ed_meta *meta; /* never NULL; lives as long as the message */
};

/* A line as it came, kept where the part that was taken off holds what may be a key of some pattern: what a layer took
   for a header may have been the message. */
struct ed_unpeeled {
    size_t line; /* index into the message's lines; those behind it with the same number are of it, too */
    struct ed_str text;
};

struct ed_run;

struct ed_message {
    struct ed_str
        text;     /* valid UTF-8 is not promised; control sequences of terminals are taken off. Ends in '\n' only
                     when `more` and the window ends with a line, so that what stands to the line's end is whole */
    size_t fresh; /* where the text begins that no window before this one held; 0 in the first. A match that ends
                     before it was in the window before. */
    bool more;    /* the run goes on in another window, which begins at `next` in this text: a match that touches
                     text.n and begins at or after `next` comes again there, whole */
    size_t next;
    const char *source; /* ed_reader_name */
    const struct ed_line *lines;
    size_t nlines;                /* at least 1; lines[0].start is 0 */
    const struct ed_marks *marks; /* `keys` and `alarms` of the text: all that it has, rarely one more. NULL: nobody
                                     marked it */
    const struct ed_unpeeled
        *raws; /* by line, each at most once; those that an earlier window had are not told again */
    size_t nraws;
    unsigned levels;    /* bit 1 << level for the level of each line, at least */
    struct ed_run *run; /* what holds all this; for ed_message_take */
};

/* Levels as those bits: of errors, and of what goes as it should. */
#define ED_LEVELS_LOUD (1u << ED_LEVEL_EMERG | 1u << ED_LEVEL_ALERT | 1u << ED_LEVEL_CRIT | 1u << ED_LEVEL_ERR)
#define ED_LEVELS_CALM (1u << ED_LEVEL_NOTICE | 1u << ED_LEVEL_INFO | 1u << ED_LEVEL_DEBUG)

/* How many lines do not come again, whole, in the next window; at least 1. */
size_t ed_message_own_lines(const struct ed_message *message);
/* The line that holds byte `at` of the text (index into lines); a '\n' belongs to the line it ends. */
size_t ed_message_line(const struct ed_message *message, size_t at);
/* The last line that a match from `start` to `end` stands on; an empty one stands where it begins. */
static inline size_t ed_message_last_line(const struct ed_message *message, size_t start, size_t end)
{
    return ed_message_line(message, end > start ? end - 1 : start);
}

/* Where a line ends, its '\n' counted in. */
static inline size_t ed_message_line_end(const struct ed_message *message, size_t index)
{
    return index + 1 < message->nlines ? message->lines[index + 1].start : message->text.n;
}

/* The last place of a line: its '\n', or the end of the text. */
static inline size_t ed_message_line_last(const struct ed_message *message, size_t index)
{
    return index + 1 < message->nlines ? message->lines[index + 1].start - 1 : message->text.n;
}

/* The text of a line, without its '\n'. */
struct ed_str ed_message_line_text(const struct ed_message *message, size_t index);

/* Take a message over, in the call that hands it out: all that it points to then stays, at the same place, until
   ed_message_release is called with a copy of it, after that call and in the thread that reads the input. Between them
   any thread may read it. Copies nothing but what the next window repeats. */
void ed_message_take(const struct ed_message *message);
void ed_message_release(const struct ed_message *message);

#endif

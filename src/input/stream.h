/*
 * stream.h: the streams of one source, and the runs of text that gather in them.
 *
 * A stream is known by its root (host, unit or identifier, pid, container, pod) and, below it, by a rank. Lines that
 * come without a header of their own go where the header before them in the same root pointed.
 */
#ifndef ED_INPUT_STREAM_H
#define ED_INPUT_STREAM_H

#include "input/input.h"
#include "input/known.h"
#include "input/line.h"
#include "input/run.h"

struct ed_stream {
    struct ed_run *run; /* the text that gathers; NULL: none */
    bool open;          /* the last line is not ended */
    bool needs_break;   /* a '\n' stands between the text and a new line */
    bool begun;         /* a window of this run was handed out */
    bool listed;
    bool headed; /* of a root: a header that holds for the lines behind it was seen */
    size_t fresh;
    uint64_t behind; /* where the source goes on behind the last token, when its line was taken to its end; else 0 */
    size_t charged;  /* its part of `pending` */
    struct ed_stream *newer, *older; /* by the last line; only streams with text */
    struct ed_stream *root;          /* itself for a root */
    struct ed_stream *current;       /* of a root: where lines without a header go */
    size_t children;                 /* of a root: ranks below it that live */
    size_t held;                     /* 1 while it is in the table, and 1 a run that is taken over */
    uint64_t first;                  /* line number of the first line that no window held */
    uint64_t serial;                 /* order of making */
    uint64_t hash;                   /* ed_known_hash */
    struct ed_stream *chain;         /* of the table */
    struct ed_meta names;            /* what was told of its first line, views into `text` */
    size_t ntext;
    char text[];
};

struct ed_streams {
    const struct ed_input_limits *limits;
    const struct ed_marker *marker; /* NULL: runs are not marked */
    struct ed_origin *origin;
    ed_message_fn fn;
    void *ctx;
    struct ed_input_account *account;
    struct ed_known known;
    struct ed_stream *newest, *oldest;
    struct ed_stream *last_root; /* the root that was asked for last; may be NULL */
    struct ed_stream *last;      /* the stream of the last line; may be NULL */
    size_t pending;
    uint64_t serial;
};

void ed_streams_init(struct ed_streams *streams, const struct ed_input_opts *opts, const char *source, ed_message_fn fn,
                     void *ctx, struct ed_input_account *account);
void ed_streams_done(struct ed_streams *streams);
/* The last line that is in it, or NULL. */
const struct ed_line *ed_stream_last(const struct ed_stream *stream);
/* One holder less. */
void ed_stream_drop(struct ed_stream *stream);

/* The root that meta's host, unit or identifier, pid, container, pod, namespace, stream and job name. */
struct ed_stream *ed_streams_root(struct ed_streams *streams, const struct ed_meta *meta);
/* The stream of meta's rank below it. */
struct ed_stream *ed_streams_rank(struct ed_streams *streams, struct ed_stream *root, const struct ed_meta *meta);

struct ed_entry {
    struct ed_str text; /* holds no '\n' */
    uint64_t number;
    struct ed_told told;
    struct ed_meta *meta; /* may be changed. Its strings are copied, but `layers` must outlive the streams. NULL: as the
                             line before, and `told` too */
    bool carry;           /* what the line before told of rank, level and time holds where meta tells nothing */
    bool leave_open;      /* the next entry of the stream continues this line */
    bool continues;       /* it continues the stream's last line, although that was ended */
    bool rest;            /* another entry stands for the beginning of its raw line */
    const struct ed_raw_line *raw; /* whose marks hold for the text, if the text is a part of it */
};

/* Append a line to a stream, or to its open line. Hands out windows that are full, and the streams that were silent
   longest when too much is pending; `stream` stays. */
ED_NODISCARD enum ed_rc ed_streams_add(struct ed_streams *streams, struct ed_stream *stream,
                                       const struct ed_entry *entry, struct ed_err *err);
/* Hand out all that gathers, by first line: what comes later is another message. */
ED_NODISCARD enum ed_rc ed_streams_flush(struct ed_streams *streams, struct ed_err *err);
/* The source's last line came this many times more. Nothing where it was handed out. */
void ed_streams_again(struct ed_streams *streams, uint32_t times);
/* Hand out all that is left, by first line. */
ED_NODISCARD enum ed_rc ed_streams_finish(struct ed_streams *streams, struct ed_err *err);

#endif

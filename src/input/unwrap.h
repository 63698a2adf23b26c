/*
 * unwrap.h: lines with their layers taken off, into the streams they belong to.
 */
#ifndef ED_INPUT_UNWRAP_H
#define ED_INPUT_UNWRAP_H

#include "input/echo.h"
#include "input/envelope.h"
#include "input/heads.h"
#include "input/kinds.h"
#include "input/line.h"
#include "input/section.h"
#include "input/stream.h"

/* A line on its way: what is left of it, and what was told. */
struct ed_way {
    struct ed_str body;
    struct ed_told told;
    struct ed_meta meta;
    struct ed_paint paint;        /* of the body's end */
    uint8_t stack[ED_LAYERS_MAX]; /* kinds */
    unsigned depth;
    size_t indent;
    bool tabbed, headed, ranked, whole_lines, silent, again, restated, partial, continues, lines;
    bool repeats;
    uint64_t of;    /* layers, as bits */
    uint64_t shown; /* the one whose peel said before_shown, as a bit */
    bool filled;    /* meta is more than ed_meta_none */
    bool rest;      /* not the first line of a body of several */
    bool framed;    /* the line begins an entry of several */
    bool continued; /* meta.layers is told already */
};

/* What is believed of a source's layers so far. A line's layers depend on nothing else, unless it is counted. */
struct ed_belief {
    uint64_t asked;         /* layers that the source may have */
    uint64_t outermost;     /* and those that may be the first of a line */
    uint64_t sure;          /* layers that were sure of a line */
    uint64_t proven;        /* layers of which a kind is proven for this source */
    struct ed_kinds active; /* those kinds */
};

struct ed_ahead;

struct ed_unwrap {
    struct ed_streams *streams;
    struct ed_input_account *account;
    const struct ed_layer *layers[ED_LAYERS_ALL_MAX];
    uint8_t first_kind[ED_LAYERS_ALL_MAX];
    struct ed_heads heads; /* of all layers */
    struct ed_heads late;  /* and those that are asked late */
    uint64_t has_late;     /* layers that have some of these */
    uint64_t carrying;     /* layers that carry */
    uint64_t restating;    /* layers that have lines which restate others */
    uint64_t framing;      /* layers whose entries are several lines */
    uint64_t echoing;      /* layers that tell so by other lines */
    struct ed_belief belief;
    bool counted; /* a line was counted that may prove a layer */
    struct {
        unsigned n;       /* lines that agreed, one after the other */
        uint64_t witness; /* on this */
        enum ed_proof proof;
        bool told; /* to whoever asked for explanations */
    } tally[ED_KINDS_MAX];
    struct {
        const struct ed_framing *framing; /* of the entry that is being read; NULL: none */
        void *state;
        unsigned layer;
        uint64_t number; /* of its first line */
    } frame;
    bool dated, outside; /* a line's moment was known; the last such moment is not of the time asked for */
    bool plain;          /* no layer is taken off */
    struct {
        struct ed_meta source, now; /* by the source's path, and by the present section too */
        bool any;                   /* they tell something */
        enum ed_section section;    /* what the line before began */
        struct ed_arena text;       /* of the section */
    } base;                         /* what is told of every line that does not say itself */
    const struct ed_input_opts *opts;
    struct ed_echo echo;
    uint64_t echo_of;   /* echo.layer, as a bit */
    bool passing;       /* the piece of a line before was passed over, and so is the rest */
    struct ed_way way;  /* of the present line */
    size_t indent;      /* continuation of the header before */
    bool tabbed;        /* its continuation lines begin with a TAB, */
    bool behind_passed; /* and it was passed over, with these */
    bool whole_lines;   /* the layer before says that what is not of it stands alone */
    struct ed_buf clean, body;
    struct ed_arena scratch;                 /* one line */
    bool looked;                             /* at the source's first bytes */
    struct ed_ahead *ahead[ED_LIMIT_BLOCKS]; /* by slot of a block; NULL: none is made ahead yet */
    struct {
        uint64_t path;
        struct ed_str text; /* "journal-short sglang", in the origin */
    } stacks[32];
    size_t nstacks;
};

/* opts is borrowed, and so are base's strings: what the source's path tells of its lines. */
void ed_unwrap_init(struct ed_unwrap *u, const struct ed_input_opts *opts, const struct ed_meta *base,
                    struct ed_streams *streams, struct ed_input_account *account);
void ed_unwrap_done(struct ed_unwrap *u);
/* How layers are taken off ahead, for ed_splitter_init. The unwrap may be initialised later. */
struct ed_block_ahead ed_unwrap_ahead(struct ed_unwrap *u);
/* Look at the source's first bytes, and prove what layers they prove. all: there are no more. */
void ed_unwrap_look(struct ed_unwrap *u, struct ed_str head, bool all);
ED_NODISCARD enum ed_rc ed_unwrap_line(struct ed_unwrap *u, const struct ed_raw_line *line, struct ed_err *err);
/* The source has ended: an entry that was begun goes out as it is. */
ED_NODISCARD enum ed_rc ed_unwrap_finish(struct ed_unwrap *u, struct ed_err *err);

#endif

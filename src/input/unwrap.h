/*
 * unwrap.h: lines with their layers taken off, into the streams they belong to.
 */
#ifndef ED_INPUT_UNWRAP_H
#define ED_INPUT_UNWRAP_H

#include "input/envelope.h"
#include "input/heads.h"
#include "input/line.h"
#include "input/stream.h"

#define ED_LAYER_COUNT_MAX 32

/* A line on its way: what is left of it, and what was told. */
struct ed_way {
    struct ed_str body;
    struct ed_told told;
    struct ed_meta meta;
    uint8_t stack[ED_LAYERS_MAX];
    unsigned depth;
    size_t indent;
    bool headed, ranked, whole_lines, silent, partial, lines;
    bool filled;    /* meta is more than ed_meta_none */
    bool continued; /* meta.layers is told already */
};

struct ed_unwrap {
    struct ed_streams *streams;
    struct ed_input_account *account;
    const struct ed_layer *layers[ED_LAYER_COUNT_MAX];
    struct ed_heads heads; /* of all layers */
    uint32_t carrying;     /* layers that carry */
    uint32_t restating;    /* layers that have lines which restate others */
    uint32_t active;       /* layers that are proven for this source */
    struct {
        unsigned n;       /* lines that agreed, one after the other */
        uint64_t witness; /* on this */
    } tally[ED_LAYER_COUNT_MAX];
    struct ed_way way; /* of the present line */
    size_t indent;     /* continuation of the header before */
    bool whole_lines;  /* the layer before says that what is not of it stands alone */
    struct ed_buf clean, body;
    struct ed_arena scratch; /* one line */
    struct {
        uint64_t path;
        struct ed_str text; /* "journal-short sglang", in the origin */
    } stacks[32];
    size_t nstacks;
};

void ed_unwrap_init(struct ed_unwrap *u, struct ed_streams *streams, struct ed_input_account *account);
void ed_unwrap_done(struct ed_unwrap *u);
/* Look at the source's first bytes, and prove what layers they prove. all: there are no more. */
void ed_unwrap_look(struct ed_unwrap *u, struct ed_str head, bool all);
ED_NODISCARD enum ed_rc ed_unwrap_line(struct ed_unwrap *u, const struct ed_raw_line *line, struct ed_err *err);

#endif

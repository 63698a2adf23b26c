/*
 * envelope.h: one layer around a log line: how it is recognised and taken off. Layers are pure: bytes in, views out; no
 * I/O, no clock, no state. A layer is one file env_NAME.c; envelope.c lists them.
 */
#ifndef ED_INPUT_ENVELOPE_H
#define ED_INPUT_ENVELOPE_H

#include "input/message.h"

/* What a layer made of a line. Views point into the line or into the arena. */
struct ed_peel {
    struct ed_str body;   /* what is left; shorter than the line unless decoded */
    size_t continuation;  /* blanks that continuation lines are indented by under this header (journal short); 0 none */
    bool carries;         /* header stands once and continuation lines follow without one (Python logging, sglang) */
};

struct ed_layer {
    const char *name;   /* "journal-short" */
    const char *sample; /* one line of it */
    /* Take the layer off. false: the line is not of this layer. Adds what it tells to *meta (an inner layer's value wins
       over an outer one's where both tell the same key) and consumes at least one byte. */
    bool (*peel)(struct ed_str line, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret_peel);
    /* This layer alone proves the format: one line is enough. Else three lines of a source must agree. */
    bool sure;
};

/* All layers, outermost kinds first. NULL behind the last. */
const struct ed_layer *const *ed_layers(void);

#define ED_LAYERS_MAX 8

#endif

/*
 * envelope.h: one layer around a log line: how it is recognised and taken off. Layers are pure: bytes in, views out; no
 * I/O, no clock, no state. A layer is one file env_NAME.c; envelope.c lists them.
 */
#ifndef ED_INPUT_ENVELOPE_H
#define ED_INPUT_ENVELOPE_H

#include "input/message.h"

/* What a layer made of a line. Views point into the line or into the arena. Zeros and ed_told_none but for what the
   layer told. */
struct ed_peel {
    struct ed_told told;
    struct ed_str body;    /* what is left; shorter than the line unless decoded */
    struct ed_str witness; /* what lines of one source have in common under this layer (a host), when not sure */
    size_t continuation; /* blanks that continuation lines are indented by under this header (journal short); 0 none */
    bool sure;           /* this line alone proves the layer. Else three lines of a source must agree */
    bool weak;           /* of this layer only if other lines have proven it; proves nothing itself */
    bool decoded;        /* the body is not a part of the line: it may hold line breaks and escape sequences */
    bool partial;        /* the body's last line goes on in the next entry of the same stream */
    bool silent;         /* the entry has no text at all */
    bool truncated;      /* the text arrived cut, or did not arrive */
    bool undecoded;      /* with false: it is of this layer, and broken */
};

struct ed_layer {
    const char *name;   /* "journal-short" */
    const char *sample; /* one line of it */
    /* What its lines begin with, in the letters of heads.h; NULL behind the last. It is asked about no other line, so
       what it must see in the first 16 bytes belongs here. */
    const char *heads[16];
    /* The header stands once, and continuation lines follow without one (Python logging, sglang). */
    bool carries;
    /* The header says which rank speaks, or that none does: it holds for the lines without one that follow. */
    bool ranks;
    /* Each line is an entry of its own: one that is not of this layer does not belong to the line before. */
    bool whole_lines;
    /* Take the layer off. The line is not empty. false: it is not of this layer, and nothing was written but
       `undecoded`. Adds what it tells to *meta (an inner layer's value wins over an outer one's where both tell the
       same key) and consumes at least one byte. */
    bool (*peel)(struct ed_str line, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret_peel);
    /* A line between those of this layer that only restates others (journalctl's markers and catalog). May be NULL. */
    bool (*restates)(struct ed_str line);
};

/* All layers, outermost kinds first, at most 32. NULL behind the last. */
const struct ed_layer *const *ed_layers(void);

/* Layers on one line. Real stacks are 6 deep; each takes at least one byte. */
#define ED_LAYERS_MAX 8

extern const struct ed_layer ed_env_journal_json, ed_env_journal_short, ed_env_sglang, ed_env_timestamp;

/* Add what an inner layer told. A time that is known is not replaced by one whose zone or year is not. */
void ed_told_add(struct ed_told *told, const struct ed_told *inner);

#endif

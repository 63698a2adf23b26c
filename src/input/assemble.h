/*
 * assemble.h: which lines of a message are one trace: an error with its frames, its source lines, and the errors that
 * it came from. The rules are data (data/assembly/traces.tsv says how each language prints a trace); what is told here
 * is where the parts stand and which of them is the root.
 */
#ifndef ED_INPUT_ASSEMBLE_H
#define ED_INPUT_ASSEMBLE_H

#include "base/vec.h"
#include "input/message.h"

/* One error of a trace. */
struct ed_trace_part {
    size_t first, last; /* lines of the message */
    size_t outcome;     /* the line of its class and message; SIZE_MAX: the text does not hold it */
    bool root;          /* what the other parts of the trace came from; in each trace at most one part is */
};

struct ed_trace {
    size_t first, last;   /* lines of the message */
    const char *language; /* of the rules: "python"; lives as long as the assembler */
    size_t part, nparts;  /* of ed_traces.parts */
};

struct ed_traces {
    ED_VEC(struct ed_trace) v; /* by line; they do not overlap */
    ED_VEC(struct ed_trace_part) parts;
};

struct ed_assembler;

/* It is not changed by use: several threads may share one. */
struct ed_assembler *ed_assembler_new(void);
void ed_assembler_free(struct ed_assembler *assembler);

/* The traces of a message. *traces is zeros, or what an earlier call left, which is forgotten. */
void ed_assemble(const struct ed_assembler *assembler, const struct ed_message *message, struct ed_traces *traces);
void ed_traces_done(struct ed_traces *traces);

/* The trace that a line is of, or NULL. */
const struct ed_trace *ed_traces_at(const struct ed_traces *traces, size_t line);
/* The part of a trace that a line is of; NULL when it stands between parts. */
const struct ed_trace_part *ed_trace_part_at(const struct ed_traces *traces, const struct ed_trace *trace, size_t line);

#endif

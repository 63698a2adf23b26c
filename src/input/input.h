/*
 * input.h: from a reader's bytes to messages: lines, layers taken off, runs put together.
 */
#ifndef ED_INPUT_INPUT_H
#define ED_INPUT_INPUT_H

#include "input/message.h"
#include "input/source.h"

struct ed_input_account {
    uint64_t sources, bytes, lines;
    uint64_t messages;   /* runs handed out, windows counted once */
    uint64_t truncated;  /* lines that arrived cut (a journal's null message, "...") */
    uint64_t undecoded;  /* lines of a structured format that did not parse and were read as text */
};

/* The message and all it points to live during the call. */
typedef enum ed_rc (*ed_message_fn)(void *ctx, const struct ed_message *message, struct ed_err *err);

/* Read the reader to its end; adds to *account. Stops and returns what fn returned when that is not ED_OK. A failing reader
   hands out what was read before and then returns the reader's failure. */
ED_NODISCARD enum ed_rc ed_input_run(struct ed_reader *reader, ed_message_fn fn, void *ctx,
                                     struct ed_input_account *account, struct ed_err *err);

#endif

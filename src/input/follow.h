/*
 * follow.h: a log that is still being written, read for as long as somebody wants: a file is read on behind its end,
 * from the start again when it was cut, and under its name anew when it was rotated; a pipe until its writer closes it.
 */
#ifndef ED_INPUT_FOLLOW_H
#define ED_INPUT_FOLLOW_H

#include "input/source.h"

/*
 * As ed_source_walk for one path ("-" is standard input), but a reader's end is waited for: its read returns ED_IDLE
 * once when nothing came for a while, and waits on when it is asked again. It ends when `stop` (a descriptor; -1: none)
 * becomes readable, or the writer of a pipe closes it. What is packed cannot be followed: ED_ERR_INPUT.
 */
ED_NODISCARD enum ed_rc ed_source_follow(const char *path, int stop, struct ed_source_events events,
                                         struct ed_err *err);

#endif

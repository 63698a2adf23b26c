/*
 * located.h: the place in a program's source that a message was raised at, where the log names it. Pure.
 */
#ifndef ED_DIAG_LOCATED_H
#define ED_DIAG_LOCATED_H

#include "base/str.h"

/* The first "src/lib.rs:67:44", "core.py:718" or 'File "a/b.py", line 12' of a line: its path, without the folder that
   packages are installed in, and the line's number with what stands behind it ("67:44"). false: there is none. */
struct ed_located {
    struct ed_str path, line;
};
bool ed_located_find(struct ed_str line, struct ed_located *ret_located);

#endif

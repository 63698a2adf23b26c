/*
 * parts.h: values inside a value. A hole that took a whole remark ("actor ID: f9cc, name=Sim, pid=4374, memory
 * used=2.21GB", "Process 61207 has 23.47 GiB memory in use.") holds what a person looks for, named by the words around
 * it. Pure.
 */
#ifndef ED_DIAG_PARTS_H
#define ED_DIAG_PARTS_H

#include "base/str.h"

struct ed_part {
    struct ed_str name, value; /* views into the text */
};

/* Parts of one value; a remark names no more than a few. */
#define ED_PARTS_MOST 8

/* Values in a text, in its order: keys with '=' or ": ", numbers behind a word ("rank 5"), amounts with their unit,
   named by the words behind them. Of "text (remark)" also the text, named "text"; of a deep path its last name, "name".
   None of a single word or number. Returns how many. */
size_t ed_parts_find(struct ed_str value, struct ed_part ret_parts[ED_PARTS_MOST]);

/* Where a number's unit ends that is written right behind it, "59.48GB"; the number's end when it has none. */
size_t ed_parts_unit_end(struct ed_str text, size_t end);

#endif

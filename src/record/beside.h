/*
 * beside.h: what of a record may stand beside its message in a log, and so tells that a line is its. Views into the
 * record's own texts; empty where it has nothing that tells.
 */
#ifndef ED_RECORD_BESIDE_H
#define ED_RECORD_BESIDE_H

#include "record/record.h"

/* The last name of a class: "IOException" of "java.io.IOException", word characters only. Empty when it ends in
   something else. */
struct ed_str ed_beside_class(struct ed_str error_class);
/* The part of a path that an installed package keeps: at most its last three components. Empty for "main.c" alone,
   which is no evidence. */
struct ed_str ed_beside_path(struct ed_str file_path);
/* Where such a part stands in a text as whole words, not within "mysrc/main.cpp"; SIZE_MAX when it does not. */
size_t ed_beside_find_path(struct ed_str text, struct ed_str path);

#endif

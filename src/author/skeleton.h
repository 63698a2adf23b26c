/*
 * skeleton.h: a record to be filled in, and its examples: what can be made of the message and its place is made, the
 * rest says what to write there and is refused by a check as it stands.
 */
#ifndef ED_AUTHOR_SKELETON_H
#define ED_AUTHOR_SKELETON_H

#include "base/arena.h"
#include "base/err.h"

/* ED_STR_NONE and 0 where it is not known. */
struct ed_skeleton_opts {
    struct ed_str repo, message; /* needed */
    struct ed_str file;          /* where the message stands; it tells the dialect of the holes */
    uint64_t line;
    struct ed_str commit, family, severity;
};

/* What was written. */
struct ed_skeleton {
    struct ed_str id, slug;
    const struct ed_str *names; /* of the holes */
    size_t nnames;
    struct ed_str record_file, example_file;
    size_t record_index, example_index; /* of the new elements in their arrays */
};

/*
 * Write to folder/records/OWNER/NAME.json and folder/examples/OWNER/NAME.json, which are made when they are not there,
 * as the last elements of their arrays; every byte that was there stays as it was. ED_ERR_USAGE: the words are no
 * repository, message and so on; ED_ERR_INPUT: a file is no array, or holds this record already.
 */
ED_NODISCARD enum ed_rc ed_skeleton_write(const char *folder, const struct ed_skeleton_opts *opts,
                                          struct ed_arena *arena, struct ed_skeleton *ret_skeleton, struct ed_err *err);

#endif

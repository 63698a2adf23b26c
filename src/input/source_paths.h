/*
 * source_paths.h: what a path tells of the lines of its file, and which files of a support bundle are no logs. The
 * rules are data/envelopes/paths.tsv, a table of which is made when errdex is built.
 */
#ifndef ED_INPUT_SOURCE_PATHS_H
#define ED_INPUT_SOURCE_PATHS_H

#include "input/message.h"

struct ed_path_tells {
    struct ed_meta meta; /* views into the path */
    const char *skip;    /* why it is no log ("lists of packages"); NULL when it may be one */
};

/* Components are parted by '/', and by the ':' between an archive and its member. A path that is longer than PATH_MAX
   tells nothing. */
struct ed_path_tells ed_path_tell(struct ed_str path);

#endif

/*
 * source_walk.h: what source.c and source_folder.c share of a walk.
 */
#ifndef ED_INPUT_SOURCE_WALK_H
#define ED_INPUT_SOURCE_WALK_H

#include "input/source_feed.h"

#define ED_SKIP_REASONS 16
#define ED_SKIP_COPY    "second copies of a job's log"

struct ed_walk {
    struct ed_source_events events;
    uint64_t outside;         /* bytes read of the present path */
    const char *folder;       /* that relative paths are below; NULL: they tell nothing of it */
    const char *present;      /* the path that is walked */
    const char *root;         /* the named folder without its links, or NULL: links into it are passed over */
    struct ed_run_logs *runs; /* of the CI run whose folder this is, or NULL */
    size_t runs_at;           /* its paths begin here in a file's */
    struct {
        const char *reason; /* "binary files" */
        uint64_t n;
    } skipped[ED_SKIP_REASONS]; /* found in it and passed over as no logs */
};

/* Say why something is not read, and go on. */
void ed_walk_note(const struct ed_walk *walk, const char *name, struct ed_err *why);
/* One more that is no log. The reason lives as long as the program. */
void ed_walk_skip(struct ed_walk *walk, const char *reason);
/* Why a file that was found is no log, by its path; NULL when it may be one. */
const char *ed_walk_skips(const struct ed_walk *walk, const char *name);
/* An open file. run: its name in the logs of a CI run, or NULL. found: it was not named, but stood in a folder. */
ED_NODISCARD enum ed_rc ed_walk_fd(struct ed_walk *walk, int fd, const char *name, const char *run, bool found,
                                   struct ed_err *err);
/* What cannot be opened: fills err and returns ED_ERR_IO. */
ED_NODISCARD enum ed_rc ed_walk_cannot_open(const char *path, int errnum, struct ed_err *err);
/* All that is in an open folder (a descriptor, which is closed). */
ED_NODISCARD enum ed_rc ed_walk_folder(struct ed_walk *walk, int fd, const char *path, struct ed_err *err);

#endif

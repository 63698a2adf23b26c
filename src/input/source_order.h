/*
 * source_order.h: files of a folder in the order in which they were written, and copies of the same text among them.
 */
#ifndef ED_INPUT_SOURCE_ORDER_H
#define ED_INPUT_SOURCE_ORDER_H

#include "base/str.h"

/* A name without what rotation and compression put behind it, and its place among those of the same stem. */
struct ed_rotation {
    struct ed_str stem; /* "syslog" of "syslog.2.gz" */
    enum { ED_ROTATED_DATE, ED_ROTATED_NUMBER, ED_ROTATED_NOT } how;
    uint64_t number; /* higher is older */
    struct ed_str date;
};

struct ed_rotation ed_rotation_of(struct ed_str name);
/* <0, 0, >0 in the order of reading: by stem, and of one stem the oldest first, the one that is written to last. */
int ed_rotation_cmp(struct ed_str a, struct ed_str b);

/*
 * The logs of a GitHub run as they are downloaded hold every job twice: `0_build.txt`, and the folder `build` with a
 * file a step. One of them is read: the steps when they are all there (their sizes come to the whole's), for their
 * names tell more.
 */
struct ed_run_logs;

#define ED_SIZE_UNKNOWN UINT64_MAX

struct ed_run_logs *ed_run_logs_new(void);
/* A path below the top of the logs; those of other files are not looked at. With a size that is not known, what is
   added first of a job is read. */
void ed_run_logs_add(struct ed_run_logs *logs, struct ed_str path, uint64_t size);
void ed_run_logs_free(struct ed_run_logs *logs);
/* Whether it is the name of a whole job's file: "0_build.txt"; *ret is "build". */
bool ed_run_log_is_whole(struct ed_str name, struct ed_str *ret_job);
/* What a path of a run's logs tells. */
void ed_run_log_tell(struct ed_str path, struct ed_str *ret_job, struct ed_str *ret_step);
/* Whether the file's first line is of GitHub's runner: a time of seven decimals, with or without a byte order mark. */
bool ed_run_log_begins(struct ed_str head);
/* Whether the text of this path stands in other files too, which are read. */
bool ed_run_logs_repeats(const struct ed_run_logs *logs, struct ed_str path);

#endif

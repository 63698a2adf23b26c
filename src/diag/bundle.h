/*
 * bundle.h: what somebody brought beside a log, and which command each piece of it is the output of.
 *
 * A piece is known by the command shown above it (in a bundle that `errdex evidence script` made, or pasted from a
 * terminal behind a prompt), else by its file's name as the playbook or its table's name has it, else by lines of the
 * shape that the playbook tells. A bundle is text:
 *
 *     errdex-evidence/1 gpu-memory-unbalanced
 *     @ host gpu-05
 *     @ time 2026-08-08T17:21:30Z
 *     $ nvidia-smi --query-gpu=index,memory.used,memory.free --format=csv,noheader
 *     | 0, 55295 MiB, 41958 MiB
 *     = exit 0
 *     $ docker ps -a
 *     = absent
 *
 * Output stands behind "| ", so that none can look like another command's. Lines with @ tell which machine was asked,
 * and when; evidence of another one says nothing of a log, however well it reads.
 */
#ifndef ED_DIAG_BUNDLE_H
#define ED_DIAG_BUNDLE_H

#include "base/err.h"
#include "diag/playbook.h"

struct ed_bundle;

struct ed_bundle *ed_bundle_new(void);
void ed_bundle_free(struct ed_bundle *bundle);
/* A file, every file of a folder, or of an archive; "-" is standard input. What is too large is cut, and that is said
   where it matters. */
ED_NODISCARD enum ed_rc ed_bundle_read(struct ed_bundle *bundle, const char *path, struct ed_err *err);
/* A text as if it were a file of that name; both are copied. */
void ed_bundle_add(struct ed_bundle *bundle, struct ed_str name, struct ed_str text);
/* What was passed over while reading. */
const struct ed_err *ed_bundle_notes(const struct ed_bundle *bundle, size_t *ret_n);

enum ed_output_state {
    ED_OUTPUT_RAN,    /* its text is there */
    ED_OUTPUT_ABSENT, /* the command is not installed there */
    ED_OUTPUT_LATE    /* it took too long and was ended */
};

/* One output. Texts live as long as the bundle. */
struct ed_output {
    size_t asked;        /* of the playbook */
    struct ed_str value; /* that the command was run for; ED_STR_NONE where it is run once */
    struct ed_str from;  /* the file or member */
    struct ed_str text;
    enum ed_output_state state;
    bool cut;      /* there was more */
    bool has_exit; /* and it ended with */
    uint64_t exit;
    struct ed_str host;    /* the machine that was asked; ED_STR_NONE: it is not known */
    int64_t time;          /* and when, in microseconds since 1970; ED_TIME_UNKNOWN */
    struct ed_str foreign; /* why it is no evidence for the finding at hand; ED_STR_NONE: it is */
};

/* All outputs that this playbook asks for, in the order in which they stand. They are cut when a playbook asks first,
   and live until the bundle grows. */
void ed_bundle_outputs(struct ed_bundle *bundle, const struct ed_playbook *playbook,
                       const struct ed_output **ret_outputs, size_t *ret_n);

#endif

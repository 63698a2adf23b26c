/*
 * parts.h: what a record says of its error, part by part, for all faces: each writes the same parts its own way. What
 * filler hides is left out, and what is missing is said to be missing.
 */
#ifndef ED_RENDER_PARTS_H
#define ED_RENDER_PARTS_H

#include "base/buf.h"
#include "diag/report.h"

enum ed_part_kind {
    ED_PART_PROSE,
    ED_PART_MISSING, /* prose, too, but the program's: that the record does not say it */
    ED_PART_CODE,
    ED_PART_STEPS, /* a list in order, likeliest first */
    ED_PART_POINTS /* a list */
};

struct ed_part {
    const char *name; /* "cause", "when", "often", "fix", "example", "verify", "prevent" */
    enum ed_part_kind kind;
    struct ed_str text;
    struct ed_strs list; /* of it only the items that ed_parts_says */
};

#define ED_PARTS_MOST 7

/* The parts in the order in which a person asks for them; returns how many. Borrowed from the record. */
size_t ed_parts(const struct ed_record *record, struct ed_part ret_parts[ED_PARTS_MOST]);
/* Neither empty nor filler. */
bool ed_parts_says(struct ed_str s);

/* The message for a headline: its first line, without the holes of a list at its end ("... by other processes. {a=},
   {b=}": the values stand elsewhere). Borrowed from the record. */
struct ed_str ed_parts_title(const struct ed_record *record);
/* The record's path, owner/name/slug. */
void ed_parts_path(struct ed_buf *buf, const struct ed_record *record);
/* "bootstrap.py:345": where the program raises it; nothing when the record does not tell. */
void ed_parts_raised(struct ed_buf *buf, const struct ed_record *record);
/* "ERROR". */
const char *ed_parts_severity(enum ed_severity severity);
/* What a reader must know of a hint before acting on it; NULL for a sure match. */
const char *ed_parts_hint(enum ed_tier tier);
/* "accepted: REASON", or the first word alone. */
void ed_parts_accepted(struct ed_buf *buf, const struct ed_finding *finding);
/* What of the record's wording is not in the text of a similar finding; ED_STR_NONE when nothing is told. */
struct ed_str ed_parts_differs(const struct ed_finding *finding);

#endif

/*
 * pattern.h: the effective pattern of a record (matching.md section 2), made once at ingest.
 */
#ifndef ED_MATCH_PATTERN_H
#define ED_MATCH_PATTERN_H

#include "base/arena.h"
#include "base/err.h"

enum ed_pattern_state {
    ED_PATTERN_TAKEN, /* the record's own pattern served: it compiles, has no dead placeholder and fits the message */
    ED_PATTERN_REPAIRED, /* derived anew from the message */
    ED_PATTERN_INACTIVE  /* cannot be made to work; the record is kept for look-up */
};

enum ed_pattern_flag {
    ED_PATTERN_TAIL = 1,   /* the last group is a hole at the pattern's end: its capture is trimmed (ed_pattern_trim) */
    ED_PATTERN_UTF = 2,    /* must be compiled in UTF mode (a custom pattern that speaks of characters) */
    ED_PATTERN_CUSTOM = 4, /* a regex of the record's own that is more than literals and holes: kept as it is */
    ED_PATTERN_LINES = 8   /* may match over any number of lines (custom only): the confirm sees the whole message */
};

/* Texts live in the arena. `regex` is PCRE2 syntax; group i+1 is names[i]. */
struct ed_pattern {
    enum ed_pattern_state state;
    struct ed_str reason; /* why repaired or inactive, in a few words that counts are grouped by: "dead placeholder" */
    struct ed_str regex;
    unsigned flags; /* enum ed_pattern_flag */
    const struct ed_str *names;
    size_t nnames;
};

/*
 * Make the effective pattern. Never fails: what cannot be made to work is INACTIVE with the reason.
 * message_pattern may be ED_STR_NONE. file_path tells the dialect.
 */
void ed_pattern_make(struct ed_str message_pattern, struct ed_str error_message, struct ed_str file_path,
                     struct ed_arena *arena, struct ed_pattern *ret_pattern);

/* Where a tail capture ends once trailing white space, escape sequences and unbalanced closing quotes, brackets and
   commas are given back: the new length of `value`, at least 1 when value.n is. */
size_t ed_pattern_trim(struct ed_str value);

#endif

/*
 * csv.h: one record of comma separated values, as RFC 4180 has them: fields in quotes may hold commas, line breaks and
 * quotes that are doubled.
 */
#ifndef ED_INPUT_CSV_H
#define ED_INPUT_CSV_H

#include "base/arena.h"

struct ed_csv {
    struct ed_str rest; /* what is not read yet */
    bool more;          /* another field follows; true at the beginning */
    bool open;          /* the last field's quote did not end: it goes on behind the text, or was cut */
    bool failed;        /* text behind a closing quote */
};

static inline struct ed_csv ed_csv_begin(struct ed_str record)
{
    return (struct ed_csv){.rest = record, .more = true};
}

/* The next field as it stands, without its quotes. *ret_doubled: its quotes are still doubled (ed_csv_text). */
bool ed_csv_next(struct ed_csv *csv, struct ed_str *ret_field, bool *ret_doubled);
/* The text of a field: the view itself when nothing is doubled. */
struct ed_str ed_csv_text(struct ed_arena *arena, struct ed_str field, bool doubled);

/* Whether a quote is open at the end of a line, which began with `open`. */
bool ed_csv_open(struct ed_str line, bool open);

#endif

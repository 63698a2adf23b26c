/*
 * cell.h: one value that a command printed, read by its column's type: whole and other numbers, sizes, shares, times
 * and text. A size or time is converted exactly to its column's unit; what cannot be is refused, never rounded away.
 */
#ifndef ED_DIAG_CELL_H
#define ED_DIAG_CELL_H

#include "store/factdb.h"

enum ed_cell_type {
    ED_CELL_TEXT,
    ED_CELL_INTEGER,
    ED_CELL_NUMBER,  /* with or without a fraction */
    ED_CELL_SIZE,    /* bytes in the column's unit: "55295 MiB", "1.8T" */
    ED_CELL_PERCENT, /* "98%" or "98" */
    ED_CELL_TIME,    /* seconds, in the column's unit: "12 ms", "3.5s" */
    ED_CELL_MOMENT   /* seconds since 1970: "Aug 29 12:00:00 2026 GMT", "2026-08-29 12:00:00Z" */
};

/* A unit by its name: how many bytes (or nanoseconds) it has. B, kB, MB, GB, TB are powers of 1000; KiB, MiB, GiB, TiB
   and the bare letters K, M, G, T (as df -h and ls -h write them) of 1024; ns, us, ms, s, min, h, d are times. */
struct ed_unit {
    const char *name;
    bool time;
    uint64_t size;
};
/* NULL when there is none of that name. */
const struct ed_unit *ed_unit_find(struct ed_str name);

struct ed_cell_form {
    enum ed_cell_type type;
    const struct ed_unit *unit; /* of what is kept: sizes and times only */
    const struct ed_unit *bare; /* of a number that has none beside it; NULL: `unit` */
    bool binary;                /* kB and MB mean 1024, as the kernel writes them */
};

/* false: the text is none of that type. "", "-", "N/A", "[N/A]", "[Not Supported]" and the like are known not to be
   known: true and ED_FACT_NULL, but for a column of text only "" is. A moment without a zone is refused. Text facts
   are views of `text`. */
bool ed_cell_read(const struct ed_cell_form *form, struct ed_str text, struct ed_fact *ret_fact);

/* A number with or without a unit, as a log has it: "39.75", "12 MiB", "98%". *ret_unit is ED_STR_NONE where there is
   none. false: it is something else. */
bool ed_cell_measure(struct ed_str text, struct ed_fact *ret_number, struct ed_str *ret_unit);

#endif

/*
 * example.h: examples of a record (schema/example.schema.json): lines as they stand in logs with the values that they
 * hold, and near misses. They stand beside the records, never in them. Read like a record, with the same kinds of
 * problems.
 */
#ifndef ED_RECORD_EXAMPLE_H
#define ED_RECORD_EXAMPLE_H

#include "record/record.h"

struct ed_example_value {
    struct ed_str name, value;
};

struct ed_example_line {
    struct ed_str log; /* one line, or several with line breaks between */
    const struct ed_example_value *values;
    size_t nvalues;
};

struct ed_example {
    struct ed_str record; /* its id */
    const struct ed_example_line *lines;
    size_t nlines;
    struct ed_strs near_misses;
};

/* As ed_record_read. The shape is our own, so everything against it is fatal, a key that it does not know, too: a
   misspelled one would be a test that is never made. */
ED_NODISCARD enum ed_rc ed_example_read(const struct ed_json_node *object, struct ed_arena *arena,
                                        struct ed_example *ret_example, struct ed_problems *ret_problems);

#endif

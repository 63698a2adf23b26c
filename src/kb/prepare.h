/*
 * prepare.h: one JSON value of a source to everything that can be known of it without the data base. Pure and
 * thread-safe: the same value gives the same result, and only the arena is written to.
 */
#ifndef ED_KB_PREPARE_H
#define ED_KB_PREPARE_H

#include "match/pattern.h"
#include "record/family.h"
#include "record/shape.h"
#include "store/search.h"
#include "json/split.h"

/* A value's text and where it stood. */
struct ed_raw {
    struct ed_str text;
    size_t source; /* the ingest's number of the source */
    uint32_t row;  /* a rebuild's: the row it is stored under */
    uint64_t line;
    size_t index;
    bool in_array, too_large, cut_short, stray; /* as struct ed_json_value */
};

struct ed_prepared {
    struct ed_raw raw;
    enum ed_shape shape; /* of the value */
    enum ed_rc rc; /* ED_OK, or ED_ERR_INPUT: a fault of the whole value, or a fatal problem of the record or family */
    struct ed_str fault; /* what is wrong with the whole value; then there are no problems */
    uint64_t fault_line; /* 1-based line of the value it is in, or 0 */
    const struct ed_problem *problems;
    size_t nproblems, unlisted; /* unlisted: found, but over ED_LIMIT_PROBLEMS */
    struct ed_str json;         /* the record's or family's own object, as it came */
    struct ed_str version;      /* {"datasetVersion"} beside {"record"}, or ED_STR_NONE */
    struct ed_record record;    /* shapes RECORD and WRAPPED */
    struct ed_pattern pattern;
    struct ed_search_text words;
    struct ed_family family; /* shape FAMILY */
};

/* Fill everything behind `raw`, which is set. Texts live in raw.text or in the arena. */
void ed_prepare(struct ed_prepared *prepared, struct ed_arena *arena);
/* The JSON pointer, in its source, of `pointer` in the record's or family's own object: "/3/record/id". With a fault of
   the whole value it is the value's. */
void ed_prepared_pointer(const struct ed_prepared *prepared, const char *pointer, char *ret, size_t cap);

#endif

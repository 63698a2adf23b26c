/*
 * shelf.h: records that somebody works on, with their examples: read from files, put into a data base of their own, and
 * each known by its place.
 */
#ifndef ED_AUTHOR_SHELF_H
#define ED_AUTHOR_SHELF_H

#include "kb/kb.h"
#include "record/example.h"

struct ed_shelf;

/* Where a value stands. */
struct ed_shelf_place {
    const char *file;
    uint64_t line;       /* it begins here */
    const char *pointer; /* of the value in the file: "/3", "" or "/record" */
};

struct ed_shelf_example {
    struct ed_example example;
    struct ed_shelf_place place;
};

struct ed_shelf_opts {
    const char *db;      /* records of this data base stand beside those of the files; NULL: none do */
    const char *scratch; /* a folder for the data base that is made */
    /* A value that cannot be used (fatal), or is taken with a fault. */
    void (*problem)(void *ctx, const struct ed_err *problem, bool fatal);
    void *ctx;
};

/* Read the paths (as an ingest does; none: the data base is looked at as it is). ED_ERR_INPUT: they hold neither a
   record nor an example; then, too, problems were told. */
ED_NODISCARD enum ed_rc ed_shelf_open(const char *const *paths, size_t npaths, struct ed_shelf_opts opts,
                                      struct ed_shelf **ret_shelf, struct ed_err *err);
/* Takes the data base that was made with it. May be NULL. */
void ed_shelf_close(struct ed_shelf *shelf);

struct ed_kb *ed_shelf_kb(const struct ed_shelf *shelf);
/* Paths were read: records without a place are not what is worked on. */
bool ed_shelf_has_places(const struct ed_shelf *shelf);
/* Of a record by its id, or a family by its slug; the last of several. NULL: it stands in no file. */
const struct ed_shelf_place *ed_shelf_record(const struct ed_shelf *shelf, struct ed_str id);
const struct ed_shelf_place *ed_shelf_family(const struct ed_shelf *shelf, struct ed_str slug);
const struct ed_shelf_example *ed_shelf_examples(const struct ed_shelf *shelf, size_t *ret_n);
/* There is one for this record. */
bool ed_shelf_has_example(const struct ed_shelf *shelf, struct ed_str id);

#endif

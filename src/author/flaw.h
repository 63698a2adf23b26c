/*
 * flaw.h: one thing that is wrong with a record, a family or an example, and how it is written: for a person, or as a
 * JSON object. What is told by tests and checks is told in this one shape.
 */
#ifndef ED_AUTHOR_FLAW_H
#define ED_AUTHOR_FLAW_H

#include "author/shelf.h"
#include "json/write.h"

enum ed_flaw_level { ED_FLAW_INFO, ED_FLAW_WARNING, ED_FLAW_ERROR };
#define ED_FLAW_LEVELS 3

struct ed_flaw_row {
    const char *key; /* "expected" */
    struct ed_str text;
};

/* Texts hold bytes of logs and records as they came. ED_STR_NONE and NULL where there is nothing to say. */
struct ed_flaw {
    const char *code; /* "dead-pattern": a contract, as the keys of the rows are */
    enum ed_flaw_level level;
    const char *file;
    uint64_t line;         /* of the file, where the value begins */
    const char *above;     /* JSON pointer of the value in the file, */
    struct ed_str pointer; /* and from there on */
    struct ed_str id, name;
    struct ed_flaw_row rows[4]; /* up to the first without a text */
};

typedef void (*ed_flaw_fn)(void *ctx, const struct ed_flaw *flaw);

/* Say where it is; place may be NULL. */
void ed_flaw_at(struct ed_flaw *flaw, const struct ed_shelf_place *place);
/* What a shelf tells of a value: "broken" when it cannot be used, else "odd". The err must live as long as the flaw. */
struct ed_flaw ed_flaw_of_problem(const struct ed_err *problem, bool fatal);
/* "info", "warning", "error". */
const char *ed_flaw_level_name(enum ed_flaw_level level);
/* false for an unknown name. */
bool ed_flaw_level_parse(struct ed_str name, enum ed_flaw_level *ret);

/* Rows for a person, nothing in them that a terminal takes for an order. */
void ed_flaw_text(const struct ed_flaw *flaw, struct ed_buf *out);
void ed_flaw_json(const struct ed_flaw *flaw, struct ed_json_out *json);

#endif

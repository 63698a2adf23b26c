/*
 * playbook.h: what to ask a machine about a family of errors, and what to make of the answers:
 * schema/playbook.schema.json as structs. A playbook names commands, so it comes with the program or by name from its
 * user, never with a data set.
 */
#ifndef ED_DIAG_PLAYBOOK_H
#define ED_DIAG_PLAYBOOK_H

#include "diag/cell.h"
#include "diag/report.h"

enum ed_output_format { ED_OUTPUT_CSV, ED_OUTPUT_COLUMNS, ED_OUTPUT_KEYS, ED_OUTPUT_JSON, ED_OUTPUT_REGEX };

struct ed_column {
    struct ed_str name;
    struct ed_str from; /* the header, key, JSON pointer or group that holds it; ED_STR_NONE: its name */
    struct ed_cell_form form;
};

/* One command's output as a table. */
struct ed_asked {
    struct ed_str name; /* of the table */
    struct ed_str about;
    struct ed_strs command; /* an argument vector; one argument may hold {column} where `each` says so */
    bool of_log;            /* there is none: it is read from the text that the finding stands in */
    bool per_value;         /* run once for each value of a column of an earlier table: */
    struct {
        size_t asked, column;
        struct ed_str after; /* in the earlier output the value stands right behind this; "" is the line's front */
    } each;
    struct ed_strs files; /* names of files that hold it, {column} as above */
    enum ed_output_format format;
    struct ed_str pattern;   /* regex: of one line */
    struct ed_str separator; /* columns: between cells, "" is blanks; keys: between key and value */
    struct ed_str header;    /* lines that begin so are no row */
    struct ed_str path;      /* json: pointer to the list */
    struct ed_str shape;     /* a regex that tells lines of it in a pasted text; ED_STR_NONE: nothing does */
    const struct ed_column *columns;
    size_t ncolumns;
};

struct ed_question { /* a check */
    struct ed_str name, sql;
    struct ed_str says;      /* {column} of the first row that holds; ED_STR_NONE: nothing, as of those below */
    struct ed_str otherwise; /* what is said when it does not hold */
    struct ed_str unsure;    /* why it is unknown when it was asked and a value for it was not known */
    struct ed_strs optional; /* tables that it can do without */
};

struct ed_cause_told {
    struct ed_str check, says;
};

enum ed_step_kind {
    ED_STEP_INSPECT,
    ED_STEP_STOP,
    ED_STEP_KILL,
    ED_STEP_WAIT,
    ED_STEP_VERIFY,
    ED_STEP_RESTART,
    ED_STEP_CONFIGURE,
    ED_STEP_REPLACE,
    ED_STEP_ESCALATE
};
const char *ed_step_kind_name(enum ed_step_kind kind);

enum ed_risk { ED_RISK_NONE, ED_RISK_LOW, ED_RISK_HIGH };
const char *ed_risk_name(enum ed_risk risk);

struct ed_step_told {
    enum ed_step_kind kind;
    enum ed_risk risk;
    struct ed_str when;    /* the check that must hold, and whose row fills the holes; ED_STR_NONE: always */
    struct ed_strs unless; /* not when one of these holds */
    bool each;             /* once for each row */
    struct ed_str says, expects, warns;
    struct ed_strs command; /* an argument vector with holes; none: a step without one */
};

struct ed_playbook {
    struct ed_str slug, title;
    struct ed_strs families, records; /* records: owner/name/slug */
    const struct ed_asked *asked;
    size_t nasked;
    const struct ed_question *questions;
    size_t nquestions;
    const struct ed_cause_told *causes;
    size_t ncauses;
    const struct ed_step_told *steps;
    size_t nsteps;
    const struct ed_evidence_belief *beliefs;
    size_t nbeliefs;
};

struct ed_playbooks;

struct ed_playbooks *ed_playbooks_new(void);
void ed_playbooks_free(struct ed_playbooks *playbooks);
/* Those that come with the program. */
ED_NODISCARD enum ed_rc ed_playbooks_bundled(struct ed_playbooks *playbooks, struct ed_err *err);
/* One more, as JSON. It stands in front of those before it. ED_ERR_INPUT: err says what is wrong, and at which
   pointer. */
ED_NODISCARD enum ed_rc ed_playbooks_add(struct ed_playbooks *playbooks, struct ed_str json, struct ed_err *err);
/* By its place, its slug, one of its families, or "owner/name/slug"; NULL when there is none. */
const struct ed_playbook *ed_playbooks_at(const struct ed_playbooks *playbooks, size_t index);
const struct ed_playbook *ed_playbooks_find(const struct ed_playbooks *playbooks, struct ed_str name);
const struct ed_playbook *ed_playbooks_of(const struct ed_playbooks *playbooks, const struct ed_record *record);

/* The hole at byte `at` of a text: "{name}" with name as for columns; its length, 0 when there is none. */
size_t ed_slot_at(struct ed_str text, size_t at, struct ed_str *ret_name);
/* Where the first hole of a text stands, or SIZE_MAX. Its length is its name's and 2. */
size_t ed_slot_find(struct ed_str text, struct ed_str *ret_name);

#endif

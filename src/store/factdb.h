/*
 * factdb.h: facts of one diagnosis as tables in memory, and questions to them in SQL that somebody else wrote.
 *
 * The data base is one of its own: it knows no file and no knowledge base. A question is one SELECT (WITH too); an
 * authorizer refuses whatever else there is (other statements, ATTACH, PRAGMA, the schema's tables, functions that are
 * not on a short list), and a question that takes too many steps, too long or too much room ends with ED_ERR_LIMIT.
 */
#ifndef ED_STORE_FACTDB_H
#define ED_STORE_FACTDB_H

#include "base/arena.h"
#include "base/err.h"

enum ed_fact_kind { ED_FACT_NULL, ED_FACT_INTEGER, ED_FACT_REAL, ED_FACT_TEXT };

struct ed_fact {
    enum ed_fact_kind kind;
    int64_t integer;
    double real;
    struct ed_str text;
};

/* The answer: nrows times ncols facts, row by row. */
struct ed_fact_rows {
    const struct ed_str *names;
    size_t ncols;
    const struct ed_fact *facts;
    size_t nrows;
    uint64_t dropped; /* rows behind the most that were asked for */
    uint64_t unknown; /* rows whose `where` is NULL */
};

struct ed_factdb;

struct ed_factdb *ed_factdb_new(void);
void ed_factdb_free(struct ed_factdb *db);

/* a-z, then a-z, 0-9 and _, at most 40 bytes. */
bool ed_factdb_word(struct ed_str name);
/* Whether a table or column may be called so: such a word, and none of SQL's that would need quotes. */
bool ed_factdb_name(struct ed_str name);

/* A new table; *ret_table is its number. Names must pass ed_factdb_name, columns be at most ED_LIMIT_FACT_COLUMNS. */
ED_NODISCARD enum ed_rc ed_factdb_table(struct ed_factdb *db, struct ed_str name, const struct ed_str *columns,
                                        size_t ncolumns, size_t *ret_table, struct ed_err *err);
/* One more row, with a fact for each column. Texts longer than ED_LIMIT_FACT_TEXT are cut there. ED_ERR_LIMIT when all
   tables together have ED_LIMIT_FACT_ROWS. */
ED_NODISCARD enum ed_rc ed_factdb_row(struct ed_factdb *db, size_t table, const struct ed_fact *facts,
                                      struct ed_err *err);

/* What a question reads: called for each table and column once or more; the column is empty for a table of which no
   column is read. */
typedef void (*ed_factdb_reads_fn)(void *ctx, const char *table, const char *column);

/* What a question reads, and how its answer's columns are called, without asking it. */
ED_NODISCARD enum ed_rc ed_factdb_look(struct ed_factdb *db, struct ed_str sql, ed_factdb_reads_fn reads, void *ctx,
                                       struct ed_arena *arena, struct ed_fact_rows *ret_rows, struct ed_err *err);
/* Ask; at most `most` rows are kept, in the arena: those whose column number `where` is a number other than 0, and the
   first that has 0 there when none is; all rows with ED_FACT_ALL. ED_ERR_INPUT: the question is refused or wrong;
   ED_ERR_LIMIT: it took too long. err says so in words. */
#define ED_FACT_ALL SIZE_MAX
ED_NODISCARD enum ed_rc ed_factdb_ask(struct ed_factdb *db, struct ed_str sql, size_t where, size_t most,
                                      struct ed_arena *arena, struct ed_fact_rows *ret_rows, struct ed_err *err);
/* Whether a fact is a number other than 0. */
bool ed_fact_holds(const struct ed_fact *fact);

#endif

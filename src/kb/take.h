/*
 * take.h: prepared values into the data base: what is taken, replaced, left alone or refused, and the counts of it.
 * Shared by the ingest and the rebuild; both run it inside one transaction. For kb/ alone.
 */
#ifndef ED_KB_TAKE_H
#define ED_KB_TAKE_H

#include "base/clock.h"
#include "base/map.h"
#include "base/vec.h"
#include "kb/dataset.h"
#include "kb/ingest.h"
#include "kb/prepare.h"
#include "store/db.h"

struct ed_take_source {
    struct ed_str name;    /* NUL-terminated */
    struct ed_str version; /* of the row that was used last */
    int64_t row;           /* 0: nothing was taken from it yet */
    uint64_t records;      /* readable ones in it */
    uint64_t repo_entries; /* entries of a list of repositories */
    uint64_t examples, playbooks;
};

/* A record that was taken or replaced. */
struct ed_take_change {
    uint64_t row;
    uint32_t state;  /* enum ed_pattern_state */
    uint32_t reason; /* number in reasons; of an inactive one */
};

struct ed_take {
    struct ed_db *db;
    struct ed_ingest_events events;
    struct ed_ingest_counts counts;
    struct ed_dataset *dataset;
    ED_VEC(struct ed_take_source) sources;
    ED_VEC(struct ed_take_change) changes;
    ED_VEC(struct ed_str) reasons;
    struct ed_map reason_numbers, source_rows;
    struct ed_arena arena;   /* names and reasons */
    struct ed_arena scratch; /* one value */
    char now[ED_CLOCK_TEXT];
    uint64_t known; /* readable records and families that were met */
};

void ed_take_init(struct ed_take *take, struct ed_db *db, struct ed_ingest_events events);
void ed_take_done(struct ed_take *take);
/* A new source; its number. */
size_t ed_take_source(struct ed_take *take, struct ed_str name);
/* Tell the caller of something at a place; line 0 and pointer NULL where there is none. */
void ed_take_problem(struct ed_take *take, const char *source, uint64_t line, const char *pointer, bool fatal,
                     struct ed_str message);

/* ed_prepared_fn of an ingest: take the value. */
ED_NODISCARD enum ed_rc ed_take_value(void *ctx, struct ed_prepared *prepared, struct ed_err *err);
/* ed_prepared_fn of a rebuild: write the derived rows of a stored record or family (raw.row 0). */
ED_NODISCARD enum ed_rc ed_take_stored(void *ctx, struct ed_prepared *prepared, struct ed_err *err);

/* At the end: make the index, write scores, counts and blob; complete take->counts. reason may be NULL. */
ED_NODISCARD enum ed_rc ed_take_index(struct ed_take *take,
                                      void (*reason)(void *ctx, struct ed_str reason, uint64_t count),
                                      struct ed_err *err);

#endif

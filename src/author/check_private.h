/*
 * check_private.h: what the parts of the check share. Private to author/check*.c.
 */
#ifndef ED_AUTHOR_CHECK_PRIVATE_H
#define ED_AUTHOR_CHECK_PRIVATE_H

#include "author/check.h"
#include "base/map.h"
#include "base/vec.h"

/* A kind of flaw: its name is a contract, its level says whether a CI job should fail. */
struct ed_check_kind {
    const char *code;
    enum ed_flaw_level level;
    const char *remedy; /* what to do */
};

/* What a record is known by when others are held against it. */
struct ed_check_record {
    uint32_t row;
    struct ed_str id, repo, slug, family;
    bool subject; /* it stands in the files, or there are none */
    bool active;  /* its pattern works, and is not weak */
    struct ed_str regex;
};

struct ed_check {
    const struct ed_shelf *shelf;
    struct ed_kb *kb;
    ed_flaw_fn flaw;
    void *ctx;
    struct ed_check_counts *counts;
    struct ed_arena arena;   /* of the run */
    struct ed_arena scratch; /* of one record or family */
    ED_VEC(struct ed_check_record) records;
    struct ed_map by_id;    /* -> number in records, + 1 */
    struct ed_map families; /* slugs */
};

/* Report a flaw of a record at a place (which may be NULL), of a record where it stands, or of the family `slug`. */
void ed_check_flaw(struct ed_check *check, const struct ed_shelf_place *place, const struct ed_check_record *record,
                   const struct ed_check_kind *kind, const char *pointer, struct ed_str what);
void ed_check_record_flaw(struct ed_check *check, const struct ed_check_record *record,
                          const struct ed_check_kind *kind, const char *pointer, struct ed_str what);
void ed_check_family_flaw(struct ed_check *check, struct ed_str slug, const struct ed_check_kind *kind,
                          const char *pointer, struct ed_str what);
/* The file is in a folder of this kind ("records"), but not under this name ("owner/name" or a slug) there. */
bool ed_check_misplaced(const struct ed_shelf_place *place, const char *kind, struct ed_str name);
const struct ed_check_record *ed_check_find(const struct ed_check *check, struct ed_str id);

/* What a record says by itself: fields, place, links, its pattern. */
void ed_check_fields(struct ed_check *check, const struct ed_check_record *own, const struct ed_record *record,
                     const struct ed_kb_pattern_info *pattern);
/* Records against each other and against calm logs. */
ED_NODISCARD enum ed_rc ed_check_patterns(struct ed_check *check, struct ed_err *err);
ED_NODISCARD enum ed_rc ed_check_families(struct ed_check *check, struct ed_err *err);
void ed_check_examples(struct ed_check *check);

#endif

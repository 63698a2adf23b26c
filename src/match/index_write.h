/*
 * index_write.h: the last step of building an index: what was chosen of all patterns, to a blob. Private to match/.
 */
#ifndef ED_MATCH_INDEX_WRITE_H
#define ED_MATCH_INDEX_WRITE_H

#include "base/buf.h"
#include "base/vec.h"
#include "match/index_builder.h"
#include "match/index_format.h"

/* A token of a key, and what it is in it. */
struct ed_index_token_role {
    uint64_t hash;
    enum ed_index_role role;
};

struct ed_index_table {
    ED_VEC(struct ed_index_entry) entries;    /* slot: the pattern's number in the builder; behind them signs */
    ED_VEC(struct ed_index_token_role) roles; /* of each entry one, or two when it is a pair's */
};

struct ed_index_sections {
    struct ed_index_table table, weak;
    struct ed_buf literals;  /* as the blob's, of both */
    ED_VEC(uint32_t) always; /* ascending */
};

void ed_index_sections_init(struct ed_index_sections *sections);
void ed_index_sections_done(struct ed_index_sections *sections);
/* Whether n more entries have room in the literals (4 GiB). */
bool ed_index_sections_room(const struct ed_index_sections *sections, size_t n);
/* An entry with its literal (struct ed_index_literal and text) and roles, to one of the two tables. */
void ed_index_sections_add(struct ed_index_sections *sections, struct ed_index_table *table,
                           const struct ed_index_entry *entry, const char *literal,
                           const struct ed_index_token_role *roles, size_t nroles);
/* Sorts entries and roles. The builder's patterns are weighed and in order. */
void ed_index_write(const struct ed_index_builder *builder, struct ed_index_sections *in, uint64_t content_hash,
                    struct ed_buf *ret_blob);

#endif

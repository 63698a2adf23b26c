/*
 * state.h: an open knowledge base from inside. For kb/ alone.
 */
#ifndef ED_KB_STATE_H
#define ED_KB_STATE_H

#include "base/buf.h"
#include "base/map.h"
#include "kb/kb.h"
#include "store/db.h"

#include <pthread.h>

struct ed_kb {
    struct ed_db *db;
    /* Held over every use of db and of what stands below: matchers of several threads fetch patterns. It is recursive,
       because a list's callback may ask for a record. */
    pthread_mutex_t lock;
    struct ed_buf blob; /* of the index, which uses it in place */
    struct ed_index *index;
    struct ed_buf near_blob; /* the same of the near index; both made by the first ed_kb_near */
    struct ed_near *near;
    struct ed_arena arena;  /* fetched patterns */
    struct ed_map patterns; /* row, as its four bytes -> struct ed_pattern in the arena */
};

void ed_kb_lock(struct ed_kb *kb);
void ed_kb_unlock(struct ed_kb *kb);

/* The names of a pattern's groups from their stored JSON array (ED_STR_NONE: no names), copied to the arena. */
ED_NODISCARD enum ed_rc ed_kb_names(struct ed_str json, struct ed_arena *arena, const struct ed_str **ret_names,
                                    size_t *ret_n, struct ed_err *err);

#endif

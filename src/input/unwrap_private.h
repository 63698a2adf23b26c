/*
 * unwrap_private.h: what unwrap_prove.c and unwrap.c share.
 */
#ifndef ED_INPUT_UNWRAP_PRIVATE_H
#define ED_INPUT_UNWRAP_PRIVATE_H

#include "base/utf8.h"
#include "input/unwrap.h"

/* The layers that may be asked about the line. */
static inline uint64_t may_be_of(struct ed_unwrap *u, struct ed_str line, const struct ed_paint *paint)
{
    uint64_t late = paint->raw.p ? u->has_late : u->has_late & u->belief.proven;

    return ed_heads_of(&u->heads, line) | (late ? ed_heads_of(&u->late, line) & late : 0);
}

static inline unsigned kind_of(const struct ed_unwrap *u, unsigned layer, const struct ed_peel *peel)
{
    return u->first_kind[layer] + (peel->variant ? peel->variant - 1u : 0);
}

/* A line with its layers off. */
struct ed_peeled {
    struct ed_str text; /* before they were, cleaned */
    bool lines;         /* the cleaning made several of it */
    struct ed_way *way;
};

/* Take the layers of `of`, and those below them, off the line. peeled->way is the caller's, and as the line before left
   it. */
void ed_unwrap_peel(struct ed_unwrap *u, const struct ed_raw_line *line, uint64_t of, struct ed_peeled *peeled);
/* What was made of it ahead, if that is what would be made of it now; else NULL. */
const struct ed_peeled *ed_unwrap_peeled(const struct ed_unwrap *u, const struct ed_raw_line *line);
void ed_unwrap_ahead_done(struct ed_unwrap *u);

/* One more line that looks like this layer. */
void ed_unwrap_count(struct ed_unwrap *u, unsigned layer, const struct ed_peel *peel);

#endif

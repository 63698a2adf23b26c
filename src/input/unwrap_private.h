/*
 * unwrap_private.h: what unwrap_prove.c and unwrap.c share.
 */
#ifndef ED_INPUT_UNWRAP_PRIVATE_H
#define ED_INPUT_UNWRAP_PRIVATE_H

#include "base/utf8.h"
#include "input/unwrap.h"

/* The layers that may be asked about the line. */
static inline uint64_t may_be_of(const struct ed_unwrap *u, struct ed_str line, const struct ed_paint *paint)
{
    uint64_t late = paint->raw.p ? u->has_late : u->has_late & u->proven;

    return ed_heads_of(&u->heads, line) | (late ? ed_heads_of(&u->late, line) & late : 0);
}

static unsigned kind_of(const struct ed_unwrap *u, unsigned layer, const struct ed_peel *peel)
{
    return u->first_kind[layer] + (peel->variant ? peel->variant - 1u : 0);
}

/* One more line that looks like this layer. */
void ed_unwrap_count(struct ed_unwrap *u, unsigned layer, const struct ed_peel *peel);

#endif

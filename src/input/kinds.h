/*
 * kinds.h: what a source's lines may be of, one number a kind: a layer that has no variants, or a variant of one. Kinds
 * are what is proven, forced by the user and told by name.
 */
#ifndef ED_INPUT_KINDS_H
#define ED_INPUT_KINDS_H

#include "input/envelope.h"

/* A set of kinds. */
struct ed_kinds {
    uint64_t v[ED_KINDS_MAX / 64];
};

static inline bool ed_kinds_has(const struct ed_kinds *kinds, unsigned kind)
{
    return kinds->v[kind / 64] >> kind % 64 & 1;
}

static inline void ed_kinds_add(struct ed_kinds *kinds, unsigned kind)
{
    kinds->v[kind / 64] |= UINT64_C(1) << kind % 64;
}

struct ed_kind {
    const char *name, *about, *sample;
};

/* The kind of a layer, by its index: kind + (variant ? variant - 1 : 0) is that of its variant. */
unsigned ed_kind_of_layer(unsigned layer);
/* What a kind is; false: there is none of this number. Not all numbers below ED_KINDS_MAX are of a kind. */
bool ed_kind_get(unsigned kind, struct ed_kind *ret_kind);
/* The kind of this name, or ED_KINDS_MAX. */
unsigned ed_kind_find(struct ed_str name);

#endif

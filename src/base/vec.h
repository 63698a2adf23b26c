/*
 * vec.h: a growing array of any type, as macros over {v, n, cap}.
 *
 *     ED_VEC(struct rule) rules = {0};
 *     *ed_vec_add(&rules) = (struct rule){...};
 *     ed_vec_done(&rules);
 */
#ifndef ED_BASE_VEC_H
#define ED_BASE_VEC_H

#include "base/alloc.h"

#define ED_VEC(type)                                                                                                   \
    struct {                                                                                                           \
        type *v;                                                                                                       \
        size_t n, cap;                                                                                                 \
    }

/* Room for one more; yields a pointer to it. The pointer lives until the next growth. */
#define ed_vec_add(vec)                                                                                                \
    ((vec)->n == (vec)->cap ? ((vec)->cap = (vec)->cap ? (vec)->cap * 2 : 8,                                           \
                               (vec)->v = ed_realloc((vec)->v, (vec)->cap, sizeof(*(vec)->v)), &(vec)->v[(vec)->n++])  \
                            : &(vec)->v[(vec)->n++])

/* Room for at least `want` in all. */
#define ed_vec_reserve(vec, want)                                                                                      \
    do {                                                                                                               \
        if ((vec)->cap < (want)) {                                                                                     \
            (vec)->cap = (want);                                                                                       \
            (vec)->v = ed_realloc((vec)->v, (vec)->cap, sizeof(*(vec)->v));                                            \
        }                                                                                                              \
    } while (0)

#define ed_vec_done(vec)                                                                                               \
    do {                                                                                                               \
        ed_free((vec)->v);                                                                                             \
        (vec)->v = NULL;                                                                                               \
        (vec)->n = (vec)->cap = 0;                                                                                     \
    } while (0)

#endif

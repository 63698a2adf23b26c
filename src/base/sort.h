/*
 * sort.h: many things in the order of a number.
 */
#ifndef ED_BASE_SORT_H
#define ED_BASE_SORT_H

#include "base/base.h"

/* n things of `size` bytes (a multiple of 8), each beginning with the uint64_t that they are brought into the order of;
   equal ones stay in theirs. The time grows with n alone. */
void ed_sort_u64(void *v, size_t n, size_t size);

#endif

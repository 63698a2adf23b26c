/*
 * alloc.h: the only allocator. Memory that cannot be had ends the program through ed_alloc_failed(), so no caller
 * tests for NULL; bounded inputs (base/limits.h) are what keeps that from happening.
 */
#ifndef ED_BASE_ALLOC_H
#define ED_BASE_ALLOC_H

#include "base/base.h"

/* n bytes, not initialised. n may be 0. Never NULL. */
void *ed_alloc(size_t n) __attribute__((__malloc__, returns_nonnull));
/* The same, for what is filled at once and then read here and there: in large pages where the system has them to give,
   which costs far fewer page faults and misses of the address cache. */
void *ed_alloc_large(size_t n) __attribute__((__malloc__, returns_nonnull));
/* count * size bytes of zeros; the product is checked. Never NULL. */
void *ed_alloc_zero(size_t count, size_t size) __attribute__((__malloc__, returns_nonnull));
/* As realloc to count * size bytes; the product is checked. Never NULL. */
void *ed_realloc(void *p, size_t count, size_t size) __attribute__((returns_nonnull));
/* A NUL-terminated copy of n bytes. */
char *ed_alloc_text(const char *p, size_t n) __attribute__((returns_nonnull));
/* Free; p may be NULL. */
void ed_free(void *p);
/* For ED_CLEANUP on a pointer variable. */
void ed_free_ptr(void *pp);

/* Called when n bytes could not be had; must not return. The library's own definition is weak and calls abort();
   the program defines one that says so and exits with the documented code. */
_Noreturn void ed_alloc_failed(size_t n);

#endif

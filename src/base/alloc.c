/*
 * alloc.c: the only place where malloc and free stand.
 */
#define ED_ALLOC_IMPLEMENTATION
#include "base/alloc.h"

#include <sys/mman.h>

/* A large page of most machines; on others the wish is in vain. */
#define LARGE_PAGE ((size_t)2 << 20)

__attribute__((weak)) _Noreturn void ed_alloc_failed(size_t n)
{
    (void)n;
    abort();
}

void *ed_alloc(size_t n)
{
    void *p = malloc(n ? n : 1);

    if (!p) {
        ed_alloc_failed(n);
    }
    return p;
}

void *ed_alloc_large(size_t n)
{
    size_t whole = n / LARGE_PAGE * LARGE_PAGE; /* what is left takes small ones: less memory */
    void *p = NULL;

    if (whole == 0) {
        return ed_alloc(n);
    }
    if (posix_memalign(&p, LARGE_PAGE, n) != 0) {
        ed_alloc_failed(n);
    }
#ifdef MADV_HUGEPAGE
    madvise(p, whole, MADV_HUGEPAGE); /* a wish: it may be refused */
#endif
    return p;
}

void *ed_alloc_zero(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);

    if (!p) {
        ed_alloc_failed(size && count > SIZE_MAX / size ? SIZE_MAX : count * size);
    }
    return p;
}

void *ed_realloc(void *p, size_t count, size_t size)
{
    size_t n = 0;
    void *q;

    if (__builtin_mul_overflow(count, size, &n)) {
        ed_alloc_failed(SIZE_MAX);
    }
    q = realloc(p, n ? n : 1);
    if (!q) {
        ed_alloc_failed(n);
    }
    return q;
}

char *ed_alloc_text(const char *p, size_t n)
{
    char *q = ed_alloc(n + 1);

    if (n) {
        memcpy(q, p, n);
    }
    q[n] = '\0';
    return q;
}

void ed_free(void *p)
{
    free(p);
}

void ed_free_ptr(void *pp)
{
    void *p;

    memcpy(&p, pp, sizeof(p));
    free(p);
}

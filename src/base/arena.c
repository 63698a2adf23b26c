/*
 * arena.c: a list of blocks, bump allocation in the newest. Blocks double from 4 KiB to 1 MiB; a larger request gets a
 * block of its own.
 */
#include "base/arena.h"

#include "base/alloc.h"

#define FIRST_BLOCK ((size_t)4096)
#define LAST_BLOCK  ((size_t)1 << 20)
#define ALIGN       (_Alignof(max_align_t))

struct ed_arena_block {
    struct ed_arena_block *next;
    size_t cap;
    _Alignas(max_align_t) char bytes[];
};

void ed_arena_init(struct ed_arena *arena)
{
    *arena = (struct ed_arena){0};
}

void ed_arena_done(struct ed_arena *arena)
{
    struct ed_arena_block *b = arena->blocks, *next;

    for (; b; b = next) {
        next = b->next;
        ed_free(b);
    }
    ed_arena_init(arena);
}

void ed_arena_reset(struct ed_arena *arena)
{
    struct ed_arena_block *keep = arena->blocks;

    if (!keep) {
        return;
    }
    if (keep->cap > LAST_BLOCK) {
        ed_arena_done(arena);
        return;
    }
    arena->blocks = keep->next;
    keep->next = NULL;
    ed_arena_done(arena);
    arena->blocks = keep;
    arena->at = keep->bytes;
    arena->end = keep->bytes + keep->cap;
}

static void grow(struct ed_arena *arena, size_t n)
{
    size_t cap = arena->blocks ? ED_MIN(arena->blocks->cap * 2, LAST_BLOCK) : FIRST_BLOCK;
    struct ed_arena_block *b;

    cap = ED_MAX(cap, n);
    b = ed_alloc(sizeof(*b) + cap);
    b->cap = cap;
    b->next = arena->blocks;
    arena->blocks = b;
    arena->at = b->bytes;
    arena->end = b->bytes + cap;
}

void *ed_arena_alloc(struct ed_arena *arena, size_t n)
{
    void *p;

    if (n > SIZE_MAX / 2) {
        ed_alloc_failed(n);
    }
    n = (n + ALIGN - 1) / ALIGN * ALIGN;
    if ((size_t)(arena->end - arena->at) < n || !arena->at) {
        grow(arena, n);
    }
    p = arena->at;
    arena->at += n;
    arena->used += n;
    return p;
}

void *ed_arena_zero(struct ed_arena *arena, size_t count, size_t size)
{
    size_t n = 0;

    if (__builtin_mul_overflow(count, size, &n)) {
        ed_alloc_failed(SIZE_MAX);
    }
    return memset(ed_arena_alloc(arena, n), 0, n);
}

struct ed_str ed_arena_str(struct ed_arena *arena, struct ed_str s)
{
    char *p;

    if (!s.p) {
        return ED_STR_NONE;
    }
    p = ed_arena_alloc(arena, s.n + 1);
    memcpy(p, s.p, s.n);
    p[s.n] = '\0';
    return ed_str(p, s.n);
}

struct ed_str ed_arena_printf(struct ed_arena *arena, const char *fmt, ...)
{
    va_list args, again;
    char *p;
    int n;

    va_start(args, fmt);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    n = ED_MAX(n, 0);
    p = ed_arena_alloc(arena, (size_t)n + 1);
    p[0] = '\0';
    vsnprintf(p, (size_t)n + 1, fmt, again);
    va_end(again);
    return ed_str(p, (size_t)n);
}

/*
 * arena.h: memory that is given back all at once. Three lifetimes use it (house style 17): the process (knowledge),
 * a run (one input) and a message (scratch, reset after each).
 */
#ifndef ED_BASE_ARENA_H
#define ED_BASE_ARENA_H

#include "base/str.h"

struct ed_arena_block;

struct ed_arena {
    struct ed_arena_block *blocks; /* newest first */
    char *at, *end;                /* free room of the newest block */
    size_t used;                   /* bytes handed out since init or reset */
};

void ed_arena_init(struct ed_arena *arena);
void ed_arena_done(struct ed_arena *arena);
/* Give everything back but one block, which is used again. */
void ed_arena_reset(struct ed_arena *arena);

/* n bytes aligned for any type, not initialised; never NULL. */
void *ed_arena_alloc(struct ed_arena *arena, size_t n) __attribute__((returns_nonnull));
/* count * size bytes of zeros. */
void *ed_arena_zero(struct ed_arena *arena, size_t count, size_t size) __attribute__((returns_nonnull));
/* A copy of the view, with a NUL behind it that is not counted. ED_STR_NONE stays ED_STR_NONE. */
struct ed_str ed_arena_str(struct ed_arena *arena, struct ed_str s);
/* printf into the arena. */
struct ed_str ed_arena_printf(struct ed_arena *arena, const char *fmt, ...) ED_PRINTF(2, 3);

#endif

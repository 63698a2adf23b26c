/*
 * weak.h: weak records (matching.md 2.7) count only where something beside their text speaks for them: their error
 * class right before the match, or their file in the trace around it. This says where that is, so that the matcher
 * looks nowhere else for them (ed_screen), by the very functions that rank.c gives the evidence its bits with.
 */
#ifndef ED_DIAG_WEAK_H
#define ED_DIAG_WEAK_H

#include "diag/rank.h"

struct ed_weak;

/* A record of a row, its texts in the arena, as ed_kb_record. */
struct ed_weak_source {
    enum ed_rc (*read)(void *ctx, uint32_t row, struct ed_arena *arena, struct ed_record *ret_record,
                       struct ed_err *err);
    void *ctx;
};

/* The index is borrowed. One serves one thread, and the matcher of that thread. */
struct ed_weak *ed_weak_new(const struct ed_index *index, struct ed_weak_source source);
void ed_weak_free(struct ed_weak *weak);
/* The message whose text is matched from now on; borrowed. */
void ed_weak_look_at(struct ed_weak *weak, const struct ed_message *message);
/* A record that cannot be read is let begin anywhere: its hits will tell. */
struct ed_screen ed_weak_screen(struct ed_weak *weak);

#endif

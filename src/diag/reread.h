/*
 * reread.h: other readings of the lines that look like errors and that nothing explains: the text with what a web page,
 * a mail or a terminal did to it undone (input/view.h), and the line as it came, before its layers were taken off. Each
 * is matched as any text is: what it finds is an exact finding that stands on the line.
 */
#ifndef ED_DIAG_REREAD_H
#define ED_DIAG_REREAD_H

#include "base/vec.h"
#include "diag/weak.h"
#include "input/view.h"
#include "match/matcher.h"

/* A hit in another reading; its places are those of the message, its values copies in the arena. */
struct ed_reread_hit {
    struct ed_hit hit;
    const char *reading; /* what was undone last: "HTML entities" */
};

/* As ED_VEC. */
struct ed_reread_hits {
    struct ed_reread_hit *v;
    size_t n, cap;
};

struct ed_reread;

/* All are borrowed. One serves one thread. weak: may be NULL. */
struct ed_reread *ed_reread_new(struct ed_matcher *matcher, struct ed_weak *weak, bool oracle);
void ed_reread_free(struct ed_reread *reread);

/* The message at hand, with its own hits in the matcher's order; what is found is added to ret_hits. All are borrowed
   until the next call. */
void ed_reread_begin(struct ed_reread *reread, const struct ed_message *message, const struct ed_hit *hits,
                     size_t nhits, struct ed_arena *arena, struct ed_reread_hits *ret_hits);
/* Read a line that no hit stands on; `at` as of ed_suspect. known: words of some record stand on it, so that the lines
   around it may belong to it. Lines come in their order. */
ED_NODISCARD enum ed_rc ed_reread_line(struct ed_reread *reread, size_t line, size_t at, bool known,
                                       struct ed_err *err);
/* Read the message's raw lines (message.h) that no hit stands on. */
ED_NODISCARD enum ed_rc ed_reread_raw(struct ed_reread *reread, struct ed_err *err);

#endif

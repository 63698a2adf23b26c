/*
 * confirm.h: one effective pattern, compiled (PCRE2), and a text. The only user of PCRE2 together with pattern.c,
 * which asks it whether a record's own regex compiles.
 */
#ifndef ED_MATCH_CONFIRM_H
#define ED_MATCH_CONFIRM_H

#include "match/matcher.h"

struct ed_confirm;         /* compiled pattern; searches only read it */
struct ed_confirm_scratch; /* match data, JIT stack, limits: one a thread */

/* ED_ERR_INPUT with PCRE2's own words and the offset when it does not compile. */
ED_NODISCARD enum ed_rc ed_confirm_new(const struct ed_pattern *pattern, struct ed_confirm **ret_confirm,
                                       struct ed_err *err);
/* To machine code, which takes as long as some 30 searches of a line without it, and some KiB. The answers stay the
   same, but a limit may be met elsewhere. */
void ed_confirm_speed_up(struct ed_confirm *confirm);
void ed_confirm_free(struct ed_confirm *confirm);
struct ed_confirm_scratch *ed_confirm_scratch_new(void);
void ed_confirm_scratch_free(struct ed_confirm_scratch *scratch);

/*
 * The leftmost match in text that starts at or after `from` and ends at or before `to` (the subject ends there; what
 * stands before `from` is seen by \b). ED_OK and *ret_hit (captures live until the next call on this scratch);
 * ED_NOT_FOUND; ED_ERR_LIMIT when a PCRE2 limit was met.
 */
ED_NODISCARD enum ed_rc ed_confirm_find(const struct ed_confirm *confirm, struct ed_confirm_scratch *scratch,
                                        struct ed_str text, size_t from, size_t to, struct ed_hit *ret_hit);
/* The same for a match that starts at `last` or before: nothing behind is tried. */
ED_NODISCARD enum ed_rc ed_confirm_find_by(const struct ed_confirm *confirm, struct ed_confirm_scratch *scratch,
                                           struct ed_str text, size_t from, size_t last, size_t to,
                                           struct ed_hit *ret_hit);
/* Bytes that the last search may have read for what stands behind a pattern's holes (the (?C) of pattern_regex.c): for
   a caller that searches one line many times. */
size_t ed_confirm_read(const struct ed_confirm_scratch *scratch);

#endif

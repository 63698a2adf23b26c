/*
 * literals_scan.h: reading PCRE2 syntax as far as literals.c needs it, inside match/ only: where groups and classes
 * end, what could match a line break, and what makes every certainty void.
 */
#ifndef ED_MATCH_LITERALS_SCAN_H
#define ED_MATCH_LITERALS_SCAN_H

#include "base/str.h"

/* Groups in groups that are followed; deeper ones make the regex unreadable, which only costs speed. */
#define ED_LITERALS_DEPTH 32

/* The length of a zero-width form that pattern_regex.c writes and that is known to be harmless; 0 when none stands
 * here, as nearly always. */
size_t ed_literals_known_atom(struct ed_str regex, size_t at);
static inline size_t ed_literals_atom(struct ed_str regex, size_t at)
{
    return at + 1 < regex.n && regex.p[at] == '(' && regex.p[at + 1] == '?' ? ed_literals_known_atom(regex, at) : 0;
}
/* False when something in the regex could make even plain text uncertain: options, verbs, look-around, \K, \Q, back
   references, an alternation outside of groups, bad nesting. */
bool ed_literals_sound(struct ed_str regex);
/* For a sound regex: where the group at `at` is closed; *ret_alternates: a '|' of its own. */
size_t ed_literals_group(struct ed_str regex, size_t at, bool *ret_alternates);
/* Behind "(", "(?:", "(?>", "(?<name>"; 0 for any other kind. */
size_t ed_literals_group_open(struct ed_str regex, size_t at);
/* Behind the class at `at`, or SIZE_MAX. *ret_breaks: it may match a line break. */
size_t ed_literals_class(struct ed_str regex, size_t at, bool *ret_breaks);
/* Behind the quantifier at `at`, its suffix included; `at` when none stands here. *ret_min: its least count. */
size_t ed_literals_quantifier(struct ed_str regex, size_t at, unsigned *ret_min);
/* Behind the escape at `at`; 0 for one that makes everything uncertain. */
size_t ed_literals_escape(struct ed_str regex, size_t at);
/* A hexadecimal escape "\xHH" or "\x{H...}" at `at`: its end and value; false when it is none. */
bool ed_literals_hex(struct ed_str regex, size_t at, size_t *ret_end, uint32_t *ret_value);

#endif

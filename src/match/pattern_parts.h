/*
 * pattern_parts.h: the steps of ed_pattern_make, inside match/ only.
 *
 *     record's pattern --simple_read--> parts --align--> where each hole stands in the message --merge--> items
 *     items --ed_items_template--> pieces --regex--> effective pattern
 */
#ifndef ED_MATCH_PATTERN_PARTS_H
#define ED_MATCH_PATTERN_PARTS_H

#include "match/hole.h"
#include "match/pattern.h"

/* A record's pattern that is only escaped text and holes. Literals hold the text that is matched, escapes undone. */
struct ed_simple_part {
    bool hole;
    bool empty; /* the hole may match nothing */
    struct ed_str text;
};
struct ed_simple {
    struct ed_simple_part *v;
    size_t n, nholes;
};

/* pattern_simple.c: false when the regex is anything more. */
bool ed_simple_read(struct ed_str regex, struct ed_arena *arena, struct ed_simple *ret_simple);

struct ed_span {
    size_t start, end;
};
struct ed_alignment {
    struct ed_span *spans; /* of the holes, in order */
    size_t from, to;       /* what of the message the pattern covers */
};

/* pattern_align.c: find the parts in the message's source text, white space in any amount; false when they are not
 * there. */
bool ed_simple_align(const struct ed_simple *simple, struct ed_str message, const struct ed_items *items,
                     struct ed_arena *arena, struct ed_alignment *ret_alignment);

/* What merging the pattern's holes into the message's found to be wrong with the pattern. */
enum ed_fault { ED_FAULT_DEAD = 1, ED_FAULT_BRACES = 2, ED_FAULT_TEXT = 4, ED_FAULT_ESCAPE = 8 };
/* pattern_merge.c: the message's items with the holes that only the pattern knows. Returns faults. */
unsigned ed_simple_merge(struct ed_str message, const struct ed_items *items, const struct ed_simple *simple,
                         const struct ed_alignment *alignment, struct ed_arena *arena, struct ed_items *ret_items);

/* pattern_regex.c: the template's regex; ED_STR_NONE when no literal word is in it. *ret_flags: ED_PATTERN_TAIL or 0.
 */
struct ed_str ed_template_regex(const struct ed_template *tmpl, struct ed_arena *arena, unsigned *ret_flags);
bool ed_template_has_word(const struct ed_template *tmpl);

/* pattern_custom.c: a regex that is more than text and holes. ED_OK: *ret_pattern is filled and stands. ED_NOT_FOUND:
   it does not serve, *ret_reason tells why; derive from the message. ED_STOP: *ret_pattern is filled as inactive. */
ED_NODISCARD enum ed_rc ed_custom_make(struct ed_str regex, const struct ed_template *tmpl, struct ed_arena *arena,
                                       struct ed_pattern *ret_pattern, const char **ret_reason);

#endif

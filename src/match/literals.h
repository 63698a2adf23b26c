/*
 * literals.h: the literal text that whatever a regex matches must contain, read conservatively. It reads the effective
 * patterns of pattern.c completely, and of a record's own regex as much as is certain: what it does not know (an
 * alternation, an optional group, a class) counts as a hole, and what could make even that wrong (look-around, (*VERB),
 * inline options such as (?i) and (?x)) as "nothing is certain".
 */
#ifndef ED_MATCH_LITERALS_H
#define ED_MATCH_LITERALS_H

#include "base/arena.h"

/* A run of literal text. White space in it (\s+ in the regex, or a literal blank) stands as one blank each run. */
struct ed_fragment {
    struct ed_str text;
    bool glued_left; /* what matches before it may end in a word character that touches it: its first token may be part
                        of a longer word. False at a word boundary (\b). */
    bool glued_right;
    unsigned
        blanks_before; /* how many \s+ stand in the regex before this fragment (a match can span that many line ends) */
};

struct ed_literals {
    const struct ed_fragment *v;
    size_t n;
    unsigned blanks; /* all \s+ of the regex */
    bool known;      /* the regex is only literals, \b, \s+ and holes that cannot hold a line break */
};

void ed_literals_read(struct ed_str regex, struct ed_arena *arena, struct ed_literals *ret_literals);

#endif

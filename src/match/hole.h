/*
 * hole.h: one placeholder of a message template, by the grammar of its dialect; and the regex each kind of hole
 * becomes. Inside match/ only: template.c takes messages apart with it, pattern*.c and literals.c share the regex
 * forms.
 */
#ifndef ED_MATCH_HOLE_H
#define ED_MATCH_HOLE_H

#include "match/template.h"

/* What of a dialect's grammar is in force in one message. str.format's "{{" is a literal brace only where the message
   is formatted with braces at all: a Jinja text in a "%s" message keeps both. */
struct ed_grammar {
    enum ed_dialect dialect;
    bool percent;  /* the message holds a % conversion */
    bool braces;   /* the message holds a brace placeholder, so that brace escapes are undone */
    bool numbered; /* the message holds {0}: MessageFormat's quotes are undone */
};

struct ed_hole {
    size_t start, end;    /* of its source in the message */
    struct ed_str name;   /* view into the message, or empty */
    struct ed_str before; /* literal text printed ahead of the value: "x=" of {x=}; a view into the message, or empty */
    enum ed_hole_kind kind;
    bool pad_before, pad_after;
};

/* What the message is made of, in order and without gaps. */
enum ed_item_kind { ED_ITEM_TEXT, ED_ITEM_ESCAPE, ED_ITEM_HOLE };
struct ed_item {
    enum ed_item_kind kind;
    size_t start, end;
    struct ed_str text;  /* an escape: what it prints */
    struct ed_hole hole; /* a hole: what it is */
};
struct ed_items {
    struct ed_item *v;
    size_t n, nholes;
};

/* hole.c */
struct ed_grammar ed_grammar_of(struct ed_str message, enum ed_dialect dialect);
/* The placeholder that begins at `at`; false when there is none. */
bool ed_hole_at(struct ed_str message, size_t at, const struct ed_grammar *grammar, struct ed_hole *ret_hole);
/* The same in any dialect at all, and ending at `end`. */
bool ed_hole_anywhere(struct ed_str message, size_t at, size_t end, struct ed_hole *ret_hole);
/* The length of the escape ("%%", "{{", "%n") at `at` and what it prints; 0 when there is none. */
size_t ed_hole_escape(struct ed_str message, size_t at, const struct ed_grammar *grammar, struct ed_str *ret_text);

/* hole_percent.c: at stands on '%'. */
bool ed_hole_percent(struct ed_str message, size_t at, enum ed_dialect dialect, struct ed_hole *ret_hole);
/* hole_brace.c: at stands on '{'. */
bool ed_hole_brace(struct ed_str message, size_t at, const struct ed_grammar *grammar, struct ed_hole *ret_hole);
/* hole_brace.c: where the bracket, brace or parenthesis at `at` is closed, nested ones and quoted text passed over;
   SIZE_MAX when it is not closed within ED_LIMIT_PLACEHOLDER bytes or, unless `lines`, on its line. */
size_t ed_hole_close(struct ed_str message, size_t at, bool lines);
/* hole_dollar.c: at stands on '$', '#' or '\\'. */
bool ed_hole_dollar(struct ed_str message, size_t at, enum ed_dialect dialect, struct ed_hole *ret_hole);

/* template.c */
void ed_items_read(struct ed_str message, enum ed_dialect dialect, struct ed_arena *arena, struct ed_items *ret_items);
/* Pieces of the part [from, to) of the message; bounds stand between items or inside text. */
void ed_items_template(struct ed_str message, const struct ed_items *items, size_t from, size_t to,
                       struct ed_arena *arena, struct ed_template *ret_template);

/* A hole's regex, one capture group. `bounded`: it touches another hole, so its length is capped (no run of digits is
   split in quadratically many ways). NULL for ED_HOLE_ANY, whose form depends on its neighbours. */
const char *ed_hole_form(enum ed_hole_kind kind, bool bounded);
/* What goes in front of a typed hole that begins a pattern (and of quotes behind another hole): a search would end at
   the leftmost place of a run anyway, and with this it fails at once at all others. Empty when nothing is needed. */
const char *ed_hole_lead(enum ed_hole_kind kind);

#endif

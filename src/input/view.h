/*
 * view.h: other readings of a text that came through a web page, a mail, a terminal or a string literal on its way:
 * what that did to it is undone, one hazard at a time. A reading is a guess, so it stands beside the text and never in
 * its place; each of its bytes knows where in the text it came from.
 */
#ifndef ED_INPUT_VIEW_H
#define ED_INPUT_VIEW_H

#include "base/buf.h"
#include "base/vec.h"

struct ed_view {
    struct ed_buf text;
    ED_VEC(uint32_t) at; /* where byte i of it began in the text that was read first */
};

/* In the order in which they lie on a text that met them all, the outermost first. */
enum ed_view_step {
    ED_VIEW_MARGINS,   /* "> ", "| ", "12: ", "npm ERR! " before each line but the first, a box's right border */
    ED_VIEW_COLOURS,   /* "[31m", "^[[0m", "\x1b[1m": colours that lost their ESC */
    ED_VIEW_QUOTED,    /* quoted-printable: "=3D", "=" at a line's end */
    ED_VIEW_ENTITIES,  /* HTML: "&quot;", "&#39;", "&amp;lt;", <br>, <span ...> */
    ED_VIEW_ESCAPES,   /* of strings: \n, \", \u2019, \x27; quotes that are doubled */
    ED_VIEW_PERCENT,   /* "%20", and '+' for a blank beside it */
    ED_VIEW_GLYPHS,    /* typographic quotes, dashes and blanks, full-width and invisible characters */
    ED_VIEW_MARKUP,    /* Markdown's `code`, **bold** and [text](address) */
    ED_VIEW_WRAPS,     /* a line that is as long as its neighbours goes on in the middle of a word */
    ED_VIEW_SENTENCES, /* as the margins, but only before what begins no sentence */
    ED_VIEW_STEPS
};

void ed_view_init(struct ed_view *view);
void ed_view_done(struct ed_view *view);
/* The text as it is, less than 4 GiB. */
void ed_view_read(struct ed_view *view, struct ed_str text);
/* Read `in` with one hazard undone, into `out`, another view; false: it has none of that kind, and `out` is as it was.
   Lines are told by '\n'. Never longer than `in`, but for dashes and dots that stand for several. */
bool ed_view_take(enum ed_view_step step, const struct ed_view *in, struct ed_view *out);
/* "HTML entities", for a person. */
const char *ed_view_name(enum ed_view_step step);
/* The steps that may find something in the text, as bits 1 << step: cheap, and none for most. Those that look at lines
   are told by the second. */
unsigned ed_view_hazards(struct ed_str text);
unsigned ed_view_line_hazards(struct ed_str lines);
/* Whether a text holds any of what hides whole words: non-ASCII, '&', '\\', '%'. The cheapest of these questions. */
bool ed_view_is_coded(struct ed_str text);

#endif

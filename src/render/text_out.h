/*
 * text_out.h: the writer of the text faces: rows of a terminal with a label at the left and a body beside it.
 *
 * Every text goes in as it came (from a log, a record, a file name) and comes out with control characters made visible.
 * Widths are columns, not bytes. A writer has one row open at most; whoever begins a new part closes it.
 *
 *     ERROR  title                        ed_text_badge, ed_text_para
 *            piece  piece  piece          ed_text_piece
 *         label     body, wrapped         ed_text_label, ed_text_para
 *                   1. item               ed_text_para with a mark
 *                   code as it is         ed_text_code
 *
 * On a narrow terminal labels and badges stand on rows of their own.
 */
#ifndef ED_RENDER_TEXT_OUT_H
#define ED_RENDER_TEXT_OUT_H

#include "render/render.h"

/* Inks that are readable on light and on dark backgrounds: of the eight colours red and magenta are, the others are too
   pale on white or too dark on black. They repeat what words say and never say more. */
enum ed_ink { ED_INK_PLAIN, ED_INK_BOLD, ED_INK_DIM, ED_INK_RED, ED_INK_MAGENTA };

struct ed_text_out {
    struct ed_buf *out;
    bool color, verbose;
    size_t width;  /* columns; 0: neither wrap nor cut */
    size_t left;   /* columns in front of the rows of a body */
    size_t column; /* columns written on the open row */
    bool open;     /* a row is open */
    bool fresh;    /* the open row holds nothing but a label or a badge: the body begins on it */
    struct ed_buf scratch;
};

struct ed_para {
    struct ed_str text;
    enum ed_ink ink;
    struct ed_str mark; /* in front of the first row ("1. "), visible already; the other rows hang under its end */
    bool prose;         /* wrapped at a width that is good to read, however wide the terminal is */
    bool one_line;      /* line breaks are shown as \n instead of made */
    bool tabs;          /* off a terminal TABs stay what they are: log lines are searched for as they came */
    size_t rows;        /* on a terminal: at most these, and what is left out is said; 0: all. Verbose shows all */
};

void ed_text_init(struct ed_text_out *text, const struct ed_render_opts *opts, struct ed_buf *out);
/* Closes the open row. */
void ed_text_done(struct ed_text_out *text);

/* A severity in its colour; title and pieces that follow hang under its end until ed_text_body. */
void ed_text_badge(struct ed_text_out *text, enum ed_severity severity);
/* Begin a part; what comes next stands beside the label. */
void ed_text_label(struct ed_text_out *text, const char *label);
void ed_text_blank(struct ed_text_out *text);
/* From here on rows begin at this column. */
void ed_text_left(struct ed_text_out *text, size_t left);

void ed_text_para(struct ed_text_out *text, const struct ed_para *para);
/* A paragraph of prose in the plain ink. */
void ed_text_prose(struct ed_text_out *text, struct ed_str prose);
/* One sentence of the program's own, made by printf; its arguments are shown like any foreign text. */
void ed_text_say(struct ed_text_out *text, enum ed_ink ink, const char *fmt, ...) ED_PRINTF(3, 4);
/* Line by line as it is, never wrapped (a command, code or address must survive being copied); TAB moves on to the next
   fourth column. Line breaks at the end are dropped. */
void ed_text_code(struct ed_text_out *text, struct ed_str code);
/* A piece of a row of pieces: two blanks between pieces, and a new row where the next piece does not fit. */
void ed_text_piece(struct ed_text_out *text, enum ed_ink ink, struct ed_str piece);
void ed_text_piece_say(struct ed_text_out *text, enum ed_ink ink, const char *fmt, ...) ED_PRINTF(3, 4);
/* End the open row, if one is. */
void ed_text_end_row(struct ed_text_out *text);

/* Columns of a text once control characters are made visible and line breaks are shown. */
size_t ed_text_columns(struct ed_text_out *text, struct ed_str s);

#endif

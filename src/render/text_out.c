/*
 * text_out.c: makes foreign text visible, then wraps it. Wrapping works on the visible text, so it sees well-formed
 * UTF-8 without control characters, and each code point is looked at twice at most, whatever the text holds.
 *
 * It refuses no width: fewer than WIDTH_LEAST columns are taken as that many, and the terminal wraps the rest. Rows
 * hold no blanks at their ends. Order: ink, rows, wrapping, paragraphs, pieces, code.
 */
#include "render/text_out.h"

#include "base/utf8.h"
#include "render/parts.h"

#define WIDTH_LEAST  16  /* below it there is no room for any layout */
#define WIDTH_NARROW 50  /* below it labels stand on rows of their own */
#define WIDTH_PROSE  100 /* longer rows of prose are hard to follow from end to beginning */
#define LABEL_LEFT   4
#define BODY_LEFT    14
#define NARROW_LEFT  2
#define INDENT_MOST  8 /* of a line's own indentation that is kept when it is wrapped */
#define TAB_STOP     4

static const char *ink_on(enum ed_ink ink)
{
    static const char *const codes[] = {
        [ED_INK_PLAIN] = "",         [ED_INK_BOLD] = "\033[1m",       [ED_INK_DIM] = "\033[2m",
        [ED_INK_RED] = "\033[1;31m", [ED_INK_MAGENTA] = "\033[1;35m",
    };

    return codes[ink];
}

static void inked(struct ed_text_out *text, enum ed_ink ink, struct ed_str visible)
{
    bool on = text->color && ink != ED_INK_PLAIN && visible.n > 0;

    if (on) {
        ed_buf_text(text->out, ink_on(ink));
    }
    ed_buf_str(text->out, visible);
    if (on) {
        ed_buf_text(text->out, "\033[0m");
    }
}

static bool narrow(const struct ed_text_out *text)
{
    return text->width > 0 && text->width < WIDTH_NARROW;
}

void ed_text_init(struct ed_text_out *text, const struct ed_render_opts *opts, struct ed_buf *out)
{
    *text = (struct ed_text_out){.out = out, .color = opts->color, .verbose = opts->verbose};
    text->width = opts->width ? ED_MAX(opts->width, WIDTH_LEAST) : 0;
    ed_buf_init(&text->scratch, /* max= */ 0);
}

void ed_text_done(struct ed_text_out *text)
{
    ed_text_end_row(text);
    ed_buf_done(&text->scratch);
}

void ed_text_end_row(struct ed_text_out *text)
{
    if (text->open) {
        ed_buf_byte(text->out, '\n');
    }
    text->open = text->fresh = false;
    text->column = 0;
}

void ed_text_left(struct ed_text_out *text, size_t left)
{
    ed_text_end_row(text);
    text->left = left;
}

void ed_text_blank(struct ed_text_out *text)
{
    ed_text_end_row(text);
    ed_buf_byte(text->out, '\n');
}

/* What stands at the front of a body: the body begins beside it, or below it where there is no room. */
static void lead(struct ed_text_out *text, size_t indent, struct ed_str words, enum ed_ink ink, size_t left)
{
    ed_text_end_row(text);
    if (narrow(text)) {
        ed_buf_fill(text->out, ' ', ED_MIN(indent, (size_t)NARROW_LEFT / 2));
        inked(text, ink, words);
        ed_buf_byte(text->out, '\n');
        text->left = NARROW_LEFT;
        return;
    }
    ed_buf_fill(text->out, ' ', indent);
    inked(text, ink, words);
    text->left = left;
    text->column = indent + words.n;
    text->open = text->fresh = true;
}

void ed_text_badge(struct ed_text_out *text, enum ed_severity severity)
{
    static const enum ed_ink inks[] = {
        [ED_SEVERITY_INFO] = ED_INK_BOLD,
        [ED_SEVERITY_WARNING] = ED_INK_MAGENTA,
        [ED_SEVERITY_ERROR] = ED_INK_RED,
        [ED_SEVERITY_CRITICAL] = ED_INK_RED,
    };
    struct ed_str name = ed_str_c(ed_parts_severity(severity));

    lead(text, /* indent= */ 0, name, inks[severity], name.n + 2);
}

void ed_text_label(struct ed_text_out *text, const char *label)
{
    lead(text, LABEL_LEFT, ed_str_c(label), ED_INK_DIM, BODY_LEFT);
}

/* Open a row of the body; the blanks in front are only written when something follows. */
static void begin_row(struct ed_text_out *text)
{
    if (text->open && !text->fresh) {
        ed_text_end_row(text);
    }
    if (text->column < text->left) {
        ed_buf_fill(text->out, ' ', text->left - text->column);
    }
    text->column = text->left;
    text->open = true;
    text->fresh = false;
}

static void row(struct ed_text_out *text, enum ed_ink ink, struct ed_str mark, size_t hang, struct ed_str visible)
{
    begin_row(text);
    ed_buf_str(text->out, mark);
    ed_buf_fill(text->out, ' ', hang);
    inked(text, ink, visible);
    ed_text_end_row(text);
}

static size_t blanks(struct ed_str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == ' ') {
        n++;
    }
    return n;
}

/*
 * How many bytes of `s` (no blank in front) go on a row of `room` columns: up to the last blank, or behind the last
 * wide character, that fits; where there is none, as many code points as fit, and one at least.
 */
static size_t fit(struct ed_str s, size_t room)
{
    size_t at = 0, columns = 0, good = 0, len;

    while (at < s.n) {
        size_t w = (size_t)ed_utf8_width(ed_utf8_next(ed_str_slice(s, at, s.n), &len));

        if (s.p[at] == ' ') {
            good = at;
        }
        if (columns + w > room && at > 0) {
            return good ? good : at;
        }
        columns += w;
        at += len;
        if (w == 2) {
            good = at;
        }
    }
    return s.n;
}

struct wrap {
    enum ed_ink ink;
    struct ed_str mark; /* of the first row */
    size_t hang;        /* columns of the mark */
    size_t room;        /* columns right of it; SIZE_MAX: endless */
    size_t rows_left;
};

/* Write one line of visible text as rows; returns the bytes that the cap on rows left over. */
static size_t wrap_line(struct ed_text_out *text, struct wrap *wrap, struct ed_str line)
{
    size_t indent = wrap->room == SIZE_MAX ? blanks(line) : ED_MIN(blanks(line), (size_t)INDENT_MOST);
    struct ed_str rest = ed_str_slice(line, blanks(line), line.n);
    size_t room;

    if (wrap->room != SIZE_MAX && indent > wrap->room / 4) {
        indent = 0;
    }
    room = wrap->room == SIZE_MAX ? SIZE_MAX : wrap->room - indent;
    while (rest.n > 0 && rest.p[rest.n - 1] == ' ') {
        rest.n--;
    }
    while (rest.n > 0 && wrap->rows_left > 0) {
        size_t n = room == SIZE_MAX ? rest.n : fit(rest, room), end = n;

        while (end > 0 && rest.p[end - 1] == ' ') {
            end--;
        }
        row(text, wrap->ink, wrap->mark, indent + (wrap->mark.n ? 0 : wrap->hang), ed_str_slice(rest, 0, end));
        wrap->mark = ED_STR("");
        wrap->rows_left--;
        rest = ed_str_slice(rest, n, rest.n);
        rest = ed_str_slice(rest, blanks(rest), rest.n);
    }
    return rest.n;
}

/* The line, as it may be shown, in the scratch. */
static void visible(struct ed_text_out *text, struct ed_str line, bool tabs)
{
    for (bool more = true; more;) {
        struct ed_str piece = tabs ? ed_str_cut(&line, '\t') : line;

        more = tabs && line.n > 0;
        ed_utf8_visible(&text->scratch, piece, /* keep_lines= */ false);
        ed_buf_text(&text->scratch, more ? "\t" : "");
    }
}

void ed_text_para(struct ed_text_out *text, const struct ed_para *para)
{
    size_t limit = para->prose ? ED_MIN(text->width, (size_t)WIDTH_PROSE) : text->width, taken, left_over = 0;
    struct wrap wrap = {para->ink, para->mark, ed_utf8_columns(para->mark), SIZE_MAX, SIZE_MAX};
    struct ed_str rest = para->text, line;

    if (text->width) {
        taken = text->left + wrap.hang;
        wrap.room = limit > taken + WIDTH_LEAST / 2 ? limit - taken : WIDTH_LEAST / 2;
        wrap.rows_left = para->rows && !text->verbose ? para->rows : SIZE_MAX;
    }
    while (rest.n > 0) {
        line = para->one_line ? rest : ed_str_cut(&rest, '\n');
        rest = para->one_line ? ED_STR_NONE : rest;
        if (para->prose && line.n > 0 && line.p[line.n - 1] == '\r') {
            line.n--;
        }
        ed_buf_reset(&text->scratch);
        visible(text, line, para->tabs && text->width == 0);
        left_over += wrap_line(text, &wrap, ed_buf_view(&text->scratch));
        if (wrap.rows_left == 0) {
            left_over += rest.n;
            break;
        }
    }
    if (left_over) {
        ed_text_say(text, ED_INK_DIM, "(%zu more bytes; --verbose shows them)", left_over);
    }
}

void ed_text_prose(struct ed_text_out *text, struct ed_str prose)
{
    ed_text_para(text, &(struct ed_para){.text = prose, .prose = true});
}

ED_PRINTF(4, 0)
static void say(struct ed_text_out *text, enum ed_ink ink, bool piece, const char *fmt, va_list args)
{
    struct ed_buf words;
    va_list again;
    char *room;
    int n;

    ed_buf_init(&words, /* max= */ 0);
    va_copy(again, args);
    n = vsnprintf(NULL, 0, fmt, args);
    room = n > 0 ? ed_buf_room(&words, (size_t)n) : NULL;
    if (room) {
        vsnprintf(room, (size_t)n + 1, fmt, again);
        words.n += (size_t)n;
    }
    va_end(again);
    if (piece) {
        ed_text_piece(text, ink, ed_buf_view(&words));
    } else {
        ed_text_para(text, &(struct ed_para){.text = ed_buf_view(&words), .ink = ink, .prose = true});
    }
    ed_buf_done(&words);
}

void ed_text_say(struct ed_text_out *text, enum ed_ink ink, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    say(text, ink, /* piece= */ false, fmt, args);
    va_end(args);
}

void ed_text_piece_say(struct ed_text_out *text, enum ed_ink ink, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    say(text, ink, /* piece= */ true, fmt, args);
    va_end(args);
}

void ed_text_piece(struct ed_text_out *text, enum ed_ink ink, struct ed_str piece)
{
    size_t columns = ed_text_columns(text, piece);

    if (text->width && text->left + columns > text->width) { /* longer than any row: wrapped on rows of its own */
        ed_text_para(text, &(struct ed_para){.text = piece, .ink = ink, .one_line = true});
        return;
    }
    if (!text->open || text->fresh || (text->width && text->column + 2 + columns > text->width)) {
        begin_row(text);
    } else {
        ed_buf_text(text->out, "  ");
        text->column += 2;
    }
    inked(text, ink, ed_buf_view(&text->scratch));
    text->column += columns;
}

size_t ed_text_columns(struct ed_text_out *text, struct ed_str s)
{
    ed_buf_reset(&text->scratch);
    ed_utf8_visible(&text->scratch, s, /* keep_lines= */ false);
    return ed_utf8_columns(ed_buf_view(&text->scratch));
}

static void code_line(struct ed_text_out *text, struct ed_str line)
{
    size_t columns = 0, from, pad;

    if (line.n > 0 && line.p[line.n - 1] == '\r') {
        line.n--;
    }
    ed_buf_reset(&text->scratch);
    while (line.n > 0) {
        bool tab = ed_str_find_byte(line, '\t', 0) != SIZE_MAX;

        from = text->scratch.n;
        ed_utf8_visible(&text->scratch, ed_str_cut(&line, '\t'), /* keep_lines= */ false);
        if (tab) {
            columns += ed_utf8_columns(ed_str_slice(ed_buf_view(&text->scratch), from, text->scratch.n));
            pad = TAB_STOP - columns % TAB_STOP;
            ed_buf_fill(&text->scratch, ' ', pad);
            columns += pad;
        }
    }
    while (text->scratch.n > 0 && text->scratch.p[text->scratch.n - 1] == ' ') {
        text->scratch.n--;
    }
    if (text->scratch.n == 0 && !text->fresh) {
        ed_text_blank(text);
    } else {
        row(text, ED_INK_PLAIN, ED_STR(""), /* hang= */ 0, ed_buf_view(&text->scratch));
    }
}

void ed_text_code(struct ed_text_out *text, struct ed_str code)
{
    while (code.n > 0 && (code.p[code.n - 1] == '\n' || code.p[code.n - 1] == '\r')) {
        code.n--;
    }
    while (code.n > 0 && code.p[0] == '\n') {
        code = ed_str_slice(code, 1, code.n);
    }
    while (code.n > 0) {
        code_line(text, ed_str_cut(&code, '\n'));
    }
}

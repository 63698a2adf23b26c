/*
 * pattern_regex.c: the regex of a template, from its first piece to its last: literals, typed holes, groups of untyped
 * ones. literals.c is its twin and reads whatever this writes: a new form here is a new row there.
 *
 *     \bfailed\s++to\s++open\s++(?C)(?>(.+?)\:\s++)(.*?\S)\s++\(code\s++([+-]?\d+)\)
 *
 * Every generated regex is linear in a line's length for each place where it may begin, whatever the line holds; where
 * the forms below look odd, that is why. It refuses a template without a literal word.
 */
#include "match/pattern_parts.h"

#include "base/buf.h"

struct writer {
    struct ed_buf buf;
    struct ed_piece *v; /* the template's pieces, white space at both ends cut */
    size_t n;
    size_t last_lazy; /* the last group of untyped holes with text or a typed hole behind it; SIZE_MAX: none */
    bool ellipsis;    /* the message ends in "...": the hole in front of it ends there or with the line */
    bool atomic;      /* an atomic group is open */
    bool searched;    /* a lazy hole was written */
    unsigned flags;
};

static bool is_untyped(const struct writer *w, size_t i)
{
    return i < w->n && w->v[i].hole && w->v[i].kind == ED_HOLE_ANY;
}

static bool is_literal(const struct writer *w, size_t i)
{
    return i < w->n && !w->v[i].hole;
}

static bool starts_blank(const struct writer *w, size_t i)
{
    return is_literal(w, i) && ed_is_space(w->v[i].text.p[0]);
}

static bool ends_blank(const struct writer *w, size_t i)
{
    return is_literal(w, i) && ed_is_space(w->v[i].text.p[w->v[i].text.n - 1]);
}

bool ed_template_has_word(const struct ed_template *tmpl)
{
    for (size_t i = 0; i < tmpl->n; i++) {
        for (size_t k = 0; !tmpl->v[i].hole && k < tmpl->v[i].text.n; k++) {
            char c = tmpl->v[i].text.p[k];

            if (ed_is_alpha(c) || ed_is_digit(c) || (unsigned char)c >= 0x80) {
                return true;
            }
        }
    }
    return false;
}

/* "... {cause}..." and "on disk. ...": the author's dots for what follows. Dots right behind a word are printed. */
static void cut_ellipsis(struct writer *w)
{
    struct ed_str *text = &w->v[w->n - 1].text;
    size_t dots = ed_str_ends(*text, ED_STR("...")) || ed_str_ends(*text, ED_STR("\xe2\x80\xa6")) ? 3 : 0;

    if (dots == 0) {
        return;
    }
    if (ed_str_trim(ed_str_slice(*text, 0, text->n - dots)).n == 0) {
        w->ellipsis = is_untyped(w, w->n - 2);
        w->n -= w->ellipsis || w->n > 1;
    } else if (ed_is_space(text->p[text->n - dots - 1])) {
        text->n -= dots;
        while (ed_is_space(text->p[text->n - 1])) {
            text->n--;
        }
    }
}

/* White space in front, and the mark of a list or a protocol ("-ERR ...") that not everyone who prints the message
 * keeps. */
static struct ed_str without_front(struct ed_str text)
{
    size_t n = 0;

    while (n < text.n && ed_is_space(text.p[n])) {
        n++;
    }
    text = ed_str_slice(text, n, text.n);
    for (n = 0; n < text.n && (ed_is_among("-*>#", text.p[n]) || ed_is_space(text.p[n])); n++) {
    }
    return n < text.n && ed_is_word(text.p[n]) ? ed_str_slice(text, n, text.n) : text;
}

static void cut_ends(struct writer *w)
{
    if (is_literal(w, 0)) {
        struct ed_str *text = &w->v[0].text;

        *text = without_front(*text);
        if (text->n == 0) {
            w->v++;
            w->n--;
        }
    }
    if (w->n > 0 && is_literal(w, w->n - 1)) {
        struct ed_str *text = &w->v[w->n - 1].text;

        while (text->n > 0 && ed_is_space(text->p[text->n - 1])) {
            text->n--;
        }
        if (text->n == 0) {
            w->n--;
        } else {
            cut_ellipsis(w);
        }
    }
}

/* Any run of white space matches any run, possessively: no run is divided in many ways. */
static void put_text(struct writer *w, struct ed_str text)
{
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];

        if (ed_is_space(c)) {
            while (i + 1 < text.n && ed_is_space(text.p[i + 1])) {
                i++;
            }
            ed_buf_text(&w->buf, "\\s++");
        } else if ((unsigned char)c < 0x20 || c == 0x7f) {
            ed_buf_printf(&w->buf, "\\x%02x", (unsigned char)c);
        } else {
            if (!ed_is_word(c) && (unsigned char)c < 0x80) {
                ed_buf_byte(&w->buf, '\\');
            }
            ed_buf_byte(&w->buf, c);
        }
    }
}

/*
 * The pattern ends in punctuation right behind an untyped hole: "open {path}." on "open a.conf.", "({error})" on
 * "(Timeout(3))". It is the closing one when no word goes on behind it, and of several brackets it is the last. Only
 * for marks that close; behind ":" or "=" a value may well follow.
 */
static bool is_closing_end(const struct writer *w, size_t i)
{
    struct ed_str text = w->v[i].text;

    if (i + 1 != w->n || i == 0 || !is_untyped(w, i - 1) || !ed_is_among(".)]}'\"`!", text.p[text.n - 1])) {
        return false;
    }
    for (size_t k = 0; k < text.n; k++) {
        if (ed_is_word(text.p[k]) || ed_is_space(text.p[k]) || (unsigned char)text.p[k] >= 0x80) {
            return false;
        }
    }
    return true;
}

static void put_literal(struct writer *w, size_t i)
{
    struct ed_str text = w->v[i].text;

    if (i == 0 && ed_is_word(text.p[0])) {
        ed_buf_text(&w->buf, "\\b");
    }
    put_text(w, text);
    if (i + 1 == w->n && ed_is_word(text.p[text.n - 1])) {
        ed_buf_text(&w->buf, "\\b");
    } else if (is_closing_end(w, i)) {
        ed_buf_text(&w->buf, ed_is_among(")]}", text.p[text.n - 1]) ? "(?![\\w)\\]}])" : "(?!\\w)");
    }
}

static void put_padding(struct writer *w, size_t before, size_t after)
{
    /* Next to white space the blanks are part of its run; next to a hole they are counted, lest a run be divided. */
    if ((is_literal(w, before) && !ends_blank(w, before)) || (is_literal(w, after) && !starts_blank(w, after))) {
        ed_buf_text(&w->buf, " *+");
    } else if (!is_literal(w, before) && !is_literal(w, after)) {
        ed_buf_text(&w->buf, " {0,40}");
    }
}

static void put_typed(struct writer *w, size_t i)
{
    const struct ed_piece *piece = &w->v[i];
    bool hole_before = i > 0 && w->v[i - 1].hole, hole_after = i + 1 < w->n && w->v[i + 1].hole;

    if (i > 0 && piece->pad_before) {
        put_padding(w, i - 1, i);
    }
    if (i == 0 || (hole_before && piece->kind == ED_HOLE_QUOTED)) {
        ed_buf_text(&w->buf, ed_hole_lead(piece->kind));
    }
    ed_buf_text(&w->buf, ed_hole_form(piece->kind, hole_before || hole_after));
    if (piece->pad_after && i + 1 < w->n) {
        put_padding(w, i, i + 1);
    }
}

/* The untyped holes [i, to) reach the pattern's end: the last takes the line, whoever stands in front is empty. */
static void put_tail(struct writer *w, size_t i, size_t to)
{
    bool optional = to - i > 1 || (i > 0 && w->v[i - 1].hole);

    for (size_t k = i; k + 1 < to; k++) {
        ed_buf_text(&w->buf, "()");
    }
    if (w->ellipsis) {
        ed_buf_text(&w->buf, "(.+?)(?m:\\.{3}|\xe2\x80\xa6|$)");
    } else {
        ed_buf_text(&w->buf, optional ? "(.*)" : "(.+)");
    }
    w->flags |= ED_PATTERN_TAIL;
}

/* May the untyped holes [i, to) be empty? Optional parts print nothing: of neighbours, between a blank and a word
   ("free. {x}Of"), and in front of a mark that ends a value and begins none ("server: , request"). "/" and ":" may
   begin one. */
static bool may_be_empty(const struct writer *w, size_t i, size_t to)
{
    char next = is_literal(w, to) ? w->v[to].text.p[0] : '\0';

    if (to - i > 1 || (i > 0 && w->v[i - 1].hole) || next == '\0') {
        return true;
    }
    return ed_is_alpha(next) ? i == 0 || ends_blank(w, i - 1) : i > 0 && ed_is_among(",;)]}>|\"'`", next);
}

/* May the part between the holes that end at `to` and the next untyped one be atomic? Not when it has a line end in the
   template, nor when it ends in a typed hole, which may have to give back bytes to the one it touches. */
static bool is_settled(const struct writer *w, size_t to)
{
    for (; to < w->n && !is_untyped(w, to); to++) {
        if (!w->v[to].hole && ed_str_find_byte(w->v[to].text, '\n', 0) != SIZE_MAX) {
            return false;
        }
    }
    return !w->v[to - 1].hole;
}

/*
 * A group of untyped holes [i, to) with something behind it. They are lazy and universal (any bytes of one line), so
 * the leftmost place of what stands behind one leaves the most room for the rest, and once found it need not be tried
 * again: that part is atomic when another such hole follows. Else k holes cost the k-th power of a line's length. What
 * remains is one search a place where the pattern's first words stand; (?C) lets confirm.c count the bytes these may
 * read, and stop. Where a log breaks a line by itself, atomic parts can miss a match: when the words in front of the
 * break stand in the value, too, and what follows them is on the next line.
 *
 * A hole in front of white space ends in a byte that is none, (.*?\S), which is where a lazy hole would end anyway, and
 * keeps a long run of blanks from being tried from each of its bytes.
 *
 * A group that begins the pattern. For (.+?)X without an anchor, the leftmost match on a line begins at the first place
 * from which X is still to come with a byte between, that is the line's first byte or, behind an earlier match, the
 * byte where the search goes on: all later places are worse. (?m:^|\G) are just these two, so the anchored pattern
 * finds the same and fails once a line, not once a byte. The capture so begins at the line's start.
 *
 * Neighbours cannot be told apart: the first takes all, the others are empty groups.
 */
static void put_lazy(struct writer *w, size_t i, size_t to)
{
    bool pad_after = w->v[to - 1].pad_after && is_literal(w, to);

    if (i == 0) {
        ed_buf_text(&w->buf, "(?m:^|\\G)");
    } else if (!w->searched) {
        ed_buf_text(&w->buf, "(?C)");
    }
    w->searched = true;
    if (i != w->last_lazy && is_settled(w, to)) {
        ed_buf_text(&w->buf, "(?>");
        w->atomic = true;
    }
    if (i > 0 && w->v[i].pad_before && is_literal(w, i - 1)) {
        put_padding(w, i - 1, i);
    }
    ed_buf_text(&w->buf, starts_blank(w, to) || pad_after ? "(.*?\\S)" : may_be_empty(w, i, to) ? "(.*?)" : "(.+?)");
    for (size_t k = i + 1; k < to; k++) {
        ed_buf_text(&w->buf, "()");
    }
    if (pad_after) {
        put_padding(w, to - 1, to);
    }
}

static size_t untyped_end(const struct writer *w, size_t i)
{
    while (is_untyped(w, i)) {
        i++;
    }
    return i;
}

static void put_all(struct writer *w)
{
    for (size_t i = 0; i < w->n; i++) {
        size_t to = untyped_end(w, i);

        if (to > i && w->atomic) {
            ed_buf_byte(&w->buf, ')');
            w->atomic = false;
        }
        if (to == i && w->v[i].hole) {
            put_typed(w, i);
        } else if (to == i) {
            put_literal(w, i);
        } else if (to == w->n) {
            put_tail(w, i, to);
        } else {
            put_lazy(w, i, to);
        }
        i = to > i ? to - 1 : i;
    }
    if (w->atomic) {
        ed_buf_byte(&w->buf, ')');
    }
}

struct ed_str ed_template_regex(const struct ed_template *tmpl, struct ed_arena *arena, unsigned *ret_flags)
{
    struct writer w = {.n = tmpl->n, .last_lazy = SIZE_MAX};
    struct ed_str regex;

    *ret_flags = 0;
    w.v = ed_arena_alloc(arena, (tmpl->n + 1) * sizeof(*w.v));
    if (tmpl->n > 0) {
        memcpy(w.v, tmpl->v, tmpl->n * sizeof(*w.v));
    }
    cut_ends(&w);
    if (!ed_template_has_word(&(struct ed_template){w.v, w.n, 0})) {
        return ED_STR_NONE;
    }
    for (size_t i = 0; i < w.n; i++) {
        if (is_untyped(&w, i) && untyped_end(&w, i) < w.n) {
            w.last_lazy = i;
            i = untyped_end(&w, i);
        }
    }
    ed_buf_init(&w.buf, /* max: */ 0);
    put_all(&w);
    regex = ed_arena_str(arena, ed_buf_view(&w.buf));
    ed_buf_done(&w.buf);
    *ret_flags = w.flags;
    return regex;
}

/*
 * hole_percent.c: the placeholders that begin with '%': printf's and what Go, Python, Java, JavaScript, Ruby, PHP and
 * the shell made of it. One table of conversions a dialect; one reader for all of
 *
 *     % (name) or <name>, position n$ or [n], flags, width, .precision, length, conversion
 *
 * Sharp edges: a blank is a flag only where no sentence could stand ("50% done"); a lone '%' at a C message's end is a
 * "%" PRIu64 that was cut; what flags make of a number that is no plain number (%'d, %,d) is an untyped hole.
 */
#include "match/hole.h"

struct conversions {
    const char *any, *integer, *hex, *number, *chr, *quoted;
    const char *flags, *lengths;
};

static const struct conversions table[ED_DIALECT_COUNT] = {
    [ED_DIALECT_ANY] = {"sSvwTrj@aA", "diuo", "xXp", "feEgGF", "c", "q", "-+#0", "hlLzjt"},
    [ED_DIALECT_C] = {"sSmVQqaA@", "diuo", "xXp", "fFeEgG", "cC", "", "-+ #0'", "hlLqzjt"},
    [ED_DIALECT_GO] = {"vTtwsUO", "dbo", "xXp", "eEfFgG", "c", "q", "-+ #0", ""},
    [ED_DIALECT_PYTHON] = {"sra", "diuo", "xX", "eEfFgG", "c", "", "-+ #0", "hlL"},
    [ED_DIALECT_JAVA] = {"sSbBaA", "do", "xXhH", "eEfgG", "cC", "", "-+ #0,(<", ""},
    [ED_DIALECT_KOTLIN] = {"sSbBaA", "do", "xXhH", "eEfgG", "cC", "", "-+ #0,(<", ""},
    [ED_DIALECT_CSHARP] = {"", "", "", "", "", "", "", ""},
    [ED_DIALECT_JS] = {"sjoO", "i", "", "df", "", "", "", ""},
    [ED_DIALECT_RUBY] = {"spaA", "diubo", "xX", "eEfgG", "c", "", "-+ #0", ""},
    [ED_DIALECT_RUST] = {"", "", "", "", "", "", "", ""},
    [ED_DIALECT_PHP] = {"s", "dubo", "xX", "eEfFgG", "c", "", "-+ 0'", ""},
    [ED_DIALECT_SHELL] = {"sbq", "diuo", "xX", "fFeEgG", "c", "", "-+ #0", ""},
    [ED_DIALECT_SWIFT] = {"@sS", "diuo", "xXp", "fFeEgG", "cC", "", "-+ #0'", "hlLqzjt"},
};

struct spec {
    struct ed_str text; /* the message */
    size_t at;          /* how far it is read */
    enum ed_dialect dialect;
    bool left, zero, blank, grouped, alternate, starred, precise;
    size_t width;
};

static char peek(const struct spec *s, size_t ahead)
{
    return s->at + ahead < s->text.n ? s->text.p[s->at + ahead] : '\0';
}

static size_t digits(const struct spec *s)
{
    size_t n = 0;

    while (ed_is_digit(peek(s, n))) {
        n++;
    }
    return n;
}

/* "(name)" of Python, "<name>" and "{name}" of Ruby. Only the last one ends the placeholder: then *ret_end is true. */
static bool read_name(struct spec *s, struct ed_str *ret_name, bool *ret_end)
{
    bool any = s->dialect == ED_DIALECT_ANY;
    bool python = s->dialect == ED_DIALECT_PYTHON || any, ruby = s->dialect == ED_DIALECT_RUBY || any;
    char open = peek(s, 0);
    char close = open == '(' && python ? ')' : open == '<' && ruby ? '>' : open == '{' && ruby && !any ? '}' : '\0';
    size_t n = 1;

    *ret_end = false;
    if (close == '\0') {
        return true;
    }
    while (ed_is_word(peek(s, n)) || ed_is_among(".-[]' ", peek(s, n))) {
        n++;
    }
    if (n == 1 || peek(s, n) != close || n > ED_LIMIT_PLACEHOLDER) {
        return false;
    }
    *ret_name = ed_str(s->text.p + s->at + 1, n - 1);
    s->at += n + 1;
    *ret_end = close == '}';
    return true;
}

/* A Go argument number "[3]". */
static void skip_index(struct spec *s)
{
    size_t n = 1;

    if (s->dialect != ED_DIALECT_GO || peek(s, 0) != '[') {
        return;
    }
    while (ed_is_digit(peek(s, n))) {
        n++;
    }
    if (n > 1 && peek(s, n) == ']') {
        s->at += n + 1;
    }
}

static void read_flags(struct spec *s, const char *flags)
{
    size_t n = digits(s);

    if (n > 0 && peek(s, n) == '$') {
        s->at += n + 1;
    }
    for (; ed_is_among(flags, peek(s, 0)); s->at++) {
        char c = peek(s, 0);

        s->left |= c == '-';
        s->zero |= c == '0';
        s->blank |= c == ' ';
        s->alternate |= c == '#';
        s->grouped |= c == '\'' || c == ',' || c == '(';
        if (c == '\'' && s->dialect == ED_DIALECT_PHP && peek(s, 1) != '\0') {
            s->at++; /* 'c pads with the byte c */
        }
    }
}

static void read_sizes(struct spec *s)
{
    skip_index(s);
    if (peek(s, 0) == '*') {
        s->starred = true;
        s->at++;
        if (ed_is_digit(peek(s, 0)) && peek(s, digits(s)) == '$') {
            s->at += digits(s) + 1;
        }
    } else {
        size_t n = digits(s);

        s->width = n;
        s->at += n;
    }
    if (peek(s, 0) == '.') {
        s->precise = true;
        s->at++;
        skip_index(s);
        if (peek(s, 0) == '*') {
            s->at++;
            if (ed_is_digit(peek(s, 0)) && peek(s, digits(s)) == '$') {
                s->at += digits(s) + 1;
            }
        } else {
            s->at += digits(s);
        }
    }
    skip_index(s);
}

/* Length modifiers; a letter that is no length here is left for the conversion ("%q" alone, "%l" at an end). */
static void read_length(struct spec *s, const char *lengths)
{
    if (s->dialect == ED_DIALECT_C && peek(s, 0) == 'I' &&
        ((peek(s, 1) == '6' && peek(s, 2) == '4') || (peek(s, 1) == '3' && peek(s, 2) == '2'))) {
        s->at += 3;
        return;
    }
    for (int i = 0; i < 2 && ed_is_among(lengths, peek(s, 0)); i++) {
        if (peek(s, 0) == 'q' && !ed_is_among("diuoxX", peek(s, 1))) {
            return;
        }
        if (peek(s, 0) == 'j' && s->dialect == ED_DIALECT_ANY && !ed_is_among("diuxX", peek(s, 1))) {
            return;
        }
        s->at++;
    }
}

/* `"%" PRIu64 " bytes"` as it stands in a source, with or without its quotes and blanks. */
static bool read_pri(struct spec *s, enum ed_hole_kind *ret_kind)
{
    size_t n = 0, word;

    if (s->dialect != ED_DIALECT_C) {
        return false;
    }
    n += peek(s, n) == '"';
    while (peek(s, n) == ' ') {
        n++;
    }
    if (peek(s, n) != 'P' || peek(s, n + 1) != 'R' || peek(s, n + 2) != 'I' || !ed_is_among("diuoxX", peek(s, n + 3))) {
        return false;
    }
    *ret_kind = ed_is_among("xX", peek(s, n + 3)) ? ED_HOLE_HEX : ED_HOLE_INT;
    for (word = n + 4; ed_is_word(peek(s, word)); word++) {
    }
    n = word;
    while (peek(s, n) == ' ') {
        n++;
    }
    /* Blanks behind the macro belong to the source only when a quote follows them. */
    s->at += peek(s, n) == '"' ? n + 1 : word;
    return true;
}

static bool kind_of(const struct conversions *set, const struct spec *s, char c, enum ed_hole_kind *ret_kind)
{
    bool plain = !s->grouped;

    if (ed_is_among(set->any, c)) {
        *ret_kind = ED_HOLE_ANY;
    } else if (ed_is_among(set->integer, c)) {
        /* Go's %d of a list prints the list, but a number is what it nearly always gets. */
        *ret_kind = plain ? ED_HOLE_INT : ED_HOLE_ANY;
    } else if (ed_is_among(set->hex, c)) {
        /* Go's "% x" puts blanks between the bytes. */
        *ret_kind = plain && !s->blank ? ED_HOLE_HEX : ED_HOLE_ANY;
    } else if (ed_is_among(set->number, c)) {
        *ret_kind = plain ? ED_HOLE_NUMBER : ED_HOLE_ANY;
    } else if (ed_is_among(set->chr, c)) {
        *ret_kind = ED_HOLE_CHAR;
    } else if (ed_is_among(set->quoted, c)) {
        *ret_kind = ED_HOLE_QUOTED;
    } else {
        return false;
    }
    return true;
}

/* What may follow the conversion is tested where the words could be a sentence or a URL. */
static bool is_prose(const struct spec *s, size_t start)
{
    char next = peek(s, 1);

    if (s->blank && (ed_is_word(next) || (start > 0 && ed_is_digit(s->text.p[start - 1])))) {
        return true;
    }
    return s->dialect == ED_DIALECT_ANY && s->width > 0 && !s->precise && !s->left && ed_is_word(next);
}

/* The kernel's and others' %pI4, %pOF, %pe: a pointer that prints what it points to. Java's %tY: a date. */
static void read_tail(struct spec *s, char c, enum ed_hole_kind *kind)
{
    if (c == 'p' && s->dialect == ED_DIALECT_C && ed_is_alpha(peek(s, 0))) {
        while (ed_is_word(peek(s, 0))) {
            s->at++;
        }
        *kind = ED_HOLE_ANY;
    }
}

static void set_pads(const struct spec *s, struct ed_hole *hole)
{
    bool width = s->width > 0 || s->starred;

    hole->pad_after = width && (s->left || s->starred);
    hole->pad_before = width && !s->left && (!s->zero || s->starred);
    /* A PHP pad byte is not always a blank, so it is part of the value. */
    if (s->grouped && s->dialect == ED_DIALECT_PHP) {
        hole->pad_before = hole->pad_after = false;
    }
}

bool ed_hole_percent(struct ed_str message, size_t at, enum ed_dialect dialect, struct ed_hole *ret_hole)
{
    const struct conversions *set = &table[dialect];
    struct spec s = {.text = message, .at = at + 1, .dialect = dialect};
    enum ed_hole_kind kind = ED_HOLE_ANY;
    bool whole = false;
    char c;

    if (set->any[0] == '\0') {
        return false;
    }
    if (dialect == ED_DIALECT_C && ed_str_trim(ed_str_slice(message, at + 1, message.n)).n == 0 && at > 0 &&
        !ed_is_digit(message.p[at - 1]) && message.p[at - 1] != '%') {
        ret_hole->kind = ED_HOLE_INT;
        ret_hole->end = at + 1;
        return true;
    }
    if (!read_name(&s, &ret_hole->name, &whole)) {
        return false;
    }
    if (!whole) {
        read_flags(&s, set->flags);
        if (set->flags[0] != '\0') {
            read_sizes(&s);
        }
        if (!read_pri(&s, &kind)) {
            read_length(&s, set->lengths);
            c = peek(&s, 0);
            if ((dialect == ED_DIALECT_JAVA || dialect == ED_DIALECT_KOTLIN) && (c == 't' || c == 'T') &&
                ed_is_alpha(peek(&s, 1))) {
                s.at++;
            } else if (!kind_of(set, &s, c, &kind) || is_prose(&s, at)) {
                return false;
            }
            s.at++;
            read_tail(&s, c, &kind);
        }
        set_pads(&s, ret_hole);
    }
    ret_hole->kind = kind;
    ret_hole->end = s.at;
    return true;
}

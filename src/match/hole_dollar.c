/*
 * hole_dollar.c: the placeholders that begin with '$', '#' or a backslash: JavaScript's, Kotlin's and the shell's
 * ${...}, Ruby's #{...}, Swift's \(...), and $name of PHP, Perl, Kotlin and the shell.
 *
 * $name is a placeholder only in a dialect that has it: "$PATH" in a C message is text.
 */
#include "match/hole.h"

static char byte_at(struct ed_str text, size_t at)
{
    return at < text.n ? text.p[at] : '\0';
}

static bool has_bare_names(enum ed_dialect dialect)
{
    return dialect == ED_DIALECT_PHP || dialect == ED_DIALECT_SHELL || dialect == ED_DIALECT_KOTLIN;
}

static bool has_dollar_braces(enum ed_dialect dialect)
{
    return dialect == ED_DIALECT_JS || dialect == ED_DIALECT_ANY || dialect == ED_DIALECT_JAVA ||
           has_bare_names(dialect);
}

/* "${name:-default}" of the shell names `name`; elsewhere the whole expression is the name. */
static struct ed_str expression_name(struct ed_str inside, enum ed_dialect dialect)
{
    size_t n = 0;

    inside = ed_str_trim(inside);
    if (dialect != ED_DIALECT_SHELL) {
        return inside;
    }
    while (n < inside.n && ed_is_word(inside.p[n])) {
        n++;
    }
    return ed_str(inside.p, n);
}

/* `at` stands on the opening brace or parenthesis. JavaScript's expressions are broken over lines by its formatters;
   such a one names nothing. */
static bool read_braced(struct ed_str message, size_t at, enum ed_dialect dialect, struct ed_hole *ret_hole)
{
    size_t close = ed_hole_close(message, at, /* lines: */ dialect == ED_DIALECT_JS);

    if (close == SIZE_MAX || ed_str_trim(ed_str_slice(message, at + 1, close)).n == 0) {
        return false;
    }
    ret_hole->name = expression_name(ed_str_slice(message, at + 1, close), dialect);
    if (ed_str_find_byte(ret_hole->name, '\n', 0) != SIZE_MAX) {
        ret_hole->name.n = 0;
    }
    ret_hole->end = close + 1;
    return true;
}

static size_t name_end(struct ed_str message, size_t at)
{
    while (at < message.n && ed_is_word(message.p[at])) {
        at++;
    }
    return at;
}

/* PHP's "$a->b" and "$a[b]", one step, as its strings take them. */
static size_t php_step(struct ed_str message, size_t at)
{
    if (byte_at(message, at) == '-' && byte_at(message, at + 1) == '>' && ed_is_alpha(byte_at(message, at + 2))) {
        return name_end(message, at + 2);
    }
    if (byte_at(message, at) == '[') {
        size_t close = ed_hole_close(message, at, /* lines: */ false);

        return close == SIZE_MAX ? at : close + 1;
    }
    return at;
}

static bool read_bare(struct ed_str message, size_t at, enum ed_dialect dialect, struct ed_hole *ret_hole)
{
    char c = byte_at(message, at + 1);
    size_t end;

    if (!has_bare_names(dialect) || (at > 0 && ed_is_word(message.p[at - 1]) && dialect == ED_DIALECT_KOTLIN)) {
        return false;
    }
    if (dialect == ED_DIALECT_SHELL && c != '\0' && (ed_is_digit(c) || ed_is_among("@*#?$!", c))) {
        ret_hole->end = at + 2;
        return true;
    }
    if (!ed_is_alpha(c) && c != '_') {
        return false;
    }
    end = name_end(message, at + 1);
    if (dialect == ED_DIALECT_PHP) {
        end = php_step(message, end);
    }
    ret_hole->name = ed_str_slice(message, at + 1, end);
    ret_hole->end = end;
    return true;
}

bool ed_hole_dollar(struct ed_str message, size_t at, enum ed_dialect dialect, struct ed_hole *ret_hole)
{
    char next = byte_at(message, at + 1);

    switch (message.p[at]) {
    case '$':
        if (next == '{' && has_dollar_braces(dialect)) {
            return read_braced(message, at + 1, dialect, ret_hole);
        }
        if (next == '(' && dialect == ED_DIALECT_SHELL) {
            return read_braced(message, at + 1, ED_DIALECT_ANY, ret_hole);
        }
        return read_bare(message, at, dialect, ret_hole);
    case '#':
        return next == '{' && (dialect == ED_DIALECT_RUBY || dialect == ED_DIALECT_ANY) &&
               read_braced(message, at + 1, dialect, ret_hole);
    default:
        return next == '(' && dialect == ED_DIALECT_SWIFT && read_braced(message, at + 1, dialect, ret_hole);
    }
}

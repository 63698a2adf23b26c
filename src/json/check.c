/*
 * check.c: the grammar of RFC 8259 as a machine with seven states and one bit a level (object or array). It builds
 * nothing: cJSON does that, but it is more lenient than the RFC, gives no reason when it refuses, and recurses; what
 * has passed here it accepts, so that a NULL from it can only mean that memory ran out.
 *
 * Order: where and why a text is refused, the tokens, the machine.
 */
#include "json/check.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "json/scan.h"

enum expect { FIRST_VALUE, VALUE, FIRST_KEY, KEY, COLON, NEXT, END };

struct check {
    const char *p;
    size_t n, i;
    uint64_t objects; /* bit d: what is open at depth d + 1 is an object */
    unsigned depth;
    enum expect expect;
    struct ed_err *err;
};

_Static_assert(ED_LIMIT_JSON_DEPTH == 64, "a level is a bit of check.objects, and a message says 64");
_Static_assert(ED_LIMIT_JSON_NUMBER == 63, "a message says 63");

/* Bytes of the text that a message repeats. */
#define SHOWN 16

static enum ed_rc fail(struct check *c, size_t at, const char *why)
{
    size_t end = ED_MIN(at + SHOWN, c->n), start = at;
    uint64_t line = 1;

    while (start > 0 && c->p[start - 1] != '\n') {
        start--;
    }
    for (size_t i = 0; i < start; i++) {
        line += c->p[i] == '\n';
    }
    for (size_t i = at; i < end; i++) {
        if (c->p[i] == '\n' || c->p[i] == '\0') {
            end = i;
        }
    }
    while (end < c->n && end > at && ((unsigned char)c->p[end] & 0xC0) == 0x80) {
        end--;
    }
    if (at >= c->n) {
        ed_err_set(c->err, ED_ERR_INPUT, "%s (byte column %zu, at the end)", why, at - start + 1);
    } else if (end == at) {
        ed_err_set(c->err, ED_ERR_INPUT, "%s (byte column %zu)", why, at - start + 1);
    } else {
        ed_err_set(c->err, ED_ERR_INPUT, "%s (byte column %zu, at: %.*s)", why, at - start + 1, (int)(end - at),
                   c->p + at);
    }
    ed_err_at(c->err, NULL, line, NULL);
    return ED_ERR_INPUT;
}

static const char *why_no_value(char c)
{
    switch (c) {
    case '\'':
        return "a string stands in single quotes: JSON takes only double quotes";
    case '/':
    case '#':
        return "JSON has no comments: remove it";
    case ',':
    case ':':
    case '}':
    case ']':
        return "a value is missing here: put one, or null";
    case '+':
    case '.':
        return "a number begins with a digit or a minus sign";
    case '\0':
        return "a NUL byte stands here: if the file is UTF-16, convert it to UTF-8";
    default:
        return (unsigned char)c < 0x20 ? "a control character stands outside of a string: remove it"
                                       : "no JSON value begins like this: text needs double quotes, and the only words "
                                         "without them are true, false and null";
    }
}

static bool in_object(const struct check *c)
{
    return c->depth > 0 && (c->objects >> (c->depth - 1) & 1);
}

/* The byte at c->i is not what c->expect allows. */
static enum ed_rc fail_byte(struct check *c)
{
    char b = c->p[c->i];

    switch (c->expect) {
    case FIRST_KEY:
    case KEY:
        return fail(c, c->i,
                    b == '}' ? "a comma stands before }: remove it"
                             : "a key must be a string in double quotes: put one, or close the object with }");
    case COLON:
        return fail(c, c->i, "a colon is missing between a key and its value: put one");
    case NEXT:
        if (b == '}' || b == ']') {
            return fail(c, c->i, b == '}' ? "} closes an array: ] is needed" : "] closes an object: } is needed");
        }
        return fail(c, c->i, "a comma or a closing bracket is missing: put one before this");
    case END:
        return fail(c, c->i, "text stands behind the end of the value: only one value may be here");
    default:
        if (b == ']' && c->expect == VALUE && c->depth > 0 && !in_object(c)) {
            return fail(c, c->i, "a comma stands before ]: remove it");
        }
        return fail(c, c->i, why_no_value(b));
    }
}

static enum ed_rc fail_end(struct check *c)
{
    return fail(c, c->n,
                c->depth == 0 ? "there is no JSON value here"
                              : "the text ends before the value does: it was cut off, or a closing bracket is missing");
}

/* The four digits of \uXXXX at `at`. */
static bool hex4(const struct check *c, size_t at, uint32_t *ret)
{
    return ed_str_hex(ed_str(c->p, c->n), at, 4, ret) == 4;
}

/* c->i is at the u of \u; it is left behind the escape. */
static enum ed_rc check_unicode(struct check *c)
{
    size_t start = c->i - 1;
    unsigned unit = 0, low = 0;

    if (!hex4(c, c->i + 1, &unit)) {
        return fail(c, start, "\\u needs four hexadecimal digits behind it");
    }
    c->i += 5;
    if (unit == 0) {
        return fail(c, start, "\\u0000 stands in a string: no text of a record holds a NUL, remove it");
    }
    if (unit < 0xD800 || unit > 0xDFFF) {
        return ED_OK;
    }
    if (unit > 0xDBFF || c->n - c->i < 6 || c->p[c->i] != '\\' || c->p[c->i + 1] != 'u' || !hex4(c, c->i + 2, &low) ||
        low < 0xDC00 || low > 0xDFFF) {
        return fail(c, start, "half of a surrogate pair stands alone: write the character itself, or both halves");
    }
    c->i += 6;
    return ED_OK;
}

/* c->i is behind the opening quote; it is left behind the closing one. */
static enum ed_rc check_string(struct check *c)
{
    enum ed_rc rc;

    for (;;) {
        c->i += ed_json_plain(c->p + c->i, c->n - c->i);
        if (c->i >= c->n) {
            return fail(c, c->n, "the text ends inside a string: it was cut off, or a closing quote is missing");
        }
        if (c->p[c->i] == '"') {
            c->i++;
            return ED_OK;
        }
        if (c->p[c->i] != '\\') {
            return fail(c, c->i,
                        c->p[c->i] == '\n' ? "a line break stands in a string: write \\n, or close the string"
                                           : "a control character stands in a string: write it as \\u and four digits");
        }
        c->i++;
        if (c->i < c->n && c->p[c->i] == 'u') {
            rc = check_unicode(c);
            if (rc) {
                return rc;
            }
        } else if (c->i >= c->n || c->p[c->i] == '\0' || !strchr("\"\\/bfnrt", c->p[c->i])) {
            return fail(c, c->i - 1, "a backslash escapes nothing JSON knows: write \\\\ for a backslash itself");
        } else {
            c->i++;
        }
    }
}

static size_t digits(const struct check *c, size_t i)
{
    while (i < c->n && ed_is_digit(c->p[i])) {
        i++;
    }
    return i;
}

static enum ed_rc check_number(struct check *c)
{
    size_t start = c->i, from = c->i + (c->p[c->i] == '-'), end = digits(c, from);

    if (end == from) {
        return fail(c, start, "a minus sign without digits: finish the number");
    }
    if (c->p[from] == '0' && end - from > 1) {
        return fail(c, start, "a number begins with 0: write it without, or as a string");
    }
    if (end < c->n && c->p[end] == '.') {
        from = end + 1;
        end = digits(c, from);
        if (end == from) {
            return fail(c, start, "digits are missing behind the point of a number");
        }
    }
    if (end < c->n && (c->p[end] == 'e' || c->p[end] == 'E')) {
        from = end + 1;
        from += from < c->n && (c->p[from] == '+' || c->p[from] == '-');
        end = digits(c, from);
        if (end == from) {
            return fail(c, start, "digits are missing in the exponent of a number");
        }
    }
    if (end - start > ED_LIMIT_JSON_NUMBER) {
        return fail(c, start, "a number of over 63 characters: shorten it, or write it as a string");
    }
    c->i = end;
    return ED_OK;
}

static enum ed_rc check_word(struct check *c)
{
    static const struct ed_str words[] = {{"true", 4}, {"false", 5}, {"null", 4}};
    struct ed_str rest = ed_str(c->p + c->i, c->n - c->i);

    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        if (ed_str_starts(rest, words[i]) && (rest.n == words[i].n || !ed_is_word(rest.p[words[i].n]))) {
            c->i += words[i].n;
            return ED_OK;
        }
    }
    return fail_byte(c);
}

static enum ed_rc open_level(struct check *c, bool object)
{
    if (c->depth == ED_LIMIT_JSON_DEPTH) {
        return fail(c, c->i, "the value nests deeper than 64 levels, and a record nests 3: take levels out");
    }
    c->objects = (c->objects & ~((uint64_t)1 << c->depth)) | (uint64_t)object << c->depth;
    c->depth++;
    c->i++;
    c->expect = object ? FIRST_KEY : FIRST_VALUE;
    return ED_OK;
}

static enum ed_rc check_value(struct check *c)
{
    char b = c->p[c->i];
    enum ed_rc rc;

    if (b == '{' || b == '[') {
        return open_level(c, b == '{');
    }
    if (b == '"') {
        c->i++;
        rc = check_string(c);
    } else {
        rc = b == '-' || ed_is_digit(b) ? check_number(c) : check_word(c);
    }
    c->expect = c->depth ? NEXT : END;
    return rc;
}

static enum ed_rc check_token(struct check *c)
{
    char b = c->p[c->i], closer = in_object(c) ? '}' : ']';

    if (b == closer && (c->expect == FIRST_KEY || c->expect == NEXT || (c->expect == FIRST_VALUE && c->depth > 0))) {
        c->i++;
        c->depth--;
        c->expect = c->depth ? NEXT : END;
        return ED_OK;
    }
    if (c->expect == FIRST_VALUE || c->expect == VALUE) {
        return check_value(c);
    }
    if (b == '"' && (c->expect == FIRST_KEY || c->expect == KEY)) {
        c->i++;
        c->expect = COLON;
        return check_string(c);
    }
    if ((b == ':' && c->expect == COLON) || (b == ',' && c->expect == NEXT)) {
        c->i++;
        c->expect = b == ',' && in_object(c) ? KEY : VALUE;
        return ED_OK;
    }
    return fail_byte(c);
}

enum ed_rc ed_json_check(struct ed_str text, struct ed_err *err)
{
    struct check c = {.p = text.p, .n = text.n, .expect = FIRST_VALUE, .err = err};
    size_t bad = ed_utf8_check(text);
    enum ed_rc rc = ED_OK;

    if (bad < text.n) {
        return fail(&c, bad, "a byte that is not UTF-8: convert the file to UTF-8");
    }
    while (!rc) {
        while (c.i < c.n && ed_json_is_space(c.p[c.i])) {
            c.i++;
        }
        if (c.i == c.n) {
            return c.expect == END ? ED_OK : fail_end(&c);
        }
        rc = check_token(&c);
    }
    return rc;
}

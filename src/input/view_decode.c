/*
 * view_decode.c: texts that something encoded: HTML entities, escapes of string literals, quoted-printable, percent
 * escapes. Each decodes what is certainly of its kind and leaves the rest as it stands: an '&' alone, a backslash of a
 * Windows path before a letter that escapes nothing.
 */
#include "input/view_steps.h"

struct entity {
    struct ed_str name;
    uint32_t point;
};

#define ENTITY(name, point)                                                                                            \
    {                                                                                                                  \
        ED_STR_INIT(name), point                                                                                       \
    }

static const struct entity entities[] = {
    ENTITY("lt;", '<'),        ENTITY("gt;", '>'),       ENTITY("amp;", '&'),      ENTITY("quot;", '"'),
    ENTITY("apos;", '\''),     ENTITY("nbsp;", ' '),     ENTITY("lsquo;", 0x2018), ENTITY("rsquo;", 0x2019),
    ENTITY("ldquo;", 0x201C),  ENTITY("rdquo;", 0x201D), ENTITY("ndash;", 0x2013), ENTITY("mdash;", 0x2014),
    ENTITY("hellip;", 0x2026), ENTITY("middot;", 0xB7),  ENTITY("bull;", 0x2022),  ENTITY("laquo;", 0xAB),
    ENTITY("raquo;", 0xBB),    ENTITY("lpar;", '('),     ENTITY("rpar;", ')'),     ENTITY("colon;", ':'),
    ENTITY("lsqb;", '['),      ENTITY("rsqb;", ']'),     ENTITY("grave;", '`'),    ENTITY("num;", '#'),
    ENTITY("percnt;", '%'),    ENTITY("sol;", '/'),      ENTITY("lowbar;", '_'),   ENTITY("equals;", '='),
    ENTITY("lcub;", '{'),      ENTITY("rcub;", '}'),     ENTITY("comma;", ','),    ENTITY("period;", '.'),
};

/* "#39;" or "#x27;" at `at`: its length, 0: none. */
static size_t numbered(struct ed_str s, size_t at, uint32_t *ret_point)
{
    size_t i = at + 1, n = 0;
    uint32_t value = 0;

    if (i < s.n && (s.p[i] | 0x20) == 'x') {
        n = ed_str_hex(s, ++i, 6, &value);
    } else {
        for (; n < 7 && i + n < s.n && ed_is_digit(s.p[i + n]); n++) {
            value = value * 10 + (uint32_t)(s.p[i + n] - '0');
        }
    }
    if (n == 0 || i + n == s.n || s.p[i + n] != ';') {
        return 0;
    }
    *ret_point = value == 0xA0 ? ' ' : value;
    return i + n + 1 - at;
}

size_t ed_view_tag(struct ed_str s, size_t at, bool *ret_break)
{
    static const struct ed_str names[] = {
        ED_STR_INIT("br"), ED_STR_INIT("p"),    ED_STR_INIT("span"), ED_STR_INIT("pre"), ED_STR_INIT("div"),
        ED_STR_INIT("b"),  ED_STR_INIT("code"), ED_STR_INIT("i"),    ED_STR_INIT("a"),   ED_STR_INIT("font"),
        ED_STR_INIT("tt"), ED_STR_INIT("em"),   ED_STR_INIT("li"),   ED_STR_INIT("td"),  ED_STR_INIT("tr")};
    size_t from = at + 1 + (at + 1 < s.n && s.p[at + 1] == '/'), to = from, end;
    struct ed_str name;

    while (to < s.n && to - from < 5 && ed_is_alpha(s.p[to])) {
        to++;
    }
    name = ed_str_slice(s, from, to);
    if (to == s.n || (s.p[to] != '>' && s.p[to] != ' ' && s.p[to] != '/')) {
        return 0;
    }
    for (end = to; end < s.n && end - to < 256 && s.p[end] != '>' && s.p[end] != '<'; end++) {
    }
    if (end == s.n || s.p[end] != '>') {
        return 0;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        if (ed_str_eq_nocase(name, names[i])) {
            *ret_break = i < 2 || i + 3 >= ED_ARRAY_LEN(names);
            return end + 1 - at;
        }
    }
    return 0;
}

static size_t entity(const struct ed_view *in, size_t at, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text), rest = ed_str_slice(s, at + 1, s.n);
    uint32_t point = 0;
    size_t n;

    if (s.p[at] == '<') {
        bool breaks = false;

        n = ed_view_tag(s, at, &breaks);
        ed_view_put(in, at, breaks ? ED_STR("\n") : ED_STR(""), out);
        return n;
    }
    if (rest.n && rest.p[0] == '#') {
        n = numbered(s, at + 1, &point);
        if (n) {
            ed_view_put_point(in, at, point, out);
        }
        return n ? n + 1 : 0;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(entities); i++) {
        if (ed_str_starts(rest, entities[i].name)) {
            ed_view_put_point(in, at, entities[i].point, out);
            return entities[i].name.n + 1;
        }
    }
    return 0;
}

bool ed_view_entities(const struct ed_view *in, struct ed_view *out)
{
    return ed_view_walk(in, "&<", /* wide */ false, entity, out);
}

/* "\u2019" at `at`, and the other half behind it of a pair that stands for one character. */
static size_t unicode(const struct ed_view *in, size_t at, size_t digits, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    uint32_t point, low;
    size_t n = 2 + digits;

    if (ed_str_hex(s, at + 2, digits, &point) != digits) {
        return 0;
    }
    if (point >= 0xD800 && point < 0xDC00 && at + n + 1 < s.n && s.p[at + n] == '\\' && s.p[at + n + 1] == 'u' &&
        ed_str_hex(s, at + n + 2, 4, &low) == 4 && low >= 0xDC00 && low <= 0xDFFF) {
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        n += 6;
    }
    ed_view_put_point(in, at, point, out);
    return n;
}

/* "\x27": the byte. */
static size_t byte_in_hex(const struct ed_view *in, size_t at, struct ed_view *out)
{
    uint32_t value;
    char byte;

    if (ed_str_hex(ed_buf_view(&in->text), at + 2, 2, &value) != 2) {
        return 0;
    }
    byte = (char)value;
    ed_view_put(in, at, ed_str(&byte, 1), out);
    return 4;
}

/* "\047", "#012" of a syslog daemon: three octal digits behind the sign. */
static size_t byte_in_octal(const struct ed_view *in, size_t at, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    unsigned value = 0;
    char byte;

    for (size_t i = 1; i <= 3; i++) {
        if (at + i >= s.n || s.p[at + i] < '0' || s.p[at + i] > '7') {
            return 0;
        }
        value = value * 8 + (unsigned)(s.p[at + i] - '0');
    }
    byte = (char)value;
    ed_view_put(in, at, ed_str(&byte, 1), out);
    return 4;
}

static size_t escape(const struct ed_view *in, size_t at, struct ed_view *out)
{
    static const char letters[] = "nrt\"'\\/", bytes[] = "\n\n\t\"'\\/";
    struct ed_str s = ed_buf_view(&in->text);
    const char *letter;

    if (at + 1 == s.n) {
        return 0;
    }
    if (s.p[at] == '"') { /* doubled in a string of SQL, CSV or BASIC */
        ed_view_put(in, at, s.p[at + 1] == '"' ? ED_STR("\"") : ED_STR(""), out);
        return s.p[at + 1] == '"' ? 2 : 0;
    }
    if (s.p[at] == '#') {
        return s.p[at + 1] == '0' ? byte_in_octal(in, at, out) : 0;
    }
    letter = s.p[at + 1] ? strchr(letters, s.p[at + 1]) : NULL;
    if (letter) {
        ed_view_put(in, at, ed_str(bytes + (letter - letters), 1), out);
        return 2;
    }
    switch (s.p[at + 1]) {
    case 'u':
        return unicode(in, at, 4, out);
    case 'U':
        return unicode(in, at, 8, out);
    case 'x':
        return byte_in_hex(in, at, out);
    default:
        return byte_in_octal(in, at, out);
    }
}

bool ed_view_escapes(const struct ed_view *in, struct ed_view *out)
{
    return ed_view_walk(in, "\\\"#", /* wide */ false, escape, out);
}

/* In code are '=' itself, blanks at a line's end, and all that is no ASCII; in capitals. */
bool ed_view_is_quoted(struct ed_str s, size_t at, char *ret_byte)
{
    uint32_t value;

    if (ed_str_hex(s, at + 1, 2, &value) != 2 || s.p[at + 1] >= 'a' || s.p[at + 2] >= 'a') {
        return false;
    }
    *ret_byte = (char)value;
    return value == '=' || value == ' ' || value == '\t' || value >= 0x80;
}

static size_t quoted(const struct ed_view *in, size_t at, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    char byte;

    if (at + 1 < s.n && s.p[at + 1] == '\n') {
        return 2;
    }
    if (!ed_view_is_quoted(s, at, &byte)) {
        return 0;
    }
    ed_view_put(in, at, ed_str(&byte, 1), out);
    return 3;
}

/* No '=' stands for itself in such a text. */
bool ed_view_quoted(const struct ed_view *in, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    char byte;

    for (size_t at = 0; (at = ed_str_find_byte(s, '=', at)) != SIZE_MAX; at++) {
        if ((at + 1 == s.n || s.p[at + 1] != '\n') && !ed_view_is_quoted(s, at, &byte)) {
            return false;
        }
    }
    return ed_view_walk(in, "=", /* wide */ false, quoted, out);
}

static size_t percent(const struct ed_view *in, size_t at, struct ed_view *out)
{
    uint32_t value;
    char byte;

    if (in->text.p[at] == '+') {
        ed_view_put(in, at, ED_STR(" "), out);
        return 1;
    }
    if (ed_str_hex(ed_buf_view(&in->text), at + 1, 2, &value) != 2 || (value < ' ' && !ed_is_space((char)value))) {
        return 0;
    }
    byte = (char)value;
    ed_view_put(in, at, ed_str(&byte, 1), out);
    return 3;
}

bool ed_view_percent(const struct ed_view *in, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    uint32_t value;

    for (size_t at = 0; (at = ed_str_find_byte(s, '%', at)) != SIZE_MAX; at++) {
        if (ed_str_hex(s, at + 1, 2, &value) == 2) {
            return ed_view_walk(in, "%+", /* wide */ false, percent, out);
        }
    }
    return false;
}

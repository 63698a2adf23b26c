/*
 * view_glyphs.c: what shows a text nicely and is none of it: colours whose ESC byte got lost or was written out,
 * typographic characters in the place of plain ones, Markdown.
 */
#include "base/utf8.h"
#include "input/view_steps.h"

/* What is left, or made, of an ESC before its '[': the length of it in front of byte `at`. */
static size_t escape_before(struct ed_str s, size_t at)
{
    static const struct ed_str forms[] = {
        ED_STR_INIT("\\u001b"),      ED_STR_INIT("\\u001B"),      ED_STR_INIT("\\x1b"),
        ED_STR_INIT("\\x1B"),        ED_STR_INIT("\\033"),        ED_STR_INIT("#033"),
        ED_STR_INIT("\\e"),          ED_STR_INIT("^["),           ED_STR_INIT("<ESC>"),
        ED_STR_INIT("\xE2\x90\x9B"), ED_STR_INIT("\xEF\xBF\xBD"), ED_STR_INIT("\xC2\xB7"),
        ED_STR_INIT("ESC"),          ED_STR_INIT("\033"),         ED_STR_INIT("?")};

    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        if (at >= forms[i].n && ed_str_eq(ed_str_slice(s, at - forms[i].n, at), forms[i])) {
            return forms[i].n;
        }
    }
    return 0;
}

size_t ed_view_colour(struct ed_str s, size_t at, size_t *ret_before)
{
    size_t i = at + 1, digits = 0;

    while (i < s.n && i - at < 24 && (ed_is_digit(s.p[i]) || s.p[i] == ';')) {
        digits += ed_is_digit(s.p[i]);
        i++;
    }
    if (i == s.n || (s.p[i] != 'm' && s.p[i] != 'K')) {
        return 0;
    }
    *ret_before = escape_before(s, at);
    return digits || *ret_before ? i + 1 - at : 0;
}

bool ed_view_colours(const struct ed_view *in, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    size_t copied = 0, at = 0;

    while ((at = ed_str_find_byte(s, '[', at)) != SIZE_MAX) {
        size_t before = 0, n = ed_view_colour(s, at, &before);

        if (n) {
            ed_view_copy(in, copied, at - ED_MIN(before, at - copied), out);
            copied = at + n;
        }
        at += n ? n : 1;
    }
    if (copied == 0) {
        return false;
    }
    ed_view_copy(in, copied, s.n, out);
    return true;
}

/* What a typographic character stands for; NULL: for itself. */
static const char *plain(uint32_t point)
{
    switch (point) {
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2032:
    case 0x00B4:
        return "'";
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0x2033:
    case 0x00AB:
    case 0x00BB:
        return "\"";
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2212:
        return "-";
    case 0x2014:
    case 0x2015:
        return "--";
    case 0x2026:
        return "...";
    case 0x00A0:
    case 0x202F:
    case 0x205F:
    case 0x3000:
        return " ";
    case 0x00AD:
    case 0xFEFF:
        return "";
    default:
        return point >= 0x2000 && point <= 0x200A   ? " "
               : point >= 0x200B && point <= 0x200F ? ""
               : point >= 0x202A && point <= 0x202E ? ""
               : point >= 0x2060 && point <= 0x2069 ? ""
                                                    : NULL;
    }
}

static size_t glyph(const struct ed_view *in, size_t at, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    size_t n = 0;
    uint32_t point = ed_utf8_next(ed_str_slice(s, at, s.n), &n);
    const char *as;

    if (point == ED_UTF8_BAD) {
        return 0;
    }
    if (point >= 0xFF01 && point <= 0xFF5E) { /* full-width ASCII */
        ed_view_put_point(in, at, point - 0xFF01 + '!', out);
        return n;
    }
    as = plain(point);
    if (!as) {
        return 0;
    }
    ed_view_put(in, at, ed_str_c(as), out);
    return n;
}

bool ed_view_glyphs(const struct ed_view *in, struct ed_view *out)
{
    return ed_view_walk(in, "", /* wide */ true, glyph, out);
}

/* "](https://...)" behind a link's text, or "](#line)": its length. */
static size_t address(struct ed_str s, size_t at)
{
    size_t end = at + 2;

    if (end >= s.n || s.p[at + 1] != '(') {
        return 0;
    }
    if (!ed_str_starts(ed_str_slice(s, end, s.n), ED_STR("http")) && s.p[end] != '#' && s.p[end] != '/') {
        return 0;
    }
    while (end < s.n && end - at < 2048 && s.p[end] != ')' && !ed_is_space(s.p[end])) {
        end++;
    }
    return end < s.n && s.p[end] == ')' ? end + 1 - at : 0;
}

static size_t markup(const struct ed_view *in, size_t at, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    size_t n;

    (void)out;
    switch (s.p[at]) {
    case '`':
        return 1;
    case '*':
        return at + 1 < s.n && s.p[at + 1] == '*' ? 2 : 0;
    case '\\':
        return at + 1 < s.n && ed_is_among("_*[]<>#`|", s.p[at + 1]);
    case ']':
        return address(s, at);
    default: /* '[': of a link, whose text ends before its address */
        n = ed_str_find_byte(ed_str_slice(s, 0, ED_MIN(s.n, at + 256)), ']', at);
        return n != SIZE_MAX && address(s, n) > 0;
    }
}

bool ed_view_markup(const struct ed_view *in, struct ed_view *out)
{
    return ed_view_walk(in, "`*\\[]", /* wide */ false, markup, out);
}

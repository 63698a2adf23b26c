/*
 * literals_scan.c: PCRE2 syntax by its outlines. Conservative everywhere: what is not surely understood is refused, or
 * may match a line break.
 */
#include "match/literals_scan.h"

static char byte_at(struct ed_str s, size_t at)
{
    return at < s.n ? s.p[at] : '\0';
}

size_t ed_literals_known_atom(struct ed_str regex, size_t at)
{
    static const char *const atoms[] = {"(?m:^|\\G)",     "(?C)",      "(?!\\w)",
                                        "(?![\\w)\\]}])", "(?<!\\d)",  "(?<![0-9a-fA-F])",
                                        "(?<![\\d.])",    "(?<!\\\\)", "(?m:\\.{3}|\xe2\x80\xa6|$)"};

    for (size_t i = 0; i < ED_ARRAY_LEN(atoms); i++) {
        if (ed_str_starts(ed_str_slice(regex, at, regex.n), ed_str_c(atoms[i]))) {
            return strlen(atoms[i]);
        }
    }
    return 0;
}

size_t ed_literals_group_open(struct ed_str regex, size_t at)
{
    char c, close;
    size_t i = at + 2;

    if (byte_at(regex, at + 1) == '*') {
        return 0;
    }
    if (byte_at(regex, at + 1) != '?') {
        return at + 1;
    }
    c = byte_at(regex, i);
    if (c == ':' || c == '>') {
        return i + 1;
    }
    if (c == 'P') {
        c = byte_at(regex, ++i);
        if (c != '<') {
            return 0;
        }
    }
    close = c == '<' ? '>' : c == '\'' ? '\'' : '\0';
    if (close == '\0' || !(ed_is_alpha(byte_at(regex, i + 1)) || byte_at(regex, i + 1) == '_')) {
        return 0;
    }
    for (i++; ed_is_word(byte_at(regex, i)); i++) {
    }
    return byte_at(regex, i) == close ? i + 1 : 0;
}

bool ed_literals_hex(struct ed_str regex, size_t at, size_t *ret_end, uint32_t *ret_value)
{
    size_t i = at + 2, n = 0, most = 2;
    bool braced = byte_at(regex, i) == '{';

    if (byte_at(regex, at) != '\\' || byte_at(regex, at + 1) != 'x') {
        return false;
    }
    if (braced) {
        most = 6;
        i++;
    }
    *ret_value = 0;
    for (; n < most; n++, i++) {
        char c = ed_lower(byte_at(regex, i));

        if (ed_is_digit(c)) {
            *ret_value = *ret_value * 16 + (uint32_t)(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            *ret_value = *ret_value * 16 + (uint32_t)(c - 'a') + 10;
        } else {
            break;
        }
    }
    if (n == 0 || (braced && byte_at(regex, i) != '}')) {
        return false;
    }
    *ret_end = i + braced;
    return true;
}

/* One member of a class: its end, and the byte it is, or -1 for a set or an unknown. */
static size_t class_member(struct ed_str regex, size_t at, int *ret_byte, bool *sure, bool *maybe)
{
    char c = byte_at(regex, at), next = byte_at(regex, at + 1);
    size_t end;
    uint32_t value;

    *ret_byte = -1;
    if (c == '[' && ed_is_among(":.=", next)) {
        /* Only [:name:] and [:^name:]; whatever else begins so may end elsewhere than it seems. */
        *maybe = true;
        *sure |= ed_str_starts(ed_str_slice(regex, at, regex.n), ED_STR("[:space:]"));
        for (end = at + 2 + (byte_at(regex, at + 2) == '^'); ed_is_alpha(byte_at(regex, end)); end++) {
        }
        return next == ':' && byte_at(regex, end) == ':' && byte_at(regex, end + 1) == ']' ? end + 2 : regex.n;
    }
    if (c != '\\') {
        *ret_byte = (unsigned char)c;
        return at + 1;
    }
    if (ed_literals_hex(regex, at, &end, &value)) {
        *ret_byte = value < 256 ? (int)value : -1;
        return end;
    }
    if (next == 'n') {
        *ret_byte = '\n';
    } else if (ed_is_among("sv", next)) {
        *sure = *maybe = true;
    } else if (ed_is_among("trfea", next)) {
        *ret_byte = next == 't' ? '\t' : next == 'r' ? '\r' : next == 'f' ? '\f' : next == 'e' ? 0x1b : 0x07;
    } else if (!ed_is_word(next)) {
        *ret_byte = (unsigned char)next;
    } else if (!ed_is_among("dwhSVb", next)) {
        *maybe = true;
    }
    return at + 2;
}

size_t ed_literals_class(struct ed_str regex, size_t at, bool *ret_breaks)
{
    bool negated = byte_at(regex, at + 1) == '^', sure = false, maybe = false;
    size_t i = at + 1 + negated;
    bool first = true;

    while (i < regex.n && (first || regex.p[i] != ']')) {
        int low, high;

        first = false;
        if (regex.p[i] == '\\' && ed_is_among("QE", byte_at(regex, i + 1))) {
            return SIZE_MAX;
        }
        i = class_member(regex, i, &low, &sure, &maybe);
        high = low;
        if (byte_at(regex, i) == '-' && i + 1 < regex.n && regex.p[i + 1] != ']') {
            i = class_member(regex, i + 1, &high, &sure, &maybe);
            if (low < 0 || high < 0) {
                maybe = true;
                continue;
            }
        }
        if (low >= 0 && low <= '\n' && high >= '\n') {
            sure = maybe = true;
        }
    }
    if (i >= regex.n) {
        return SIZE_MAX;
    }
    *ret_breaks = negated ? !sure : maybe;
    return i + 1;
}

size_t ed_literals_quantifier(struct ed_str regex, size_t at, unsigned *ret_min)
{
    size_t i = at + 1;
    char c = byte_at(regex, at);

    *ret_min = c == '+';
    if (c == '{') {
        /* PCRE2 10.43 also takes blanks and {,n}; what only looks like a count is then taken for one, which is safe. */
        while (i < regex.n && (ed_is_digit(regex.p[i]) || ed_is_among(", ", regex.p[i]))) {
            i++;
        }
        if (i == at + 1 || byte_at(regex, i) != '}') {
            return at;
        }
        i++;
    } else if (c != '*' && c != '+' && c != '?') {
        return at;
    }
    return i + (byte_at(regex, i) == '?' || byte_at(regex, i) == '+');
}

size_t ed_literals_escape(struct ed_str regex, size_t at)
{
    char c = byte_at(regex, at + 1), next = byte_at(regex, at + 2);
    size_t end;
    uint32_t value;

    if (c == 's' || (c != '\0' && !ed_is_word(c))) {
        return at + 2; /* as nearly always */
    }
    /* \K and \G move the match, \Q quotes, \g, \k and digits refer back, \c, \o and \N{} name bytes in other ways. */
    if (at + 1 >= regex.n || ed_is_among("KGQEgkcouULl", c) || ed_is_digit(c) || (c == 'N' && next == '{')) {
        return 0;
    }
    if (ed_literals_hex(regex, at, &end, &value)) {
        return end;
    }
    if (c != 'p' && c != 'P') {
        return at + 2;
    }
    if (next != '{') {
        return ed_is_alpha(next) ? at + 3 : 0;
    }
    for (end = at + 3; ed_is_word(byte_at(regex, end)) || ed_is_among("^& :=-", byte_at(regex, end)); end++) {
    }
    return byte_at(regex, end) == '}' ? end + 1 : 0;
}

bool ed_literals_sound(struct ed_str regex)
{
    size_t depth = 0, i = 0;
    bool breaks;

    while (i < regex.n) {
        size_t atom = ed_literals_atom(regex, i), next;

        if (atom > 0) {
            i += atom;
            continue;
        }
        next = i + 1;
        switch (regex.p[i]) {
        case '\\':
            next = ed_literals_escape(regex, i);
            break;
        case '[':
            next = ed_literals_class(regex, i, &breaks);
            break;
        case '(':
            next = ed_literals_group_open(regex, i);
            depth++;
            break;
        case ')':
            if (depth-- == 0) {
                return false;
            }
            break;
        case '|':
            if (depth == 0) {
                return false;
            }
            break;
        default:
            break;
        }
        if (next == 0 || next == SIZE_MAX || depth > ED_LITERALS_DEPTH) {
            return false;
        }
        for (i = next; i < regex.n && ed_is_word(regex.p[i]); i++) {
        }
    }
    return depth == 0;
}

size_t ed_literals_group(struct ed_str regex, size_t at, bool *ret_alternates)
{
    size_t depth = 1, i = ed_literals_group_open(regex, at);
    bool breaks;

    *ret_alternates = false;
    while (i < regex.n) {
        size_t atom = ed_literals_atom(regex, i);

        if (atom > 0) {
            i += atom;
            continue;
        }
        if (regex.p[i] == '\\') {
            i = ed_literals_escape(regex, i);
            continue;
        }
        if (regex.p[i] == '[') {
            i = ed_literals_class(regex, i, &breaks);
            continue;
        }
        if (regex.p[i] == '(') {
            depth++;
        } else if (regex.p[i] == ')' && --depth == 0) {
            return i;
        } else if (regex.p[i] == '|' && depth == 1) {
            *ret_alternates = true;
        }
        i = regex.p[i] == '(' ? ed_literals_group_open(regex, i) : i + 1;
    }
    return regex.n;
}

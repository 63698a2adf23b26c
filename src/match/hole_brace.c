/*
 * hole_brace.c: the placeholders between braces: {} and {0}, {name} of every dialect, the format specifications of
 * Python, Rust, C++'s fmt and C#, Python's f-string expressions, and JavaScript's {{name}}.
 *
 * It refuses what is rather a brace of the text: JSON and dictionaries ({"type": "x"}), choices ({a,b}), repeat counts
 * behind a class ([a-z]{3}), code ({ return; }), Go templates ({{.Name}}).
 */
#include "match/hole.h"

/* What stands between the braces: expression = !conversion : specification. */
struct inside {
    struct ed_str expr, spec;
    bool debug;    /* {x=} */
    bool has_conv; /* !r */
    bool has_spec;
    bool comma, blank,
        other;       /* in the expression, outside of brackets and quotes: ",", a blank, ";" or a stray quote */
    size_t before_n; /* with debug: bytes of "x = " */
};

static bool is_opening(char c)
{
    return c == '(' || c == '[' || c == '{';
}

static bool is_closing(char c)
{
    return c == ')' || c == ']' || c == '}';
}

/* Behind the quoted text that begins at `at`; at + 1 when it is not closed before `to` (an apostrophe). */
static size_t quote_end(struct ed_str text, size_t at, size_t to)
{
    for (size_t i = at + 1; i < to && text.p[i] != '\n'; i++) {
        if (text.p[i] == '\\') {
            i++;
        } else if (text.p[i] == text.p[at]) {
            return i + 1;
        }
    }
    return at + 1;
}

size_t ed_hole_close(struct ed_str message, size_t at, bool lines)
{
    size_t to = ED_MIN(message.n, at + ED_LIMIT_PLACEHOLDER);
    size_t depth = 0;

    for (size_t i = at; i < to; i++) {
        char c = message.p[i];

        if (c == '\n' && !lines) {
            return SIZE_MAX;
        }
        if (c == '"' || c == '\'' || c == '`') {
            i = quote_end(message, i, to) - 1;
        } else if (is_opening(c)) {
            depth++;
        } else if (is_closing(c) && --depth == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* The first ':' or "!r" outside of brackets and quotes ends the expression. */
static void split(struct ed_str text, struct inside *in)
{
    size_t depth = 0, i;

    memset(in, 0, sizeof(*in));
    for (i = 0; i < text.n; i++) {
        char c = text.p[i], next = i + 1 < text.n ? text.p[i + 1] : '\0';

        if (c == '"' || c == '\'') {
            size_t end = quote_end(text, i, text.n);

            in->other |= end == i + 1;
            i = end - 1;
        } else if (is_opening(c)) {
            depth++;
        } else if (is_closing(c)) {
            depth -= depth > 0;
        } else if (depth > 0) {
            continue;
        } else if (c == ':' && next == ':') {
            i++;
        } else if (c == ':' || (c == '!' && next != '=')) {
            break;
        }
        in->comma |= c == ',' && depth == 0;
        in->blank |= c == ' ' && depth == 0;
        in->other |= c == ';';
    }
    in->expr = ed_str_slice(text, 0, i);
    in->spec = ed_str_slice(text, i, i);
    if (i < text.n && text.p[i] == '!') {
        in->has_conv = i + 1 < text.n && ed_is_among("rsa", text.p[i + 1]) && (i + 2 == text.n || text.p[i + 2] == ':');
        in->other |= !in->has_conv;
        i += 2;
    }
    if (i < text.n && text.p[i] == ':') {
        in->has_spec = true;
        in->spec = ed_str_slice(text, i + 1, text.n);
    }
    text = ed_str_trim(in->expr);
    if (text.n > 1 && text.p[text.n - 1] == '=' && !ed_is_among("=!<>", text.p[text.n - 2])) {
        in->debug = true;
        in->before_n = in->expr.n;
        text = ed_str_trim(ed_str_slice(text, 0, text.n - 1));
    }
    if (in->debug || in->has_conv) {
        in->expr = text;
        in->blank = in->blank && ed_str_find_byte(text, ' ', 0) != SIZE_MAX;
    }
}

static size_t word_end(struct ed_str s, size_t at)
{
    while (at < s.n && ed_is_word(s.p[at])) {
        at++;
    }
    return at;
}

/* name, name.field, name->field, name::part, name[...], name(...): anything that names one value. */
static bool is_path(struct ed_str s)
{
    size_t at = word_end(s, 0);

    if (s.n == 0 || at == 0 || ed_is_digit(s.p[0])) {
        return false;
    }
    while (at < s.n) {
        struct ed_str rest = ed_str_slice(s, at, s.n);
        size_t step = ed_str_starts(rest, ED_STR(".")) ? 1 : 2;

        if (rest.p[0] == '[' || rest.p[0] == '(') {
            size_t close = ed_hole_close(s, at, /* lines: */ false);

            if (close == SIZE_MAX) {
                return false;
            }
            at = close + 1;
            continue;
        }
        if (step == 2 && !ed_str_starts(rest, ED_STR("->")) && !ed_str_starts(rest, ED_STR("::")) &&
            !ed_str_starts(rest, ED_STR("?."))) {
            return false;
        }
        at += step;
        if (word_end(s, at) == at) {
            return false;
        }
        at = word_end(s, at);
    }
    return true;
}

static bool is_number(struct ed_str s)
{
    size_t n = 0;

    while (n < s.n && ed_is_digit(s.p[n])) {
        n++;
    }
    return n > 0 && n == s.n && n < 4;
}

/* Operators and words that only an expression has between its blanks. */
static bool has_operator(struct ed_str s)
{
    static const char *const words[] = {"if", "else", "or", "and", "not", "in", "is", "for", "await", "as"};

    for (size_t i = 0; i < s.n; i++) {
        size_t end;

        if (ed_is_among("+*/%<>=|&^?", s.p[i]) || (s.p[i] == '-' && i + 1 < s.n && s.p[i + 1] == ' ')) {
            return true;
        }
        end = word_end(s, i);
        for (size_t k = 0; k < ED_ARRAY_LEN(words) && end > i; k++) {
            if (ed_str_is(ed_str_slice(s, i, end), words[k])) {
                return true;
            }
        }
        i = end > i ? end - 1 : i;
    }
    return false;
}

/* An f-string's (or C#'s interpolated string's) expression, as far as it can be told from text in braces. */
static bool is_expression(const struct inside *in)
{
    struct ed_str s = in->expr;
    char c = s.n ? s.p[0] : '\0';

    if (s.n == 0 || in->comma || in->other || s.p[s.n - 1] == ' ') {
        return false;
    }
    if (c == '"' || c == '\'') {
        size_t end = quote_end(s, 0, s.n);

        /* {', '.join(x)}, {"a" if b else "c"}; {"type"} alone is JSON. */
        return end < s.n && (s.p[end] == '.' || s.p[end] == '[' || has_operator(ed_str_slice(s, end, s.n)));
    }
    if (!ed_is_word(c) && !ed_is_among("([-+~", c)) {
        return false;
    }
    return !in->blank || has_operator(s);
}

/* [[fill]align][sign][z][#][0][width][grouping][.precision][type] of Python, fmt and Rust. */
static bool read_format(struct ed_str spec, enum ed_dialect dialect, struct ed_hole *hole)
{
    bool rust = dialect == ED_DIALECT_RUST, width = false, grouped = false, alternate = false, zero, filled = false;
    size_t at = 0, type_n;
    char align = '\0', type;

    if (spec.n > 1 && ed_is_among("<>^=", spec.p[1])) {
        filled = spec.p[0] != ' ';
        align = spec.p[1];
        at = 2;
    } else if (spec.n > 0 && ed_is_among("<>^=", spec.p[0])) {
        align = spec.p[0];
        at = 1;
    }
    while (at < spec.n && ed_is_among("+- #z", spec.p[at])) {
        alternate |= spec.p[at++] == '#';
    }
    zero = at < spec.n && spec.p[at] == '0';
    while (at < spec.n && !ed_is_among("*$,_.", spec.p[at]) && (ed_is_digit(spec.p[at]) || is_opening(spec.p[at]))) {
        size_t close = is_opening(spec.p[at]) ? ed_hole_close(spec, at, /* lines: */ false) : at;

        at = close == SIZE_MAX ? spec.n : close + 1;
        width = true;
    }
    if (rust && word_end(spec, at) < spec.n && spec.p[word_end(spec, at)] == '$') {
        at = word_end(spec, at) + 1; /* {:>width$} */
        width = true;
    }
    while (at < spec.n && (spec.p[at] == ',' || spec.p[at] == '_')) {
        grouped = true;
        at++;
    }
    if (at < spec.n && spec.p[at] == '.') {
        at++;
        while (at < spec.n && (ed_is_digit(spec.p[at]) || ed_is_among("*{}$", spec.p[at]) ||
                               (ed_is_word(spec.p[at]) && spec.n - at > 2))) {
            at++;
        }
    }
    type_n = spec.n - at;
    type = type_n ? spec.p[spec.n - 1] : '\0';
    if (type_n > 1 && !(rust && type == '?')) {
        return spec.p[0] == '%' && ed_str_find_byte(spec, ',', 0) == SIZE_MAX; /* a date: %Y-%m-%d */
    }
    if (type_n == 1 && !ed_is_among("bcdeEfFgGnopsxX%?a", type)) {
        return false;
    }
    hole->pad_before = width && !filled && align != '<' && !(zero && align == '\0');
    hole->pad_after = width && !filled && align != '>' && align != '=' && !(zero && align == '\0');
    if (grouped || filled || type == '\0' || type == '?') {
        return true;
    }
    if (ed_is_among("dno", type) && !alternate) {
        hole->kind = ED_HOLE_INT;
    } else if (ed_is_among("xXp", type)) {
        hole->kind = ED_HOLE_HEX;
    } else if (ed_is_among("eEfFgG", type)) {
        hole->kind = ED_HOLE_NUMBER;
    } else if (type == 'c') {
        hole->kind = ED_HOLE_CHAR;
    }
    return true;
}

/* C#'s and MessageFormat's {0,-10:X8} and {0,number,#.##}: the text behind the comma. */
static void read_alignment(struct ed_str rest, struct ed_hole *hole)
{
    rest = ed_str_trim(rest);
    hole->pad_after = rest.n > 0 && rest.p[0] == '-';
    hole->pad_before = rest.n > 0 && ed_is_digit(rest.p[0]);
}

static bool read_spec(const struct inside *in, enum ed_dialect dialect, struct ed_hole *hole)
{
    switch (dialect) {
    case ED_DIALECT_PYTHON:
    case ED_DIALECT_RUST:
    case ED_DIALECT_C:
    case ED_DIALECT_ANY:
        return read_format(in->spec, dialect, hole);
    case ED_DIALECT_CSHARP:
        if (in->spec.n > 0 && (in->spec.p[0] == 'X' || in->spec.p[0] == 'x')) {
            hole->kind = ED_HOLE_HEX;
        }
        return in->spec.n > 0 && in->spec.p[0] != ' ';
    default:
        return false;
    }
}

/* {} and {:?}: in the dialects that print so, and where the message is not printed by % conversions instead. */
static bool may_be_empty(const struct ed_grammar *grammar)
{
    switch (grammar->dialect) {
    case ED_DIALECT_RUST:
    case ED_DIALECT_JAVA:
    case ED_DIALECT_KOTLIN:
        return true;
    case ED_DIALECT_PYTHON:
    case ED_DIALECT_C:
        return !grammar->percent;
    default:
        return false;
    }
}

/* {0}: not behind a regex's class or group, where it is a count. */
static bool may_be_numbered(struct ed_str message, size_t at, const struct ed_grammar *grammar)
{
    if (at > 0 && ed_is_among("])\\*+?", message.p[at - 1])) {
        return false;
    }
    if (at > 1 && message.p[at - 2] == '\\') {
        return false;
    }
    switch (grammar->dialect) {
    case ED_DIALECT_GO:
    case ED_DIALECT_RUBY:
    case ED_DIALECT_SHELL:
        return false;
    case ED_DIALECT_PYTHON:
    case ED_DIALECT_C:
        return !grammar->percent;
    default:
        return true;
    }
}

static bool read_mustache(struct ed_str message, size_t at, struct ed_hole *hole)
{
    size_t end = ed_str_find(ed_str_slice(message, 0, at + ED_LIMIT_PLACEHOLDER), ED_STR("}}"), at);

    if (end == SIZE_MAX) {
        return false;
    }
    hole->name = ed_str_trim(ed_str_slice(message, at + 2, end));
    hole->end = end + 2;
    return is_path(hole->name);
}

bool ed_hole_brace(struct ed_str message, size_t at, const struct ed_grammar *grammar, struct ed_hole *ret_hole)
{
    enum ed_dialect dialect = grammar->dialect;
    size_t close;
    struct inside in;
    struct ed_str text;

    if (at + 1 < message.n && message.p[at + 1] == '{') {
        return dialect == ED_DIALECT_JS && read_mustache(message, at, ret_hole);
    }
    close = ed_hole_close(message, at, /* lines: */ false);
    if (close == SIZE_MAX) {
        return false;
    }
    text = ed_str_slice(message, at + 1, close);
    split(text, &in);
    ret_hole->end = close + 1;
    if (dialect == ED_DIALECT_PHP && text.n > 1 && text.p[0] == '$') {
        ret_hole->name = ed_str_slice(text, 1, text.n);
        return true;
    }
    if (in.expr.n > 1 && (in.expr.p[0] == '@' || in.expr.p[0] == '$') && dialect == ED_DIALECT_CSHARP) {
        in.expr = ed_str_slice(in.expr, 1, in.expr.n); /* {@User}: a structured logger's "with its fields" */
    }
    if (in.expr.n == 0 && !in.has_conv) {
        return may_be_empty(grammar) && text.n == in.spec.n + in.has_spec &&
               (!in.has_spec || read_spec(&in, dialect, ret_hole));
    }
    if (in.comma && is_number(ed_str_slice(in.expr, 0, ED_MIN(in.expr.n, ed_str_find_byte(in.expr, ',', 0))))) {
        read_alignment(ed_str_slice(in.expr, ed_str_find_byte(in.expr, ',', 0) + 1, in.expr.n), ret_hole);
        return dialect == ED_DIALECT_JAVA || dialect == ED_DIALECT_KOTLIN || dialect == ED_DIALECT_CSHARP ||
               dialect == ED_DIALECT_ANY;
    }
    if (in.has_spec && !read_spec(&in, dialect, ret_hole)) {
        return false;
    }
    if (is_number(in.expr) ||
        (in.expr.n > 0 && ed_is_digit(in.expr.p[0]) && dialect == ED_DIALECT_PYTHON && !in.blank)) {
        return may_be_numbered(message, at, grammar);
    }
    if (in.debug) {
        if (dialect != ED_DIALECT_PYTHON && dialect != ED_DIALECT_ANY) {
            return false;
        }
        ret_hole->before = ed_str(text.p, in.before_n);
    }
    ret_hole->name = in.expr;
    return is_path(in.expr) || ((dialect == ED_DIALECT_PYTHON || dialect == ED_DIALECT_CSHARP) && is_expression(&in));
}

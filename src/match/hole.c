/*
 * hole.c: which placeholder stands at a place of a message, asked of the grammars of hole_percent.c, hole_brace.c and
 * hole_dollar.c in the order of their first byte; what is an escape there; and the regex of each kind of hole.
 *
 * It refuses what reads as plain text more often than as a placeholder ("50% done", "[a-z]{3}", "{{.Name}}"). Nothing
 * is allocated: names and texts are views into the message.
 */
#include "match/hole.h"

#define FORMAT_DIALECTS (1u << ED_DIALECT_PYTHON | 1u << ED_DIALECT_RUST | 1u << ED_DIALECT_CSHARP | 1u << ED_DIALECT_C)

bool ed_hole_at(struct ed_str message, size_t at, const struct ed_grammar *grammar, struct ed_hole *ret_hole)
{
    memset(ret_hole, 0, sizeof(*ret_hole));
    ret_hole->start = at;
    ret_hole->name = ret_hole->before = ed_str(message.p + at, 0);
    switch (message.p[at]) {
    case '%':
        return ed_hole_percent(message, at, grammar->dialect, ret_hole);
    case '{':
        return ed_hole_brace(message, at, grammar, ret_hole);
    case '$':
    case '#':
    case '\\':
        return ed_hole_dollar(message, at, grammar->dialect, ret_hole);
    default:
        return false;
    }
}

bool ed_hole_anywhere(struct ed_str message, size_t at, size_t end, struct ed_hole *ret_hole)
{
    for (enum ed_dialect dialect = ED_DIALECT_ANY; dialect < ED_DIALECT_COUNT; dialect++) {
        struct ed_grammar grammar = {dialect, /* percent: */ false, /* braces: */ true, /* numbered: */ false};

        if (ed_hole_at(message, at, &grammar, ret_hole) && ret_hole->end == end) {
            return true;
        }
    }
    return false;
}

static bool is_numbered(struct ed_str message, const struct ed_hole *hole)
{
    return message.p[hole->start] == '{' && hole->start + 1 < message.n && ed_is_digit(message.p[hole->start + 1]);
}

struct ed_grammar ed_grammar_of(struct ed_str message, enum ed_dialect dialect)
{
    struct ed_grammar grammar = {dialect, /* percent: */ false, /* braces: */ dialect == ED_DIALECT_RUST,
                                 /* numbered: */ false};
    struct ed_hole hole;

    for (size_t i = 0; i < message.n; i++) {
        if (message.p[i] != '%') {
            continue;
        }
        if (i + 1 < message.n && message.p[i + 1] == '%') {
            i++;
        } else if (ed_hole_at(message, i, &grammar, &hole)) {
            grammar.percent = true;
            break;
        }
    }
    for (size_t i = 0; i < message.n; i++) {
        if (message.p[i] != '{') {
            continue;
        }
        if (i + 1 < message.n && message.p[i + 1] == '{') {
            i++;
        } else if (ed_hole_at(message, i, &grammar, &hole)) {
            grammar.braces |= (FORMAT_DIALECTS >> dialect & 1) != 0;
            grammar.numbered |= is_numbered(message, &hole);
            i = hole.end - 1;
        }
    }
    return grammar;
}

static size_t escape_quote(struct ed_str message, size_t at, struct ed_str *ret_text)
{
    /* MessageFormat: two quotes print one, and a quoted brace is that brace. */
    if (at + 1 < message.n && message.p[at + 1] == '\'') {
        *ret_text = ED_STR("'");
        return 2;
    }
    if (at + 2 < message.n && (message.p[at + 1] == '{' || message.p[at + 1] == '}') && message.p[at + 2] == '\'') {
        *ret_text = ed_str(message.p + at + 1, 1);
        return 3;
    }
    return 0;
}

size_t ed_hole_escape(struct ed_str message, size_t at, const struct ed_grammar *grammar, struct ed_str *ret_text)
{
    char c = message.p[at];
    char next = at + 1 < message.n ? message.p[at + 1] : '\0';
    bool jvm = grammar->dialect == ED_DIALECT_JAVA || grammar->dialect == ED_DIALECT_KOTLIN;

    if (c == '%' && next == '%' && grammar->dialect != ED_DIALECT_RUST && grammar->dialect != ED_DIALECT_CSHARP) {
        *ret_text = ED_STR("%");
        return 2;
    }
    if (c == '%' && next == 'n' && jvm && (at + 2 == message.n || !ed_is_word(message.p[at + 2]))) {
        *ret_text = ED_STR("\n");
        return 2;
    }
    if ((c == '{' || c == '}') && next == c && grammar->braces) {
        *ret_text = ed_str(message.p + at, 1);
        return 2;
    }
    if (c == '\'' && jvm && grammar->numbered) {
        return escape_quote(message, at, ret_text);
    }
    return 0;
}

const char *ed_hole_form(enum ed_hole_kind kind, bool bounded)
{
    switch (kind) {
    case ED_HOLE_INT:
        return bounded ? "([+-]?\\d{1,40})" : "([+-]?\\d+)";
    case ED_HOLE_HEX:
        return bounded ? "((?:0[xX])?[0-9a-fA-F]{1,40}|\\(nil\\))" : "((?:0[xX])?[0-9a-fA-F]+|\\(nil\\))";
    case ED_HOLE_NUMBER:
        return "([+-]?(?:(?:\\d{1,400}(?:\\.\\d{1,99})?|\\.\\d{1,99})(?:[eE][+-]?\\d{1,5})?|[nN][aA][nN]|[iI]nf(?:"
               "inity)?|"
               "INF))";
    case ED_HOLE_QUOTED:
        /* strconv.Quote, a rune, a list of either, back quotes of %#q; and the first as text inside text has it. */
        return "(\"(?:[^\"\\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\\n]|\\\\.)++'|`[^`\\n]*+`|\\[(?:\"(?:[^\"\\\\\\n]|\\\\.)*+\" "
               "?)*+\\]|"
               "\\\\\"[^\"\\n]*+\")";
    case ED_HOLE_CHAR:
        return "([\\xc2-\\xf4][\\x80-\\xbf]{1,3}|.)";
    case ED_HOLE_ANY:
    default:
        return NULL;
    }
}

const char *ed_hole_lead(enum ed_hole_kind kind)
{
    switch (kind) {
    case ED_HOLE_INT:
        return "(?<!\\d)";
    case ED_HOLE_HEX:
        return "(?<![0-9a-fA-F])";
    case ED_HOLE_NUMBER:
        return "(?<![\\d.])";
    case ED_HOLE_QUOTED:
        return "(?<!\\\\)";
    case ED_HOLE_ANY:
    case ED_HOLE_CHAR:
    default:
        return "";
    }
}

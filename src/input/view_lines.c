/*
 * view_lines.c: what stands before and behind the lines of a text that somebody quoted, numbered, boxed or wrapped.
 *
 * A margin is what two neighbouring lines both begin with, numbers and blanks counted as equal, up to a punctuation
 * that margins end in: so it need not be known ("> ", "| ", "    12: ", "npm ERR! ", "[rank0]: "). One that has letters
 * is left on the first of them: a message may begin with what its other lines repeat.
 */
#include "input/view_steps.h"

#include "base/utf8.h"

/* Longer beginnings are text that is said twice. */
#define MARGIN_MOST 64
/* Terminals, mailers and editors wrap no narrower. */
#define WRAP_LEAST 40

static size_t line_end(struct ed_str s, size_t at)
{
    size_t end = ed_str_find_byte(s, '\n', at);

    return end == SIZE_MAX ? s.n : end;
}

static size_t blanks(struct ed_str s, size_t at)
{
    while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t')) {
        at++;
    }
    return at;
}

/* U+2500 to U+257F, box drawing. */
static bool is_box(struct ed_str s, size_t at)
{
    return at + 2 < s.n && s.p[at] == '\xE2' && (s.p[at + 1] == '\x94' || s.p[at + 1] == '\x95');
}

static bool has_letters(struct ed_str text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (ed_is_alpha(text.p[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a margin may end before byte `at`, with the line or in front of a blank. */
static bool ends_margin(struct ed_str s, size_t at)
{
    if (at < s.n && s.p[at] != ' ' && s.p[at] != '\t') {
        return (at == 1 && (s.p[0] == '>' || s.p[0] == '+')) || (at >= 3 && is_box(s, at - 3)) ||
               (at > 1 && (s.p[at - 1] == ':' || s.p[at - 1] == '-') && ed_is_digit(s.p[at - 2]) &&
                (!ed_is_digit(s.p[at]) || has_letters(ed_str_slice(s, 0, at))));
    }
    return ed_is_among(":!>|]})+", s.p[at - 1]) || (at >= 3 && is_box(s, at - 3)) ||
           (at < s.n && s.p[at] == '\t' && ed_is_digit(s.p[at - 1])) || (at == 1 && s.p[0] == 'E');
}

/* A header with a time has more; its lines are messages each. */
#define NUMBERS_MOST 2

/* How much of b, which begins with no blank, is a margin that a has too. */
static size_t common(struct ed_str a, struct ed_str b)
{
    size_t i = 0, k = 0, margin = 0, numbers = 0;

    while (i < a.n && k < b.n && k < MARGIN_MOST) {
        if (ed_is_digit(a.p[i]) && ed_is_digit(b.p[k])) {
            if (++numbers > NUMBERS_MOST) {
                return 0;
            }
            i += ed_str_digits(a, i);
            k += ed_str_digits(b, k);
        } else if (blanks(a, i) > i && blanks(b, k) > k) {
            i = blanks(a, i);
            k = blanks(b, k);
        } else if (a.p[i] == b.p[k]) {
            i++;
            k++;
        } else {
            break;
        }
        if (k <= MARGIN_MOST && !ed_is_space(b.p[k - 1]) && ends_margin(b, k)) {
            margin = k;
        }
    }
    return margin;
}

/* Where the text of a line ends that stands in a box. */
static size_t before_border(struct ed_str line)
{
    size_t end = line.n;

    while (end && ed_is_space(line.p[end - 1])) {
        end--;
    }
    if (end > 3 && is_box(line, end - 3)) {
        end -= 3;
    } else if (end > 1 && line.p[end - 1] == '|') {
        end--;
    } else {
        return line.n;
    }
    while (end && ed_is_space(line.p[end - 1])) {
        end--;
    }
    return end;
}

static bool has_border(struct ed_str line, size_t at)
{
    return at < line.n && (line.p[at] == '|' || is_box(line, at));
}

/* A line of a box's frame. */
static bool is_frame(struct ed_str line)
{
    size_t i = 0;

    while (i < line.n && (is_box(line, i) || line.p[i] == ' ')) {
        i += line.p[i] == ' ' ? 1 : 3;
    }
    return i == line.n && line.n > 3;
}

static bool begins_sentence(struct ed_str line, size_t at)
{
    return at < line.n && line.p[at] >= 'A' && line.p[at] <= 'Z';
}

/* The margin of a line, told by the line before it, or by the one behind it. `line` begins with no blank. */
static size_t margin_of(struct ed_str s, struct ed_str before, struct ed_str line, size_t end, bool all)
{
    size_t cut = before.n ? common(before, line) : 0, at;

    if (cut == 0 && end < s.n) {
        at = blanks(s, end + 1);
        cut = common(ed_str_slice(s, at, line_end(s, at)), line);
        return has_letters(ed_str_slice(line, 0, cut)) ? 0 : cut;
    }
    return all || !begins_sentence(line, blanks(line, cut)) ? cut : 0;
}

struct margined {
    size_t at, begin, end; /* the line, its first byte that is no blank, */
    size_t to;             /* the end of its text, */
    size_t cut;            /* and what its margin takes from `begin` on */
    struct ed_str before;  /* the line before it, from its first byte that is no blank on */
};

/* The line at `at`; *line is the one before it, or zeros. */
static void read_line(struct ed_str s, size_t at, bool all, struct margined *line)
{
    struct ed_str text;

    line->before = ed_str_slice(s, line->begin, line->end);
    line->at = at;
    line->end = line->to = line_end(s, at);
    line->begin = ED_MIN(blanks(s, at), line->end);
    text = ed_str_slice(s, line->begin, line->end);
    line->cut = margin_of(s, line->before, text, line->end, all);
    if (is_frame(text)) {
        line->to = line->begin;
        line->cut = 0;
    } else if (has_border(text, 0) && before_border(text) < text.n) {
        line->cut = ED_MAX(line->cut, text.p[0] == '|' ? (size_t)1 : (size_t)3);
        line->to = line->begin + ED_MAX(line->cut, before_border(text));
    }
    line->cut += line->cut && line->begin + line->cut < line->to && ed_is_space(s.p[line->begin + line->cut]);
}

static bool margins(const struct ed_view *in, bool all, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    struct margined line = {0};
    bool taken = false;

    for (size_t at = 0; at < s.n; at = line.end + 1) {
        read_line(s, at, all, &line);
        taken |= line.cut > 0 || line.to < line.end;
        ed_view_copy(in, line.cut ? line.begin + line.cut : at, line.to, out);
        if (line.end < s.n) {
            ed_view_copy(in, line.end, line.end + 1, out);
        }
    }
    return taken;
}

bool ed_view_has_margins(struct ed_str lines)
{
    struct margined line = {0};

    for (size_t at = 0; at < lines.n; at = line.end + 1) {
        read_line(lines, at, /* all */ true, &line);
        if (line.cut > 0 || line.to < line.end) {
            return true;
        }
    }
    return false;
}

bool ed_view_margins(const struct ed_view *in, struct ed_view *out)
{
    return margins(in, /* all */ true, out);
}

bool ed_view_sentences(const struct ed_view *in, struct ed_view *out)
{
    return margins(in, /* all */ false, out);
}

/* A line of the text that is wrapped; a step of the walk looks at five. */
struct wrapped {
    size_t at, end, columns;
};

/* Characters of a line; eight bytes of ASCII are eight. */
static size_t columns(struct ed_str line)
{
    size_t n = 0, i = 0;
    uint64_t eight;

    while (i < line.n) {
        if (i + sizeof(eight) <= line.n) {
            memcpy(&eight, line.p + i, sizeof(eight));
            if (!(eight & UINT64_C(0x8080808080808080))) {
                n += sizeof(eight);
                i += sizeof(eight);
                continue;
            }
        }
        n += ((unsigned char)line.p[i++] & 0xC0) != 0x80;
    }
    return n;
}

static struct wrapped next_line(struct ed_str s, size_t at)
{
    size_t end = at < s.n ? line_end(s, at) : s.n;

    return (struct wrapped){ED_MIN(at, s.n), end, at < s.n ? columns(ed_str_slice(s, at, end)) : 0};
}

/* What the middle of a word or number may begin with, and few messages do. */
static bool goes_on(char c)
{
    return (c >= 'a' && c <= 'z') || ed_is_digit(c) || ed_is_among("_.,:;)]}\"'=/*-", c);
}

/* Widths at which terminals and mailers wrap, less a margin. */
static bool is_usual(size_t n)
{
    return (n >= 70 && n <= 80) || n == 100 || (n >= 116 && n <= 120) || n == 132;
}

/* The break behind line[2] stands in the middle of a word: it is as long as lines around it, none of them is longer,
   and they do not begin alike, as messages of one kind do. */
static bool breaks_word(struct ed_str s, const struct wrapped line[5])
{
    size_t n = line[2].columns, most = 0, alike = 0;

    if (n < WRAP_LEAST || line[3].columns == 0 || ed_is_space(s.p[line[2].end - 1]) || s.p[line[2].end - 1] == '=' ||
        !goes_on(s.p[line[3].at])) {
        return false;
    }
    for (size_t i = 0; i < 5; i++) {
        most = ED_MAX(most, line[i].columns);
    }
    if (n < most || (line[1].columns != n && line[3].columns != n && !is_usual(n))) {
        return false;
    }
    while (alike < 8 && line[3].at + alike < line[3].end && s.p[line[2].at + alike] == s.p[line[3].at + alike]) {
        alike++;
    }
    return alike < 4;
}

struct wraps {
    struct wrapped line[5];
    bool joins; /* line[2] goes on in line[3] */
};

static void begin_wraps(struct ed_str s, struct wraps *w)
{
    *w = (struct wraps){0};
    for (size_t i = 2; i < 5; i++) {
        w->line[i] = next_line(s, i == 2 ? 0 : w->line[i - 1].end + 1);
    }
    w->joins = breaks_word(s, w->line);
}

static void go_on(struct ed_str s, struct wraps *w)
{
    memmove(w->line, w->line + 1, 4 * sizeof(w->line[0]));
    w->line[4] = next_line(s, w->line[3].end + 1);
    w->joins = w->line[2].at < s.n && breaks_word(s, w->line);
}

bool ed_view_wraps(const struct ed_view *in, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    struct wraps w;
    bool taken = false;

    for (begin_wraps(s, &w); w.line[2].at < s.n; go_on(s, &w)) {
        ed_view_copy(in, w.line[2].at, w.joins ? w.line[2].end : ED_MIN(w.line[2].end + 1, s.n), out);
        taken |= w.joins;
    }
    return taken;
}

/* Cheaper than to measure: whether some long line's end and the next one's beginning may be of one word. */
static bool may_wrap(struct ed_str lines)
{
    size_t end;

    for (size_t at = 0; (end = line_end(lines, at)) + 1 < lines.n; at = end + 1) {
        if (end - at >= WRAP_LEAST && !ed_is_space(lines.p[end - 1]) && goes_on(lines.p[end + 1])) {
            return true;
        }
    }
    return false;
}

bool ed_view_has_wraps(struct ed_str lines)
{
    struct wraps w;

    if (!may_wrap(lines)) {
        return false;
    }
    for (begin_wraps(lines, &w); w.line[2].at < lines.n; go_on(lines, &w)) {
        if (w.joins) {
            return true;
        }
    }
    return false;
}

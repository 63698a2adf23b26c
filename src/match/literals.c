/*
 * literals.c: read a regex from left to right and keep the text that every match must contain. The reader of what
 * pattern_regex.c writes, and of any other PCRE2 regex as far as is certain.
 *
 * A group without alternation and quantifier is read in line; any other one, and every class and quantified unit, is a
 * hole. Text inside a hole is passed over, but what in it could match a line break is noted.
 */
#include "match/literals.h"

#include "base/vec.h"
#include "match/literals_scan.h"

struct reader {
    struct ed_str regex;
    ED_VEC(struct ed_fragment) fragments;
    char *text; /* all fragments' text, one behind the other */
    size_t n, begin;
    bool bounded;    /* the last thing read was \b or an anchor */
    unsigned blanks; /* so far */
    unsigned muted;  /* holes around the place that is read */
    bool known;
};

static bool is_lead(char c)
{
    return ((unsigned char)c & 0xc0) == 0xc0;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static size_t announced(char lead)
{
    unsigned char c = (unsigned char)lead;

    return c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
}

/* The text ends in a lead byte that still waits for continuation bytes: bytes behind it belong to its token. */
static bool is_cut_short(struct ed_str text)
{
    for (size_t back = 1; back <= 3 && back <= text.n; back++) {
        char c = text.p[text.n - back];

        if (is_lead(c)) {
            return back < announced(c);
        }
        if (!is_continuation(c)) {
            return false;
        }
    }
    return false;
}

static bool fragment_open(const struct reader *r)
{
    return r->n > r->begin;
}

static void close_fragment(struct reader *r)
{
    struct ed_fragment *fragment;
    char last;

    if (!fragment_open(r)) {
        return;
    }
    fragment = &r->fragments.v[r->fragments.n - 1];
    fragment->text = ed_str(r->text + r->begin, r->n - r->begin);
    last = r->text[r->n - 1];
    fragment->glued_right = (ed_is_word(last) && !r->bounded) || is_cut_short(fragment->text);
    if (fragment->text.n == 1 && last == ' ') {
        r->fragments.n--; /* white space alone is no evidence */
    }
    r->begin = r->n;
    r->bounded = false;
}

static void add_hole(struct reader *r)
{
    if (r->muted == 0) {
        close_fragment(r);
        r->bounded = false;
    }
}

static void add_byte(struct reader *r, char c)
{
    if (r->muted > 0) {
        return;
    }
    if (!fragment_open(r)) {
        *ed_vec_add(&r->fragments) = (struct ed_fragment){
            .text = ED_STR(""),
            .glued_left = (ed_is_word(c) && !r->bounded) || is_continuation(c),
            .blanks_before = r->blanks,
        };
    }
    r->text[r->n++] = c;
    r->bounded = false;
}

/* A blank of the text. Next to another one it is part of the same run. */
static void add_blank(struct reader *r)
{
    if (r->muted > 0) {
        r->blanks++;
        return;
    }
    if (fragment_open(r) && r->text[r->n - 1] == ' ') {
        return;
    }
    add_byte(r, ' ');
    r->blanks++;
}

/* Whether it is a lead byte with its continuation bytes or one byte: what a quantifier behind it may mean. */
static size_t unit_length(struct ed_str regex, size_t at)
{
    size_t n = 1, most = is_lead(regex.p[at]) ? announced(regex.p[at]) : 1;

    while (n < most && at + n < regex.n && is_continuation(regex.p[at + n])) {
        n++;
    }
    return n;
}

/* Text bytes [from, to), quantified or not. A quantified byte is a hole, but blanks that must be there are blanks. */
static size_t read_text(struct reader *r, size_t from, size_t to)
{
    unsigned min;
    size_t end = ed_literals_quantifier(r->regex, to, &min);
    bool line_break = to - from == 1 && r->regex.p[from] == '\n';

    if (end > to && !(min > 0 && r->regex.p[from] == ' ')) {
        r->known &= !line_break;
        add_hole(r);
        return end;
    }
    r->known &= !(line_break && r->muted > 0);
    if (to - from == 1 && ed_is_space(r->regex.p[from])) {
        add_blank(r);
        return end;
    }
    for (size_t i = from; i < to; i++) {
        add_byte(r, r->regex.p[i]);
    }
    return end;
}

/* An escape that stands for white space: \s, \n, \t ...; `breaks`: it may be a line break. */
static size_t read_space(struct reader *r, size_t at, bool breaks)
{
    unsigned min;
    size_t end = ed_literals_quantifier(r->regex, at + 2, &min);
    bool plus = end == at + 2 || r->regex.p[at + 2] == '+';

    if (!plus) {
        r->known &= !breaks;
        r->blanks += breaks;
        add_hole(r);
        return end;
    }
    r->known &= !(breaks && r->muted > 0);
    add_blank(r);
    return end;
}

/* A unit that matches some byte: a class, a dot, \d. */
static size_t read_any(struct reader *r, size_t end, bool breaks)
{
    unsigned min;

    r->known &= !breaks;
    add_hole(r);
    return ed_literals_quantifier(r->regex, end, &min);
}

/* "\x1b": one byte of text when it is ASCII, some byte or character otherwise. */
static size_t read_code(struct reader *r, size_t end, uint32_t value)
{
    unsigned min;

    if (value < 0x80 && !ed_is_space((char)value) && ed_literals_quantifier(r->regex, end, &min) == end) {
        add_byte(r, (char)value);
        return end;
    }
    return read_any(r, end, value == '\n');
}

static size_t read_boundary(struct reader *r, size_t end)
{
    unsigned min;
    size_t behind = ed_literals_quantifier(r->regex, end, &min);

    if (behind > end) {
        r->known = false; /* "\b*" says nothing */
        add_hole(r);
    } else if (r->muted == 0) {
        r->bounded = true;
    }
    return behind;
}

static size_t read_escape(struct reader *r, size_t at)
{
    char c = r->regex.p[at + 1];
    size_t end;
    uint32_t value;

    if (!ed_is_word(c)) {
        return read_text(r, at + 1, at + 1 + unit_length(r->regex, at + 1));
    }
    switch (c) {
    case 's':
    case 'n':
        return read_space(r, at, /* breaks: */ true);
    case 't':
    case 'r':
    case 'f':
        return read_space(r, at, /* breaks: */ false);
    case 'b':
        return read_boundary(r, at + 2);
    case 'A':
    case 'Z':
    case 'z':
        r->known = false;
        return read_boundary(r, at + 2);
    case 'B':
        r->known = false;
        add_hole(r);
        return at + 2;
    case 'd':
    case 'w':
    case 'S':
    case 'h':
    case 'N':
    case 'V':
    case 'a':
    case 'e':
        return read_any(r, at + 2, /* breaks: */ false);
    case 'x':
        if (!ed_literals_hex(r->regex, at, &end, &value)) {
            return read_any(r, at + 2, /* breaks: */ true);
        }
        return read_code(r, end, value);
    case 'p':
    case 'P':
        return read_any(r, ed_literals_escape(r->regex, at), /* breaks: */ true);
    default:
        return read_any(r, at + 2, /* breaks: */ true);
    }
}

/* A quantifier that no unit before it took ("\B*", "(?!\w)+") makes nothing certain of itself. */
static size_t read_plain(struct reader *r, size_t at)
{
    unsigned min;
    size_t end = ed_literals_quantifier(r->regex, at, &min);

    if (end > at) {
        r->known = false;
        add_hole(r);
        return end;
    }
    return read_text(r, at, at + unit_length(r->regex, at));
}

static void read_sequence(struct reader *r, size_t at, size_t to);

static size_t read_group(struct reader *r, size_t at)
{
    bool alternates;
    unsigned min;
    size_t close = ed_literals_group(r->regex, at, &alternates);
    size_t end = ed_literals_quantifier(r->regex, close + 1, &min);
    bool hole = alternates || end > close + 1;

    if (hole) {
        add_hole(r);
        r->muted++;
    }
    read_sequence(r, ed_literals_group_open(r->regex, at), close);
    r->muted -= hole;
    return ED_MIN(end, r->regex.n);
}

/* The letters and digits from `at` on which surely are text: the last one before anything else may have a quantifier.
   Most of a regex is these. Where they end. */
static size_t read_word(struct reader *r, size_t at, size_t to)
{
    size_t end = at;

    while (end < to && ed_is_word(r->regex.p[end])) {
        end++;
    }
    end -= end > at && end < to;
    if (end > at && r->muted == 0) {
        add_byte(r, r->regex.p[at]); /* opens the fragment */
        memcpy(r->text + r->n, r->regex.p + at + 1, end - at - 1);
        r->n += end - at - 1;
    }
    return end;
}

/* Recursion is as deep as groups are, which ed_literals_sound has capped. */
static void read_sequence(struct reader *r, size_t at, size_t to)
{
    while ((at = read_word(r, at, to)) < to) {
        size_t atom = ed_literals_atom(r->regex, at);
        bool breaks = true;

        if (atom > 0) {
            at += atom;
            continue;
        }
        switch (r->regex.p[at]) {
        case '\\':
            at = read_escape(r, at);
            break;
        case '(':
            at = read_group(r, at);
            break;
        case '[':
            at = ed_literals_class(r->regex, at, &breaks);
            at = read_any(r, at, breaks);
            break;
        case '.':
            at = read_any(r, at + 1, /* breaks: */ false);
            break;
        case '^':
        case '$':
            at = read_boundary(r, at + 1);
            break;
        case '|':
            at++;
            break;
        default:
            at = read_plain(r, at);
            break;
        }
    }
}

void ed_literals_read(struct ed_str regex, struct ed_arena *arena, struct ed_literals *ret_literals)
{
    struct reader r = {.regex = regex, .known = true};
    struct ed_fragment *v;

    memset(ret_literals, 0, sizeof(*ret_literals));
    if (!ed_literals_sound(regex)) {
        return;
    }
    r.text = ed_arena_alloc(arena, regex.n + 1);
    read_sequence(&r, 0, regex.n);
    close_fragment(&r);
    v = ed_arena_alloc(arena, (r.fragments.n + 1) * sizeof(*v));
    if (r.fragments.n > 0) {
        memcpy(v, r.fragments.v, r.fragments.n * sizeof(*v));
    }
    ret_literals->v = v;
    ret_literals->n = r.fragments.n;
    ret_literals->blanks = r.blanks;
    ret_literals->known = r.known;
    ed_vec_done(&r.fragments);
}

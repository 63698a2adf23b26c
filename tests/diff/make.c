/*
 * make.c: the generator of the differential test. Everything is drawn from one struct dice, so a seed tells a case.
 */
#include "make.h"

#include "base/alloc.h"

static const char *const words[] = {
    "a",
    "foo",
    "bar",
    "foo_bar",
    "x1",
    "err",
    "to",
    "not",
    "found",
    "failed",
    "0",
    "12",
    "gizmo",
    "FOO",
    "foobarfoobar",
    "\xE9\x94\x99",
    "\xE8\xAF\xAF",
    "\xC3\xA9",
    "\xF0\x9F\x98\x80",
    "\xEF\xBC\x9A",
    "\xC3",
    "\xA9",
    "\xE9\x94",
    "\x94\x99\xFD",
    "\xE9\x94\x99\xFD",
};
static const char *const joints[] = {" ",  " ", " ", " ", " ", ": ",  "-", ".",
                                     ", ", "",  "=", "(", ")", " \"", "/", "  "};
static const char *const gaps[] = {" ", "  ", "\t", "\n", "\r\n", " \n \n", "\n\n\n  ", "\v", "\f ", "\n\t"};
static const char *const holes[] = {"%s", "%s", "%s", "%d", "%x", "%f", "%q", "%c", "%-8s", "%5d", "%s%s", "%s %s"};
static const char *const values[] = {
    "foo",  "17",   "-3",       "0x1f",    "2.5",          "\"foo\"", "foo bar",   "",    "bar\n", "a b c",
    "/x/y", "foo]", "bar)\"},", "\x1b[0m", "\xE9\x94\x99", "\xFF",    "not found", "   ", "\n",    "z",
};
/* Regexes as people write them; W is a word. */
static const char *const customs[] = {
    "W (?:W|W) W", "^W W",        "W[^,]*W",         "(?i)W W",      "(?s)W.*W W",     "W\\s*W",
    "\\d+ W",      "(?<n>W) W",   "W\\nW W",         "W W$",         "W W?W",          "W{2} W",
    "(W|W) W W",   "\\bW\\b",     "W(?= W)",         "(?<!W )W W",   "W\\.W",          "[Ww]W W",
    "W W+",        "(?:W )+W",    "W (.+) W",        "W (.*?) W",    "\\s+W W",        "W\\s+",
    "(?x) W W",    "W\\x20W",     "(W) \\1",         "W (?>.+?:) W", "\\QW W\\E",      "W\\KW W",
    "\\AW",        "W(?#note) W", "(*ANYCRLF)W W",   "W.W",          ".W W",           "W W (\\S+)",
    "\\w+ W W",    "W\\h+W",      "W[\\s\\S]{1,9}W", "(?m)^W (.+)$", "W(?:\\n|, )W W",
};

#define PICK(dice, list) ((list)[roll((dice), (unsigned)ED_ARRAY_LEN(list))])

unsigned roll(struct dice *dice, unsigned n)
{
    uint64_t x = dice->state += 0x9E3779B97F4A7C15u;

    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (unsigned)((x ^ x >> 31) >> 32) % n;
}

bool one_in(struct dice *dice, unsigned n)
{
    return roll(dice, n) == 0;
}

/* Words, joints and holes: a message template. */
static void make_message(struct dice *dice, struct ed_buf *out)
{
    unsigned parts = 1 + roll(dice, 7);

    for (unsigned i = 0; i < parts; i++) {
        ed_buf_text(out, one_in(dice, 3) ? PICK(dice, holes) : PICK(dice, words));
        if (i + 1 < parts || one_in(dice, 6)) {
            ed_buf_text(out, PICK(dice, joints));
        }
    }
}

static void make_custom(struct dice *dice, struct ed_buf *out, struct ed_buf *message)
{
    const char *form = PICK(dice, customs);

    for (const char *p = form; *p; p++) {
        const char *word = PICK(dice, words);

        if (*p != 'W') {
            ed_buf_byte(out, *p);
            continue;
        }
        ed_buf_text(out, word);
        ed_buf_text(message, word);
        ed_buf_text(message, PICK(dice, joints));
    }
}

/* A regex of the kind that the engine takes apart, but in forms that pattern.c may not write: runs of white space that
   give back, holes of other kinds. */
static void make_known(struct dice *dice, struct ed_arena *arena, struct ed_pattern *ret_pattern,
                       struct ed_buf *message)
{
    static const char *const forms[] = {"(.+?)", "(.+?)", "(.*?)", "(.+)", "(\\d+)", "([^\"\\n]*)", "(\\S+)"};
    static const char *const blanks[] = {"\\s+", "\\s+", "\\s++", "-", ":\\s+", "\\.", "\\s+-\\s+"};
    unsigned parts = 2 + roll(dice, 6);
    static const struct ed_str names[6] = {{"h", 1}, {"h", 1}, {"h", 1}, {"h", 1}, {"h", 1}, {"h", 1}};
    struct ed_buf regex;

    *ret_pattern = (struct ed_pattern){.state = ED_PATTERN_TAKEN, .reason = ED_STR(""), .names = names};
    ed_buf_init(&regex, 0);
    ed_buf_text(&regex, one_in(dice, 2) ? "\\b" : "");
    for (unsigned i = 0; i < parts; i++) {
        const char *blank = PICK(dice, blanks), *word = words[roll(dice, 16)];

        if (one_in(dice, 3) && ret_pattern->nnames < ED_ARRAY_LEN(names)) {
            ed_buf_text(&regex, PICK(dice, forms));
            ed_buf_text(message, "%s");
            ret_pattern->nnames++;
        } else {
            ed_buf_text(&regex, word);
            ed_buf_text(message, word);
        }
        if (i + 1 < parts || one_in(dice, 4)) {
            ed_buf_text(&regex, blank);
            for (; *blank; blank++) {
                ed_buf_text(message, *blank == 's' ? " " : strchr("\\+", *blank) ? "" : (char[]){*blank, '\0'});
            }
        }
    }
    ret_pattern->regex = ed_arena_str(arena, ed_buf_view(&regex));
    ed_buf_done(&regex);
}

void make_pattern(struct dice *dice, struct ed_arena *arena, struct ed_pattern *ret_pattern, struct ed_str *ret_message)
{
    static const char *const files[] = {"a.c", "a.c", "a.go", "a.py"};
    struct ed_buf message, custom;

    ed_buf_init(&message, 0);
    ed_buf_init(&custom, 0);
    do {
        ed_buf_reset(&message);
        ed_buf_reset(&custom);
        if (one_in(dice, 3)) {
            make_known(dice, arena, ret_pattern, &message);
        } else if (one_in(dice, 4)) {
            /* "%s" fits everything, so the regex is kept whatever it is. */
            make_custom(dice, &custom, &message);
            ed_pattern_make(ed_arena_str(arena, ed_buf_view(&custom)), ED_STR("%s"), ED_STR("a.c"), arena, ret_pattern);
        } else {
            make_message(dice, &message);
            ed_pattern_make(ED_STR_NONE, ed_arena_str(arena, ed_buf_view(&message)), ed_str_c(PICK(dice, files)), arena,
                            ret_pattern);
        }
    } while (ret_pattern->state == ED_PATTERN_INACTIVE);
    *ret_message = ed_arena_str(arena, ed_buf_view(&message));
    ed_buf_done(&message);
    ed_buf_done(&custom);
}

/* The message with something in its holes. */
static void render(struct dice *dice, struct ed_str message, struct ed_buf *out)
{
    for (size_t i = 0; i < message.n; i++) {
        if (message.p[i] != '%') {
            ed_buf_byte(out, message.p[i]);
            continue;
        }
        while (i + 1 < message.n && !ed_is_alpha(message.p[i + 1])) {
            i++;
        }
        i++;
        ed_buf_text(out, PICK(dice, values));
    }
}

/* Replace blanks by other white space, and now and then add or take one. */
static void space_anew(struct dice *dice, struct ed_buf *text)
{
    struct ed_buf out;

    ed_buf_init(&out, 0);
    for (size_t i = 0; i < text->n; i++) {
        if (ed_is_space(text->p[i]) && one_in(dice, 2)) {
            ed_buf_text(&out, PICK(dice, gaps));
        } else {
            ed_buf_byte(&out, text->p[i]);
        }
    }
    ed_buf_reset(text);
    ed_buf_str(text, ed_buf_view(&out));
    ed_buf_done(&out);
}

static void insert(struct ed_buf *text, size_t at, const char *what)
{
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_buf_append(&out, text->p, at);
    ed_buf_text(&out, what);
    ed_buf_append(&out, text->p + at, text->n - at);
    ed_buf_reset(text);
    ed_buf_str(text, ed_buf_view(&out));
    ed_buf_done(&out);
}

void spoil(struct dice *dice, struct ed_buf *text)
{
    size_t at = text->n ? roll(dice, (unsigned)text->n) : 0;

    switch (text->n ? roll(dice, 9) : 8) {
    case 0:
    case 1:
        space_anew(dice, text);
        break;
    case 2:
        insert(text, at, PICK(dice, gaps));
        break;
    case 3:
        insert(text, at, PICK(dice, words));
        break;
    case 4:
        memmove(text->p + at, text->p + at + 1, text->n - at - 1);
        text->n--;
        break;
    case 5:
        text->n = at;
        break;
    case 6:
        ed_buf_shift(text, at);
        break;
    case 7:
        text->p[at] = (char)roll(dice, 256);
        break;
    default:
        break;
    }
}

void make_text(struct dice *dice, const struct ed_str *messages, size_t n, struct ed_buf *ret_text)
{
    /* Now and then longer than the scan's chunk. */
    size_t parts = one_in(dice, 20) ? 60 + roll(dice, 100) : 1 + roll(dice, 4);
    struct ed_buf part;

    ed_buf_init(&part, 0);
    ed_buf_reset(ret_text);
    for (size_t i = 0; i < parts; i++) {
        ed_buf_reset(&part);
        render(dice, messages[roll(dice, (unsigned)n)], &part);
        for (unsigned k = roll(dice, 4); k > 0; k--) {
            spoil(dice, &part);
        }
        if (one_in(dice, 8)) {
            insert(&part, part.n / 2, part.p ? part.p : "");
        }
        ed_buf_str(ret_text, ed_buf_view(&part));
        ed_buf_text(ret_text, one_in(dice, 3) ? PICK(dice, gaps) : PICK(dice, joints));
    }
    ed_buf_done(&part);
}

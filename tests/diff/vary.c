/*
 * vary.c: renderings and near misses. A rendering keeps beside each byte whether it is the message's own or a hole's,
 * so that what is changed is the message and never a value. Order: values, rendering, forms, near misses.
 */
#include "vary.h"

const char *const vary_names[VARY_ALL] = {"bare",         "headed", "re-spaced",  "wrapped",   "followed",
                                          "word changed", "glued",  "hole empty", "separator", "cut"};

static const char *const any_values[] = {
    "alpha", "node-7",         "42", "/srv/data", "read timeout", "eth0",     "v1.2-rc",
    "x",     "10.0.0.7:8080",  "é",  "错误",      "{\"a\": 1}",   "a=b, c=d", "the next of many words",
    "[::1]", "'quoted thing'",
};
static const char *const int_values[] = {"17", "0", "-4", "65535", "8", "1200"};
static const char *const hex_values[] = {"7f3a", "0", "deadbeef", "0x1c"};
static const char *const number_values[] = {"3.25", "-0.5", "12", "1e+06", "0.000"};
static const char *const quoted_values[] = {"\"q-3\"", "\"\"", "\"a \\\"b\\\"\"", "\"/tmp/x\""};
static const char *const char_values[] = {"k", "=", "Z"};
static const char *const heads[] = {
    "2026-11-30 12:00:01,250 host-3 app[71]: ERROR ",
    "Nov 30 12:00:01 db2 postgres[4711]: ",
    "E1130 12:00:01.250000   71 server.go:143] ",
    "time=\"2026-11-30T12:00:01Z\" level=error msg=",
    "[rank3]: ",
    "{\"level\":\"error\",\"msg\":\"",
    "2026/11/30 12:00:01 [error] 71#71: *8 ",
    "(worker pid=71) ERROR 11-30 12:00:01 [core.py:12] ",
    "ValueError: ",
};
static const char *const blanks[] = {"  ", "\t", "   ", " \t", "\v", "\f"};
static const char *const breaks[] = {"\n", "\n  ", "\r\n\t", " \n", "\n\n", " \n \n    "};
static const char *const separators[] = {"-", ":", ";", ",", ".", "/", "\t", "\n", " ", "", "--", "é", "'"};
static const char *const words[] = {"gizmo", "not", "failed", "a", "0", "错", "error"};

#define PICK(dice, list) ((list)[roll((dice), (unsigned)ED_ARRAY_LEN(list))])

static struct ed_str value_for(struct dice *dice, enum ed_hole_kind kind)
{
    switch (kind) {
    case ED_HOLE_INT:
        return ed_str_c(PICK(dice, int_values));
    case ED_HOLE_HEX:
        return ed_str_c(PICK(dice, hex_values));
    case ED_HOLE_NUMBER:
        return ed_str_c(PICK(dice, number_values));
    case ED_HOLE_QUOTED:
        return ed_str_c(PICK(dice, quoted_values));
    case ED_HOLE_CHAR:
        return ed_str_c(PICK(dice, char_values));
    case ED_HOLE_ANY:
    default:
        return ed_str_c(PICK(dice, any_values));
    }
}

void vary_values(struct dice *dice, const struct ed_template *tmpl, struct ed_str values[ED_LIMIT_HOLES])
{
    size_t hole = 0;

    for (size_t i = 0; i < tmpl->n; i++) {
        if (tmpl->v[i].hole) {
            values[hole++] = value_for(dice, tmpl->v[i].kind);
        }
    }
}

/* Every run of white space as one blank, as a pattern sees it. */
static void put_flat(struct ed_buf *out, struct ed_str text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (!ed_is_space(text.p[i])) {
            ed_buf_byte(out, text.p[i]);
        } else if (out->n == 0 || out->p[out->n - 1] != ' ') {
            ed_buf_byte(out, ' ');
        }
    }
}

/* Behind a lazy hole stands `next`: it must not stand anywhere before that. A hole of another kind takes what it can.
 */
static bool plain_before(const struct ed_piece *piece, struct ed_str value, struct ed_str next)
{
    struct ed_buf both, flat;
    size_t at;

    if (next.n == 0) {
        return true;
    }
    if (piece->kind != ED_HOLE_ANY) {
        return !ed_is_word(next.p[0]) && !ed_is_among(".+-", next.p[0]);
    }
    ed_buf_init(&both, 0);
    ed_buf_init(&flat, 0);
    ed_buf_str(&both, value);
    put_flat(&both, next);
    put_flat(&flat, next);
    at = ed_str_find(ed_buf_view(&both), ed_buf_view(&flat), 1);
    ed_buf_done(&both);
    ed_buf_done(&flat);
    return at == value.n;
}

bool vary_plain(const struct ed_template *tmpl, const struct ed_str *values)
{
    size_t hole = 0;

    if (tmpl->n > 1 && !tmpl->v[0].hole && ed_str_trim(tmpl->v[0].text).n == 0) {
        return false; /* no pattern begins with white space: its first hole takes it */
    }
    for (size_t i = 0; i < tmpl->n; i++) {
        const struct ed_piece *piece = &tmpl->v[i];
        struct ed_str next = i + 1 < tmpl->n ? tmpl->v[i + 1].text : ED_STR("");

        while (i + 2 == tmpl->n && next.n && ed_is_space(next.p[next.n - 1])) {
            next.n--; /* no pattern ends with white space */
        }
        if (!piece->hole) {
            continue;
        }
        if (piece->pad_before || piece->pad_after || (i + 1 < tmpl->n && tmpl->v[i + 1].hole) ||
            !plain_before(piece, values[hole], next)) {
            return false;
        }
        hole++;
    }
    return true;
}

/* The text, and for each byte of it 'm' (the message's) or 'v' (a value's, or of what stands around). */
struct sheet {
    struct ed_buf text, kind;
};

static void put(struct sheet *sheet, struct ed_str text, char kind)
{
    ed_buf_str(&sheet->text, text);
    ed_buf_fill(&sheet->kind, kind, text.n);
}

/* A blank of the message in other white space; the form tells which. */
static void put_blank(struct dice *dice, struct sheet *sheet, char blank, unsigned how)
{
    if (how == VARY_SPACED && one_in(dice, 2)) {
        put(sheet, ed_str_c(PICK(dice, blanks)), 'm');
    } else if (how == VARY_WRAPPED && one_in(dice, 3)) {
        put(sheet, ed_str_c(PICK(dice, breaks)), 'm');
    } else {
        put(sheet, ed_str(&blank, 1), 'm');
    }
}

static void put_piece(struct dice *dice, struct sheet *sheet, const struct ed_piece *piece, struct ed_str value,
                      unsigned how)
{
    if (piece->hole) {
        put(sheet, ed_str("   ", piece->pad_before ? roll(dice, 4) : 0), 'v');
        put(sheet, value, 'v');
        put(sheet, ed_str("   ", piece->pad_after ? roll(dice, 4) : 0), 'v');
        return;
    }
    for (size_t i = 0; i < piece->text.n; i++) {
        if (ed_is_space(piece->text.p[i])) {
            put_blank(dice, sheet, piece->text.p[i], how);
        } else {
            put(sheet, ed_str(piece->text.p + i, 1), 'm');
        }
    }
}

/* A place of the message at which `want` holds, drawn from all such places; SIZE_MAX when there is none. */
static size_t place(struct dice *dice, const struct sheet *sheet, bool want(char c))
{
    size_t n = sheet->text.n, from = n ? roll(dice, (unsigned)n) : 0;

    for (size_t i = 0; i < n; i++) {
        size_t at = (from + i) % n;

        if (sheet->kind.p[at] == 'm' && want(sheet->text.p[at])) {
            return at;
        }
    }
    return SIZE_MAX;
}

static bool is_separator(char c)
{
    return !ed_is_word(c) && (unsigned char)c < 0x80;
}

/* What stands in text[from, to) becomes `with`. */
static void replace(struct ed_buf *text, size_t from, size_t to, struct ed_str with)
{
    struct ed_buf out;

    ed_buf_init(&out, 0);
    ed_buf_append(&out, text->p, from);
    ed_buf_str(&out, with);
    ed_buf_append(&out, text->p + to, text->n - to);
    ed_buf_reset(text);
    ed_buf_str(text, ed_buf_view(&out));
    ed_buf_done(&out);
}

static void change_word(struct dice *dice, struct sheet *sheet)
{
    size_t from = place(dice, sheet, ed_is_word), to = from;

    if (from == SIZE_MAX) {
        return;
    }
    while (from > 0 && sheet->kind.p[from - 1] == 'm' && ed_is_word(sheet->text.p[from - 1])) {
        from--;
    }
    while (to < sheet->text.n && sheet->kind.p[to] == 'm' && ed_is_word(sheet->text.p[to])) {
        to++;
    }
    replace(&sheet->text, from, to, ed_str_c(PICK(dice, words)));
}

static void glue(struct dice *dice, struct sheet *sheet)
{
    size_t at = one_in(dice, 2) ? place(dice, sheet, ed_is_space) : SIZE_MAX;

    if (at != SIZE_MAX) {
        replace(&sheet->text, at, at + 1, ED_STR(""));
        return;
    }
    at = place(dice, sheet, is_separator);
    if (at == SIZE_MAX) {
        at = one_in(dice, 2) ? 0 : sheet->text.n;
    }
    replace(&sheet->text, at, at, ED_STR("q"));
}

static void change_separator(struct dice *dice, struct sheet *sheet)
{
    size_t at = place(dice, sheet, is_separator);

    if (at != SIZE_MAX) {
        replace(&sheet->text, at, at + 1, ed_str_c(PICK(dice, separators)));
    }
}

static void cut(struct dice *dice, struct sheet *sheet)
{
    size_t at = sheet->text.n ? roll(dice, (unsigned)sheet->text.n) : 0;

    if (one_in(dice, 2)) {
        sheet->text.n = at;
    } else {
        ed_buf_shift(&sheet->text, at);
    }
}

static void spoil_sheet(struct dice *dice, struct sheet *sheet, unsigned how)
{
    switch (how) {
    case VARY_FOLLOWED:
        ed_buf_text(&sheet->text, " (try again later)\n    at top (main.c:17)\nnext line: failed");
        break;
    case VARY_WORD:
        change_word(dice, sheet);
        break;
    case VARY_GLUED:
        glue(dice, sheet);
        break;
    case VARY_SEPARATOR:
        change_separator(dice, sheet);
        break;
    case VARY_CUT:
        cut(dice, sheet);
        break;
    default:
        break;
    }
}

void vary_text(struct dice *dice, const struct ed_template *tmpl, const struct ed_str *values, unsigned how,
               struct ed_buf *ret_text)
{
    size_t hole = 0, empty = how == VARY_EMPTY && tmpl->nholes ? roll(dice, (unsigned)tmpl->nholes) : SIZE_MAX;
    struct sheet sheet;

    ed_buf_init(&sheet.text, 0);
    ed_buf_init(&sheet.kind, 0);
    if (how == VARY_HEADED) {
        put(&sheet, ed_str_c(PICK(dice, heads)), 'v');
    }
    for (size_t i = 0; i < tmpl->n; i++) {
        struct ed_str value = tmpl->v[i].hole ? values[hole] : ED_STR_NONE;

        put_piece(dice, &sheet, &tmpl->v[i], tmpl->v[i].hole && hole == empty ? ED_STR("") : value, how);
        hole += tmpl->v[i].hole;
    }
    spoil_sheet(dice, &sheet, how);
    ed_buf_reset(ret_text);
    ed_buf_str(ret_text, ed_buf_view(&sheet.text));
    ed_buf_done(&sheet.text);
    ed_buf_done(&sheet.kind);
}

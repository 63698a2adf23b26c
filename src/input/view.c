/*
 * view.c: views and the table of steps; the steps stand in view_lines.c (margins, wraps), view_glyphs.c (colours,
 * typography, markup) and view_decode.c (entities, escapes and the like).
 *
 * Pure. A step undoes one layer of its kind: what was escaped twice is taken twice.
 */
#include "input/view.h"

#include "base/utf8.h"
#include "input/view_steps.h"

static const struct {
    const char *name;
    bool (*take)(const struct ed_view *in, struct ed_view *out);
} steps[ED_VIEW_STEPS] = {
    [ED_VIEW_MARGINS] = {"margins", ed_view_margins},
    [ED_VIEW_COLOURS] = {"colours without their ESC", ed_view_colours},
    [ED_VIEW_QUOTED] = {"quoted-printable", ed_view_quoted},
    [ED_VIEW_ENTITIES] = {"HTML entities", ed_view_entities},
    [ED_VIEW_ESCAPES] = {"escapes of strings", ed_view_escapes},
    [ED_VIEW_PERCENT] = {"percent escapes", ed_view_percent},
    [ED_VIEW_GLYPHS] = {"typography", ed_view_glyphs},
    [ED_VIEW_MARKUP] = {"Markdown", ed_view_markup},
    [ED_VIEW_WRAPS] = {"line breaks inside words", ed_view_wraps},
    [ED_VIEW_SENTENCES] = {"margins inside sentences", ed_view_sentences},
};

void ed_view_init(struct ed_view *view)
{
    *view = (struct ed_view){0};
    ed_buf_init(&view->text, /* max */ 0);
}

void ed_view_done(struct ed_view *view)
{
    ed_buf_done(&view->text);
    ed_vec_done(&view->at);
}

static void empty(struct ed_view *view)
{
    ed_buf_reset(&view->text);
    view->at.n = 0;
}

void ed_view_read(struct ed_view *view, struct ed_str text)
{
    empty(view);
    ed_buf_str(&view->text, text);
    ed_vec_reserve(&view->at, text.n);
    for (size_t i = 0; i < text.n; i++) {
        view->at.v[i] = (uint32_t)i;
    }
    view->at.n = text.n;
}

bool ed_view_take(enum ed_view_step step, const struct ed_view *in, struct ed_view *out)
{
    empty(out);
    return steps[step].take(in, out);
}

const char *ed_view_name(enum ed_view_step step)
{
    return steps[step].name;
}

/* A '=' at byte i with which a mailer ends a line that goes on: it stands in one of the last columns. */
static bool is_soft_break(struct ed_str s, size_t i)
{
    const char *p = memrchr(s.p, '\n', i);
    size_t column = i - (p ? (size_t)(p - s.p) + 1 : 0);

    return column >= 60 && column <= 76;
}

/* Bytes that begin a hazard. */
static const bool signs[256] = {
    ['&'] = true, ['<'] = true, ['\\'] = true, ['"'] = true,  ['#'] = true,  ['='] = true,  ['%'] = true, ['`'] = true,
    ['*'] = true, ['['] = true, [']'] = true,  [0xC2] = true, [0xE2] = true, [0xE3] = true, [0xEF] = true};

#define BIT(step) (1u << (step))

/* What a sign at byte i may be of. */
static unsigned hazard(struct ed_str s, size_t i)
{
    char next = i + 1 < s.n ? s.p[i + 1] : '\0';
    uint32_t value;
    size_t before;
    bool breaks;
    char byte;

    switch (s.p[i]) {
    case '&':
        return ed_is_alpha(next) || next == '#' ? BIT(ED_VIEW_ENTITIES) : 0;
    case '<':
        return ed_view_tag(s, i, &breaks) ? BIT(ED_VIEW_ENTITIES) : 0;
    case '\\':
        return (ed_is_among("nrtuUx\"'\\/01234567", next) ? BIT(ED_VIEW_ESCAPES) : 0) |
               (ed_is_among("_*[]<>#`|", next) ? BIT(ED_VIEW_MARKUP) : 0);
    case '"':
        return next == '"' ? BIT(ED_VIEW_ESCAPES) : 0;
    case '#':
        return next == '0' ? BIT(ED_VIEW_ESCAPES) : 0;
    case '=':
        return (next == '\n' && is_soft_break(s, i)) ||
                       (ed_view_is_quoted(s, i, &byte) && (byte == '=' || (unsigned char)byte >= 0xC2))
                   ? BIT(ED_VIEW_QUOTED)
                   : 0;
    case '%':
        return ed_str_hex(s, i + 1, 2, &value) == 2 ? BIT(ED_VIEW_PERCENT) : 0;
    case '[':
        return ed_view_colour(s, i, &before) ? BIT(ED_VIEW_COLOURS) : 0;
    case ']':
        return next == '(' ? BIT(ED_VIEW_MARKUP) : 0;
    case '*':
        return next == '*' ? BIT(ED_VIEW_MARKUP) : 0;
    case '`':
        return BIT(ED_VIEW_MARKUP);
    default:
        return BIT(ED_VIEW_GLYPHS);
    }
}

unsigned ed_view_hazards(struct ed_str text)
{
    unsigned bits = 0;

    for (size_t i = 0; i < text.n; i++) {
        if (signs[(unsigned char)text.p[i]]) {
            bits |= hazard(text, i);
        }
    }
    return bits;
}

/* Bytes side by side, compared at once; true is all ones. */
typedef uint8_t octets __attribute__((vector_size(16)));

/* The stride at p, taken up: what is not ASCII, and what is a sign. */
static void look_at(const char *p, octets *high, octets *found)
{
    octets c;

    memcpy(&c, p, sizeof(c));
    *high |= c;
    *found |= (octets)((c == '&') | (c == '\\') | (c == '%'));
}

bool ed_view_is_coded(struct ed_str text)
{
    octets high = {0}, found = {0};
    uint64_t half[4];

    if (text.n < sizeof(octets)) {
        char room[sizeof(octets)] = {0};

        if (text.n) {
            memcpy(room, text.p, text.n);
        }
        look_at(room, &high, &found);
    } else {
        for (size_t i = 0; i + sizeof(octets) < text.n; i += sizeof(octets)) {
            look_at(text.p + i, &high, &found);
        }
        look_at(text.p + text.n - sizeof(octets), &high, &found);
    }
    memcpy(half, &high, sizeof(high));
    memcpy(half + 2, &found, sizeof(found));
    return (half[0] | half[1]) & UINT64_C(0x8080808080808080) || half[2] | half[3];
}

unsigned ed_view_line_hazards(struct ed_str lines)
{
    return (ed_view_has_margins(lines) ? BIT(ED_VIEW_MARGINS) | BIT(ED_VIEW_SENTENCES) : 0) |
           (ed_view_has_wraps(lines) ? BIT(ED_VIEW_WRAPS) : 0);
}

void ed_view_copy(const struct ed_view *in, size_t from, size_t to, struct ed_view *out)
{
    if (from >= to) {
        return;
    }
    ed_buf_append(&out->text, in->text.p + from, to - from);
    ed_vec_reserve(&out->at, ED_MAX(out->at.n + (to - from), in->at.n));
    memcpy(out->at.v + out->at.n, in->at.v + from, (to - from) * sizeof(out->at.v[0]));
    out->at.n += to - from;
}

void ed_view_put(const struct ed_view *in, size_t from, struct ed_str bytes, struct ed_view *out)
{
    ed_buf_str(&out->text, bytes);
    for (size_t i = 0; i < bytes.n; i++) {
        *ed_vec_add(&out->at) = in->at.v[from];
    }
}

void ed_view_put_point(const struct ed_view *in, size_t from, uint32_t point, struct ed_view *out)
{
    size_t was = out->text.n;

    ed_utf8_put(&out->text, point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF) ? 0xFFFD : point);
    for (; was < out->text.n; was++) {
        *ed_vec_add(&out->at) = in->at.v[from];
    }
}

bool ed_view_walk(const struct ed_view *in, const char *begins, bool wide, ed_view_undo_fn undo, struct ed_view *out)
{
    struct ed_str s = ed_buf_view(&in->text);
    bool asked[256] = {false}, any = false;
    size_t copied = 0, i = 0;

    for (; *begins; begins++) {
        asked[(unsigned char)*begins] = true;
    }
    if (wide) {
        memset(asked + 128, true, 128);
    }
    while (i < s.n) {
        size_t taken = 0;

        if (asked[(unsigned char)s.p[i]]) {
            ed_view_copy(in, copied, i, out);
            copied = i;
            taken = undo(in, i, out);
            copied += taken;
            any |= taken > 0;
        }
        i += taken ? taken : 1;
    }
    ed_view_copy(in, copied, s.n, out);
    return any;
}

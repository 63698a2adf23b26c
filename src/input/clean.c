/*
 * clean.c: one pass over a line that holds ESC or CR; the parts between are copied whole.
 *
 * Control strings end within ED_LIMIT_ESCAPE or are text. A cursor that is moved to the right leaves a blank, as on the
 * screen. Console notes of Jenkins (a concealed base64 text between two colours) are taken off with what they hold.
 */
#include "input/clean.h"

#include "base/limits.h"

bool ed_clean_needed(struct ed_str text)
{
    return text.n && (memchr(text.p, '\033', text.n) || memchr(text.p, '\r', text.n));
}

static bool between(char c, unsigned low, unsigned high)
{
    return (unsigned char)c >= low && (unsigned char)c <= high;
}

/* Length of the control sequence "ESC [ ..." at the front, 0 when it is none; *ret_final is its last byte. */
static size_t csi(struct ed_str s, char *ret_final)
{
    size_t i = 2, most = ED_MIN(s.n, (size_t)64);

    while (i < most && between(s.p[i], 0x30, 0x3F)) {
        i++;
    }
    while (i < most && between(s.p[i], 0x20, 0x2F)) {
        i++;
    }
    if (i == most || !between(s.p[i], 0x40, 0x7E)) {
        return 0;
    }
    *ret_final = s.p[i];
    return i + 1;
}

/* Length of the control string "ESC ] ... BEL" or "ESC ] ... ESC \" at the front, 0 when it does not end. */
static size_t control_string(struct ed_str s)
{
    size_t most = ED_MIN(s.n, ED_LIMIT_ESCAPE);

    for (size_t i = 2; i < most; i++) {
        if (s.p[i] == '\a') {
            return i + 1;
        }
        if (s.p[i] == '\033') {
            return i + 1 < s.n && s.p[i + 1] == '\\' ? i + 2 : 0;
        }
    }
    return 0;
}

/* Length of "ESC [8mha:BASE64 ESC [0m", or 0. */
static size_t console_note(struct ed_str s)
{
    struct ed_str head = ED_STR("\033[8mha:"), end = ED_STR("\033[0m");
    size_t i = head.n;

    if (!ed_str_starts(s, head)) {
        return 0;
    }
    while (i < s.n && (ed_is_word(s.p[i]) || s.p[i] == '+' || s.p[i] == '/' || s.p[i] == '=')) {
        i++;
    }
    return ed_str_starts(ed_str_slice(s, i, s.n), end) ? i + end.n : 0;
}

/* Length of the sequence at the front of s (s.p[0] is ESC), 0 when it is none. *ret_put: what it leaves, or 0. */
static size_t sequence(struct ed_str s, char *ret_put)
{
    size_t n = 0, i = 1;
    char final = 0;

    *ret_put = 0;
    if (s.n < 2) {
        return 0;
    }
    switch (s.p[1]) {
    case '[':
        n = console_note(s);
        if (n) {
            return n;
        }
        n = csi(s, &final);
        if (n && memchr("ABEFGHdf", final, 8)) {
            *ret_put = '\n';
        } else if (n && final == 'C') {
            *ret_put = ' ';
        }
        return n;
    case ']':
    case 'P':
    case '_':
    case '^':
    case 'X':
        return control_string(s);
    default:
        while (i < s.n && i < 4 && between(s.p[i], 0x20, 0x2F)) {
            i++;
        }
        return i < s.n && between(s.p[i], 0x30, 0x7E) ? i + 1 : 0;
    }
}

static void put_break(struct ed_buf *out, size_t from)
{
    if (out->n > from && out->p[out->n - 1] != '\n') {
        ed_buf_byte(out, '\n');
    }
}

void ed_clean(struct ed_buf *out, struct ed_str text)
{
    size_t from = out->n, i = 0;

    while (i < text.n) {
        size_t plain = i, n;
        char put = 0;

        while (i < text.n && text.p[i] != '\033' && text.p[i] != '\r') {
            i++;
        }
        ed_buf_append(out, text.p + plain, i - plain);
        if (i == text.n) {
            break;
        }
        if (text.p[i] == '\r') {
            while (i < text.n && text.p[i] == '\r') {
                i++;
            }
            if (i == text.n || text.p[i] != '\n') { /* else it belongs to the line's end */
                put_break(out, from);
            }
            continue;
        }
        n = sequence(ed_str_slice(text, i, text.n), &put);
        if (n == 0) {
            ed_buf_byte(out, '\033');
            n = 1;
        } else if (put == '\n') {
            put_break(out, from);
        } else if (put) {
            ed_buf_byte(out, put);
        }
        i += n;
    }
    if (out->n > from && out->p[out->n - 1] == '\n') {
        out->p[--out->n] = '\0';
    }
}

/* Whether the sequence sets a colour: "ESC [ 36;1 m". */
static bool is_colour(struct ed_str s)
{
    return s.n >= 3 && s.p[1] == '[' && s.p[s.n - 1] == 'm';
}

/* "", "0", "0;0", "0;": back to the default. */
static bool is_reset(struct ed_str parameters)
{
    for (size_t i = 0; i < parameters.n; i++) {
        if (parameters.p[i] != '0' && parameters.p[i] != ';') {
            return false;
        }
    }
    return true;
}

struct ed_paint ed_clean_paint(struct ed_str text)
{
    struct ed_paint paint = {.colour = ED_STR_NONE, .raw = text};
    struct ed_str colour = ED_STR_NONE;
    size_t i = 0;

    while (i < text.n) {
        char put;
        size_t n = text.p[i] == '\033' ? sequence(ed_str_slice(text, i, text.n), &put) : 0;

        if (n && is_colour(ed_str_slice(text, i, i + n))) {
            colour = ed_str_slice(text, i + 2, i + n - 1);
            colour = is_reset(colour) ? ED_STR_NONE : colour;
        } else if (n == 0 && text.p[i] != '\r') {
            paint.n = ed_str_eq(paint.colour, colour) ? paint.n + 1 : 1;
            paint.colour = colour;
        }
        i += n ? n : 1;
    }
    return paint;
}

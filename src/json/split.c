/*
 * split.c: the splitter, a machine over pieces of any size. A value that lies whole in one piece is handed out where it
 * lies; only what a piece's end cuts is kept in a buffer, up to the cap, and once over it only the first bytes are.
 * Every byte is looked at once, in strings eight at a time.
 *
 * It trusts nothing it sees: brackets are counted, not matched, and two rules bring it back on the track of the lines
 * behind a broken value (split.h). Both look only at a { that is the first byte of its line.
 *
 * Order: what a value is made of, the three states (between values, in a value, in a scalar or stray text), the stream.
 */
#include "json/split.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "json/scan.h"

enum state { BETWEEN, IN_VALUE, IN_SCALAR };

/* What is handed out of a value that is too large. */
#define HEAD_KEPT (4 * ED_KIB)

static const char bom[] = "\xEF\xBB\xBF";
#define BOM_BYTES (sizeof(bom) - 1)

struct ed_json_split {
    ed_json_value_fn fn;
    void *ctx;
    size_t max;
    struct ed_buf kept; /* what earlier pieces hold of the value at hand */
    enum ed_rc rc;      /* what stopped the split */

    const char *p; /* the piece at hand, n bytes of which i are done; empty between feeds */
    size_t n, i;
    size_t start; /* where the value at hand begins in it */

    enum state state;
    struct ed_json_value value; /* line and too_large of the value at hand */
    uint64_t line;              /* of byte i */
    uint64_t depth;             /* of the value at hand */
    size_t index, top_index;    /* of the next value: in the array, in the stream */
    unsigned bom_seen;          /* bytes of a BOM so far; BOM_BYTES: done with it */
    char last;                  /* last byte of the earlier pieces that is not white space */
    bool fresh_line;            /* the earlier pieces end in a line break, or there are none */
    bool in_array, in_string, escaped;
    bool own_line;  /* the value at hand begins a line */
    bool line_mode; /* the value before stood on one line of its own */
};

/* Byte i is the first of its line. */
static bool at_line_start(const struct ed_json_split *s, size_t i)
{
    return i > 0 ? s->p[i - 1] == '\n' : s->fresh_line;
}

static void begin(struct ed_json_split *s, enum state state)
{
    s->state = state;
    s->start = s->i;
    s->value = (struct ed_json_value){.line = s->line};
    s->own_line = at_line_start(s, s->i);
    ed_buf_reset(&s->kept);
}

/* Add the piece's part of the value, bytes start to end, to what is kept. */
static void keep(struct ed_json_split *s, size_t end)
{
    size_t n = end - s->start, head = ED_MIN(HEAD_KEPT, s->max);

    if (!s->value.too_large && n <= s->max - s->kept.n) {
        ed_buf_append(&s->kept, s->p + s->start, n);
        return;
    }
    s->value.too_large = true;
    if (s->kept.n < head) {
        ed_buf_append(&s->kept, s->p + s->start, ED_MIN(n, head - s->kept.n));
    }
    s->kept.n = ED_MIN(s->kept.n, head);
}

static struct ed_str value_text(struct ed_json_split *s, size_t end)
{
    if (s->kept.n == 0 && end - s->start <= s->max) {
        return ed_str(s->p + s->start, end - s->start);
    }
    keep(s, end);
    return ed_buf_view(&s->kept);
}

/* The value at hand ends before byte `end` of the piece. */
static void hand_out(struct ed_json_split *s, size_t end, bool cut_short, struct ed_err *err)
{
    static const char scalars[] = "\"-0123456789tfn";
    struct ed_json_value *v = &s->value;

    v->text = value_text(s, end);
    while (v->text.n && ed_json_is_space(v->text.p[v->text.n - 1])) {
        v->text.n--;
    }
    v->in_array = s->in_array;
    v->stray = s->state == IN_SCALAR &&
               (!s->in_array || !v->text.n || !memchr(scalars, v->text.p[0], sizeof(scalars) - 1));
    v->cut_short = cut_short && !v->stray;
    if (s->in_array) {
        v->index = s->index++;
    } else {
        v->index = v->stray ? s->top_index : s->top_index++;
    }
    if (s->state == IN_VALUE && !cut_short) {
        s->line_mode = s->own_line && v->line == s->line;
    }
    s->state = BETWEEN;
    s->in_string = s->escaped = false;
    s->depth = 0;
    s->rc = s->fn(s->ctx, v, err);
}

static void between(struct ed_json_split *s)
{
    while (s->i < s->n && s->state == BETWEEN) {
        char c = s->p[s->i];

        if (ed_json_is_space(c)) {
            s->line += c == '\n';
        } else if (c == '{' || (c == '[' && s->in_array)) {
            begin(s, IN_VALUE);
            s->depth = 1;
        } else if (c == '[' || (c == ']' && s->in_array)) {
            s->in_array = c == '[';
            s->index = 0;
        } else if (c != ',' || !s->in_array) {
            begin(s, IN_SCALAR);
            return;
        }
        s->i++;
    }
}

/* Skip from byte i to behind the end of the string, to behind a line break in it, or to the end of the piece. */
static size_t skip_string(struct ed_json_split *s, size_t i)
{
    if (s->escaped && i < s->n) {
        s->escaped = false;
        i += s->p[i] != '\n';
    }
    for (;;) {
        i += ed_json_plain(s->p + i, s->n - i);
        if (i == s->n) {
            return i;
        }
        switch (s->p[i++]) {
        case '"':
            s->in_string = false;
            return i;
        case '\\':
            s->escaped = i == s->n;
            i += i < s->n && s->p[i] != '\n';
            break;
        case '\n':
            s->line++;
            return i;
        default:
            break;
        }
    }
}

/* At a { that begins a line, inside the value at hand: does it begin a new value? */
static bool begins_anew(const struct ed_json_split *s, size_t i)
{
    char last = s->last;

    if (s->in_string || s->line_mode) {
        return true;
    }
    while (i > s->start) {
        i--;
        if (!ed_json_is_space(s->p[i])) {
            last = s->p[i];
            break;
        }
    }
    return last != ':' && last != ',' && last != '[';
}

/* Bytes that mean something outside of strings. */
static const bool structural[256] = {
    ['"'] = true, ['{'] = true, ['}'] = true, ['['] = true, [']'] = true, ['\n'] = true};

static void in_value(struct ed_json_split *s, struct ed_err *err)
{
    size_t i = s->i;

    while (i < s->n) {
        char c = s->p[i];

        if (c == '{' && at_line_start(s, i) && begins_anew(s, i)) {
            s->i = i;
            hand_out(s, i, /* cut_short */ true, err);
            return;
        }
        if (s->in_string) {
            i = skip_string(s, i);
            continue;
        }
        i++;
        if (c == '"') {
            s->in_string = true;
        } else if (c == '{' || c == '[') {
            s->depth++;
        } else if (c == '\n') {
            s->line++;
        } else if ((c == '}' || c == ']') && --s->depth == 0) {
            s->i = i;
            hand_out(s, i, /* cut_short */ false, err);
            return;
        }
        while (!s->in_string && i < s->n && !structural[(unsigned char)s->p[i]]) {
            i++;
        }
    }
    s->i = i;
}

static void in_scalar(struct ed_json_split *s, struct ed_err *err)
{
    size_t i = s->i, end = SIZE_MAX;

    while (i < s->n && end == SIZE_MAX) {
        char c = s->p[i];

        if (s->in_string) {
            i = skip_string(s, i);
            if (s->in_string && i > 0 && s->p[i - 1] == '\n') {
                end = i - 1;
            }
        } else if (c == '\n' || c == '{' || c == '[' || (s->in_array && (c == ',' || c == ']'))) {
            end = i;
        } else {
            s->in_string = c == '"' && s->in_array;
            i++;
        }
    }
    s->i = i;
    if (end != SIZE_MAX) {
        hand_out(s, end, /* cut_short */ false, err);
    }
}

/* A BOM at the start of the stream is dropped; the beginning of one that is none is stray text. */
static void skip_bom(struct ed_json_split *s, bool ends)
{
    while (s->bom_seen < BOM_BYTES && s->i < s->n && s->p[s->i] == bom[s->bom_seen]) {
        s->bom_seen++;
        s->i++;
    }
    if (s->bom_seen < BOM_BYTES && (s->i < s->n || ends)) {
        if (s->bom_seen > 0) {
            begin(s, IN_SCALAR);
            ed_buf_append(&s->kept, bom, s->bom_seen);
        }
        s->bom_seen = BOM_BYTES;
    }
}

struct ed_json_split *ed_json_split_new(size_t max_value, ed_json_value_fn fn, void *ctx)
{
    struct ed_json_split *s = ed_alloc(sizeof(*s));

    *s = (struct ed_json_split){.fn = fn, .ctx = ctx, .max = max_value, .p = "", .line = 1, .fresh_line = true};
    ed_buf_init(&s->kept, /* max */ 0);
    return s;
}

void ed_json_split_free(struct ed_json_split *s)
{
    if (s) {
        ed_buf_done(&s->kept);
        ed_free(s);
    }
}

/* Keep of the piece what is needed when it is gone. */
static void leave_piece(struct ed_json_split *s)
{
    if (s->state != BETWEEN) {
        keep(s, s->n);
    }
    s->fresh_line = s->p[s->n - 1] == '\n';
    for (size_t i = s->n; i > 0; i--) {
        if (!ed_json_is_space(s->p[i - 1])) {
            s->last = s->p[i - 1];
            break;
        }
    }
}

enum ed_rc ed_json_split_feed(struct ed_json_split *s, struct ed_str bytes, struct ed_err *err)
{
    if (s->rc || bytes.n == 0) {
        return s->rc;
    }
    s->p = bytes.p;
    s->n = bytes.n;
    s->i = s->start = 0;
    skip_bom(s, /* ends */ false);
    while (!s->rc && s->i < s->n) {
        switch (s->state) {
        case BETWEEN:
            between(s);
            break;
        case IN_VALUE:
            in_value(s, err);
            break;
        case IN_SCALAR:
            in_scalar(s, err);
            break;
        }
    }
    if (!s->rc) {
        leave_piece(s);
    }
    s->p = "";
    s->n = s->i = s->start = 0;
    return s->rc;
}

enum ed_rc ed_json_split_finish(struct ed_json_split *s, struct ed_err *err)
{
    if (s->rc) {
        return s->rc;
    }
    skip_bom(s, /* ends */ true);
    if (s->state != BETWEEN) {
        hand_out(s, 0, /* cut_short */ true, err);
    }
    if (!s->rc && s->in_array) {
        begin(s, IN_VALUE);
        hand_out(s, 0, /* cut_short */ true, err);
        s->in_array = false;
    }
    return s->rc;
}

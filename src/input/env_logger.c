/*
 * env_logger.c: the prefixes that runtimes and loggers put before the message. Which there are is data
 * (data/envelopes/prefixes.tsv, which also says the language): at build time its shapes become one tree, in which those
 * that begin alike share what they have in common, and that becomes the function `follow`. A line's first letters tell
 * whether it may be of any, mostly not; each node on its way down reads one element and never tries another length of
 * it, so a line costs at most one look at each node.
 *
 * Order of the file: elements, the tree, the layer.
 */
#include "base/utf8.h"
#include "input/around.h"
#include "input/elements.h"
#include "input/envelope.h"
#include "input/stamp.h"

#define NONE SIZE_MAX
/* {skip}, and names: thread names and PostgreSQL's user@database are shorter. */
#define NAME_MAX_SIZE 120

/* Elements of a shape that tell something. */
#define STEPS_MAX 24

/* What a row of the table says beside its shape. */
struct shape {
    uint8_t variant, indent;
    bool sure, shy, weak, restated, tab, hang, quoted, repeat, tail;
    bool host, rank; /* it tells them */
};

#include "prefixes_table.inc"

/* What an element read that tells something. */
struct step {
    enum element is;
    unsigned told; /* the level, or whether the time is known */
    size_t from, to;
};

/* What the elements of a shape read. Without initial values, because most are few. */
struct match {
    size_t end; /* of the shape */
    unsigned depth;
    struct step steps[STEPS_MAX];
};

static size_t take_bytes(struct ed_str s, unsigned of)
{
    size_t n = 0, most = ED_MIN(s.n, NAME_MAX_SIZE);

    while (n < most && in_name[(unsigned char)s.p[n]] & of) {
        n++;
    }
    return n ? n : NONE;
}

/* A logger's or class's name: it may hold "::", no other colon. *ret_colons: it does. */
static size_t take_path(struct ed_str s, bool *ret_colons)
{
    size_t n = 0, part;

    *ret_colons = false;
    for (;;) {
        part = take_bytes(ed_str_slice(s, n, s.n), OF_NAME);
        if (part == NONE) {
            return n && !*ret_colons ? n : NONE;
        }
        n += part;
        if (n + 2 >= s.n || s.p[n] != ':' || s.p[n + 1] != ':' || n > NAME_MAX_SIZE) {
            return n;
        }
        *ret_colons = true;
        n += 2;
    }
}

/* A path whose last part has a dot that letters follow. */
static size_t take_file(struct ed_str s)
{
    size_t n = take_bytes(s, OF_FILE);
    const char *dot = n != NONE ? memrchr(s.p, '.', n) : NULL;

    return dot && dot + 1 < s.p + n && ed_is_alpha(dot[1]) ? n : NONE;
}

static size_t take_name(struct ed_str s)
{
    bool colons;

    return take_path(s, &colons);
}

static size_t take_module(struct ed_str s)
{
    bool colons;
    size_t n = take_path(s, &colons);

    return colons ? n : NONE;
}

static size_t take_letters(struct ed_str s)
{
    size_t n = 0;

    while (n < s.n && n < NAME_MAX_SIZE && ed_is_alpha(s.p[n])) {
        n++;
    }
    return n ? n : NONE;
}

static size_t take_stream(struct ed_str s)
{
    size_t n = take_letters(s);

    return n == 6 && (memcmp(s.p, "stdout", n) == 0 || memcmp(s.p, "stderr", n) == 0) ? n : NONE;
}

static size_t take_digits(struct ed_str s, size_t most, bool negative)
{
    size_t sign = negative && s.n && s.p[0] == '-', n = sign;

    while (n < s.n && n <= most + sign && ed_is_digit(s.p[n])) {
        n++;
    }
    return n > sign && n <= most + sign ? n : NONE;
}

static inline size_t take_blanks(struct ed_str s, size_t least)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == ' ') {
        n++;
    }
    return n >= least ? n : NONE;
}

static size_t take_end(struct ed_str s)
{
    return take_blanks(s, 0) == s.n ? s.n : NONE;
}

/* Most are one or two bytes long, and their first is known to be there. */
static inline size_t take_text(struct ed_str s, struct ed_str text)
{
    for (size_t i = 0; i < text.n; i++) {
        if (i == s.n || s.p[i] != text.p[i]) {
            return NONE;
        }
    }
    return text.n;
}

/* Bytes before the text. */
static size_t take_skip(struct ed_str s, struct ed_str text)
{
    s = ed_str_slice(s, 0, NAME_MAX_SIZE);
    const char *at = s.p, *end = s.p + s.n;

    while ((at = memchr(at, text.p[0], (size_t)(end - at))) != NULL) {
        if (take_text(ed_str(at, (size_t)(end - at)), text) != NONE) {
            return (size_t)(at - s.p);
        }
        at++;
    }
    return NONE;
}

/* The blanks that end a shape; a line that was trimmed ends before them. */
static size_t take_last_blanks(struct ed_str s, size_t n)
{
    size_t i = 0;

    while (i < n && i < s.n && s.p[i] == ' ') {
        i++;
    }
    return i == n || i == s.n ? i : NONE;
}

/* '0' for digits, 'a' for letters: what a pattern says of them. Other bytes are themselves. */
static inline char place_of(char c)
{
    return ed_is_digit(c) ? '0' : ed_is_alpha(c) ? 'a' : c;
}

/* A fraction, if there is one. */
static size_t take_fraction(struct ed_str s)
{
    size_t digits;

    if (s.n < 2 || (s.p[0] != '.' && s.p[0] != ',') || !ed_is_digit(s.p[1])) {
        return 0;
    }
    digits = take_digits(ed_str_slice(s, 1, s.n), 9, /* negative */ false);
    return digits == NONE ? NONE : digits + 1;
}

/* A time by its pattern (prefixes.tsv), of which so many times eight bytes are digits and what stands between. */
static size_t take_time_as(struct ed_str s, struct ed_str pattern, unsigned eights)
{
    size_t n = 0, k, fraction;

    for (; eights && n + 8 <= s.n; eights--, n += 8) {
        if (!ed_stamp_like(s.p + n, pattern.p + n)) {
            return NONE;
        }
    }
    for (k = n; k < pattern.n; k++) {
        char want = pattern.p[k], is = n < s.n ? place_of(s.p[n]) : '\0';

        if (want == is && is != '_' && is != '~') {
            n++;
        } else if (want == '~') {
            fraction = take_fraction(ed_str_slice(s, n, s.n));
            if (fraction == NONE) {
                return NONE;
            }
            n += fraction;
        } else if (want == '9' && is == '0') {
            n += 1 + (n + 1 < s.n && ed_is_digit(s.p[n + 1]));
        } else if (want == '_' && (is == ' ' || is == '0')) {
            n++;
        } else {
            return NONE;
        }
    }
    return n < s.n && ed_is_digit(s.p[n]) ? NONE : n;
}

static size_t take_time(struct ed_str s, unsigned *ret_known)
{
    struct ed_stamp stamp;

    if (!ed_stamp_read(s, ED_STAMP_DATE_TIME, &stamp)) {
        return NONE;
    }
    *ret_known = stamp.known;
    return stamp.n;
}

static size_t take_level(struct ed_str s, unsigned set, bool exactly, unsigned *ret_level)
{
    enum ed_level level = ED_LEVEL_UNKNOWN;
    size_t n = ed_level_take(set, s, exactly, &level);

    *ret_level = level;
    return n ? n : NONE;
}

#define take_pid(s)   take_digits(s, 7, /* negative */ false)
#define take_line(s)  take_digits(s, 7, /* negative */ false)
#define take_num(s)   take_digits(s, 20, /* negative */ true)
#define take_rank(s)  take_digits(s, 4, /* negative */ false)
#define take_host(s)  take_bytes(s, OF_HOST)
#define take_ident(s) take_bytes(s, OF_IDENT)

#include "prefixes_code.inc"

/* What the elements of the shape that fits tell. *ret_body: where the message begins. */
static void tell(const struct match *m, struct ed_str line, struct ed_told *told, struct ed_meta *meta,
                 size_t *ret_body)
{
    *ret_body = m->end;
    for (unsigned i = 0; i < m->depth; i++) {
        const struct step *step = &m->steps[i];
        struct ed_str is = ed_str(line.p + step->from, step->to - step->from);

        switch (step->is) {
        case IS_TIME:
        case IS_TIME_AS:
            told->time_text = is;
            told->time = step->is == IS_TIME && step->told ? ED_TIME_DATED : ED_TIME_PARTIAL;
            break;
        case IS_LEVEL:
        case IS_CAPITALS:
            told->level = (enum ed_level)step->told;
            break;
        case IS_PID:
            meta->pid = is;
            break;
        case IS_RANK:
            meta->rank = is;
            break;
        case IS_LINE:
            meta->file_line = 0;
            ed_str_u64(is, &meta->file_line);
            break;
        case IS_HOST:
            meta->host = is;
            break;
        case IS_IDENT:
            meta->ident = is;
            break;
        case IS_FILE:
            meta->file = is;
            break;
        case IS_STREAM:
            meta->stream = is;
            break;
        case IS_BODY:
            *ret_body = step->from;
            break;
        default:
            break;
        }
    }
}

/* Whether a line may be of some shape, by what it begins with. */
static bool fits(const uint8_t letters[ED_HEAD_SIZE])
{
    unsigned state = BEGIN;

    for (unsigned i = 0; i < ED_HEAD_SIZE && state > TAKEN; i++) {
        state = fronts[state + letter_classes[letters[i]]];
    }
    return state != REFUSED;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    const struct shape *shape;
    struct match m;
    unsigned index = follow(line, &m);
    size_t body;

    if (!index) {
        return false;
    }
    shape = &shapes[index];
    tell(&m, line, &ret->told, meta, &body);
    ret->body = ed_str_slice(line, body, line.n);
    ret->witness = shape->host ? meta->host : shape->rank ? meta->rank : ED_STR_NONE;
    ret->variant = shape->variant;
    ret->sure = shape->sure;
    ret->shy = shape->shy;
    ret->weak = shape->weak;
    ret->restated = shape->restated;
    ret->tabbed = shape->tab;
    ret->continuation = shape->hang ? ed_utf8_columns(ed_str_slice(line, 0, body)) : shape->indent;
    if (shape->quoted) {
        ed_around_quotes(arena, ret);
    }
    if (shape->repeat) {
        ed_around_repeat(ret);
    }
    if (shape->tail) {
        ed_around_column(meta, ret);
    }
    return true;
}

const struct ed_layer ed_env_logger = {
    .name = "logger",
    .about = "prefixes of runtimes and loggers",
    .sample = "2025-05-05 12:00:00,123 - loader - ERROR - cannot map weights file",
    .heads = heads,
    .fits = fits,
    .carries = true,
    .ranks = true,
    .peel = peel,
    .variants = variants,
    .nvariants = ED_ARRAY_LEN(variants),
};

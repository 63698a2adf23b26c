/*
 * env_json_spread.c: one object of JSON over several lines, as journalctl -o json-pretty, jq and kubectl -o json print
 * it: put together into one line, for whatever layer knows such an object.
 *
 * It begins with a bracket alone on its line (indented, as an element of an array is, or behind a record separator) and
 * ends with the line that closes it. Code and configuration begin so too: the first line that no JSON looks like, and
 * an object that no layer knows, give the lines back as they came. Every line is looked at once more at most.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "input/clean.h"
#include "input/envelope.h"
#include "json/flat.h"

struct spread {
    struct ed_buf lines; /* as they came, each with '\n' */
    struct ed_buf clean; /* one line without escapes */
    size_t line;         /* where the last one begins */
    unsigned depth;
    bool ended;
};

static bool opens(struct ed_str line)
{
    struct ed_str text = ed_str_trim(ed_str_slice(line, line.n && line.p[0] == '\x1E', line.n));

    return ed_str_is(text, "{");
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    if (!opens(line)) {
        return false;
    }
    ret->body = ED_STR("");
    ret->opens = true;
    ret->sure = true; /* nothing is lost when it is none */
    return true;
}

static void *begin(void)
{
    struct spread *s = ed_alloc(sizeof(*s));

    *s = (struct spread){.depth = 0};
    ed_buf_init(&s->lines, /* max */ 0);
    ed_buf_init(&s->clean, /* max */ 0);
    return s;
}

static void end(void *state)
{
    struct spread *s = state;

    ed_buf_done(&s->lines);
    ed_buf_done(&s->clean);
    ed_free(s);
}

/* Bytes of the string at the front, quotes counted in; 0 when it does not end on this line. */
static size_t skip_string(struct ed_str s)
{
    for (size_t i = 1; i < s.n; i++) {
        if (s.p[i] == '"') {
            return i + 1;
        }
        i += s.p[i] == '\\';
    }
    return 0;
}

/* Bytes of a word that is a value at the front, or of one byte that stands between or in numbers; 0 when no JSON has
   such a thing. */
static size_t skip_other(struct ed_str s)
{
    static const char *const words[] = {"true", "false", "null", "NaN", "Infinity"};

    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        struct ed_str word = ed_str_c(words[i]);

        if (ed_str_starts(s, word) && (s.n == word.n || !ed_is_word(s.p[word.n]))) {
            return word.n;
        }
    }
    return ed_is_digit(s.p[0]) || ed_is_among(" \t:,-+.eE", s.p[0]) ? 1 : 0;
}

/* Follow the brackets of one line; false: no JSON has this line here. */
static bool follow(struct spread *s, struct ed_str line)
{
    line = ed_str_trim(ed_str_slice(line, line.n && line.p[0] == '\x1E', line.n));
    while (line.n) {
        char c = line.p[0];
        size_t n = 1;

        if (s->ended) { /* an element's comma may stand behind it */
            return ed_str_is(line, ",");
        }
        if (c == '"') {
            n = skip_string(line);
        } else if (c == '{' || c == '[') {
            s->depth++;
        } else if (c == '}' || c == ']') {
            s->depth--;
            s->ended = s->depth == 0;
        } else {
            n = skip_other(line);
        }
        if (n == 0 || s->depth > ED_LIMIT_JSON_DEPTH) {
            return false;
        }
        line = ed_str_slice(line, n, line.n);
    }
    return true;
}

static enum ed_frame_step take(void *state, const struct ed_frame_line *line)
{
    struct spread *s = state;
    struct ed_str text = line->text;

    if (s->lines.n + text.n > ED_LIMIT_JSON_VALUE) {
        return ED_FRAME_BEFORE;
    }
    if (line->begins) {
        s->line = s->lines.n;
    }
    ed_buf_str(&s->lines, text);
    if (!line->ends) {
        return ED_FRAME_MORE;
    }
    text = ed_str_slice(ed_buf_view(&s->lines), s->line, s->lines.n);
    if (ed_clean_needed(text)) {
        ed_buf_reset(&s->clean);
        ed_clean(&s->clean, text);
        text = ed_buf_view(&s->clean);
    }
    if (!follow(s, text)) {
        s->ended = false;
        if (line->begins) {
            s->lines.n = s->line; /* it is read by itself */
            return ED_FRAME_BEFORE;
        }
        ed_buf_byte(&s->lines, '\n');
        return ED_FRAME_ENTRY;
    }
    ed_buf_byte(&s->lines, '\n');
    return s->ended ? ED_FRAME_ENTRY : ED_FRAME_MORE;
}

/* All on one line: no token goes over two, so nothing is put between. */
static struct ed_str join(const struct spread *s, struct ed_arena *arena)
{
    struct ed_str rest = ed_buf_view(&s->lines);
    char *out = ed_arena_alloc(arena, rest.n);
    size_t n = 0;

    while (rest.n) {
        struct ed_str line = ed_str_trim(ed_str_cut(&rest, '\n'));

        if (line.n) {
            memcpy(out + n, line.p, line.n);
        }
        n += line.n;
    }
    while (n && (out[n - 1] == ',' || ed_is_space(out[n - 1]))) {
        n--;
    }
    return n && out[0] == '\x1E' ? ed_str(out + 1, n - 1) : ed_str(out, n);
}

static bool finish(void *state, struct ed_arena *arena, struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    const struct spread *s = state;

    ret->lines = ed_buf_view(&s->lines);
    ret->decoded = true;
    ret->body = s->ended ? join(s, arena) : ED_STR("");
    return s->ended;
}

static const struct ed_framing framing = {.begin = begin, .end = end, .take = take, .finish = finish};

const struct ed_layer ed_env_json_spread = {
    .name = "json-spread",
    .about = "objects of JSON over several lines: journalctl -o json-pretty, jq, kubectl -o json",
    .sample = "{\n\t\"MESSAGE\" : \"cannot map weights file\",\n\t\"_PID\" : \"4711\"\n}",
    .heads = ED_LAYER_HEADS("{", "\x1E{", "  {", "    {", "\t{"),
    .peel = peel,
    .framing = &framing,
};

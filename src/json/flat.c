/*
 * flat.c: members of an object as views. Strings are run over eight bytes at a time (scan.h), other values by their
 * brackets, of which one bit a level is kept; nothing recurses and nothing is allocated but by ed_json_unescape.
 *
 * Every byte is looked at once. A text that is no JSON stops where that shows, so a line of code costs a few bytes.
 *
 * Order: tokens, values, members, decoding.
 */
#include "json/flat.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "json/scan.h"

_Static_assert(ED_LIMIT_JSON_DEPTH <= 64, "a level is a bit of skip_nested's objects");

static void skip_space(struct ed_str *s)
{
    while (s->n && ed_json_is_space(s->p[0])) {
        s->p++;
        s->n--;
    }
}

static void advance(struct ed_str *s, size_t n)
{
    s->p += n;
    s->n -= n;
}

/* The string whose opening quote is at p[0]: its inside, or SIZE_MAX when it does not end. */
static size_t string_length(struct ed_str s, bool *ret_escaped)
{
    size_t i = 1;

    *ret_escaped = false;
    for (;;) {
        i += ed_json_plain(s.p + i, s.n - i);
        if (i >= s.n || s.p[i] == '\n') {
            return SIZE_MAX;
        }
        if (s.p[i] == '"') {
            return i - 1;
        }
        if (s.p[i] == '\\') {
            *ret_escaped = true;
            i++;
            if (i >= s.n || s.p[i] == '\n') {
                return SIZE_MAX;
            }
        }
        i++;
    }
}

/* The object or array at the front, with its brackets; SIZE_MAX when they are not in order or too deep. */
static size_t nested_length(struct ed_str s)
{
    uint64_t objects = 0;
    unsigned depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        bool escaped;
        size_t n;

        switch (c) {
        case '"':
            n = string_length(ed_str(s.p + i, s.n - i), &escaped);
            if (n == SIZE_MAX) {
                return SIZE_MAX;
            }
            i += n + 1;
            break;
        case '{':
        case '[':
            if (depth == ED_LIMIT_JSON_DEPTH) {
                return SIZE_MAX;
            }
            objects = objects << 1 | (c == '{');
            depth++;
            break;
        case '}':
        case ']':
            if ((objects & 1) != (c == '}')) {
                return SIZE_MAX;
            }
            objects >>= 1;
            depth--;
            if (depth == 0) {
                return i + 1;
            }
            break;
        default:
            break;
        }
    }
    return SIZE_MAX;
}

/* A number or a word, up to what may stand behind a value; SIZE_MAX for anything else. */
static size_t bare_length(struct ed_str s, enum ed_json_kind *ret_kind)
{
    static const struct {
        struct ed_str word;
        enum ed_json_kind kind;
    } words[] = {
        {ED_STR_INIT("null"), ED_JSON_NULL},       {ED_STR_INIT("true"), ED_JSON_BOOL},
        {ED_STR_INIT("false"), ED_JSON_BOOL},      {ED_STR_INIT("NaN"), ED_JSON_NUMBER},
        {ED_STR_INIT("Infinity"), ED_JSON_NUMBER}, {ED_STR_INIT("-Infinity"), ED_JSON_NUMBER},
    };
    bool number = s.p[0] == '-' || ed_is_digit(s.p[0]), figures = false;
    size_t n = 0;

    while (n < s.n && (ed_is_word(s.p[n]) || s.p[n] == '-' || s.p[n] == '+' || s.p[n] == '.')) {
        figures |= ed_is_digit(s.p[n]);
        number &= ed_is_digit(s.p[n]) || !ed_is_word(s.p[n]) || (s.p[n] | 0x20) == 'e';
        n++;
    }
    if (number && figures) {
        *ret_kind = ED_JSON_NUMBER;
        return n;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(words); i++) {
        if (ed_str_eq(ed_str(s.p, n), words[i].word)) {
            *ret_kind = words[i].kind;
            return n;
        }
    }
    return SIZE_MAX;
}

static bool take_string(struct ed_str *rest, struct ed_str *ret_inside, bool *ret_escaped)
{
    size_t n = rest->n && rest->p[0] == '"' ? string_length(*rest, ret_escaped) : SIZE_MAX;

    if (n == SIZE_MAX) {
        return false;
    }
    *ret_inside = ed_str(rest->p + 1, n);
    advance(rest, n + 2);
    return true;
}

static bool take_value(struct ed_str *rest, struct ed_json_member *ret)
{
    size_t n;

    ret->escaped = false;
    if (rest->n == 0) {
        return false;
    }
    if (rest->p[0] == '"') {
        ret->kind = ED_JSON_STRING;
        return take_string(rest, &ret->text, &ret->escaped);
    }
    if (rest->p[0] == '{' || rest->p[0] == '[') {
        ret->kind = rest->p[0] == '{' ? ED_JSON_OBJECT : ED_JSON_ARRAY;
        n = nested_length(*rest);
    } else {
        n = bare_length(*rest, &ret->kind);
    }
    if (n == SIZE_MAX) {
        return false;
    }
    ret->text = ed_str(rest->p, n);
    advance(rest, n);
    return true;
}

static bool begin(struct ed_json_flat *flat, struct ed_str text, char opener, char closer)
{
    *flat = (struct ed_json_flat){.rest = text, .closer = closer};
    skip_space(&flat->rest);
    flat->failed = flat->rest.n == 0 || flat->rest.p[0] != opener;
    if (!flat->failed) {
        advance(&flat->rest, 1);
    }
    return !flat->failed;
}

bool ed_json_flat_begin(struct ed_json_flat *flat, struct ed_str object)
{
    return begin(flat, object, '{', '}');
}

bool ed_json_flat_begin_array(struct ed_json_flat *flat, struct ed_str array)
{
    return begin(flat, array, '[', ']');
}

/* A member at the front, behind the comma. */
static bool take_member(struct ed_str *rest, bool keyed, struct ed_json_member *ret)
{
    bool escaped;

    ret->key = ED_STR_NONE;
    if (keyed) {
        if (!take_string(rest, &ret->key, &escaped)) {
            return false;
        }
        skip_space(rest);
        if (rest->n == 0 || rest->p[0] != ':') {
            return false;
        }
        advance(rest, 1);
        skip_space(rest);
    }
    return take_value(rest, ret);
}

bool ed_json_flat_next(struct ed_json_flat *flat, struct ed_json_member *ret)
{
    struct ed_str *rest = &flat->rest;

    if (flat->failed || flat->ended) {
        return false;
    }
    skip_space(rest);
    if (rest->n && rest->p[0] == flat->closer) {
        advance(rest, 1);
        skip_space(rest);
        flat->ended = true;
        return false;
    }
    if (flat->begun) {
        if (rest->n == 0 || rest->p[0] != ',') {
            flat->failed = true;
            return false;
        }
        advance(rest, 1);
        skip_space(rest);
    }
    flat->begun = true;
    flat->failed = !take_member(rest, flat->closer == '}', ret);
    return !flat->failed;
}

bool ed_json_flat_whole(const struct ed_json_flat *flat)
{
    return flat->ended && flat->rest.n == 0;
}

/* s begins with "\u". Bytes written and, in *ret_taken, read; 0 when it is no escape. */
static size_t decode_unicode(struct ed_str s, char *out, size_t *ret_taken)
{
    uint32_t cp, low;
    bool pair;

    *ret_taken = 6;
    if (ed_str_hex(s, 2, 4, &cp) != 4) {
        return 0;
    }
    if (cp >= 0xD800 && cp <= 0xDFFF) {
        pair = cp < 0xDC00 && ed_str_starts(ed_str_slice(s, 6, s.n), ED_STR("\\u")) && ed_str_hex(s, 8, 4, &low) == 4 &&
               low >= 0xDC00 && low <= 0xDFFF;
        *ret_taken = pair ? 12 : 6;
        cp = pair ? 0x10000 + ((cp - 0xD800) << 10 | (low - 0xDC00)) : 0xFFFD;
    }
    return ed_utf8_encode(cp ? cp : 0xFFFD, out);
}

struct ed_str ed_json_unescape(struct ed_arena *arena, const struct ed_json_member *member)
{
    static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    struct ed_str s = member->text;
    size_t n = 0;
    char *out;

    if (member->kind != ED_JSON_STRING || !member->escaped) {
        return s;
    }
    out = ed_arena_alloc(arena, s.n);
    while (s.n) {
        size_t plain = ed_json_plain(s.p, s.n), taken = 1, put;
        const char *letter;

        memcpy(out + n, s.p, plain);
        n += plain;
        advance(&s, plain);
        if (s.n == 0) {
            break;
        }
        out[n] = s.p[0];
        put = 1;
        if (s.p[0] == '\\' && s.n > 1 && s.p[1] == 'u') {
            put = decode_unicode(s, out + n, &taken);
            if (put == 0) {
                put = taken = 1;
                out[n] = '\\';
            }
        } else if (s.p[0] == '\\' && s.n > 1 && s.p[1] && (letter = strchr(letters, s.p[1])) != NULL) {
            out[n] = means[letter - letters];
            taken = 2;
        }
        n += put;
        advance(&s, taken);
    }
    return ed_str(out, n);
}

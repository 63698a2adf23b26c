/*
 * mask.c: one walk over the line, a token at a time: what stands in quotes, an address, a path, else words and numbers.
 * Time grows with the line alone: a quote is looked for over QUOTED bytes at most.
 */
#include "diag/mask.h"

#define QUOTED     160 /* bytes between quotes; more is no name */
#define HEX_LEAST  7   /* letters and digits of hex; from there on it is an id */
#define TOKEN_MOST 512 /* bytes of a token that are looked at: what follows is another one */

static bool is_hex(char c)
{
    return ed_is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/* Ends a token: what paths, tests and addresses do not hold. */
static bool is_stop(char c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '\v':
    case '\f':
    case '"':
    case '\'':
    case '`':
    case ',':
    case ';':
    case '<':
    case '>':
    case '(':
    case ')':
    case '{':
    case '}':
    case '|':
        return true;
    default:
        return false;
    }
}

/* Bytes of what stands in quotes at s, quotes counted in; 0: no quote begins here. */
static size_t quoted(struct ed_str s, bool glued)
{
    char open = s.p[0];
    size_t end;

    if (glued || !is_quote(open)) {
        return 0;
    }
    end = ed_str_find_byte(ed_str_slice(s, 0, QUOTED), open, 1);
    if (end == SIZE_MAX || end == 1 || (open == '\'' && end + 1 < s.n && ed_is_alpha(s.p[end + 1]))) {
        return 0;
    }
    return end + 1;
}

/* Bytes of the token, and what it is. */
struct token {
    size_t n;
    bool path, url, hex, digits;
};

static struct token token_at(struct ed_str s)
{
    struct token t = {.hex = true, .digits = true};
    bool url = false, letter = false, digit = false, slash = false, word = false, brackets = false;

    s = ed_str_slice(s, 0, TOKEN_MOST);
    for (; t.n < s.n; t.n++) {
        char c = s.p[t.n];

        if (is_stop(c) && !(brackets && c != ' ' && c != '\t')) {
            break;
        }
        url |= c == ':' && ed_str_starts(ed_str_slice(s, t.n, s.n), ED_STR("://"));
        slash |= c == '/' || c == '\\';
        word |= ed_is_word(c);
        letter |= ed_is_alpha(c);
        digit |= ed_is_digit(c);
        t.digits &= ed_is_digit(c) || c == '/' || c == '.';
        t.hex &= is_hex(c) || c == '-';
        brackets |= slash && c == '[';
    }
    t.url = url;
    while (t.n > 1 && (s.p[t.n - 1] == ':' || s.p[t.n - 1] == '.')) {
        t.n--;
    }
    t.path = slash && word && letter;
    t.hex &= t.n >= HEX_LEAST && digit && letter;
    return t;
}

/* Bytes of a unit of time that ends the word at s. */
static size_t unit(struct ed_str s)
{
    static const char *const units[] = {"ms", "us", "ns", "s", "m", "h"};

    for (size_t i = 0; i < ED_ARRAY_LEN(units); i++) {
        size_t n = strlen(units[i]);

        if (ed_str_starts(s, ed_str_c(units[i])) && (s.n == n || !ed_is_alpha(s.p[n]))) {
            return n;
        }
    }
    return 0;
}

/* A number at s, its fraction and a unit behind it; bytes. */
static size_t number(struct ed_str s, struct ed_buf *out)
{
    size_t n = ed_str_digits(s, 0), more, time;

    while (n < s.n && ed_is_among(".,:", s.p[n]) && (more = ed_str_digits(s, n + 1)) > 0) {
        n += 1 + more;
    }
    time = unit(ed_str_slice(s, n, s.n));
    while (time && ed_str_digits(s, n + time)) { /* "1m30s" */
        n += time + ed_str_digits(s, n + time);
        time = unit(ed_str_slice(s, n, s.n));
    }
    ed_buf_text(out, time ? "<time>" : "<n>");
    return n + time;
}

/* A word: its letters stay; its figures do when they belong to a code, as E0308. */
static size_t word(struct ed_str s, struct ed_buf *out)
{
    size_t n = 0, capitals = 0;

    while (n < s.n && s.p[n] >= 'A' && s.p[n] <= 'Z') {
        n++;
    }
    capitals = n && n <= 6 ? ed_str_digits(s, n) : 0;
    if (capitals >= 2 && (n + capitals == s.n || !ed_is_word(s.p[n + capitals]))) {
        ed_buf_append(out, s.p, n + capitals);
        return n + capitals;
    }
    for (n = 0; n < s.n && (ed_is_alpha(s.p[n]) || s.p[n] == '_' || (unsigned char)s.p[n] >= 0x80);) {
        n++;
    }
    ed_buf_append(out, s.p, n);
    return n;
}

/* glued: to a word before it; begins: a token does. */
static size_t one(struct ed_str s, bool glued, bool begins, struct ed_buf *out)
{
    size_t n = quoted(s, glued);
    struct token t;

    if (n) {
        ed_buf_byte(out, s.p[0]);
        ed_buf_text(out, "<str>");
        ed_buf_byte(out, s.p[0]);
        return n;
    }
    if (begins && !is_stop(s.p[0])) {
        t = token_at(s);
        if (t.url || t.path || t.hex) {
            ed_buf_text(out, t.url ? "<url>" : t.path ? "<path>" : "<hex>");
            return t.n;
        }
    }
    if (s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x' && is_hex(s.p[2])) {
        for (n = 2; n < s.n && is_hex(s.p[n]);) {
            n++;
        }
        ed_buf_text(out, "<hex>");
        return n;
    }
    if (ed_is_digit(s.p[0])) {
        return number(s, out);
    }
    n = word(s, out);
    if (n == 0) {
        ed_buf_byte(out, s.p[0]);
        n = 1;
    }
    return n;
}

void ed_mask(struct ed_str line, struct ed_buf *out)
{
    size_t from = out->n;
    bool glued = false, blank = false;

    line = ed_str_trim(line);
    for (size_t i = 0; i < line.n && out->n - from < ED_MASK_MOST;) {
        if (ed_is_space(line.p[i])) {
            blank = true;
            glued = false;
            i++;
            continue;
        }
        if (blank) {
            ed_buf_byte(out, ' ');
            blank = false;
        }
        i += one(ed_str_slice(line, i, line.n), glued,
                 i == 0 || is_stop(line.p[i - 1]) || line.p[i - 1] == '=' || line.p[i - 1] == '[', out);
        glued = i > 0 && ed_is_word(line.p[i - 1]);
    }
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

/* Bytes before the first figure, eight looked at at a time. */
static size_t plain(struct ed_str s)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t n = 0;

    for (uint64_t v; n + sizeof(v) <= s.n; n += sizeof(v)) {
        memcpy(&v, s.p + n, sizeof(v));
        v ^= ones * '0'; /* a figure is less than ten now */
        v = ~(((v & ones * 0x7F) + ones * (0x80 - 10)) | v) & ones * 0x80;
        if (v) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
            v = __builtin_bswap64(v);
#endif
            return n + (size_t)__builtin_ctzll(v) / 8;
        }
    }
    while (n < s.n && !ed_is_digit(s.p[n])) {
        n++;
    }
    return n;
}

/* Less than eight bytes in one word, a different one for each text of a length. */
static uint64_t few(struct ed_str s)
{
    uint32_t front, back;

    if (s.n >= sizeof(front)) {
        memcpy(&front, s.p, sizeof(front));
        memcpy(&back, s.p + s.n - sizeof(back), sizeof(back));
        return front | (uint64_t)back << 32;
    }
    return s.n == 0 ? 0
                    : (uint64_t)(unsigned char)s.p[0] | (uint64_t)(unsigned char)s.p[s.n / 2] << 8 |
                          (uint64_t)(unsigned char)s.p[s.n - 1] << 16;
}

/* Words of eight bytes; the last one holds bytes of the one before it where the text is not as long. */
static uint64_t mix_text(uint64_t hash, struct ed_str s)
{
    uint64_t word;

    hash += s.n;
    if (s.n < sizeof(word)) {
        return mix(hash, few(s));
    }
    for (size_t i = 0; i + sizeof(word) < s.n; i += sizeof(word)) {
        memcpy(&word, s.p + i, sizeof(word));
        hash = mix(hash, word);
    }
    memcpy(&word, s.p + s.n - sizeof(word), sizeof(word));
    return mix(hash, word);
}

uint64_t ed_mask_key(struct ed_str line)
{
    uint64_t hash = 1;

    for (size_t i = 0; i < line.n;) {
        size_t end = i + plain(ed_str_slice(line, i, line.n)), figures = ed_str_digits(line, end);

        hash = mix_text(hash, ed_str_slice(line, i, end));
        i = end + figures;
        if (end > 0 && line.p[end - 1] >= 'A' && line.p[end - 1] <= 'Z') { /* E0308 */
            hash = mix_text(hash, ed_str_slice(line, end, i));
        } else if (figures) {
            while (figures && line.p[i - figures] == '0') {
                figures--;
            }
            hash = mix(hash, figures ? 1 : 0);
        }
    }
    return hash;
}

/* Bytes of "^[[31m" at s, or 0. */
static size_t colour(struct ed_str s)
{
    size_t n = 3;

    if (!ed_str_starts(s, ED_STR("^[["))) {
        return 0;
    }
    while (n < s.n && n < 24 && (ed_is_digit(s.p[n]) || s.p[n] == ';')) {
        n++;
    }
    return n < s.n && ed_is_among("mK", s.p[n]) ? n + 1 : 0;
}

struct ed_str ed_mask_uncolour(struct ed_str line, struct ed_buf *room)
{
    if (ed_str_find_byte(line, '^', 0) == SIZE_MAX || ed_str_find(line, ED_STR("^[["), 0) == SIZE_MAX) {
        return line;
    }
    ed_buf_reset(room);
    for (size_t i = 0; i < line.n;) {
        size_t n = colour(ed_str_slice(line, i, line.n));

        if (n == 0) {
            ed_buf_byte(room, line.p[i++]);
        }
        i += n;
    }
    return ed_buf_view(room);
}

/*
 * words.c: numbers as text, and foreign text as lines. The shortest text of a double is found by printing it with 15,
 * 16 and 17 significant digits and taking the first that reads back as the same value; 17 always do (IEEE 754
 * binary64).
 */
#include "render/words.h"

#include "base/utf8.h"

/* Whole numbers up to here have a double of their own. */
#define EXACT_WHOLE 9007199254740992.0

bool ed_words_number(double value, char ret_text[ED_WORDS_NUMBER])
{
    ret_text[0] = '\0';
    if (__builtin_isnan(value) || __builtin_isinf(value)) {
        return false;
    }
    if (value == 0) {
        snprintf(ret_text, ED_WORDS_NUMBER, "0"); /* also for -0 */
        return true;
    }
    if (value > -EXACT_WHOLE && value < EXACT_WHOLE && value == (double)(int64_t)value) {
        snprintf(ret_text, ED_WORDS_NUMBER, "%" PRId64, (int64_t)value);
        return true;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(ret_text, ED_WORDS_NUMBER, "%.*g", digits, value);
        if (strtod(ret_text, NULL) == value) {
            break;
        }
    }
    return true;
}

void ed_words_rounded(double value, char ret_text[ED_WORDS_NUMBER])
{
    bool huge = !(value > -EXACT_WHOLE / 100 && value < EXACT_WHOLE / 100);

    if (!huge) {
        value = (double)(int64_t)(value * 100 + (value < 0 ? -0.5 : 0.5)) / 100;
    }
    if (!ed_words_number(value, ret_text)) {
        snprintf(ret_text, ED_WORDS_NUMBER, "-");
    }
}

void ed_words_size(uint64_t bytes, char ret_text[ED_WORDS_NUMBER])
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
    uint64_t unit = 1000, tenths;
    size_t i = 0;

    if (bytes < 1000) {
        snprintf(ret_text, ED_WORDS_NUMBER, bytes == 1 ? "%" PRIu64 " byte" : "%" PRIu64 " bytes", bytes);
        return;
    }
    /* 999,950 would read "1000.0 kB": from there on it is the next unit's. */
    while (i + 1 < ED_ARRAY_LEN(units) && bytes >= unit * 1000 - unit / 20) {
        unit *= 1000;
        i++;
    }
    tenths = bytes / (unit / 10) + (bytes % (unit / 10) >= unit / 20);
    snprintf(ret_text, ED_WORDS_NUMBER, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10, units[i]);
}

void ed_words_count(struct ed_buf *buf, uint64_t n, const char *one, const char *many)
{
    ed_buf_printf(buf, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

void ed_words_block(struct ed_buf *buf, struct ed_str text)
{
    while (text.n > 0 && (text.p[text.n - 1] == '\n' || text.p[text.n - 1] == '\r')) {
        text.n--;
    }
    while (text.n > 0) {
        bool more = ed_str_find_byte(text, '\n', 0) != SIZE_MAX;
        struct ed_str line = ed_str_cut(&text, '\n');

        if (more && line.n > 0 && line.p[line.n - 1] == '\r') {
            line.n--;
        }
        while (line.n > 0) {
            bool tab = ed_str_find_byte(line, '\t', 0) != SIZE_MAX;

            ed_utf8_visible(buf, ed_str_cut(&line, '\t'), /* keep_lines= */ false);
            ed_buf_text(buf, tab ? "\t" : "");
        }
        ed_buf_text(buf, more ? "\n" : "");
    }
}

/* Whether an order may begin with this byte: "::" first on its line but for blanks (all that is not ASCII is taken for
   one), or "##[" and "##vso[" anywhere, of which this is the second. */
static bool is_order(struct ed_str text, size_t at, bool beginning)
{
    struct ed_str rest = ed_str_slice(text, at, text.n);

    return (beginning && ed_str_starts(rest, ED_STR("::"))) ||
           (at > 0 && text.p[at - 1] == '#' &&
            (ed_str_starts(rest, ED_STR("#[")) || ed_str_starts(rest, ED_STR("#vso["))));
}

void ed_words_tame(struct ed_buf *buf, size_t from)
{
    bool beginning = true;
    struct ed_str text;
    struct ed_buf raw;

    ed_buf_init(&raw, /* max= */ 0);
    ed_buf_str(&raw, ed_str_slice(ed_buf_view(buf), from, buf->n));
    text = ed_buf_view(&raw);
    buf->n = from;
    for (size_t i = 0; i < text.n; i++) {
        char c = text.p[i];

        ed_buf_byte(buf, c);
        ed_buf_text(buf, is_order(text, i, beginning) ? " " : "");
        beginning = c == '\n' || (beginning && (ed_is_space(c) || (unsigned char)c >= 0x80));
    }
    ed_buf_done(&raw);
}

size_t ed_words_span(struct ed_str s)
{
    size_t end = s.n && s.p[0] == '`' ? ed_str_find_byte(s, '`', 1) : SIZE_MAX;

    if (end == SIZE_MAX || end == 1 || ed_str_find_byte(ed_str_slice(s, 0, end), '\n', 0) != SIZE_MAX) {
        return 0;
    }
    return end + 1;
}

/*
 * md.c: three ways for foreign text into Markdown. In prose a backslash stands in front of what could be markup where
 * it stands, so that the source stays readable. In code inside a line backslashes do not work, and a table's bars cut
 * even code: where backticks do not do, character references do, in HTML's own element. A block's fence is longer than
 * any run of its character in the text (CommonMark 4.5).
 */
#include "render/md.h"

#include "base/utf8.h"
#include "render/words.h"

#define FENCE_LEAST 3

/* Whether the character can be markup where it stands. `before` is '\n' at the beginning of a line; `numbered`: it has
   nothing but digits in front. */
static bool is_markup(char c, char before, char after, bool numbered)
{
    if (ed_is_among("\\`*[]<|~$&", c)) {
        return true;
    }
    if (c == '_') { /* inside a word it stands for itself */
        return !ed_is_word(before) || !ed_is_word(after);
    }
    if (c == '.' || c == ')') { /* a list's mark */
        return numbered;
    }
    return before == '\n' && ed_is_among("#+->=", c);
}

void ed_md_prose(struct ed_buf *buf, struct ed_str text, const char *breaks, size_t most)
{
    struct ed_buf visible;
    size_t from = buf->n, len;
    bool numbered = false;
    char before = '\n';

    ed_buf_init(&visible, /* max= */ 0);
    ed_words_block(&visible, ed_words_front(ed_str_trim(text), most));
    for (size_t at = 0; at < visible.n; at += len) {
        struct ed_str rest = ed_str_slice(ed_buf_view(&visible), at, visible.n);
        size_t code = ed_words_span(rest);
        char c = rest.p[0];

        ed_utf8_next(rest, &len);
        if (buf->n - from + code >= most) {
            ed_buf_text(buf, "...");
            break;
        }
        if (code) {
            ed_buf_append(buf, rest.p, code);
            len = code;
        } else if (c == '\n') {
            ed_buf_text(buf, before == '\n' ? "" : breaks); /* an empty line would end the paragraph */
        } else if (c == ' ' || c == '\t') {
            ed_buf_text(buf, before == '\n' ? "" : " ");
            c = before == '\n' ? '\n' : ' ';
        } else {
            ed_buf_text(buf, is_markup(c, before, rest.n > 1 ? rest.p[1] : '\0', numbered) ? "\\" : "");
            ed_buf_append(buf, rest.p, len);
        }
        numbered = ed_is_digit(c) && (before == '\n' || numbered);
        before = c;
    }
    ed_buf_done(&visible);
}

/* What a pair of backticks around it keeps as it is. */
static bool fits_ticks(struct ed_str visible)
{
    return ed_str_find_byte(visible, '`', 0) == SIZE_MAX && ed_str_find_byte(visible, '|', 0) == SIZE_MAX;
}

void ed_md_code(struct ed_buf *buf, struct ed_str text, size_t most)
{
    struct ed_buf visible;
    struct ed_str all;
    size_t from, len;
    bool ticks, pad;

    if (text.n == 0) {
        return;
    }
    ed_buf_init(&visible, /* max= */ 0);
    ed_utf8_visible(&visible, ed_words_front(text, most), /* keep_lines= */ false);
    all = ed_buf_view(&visible);
    ticks = fits_ticks(all);
    pad = ticks && (all.p[0] == ' ' || all.p[all.n - 1] == ' '); /* one blank at each side is taken off again */
    ed_buf_text(buf, !ticks ? "<code>" : pad ? "` " : "`");
    from = buf->n;
    for (size_t at = 0; at < all.n; at += len) {
        struct ed_str rest = ed_str_slice(all, at, all.n);

        ed_utf8_next(rest, &len);
        if (buf->n - from >= most) {
            ed_buf_text(buf, "...");
            break;
        }
        if (!ticks && (unsigned char)rest.p[0] < 0x80 && !ed_is_alpha(rest.p[0]) && !ed_is_digit(rest.p[0]) &&
            rest.p[0] != ' ') {
            ed_buf_printf(buf, "&#%d;", rest.p[0]);
        } else {
            ed_buf_append(buf, rest.p, len);
        }
    }
    ed_buf_text(buf, !ticks ? "</code>" : pad ? " `" : "`");
    ed_buf_done(&visible);
}

static size_t longest_run(struct ed_str text, char c)
{
    size_t longest = 0, run = 0;

    for (size_t i = 0; i < text.n; i++) {
        run = text.p[i] == c ? run + 1 : 0;
        longest = ED_MAX(longest, run);
    }
    return longest;
}

void ed_md_block(struct ed_buf *buf, struct ed_str text, size_t indent, size_t most)
{
    struct ed_buf visible;
    struct ed_str rest;
    size_t fence;

    ed_buf_init(&visible, /* max= */ 0);
    ed_words_block(&visible, ed_words_front(text, most));
    rest = ed_buf_view(&visible);
    if (rest.n > most) {
        while (most > 0 && ((unsigned char)rest.p[most] & 0xC0) == 0x80) { /* not inside a character */
            most--;
        }
        visible.n = most;
        ed_buf_text(&visible, "...");
        rest = ed_buf_view(&visible);
    }
    fence = ED_MAX(longest_run(rest, '`') + 1, (size_t)FENCE_LEAST);
    ed_buf_fill(buf, ' ', indent);
    ed_buf_fill(buf, '`', fence);
    ed_buf_text(buf, "text\n");
    while (rest.n > 0) {
        struct ed_str line = ed_str_cut(&rest, '\n');

        ed_buf_fill(buf, ' ', line.n ? indent : 0);
        ed_buf_str(buf, line);
        ed_buf_byte(buf, '\n');
    }
    ed_buf_fill(buf, ' ', indent);
    ed_buf_fill(buf, '`', fence);
    ed_buf_byte(buf, '\n');
    ed_buf_done(&visible);
}

/*
 * markup.c: the five characters of markup become entities that XML and HTML share, and the two code points that XML
 * forbids and that are no controls are made visible by their numbers. "]]>" needs nothing more: its last character is
 * one of the five.
 */
#include "render/markup.h"

#include "base/utf8.h"
#include "render/words.h"

static void put(struct ed_buf *buf, uint32_t cp, struct ed_str as_is)
{
    switch (cp) {
    case '&':
        ed_buf_text(buf, "&amp;");
        break;
    case '<':
        ed_buf_text(buf, "&lt;");
        break;
    case '>':
        ed_buf_text(buf, "&gt;");
        break;
    case '"':
        ed_buf_text(buf, "&quot;");
        break;
    case '\'':
        ed_buf_text(buf, "&#39;");
        break;
    case 0xFFFE:
    case 0xFFFF:
        ed_buf_printf(buf, "\\u{%x}", (unsigned)cp);
        break;
    default:
        ed_buf_str(buf, as_is);
        break;
    }
}

static void escape(struct ed_buf *buf, struct ed_str visible, size_t most)
{
    size_t from = buf->n, len = 0;

    for (size_t at = 0; at < visible.n; at += len) {
        uint32_t cp = ed_utf8_next(ed_str_slice(visible, at, visible.n), &len);

        if (buf->n - from >= most) {
            ed_buf_text(buf, "...");
            return;
        }
        put(buf, cp, ed_str_slice(visible, at, at + len));
    }
}

void ed_markup_visible(struct ed_buf *buf, struct ed_str visible)
{
    escape(buf, visible, ED_MARKUP_ALL);
}

void ed_markup_line(struct ed_buf *buf, struct ed_str text, size_t most)
{
    struct ed_buf visible;

    ed_buf_init(&visible, /* max= */ 0);
    ed_utf8_visible(&visible, ed_words_front(text, most), /* keep_lines= */ false);
    escape(buf, ed_buf_view(&visible), most);
    ed_buf_done(&visible);
}

void ed_markup_block(struct ed_buf *buf, struct ed_str text, size_t most)
{
    struct ed_buf visible;

    ed_buf_init(&visible, /* max= */ 0);
    ed_words_block(&visible, ed_words_front(text, most));
    escape(buf, ed_buf_view(&visible), most);
    ed_buf_done(&visible);
}

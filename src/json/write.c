/*
 * write.c: the writer. The only state is whether a level has items yet, and whether a key was just written. Text is
 * copied in runs; what JSON forbids is escaped, what UTF-8 forbids is replaced, so nothing foreign can end a string
 * early.
 */
#include "json/write.h"

#include "base/utf8.h"
#include "json/scan.h"

/* Longest "%.17f" of a double: sign, 309 digits, point, 17 digits. */
#define DOUBLE_TEXT     336
#define DOUBLE_DECIMALS 17

void ed_json_out_init(struct ed_json_out *out, struct ed_buf *buf, unsigned indent)
{
    *out = (struct ed_json_out){.buf = buf, .indent = indent};
}

static void new_line(struct ed_json_out *out)
{
    if (out->indent) {
        ed_buf_byte(out->buf, '\n');
        ed_buf_fill(out->buf, ' ', (size_t)out->indent * out->depth);
    }
}

/* What stands in front of an item: nothing behind a key or at the top, else a comma and a line. */
static void before_item(struct ed_json_out *out)
{
    if (out->after_key) {
        out->after_key = false;
        return;
    }
    if (out->depth == 0) {
        return;
    }
    if (out->has_items[out->depth]) {
        ed_buf_byte(out->buf, ',');
    }
    out->has_items[out->depth] = true;
    new_line(out);
}

static void open_level(struct ed_json_out *out, char bracket)
{
    before_item(out);
    ed_buf_byte(out->buf, bracket);
    if (out->depth + 1 >= ED_JSON_WRITE_DEPTH) {
        assert(!"ED_JSON_WRITE_DEPTH");
        out->buf->full = true;
        return;
    }
    out->has_items[++out->depth] = false;
}

static void close_level(struct ed_json_out *out, char bracket)
{
    bool items = out->has_items[out->depth];

    assert(out->depth > 0);
    out->depth -= out->depth > 0;
    if (items) {
        new_line(out);
    }
    ed_buf_byte(out->buf, bracket);
}

void ed_json_open_object(struct ed_json_out *out)
{
    open_level(out, '{');
}

void ed_json_close_object(struct ed_json_out *out)
{
    close_level(out, '}');
}

void ed_json_open_array(struct ed_json_out *out)
{
    open_level(out, '[');
}

void ed_json_close_array(struct ed_json_out *out)
{
    close_level(out, ']');
}

void ed_json_key_out(struct ed_json_out *out, const char *key)
{
    before_item(out);
    ed_json_escape(out->buf, ed_str_c(key));
    ed_buf_text(out->buf, out->indent ? ": " : ":");
    out->after_key = true;
}

void ed_json_str_out(struct ed_json_out *out, struct ed_str value)
{
    before_item(out);
    if (value.p) {
        ed_json_escape(out->buf, value);
    } else {
        ed_buf_text(out->buf, "null");
    }
}

void ed_json_int_out(struct ed_json_out *out, int64_t value)
{
    before_item(out);
    ed_buf_printf(out->buf, "%" PRId64, value);
}

void ed_json_uint_out(struct ed_json_out *out, uint64_t value)
{
    before_item(out);
    ed_buf_printf(out->buf, "%" PRIu64, value);
}

void ed_json_double_out(struct ed_json_out *out, double value, int decimals)
{
    char text[DOUBLE_TEXT];
    char *point;
    size_t n;

    if (!__builtin_isfinite(value)) {
        ed_json_null_out(out);
        return;
    }
    decimals = ED_MAX(0, ED_MIN(decimals, DOUBLE_DECIMALS));
    n = (size_t)snprintf(text, sizeof(text), "%.*f", decimals, value);
    if (decimals > 0) {
        point = text + n - (size_t)decimals - 1;
        *point = '.'; /* whatever the locale has there */
        while (text[n - 1] == '0') {
            n--;
        }
        n -= text + n - 1 == point;
    }
    before_item(out);
    ed_buf_str(out->buf, n == 2 && memcmp(text, "-0", 2) == 0 ? ED_STR("0") : ed_str(text, n));
}

void ed_json_bool_out(struct ed_json_out *out, bool value)
{
    before_item(out);
    ed_buf_text(out->buf, value ? "true" : "false");
}

void ed_json_null_out(struct ed_json_out *out)
{
    before_item(out);
    ed_buf_text(out->buf, "null");
}

void ed_json_raw_out(struct ed_json_out *out, struct ed_str json)
{
    before_item(out);
    ed_buf_str(out->buf, json);
}

void ed_json_member_str(struct ed_json_out *out, const char *key, struct ed_str value)
{
    if (value.p) {
        ed_json_key_out(out, key);
        ed_json_str_out(out, value);
    }
}

void ed_json_member_uint(struct ed_json_out *out, const char *key, uint64_t value)
{
    ed_json_key_out(out, key);
    ed_json_uint_out(out, value);
}

static void escape_byte(struct ed_buf *buf, unsigned char c)
{
    static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *at = memchr(plain, c, sizeof(plain) - 1);

    if (at) {
        ed_buf_byte(buf, '\\');
        ed_buf_byte(buf, letters[at - plain]);
    } else {
        ed_buf_printf(buf, "\\u%04x", (unsigned)c);
    }
}

/* Eight bytes of ASCII, of which DEL is none here. */
static bool ordinary(const char *p)
{
    uint64_t w;

    memcpy(&w, p, sizeof(w));
    return !((w | (w + 0x0101010101010101u)) & 0x8080808080808080u);
}

/* Text without anything that JSON wants escaped. Bad bytes are replaced; what a terminal would take for an order is
   written as its number, so that a report can be looked at with cat. */
static void plain_run(struct ed_buf *buf, struct ed_str run)
{
    size_t from = 0, i = 0, len;

    while (i < run.n) {
        uint32_t cp;

        if (run.n - i >= 8 && ordinary(run.p + i)) {
            i += 8;
            continue;
        }
        cp = ed_utf8_next(ed_str_slice(run, i, run.n), &len);
        if (cp == ED_UTF8_BAD || ed_utf8_steers(cp)) {
            ed_buf_append(buf, run.p + from, i - from);
            if (cp == ED_UTF8_BAD) {
                ed_buf_text(buf, "\xEF\xBF\xBD");
            } else {
                ed_buf_printf(buf, "\\u%04x", (unsigned)cp);
            }
            from = i + len;
        }
        i += len;
    }
    ed_buf_append(buf, run.p + from, run.n - from);
}

void ed_json_escape(struct ed_buf *buf, struct ed_str value)
{
    size_t i = 0;

    ed_buf_byte(buf, '"');
    while (i < value.n) {
        size_t n = ed_json_plain(value.p + i, value.n - i);

        plain_run(buf, ed_str_slice(value, i, i + n));
        i += n;
        if (i < value.n) {
            escape_byte(buf, (unsigned char)value.p[i++]);
        }
    }
    ed_buf_byte(buf, '"');
}

/* A string of JSON text with its quotes, from its opening quote on; returns its length. */
static size_t compact_string(struct ed_buf *buf, struct ed_str json)
{
    size_t i = 1;

    ed_buf_byte(buf, '"');
    while (i < json.n) {
        size_t n = ed_json_plain(json.p + i, json.n - i), next = i + n;

        plain_run(buf, ed_str_slice(json, i, next));
        if (next >= json.n || json.p[next] == '"') {
            ed_buf_byte(buf, '"');
            return ED_MIN(next + 1, json.n);
        }
        ed_buf_append(buf, json.p + next, ED_MIN((size_t)2, json.n - next)); /* a backslash and what it escapes */
        i = next + 2;
    }
    return json.n;
}

void ed_json_compact(struct ed_buf *buf, struct ed_str json)
{
    size_t i = 0;

    while (i < json.n) {
        if (json.p[i] == '"') {
            i += compact_string(buf, ed_str_slice(json, i, json.n));
            continue;
        }
        if (!ed_json_is_space(json.p[i])) {
            ed_buf_byte(buf, json.p[i]);
        }
        i++;
    }
}

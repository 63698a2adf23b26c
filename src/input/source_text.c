/*
 * source_text.c: what kind of text a feed is, and text of two or four bytes a character as UTF-8.
 *
 * The kind is told by a byte order mark, or guessed from where the NULs stand in the first bytes. It may change, for
 * shells append to a file in another one: wide text is looked at anew where a line begins, and in text of single bytes
 * a run of letters with a NUL behind or before each begins wide text. Such text without a NUL passes as it came. What
 * is no character becomes U+FFFD.
 *
 * Order of the file: kinds, binary files, decoding, the feed.
 */
#include "base/alloc.h"
#include "base/utf8.h"
#include "input/source_feed.h"

#define BLOCK (64 * ED_KIB)
/* Letters in a row that make wide text in the middle of text of single bytes, and bytes without a NUL that end it. */
#define WIDE_LETTERS 8
#define NARROW_BYTES 32

/* Kinds. */

enum kind { BYTES, UTF16_LE, UTF16_BE, UTF32_LE, UTF32_BE };

static size_t width(enum kind kind)
{
    return kind == BYTES ? 1 : kind < UTF32_LE ? 2 : 4;
}

static bool is_letter(char c)
{
    return (c >= ' ' && c <= '~') || (c >= '\t' && c <= '\r') || c == '\033';
}

/* NULs at each place of four bytes, and what else there is. */
struct census {
    size_t nuls[4], letters, others, n;
};

static struct census take_census(struct ed_str s)
{
    struct census census = {.n = s.n};

    for (size_t i = 0; i < s.n; i++) {
        census.nuls[i % 4] += s.p[i] == '\0';
        census.letters += is_letter(s.p[i]);
        census.others += s.p[i] != '\0' && !is_letter(s.p[i]);
    }
    return census;
}

static enum kind guess(struct ed_str head)
{
    struct census c = take_census(head);
    size_t quarter = c.n / 4, many = quarter * 3 / 10, few = quarter / 20;

    if (quarter < WIDE_LETTERS || c.others > c.letters || !memchr(head.p, '\0', 4)) {
        return BYTES; /* at least at its beginning */
    }
    if (c.nuls[1] > many && c.nuls[2] > quarter - few && c.nuls[3] > quarter - few && c.nuls[0] <= few) {
        return UTF32_LE;
    }
    if (c.nuls[2] > many && c.nuls[1] > quarter - few && c.nuls[0] > quarter - few && c.nuls[3] <= few) {
        return UTF32_BE;
    }
    if (c.nuls[1] + c.nuls[3] > 2 * many && c.nuls[0] + c.nuls[2] <= 2 * few) {
        return UTF16_LE;
    }
    if (c.nuls[0] + c.nuls[2] > 2 * many && c.nuls[1] + c.nuls[3] <= 2 * few) {
        return UTF16_BE;
    }
    return BYTES;
}

static enum kind kind_of(struct ed_str head)
{
    if (ed_str_starts(head, ED_STR("\xFF\xFE\0\0"))) {
        return UTF32_LE;
    }
    if (ed_str_starts(head, ED_STR("\0\0\xFE\xFF"))) {
        return UTF32_BE;
    }
    if (ed_str_starts(head, ED_STR("\xFF\xFE"))) {
        return UTF16_LE;
    }
    return ed_str_starts(head, ED_STR("\xFE\xFF")) ? UTF16_BE : guess(head);
}

bool ed_text_is_wide(struct ed_str head)
{
    return kind_of(head) != BYTES;
}

/* Whether letters stand in every second place from i on, and NULs in the others. */
static bool letters_from(struct ed_str s, size_t i, size_t nul)
{
    if (i + 2 * WIDE_LETTERS > s.n) {
        return false;
    }
    for (size_t k = 0; k < WIDE_LETTERS; k++, i += 2) {
        if (s.p[i + nul] != '\0' || !is_letter(s.p[i + 1 - nul])) {
            return false;
        }
    }
    return true;
}

/* Where wide text begins in text of single bytes, or s.n. */
static size_t find_wide(struct ed_str s, enum kind *ret_kind)
{
    const char *nul = s.p;

    for (size_t i = 0; i < s.n && (nul = memchr(s.p + i, '\0', s.n - i)) != NULL; i++) {
        i = (size_t)(nul - s.p);
        if (i > 0 && s.p[i - 1] != '\n' && letters_from(s, i - 1, /* nul */ 1)) {
            *ret_kind = UTF16_LE;
            return i - 1;
        }
        if (letters_from(s, i, /* nul */ 0)) {
            *ret_kind = UTF16_BE;
            return i;
        }
        while (i + 1 < s.n && s.p[i + 1] == '\0') {
            i++;
        }
    }
    return s.n;
}

/* Binary files. */

bool ed_text_is_binary(struct ed_str head)
{
    static const struct ed_str magics[] = {
        ED_STR_INIT("\x7F"
                    "ELF"),
        ED_STR_INIT("\x89PNG"),
        ED_STR_INIT("\xFF\xD8\xFF"),
        ED_STR_INIT("GIF8"),
        ED_STR_INIT("SQLite format 3"),
        ED_STR_INIT("%PDF-"),
        ED_STR_INIT("\xCA\xFE\xBA\xBE"),
        ED_STR_INIT("ElfFile"),
        ED_STR_INIT("KSHHRHLP"),
        ED_STR_INIT("\xD4\xC3\xB2\xA1"),
        ED_STR_INIT("\x0A\x0D\x0D\x0A"),
    };
    size_t control = 0, text = 0;

    for (size_t i = 0; i < ED_ARRAY_LEN(magics); i++) {
        if (ed_str_starts(head, magics[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < head.n; i++) {
        unsigned char c = (unsigned char)head.p[i];
        size_t run = 0;

        while (c == '\0' && i + run < head.n && head.p[i + run] == '\0') {
            run++;
        }
        if (run >= 16) { /* the hole of a sparse file */
            i += run - 1;
        } else if (c >= ' ' || (c >= '\a' && c <= '\r') || c == '\033' || c == '\036') {
            text++;
        } else {
            control++;
        }
    }
    return control * 20 > text + control;
}

/* Decoding. */

struct text {
    struct ed_feed feed;
    struct ed_feed *from;
    enum kind kind;
    struct ed_buf in, out; /* not decoded yet, and not handed out yet */
    size_t in_at, out_at;
    bool begun, line_begins, ended;
    enum ed_rc failed; /* said when what came before is handed out */
    struct ed_err why;
};

static uint32_t unit_at(const struct text *t, size_t at)
{
    const unsigned char *p = (const unsigned char *)t->in.p + at;

    switch (t->kind) {
    case UTF16_LE:
        return (uint32_t)p[0] | (uint32_t)p[1] << 8;
    case UTF16_BE:
        return (uint32_t)p[1] | (uint32_t)p[0] << 8;
    case UTF32_LE:
        return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    default:
        return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
    }
}

/* Whether a line of single bytes begins at in_at. *ret_unknown: that shows only when more is read. */
static bool line_is_narrow(const struct text *t, bool *ret_unknown)
{
    size_t n = ED_MIN(t->in.n - t->in_at, (size_t)NARROW_BYTES);

    for (size_t i = 0; i < n; i++) {
        if (!is_letter(t->in.p[t->in_at + i])) {
            return false;
        }
    }
    *ret_unknown = n < NARROW_BYTES && !t->ended;
    return !*ret_unknown && n > 0;
}

/* The character at in_at into *ret, and its length; 0 when more must be read first. */
static size_t character(const struct text *t, uint32_t *ret)
{
    size_t w = width(t->kind), left = t->in.n - t->in_at;
    uint32_t low;

    *ret = 0xFFFD;
    if (left < w) {
        return t->ended ? left : 0;
    }
    *ret = unit_at(t, t->in_at);
    if (w == 2 && *ret >= 0xD800 && *ret < 0xDC00) {
        if (left < 4 && !t->ended) {
            return 0;
        }
        low = left < 4 ? 0 : unit_at(t, t->in_at + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            *ret = 0x10000 + ((*ret - 0xD800) << 10) + (low - 0xDC00);
            return 4;
        }
    }
    if (*ret > 0x10FFFF || (*ret >= 0xD800 && *ret < 0xE000)) {
        *ret = 0xFFFD;
    }
    return w;
}

static void decode_wide(struct text *t)
{
    while (t->in_at < t->in.n) {
        bool unknown = false;
        uint32_t c = 0;
        size_t n;

        if (t->line_begins && line_is_narrow(t, &unknown)) {
            t->kind = BYTES;
            return;
        }
        n = unknown ? 0 : character(t, &c);
        if (n == 0) {
            return;
        }
        t->in_at += n;
        t->line_begins = c == '\n';
        if (c != 0xFEFF || t->begun) {
            ed_utf8_put(&t->out, c);
        }
        t->begun = true;
    }
}

static void decode_bytes(struct text *t)
{
    struct ed_str left = ed_str_slice(ed_buf_view(&t->in), t->in_at, t->in.n);
    enum kind kind = BYTES;
    size_t n = find_wide(left, &kind);

    ed_buf_append(&t->out, left.p, n);
    t->in_at += n;
    t->kind = kind;
    t->line_begins = false;
}

/* The feed. */

static void refill(struct text *t)
{
    size_t n = 0;

    ed_buf_shift(&t->in, t->in_at);
    t->in_at = 0;
    t->failed = ed_feed_read(t->from, ed_buf_room(&t->in, BLOCK), BLOCK, &n, &t->why);
    t->in.n += t->failed < 0 ? 0 : n;
    t->ended = t->failed < 0 || n == 0;
}

/* Bytes as they come, until wide text begins among them. */
static enum ed_rc pass(struct text *t, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    enum kind kind = BYTES;
    enum ed_rc rc = ed_feed_read(t->from, p, n, ret_n, err);
    size_t plain = rc < 0 ? 0 : find_wide(ed_str(p, *ret_n), &kind);

    if (rc == ED_OK && plain < *ret_n) {
        ed_buf_reset(&t->in);
        ed_buf_append(&t->in, p + plain, *ret_n - plain);
        t->in_at = 0;
        t->kind = kind;
        *ret_n = plain;
    }
    return rc;
}

static enum ed_rc text_read(struct ed_feed *feed, char *p, size_t n, size_t *ret_n, struct ed_err *err)
{
    struct text *t = (struct text *)(void *)feed;

    while (t->out_at == t->out.n) {
        ed_buf_reset(&t->out);
        t->out_at = 0;
        if (t->kind == BYTES && t->in_at < t->in.n) {
            decode_bytes(t);
        } else if (t->kind == BYTES && !t->ended) {
            enum ed_rc rc = pass(t, p, n, ret_n, err);

            if (rc < 0 || *ret_n > 0 || t->kind == BYTES) {
                return rc;
            }
        } else {
            decode_wide(t);
            if (t->out.n == 0 && t->in_at == t->in.n && t->ended) {
                *ret_n = 0;
                if (t->failed < 0 && err) {
                    *err = t->why;
                }
                return t->failed;
            }
            if (t->out.n == 0 && t->kind != BYTES) {
                refill(t);
            }
        }
    }
    *ret_n = ED_MIN(n, t->out.n - t->out_at);
    memcpy(p, t->out.p + t->out_at, *ret_n);
    t->out_at += *ret_n;
    return ED_OK;
}

static bool text_ready(const struct ed_feed *feed)
{
    const struct text *t = (const struct text *)(const void *)feed;

    return t->out_at < t->out.n || t->from->head_at < t->from->head_n || t->from->ready(t->from);
}

struct ed_feed *ed_text_new(struct ed_feed *from)
{
    struct text *t = ed_alloc_zero(1, sizeof(*t));

    t->feed.read = text_read;
    t->feed.ready = from->ready ? text_ready : NULL;
    t->from = from;
    t->kind = kind_of(ed_feed_peek(from));
    ed_buf_init(&t->in, /* max */ 0);
    ed_buf_init(&t->out, /* max */ 0);
    return &t->feed;
}

void ed_text_free(struct ed_feed *text)
{
    struct text *t = (struct text *)(void *)text;

    if (t) {
        ed_buf_done(&t->in);
        ed_buf_done(&t->out);
        ed_free(t);
    }
}

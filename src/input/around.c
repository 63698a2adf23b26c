/*
 * around.c: what loggers put around the message itself, behind their prefix: klog's quotes, Ray's count of repeats,
 * rich's column at the end of a line. Nothing is taken off that is not whole; the body then stays as it is.
 */
#include "input/around.h"

/* Go's quoted string at the front of s, unescaped to *out; bytes it takes, or 0. */
static size_t unquote(struct ed_str s, char *out, size_t *ret_n)
{
    size_t i = 1, n = 0;

    if (s.n < 2 || s.p[0] != '"') {
        return 0;
    }
    for (; i < s.n && s.p[i] != '"'; i++) {
        char c = s.p[i];

        if (c == '\\' && i + 1 < s.n) {
            c = s.p[++i];
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        }
        out[n++] = c;
    }
    *ret_n = n;
    return i < s.n ? i + 1 : 0;
}

/* klog's structured lines: "message" err="text" key="value". The message and what went wrong are unquoted, keys stay.
 */
void ed_around_quotes(struct ed_arena *arena, struct ed_peel *ret)
{
    struct ed_str s = ret->body, err = ED_STR(" err=\"");
    size_t n = 0, more = 0, at, end;
    char *out;

    if (!s.n || s.p[0] != '"') {
        return;
    }
    out = ed_arena_alloc(arena, s.n);
    at = unquote(s, out, &n);
    if (at == 0 || (at < s.n && s.p[at] != ' ')) {
        return;
    }
    end = ed_str_find(s, err, at);
    if (end != SIZE_MAX) {
        size_t value = end + err.n - 1, taken;

        memcpy(out + n, s.p + at, value - at);
        n += value - at;
        taken = unquote(ed_str_slice(s, value, s.n), out + n, &more);
        at = value + taken;
        n += taken ? more : 0;
    }
    memcpy(out + n, s.p + at, s.n - at);
    ret->body = ed_str(out, n + s.n - at);
    ret->decoded = true;
}

void ed_around_repeat(struct ed_peel *ret)
{
    struct ed_str s = ret->body, head = ED_STR(" [repeated "), rest;
    uint64_t times = 0;
    size_t at = SIZE_MAX;

    if (!s.n || (s.p[s.n - 1] != ']' && s.p[s.n - 1] != ')')) {
        return;
    }
    for (size_t next = ed_str_find(s, head, 0); next != SIZE_MAX; next = ed_str_find(s, head, next + 1)) {
        at = next;
    }
    rest = at != SIZE_MAX ? ed_str_slice(s, at + head.n, s.n) : ED_STR_NONE;
    if (ed_str_u64(ed_str_cut(&rest, 'x'), &times) && times <= UINT32_MAX &&
        ed_str_starts(rest, ED_STR(" across cluster]"))) {
        ret->told.repeat = (uint32_t)times;
        ret->body = ed_str_slice(s, 0, at);
    }
}

void ed_around_column(struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str s = ret->body, tail, file;
    const char *blank = s.n ? memrchr(s.p, ' ', s.n) : NULL;
    uint64_t number = 0;

    if (!blank) {
        return;
    }
    tail = ed_str_slice(s, (size_t)(blank - s.p) + 1, s.n);
    file = ed_str_cut(&tail, ':');
    if (!ed_str_ends(file, ED_STR(".py")) || !ed_str_u64(tail, &number)) {
        return;
    }
    meta->file = file;
    meta->file_line = number;
    while (blank > s.p && blank[-1] == ' ') {
        blank--;
    }
    ret->body = ed_str(s.p, (size_t)(blank - s.p));
}

/*
 * err.c: fills struct ed_err. Texts that do not fit are cut at a whole UTF-8 character and end in "...": an error
 * message is never a reason for another error.
 */
#include "base/err.h"

static void cut_mark(char *text, size_t cap)
{
    static const char mark[] = "...";
    size_t n = cap - sizeof(mark);

    while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80) {
        n--;
    }
    memcpy(text + n, mark, sizeof(mark));
}

ED_PRINTF(3, 0) static void put(char *text, size_t cap, const char *fmt, va_list args)
{
    int n = vsnprintf(text, cap, fmt, args);

    if (n < 0) {
        text[0] = '\0';
    } else if ((size_t)n >= cap) {
        cut_mark(text, cap);
    }
}

static void put_text(char *text, size_t cap, const char *from)
{
    size_t n = strlen(from);

    memcpy(text, from, ED_MIN(n, cap - 1));
    text[ED_MIN(n, cap - 1)] = '\0';
    if (n >= cap) {
        cut_mark(text, cap);
    }
}

static void clear(struct ed_err *err, enum ed_rc rc)
{
    err->rc = rc;
    err->message[0] = err->source[0] = err->pointer[0] = '\0';
    err->line = 0;
}

enum ed_rc ed_err_set(struct ed_err *err, enum ed_rc rc, const char *fmt, ...)
{
    va_list args;

    if (!err) {
        return rc;
    }
    clear(err, rc);
    va_start(args, fmt);
    put(err->message, sizeof(err->message), fmt, args);
    va_end(args);
    return rc;
}

enum ed_rc ed_err_errno(struct ed_err *err, enum ed_rc rc, int errnum, const char *fmt, ...)
{
    va_list args;
    size_t n;

    if (!err) {
        return rc;
    }
    clear(err, rc);
    va_start(args, fmt);
    put(err->message, sizeof(err->message), fmt, args);
    va_end(args);
    n = strlen(err->message);
    snprintf(err->message + n, sizeof(err->message) - n, ": %s", strerror(errnum));
    return rc;
}

void ed_err_at(struct ed_err *err, const char *source, uint64_t line, const char *pointer)
{
    if (!err) {
        return;
    }
    if (source) {
        put_text(err->source, sizeof(err->source), source);
    }
    if (line) {
        err->line = line;
    }
    if (pointer) {
        put_text(err->pointer, sizeof(err->pointer), pointer);
    }
}

void ed_err_prefix(struct ed_err *err, const char *fmt, ...)
{
    char old[sizeof(err->message)];
    va_list args;
    size_t n;

    if (!err) {
        return;
    }
    memcpy(old, err->message, sizeof(old));
    va_start(args, fmt);
    put(err->message, sizeof(err->message), fmt, args);
    va_end(args);
    n = strlen(err->message);
    put_text(err->message + n, sizeof(err->message) - n, old);
}

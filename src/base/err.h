/*
 * err.h: return codes, and the words of a failure.
 *
 * A function that can fail returns enum ed_rc. Above zero stands a named result that is no error; below zero a failure.
 * A failure that a person will read fills a struct ed_err with what happened, where, why and what to do; callers may
 * put context in front of it. The text may hold foreign bytes: whoever prints it makes control characters visible.
 */
#ifndef ED_BASE_ERR_H
#define ED_BASE_ERR_H

#include "base/base.h"

enum ed_rc {
    ED_OK = 0,
    ED_NOT_FOUND = 1,    /* looked, and there is none */
    ED_STOP = 2,         /* a callback asked to stop; also: the end of a stream */
    ED_SAME = 3,         /* nothing to change: what came is what is there */
    ED_OLDER = 4,        /* what came is older than what is there, and was not taken */
    ED_REPLACED = 5,     /* what was there was replaced */
    ED_IDLE = 6,         /* nothing came for a while; more may */
    ED_ERR_USAGE = -1,   /* the caller's words are off: exit code 2 */
    ED_ERR_INPUT = -2,   /* what was read is not what it should be: exit code 3 */
    ED_ERR_IO = -3,      /* the system refused: exit code 3 */
    ED_ERR_LIMIT = -4,   /* a named limit of base/limits.h was reached */
    ED_ERR_DB = -5,      /* the data base is missing, foreign, newer, corrupt or full */
    ED_ERR_INTERNAL = -6 /* a bug in errdex */
};

struct ed_err {
    enum ed_rc rc;
    char message[768]; /* one sentence or two: what, why, what to do; no line break at its end */
    char source[256];  /* the file, member or stream; empty when there is none */
    uint64_t line;     /* 1-based; 0 when there is none */
    char pointer[192]; /* JSON pointer (RFC 6901) into the value; empty when there is none */
};

/* Fill err (which may be NULL) and return rc, so that a failure is one statement. Clears source, line and pointer. */
enum ed_rc ed_err_set(struct ed_err *err, enum ed_rc rc, const char *fmt, ...) ED_PRINTF(3, 4);

/* As ed_err_set, with ": " and strerror(errnum) behind the text. */
enum ed_rc ed_err_errno(struct ed_err *err, enum ed_rc rc, int errnum, const char *fmt, ...) ED_PRINTF(4, 5);

/* Say where it happened. A NULL source or pointer and a 0 line leave what is there. */
void ed_err_at(struct ed_err *err, const char *source, uint64_t line, const char *pointer);

/* Put context in front of the message. */
void ed_err_prefix(struct ed_err *err, const char *fmt, ...) ED_PRINTF(2, 3);

#endif

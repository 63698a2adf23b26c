/*
 * elements.h: what shapes of prefixes (data/envelopes/prefixes.tsv) are made of: for the tool that makes code of them
 * when errdex is built, and for env_logger.c, which that code becomes a part of.
 */
#ifndef ED_INPUT_ELEMENTS_H
#define ED_INPUT_ELEMENTS_H

#include "base/base.h"

enum element {
    IS_TEXT, /* from here on in the order of `elements` in data/envelopes/shapes.c */
    IS_BLANKS,
    IS_LAST_BLANKS,
    IS_END,
    IS_TIME_AS,
    IS_SKIP,
    IS_LEVEL,
    IS_CAPITALS,
    IS_TIME,
    IS_PID,
    IS_NUM,
    IS_RANK,
    IS_LINE,
    IS_HOST,
    IS_IDENT,
    IS_FILE,
    IS_STREAM,
    IS_NAME,
    IS_MODULE,
    IS_LETTERS,
    IS_PAD,
    IS_BODY,
    IS_OPEN, /* of a group that may be missing; these two only while a shape is read */
    IS_CLOSE
};

/* What names are written in, as bits. */
enum { OF_HOST = 1, OF_NAME = 2, OF_FILE = 4, OF_IDENT = 8, OF_ALL = 15 };

static const uint8_t in_name[256] = {
    ['0' ... '9'] = OF_ALL,
    ['A' ... 'Z'] = OF_ALL,
    ['a' ... 'z'] = OF_ALL,
    ['-'] = OF_ALL,
    ['.'] = OF_ALL,
    ['_'] = OF_NAME | OF_FILE | OF_IDENT,
    [':'] = OF_IDENT,
    ['/'] = OF_NAME | OF_FILE | OF_IDENT,
    ['@'] = OF_NAME | OF_FILE | OF_IDENT,
    ['+'] = OF_NAME | OF_FILE | OF_IDENT,
    ['~'] = OF_NAME | OF_FILE | OF_IDENT,
    ['\\'] = OF_NAME | OF_FILE,
    ['$'] = OF_NAME | OF_IDENT,
    ['#'] = OF_NAME | OF_IDENT,
    ['<'] = OF_NAME | OF_IDENT,
    ['>'] = OF_NAME | OF_IDENT,
    ['*'] = OF_NAME,
    ['`'] = OF_NAME,
    [128 ... 255] = OF_NAME | OF_IDENT,
};

#endif

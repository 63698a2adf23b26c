/*
 * base.h: what every file of errdex may assume: the standard headers, the attributes, and the functions nobody may
 * call.
 *
 * Banned functions are poisoned after the headers that declare them, so a use fails to compile. The allocator
 * (alloc.c) defines ED_ALLOC_IMPLEMENTATION to be let through; it is the only place where malloc and free stand.
 */
#ifndef ED_BASE_BASE_H
#define ED_BASE_BASE_H

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ED_NODISCARD          __attribute__((warn_unused_result))
#define ED_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#define ED_UNUSED             __attribute__((unused))
#define ED_CLEANUP(fn)        __attribute__((cleanup(fn)))
#define ED_LIKELY(x)          __builtin_expect(!!(x), 1)
#define ED_UNLIKELY(x)        __builtin_expect(!!(x), 0)
#define ED_ARRAY_LEN(a)       (sizeof(a) / sizeof((a)[0]))
#define ED_MIN(a, b)          ((a) < (b) ? (a) : (b))
#define ED_MAX(a, b)          ((a) > (b) ? (a) : (b))

#ifndef ED_ALLOC_IMPLEMENTATION
#pragma GCC poison malloc calloc realloc strdup strndup asprintf vasprintf
#endif
#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets strtok system popen mktemp tmpnam atoi atol atof

#endif

/*
 * beside.c: the two texts of a record that traces and loggers print around a message. What is found here when a
 * knowledge base is made (kb/build.c) and when a log is read (diag) must be the same.
 */
#include "record/beside.h"

/* Components of a path that are kept. */
#define COMPONENTS 3

struct ed_str ed_beside_class(struct ed_str error_class)
{
    size_t at = error_class.n;

    while (at > 0 && ed_is_word(error_class.p[at - 1])) {
        at--;
    }
    return ed_str_slice(error_class, at, error_class.n);
}

struct ed_str ed_beside_path(struct ed_str file_path)
{
    size_t slashes = 0, at = file_path.n;

    while (at > 0 && (file_path.p[at - 1] != '/' || ++slashes < COMPONENTS)) {
        at--;
    }
    return slashes > 0 ? ed_str_slice(file_path, at, file_path.n) : ed_str_slice(file_path, 0, 0);
}

static bool goes_on(struct ed_str text, size_t at)
{
    return at > 0 && at < text.n && ed_is_word(text.p[at - 1]) && ed_is_word(text.p[at]);
}

size_t ed_beside_find_path(struct ed_str text, struct ed_str path)
{
    size_t at = path.n > 0 ? ed_str_find(text, path, 0) : SIZE_MAX;

    while (at != SIZE_MAX && (goes_on(text, at) || goes_on(text, at + path.n))) {
        at = ed_str_find(text, path, at + 1);
    }
    return at;
}

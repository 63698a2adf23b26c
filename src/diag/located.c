/*
 * located.c: a path is believed by the ending of its name, since "host.example:80" and "12:30" look alike.
 */
#include "diag/located.h"

/* Longer ones are no paths. */
#define PATH_MOST 512

static bool path_byte(char c)
{
    return ed_is_word(c) || ed_is_among("/.-+@~\\<>", c);
}

static bool is_source(struct ed_str path)
{
    static const struct ed_str endings[] = {
        ED_STR_INIT("c"),   ED_STR_INIT("cc"),    ED_STR_INIT("cpp"), ED_STR_INIT("cxx"), ED_STR_INIT("h"),
        ED_STR_INIT("hpp"), ED_STR_INIT("cu"),    ED_STR_INIT("cuh"), ED_STR_INIT("py"),  ED_STR_INIT("rs"),
        ED_STR_INIT("go"),  ED_STR_INIT("java"),  ED_STR_INIT("kt"),  ED_STR_INIT("js"),  ED_STR_INIT("mjs"),
        ED_STR_INIT("cjs"), ED_STR_INIT("ts"),    ED_STR_INIT("tsx"), ED_STR_INIT("jsx"), ED_STR_INIT("cs"),
        ED_STR_INIT("rb"),  ED_STR_INIT("php"),   ED_STR_INIT("pl"),  ED_STR_INIT("lua"), ED_STR_INIT("scala"),
        ED_STR_INIT("ex"),  ED_STR_INIT("swift"), ED_STR_INIT("sh"),  ED_STR_INIT("zig"), ED_STR_INIT("hs")};
    const char *dot = path.n ? memrchr(path.p, '.', path.n) : NULL;
    struct ed_str ending;

    if (!dot || dot == path.p) {
        return false;
    }
    ending = ed_str_slice(path, (size_t)(dot - path.p) + 1, path.n);
    for (size_t i = 0; i < ED_ARRAY_LEN(endings); i++) {
        if (ed_str_eq(ending, endings[i])) {
            return true;
        }
    }
    return false;
}

/* The path below the folder that its package was installed to. */
static struct ed_str in_package(struct ed_str path)
{
    static const struct ed_str folders[] = {ED_STR_INIT("/site-packages/"), ED_STR_INIT("/dist-packages/"),
                                            ED_STR_INIT("/node_modules/"), ED_STR_INIT("/pkg/mod/")};
    size_t at = ed_str_find(path, ED_STR("/registry/src/"), 0);

    if (at != SIZE_MAX) { /* of cargo: a folder for the registry, and in it one for each package */
        at = ed_str_find_byte(path, '/', at + 14);
        return at == SIZE_MAX ? path : ed_str_slice(path, at + 1, path.n);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(folders); i++) {
        at = ed_str_find(path, folders[i], 0);
        if (at != SIZE_MAX) {
            return ed_str_slice(path, at + folders[i].n, path.n);
        }
    }
    return path;
}

/* A path that ends at `colon`, with the numbers behind it. */
static bool before_colon(struct ed_str line, size_t colon, struct ed_located *ret)
{
    size_t from = colon, to = colon + 1 + ed_str_digits(line, colon + 1), more;
    struct ed_str path;

    if (to == colon + 1) {
        return false;
    }
    while (from > 0 && colon - from < PATH_MOST && path_byte(line.p[from - 1])) {
        from--;
    }
    path = ed_str_slice(line, from, colon);
    if (!is_source(path)) {
        return false;
    }
    more = to < line.n && line.p[to] == ':' ? to + 1 + ed_str_digits(line, to + 1) : to;
    to = more > to + 1 ? more : to;
    *ret = (struct ed_located){in_package(path), ed_str_slice(line, colon + 1, to)};
    return true;
}

/* 'File "PATH", line N' */
static bool python_frame(struct ed_str line, struct ed_located *ret)
{
    struct ed_str head = ED_STR("File \""), middle = ED_STR("\", line ");
    size_t at = ed_str_find(line, head, 0), end, to;

    if (at == SIZE_MAX) {
        return false;
    }
    end = ed_str_find(line, middle, at + head.n);
    if (end == SIZE_MAX) {
        return false;
    }
    to = end + middle.n + ed_str_digits(line, end + middle.n);
    *ret = (struct ed_located){in_package(ed_str_slice(line, at + head.n, end)),
                               ed_str_slice(line, end + middle.n, to)};
    return to > end + middle.n;
}

bool ed_located_find(struct ed_str line, struct ed_located *ret_located)
{
    if (python_frame(line, ret_located)) {
        return true;
    }
    for (size_t at = 0; (at = ed_str_find_byte(line, ':', at)) != SIZE_MAX; at++) {
        if (before_colon(line, at, ret_located)) {
            return true;
        }
    }
    return false;
}

/*
 * source_paths.c: the rules of data/envelopes/paths.tsv against a path.
 *
 * A pattern stands for the path's last components, as many as it has; one that ends in `**` for all that is below a
 * folder anywhere in the path. In a component a star takes as little as it can, and only the last star gives back, so
 * a match costs no more than the product of both lengths. Rules that tell are all asked, and the first that knows a
 * name tells it; of those that decide whether a file is read the first that fits decides.
 */
#include "input/source_paths.h"

#include "base/limits.h"

/* A letter of a compiled pattern: the name OPEN + i begins, or ends at CLOSE + i. */
#define OPEN  1
#define CLOSE 17
#define NAMES 8

struct rule {
    const char *pattern;
    const char *skip;
    unsigned char components; /* of the pattern; 0 for one that ends in `**` */
    bool decides;
};

#include "source_paths_table.inc"

/* The place of each name in struct ed_meta, in the order of the names in make_paths.c; the first is no name. */
static const size_t places[NAMES] = {
    0,
    offsetof(struct ed_meta, host),
    offsetof(struct ed_meta, unit),
    offsetof(struct ed_meta, pod),
    offsetof(struct ed_meta, container),
    offsetof(struct ed_meta, job),
    offsetof(struct ed_meta, step),
    offsetof(struct ed_meta, rank),
};

struct found {
    size_t from[NAMES], to[NAMES];
};

static bool letter_fits(char letter, char c)
{
    return letter == '?' || (letter == '#' ? ed_is_digit(c) : letter == c);
}

/* One component of the path against the pattern up to its '/' or end. base: where the component stands in the path. */
static bool component_fits(struct ed_str pattern, struct ed_str s, size_t base, struct found *found)
{
    size_t p = 0, i = 0, star = SIZE_MAX, star_i = 0;

    for (;;) {
        unsigned char letter = p < pattern.n ? (unsigned char)pattern.p[p] : 0;

        if (letter >= OPEN && letter < OPEN + NAMES) {
            found->from[letter - OPEN] = base + i;
            p++;
        } else if (letter >= CLOSE && letter < CLOSE + NAMES) {
            found->to[letter - CLOSE] = base + i;
            p++;
        } else if (letter == '*') {
            star = ++p;
            star_i = i;
        } else if (letter && i < s.n && letter_fits((char)letter, s.p[i])) {
            p++;
            i++;
        } else if (!letter && i == s.n) {
            return true;
        } else if (star != SIZE_MAX && star_i < s.n) {
            p = star;
            i = ++star_i;
        } else {
            return false;
        }
    }
}

/* Where the components of a path begin. */
struct components {
    struct ed_str path;
    size_t begin[ED_LIMIT_PATH_COMPONENTS + 1];
    size_t n;
};

static void split(struct ed_str path, struct components *ret)
{
    size_t begin = 0;

    ret->path = path;
    ret->n = 0;
    for (size_t i = 0; i <= path.n && ret->n < ED_LIMIT_PATH_COMPONENTS; i++) {
        if (i == path.n || path.p[i] == '/' || path.p[i] == ':') {
            if (i > begin && !(i == begin + 1 && path.p[begin] == '.')) {
                ret->begin[ret->n++] = begin;
            }
            begin = i + 1;
        }
    }
    ret->begin[ret->n] = begin;
}

/* The components from `at` on against the pattern. */
static bool fits_at(const struct components *all, size_t at, struct ed_str pattern, struct found *found)
{
    while (pattern.n && !ed_str_is(pattern, "**")) {
        struct ed_str part = ed_str_cut(&pattern, '/'), s;
        size_t end;

        if (at >= all->n) {
            return false;
        }
        end = all->begin[at];
        while (end < all->path.n && all->path.p[end] != '/' && all->path.p[end] != ':') {
            end++;
        }
        s = ed_str_slice(all->path, all->begin[at], end);
        if (!component_fits(part, s, all->begin[at], found)) {
            return false;
        }
        at++;
    }
    return pattern.n ? at < all->n : at == all->n;
}

static bool rule_fits(const struct rule *rule, const struct components *all, struct found *found)
{
    struct ed_str pattern = ed_str_c(rule->pattern);
    bool fits = false;

    if (rule->components) {
        fits = rule->components <= all->n && fits_at(all, all->n - rule->components, pattern, found);
    }
    for (size_t at = 0; !rule->components && !fits && at < all->n; at++) {
        fits = fits_at(all, at, pattern, found);
    }
    return fits;
}

static void tell(const struct found *found, struct ed_str path, struct ed_meta *meta)
{
    for (size_t i = 1; i < NAMES; i++) {
        struct ed_str *place = (struct ed_str *)(void *)((char *)meta + places[i]);

        if (!place->p && found->to[i] > found->from[i]) {
            *place = ed_str_slice(path, found->from[i], found->to[i]);
        }
    }
}

struct ed_path_tells ed_path_tell(struct ed_str path)
{
    struct ed_path_tells tells = {.skip = NULL};
    struct components all;
    bool decided = false;

    if (path.n > PATH_MAX) {
        return tells;
    }
    split(path, &all);
    for (size_t i = 0; i < ED_ARRAY_LEN(rules); i++) {
        struct found found = {{0}, {0}};

        if ((decided && rules[i].decides) || !rule_fits(&rules[i], &all, &found)) {
            continue;
        }
        decided |= rules[i].decides;
        tells.skip = rules[i].decides ? rules[i].skip : tells.skip;
        tell(&found, path, &tells.meta);
    }
    return tells;
}

/*
 * slug.c: kebab-case names. Upstream cuts the text to 50 characters first and joins words then, so a slug is often
 * shorter; the same order here gives the same slugs.
 */
#include "record/slug.h"

#include "base/buf.h"
#include "base/utf8.h"

/* Characters of the text that take part, and what a slug may be long at most (a clash adds '-' and six digits). */
#define SOURCE_CHARS 50
#define SLUG_MAX     64
/* Names that are compared; a repository's, its owner's and a slug together are shorter. */
#define DISTANCE_MAX 255

static bool is_slug_char(char c)
{
    return (c >= 'a' && c <= 'z') || ed_is_digit(c);
}

struct ed_str ed_slug_make(struct ed_arena *arena, struct ed_str text)
{
    char slug[SOURCE_CHARS + 1];
    size_t n = 0, i = 0, len;

    for (size_t chars = 0; chars < SOURCE_CHARS && i < text.n; chars++, i += len) {
        char c = ed_lower(text.p[i]);

        ed_utf8_next(ed_str_slice(text, i, text.n), &len);
        if (is_slug_char(c)) {
            slug[n++] = c;
        } else if (n > 0 && slug[n - 1] != '-') {
            slug[n++] = '-';
        }
    }
    n -= n > 0 && slug[n - 1] == '-';
    return ed_arena_str(arena, ed_str(slug, n));
}

bool ed_slug_valid(struct ed_str slug)
{
    return slug.n <= SLUG_MAX && ed_slug_is_kebab(slug);
}

bool ed_slug_is_kebab(struct ed_str name)
{
    if (name.n == 0 || name.p[0] == '-' || name.p[name.n - 1] == '-') {
        return false;
    }
    for (size_t i = 0; i < name.n; i++) {
        if (!is_slug_char(name.p[i]) && name.p[i] != '-') {
            return false;
        }
    }
    return true;
}

unsigned ed_slug_distance(struct ed_str a, struct ed_str b, unsigned max)
{
    unsigned rows[3][DISTANCE_MAX + 1], *before = rows[0], *above = rows[1], *row = rows[2], *spare;
    size_t longer = ED_MAX(a.n, b.n), shorter = ED_MIN(a.n, b.n);

    max = ED_MIN(max, DISTANCE_MAX);
    if (longer > DISTANCE_MAX || longer - shorter > max) {
        return ed_str_eq(a, b) ? 0 : max + 1;
    }
    for (size_t j = 0; j <= b.n; j++) {
        above[j] = (unsigned)j;
    }
    for (size_t i = 1; i <= a.n; i++) {
        unsigned least = row[0] = (unsigned)i;

        for (size_t j = 1; j <= b.n; j++) {
            unsigned best = ED_MIN(above[j], row[j - 1]) + 1;

            best = ED_MIN(best, above[j - 1] + (a.p[i - 1] != b.p[j - 1]));
            if (i > 1 && j > 1 && a.p[i - 1] == b.p[j - 2] && a.p[i - 2] == b.p[j - 1]) {
                best = ED_MIN(best, before[j - 2] + 1);
            }
            row[j] = best;
            least = ED_MIN(least, best);
        }
        /* A swap reaches back two rows, and adds one to what it finds there: two rows over max cannot come back. */
        if (least > max + 1) {
            return max + 1;
        }
        spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return ED_MIN(above[b.n], max + 1);
}

/*
 * near_captures.c: what the holes of a record hold in a text that is only similar: known where the words at both sides
 * of a hole are there, and the literal text between them and the hole, too.
 *
 * A hole is told by its number, so this asks for a regex that is read completely, with one group between two fragments
 * each. Anything else yields no captures.
 */
#include "match/near_captures.h"

#include "match/near.h"

struct side {
    size_t first, last; /* words of a part: the wording's numbers */
    bool any;
};

/* Where `literal` ends that begins at `at` in the text, a blank being any run of white space; SIZE_MAX: it does not. */
static size_t behind(struct ed_str text, size_t at, struct ed_str literal)
{
    for (size_t i = 0; i < literal.n; i++) {
        if (ed_is_space(literal.p[i])) {
            while (at < text.n && ed_is_space(text.p[at])) {
                at++;
            }
        } else if (at < text.n && text.p[at] == literal.p[i]) {
            at++;
        } else {
            return SIZE_MAX;
        }
    }
    return at;
}

/* The same backwards: where it begins when it ends at `at`. */
static size_t before(struct ed_str text, size_t at, struct ed_str literal)
{
    for (size_t i = literal.n; i > 0; i--) {
        if (ed_is_space(literal.p[i - 1])) {
            while (at > 0 && ed_is_space(text.p[at - 1])) {
                at--;
            }
        } else if (at > 0 && text.p[at - 1] == literal.p[i - 1]) {
            at--;
        } else {
            return SIZE_MAX;
        }
    }
    return at;
}

static struct side words_of(const struct ed_wording *wording, size_t part)
{
    struct side side = {0};

    for (size_t i = 0; i < wording->n; i++) {
        if (wording->v[i].part == part) {
            side.first = side.any ? side.first : i;
            side.last = i;
            side.any = true;
        }
    }
    return side;
}

/* Where the text behind a part begins; SIZE_MAX when the part's last word is not in the text, or its literal text goes
   on otherwise. */
static size_t place_behind(const struct ed_near_found *found, size_t part)
{
    struct ed_str left = found->wording.literals.v[part].text, last;
    struct side a = words_of(&found->wording, part);

    if (!a.any || found->places[a.last] == ED_NEAR_ABSENT) {
        return SIZE_MAX;
    }
    last = found->wording.v[a.last].text;
    return behind(found->text, found->tokens[found->places[a.last]].end,
                  ed_str_slice(left, (size_t)(last.p - left.p) + last.n, left.n));
}

/* The text between part and the next one; ED_STR_NONE when it is not certain. */
static struct ed_str between(const struct ed_near_found *found, size_t part)
{
    struct ed_str right = found->wording.literals.v[part + 1].text, first;
    struct side b = words_of(&found->wording, part + 1);
    size_t from = place_behind(found, part), to;

    if (from == SIZE_MAX || !b.any || found->places[b.first] == ED_NEAR_ABSENT) {
        return ED_STR_NONE;
    }
    first = found->wording.v[b.first].text;
    to = before(found->text, found->tokens[found->places[b.first]].start,
                ed_str_slice(right, 0, (size_t)(first.p - right.p)));
    return to != SIZE_MAX && from < to ? ed_str_slice(found->text, from, to) : ED_STR_NONE;
}

size_t ed_near_cut(struct ed_str text)
{
    static const struct ed_str marks[] = {ED_STR_INIT("..."), ED_STR_INIT("\xE2\x80\xA6")};

    while (text.n && ed_is_space(text.p[text.n - 1])) {
        text.n--;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(marks); i++) {
        if (ed_str_ends(text, marks[i])) {
            return text.n - marks[i].n;
        }
    }
    return SIZE_MAX;
}

/* What stands on the line behind a part; ED_STR_NONE as place_behind says none. */
static struct ed_str line_behind(const struct ed_near_found *found, size_t part)
{
    size_t from = place_behind(found, part);

    return from == SIZE_MAX ? ED_STR_NONE : ed_str_slice(found->text, from, ed_str_find_byte(found->text, '\n', from));
}

/* What a hole holds when the text was cut short inside or right behind it: none of the words behind it is there. */
static struct ed_str cut_short(const struct ed_near_found *found, size_t part)
{
    struct side a = words_of(&found->wording, part);
    struct ed_str rest;
    size_t to;

    for (size_t i = a.last + 1; a.any && i < found->wording.n; i++) {
        if (found->places[i] != ED_NEAR_ABSENT) {
            return ED_STR_NONE;
        }
    }
    rest = line_behind(found, part);
    to = ed_near_cut(rest);
    return to == SIZE_MAX ? ED_STR_NONE : ed_str_trim(ed_str_slice(rest, 0, to));
}

/* The rest of the line behind the last part. */
static struct ed_str behind_all(const struct ed_near_found *found)
{
    struct ed_str rest = line_behind(found, found->wording.literals.n - 1);

    return rest.p ? ed_str_slice(rest, 0, ed_pattern_trim(rest)) : rest;
}

void ed_near_captures(const struct ed_near_found *found, const struct ed_pattern *pattern, struct ed_arena *arena,
                      const struct ed_capture **ret_captures, size_t *ret_n)
{
    size_t parts = found->wording.literals.n, names = pattern->nnames;
    bool tail = pattern->flags & ED_PATTERN_TAIL, head = pattern->regex.n && pattern->regex.p[0] == '(';
    struct ed_capture *captures;

    *ret_captures = NULL;
    *ret_n = 0;
    if (!found->wording.literals.known || parts == 0 || names != parts - 1 + head + tail) {
        return;
    }
    captures = ed_arena_zero(arena, names, sizeof(*captures));
    for (size_t i = head; i < names; i++) { /* where a hole in front begins is not known */
        size_t part = i - head;             /* the one in front of the hole */

        captures[*ret_n].name = pattern->names[i];
        captures[*ret_n].value = part + 1 < parts ? between(found, part) : behind_all(found);
        if (part + 1 < parts && !captures[*ret_n].value.n) {
            captures[*ret_n].value = cut_short(found, part);
        }
        *ret_n += captures[*ret_n].value.n > 0;
    }
    *ret_captures = captures;
}

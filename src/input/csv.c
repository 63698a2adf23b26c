/*
 * csv.c: fields of a record of CSV as views. A quote only opens a field at its front; in a field without quotes it is a
 * character like any other. Whether a record goes on behind a line is told by counting quotes: doubled ones do not
 * change it.
 */
#include "input/csv.h"

static bool next_quoted(struct ed_csv *csv, struct ed_str *ret, bool *ret_doubled)
{
    struct ed_str s = csv->rest;
    size_t i = 1;

    for (;; i += 2) {
        size_t quote = ed_str_find_byte(s, '"', i);

        if (quote == SIZE_MAX) {
            *ret = ed_str_slice(s, 1, s.n);
            csv->open = true;
            csv->more = false;
            csv->rest = ed_str_slice(s, s.n, s.n);
            return true;
        }
        i = quote;
        if (i + 1 >= s.n || s.p[i + 1] != '"') {
            break;
        }
        *ret_doubled = true;
    }
    *ret = ed_str_slice(s, 1, i);
    csv->rest = ed_str_slice(s, i + 1, s.n);
    csv->more = csv->rest.n > 0;
    csv->failed = csv->more && csv->rest.p[0] != ',';
    csv->rest = ed_str_slice(csv->rest, 1, csv->rest.n);
    return !csv->failed;
}

bool ed_csv_next(struct ed_csv *csv, struct ed_str *ret, bool *ret_doubled)
{
    size_t comma;

    *ret_doubled = false;
    if (!csv->more || csv->failed) {
        return false;
    }
    if (csv->rest.n && csv->rest.p[0] == '"') {
        return next_quoted(csv, ret, ret_doubled);
    }
    comma = ed_str_find_byte(csv->rest, ',', 0);
    csv->more = comma != SIZE_MAX;
    *ret = ed_str_slice(csv->rest, 0, ED_MIN(comma, csv->rest.n));
    csv->rest = ed_str_slice(csv->rest, ret->n + csv->more, csv->rest.n);
    return true;
}

struct ed_str ed_csv_text(struct ed_arena *arena, struct ed_str field, bool doubled)
{
    char *p;
    size_t n = 0;

    if (!doubled) {
        return field;
    }
    p = ed_arena_alloc(arena, field.n);
    for (size_t i = 0; i < field.n; i++) {
        p[n++] = field.p[i];
        i += field.p[i] == '"' && i + 1 < field.n && field.p[i + 1] == '"';
    }
    return ed_str(p, n);
}

bool ed_csv_open(struct ed_str line, bool open)
{
    for (size_t at = 0; (at = ed_str_find_byte(line, '"', at)) != SIZE_MAX; at++) {
        open = !open;
    }
    return open;
}

/*
 * cell.c: numbers with their units, exactly. A decimal number is read as an integer and a power of ten, multiplied by
 * its unit and divided by the column's in whole numbers of 128 bits: what comes out whole is an integer, what does not
 * is the nearest double, and what does not fit is no number of that column. Moments are those of certificates and of
 * ISO 8601, in whole seconds.
 */
#include "diag/cell.h"

#include "base/clock.h"
#include "input/stamp.h"

#define K UINT64_C(1024)
#define S UINT64_C(1000000000)

static const struct ed_unit units[] = {
    {"B", false, 1},
    {"bytes", false, 1},
    {"kB", false, 1000},
    {"KB", false, 1000},
    {"MB", false, 1000000},
    {"GB", false, 1000000000},
    {"TB", false, UINT64_C(1000000000000)},
    {"KiB", false, K},
    {"MiB", false, K *K},
    {"GiB", false, K *K *K},
    {"TiB", false, K *K *K *K},
    {"K", false, K},
    {"M", false, K *K},
    {"G", false, K *K *K},
    {"T", false, K *K *K *K},
    {"ns", true, 1},
    {"us", true, 1000},
    {"ms", true, 1000000},
    {"s", true, S},
    {"min", true, S * 60},
    {"h", true, S * 3600},
    {"d", true, S * 86400},
};

/* A mantissa has at most so many digits: it fits into 64 bits, and with the largest unit stays below 2^127. */
#define DIGITS_MOST 19

const struct ed_unit *ed_unit_find(struct ed_str name)
{
    for (size_t i = 0; i < ED_ARRAY_LEN(units); i++) {
        if (ed_str_is(name, units[i].name)) {
            return &units[i];
        }
    }
    return NULL;
}

/* A decimal number as mantissa / tens. */
struct decimal {
    bool negative;
    uint64_t mantissa;
    uint64_t tens; /* 1, 10, 100 ... */
    bool whole;    /* no point stands in it */
};

/* The number at the front of the text; its length, 0 when there is none that fits. Zeros that say nothing, in front and
   at the end of a fraction, do not count. */
static size_t decimal_at(struct ed_str text, struct decimal *ret)
{
    struct decimal d = {.tens = 1, .whole = true};
    size_t from = text.n && (text.p[0] == '-' || text.p[0] == '+'), dot = from + ed_str_digits(text, from), end = dot,
           last;

    d.negative = from && text.p[0] == '-';
    if (dot < text.n && text.p[dot] == '.') {
        d.whole = false;
        end = dot + 1 + ed_str_digits(text, dot + 1);
    }
    if (end - from - !d.whole == 0) {
        return 0;
    }
    for (last = end; !d.whole && text.p[last - 1] == '0';) {
        last--;
    }
    while (from < dot && text.p[from] == '0') {
        from++;
    }
    if (last - from > DIGITS_MOST) {
        return 0;
    }
    for (size_t at = from; at < last; at++) {
        if (at != dot) {
            d.mantissa = d.mantissa * 10 + (uint64_t)(text.p[at] - '0');
            d.tens *= at > dot ? 10 : 1;
        }
    }
    *ret = d;
    return end;
}

/* mantissa * from / (tens * to), whole where it is. */
static bool convert(struct decimal d, uint64_t from, uint64_t to, struct ed_fact *ret)
{
    unsigned __int128 top = (unsigned __int128)d.mantissa * from;
    unsigned __int128 bottom = (unsigned __int128)d.tens * to;
    double value;

    if (top % bottom == 0) {
        if (top / bottom > INT64_MAX) {
            return false;
        }
        *ret = (struct ed_fact){.kind = ED_FACT_INTEGER, .integer = (int64_t)(top / bottom)};
        ret->integer = d.negative ? -ret->integer : ret->integer;
        return true;
    }
    value = (double)top / (double)bottom;
    *ret = (struct ed_fact){.kind = ED_FACT_REAL, .real = d.negative ? -value : value};
    return true;
}

static bool unknown(struct ed_str text, enum ed_cell_type type)
{
    static const char *const words[] = {
        "-",         "N/A", "n/a",     "[N/A]",   "[Not Supported]", "[Insufficient Permissions]",
        "[not set]", "?",   "unknown", "infinity"};

    for (size_t i = 0; i < ED_ARRAY_LEN(words) && type != ED_CELL_TEXT; i++) {
        if (ed_str_is(text, words[i])) {
            return true;
        }
    }
    return text.n == 0;
}

/* "Aug 29 12:00:00 2026 GMT", as X.509 tools write it (a day below 10 has a blank in front), into ISO 8601. */
static struct ed_str iso_of(struct ed_str text, char room[static 64])
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    size_t month;

    if (text.n != 24 || !ed_str_ends(text, ED_STR(" GMT")) || text.p[3] != ' ' || text.p[6] != ' ' ||
        text.p[15] != ' ') {
        return text;
    }
    month = ed_str_find(ed_str_c(months), ed_str_slice(text, 0, 3), 0);
    if (month == SIZE_MAX || month % 3 != 0) {
        return text;
    }
    snprintf(room, 64, "%.4s-%02zu-%c%cT%.8sZ", text.p + 16, month / 3 + 1, text.p[4] == ' ' ? '0' : text.p[4],
             text.p[5], text.p + 7);
    return ed_str_c(room);
}

/* A zone must stand with it: a guess would be hours off. */
static bool moment(struct ed_str text, struct ed_fact *ret)
{
    char room[64];
    int64_t micros = ed_stamp_moment(iso_of(text, room));

    if (micros == ED_TIME_UNKNOWN) {
        return false;
    }
    *ret = (struct ed_fact){.kind = ED_FACT_INTEGER, .integer = micros / 1000000 - (micros % 1000000 < 0)};
    return true;
}

static const struct ed_unit *unit_of(const struct ed_cell_form *form, struct ed_str name)
{
    static const struct {
        const char *name, *means;
    } binary[] = {{"kB", "KiB"}, {"KB", "KiB"}, {"MB", "MiB"}, {"GB", "GiB"}, {"TB", "TiB"}};

    if (name.n == 0) {
        return form->bare ? form->bare : form->unit;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(binary) && form->binary; i++) {
        if (ed_str_is(name, binary[i].name)) {
            return ed_unit_find(ed_str_c(binary[i].means));
        }
    }
    return ed_unit_find(name);
}

bool ed_cell_read(const struct ed_cell_form *form, struct ed_str text, struct ed_fact *ret_fact)
{
    struct decimal d = {0};
    const struct ed_unit *unit;
    struct ed_str rest;
    size_t n;

    text = ed_str_trim(text);
    if (unknown(text, form->type)) {
        *ret_fact = (struct ed_fact){.kind = ED_FACT_NULL};
        return true;
    }
    if (form->type == ED_CELL_TEXT) {
        *ret_fact = (struct ed_fact){.kind = ED_FACT_TEXT, .text = text};
        return true;
    }
    if (form->type == ED_CELL_MOMENT) {
        return moment(text, ret_fact);
    }
    n = decimal_at(text, &d);
    rest = ed_str_trim(ed_str_slice(text, n, text.n));
    if (n == 0) {
        return false;
    }
    switch (form->type) {
    case ED_CELL_INTEGER:
        return rest.n == 0 && d.whole && convert(d, 1, 1, ret_fact);
    case ED_CELL_NUMBER:
        return rest.n == 0 && convert(d, 1, 1, ret_fact);
    case ED_CELL_PERCENT:
        return (rest.n == 0 || ed_str_is(rest, "%")) && convert(d, 1, 1, ret_fact);
    default:
        unit = unit_of(form, rest);
        return unit && form->unit && unit->time == form->unit->time &&
               convert(d, unit->size, form->unit->size, ret_fact);
    }
}

bool ed_cell_measure(struct ed_str text, struct ed_fact *ret_number, struct ed_str *ret_unit)
{
    struct decimal d = {0};
    struct ed_str unit;
    size_t n;

    text = ed_str_trim(text);
    n = decimal_at(text, &d);
    unit = ed_str_trim(ed_str_slice(text, n, text.n));
    if (n == 0 || (unit.n && !ed_unit_find(unit) && !ed_str_is(unit, "%")) || !convert(d, 1, 1, ret_number)) {
        return false;
    }
    *ret_unit = unit.n ? unit : ED_STR_NONE;
    return true;
}

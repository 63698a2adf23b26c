/*
 * when.c: the grammar of both is libc's strptime, tried form by form (its month names are English: only LC_CTYPE is
 * ever set), and the calendar is mktime's. Relative times are sums of numbers with units.
 */
#include "input/when.h"

#include "input/stamp.h"

#define SECOND INT64_C(1000000)
#define DAY    (86400 * SECOND)

/* Longer texts are no times. */
#define TEXT_MAX 64

struct form {
    const char *text;
    bool yearless;
};

static bool copy_text(struct ed_str s, char ret[TEXT_MAX])
{
    s = ed_str_trim(s);
    if (s.n == 0 || s.n >= TEXT_MAX || memchr(s.p, '\0', s.n)) {
        return false;
    }
    memcpy(ret, s.p, s.n);
    ret[s.n] = '\0';
    return true;
}

/* Seconds of the machine's calendar, as microseconds; ED_TIME_UNKNOWN when the machine cannot count so far. */
static int64_t from_calendar(struct tm tm)
{
    time_t t;

    tm.tm_isdst = -1;
    tm.tm_wday = -1;
    t = mktime(&tm);
    return (t == (time_t)-1 && tm.tm_wday == -1) || t > INT64_MAX / SECOND || t < INT64_MIN / SECOND
               ? ED_TIME_UNKNOWN
               : (int64_t)t * SECOND;
}

static struct tm calendar_of(int64_t now)
{
    time_t t = (time_t)(now / SECOND);
    struct tm tm = {0};

    localtime_r(&t, &tm);
    return tm;
}

/* ".123456" or ",123" as microseconds. */
static int64_t fraction(const char *p)
{
    int64_t micros = 0;

    if (*p != '.' && *p != ',') {
        return 0;
    }
    p++;
    for (int64_t unit = SECOND / 10; unit && ed_is_digit(*p); unit /= 10, p++) {
        micros += (*p - '0') * unit;
    }
    return micros;
}

int64_t ed_when_line(const struct ed_told *told, int64_t now)
{
    static const struct form forms[] = {
        {"%Y-%m-%d%n%H:%M:%S", false},   {"%Y/%m/%d%n%H:%M:%S", false}, {"%Y-%m-%dT%H:%M:%S", false},
        {"%a %Y-%m-%d %H:%M:%S", false}, {"%b %d %Y %H:%M:%S", false},  {"%b %d %H:%M:%S", true},
        {"%a %b %d %H:%M:%S %Y", false}, {"%m-%d %H:%M:%S", true},      {"%m%d %H:%M:%S", true},
        {"%Y%m%d %H:%M:%S", false},      {"%d/%b/%Y:%H:%M:%S", false},  {"%d %b %Y %H:%M:%S", false},
        {"%d-%b-%Y %H:%M:%S", false},    {"%y/%m/%d %H:%M:%S", false},  {"%b%n%d %H:%M", true},
    };
    char text[TEXT_MAX];

    if (told->time != ED_TIME_PARTIAL) {
        return ed_told_time(told);
    }
    for (size_t i = 0; told->time_text.p && copy_text(told->time_text, text) && i < ED_ARRAY_LEN(forms); i++) {
        struct tm tm = {0};
        const char *end = strptime(text, forms[i].text, &tm);
        int64_t moment;

        if (!end) {
            continue;
        }
        if (forms[i].yearless) {
            tm.tm_year = calendar_of(now + DAY).tm_year;
        }
        moment = from_calendar(tm);
        if (forms[i].yearless && moment != ED_TIME_UNKNOWN && moment > now + DAY) {
            tm.tm_year--;
            moment = from_calendar(tm);
        }
        return moment == ED_TIME_UNKNOWN ? moment : moment + fraction(end);
    }
    return ED_TIME_UNKNOWN;
}

/* Microseconds of a unit's name, 0 for none. */
static int64_t unit_of(struct ed_str name)
{
    static const struct {
        const char *names[6];
        int64_t micros;
    } units[] = {
        {{"s", "sec", "secs", "second", "seconds", ""}, SECOND},
        {{"m", "min", "mins", "minute", "minutes", NULL}, 60 * SECOND},
        {{"h", "hr", "hrs", "hour", "hours", NULL}, 3600 * SECOND},
        {{"d", "day", "days", NULL}, DAY},
        {{"w", "week", "weeks", NULL}, 7 * DAY},
        {{"month", "months", NULL}, INT64_C(2629800) * SECOND},
        {{"y", "year", "years", NULL}, INT64_C(31557600) * SECOND},
        {{"ms", "msec", NULL}, 1000},
    };

    for (size_t i = 0; i < ED_ARRAY_LEN(units); i++) {
        for (size_t k = 0; k < ED_ARRAY_LEN(units[i].names) && units[i].names[k]; k++) {
            if (ed_str_is(name, units[i].names[k])) {
                return units[i].micros;
            }
        }
    }
    return 0;
}

/* "1h30min", "2 hours", "90": the sum in microseconds. */
static bool span_of(struct ed_str s, int64_t *ret)
{
    int64_t sum = 0;

    s = ed_str_trim(s);
    while (s.n) {
        size_t n = 0, letters;
        uint64_t number = 0;
        int64_t unit;

        while (n < s.n && ed_is_digit(s.p[n])) {
            n++;
        }
        if (!ed_str_u64(ed_str_slice(s, 0, n), &number) || number > UINT32_MAX) {
            return false;
        }
        s = ed_str_trim(ed_str_slice(s, n, s.n));
        letters = 0;
        while (letters < s.n && ed_is_alpha(s.p[letters])) {
            letters++;
        }
        unit = unit_of(ed_str_slice(s, 0, letters));
        if (unit == 0 || (int64_t)number > (INT64_MAX - sum) / unit) {
            return false;
        }
        sum += (int64_t)number * unit;
        s = ed_str_trim(ed_str_slice(s, letters, s.n));
    }
    *ret = sum;
    return true;
}

static bool relative(struct ed_str s, int64_t now, int64_t *ret)
{
    struct ed_str ago = ED_STR(" ago");
    int64_t span = 0;

    if (s.n && (s.p[0] == '-' || s.p[0] == '+')) {
        if (s.n < 2 || !span_of(ed_str_slice(s, 1, s.n), &span)) {
            return false;
        }
        *ret = s.p[0] == '-' ? now - span : now + span;
        return true;
    }
    if (s.n > ago.n && ed_str_ends(s, ago) && span_of(ed_str_slice(s, 0, s.n - ago.n), &span)) {
        *ret = now - span;
        return true;
    }
    return false;
}

/* Midnight of the day that is `days` from today. */
static int64_t midnight(int64_t now, int days)
{
    struct tm tm = calendar_of(now);

    tm.tm_mday += days;
    tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
    return from_calendar(tm);
}

static bool named(struct ed_str s, int64_t now, int64_t *ret)
{
    if (ed_str_is(s, "now")) {
        *ret = now;
    } else if (ed_str_is(s, "today")) {
        *ret = midnight(now, 0);
    } else if (ed_str_is(s, "yesterday")) {
        *ret = midnight(now, -1);
    } else if (ed_str_is(s, "tomorrow")) {
        *ret = midnight(now, 1);
    } else {
        return false;
    }
    return *ret != ED_TIME_UNKNOWN;
}

/* A date, a time of today, or both, of the machine's calendar. */
static bool absolute(const char *text, int64_t now, int64_t *ret)
{
    static const char *const forms[] = {"%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M",
                                        "%Y-%m-%d",          "%H:%M:%S",          "%H:%M"};

    for (size_t i = 0; i < ED_ARRAY_LEN(forms); i++) {
        struct tm tm = calendar_of(now);
        const char *end;

        tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
        end = strptime(text, forms[i], &tm);
        if (end && (*end == '\0' || (*end == '.' && end[strspn(end + 1, "0123456789") + 1] == '\0'))) {
            *ret = from_calendar(tm);
            *ret += *ret == ED_TIME_UNKNOWN ? 0 : fraction(end);
            return *ret != ED_TIME_UNKNOWN;
        }
    }
    return false;
}

bool ed_when_parse(struct ed_str text, int64_t now, int64_t *ret)
{
    struct ed_str s = ed_str_trim(text);
    struct ed_told told = ed_told_none;
    struct ed_stamp stamp;
    char plain[TEXT_MAX];

    if (!copy_text(s, plain)) {
        return false;
    }
    if (ed_stamp_read(s, ED_STAMP_DATE_TIME, &stamp) && stamp.n == s.n && stamp.known) {
        told.time_text = s;
        told.time = ED_TIME_DATED;
    } else if (s.p[0] == '@') {
        told.time_text = ed_str_slice(s, 1, s.n);
        told.time = ED_TIME_SECONDS;
    }
    if (told.time_text.p) {
        *ret = ed_told_time(&told);
        return *ret != ED_TIME_UNKNOWN;
    }
    return named(s, now, ret) || relative(s, now, ret) || absolute(plain, now, ret);
}

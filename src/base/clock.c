/*
 * clock.c: the calendar is the proleptic Gregorian one; days are counted by the usual era arithmetic (400 years are
 * 146097 days), so neither timegm nor the time zone of the machine takes part.
 */
#include "base/clock.h"

#define MICROS ((int64_t)1000000)

int64_t ed_clock_monotonic(void)
{
    struct timespec ts = {0};

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return ts.tv_sec * MICROS + ts.tv_nsec / 1000;
}

int64_t ed_clock_now(void)
{
    struct timespec ts = {0};

    clock_gettime(CLOCK_REALTIME, &ts);
    return ts.tv_sec * MICROS + ts.tv_nsec / 1000;
}

static int64_t days_from_civil(int64_t y, int64_t m, int64_t d)
{
    int64_t era, yoe, doy;

    y -= m <= 2;
    era = (y >= 0 ? y : y - 399) / 400;
    yoe = y - era * 400;
    doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

static bool number(struct ed_str *s, size_t digits, int64_t *ret)
{
    uint64_t v = 0;

    if (s->n < digits || !ed_str_u64(ed_str_slice(*s, 0, digits), &v)) {
        return false;
    }
    *s = ed_str_slice(*s, digits, s->n);
    *ret = (int64_t)v;
    return true;
}

static bool byte(struct ed_str *s, char c)
{
    if (s->n == 0 || s->p[0] != c) {
        return false;
    }
    *s = ed_str_slice(*s, 1, s->n);
    return true;
}

static int64_t fraction(struct ed_str *s)
{
    int64_t unit = MICROS, value = 0;

    if (!byte(s, '.') && !byte(s, ',')) {
        return 0;
    }
    while (s->n && ed_is_digit(s->p[0])) {
        unit /= 10;
        value += (s->p[0] - '0') * unit;
        *s = ed_str_slice(*s, 1, s->n);
    }
    return value;
}

static bool zone(struct ed_str *s, int64_t *ret_seconds)
{
    int64_t h = 0, m = 0;
    bool minus;

    *ret_seconds = 0;
    if (s->n == 0 || byte(s, 'Z')) {
        return s->n == 0;
    }
    minus = s->p[0] == '-';
    if ((!byte(s, '+') && !byte(s, '-')) || !number(s, 2, &h)) {
        return false;
    }
    byte(s, ':');
    if (s->n && !number(s, 2, &m)) {
        return false;
    }
    *ret_seconds = (h * 3600 + m * 60) * (minus ? -1 : 1);
    return s->n == 0 && h < 24 && m < 60;
}

int64_t ed_clock_parse(struct ed_str s)
{
    static const int month_days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t y = 0, mo = 0, d = 0, h = 0, mi = 0, se = 0, us, off = 0;
    bool leap;

    if (!number(&s, 4, &y) || !byte(&s, '-') || !number(&s, 2, &mo) || !byte(&s, '-') || !number(&s, 2, &d) ||
        (!byte(&s, 'T') && !byte(&s, ' ')) || !number(&s, 2, &h) || !byte(&s, ':') || !number(&s, 2, &mi) ||
        !byte(&s, ':') || !number(&s, 2, &se)) {
        return ED_TIME_UNKNOWN;
    }
    us = fraction(&s);
    leap = (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
    if (!zone(&s, &off) || mo < 1 || mo > 12 || d < 1 || d > month_days[mo - 1] + (mo == 2 && leap) || h > 23 ||
        mi > 59 || se > 60) {
        return ED_TIME_UNKNOWN;
    }
    return ((days_from_civil(y, mo, d) * 86400) + h * 3600 + mi * 60 + se - off) * MICROS + us;
}

void ed_clock_format(int64_t micros, char ret_text[ED_CLOCK_TEXT])
{
    int64_t us = ((micros % MICROS) + MICROS) % MICROS;
    time_t t = (time_t)((micros - us) / MICROS);
    struct tm tm = {0};
    size_t n;

    gmtime_r(&t, &tm);
    n = strftime(ret_text, ED_CLOCK_TEXT, "%Y-%m-%dT%H:%M:%S", &tm);
    if (us) {
        n += (size_t)snprintf(ret_text + n, ED_CLOCK_TEXT - n, ".%06" PRId64, us);
    }
    snprintf(ret_text + n, ED_CLOCK_TEXT - n, "Z");
}

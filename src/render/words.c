/*
 * words.c: the shortest text of a double is found by printing it with 15, 16 and 17 significant digits and taking the
 * first that reads back as the same value; 17 always do (IEEE 754 binary64).
 */
#include "render/words.h"

/* Whole numbers up to here have a double of their own. */
#define EXACT_WHOLE 9007199254740992.0

bool ed_words_number(double value, char ret_text[ED_WORDS_NUMBER])
{
    ret_text[0] = '\0';
    if (__builtin_isnan(value) || __builtin_isinf(value)) {
        return false;
    }
    if (value == 0) {
        snprintf(ret_text, ED_WORDS_NUMBER, "0"); /* also for -0 */
        return true;
    }
    if (value > -EXACT_WHOLE && value < EXACT_WHOLE && value == (double)(int64_t)value) {
        snprintf(ret_text, ED_WORDS_NUMBER, "%" PRId64, (int64_t)value);
        return true;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(ret_text, ED_WORDS_NUMBER, "%.*g", digits, value);
        if (strtod(ret_text, NULL) == value) {
            break;
        }
    }
    return true;
}

void ed_words_size(uint64_t bytes, char ret_text[ED_WORDS_NUMBER])
{
    static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
    uint64_t unit = 1000, tenths;
    size_t i = 0;

    if (bytes < 1000) {
        snprintf(ret_text, ED_WORDS_NUMBER, bytes == 1 ? "%" PRIu64 " byte" : "%" PRIu64 " bytes", bytes);
        return;
    }
    /* 999,950 would read "1000.0 kB": from there on it is the next unit's. */
    while (i + 1 < ED_ARRAY_LEN(units) && bytes >= unit * 1000 - unit / 20) {
        unit *= 1000;
        i++;
    }
    tenths = bytes / (unit / 10) + (bytes % (unit / 10) >= unit / 20);
    snprintf(ret_text, ED_WORDS_NUMBER, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10, units[i]);
}

void ed_words_count(struct ed_buf *buf, uint64_t n, const char *one, const char *many)
{
    ed_buf_printf(buf, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

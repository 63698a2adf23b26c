/*
 * filler.c: ed_record_is_filler of record.h. Upstream fills keys that nobody wrote with one of three sentences:
 *
 *     documentation     Error "<message>" thrown in <owner/name>.
 *     triggerScenarios  Thrown at <file>:<line> when the library encounters an invalid state.
 *     commonSituations  See trigger scenarios.
 *
 * people who write records by hand use kin of the last, and errdex's own skeletons begin with "FILL IN:". Only whole
 * texts are judged: a sentence more is content.
 */
#include "record/record.h"

static bool take(struct ed_str *s, const char *word)
{
    struct ed_str w = ed_str_c(word);

    if (s->n < w.n || !ed_str_eq_nocase(ed_str_slice(*s, 0, w.n), w)) {
        return false;
    }
    *s = ed_str_slice(*s, w.n, s->n);
    return true;
}

/* As take, with white space taken behind the word, which must be there or be the end. */
static bool take_word(struct ed_str *s, const char *word)
{
    struct ed_str rest = *s, behind;

    if (!take(&rest, word)) {
        return false;
    }
    behind = ed_str_trim(rest);
    if (rest.n && behind.p == rest.p) {
        return false;
    }
    *s = behind;
    return true;
}

static bool take_one(struct ed_str *s, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (take_word(s, words[i])) {
            return true;
        }
    }
    return false;
}

static bool one_token(struct ed_str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (ed_is_space(s.p[i])) {
            return false;
        }
    }
    return s.n > 0;
}

/* "See trigger scenarios", "See the documentation above", "Refer to solutions" */
static bool is_reference(struct ed_str s)
{
    static const char *const verbs[] = {"see", "refer to", "same as"};
    static const char *const places[] = {"trigger scenarios", "trigger scenario", "documentation", "docs",
                                         "common situations", "solutions",        "source code",   "source"};
    static const char *const where[] = {"above", "below"};

    if (!take_one(&s, verbs, ED_ARRAY_LEN(verbs))) {
        return false;
    }
    if (take_one(&s, where, ED_ARRAY_LEN(where))) {
        return s.n == 0;
    }
    take_word(&s, "the");
    if (!take_one(&s, places, ED_ARRAY_LEN(places))) {
        return false;
    }
    take_one(&s, where, ED_ARRAY_LEN(where));
    return s.n == 0;
}

/* Error "..." thrown in owner/name: the quoted message may hold quotes itself, so the last `" thrown in ` counts. */
static bool is_thrown_in(struct ed_str s)
{
    static const char *const kinds[] = {"error", "exception", "panic", "warning"};
    static const char *const tails[] = {"\" thrown in ", "\" raised in ", "\" thrown by ", "\" raised by "};

    if (!take_one(&s, kinds, ED_ARRAY_LEN(kinds)) || !take(&s, "\"")) {
        return false;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(tails); i++) {
        size_t last = SIZE_MAX, n = strlen(tails[i]);

        for (size_t at = 0; (at = ed_str_find(s, ed_str(tails[i], n), at)) != SIZE_MAX; at++) {
            last = at;
        }
        if (last != SIZE_MAX && one_token(ed_str_slice(s, last + n, s.n))) {
            return true;
        }
    }
    return false;
}

static bool is_thrown_at(struct ed_str s)
{
    static const struct ed_str tail = {" when the library encounters an invalid state", 45};

    return take_word(&s, "thrown at") && ed_str_ends(s, tail) && one_token(ed_str_slice(s, 0, s.n - tail.n));
}

/* What `errdex new` leaves for the author: "FILL IN: what the message means". */
static bool is_to_be_filled(struct ed_str s)
{
    return take(&s, "fill in:");
}

bool ed_record_is_filler(struct ed_str text)
{
    static const char *const nothing[] = {"n/a", "na", "none", "unknown", "todo", "tbd", "-", "null", "undefined"};
    struct ed_str s = ed_str_trim(text);

    while (s.n && s.p[s.n - 1] == '.') {
        s.n--;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(nothing); i++) {
        if (ed_str_eq_nocase(s, ed_str_c(nothing[i]))) {
            return true;
        }
    }
    return s.n == 0 || is_to_be_filled(s) || is_reference(s) || is_thrown_in(s) || is_thrown_at(s);
}

/*
 * pattern_custom.c: a record's own regex that is more than text and holes. It is kept as it is, when it compiles, when
 * it does not match an empty text, and when it fits the record's message: some rendering of the message with sample
 * values, or the message's source itself, must match.
 *
 * Which values a hand-written group takes cannot be known, so words, numbers, addresses and paths are tried in every
 * hole, in all combinations as long as these are few.
 */
#include "match/pattern_parts.h"

#include "match/confirm_code.h"
#include "match/literals.h"

static const char *const samples[] = {"17", "alpha", "/srv/data", "10.0.0.7", "0x7f3a", "3.25"};

/* Renderings that are tried, beyond those with one value everywhere. */
#define COMBINATIONS_MAX 256
/* PCRE2's steps for one trial: a regex that needs more for its own short message would not be quick on any log. */
#define TRIAL_STEPS 20000u

/* Non-ASCII text in a class or under a quantifier, and what only makes sense for characters. */
static bool needs_utf(struct ed_str regex)
{
    bool in_class = false;

    for (size_t i = 0; i < regex.n; i++) {
        char c = regex.p[i], next = i + 1 < regex.n ? regex.p[i + 1] : '\0';

        if ((unsigned char)c >= 0x80 && (in_class || ed_is_among("*+?{", next))) {
            return true;
        }
        if (c == '(' && next == '*' && ed_str_starts(ed_str_slice(regex, i, regex.n), ED_STR("(*UTF"))) {
            return true;
        }
        if (c == '\\') {
            if (next == 'p' || next == 'P' || next == 'X' ||
                (next == 'N' && i + 2 < regex.n && regex.p[i + 2] == '{')) {
                return true;
            }
            if (next == 'x' && i + 2 < regex.n && regex.p[i + 2] == '{') {
                return true;
            }
            i++;
        } else if (c == '[' && !in_class) {
            in_class = true;
            /* A ']' in the first place is a member. */
            i += next == '^';
            i += i + 1 < regex.n && regex.p[i + 1] == ']';
        } else if (c == ']') {
            in_class = false;
        }
    }
    return false;
}

/* Behind the back reference that begins at regex.p[i]; i when none does. */
static size_t behind_reference(struct ed_str regex, size_t i)
{
    struct ed_str rest = ed_str_slice(regex, i, regex.n);
    size_t close;

    if (ed_str_starts(rest, ED_STR("(?P="))) {
        close = ed_str_find_byte(rest, ')', 0);
        return close != SIZE_MAX ? i + close + 1 : i;
    }
    if (rest.n < 2 || rest.p[0] != '\\' || !ed_is_among("123456789gk", rest.p[1])) {
        return i;
    }
    if (rest.n > 2 && !ed_is_digit(rest.p[1]) && ed_is_among("{<'", rest.p[2])) {
        char end = rest.p[2] == '{' ? '}' : rest.p[2] == '<' ? '>' : '\'';

        for (close = 3; close < rest.n && rest.p[close] != end; close++) {
        }
        return i + ED_MIN(close + 1, rest.n);
    }
    close = 2 + (rest.n > 2 && rest.p[1] == 'g' && ed_is_among("+-", rest.p[2]));
    while (close < rest.n && ed_is_digit(rest.p[close])) {
        close++;
    }
    return i + close;
}

/* What PCRE2 does in one item however long it takes, so that no limit on items holds (confirm.c): a back reference that
   is repeated, and a script run, whose text is read anew for each of its ends. */
static bool is_unbounded(struct ed_str regex)
{
    static const struct ed_str runs[] = {ED_STR_INIT("(*sr:"), ED_STR_INIT("(*asr:"), ED_STR_INIT("(*script_run:"),
                                         ED_STR_INIT("(*atomic_script_run:")};

    for (size_t i = 0; i < regex.n; i++) {
        size_t behind = behind_reference(regex, i);

        if (behind > i && behind < regex.n && ed_is_among("*+?{", regex.p[behind])) {
            return true;
        }
        for (size_t k = 0; k < ED_ARRAY_LEN(runs); k++) {
            if (ed_str_starts(ed_str_slice(regex, i, regex.n), runs[k])) {
                return true;
            }
        }
        i += regex.p[i] == '\\';
    }
    return false;
}

struct trial {
    const pcre2_code *code;
    pcre2_match_data *data;
    pcre2_match_context *context;
    const struct ed_template *tmpl;
    char *text;   /* room for the longest rendering */
    bool limited; /* a trial ended at a limit: it is not tried further */
};

static bool matches(struct trial *t, struct ed_str text, uint32_t options)
{
    int rc = PCRE2_ERROR_NOMATCH;

    if (!t->limited) {
        rc = pcre2_match(t->code, (PCRE2_SPTR)text.p, text.n, 0, options, t->data, t->context);
        t->limited = rc < 0 && rc != PCRE2_ERROR_NOMATCH;
    }
    return rc >= 0;
}

/* Is an empty match possible, alone, between words or at a line's end? */
static bool matches_empty(struct trial *t)
{
    static const char *const texts[] = {"", "a b", "\n"};

    for (size_t i = 0; i < ED_ARRAY_LEN(texts); i++) {
        if (matches(t, ed_str_c(texts[i]), 0)) {
            const PCRE2_SIZE *at = pcre2_get_ovector_pointer(t->data);

            if (at[0] == at[1]) {
                return true;
            }
        }
    }
    return false;
}

/* The message with samples[digit k of `choice`] in hole k. */
static bool fits_with(struct trial *t, const size_t *choice)
{
    size_t n = 0, hole = 0;

    for (size_t i = 0; i < t->tmpl->n; i++) {
        const struct ed_piece *piece = &t->tmpl->v[i];
        struct ed_str part = piece->hole ? ed_str_c(samples[choice[hole++]]) : piece->text;

        memcpy(t->text + n, part.p, part.n);
        n += part.n;
    }
    return matches(t, ed_str(t->text, n), PCRE2_NOTEMPTY);
}

static bool fits_combined(struct trial *t, size_t *choice)
{
    size_t holes = t->tmpl->nholes, total = 1;

    for (size_t i = 0; i < holes; i++) {
        total *= ED_ARRAY_LEN(samples);
        if (total > COMBINATIONS_MAX * ED_ARRAY_LEN(samples)) {
            return false;
        }
    }
    for (size_t i = 0; i < ED_MIN(total, (size_t)COMBINATIONS_MAX); i++) {
        size_t rest = i;

        for (size_t k = 0; k < holes; k++) {
            choice[k] = rest % ED_ARRAY_LEN(samples);
            rest /= ED_ARRAY_LEN(samples);
        }
        if (fits_with(t, choice)) {
            return true;
        }
        if (t->limited) {
            break;
        }
    }
    return false;
}

static bool fits(struct trial *t, struct ed_arena *arena)
{
    size_t *choice = ed_arena_zero(arena, t->tmpl->nholes + 1, sizeof(*choice));
    size_t room = 1, n = 0;
    char *source;

    for (size_t i = 0; i < t->tmpl->n; i++) {
        room += ED_MAX(t->tmpl->v[i].text.n, (size_t)16);
    }
    t->text = ed_arena_alloc(arena, room);
    for (size_t i = 0; i < ED_ARRAY_LEN(samples); i++) {
        for (size_t k = 0; k < t->tmpl->nholes; k++) {
            choice[k] = i;
        }
        if (fits_with(t, choice)) {
            return true;
        }
    }
    source = ed_arena_alloc(arena, room);
    for (size_t i = 0; i < t->tmpl->n; i++) {
        memcpy(source + n, t->tmpl->v[i].text.p, t->tmpl->v[i].text.n);
        n += t->tmpl->v[i].text.n;
    }
    return matches(t, ed_str(source, n), PCRE2_NOTEMPTY) || fits_combined(t, choice);
}

/* Unique, as ed_template_name makes them: the names go through it. */
static void name_groups(const pcre2_code *code, const struct ed_template *tmpl, struct ed_arena *arena,
                        struct ed_pattern *pattern)
{
    uint32_t groups = 0, named = 0, size = 0;
    PCRE2_SPTR entry = NULL;
    struct ed_template names = {0};
    struct ed_str *out;

    (void)pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &groups);
    (void)pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &named);
    (void)pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    (void)pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &entry);
    names.v = ed_arena_zero(arena, groups + 1, sizeof(*names.v));
    names.n = names.nholes = groups;
    for (uint32_t i = 0; i < groups; i++) {
        names.v[i].hole = true;
    }
    for (size_t i = 0, k = 0; tmpl->nholes == groups && i < tmpl->n; i++) {
        if (tmpl->v[i].hole) {
            names.v[k++].name = tmpl->v[i].name;
        }
    }
    for (uint32_t i = 0; i < named; i++, entry += size) {
        uint32_t group = (uint32_t)entry[0] << 8 | entry[1];

        if (group >= 1 && group <= groups) {
            names.v[group - 1].name = ed_arena_str(arena, ed_str_c((const char *)entry + 2));
        }
    }
    ed_template_name(&names, arena);
    out = ed_arena_zero(arena, groups + 1, sizeof(*out));
    for (uint32_t i = 0; i < groups; i++) {
        out[i] = names.v[i].name;
    }
    pattern->names = out;
    pattern->nnames = groups;
}

/* \b at an end that is surely a plain word character of text which every match has. */
static struct ed_str with_boundaries(struct ed_str regex, const struct ed_literals *literals, struct ed_arena *arena)
{
    size_t run = regex.n;
    bool front, back;

    while (run > 0 && ed_is_word(regex.p[run - 1])) {
        run--;
    }
    front = literals->n > 0 && regex.n > 1 && ed_is_word(regex.p[0]) && !ed_is_among("*+?{", regex.p[1]);
    back = literals->n > 0 && run < regex.n && (run == 0 || regex.p[run - 1] != '\\');
    return ed_arena_printf(arena, "%s%.*s%s", front ? "\\b" : "", ED_STR_ARG(regex), back ? "\\b" : "");
}

static enum ed_rc judge(struct trial *t, struct ed_arena *arena, struct ed_pattern *pattern, const char **ret_reason)
{
    struct ed_literals literals;

    if (matches_empty(t)) {
        pattern->state = ED_PATTERN_INACTIVE;
        pattern->reason = ED_STR("matches empty text");
        return ED_STOP;
    }
    /* A message that is nearly all placeholder bears no witness against a regex. */
    if (ed_template_has_word(t->tmpl) && !fits(t, arena)) {
        *ret_reason = "does not fit its message";
        return ED_NOT_FOUND;
    }
    ed_literals_read(pattern->regex, arena, &literals);
    pattern->state = ED_PATTERN_TAKEN;
    pattern->reason = ED_STR("");
    pattern->flags |= literals.known ? 0 : ED_PATTERN_LINES;
    name_groups(t->code, t->tmpl, arena, pattern);
    pattern->regex = with_boundaries(pattern->regex, &literals, arena);
    return ED_OK;
}

enum ed_rc ed_custom_make(struct ed_str regex, const struct ed_template *tmpl, struct ed_arena *arena,
                          struct ed_pattern *ret_pattern, const char **ret_reason)
{
    struct trial trial = {.tmpl = tmpl};
    pcre2_code *code;
    enum ed_rc rc;

    memset(ret_pattern, 0, sizeof(*ret_pattern));
    ret_pattern->regex = regex;
    ret_pattern->flags = ED_PATTERN_CUSTOM | (needs_utf(regex) ? (unsigned)ED_PATTERN_UTF : 0);
    if (is_unbounded(regex)) {
        *ret_reason = "repeats a back reference, or holds a script run";
        return ED_NOT_FOUND;
    }
    code = ed_code_compile(regex, ret_pattern->flags, /* err: */ NULL);
    if (code == NULL) {
        *ret_reason = "does not compile";
        return ED_NOT_FOUND;
    }
    trial.code = code;
    trial.data = pcre2_match_data_create_from_pattern(code, NULL);
    trial.context = ed_code_context();
    pcre2_set_match_limit(trial.context, TRIAL_STEPS);
    rc = judge(&trial, arena, ret_pattern, ret_reason);
    pcre2_match_data_free(trial.data);
    pcre2_match_context_free(trial.context);
    pcre2_code_free(code);
    return rc;
}

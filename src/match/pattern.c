/*
 * pattern.c: ed_pattern_make, the decisions of matching.md section 2 in order. The steps stand in pattern_*.c.
 *
 * A simple pattern is judged by structure: laid over its message (align) and compared with the placeholders there
 * (merge). If its text is the message's text and every placeholder lies under a hole, then it matches the message
 * whatever is printed, and no rendering need be tried; this is what keeps a data set of 150,000 records quick to take
 * in. Only a custom regex is compiled here.
 */
#include "match/pattern.h"

#include "match/pattern_parts.h"

#define REASON_DEAD     "dead placeholder"
#define REASON_BRACES   "braces taken as one placeholder"
#define REASON_TEXT     "template text as pattern"
#define REASON_FIT      "does not fit its message"
#define REASON_NONE     "no pattern given"
#define REASON_HOLES    "nearly all placeholder"
#define REASON_NOTHING  "no pattern can be made"
#define REASON_TOO_LONG "too long"

struct maker {
    struct ed_str message;
    enum ed_dialect dialect;
    struct ed_arena *arena;
    struct ed_items items; /* of the message */
    struct ed_pattern *pattern;
};

static void set_state(struct ed_pattern *pattern, enum ed_pattern_state state, const char *reason)
{
    pattern->state = state;
    pattern->reason = ed_str_c(reason);
}

static void set_inactive(struct ed_pattern *pattern, const char *reason)
{
    memset(pattern, 0, sizeof(*pattern));
    set_state(pattern, ED_PATTERN_INACTIVE, reason);
    pattern->regex = ED_STR("");
}

/* The template's regex and names; false when no literal word is left. */
static bool generate(struct maker *m, struct ed_template *tmpl)
{
    struct ed_str *names = ed_arena_zero(m->arena, tmpl->nholes + 1, sizeof(*names));
    struct ed_pattern *pattern = m->pattern;
    size_t n = 0;

    memset(pattern, 0, sizeof(*pattern));
    pattern->regex = ed_template_regex(tmpl, m->arena, &pattern->flags);
    if (!pattern->regex.p) {
        return false;
    }
    ed_template_name(tmpl, m->arena);
    for (size_t i = 0; i < tmpl->n; i++) {
        if (tmpl->v[i].hole) {
            names[n++] = tmpl->v[i].name;
        }
    }
    pattern->names = names;
    pattern->nnames = n;
    return true;
}

/* Derive anew from the message; `items` are its own, or with what the pattern knew besides. */
static void derive(struct maker *m, const struct ed_items *items, const char *reason)
{
    struct ed_template tmpl;

    if (ed_str_trim(m->message).n == 0) {
        set_inactive(m->pattern, REASON_NOTHING);
        return;
    }
    ed_items_template(m->message, items, 0, m->message.n, m->arena, &tmpl);
    if (!generate(m, &tmpl)) {
        set_inactive(m->pattern, REASON_HOLES);
        return;
    }
    set_state(m->pattern, ED_PATTERN_REPAIRED, reason);
}

/* Without a message to hold it against: the pattern's own text and holes. */
static void take_alone(struct maker *m, const struct ed_simple *simple)
{
    struct ed_template tmpl = {.n = simple->n, .nholes = simple->nholes};

    tmpl.v = ed_arena_zero(m->arena, simple->n + 1, sizeof(*tmpl.v));
    for (size_t i = 0; i < simple->n; i++) {
        tmpl.v[i].hole = simple->v[i].hole;
        tmpl.v[i].text = simple->v[i].text;
        tmpl.v[i].name = ed_str(simple->v[i].text.p, 0);
    }
    if (generate(m, &tmpl)) {
        set_state(m->pattern, ED_PATTERN_TAKEN, "");
    } else {
        set_inactive(m->pattern, REASON_HOLES);
    }
}

static const char *fault_reason(unsigned faults)
{
    if (faults & ED_FAULT_TEXT) {
        return REASON_TEXT;
    }
    /* "%%" left as it is in the source never matches what is printed, just like "%d". */
    return faults & ED_FAULT_DEAD || !(faults & ED_FAULT_BRACES) ? REASON_DEAD : REASON_BRACES;
}

static void make_custom(struct maker *m, struct ed_str regex)
{
    struct ed_template tmpl;
    const char *reason = "";

    ed_items_template(m->message, &m->items, 0, m->message.n, m->arena, &tmpl);
    ed_template_name(&tmpl, m->arena);
    if (ed_custom_make(regex, &tmpl, m->arena, m->pattern, &reason) == ED_NOT_FOUND) {
        derive(m, &m->items, reason);
    }
}

static void make_simple(struct maker *m, struct ed_str regex, const struct ed_simple *simple)
{
    struct ed_alignment alignment;
    struct ed_template tmpl;
    struct ed_items merged;
    unsigned faults;

    if (m->message.n == 0) {
        take_alone(m, simple);
        return;
    }
    if (!ed_simple_align(simple, m->message, &m->items, m->arena, &alignment)) {
        derive(m, &m->items, REASON_FIT);
        return;
    }
    for (size_t i = 0; i < simple->nholes; i++) {
        if (alignment.spans[i].start == alignment.spans[i].end) {
            make_custom(m, regex); /* an optional hole where the message has nothing */
            return;
        }
    }
    faults = ed_simple_merge(m->message, &m->items, simple, &alignment, m->arena, &merged);
    if (faults) {
        derive(m, &merged, fault_reason(faults));
        return;
    }
    ed_items_template(m->message, &merged, alignment.from, alignment.to, m->arena, &tmpl);
    if (generate(m, &tmpl)) {
        set_state(m->pattern, ED_PATTERN_TAKEN, "");
    } else {
        derive(m, &m->items, REASON_HOLES);
    }
}

void ed_pattern_make(struct ed_str message_pattern, struct ed_str error_message, struct ed_str file_path,
                     struct ed_arena *arena, struct ed_pattern *ret_pattern)
{
    struct maker m = {.message = error_message, .arena = arena, .pattern = ret_pattern};
    struct ed_simple simple;
    bool long_pattern = message_pattern.n > ED_LIMIT_PATTERN;

    if (error_message.n > ED_LIMIT_PATTERN) {
        set_inactive(ret_pattern, REASON_TOO_LONG);
        return;
    }
    if (!m.message.p) {
        m.message = ED_STR("");
    }
    m.dialect = ed_dialect_of(file_path);
    ed_items_read(m.message, m.dialect, arena, &m.items);
    if (long_pattern || ed_str_trim(message_pattern).n == 0) {
        derive(&m, &m.items, long_pattern ? REASON_TOO_LONG : REASON_NONE);
    } else if (ed_simple_read(message_pattern, arena, &simple)) {
        make_simple(&m, message_pattern, &simple);
    } else {
        make_custom(&m, message_pattern);
    }
}

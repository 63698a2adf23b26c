/*
 * fields.c: the reader behind both tables, and the list of problems. Whatever is wrong is said once, at its own JSON
 * pointer, with what should stand there; reading goes on, so that one look at the list is enough to mend an object.
 */
#include "record/fields.h"

#include "base/clock.h"
#include "base/utf8.h"

/* Bytes of a foreign value that a message repeats. */
#define SHOWN 48

/* Cut text (cap bytes with its NUL) at a whole character when the wanted length did not fit. */
static void end_whole(char *text, size_t cap, size_t wanted)
{
    size_t n = cap - sizeof("...");

    if (wanted < cap) {
        return;
    }
    while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80) {
        n--;
    }
    memcpy(text + n, "...", sizeof("..."));
}

void ed_problem_add(struct ed_problems *problems, bool fatal, const char *pointer, const char *fmt, ...)
{
    struct ed_problem *p;
    va_list args;
    int n;

    problems->total++;
    problems->fatal += fatal;
    if (problems->n == ED_LIMIT_PROBLEMS) {
        return;
    }
    p = &problems->v[problems->n++];
    p->fatal = fatal;
    end_whole(p->pointer, sizeof(p->pointer), (size_t)snprintf(p->pointer, sizeof(p->pointer), "%s", pointer));
    va_start(args, fmt);
    n = vsnprintf(p->message, sizeof(p->message), fmt, args);
    va_end(args);
    end_whole(p->message, sizeof(p->message), (size_t)ED_MAX(n, 0));
}

bool ed_rule_hex(struct ed_str s, size_t digits)
{
    for (size_t i = 0; i < s.n; i++) {
        if (!ed_is_digit(s.p[i]) && (s.p[i] < 'a' || s.p[i] > 'f')) {
            return false;
        }
    }
    return s.n == digits;
}

bool ed_rule_id(struct ed_str s)
{
    return ed_rule_hex(s, 16);
}

bool ed_rule_text(struct ed_str s)
{
    return ed_str_trim(s).n > 0;
}

bool ed_rule_time(struct ed_str s)
{
    return ed_clock_parse(s) != ED_TIME_UNKNOWN;
}

struct ed_str ed_fields_text(const struct ed_json_node *node, const char *pointer, struct ed_arena *arena,
                             struct ed_problems *problems)
{
    struct ed_str s = ed_json_str(node);

    if (s.n > ED_LIMIT_RECORD_STRING) {
        ed_problem_add(problems, /* fatal */ true, pointer, "has %zu bytes, and %zu are allowed: shorten it", s.n,
                       ED_LIMIT_RECORD_STRING);
        return ED_STR_NONE;
    }
    return ed_arena_str(arena, s);
}

/* For "must be ...": the table's words, or the bare type. */
static const char *what(const struct ed_field *f)
{
    return f->what ? f->what : f->type == ED_FIELD_STRS ? "an array of strings" : "a string";
}

/* The front of a foreign text for a message, in one line. */
static void show(struct ed_buf *buf, struct ed_str s)
{
    size_t n = ED_MIN(s.n, SHOWN);

    while (n > 0 && n < s.n && ((unsigned char)s.p[n] & 0xC0) == 0x80) {
        n--;
    }
    ed_utf8_visible(buf, ed_str_slice(s, 0, n), /* keep_lines */ false);
    ed_buf_text(buf, n < s.n ? "..." : "");
}

static void against_rule(const struct ed_field *f, struct ed_str s, const char *pointer, struct ed_problems *problems)
{
    struct ed_buf shown;

    ed_buf_init(&shown, /* max */ 0);
    show(&shown, s);
    if (f->weight == ED_FIELD_REQUIRED) {
        ed_problem_add(problems, /* fatal */ true, pointer, "must be %s, but is \"%s\"", what(f), shown.p);
    } else {
        ed_problem_add(problems, /* fatal */ false, pointer, "must be %s, but is \"%s\": %s", what(f), shown.p,
                       f->taken ? f->taken : "kept as it is");
    }
    ed_buf_done(&shown);
}

static struct ed_str read_text(const struct ed_field *f, const struct ed_json_node *node, const char *pointer,
                               struct ed_arena *arena, struct ed_problems *problems)
{
    struct ed_str s = ed_fields_text(node, pointer, arena, problems);

    if (!s.p) {
        return s;
    }
    if (s.n == 0 && f->weight == ED_FIELD_OPTIONAL) {
        ed_problem_add(problems, /* fatal */ false, pointer, "is empty: %s",
                       f->type == ED_FIELD_STRS ? "leave it out" : "write null where there is nothing to say");
    } else if (f->rule && !f->rule(s)) {
        against_rule(f, s, pointer, problems);
    }
    return s;
}

static void wrong_type(const struct ed_json_node *node, const char *pointer, const char *needed,
                       struct ed_problems *problems)
{
    ed_problem_add(problems, /* fatal */ true, pointer, "must be %s, but is %s", needed,
                   ed_json_kind_name(ed_json_kind(node)));
}

static struct ed_strs read_texts(const struct ed_field *f, const struct ed_json_node *array, struct ed_arena *arena,
                                 struct ed_problems *problems)
{
    struct ed_str *v = ed_arena_zero(arena, ed_json_count(array), sizeof(*v));
    char pointer[64];
    size_t n = 0;

    for (const struct ed_json_node *e = ed_json_first(array); e; e = ed_json_next(e), n++) {
        snprintf(pointer, sizeof(pointer), "/%s/%zu", f->key, n);
        if (ed_json_kind(e) == ED_JSON_STRING) {
            v[n] = read_text(f, e, pointer, arena, problems);
        } else {
            wrong_type(e, pointer, "a string", problems);
        }
    }
    return (struct ed_strs){v, n};
}

static int64_t read_int(const struct ed_field *f, const struct ed_json_node *node, const char *pointer,
                        struct ed_problems *problems)
{
    int64_t value = 0;

    if (ed_json_int(node, &value) && value >= f->min && value <= f->max) {
        return value;
    }
    ed_problem_add(problems, /* fatal */ false, pointer, "must be %s, but is %g: %s", f->what, ed_json_double(node),
                   f->taken ? f->taken : "taken as unknown");
    return 0;
}

static void read_field(const struct ed_field *f, const struct ed_json_node *node, struct ed_arena *arena, void *target,
                       struct ed_problems *problems)
{
    static const enum ed_json_kind kinds[] = {
        [ED_FIELD_STR] = ED_JSON_STRING, [ED_FIELD_STRS] = ED_JSON_ARRAY, [ED_FIELD_INT] = ED_JSON_NUMBER};
    char *to = f->offset == ED_FIELD_UNUSED ? NULL : (char *)target + f->offset;
    enum ed_json_kind kind = ed_json_kind(node);
    struct ed_strs list;
    struct ed_str text;
    char pointer[64];
    int64_t number;

    snprintf(pointer, sizeof(pointer), "/%s", f->key);
    if (kind == ED_JSON_NULL && f->weight == ED_FIELD_OPTIONAL) {
        return;
    }
    if (kind != kinds[f->type]) {
        wrong_type(node, pointer,
                   f->weight == ED_FIELD_REQUIRED ? what(f)
                   : f->type == ED_FIELD_STR      ? "a string or null"
                   : f->type == ED_FIELD_STRS     ? "an array of strings or null"
                                                  : "a number or null",
                   problems);
        return;
    }
    switch (f->type) {
    case ED_FIELD_STR:
        text = read_text(f, node, pointer, arena, problems);
        if (to) {
            memcpy(to, &text, sizeof(text));
        }
        break;
    case ED_FIELD_STRS:
        list = read_texts(f, node, arena, problems);
        if (to) {
            memcpy(to, &list, sizeof(list));
        }
        break;
    case ED_FIELD_INT:
        number = read_int(f, node, pointer, problems);
        if (to) {
            memcpy(to, &number, sizeof(number));
        }
        break;
    }
}

/* The field's place, looked for from `from` on and round; nfields when the table has no such key. */
static size_t find_field(const struct ed_field *fields, size_t nfields, size_t from, struct ed_str key)
{
    for (size_t i = 0; i < nfields; i++) {
        size_t at = from + i < nfields ? from + i : from + i - nfields;

        if (ed_str_is(key, fields[at].key)) {
            return at;
        }
    }
    return nfields;
}

void ed_fields_pointer(char *pointer, size_t cap, const char *above, struct ed_str key)
{
    size_t n = (size_t)snprintf(pointer, cap, "%s/", above);

    n = ED_MIN(n, cap - 1);
    for (size_t i = 0; i < key.n && n < cap - 2; i++) {
        char c = key.p[i];

        pointer[n++] = c == '/' ? '~' : c;
        if (c == '~' || c == '/') {
            pointer[n++] = c == '~' ? '0' : '1';
        }
    }
    if (n >= cap - 2) {
        while (n > 1 && ((unsigned char)pointer[n - 1] & 0x80)) {
            n--;
        }
    }
    pointer[n] = '\0';
}

static void duplicate(struct ed_str key, struct ed_problems *problems)
{
    char pointer[sizeof(problems->v[0].pointer)];

    ed_fields_pointer(pointer, sizeof(pointer), "", key);
    ed_problem_add(problems, /* fatal */ true, pointer, "the key stands twice, and only one can be meant: remove one");
}

void ed_fields_read(const struct ed_json_node *object, const struct ed_field *fields, size_t nfields,
                    struct ed_arena *arena, void *target, struct ed_problems *problems)
{
    struct ed_str twice = ed_json_duplicate(object);
    uint64_t seen = 0;
    size_t at = 0;
    char pointer[64];

    assert(nfields <= ED_FIELDS_MAX);
    if (twice.p) {
        duplicate(twice, problems);
    }
    for (const struct ed_json_node *m = ed_json_first(object); m; m = ed_json_next(m)) {
        size_t found = find_field(fields, nfields, at, ed_json_key(m));

        if (found < nfields && !(seen >> found & 1)) {
            seen |= (uint64_t)1 << found;
            read_field(&fields[found], m, arena, target, problems);
            at = found + 1;
        }
    }
    for (size_t i = 0; i < nfields; i++) {
        if (fields[i].weight == ED_FIELD_REQUIRED && !(seen >> i & 1)) {
            snprintf(pointer, sizeof(pointer), "/%s", fields[i].key);
            ed_problem_add(problems, /* fatal */ true, pointer, "is missing: it must be %s", what(&fields[i]));
        }
    }
}

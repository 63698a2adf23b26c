/*
 * fields.c: members of a structured record by the roles of their keys. Of each told value the best key wins, and the
 * outer object before the inner one. Texts are all kept, for no error may be hidden: a string whose key is not known,
 * or whose value is not what its key promises, is a text if it reads like words. Values are decoded only when the
 * record is taken; one message without escapes is a view.
 *
 * Order: values that are told, members, texts put together.
 */
#include "input/fields.h"

#include "input/stamp.h"

/* Names, pids and ranks are no longer; a text may be. */
#define NAME_MAX_BYTES 256
/* Texts that are held against each other, so that nothing is said twice; further ones only against these. */
#define HELD_AGAINST 12

static const struct {
    struct ed_str word;
    enum ed_level level;
} words[] = {
#include "envelope_words.inc"
};

static enum ed_level level_number(enum ed_key_role role, uint64_t n)
{
    static const enum ed_level pino[] = {ED_LEVEL_DEBUG,   ED_LEVEL_DEBUG, ED_LEVEL_INFO,
                                         ED_LEVEL_WARNING, ED_LEVEL_ERR,   ED_LEVEL_CRIT};
    static const enum ed_level python[] = {ED_LEVEL_DEBUG, ED_LEVEL_INFO, ED_LEVEL_WARNING, ED_LEVEL_ERR,
                                           ED_LEVEL_CRIT};

    switch (role) {
    case ED_KEY_LEVEL:
        if (n < 8) {
            return (enum ed_level)n;
        }
        return n % 10 == 0 && n <= 60 ? pino[n / 10 - 1] : ED_LEVEL_UNKNOWN;
    case ED_KEY_LEVEL_PYTHON:
        return n % 10 == 0 && n >= 10 && n <= 50 ? python[n / 10 - 1] : ED_LEVEL_UNKNOWN;
    case ED_KEY_LEVEL_OTLP: /* four numbers each for trace, debug, info, warn, error, fatal, as in pino's order */
        return n >= 1 && n <= 24 ? pino[(n - 1) / 4] : ED_LEVEL_UNKNOWN;
    default:
        return ED_LEVEL_UNKNOWN;
    }
}

enum ed_level ed_fields_level(enum ed_key_role role, struct ed_str text)
{
    enum ed_level level;
    uint64_t n = 0;

    if (ed_str_u64(text, &n)) {
        return level_number(role, n);
    }
    level = ed_level_word(text, /* any_case */ true);
    for (size_t i = 0; level == ED_LEVEL_UNKNOWN && i < ED_ARRAY_LEN(words); i++) {
        if (ed_str_eq_nocase(words[i].word, text)) {
            level = words[i].level;
        }
    }
    return level;
}

/* Seconds or parts of them by how many digits they have: from 2001 on for years to come. */
static bool time_number(struct ed_str text, struct ed_told *ret)
{
    struct ed_str rest = text, whole = ed_str_cut(&rest, '.');
    uint64_t n = 0;

    if (!ed_str_u64(whole, &n) || whole.p[0] == '0') {
        return false;
    }
    ret->time_text = whole;
    switch (whole.n) {
    case 10:
        ret->time_text = text;
        ret->time = ED_TIME_SECONDS;
        return true;
    case 13:
        ret->time = ED_TIME_MILLIS;
        return true;
    case 16:
        ret->time = ED_TIME_MICROS;
        return true;
    case 19:
        ret->time = ED_TIME_NANOS;
        return true;
    default:
        return false;
    }
}

/* "12:00" somewhere: a time in a form that is not read here. */
static bool has_clock(struct ed_str s)
{
    for (size_t i = 2; i + 2 < s.n; i++) {
        if (s.p[i] == ':' && ed_is_digit(s.p[i - 1]) && ed_is_digit(s.p[i - 2]) && ed_is_digit(s.p[i + 1]) &&
            ed_is_digit(s.p[i + 2])) {
            return true;
        }
    }
    return false;
}

bool ed_fields_time(struct ed_str text, struct ed_told *ret)
{
    struct ed_stamp stamp;

    if (text.n < 5 || text.n > 64) {
        return false;
    }
    if (ed_is_digit(text.p[0]) && time_number(text, ret)) {
        return true;
    }
    if (ed_stamp_read(text, ED_STAMP_DATE_TIME, &stamp)) {
        ret->time_text = text;
        ret->time = stamp.n == text.n && stamp.known ? ED_TIME_DATED : ED_TIME_PARTIAL;
        return true;
    }
    if (has_clock(text)) {
        ret->time_text = text;
        ret->time = ED_TIME_PARTIAL;
        return true;
    }
    return false;
}

void ed_fields_begin(struct ed_fields *fields, struct ed_arena *arena)
{
    fields->arena = arena;
    fields->marks = 0;
    fields->known = 0;
    fields->depth = 0;
    fields->crowded = false;
    fields->have = 0;
    fields->ntexts = 0;
}

/* Words, and not a name, a number or an identifier. */
static bool is_words(struct ed_str s, bool escaped)
{
    return s.n >= 4 && (memchr(s.p, ' ', s.n) || (escaped && (ed_str_find(s, ED_STR("\\n"), 0) != SIZE_MAX ||
                                                              ed_str_find(s, ED_STR("\\t"), 0) != SIZE_MAX)));
}

void ed_fields_say(struct ed_fields *fields, unsigned key, enum ed_key_role role, struct ed_str text, bool escaped)
{
    if (fields->ntexts == ED_FIELDS_TEXTS) {
        fields->crowded = true;
        return;
    }
    fields->texts[fields->ntexts++] = (struct ed_fields_text){
        .text = text,
        .key = (uint16_t)key,
        .role = (uint8_t)role,
        .depth = fields->depth,
        .escaped = escaped,
        .order = (uint16_t)(fields->depth << 8 | (role == ED_KEY_NONE ? 0 : ed_key_get(key)->rank)),
    };
}

static void tell(struct ed_fields *fields, unsigned key, const struct ed_json_member *member)
{
    const struct ed_key *is = ed_key_get(key);
    uint16_t order = (uint16_t)(fields->depth << 8 | is->rank);

    if (!(fields->have >> is->role & 1) || order < fields->told[is->role].order) {
        fields->have |= UINT32_C(1) << is->role;
        fields->told[is->role].value = *member;
        fields->told[is->role].order = order;
    }
}

static bool is_name(struct ed_str s)
{
    return s.n > 0 && s.n <= NAME_MAX_BYTES;
}

/* Whether the value is what a key of this role promises. */
static bool fits(enum ed_key_role role, const struct ed_json_member *member)
{
    bool number = member->kind == ED_JSON_NUMBER;
    struct ed_told told = ed_told_none;
    uint64_t n = 0;

    switch (role) {
    case ED_KEY_TIME:
        return ed_fields_time(member->text, &told);
    case ED_KEY_LEVEL:
    case ED_KEY_LEVEL_WORD:
    case ED_KEY_LEVEL_PYTHON:
    case ED_KEY_LEVEL_OTLP:
        return ed_fields_level(role, member->text) != ED_LEVEL_UNKNOWN;
    case ED_KEY_PID:
    case ED_KEY_RANK:
    case ED_KEY_LINE:
        return ed_str_u64(member->text, &n) && member->text.n <= 10;
    case ED_KEY_STREAM:
        return ed_str_is(member->text, "stderr") || ed_str_is(member->text, "stdout");
    case ED_KEY_HOST:
    case ED_KEY_IDENT:
    case ED_KEY_CONTAINER:
    case ED_KEY_POD:
    case ED_KEY_FILE:
        return !number && is_name(member->text);
    default:
        return false;
    }
}

static unsigned known_by(enum ed_key_role role)
{
    switch (role) {
    case ED_KEY_TIME:
        return ED_FIELDS_TIME;
    case ED_KEY_LEVEL:
    case ED_KEY_LEVEL_WORD:
    case ED_KEY_LEVEL_PYTHON:
    case ED_KEY_LEVEL_OTLP:
        return ED_FIELDS_LEVEL;
    default:
        return 0;
    }
}

static void add_string(struct ed_fields *fields, unsigned key, enum ed_key_role role,
                       const struct ed_json_member *member)
{
    struct ed_str text = member->text;
    bool words_in_it = is_words(text, member->escaped);

    switch (role) {
    case ED_KEY_MESSAGE:
    case ED_KEY_TEMPLATE:
    case ED_KEY_ERROR:
        fields->known |= ED_FIELDS_SAYS;
        break;
    case ED_KEY_STACK:
        role = words_in_it ? ED_KEY_STACK : ED_KEY_NONE;
        fields->known |= words_in_it ? ED_FIELDS_STACK : 0u;
        break;
    case ED_KEY_TYPE:
    case ED_KEY_DETAIL:
        break;
    default:
        if (fits(role, member)) {
            fields->known |= known_by(role);
            tell(fields, key, member);
            return;
        }
        role = ED_KEY_NONE;
        break;
    }
    if (text.n && (role != ED_KEY_NONE || words_in_it)) {
        ed_fields_say(fields, key, role, text, member->escaped);
    }
}

void ed_fields_add(struct ed_fields *fields, unsigned key, const struct ed_json_member *member)
{
    const struct ed_key *is = ed_key_get(key);
    enum ed_key_role role = (enum ed_key_role)is->role;

    fields->marks |= is->mark;
    if (member->kind == ED_JSON_STRING) {
        add_string(fields, key, role, member);
    } else if (member->kind == ED_JSON_NUMBER) {
        if (role == ED_KEY_DETAIL) {
            ed_fields_say(fields, key, role, member->text, /* escaped */ false);
        } else if (fits(role, member)) {
            fields->known |= known_by(role);
            tell(fields, key, member);
        }
    }
}

bool ed_fields_speak(const struct ed_fields *fields)
{
    return !fields->crowded && (fields->ntexts > 0 || fields->known & ED_FIELDS_SAYS) &&
           (fields->known & (ED_FIELDS_SAYS | ED_FIELDS_STACK) || ed_fields_sure(fields));
}

static struct ed_str decoded(struct ed_fields *fields, struct ed_str text, bool escaped)
{
    return ed_json_unescape(fields->arena,
                            &(struct ed_json_member){.kind = ED_JSON_STRING, .text = text, .escaped = escaped});
}

static struct ed_str trimmed_end(struct ed_str s)
{
    while (s.n && ed_is_space(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

/* In the order of a body: by kind, then the best key. */
static bool stands_before(const struct ed_fields_text *a, const struct ed_fields_text *b)
{
    unsigned ka = a->role == ED_KEY_NONE ? ED_KEY_ROLES : a->role, kb = b->role == ED_KEY_NONE ? ED_KEY_ROLES : b->role;

    return ka != kb ? ka < kb : a->order < b->order;
}

static void sort_texts(struct ed_fields *fields)
{
    for (unsigned i = 1; i < fields->ntexts; i++) {
        struct ed_fields_text text = fields->texts[i];
        unsigned k = i;

        for (; k > 0 && stands_before(&text, &fields->texts[k - 1]); k--) {
            fields->texts[k] = fields->texts[k - 1];
        }
        fields->texts[k] = text;
    }
}

static bool is_bound(struct ed_str s, size_t at)
{
    return at == 0 || at == s.n || !ed_is_word(s.p[at - 1]) || !ed_is_word(s.p[at]);
}

/* Whether `inner` stands in `text` as words of its own. */
static bool holds(struct ed_str text, struct ed_str inner)
{
    size_t at = ed_str_find(text, inner, 0);

    return at != SIZE_MAX && is_bound(text, at) && is_bound(text, at + inner.n);
}

/* "ValueError: no such file" of a type and the message of the same error; a message that begins with its type is that
   already. Types are said before messages of the error at the next place, or alone. */
static void join_types(struct ed_fields *fields)
{
    struct ed_fields_text *texts = fields->texts;

    for (unsigned i = 0; i < fields->ntexts; i++) {
        unsigned parent = ed_key_get(texts[i].key)->parent;

        if (texts[i].role != ED_KEY_TYPE || texts[i].text.n == 0) {
            continue;
        }
        for (unsigned k = i + 1; k < fields->ntexts; k++) {
            struct ed_fields_text *error = &texts[k];

            if (error->role != ED_KEY_ERROR || error->depth != texts[i].depth || error->text.n == 0 ||
                ed_key_get(error->key)->parent != parent) {
                continue;
            }
            if (!ed_str_starts(error->text, texts[i].text)) {
                error->text = ed_arena_printf(fields->arena, "%.*s: %.*s", ED_STR_ARG(texts[i].text),
                                              ED_STR_ARG(error->text));
            }
            texts[i].text.n = 0;
            break;
        }
    }
}

/* A detail says which one it is: "code: 28P01". A number is one only where an error stands. */
static void name_details(struct ed_fields *fields)
{
    bool failed = fields->known & ED_FIELDS_STACK;

    for (unsigned i = 0; i < fields->ntexts; i++) {
        failed |= fields->texts[i].role == ED_KEY_ERROR || fields->texts[i].role == ED_KEY_TYPE;
    }
    for (unsigned i = 0; i < fields->ntexts; i++) {
        struct ed_fields_text *detail = &fields->texts[i];
        uint64_t n = 0;

        if (detail->role == ED_KEY_DETAIL && detail->text.n) {
            struct ed_str name = ed_key_get(detail->key)->name;

            detail->text = ed_str_u64(detail->text, &n) && !failed
                               ? ED_STR("")
                               : ed_arena_printf(fields->arena, "%.*s: %.*s", ED_STR_ARG(name),
                                                 ED_STR_ARG(detail->text));
        }
    }
}

/* Texts that another one holds go. A stack that begins with "TypeError: x" holds both the error and its type, a full
   message the short one. */
static void drop_held(struct ed_fields *fields)
{
    struct ed_fields_text *texts = fields->texts;
    unsigned held = ED_MIN(fields->ntexts, HELD_AGAINST);

    for (unsigned i = 0; i < fields->ntexts; i++) {
        for (unsigned k = 0; k < held && texts[i].text.n; k++) {
            bool same = texts[k].text.n == texts[i].text.n;

            if (k != i && texts[k].text.n >= texts[i].text.n && (!same || k < i) &&
                holds(texts[k].text, texts[i].text)) {
                texts[i].text.n = 0;
            }
        }
    }
}

/* The value of a detail that some text holds ("code: X" where the message has X). */
static void drop_details(struct ed_fields *fields)
{
    for (unsigned i = 0; i < fields->ntexts; i++) {
        for (unsigned k = 0; k < fields->ntexts && k < HELD_AGAINST; k++) {
            if (fields->texts[i].role == ED_KEY_DETAIL && k != i && fields->texts[i].text.n &&
                holds(fields->texts[k].text, fields->texts[i].text)) {
                fields->texts[i].text.n = 0;
            }
        }
    }
}

static struct ed_str join(struct ed_fields *fields)
{
    size_t n = 0;
    char *p, *at;

    for (unsigned i = 0; i < fields->ntexts; i++) {
        n += fields->texts[i].text.n + 1;
    }
    p = at = ed_arena_alloc(fields->arena, n + 1);
    for (unsigned i = 0; i < fields->ntexts; i++) {
        struct ed_str text = fields->texts[i].text;

        if (text.n == 0) {
            continue;
        }
        if (at > p) {
            *at++ = '\n';
        }
        memcpy(at, text.p, text.n);
        at += text.n;
    }
    return ed_str(p, (size_t)(at - p));
}

static void put_body(struct ed_fields *fields, struct ed_peel *ret)
{
    struct ed_fields_text *texts = fields->texts;

    if (fields->ntexts == 1 && !texts[0].escaped && texts[0].role != ED_KEY_DETAIL) { /* as most records are */
        ret->body = trimmed_end(texts[0].text);
    } else {
        sort_texts(fields);
        for (unsigned i = 0; i < fields->ntexts; i++) {
            texts[i].text = trimmed_end(decoded(fields, texts[i].text, texts[i].escaped));
        }
        drop_details(fields);
        name_details(fields);
        join_types(fields);
        drop_held(fields);
        ret->body = join(fields);
        ret->decoded = true;
    }
    ret->silent = ret->body.n == 0;
}

static struct ed_str value(struct ed_fields *fields, enum ed_key_role role)
{
    struct ed_json_member *member = &fields->told[role].value;

    return fields->have >> role & 1 ? ed_json_unescape(fields->arena, member) : ED_STR_NONE;
}

/* "loader/map.go:12" has the line in it. */
static void put_file(struct ed_fields *fields, struct ed_meta *meta)
{
    struct ed_str file = value(fields, ED_KEY_FILE), line = value(fields, ED_KEY_LINE);
    size_t colon = file.n;

    while (colon > 0 && ed_is_digit(file.p[colon - 1])) {
        colon--;
    }
    if (colon > 1 && colon < file.n && file.p[colon - 1] == ':') {
        line = ed_str_slice(file, colon, file.n);
        file = ed_str_slice(file, 0, colon - 1);
    }
    meta->file = file;
    if (!ed_str_u64(line, &meta->file_line)) {
        meta->file_line = 0;
    }
}

static void put_told(struct ed_fields *fields, struct ed_told *ret)
{
    static const enum ed_key_role levels[] = {ED_KEY_LEVEL, ED_KEY_LEVEL_WORD, ED_KEY_LEVEL_PYTHON, ED_KEY_LEVEL_OTLP};

    if (fields->have >> ED_KEY_TIME & 1) {
        ed_fields_time(fields->told[ED_KEY_TIME].value.text, ret);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(levels) && ret->level == ED_LEVEL_UNKNOWN; i++) {
        if (fields->have >> levels[i] & 1) {
            ret->level = ed_fields_level(levels[i], fields->told[levels[i]].value.text);
        }
    }
}

void ed_fields_finish(struct ed_fields *fields, struct ed_meta *meta, struct ed_peel *ret)
{
    const struct {
        enum ed_key_role role;
        struct ed_str *to;
    } names[] = {{ED_KEY_HOST, &meta->host},
                 {ED_KEY_IDENT, &meta->ident},
                 {ED_KEY_PID, &meta->pid},
                 {ED_KEY_POD, &meta->pod},
                 {ED_KEY_STREAM, &meta->stream},
                 {ED_KEY_RANK, &meta->rank},
                 {ED_KEY_CONTAINER, &meta->container}};

    put_body(fields, ret);
    put_told(fields, &ret->told);
    for (size_t i = 0; i < ED_ARRAY_LEN(names); i++) {
        if (fields->have >> names[i].role & 1) {
            *names[i].to = value(fields, names[i].role);
        }
    }
    if (fields->have >> ED_KEY_FILE & 1) {
        put_file(fields, meta);
    }
}

/*
 * json_fields.c: walks a JSON object for fields.h. Known keys open the objects below them (`err`, `log`, `kubernetes`);
 * what only wraps a record is read as the record; in all else only texts are looked for, so that no error is hidden by
 * a key that nobody knows. Each level is read once more than the one above, to a depth of a few; what is deeper is a
 * text as it stands. A message template (Serilog's) is filled from the record's members.
 */
#include "input/json_fields.h"

#include "base/buf.h"

/* Deeper values are taken as they stand. Real records nest 5 deep: _source, kubernetes, labels; resource, attributes,
   value. */
#define DEPTH_MAX 8
/* Holes of a template; more are left as they are. */
#define TEMPLATE_HOLES 16

struct walk {
    struct ed_fields *fields;
    bool cut;
    bool broken;
};

static void walk_object(struct walk *w, struct ed_str object, unsigned parent);
static void walk_array(struct walk *w, struct ed_str array, unsigned key);
static void walk_cut(struct walk *w, struct ed_str rest, unsigned key, bool keyed);

/* Lines of a trace that stand as strings in an array, as one text; false when they are no strings. */
static bool say_lines(struct walk *w, struct ed_str array, unsigned key)
{
    struct ed_json_member item;
    struct ed_json_flat flat;
    char *p, *at;

    p = at = ed_arena_alloc(w->fields->arena, array.n + 1); /* a quote and a comma make room for each break */
    for (ed_json_flat_begin_array(&flat, array); ed_json_flat_next(&flat, &item);) {
        if (item.kind != ED_JSON_STRING) {
            return false;
        }
        if (at > p) {
            *at++ = '\\';
            *at++ = 'n';
        }
        memcpy(at, item.text.p, item.text.n);
        at += item.text.n;
    }
    if (at == p || flat.failed) {
        return false;
    }
    ed_fields_add(
        w->fields, key,
        &(struct ed_json_member){.kind = ED_JSON_STRING, .text = ed_str(p, (size_t)(at - p)), .escaped = true});
    return true;
}

/* {"key":"host.name","value":{"stringValue":"pine07"}}: a member of the object whose attributes these are. */
static void walk_pair(struct walk *w, struct ed_str pair, unsigned parent)
{
    struct ed_str key = ED_STR_NONE;
    struct ed_json_member member, value = {.kind = ED_JSON_NULL};
    struct ed_json_flat flat, inner;

    for (ed_json_flat_begin(&flat, pair); ed_json_flat_next(&flat, &member);) {
        if (member.kind == ED_JSON_STRING && ed_str_is(member.key, "key")) {
            key = member.text;
        } else if (ed_str_is(member.key, "value")) {
            value = member;
        }
    }
    if (value.kind == ED_JSON_OBJECT && ed_json_flat_begin(&inner, value.text) && !ed_json_flat_next(&inner, &value)) {
        return;
    }
    if (key.n && (value.kind == ED_JSON_STRING || value.kind == ED_JSON_NUMBER)) {
        ed_fields_add(w->fields, ed_key_find(parent, key), &value);
    }
}

static bool is_pair(struct ed_str object)
{
    struct ed_json_member member;
    struct ed_json_flat flat;

    return ed_json_flat_begin(&flat, object) && ed_json_flat_next(&flat, &member) && ed_str_is(member.key, "key") &&
           member.kind == ED_JSON_STRING;
}

/* One value below a key: of an object's member or an array's element. */
static void walk_value(struct walk *w, unsigned key, const struct ed_json_member *member)
{
    const struct ed_key *is = ed_key_get(key);
    struct ed_fields *fields = w->fields;

    if (member->kind != ED_JSON_OBJECT && member->kind != ED_JSON_ARRAY) {
        ed_fields_add(fields, key, member);
        return;
    }
    fields->marks |= is->mark;
    if (fields->depth + 1 > DEPTH_MAX || (is->role == ED_KEY_MESSAGE && !is->opens && member->kind == ED_JSON_OBJECT)) {
        ed_fields_say(fields, key, (enum ed_key_role)is->role, member->text, /* escaped */ false);
        fields->known |= is->role == ED_KEY_MESSAGE ? ED_FIELDS_SAYS : 0u;
        return;
    }
    fields->depth++;
    if (member->kind == ED_JSON_OBJECT) {
        walk_object(w, member->text, is->role == ED_KEY_INSIDE ? ED_KEY_ROOT : is->opens ? key : ED_KEY_UNKNOWN);
    } else {
        walk_array(w, member->text, key);
    }
    fields->depth--;
}

static void walk_array(struct walk *w, struct ed_str array, unsigned key)
{
    const struct ed_key *is = ed_key_get(key);
    enum ed_key_role role = (enum ed_key_role)is->role;
    bool lines = role == ED_KEY_STACK || role == ED_KEY_ERROR || role == ED_KEY_MESSAGE;
    struct ed_json_member item;
    struct ed_json_flat flat;

    if (lines && say_lines(w, array, key)) {
        return;
    }
    for (ed_json_flat_begin_array(&flat, array); ed_json_flat_next(&flat, &item);) {
        if (item.kind == ED_JSON_OBJECT && is_pair(item.text)) {
            walk_pair(w, item.text, role == ED_KEY_INSIDE ? ED_KEY_ROOT : ED_KEY_UNKNOWN);
        } else if (item.kind == ED_JSON_OBJECT) {
            walk_value(w, role == ED_KEY_INSIDE ? ED_KEY_UNKNOWN : key, &item);
        } else if (item.kind == ED_JSON_STRING || item.kind == ED_JSON_ARRAY) {
            walk_value(w, ED_KEY_UNKNOWN, &item);
        }
    }
    if (flat.failed) {
        w->cut = true;
        walk_cut(w, flat.rest, key, /* keyed */ true);
    }
}

/* Whether the text is a string, from its opening quote, that does not end. */
static bool is_open_string(struct ed_str s)
{
    for (size_t i = 1; i < s.n; i++) {
        if (s.p[i] == '"' || s.p[i] == '\n') {
            return false;
        }
        i += s.p[i] == '\\';
    }
    return s.n && s.p[0] == '"';
}

/* What is left of an object or an array that did not end: its last value may be one that was cut. keyed: `rest` is
   where a value should be, and not its key. */
static void walk_cut(struct walk *w, struct ed_str rest, unsigned key, bool keyed)
{
    struct ed_json_member member = {.kind = ED_JSON_STRING};

    if (keyed && rest.n && (rest.p[0] == '{' || rest.p[0] == '[')) {
        member.kind = rest.p[0] == '{' ? ED_JSON_OBJECT : ED_JSON_ARRAY;
        member.text = rest;
        walk_value(w, key, &member);
        return;
    }
    if (rest.n && !is_open_string(rest)) {
        w->broken = true;
        return;
    }
    if (keyed && rest.n) {
        member.text = ed_str_slice(rest, 1, rest.n);
        member.escaped = memchr(rest.p, '\\', rest.n) != NULL;
        ed_fields_add(w->fields, key, &member);
    }
}

static void walk_object(struct walk *w, struct ed_str object, unsigned parent)
{
    struct ed_json_member member = {.key = ED_STR_NONE};
    struct ed_json_flat flat;

    if (!ed_json_flat_begin(&flat, object)) {
        w->broken = true;
        return;
    }
    while (ed_json_flat_next(&flat, &member)) {
        walk_value(w, parent == ED_KEY_UNKNOWN ? parent : ed_key_find(parent, member.key), &member);
        member.key = ED_STR_NONE;
    }
    if (flat.failed) {
        w->cut = true;
        walk_cut(w, flat.rest,
                 member.key.p && parent != ED_KEY_UNKNOWN ? ed_key_find(parent, member.key) : ED_KEY_UNKNOWN,
                 member.key.p != NULL);
    } else if (w->fields->depth == 0 && !ed_json_flat_whole(&flat)) {
        w->broken = true;
    }
}

/* The value of the member `name` of the object, or of the object Properties in it. */
static struct ed_str property(struct ed_fields *fields, struct ed_str object, struct ed_str name, bool nested)
{
    struct ed_json_member member;
    struct ed_json_flat flat;
    struct ed_str found = ED_STR_NONE;

    for (ed_json_flat_begin(&flat, object); !found.p && ed_json_flat_next(&flat, &member);) {
        if (ed_str_eq(member.key, name)) {
            found = ed_json_unescape(fields->arena, &member);
        } else if (member.kind == ED_JSON_OBJECT && !nested &&
                   (ed_str_is(member.key, "Properties") || ed_str_is(member.key, "State"))) {
            found = property(fields, member.text, name, /* nested */ true);
        }
    }
    return found;
}

/* "cannot map {File,10:l}" with its holes filled; "{{" is a brace. A hole that nothing fills stays. */
static struct ed_str filled(struct ed_fields *fields, struct ed_str object, struct ed_str template)
{
    struct ed_str text = ED_STR_NONE;
    struct ed_buf out;
    unsigned holes = 0;

    ed_buf_init(&out, /* max */ 0);
    for (size_t i = 0; i < template.n; i++) {
        char c = template.p[i];
        size_t end = c == '{' && holes < TEMPLATE_HOLES ? ed_str_find_byte(template, '}', i) : SIZE_MAX;
        struct ed_str name, value = ED_STR_NONE;

        if ((c == '{' || c == '}') && i + 1 < template.n && template.p[i + 1] == c) {
            ed_buf_byte(&out, c);
            i++;
            continue;
        }
        holes += c == '{';
        if (end != SIZE_MAX) {
            name = ed_str_slice(template, i + 1, end);
            if (name.n && (name.p[0] == '@' || name.p[0] == '$')) {
                name = ed_str_slice(name, 1, name.n);
            }
            name = ed_str_cut(&name, ':');
            name = ed_str_cut(&name, ',');
            value = property(fields, object, name, /* nested */ false);
        }
        if (value.p) {
            ed_buf_str(&out, value);
            i = end;
        } else {
            ed_buf_byte(&out, c);
        }
    }
    text = ed_arena_str(fields->arena, ed_buf_view(&out));
    ed_buf_done(&out);
    return text;
}

/* A template is the message where no other is, and says it once more where there is one. */
static void fill_templates(struct ed_fields *fields, struct ed_str object)
{
    bool said = false;
    unsigned n = 0;

    for (unsigned i = 0; i < fields->ntexts; i++) {
        said |= fields->texts[i].role == ED_KEY_MESSAGE;
    }
    for (unsigned i = 0; i < fields->ntexts; i++) {
        struct ed_fields_text text = fields->texts[i];

        if (text.role == ED_KEY_TEMPLATE) {
            struct ed_str template = ed_json_unescape(
                fields->arena,
                &(struct ed_json_member){.kind = ED_JSON_STRING, .text = text.text, .escaped = text.escaped});

            if (said) {
                continue;
            }
            said = true;
            text.text = filled(fields, object, template);
            text.escaped = false;
            text.role = ED_KEY_MESSAGE;
        }
        fields->texts[n++] = text;
    }
    fields->ntexts = n;
}

enum ed_json_extent ed_json_fields_read(struct ed_fields *fields, struct ed_str object)
{
    struct walk w = {.fields = fields};
    bool template = false;

    walk_object(&w, object, ED_KEY_ROOT);
    for (unsigned i = 0; i < fields->ntexts; i++) {
        template |= fields->texts[i].role == ED_KEY_TEMPLATE;
    }
    if (template) {
        fill_templates(fields, object);
    }
    return w.broken ? ED_JSON_BROKEN : w.cut ? ED_JSON_CUT : ED_JSON_WHOLE;
}

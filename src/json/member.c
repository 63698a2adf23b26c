/*
 * member.c: ed_json_member_text of split.h: where a member's value stands in the text of an object. A member's text is
 * wanted byte for byte, so the tree is no help. The text was checked before; an unchecked one may give a wrong answer,
 * but nothing outside of it is read.
 */
#include "json/read.h"
#include "json/scan.h"
#include "json/split.h"

static size_t skip_space(struct ed_str s, size_t i)
{
    while (i < s.n && ed_json_is_space(s.p[i])) {
        i++;
    }
    return i;
}

/* From the opening quote at i to behind the closing one. */
static size_t skip_string(struct ed_str s, size_t i)
{
    for (i++; i < s.n; i++) {
        i += ed_json_plain(s.p + i, s.n - i);
        if (i < s.n && s.p[i] == '"') {
            return i + 1;
        }
        i += i < s.n && s.p[i] == '\\';
    }
    return s.n;
}

static size_t skip_value(struct ed_str s, size_t i)
{
    size_t depth = 0;

    while (i < s.n) {
        char c = s.p[i];

        if (depth == 0 && (c == ',' || c == '}' || c == ']' || ed_json_is_space(c))) {
            return i;
        }
        i = c == '"' ? skip_string(s, i) : i + 1;
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
    }
    return i;
}

/* raw: a key with its quotes. Only one that holds escapes needs decoding. */
static bool key_is(struct ed_str raw, struct ed_str key)
{
    struct ed_json_doc *doc = NULL;
    bool same;

    if (!memchr(raw.p, '\\', raw.n)) {
        return raw.n == key.n + 2 && memcmp(raw.p + 1, key.p, key.n) == 0;
    }
    if (ed_json_parse(raw, &doc, /* err */ NULL)) {
        return false;
    }
    same = ed_str_eq(ed_json_str(ed_json_root(doc)), key);
    ed_json_doc_free(doc);
    return same;
}

struct ed_str ed_json_member_text(struct ed_str object, const char *key)
{
    struct ed_str want = ed_str_c(key);
    size_t i = skip_space(object, 0);

    if (i == object.n || object.p[i] != '{') {
        return ED_STR_NONE;
    }
    for (;;) {
        size_t name, name_end, value;

        name = skip_space(object, i + 1); /* behind { or a comma */
        if (name >= object.n || object.p[name] != '"') {
            return ED_STR_NONE;
        }
        name_end = skip_string(object, name);
        value = skip_space(object, skip_space(object, name_end) + 1);
        if (value >= object.n) {
            return ED_STR_NONE;
        }
        i = skip_value(object, value);
        if (key_is(ed_str_slice(object, name, name_end), want)) {
            return ed_str_slice(object, value, i);
        }
        i = skip_space(object, i);
    }
}

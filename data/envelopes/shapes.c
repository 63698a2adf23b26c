/*
 * shapes.c: a shape of prefixes.tsv as the sequences of elements it stands for. Text is one element a byte here, so
 * that shapes share what they have in common; blanks inside a shape are an element, for there may be more of them.
 * Refuses elements that are unknown, groups that are not closed, and {skip} without text behind it.
 */
#include "shapes.h"

/* In the order of enum element. */
static const char *const elements[] = {
    "TEXT", "BLANKS", "LAST_BLANKS", "END",   "TIME_AS", "SKIP",   "LEVEL", "CAPITALS", "TIME",    "PID", "NUM",
    "RANK", "LINE",   "HOST",        "IDENT", "FILE",    "STREAM", "NAME",  "MODULE",   "LETTERS", "PAD", "BODY",
};

/* Elements that stand for themselves, by the word between the braces. */
static const struct {
    const char *word;
    enum element is;
} plain[] = {
    {"time", IS_TIME},     {"pid", IS_PID},         {"num", IS_NUM},   {"rank", IS_RANK},     {"line", IS_LINE},
    {"host", IS_HOST},     {"ident", IS_IDENT},     {"file", IS_FILE}, {"stream", IS_STREAM}, {"name", IS_NAME},
    {"module", IS_MODULE}, {"letters", IS_LETTERS}, {"pad", IS_PAD},   {"body", IS_BODY},     {"skip", IS_SKIP},
    {"level", IS_LEVEL},   {"LEVEL", IS_CAPITALS},
};

struct reading {
    const struct levels *levels;
    struct place *place;
    struct sequence items; /* with groups */
    bool whole;
    void (*fn)(void *ctx, const struct sequence *sequence);
    void *ctx;
};

const char *element_name(enum element is)
{
    return elements[is];
}

const char *element_word(enum element is)
{
    for (size_t i = 0; i < ED_ARRAY_LEN(plain); i++) {
        if (plain[i].is == is) {
            return plain[i].word;
        }
    }
    return NULL;
}

static void push(struct reading *r, struct sequence *to, struct token token)
{
    if (to->n == SHAPE_MAX) {
        refuse(r->place, "a shape too long", token.text);
        to->n = 0;
    }
    to->v[to->n++] = token;
}

static bool is_pattern(struct ed_str s)
{
    bool good = s.n > 0 && s.n < 40;

    for (size_t i = 0; i < s.n; i++) {
        good &= ed_is_among("09a_~ :./,-", s.p[i]);
    }
    return good;
}

/* What stands between braces. */
static void read_element(struct reading *r, struct ed_str text)
{
    struct ed_str rest = text, word = ed_str_cut(&rest, ':');
    bool has_more = word.n < text.n;

    if (ed_str_is(text, "tab")) {
        push(r, &r->items, (struct token){IS_TEXT, 0, ED_STR("\t")});
        return;
    }
    if (ed_str_is(word, "time") && has_more) {
        if (!is_pattern(rest)) {
            refuse(r->place, "not a pattern of a time", rest);
        }
        push(r, &r->items, (struct token){IS_TIME_AS, 0, rest});
        return;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(plain); i++) {
        bool level = plain[i].is == IS_LEVEL || plain[i].is == IS_CAPITALS;

        if (ed_str_is(word, plain[i].word) && (level || !has_more)) {
            unsigned set = level ? levels_find(r->levels, has_more ? rest : ED_STR("word")) : 0;

            if (set == SETS_MAX) {
                refuse(r->place, "not a set of level words", rest);
                set = 0;
            }
            push(r, &r->items, (struct token){plain[i].is, set, word});
            return;
        }
    }
    refuse(r->place, "not an element", text);
}

/* The shape as items; false: it was refused. */
static bool read_items(struct reading *r, struct ed_str s)
{
    unsigned depth = 0;

    for (size_t i = 0; i < s.n; i++) {
        bool twice = i + 1 < s.n && s.p[i + 1] == s.p[i];

        if (s.p[i] == '{' && i + 1 < s.n && s.p[i + 1] == '?') {
            push(r, &r->items, (struct token){.is = IS_OPEN});
            depth++;
            i++;
        } else if (s.p[i] == '{' && !twice) {
            size_t end = ed_str_find_byte(s, '}', i);

            if (end == SIZE_MAX) {
                refuse(r->place, "a brace that is not closed", ed_str_slice(s, i, s.n));
                return false;
            }
            read_element(r, ed_str_slice(s, i + 1, end));
            i = end;
        } else if (s.p[i] == '}' && depth) {
            push(r, &r->items, (struct token){.is = IS_CLOSE});
            depth--;
        } else if (s.p[i] == '}' && !twice) {
            refuse(r->place, "a brace that closes nothing", ed_str_slice(s, i, s.n));
        } else {
            push(r, &r->items, (struct token){IS_TEXT, 0, ed_str_slice(s, i, i + 1)});
            i += s.p[i] == '{' || s.p[i] == '}';
        }
    }
    if (depth) {
        refuse(r->place, "a group that is not closed", s);
    }
    return !r->place->failed;
}

static bool is_blank(const struct token *token)
{
    return token->is == IS_TEXT && token->text.p[0] == ' ';
}

/* The text that the items from i on begin with. It stands in the file side by side unless a group was left out between.
 */
static struct ed_str text_behind(const struct sequence *s, unsigned i)
{
    struct ed_str text = {.p = s->v[i].text.p, .n = 0};

    while (i < s->n && s->v[i].is == IS_TEXT && s->v[i].text.p == text.p + text.n && text.n < 8) {
        text.n++;
        i++;
    }
    return text;
}

/* The first element of all is told that it is, if it is a name (prefixes.tsv). */
static void mark_first(struct sequence *s)
{
    unsigned i = 0;

    while (i < s->n && s->v[i].is == IS_TEXT) {
        i++;
    }
    if (i < s->n && s->v[i].is >= IS_HOST && s->v[i].is <= IS_MODULE) {
        s->v[i].arg = 1;
    }
}

/* One choice of what is missing: runs of blanks become elements, and the sequence is told. */
static void tell(struct reading *r, const struct sequence *chosen)
{
    struct sequence told = {.n = 0};
    bool leading = true; /* blanks in front are so many */

    for (unsigned i = 0; i < chosen->n; i++) {
        struct token token = chosen->v[i];
        unsigned blanks = 0;

        while (i + blanks < chosen->n && is_blank(&chosen->v[i + blanks])) {
            blanks++;
        }
        if (token.is == IS_SKIP) {
            if (i + 1 == chosen->n || chosen->v[i + 1].is != IS_TEXT) {
                refuse(r->place, "{skip} needs text behind it", ED_STR_NONE);
                return;
            }
            token.text = text_behind(chosen, i + 1);
        }
        leading &= blanks > 0;
        if (blanks && !leading) {
            token = (struct token){.is = i + blanks == chosen->n ? IS_LAST_BLANKS : IS_BLANKS, .arg = blanks};
            i += blanks - 1;
        }
        push(r, &told, token);
    }
    if (r->whole) {
        push(r, &told, (struct token){.is = IS_END});
    }
    mark_first(&told);
    if (!told.n || told.v[0].is == IS_BODY || told.v[0].is == IS_PAD || told.v[0].is == IS_SKIP) {
        refuse(r->place, "nothing that the shape begins with", ED_STR_NONE);
    } else if (!r->place->failed) {
        r->fn(r->ctx, &told);
    }
}

static void choose(struct reading *r, unsigned i, const struct sequence *before)
{
    struct sequence chosen = *before;

    for (; i < r->items.n && r->items.v[i].is != IS_OPEN; i++) {
        if (r->items.v[i].is != IS_CLOSE) {
            push(r, &chosen, r->items.v[i]);
        }
    }
    if (i < r->items.n) {
        unsigned end = i, depth = 0;

        do {
            depth += r->items.v[end].is == IS_OPEN;
            depth -= r->items.v[end].is == IS_CLOSE;
            end++;
        } while (depth);
        choose(r, end, &chosen);
        choose(r, i + 1, &chosen);
        return;
    }
    tell(r, &chosen);
}

void shape_read(struct ed_str shape, bool whole, const struct levels *levels, struct place *place,
                void (*fn)(void *ctx, const struct sequence *sequence), void *ctx)
{
    struct reading r = {.levels = levels, .place = place, .whole = whole, .fn = fn, .ctx = ctx};
    struct sequence none = {.n = 0};

    if (read_items(&r, shape)) {
        choose(&r, 0, &none);
    }
}

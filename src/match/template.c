/*
 * template.c: a message into items (text, escapes, placeholders) and items into pieces (literals that do not touch, and
 * holes). Which dialect a file's ending means stands here, too.
 *
 * Everything lives in the caller's arena; names and sources are views into the message. Nothing fails: what is no
 * placeholder is literal text.
 */
#include "match/hole.h"

#include "base/vec.h"

struct ending {
    const char *text;
    enum ed_dialect dialect;
};

static const struct ending endings[] = {
    {"c", ED_DIALECT_C},          {"h", ED_DIALECT_C},           {"cc", ED_DIALECT_C},
    {"cpp", ED_DIALECT_C},        {"cxx", ED_DIALECT_C},         {"hh", ED_DIALECT_C},
    {"hpp", ED_DIALECT_C},        {"hxx", ED_DIALECT_C},         {"cu", ED_DIALECT_C},
    {"cuh", ED_DIALECT_C},        {"m", ED_DIALECT_C},           {"mm", ED_DIALECT_C},
    {"inl", ED_DIALECT_C},        {"lua", ED_DIALECT_C},         {"hip", ED_DIALECT_C},
    {"metal", ED_DIALECT_C},      {"go", ED_DIALECT_GO},         {"py", ED_DIALECT_PYTHON},
    {"pyx", ED_DIALECT_PYTHON},   {"pyi", ED_DIALECT_PYTHON},    {"pxd", ED_DIALECT_PYTHON},
    {"java", ED_DIALECT_JAVA},    {"kt", ED_DIALECT_KOTLIN},     {"kts", ED_DIALECT_KOTLIN},
    {"scala", ED_DIALECT_KOTLIN}, {"groovy", ED_DIALECT_KOTLIN}, {"gradle", ED_DIALECT_KOTLIN},
    {"dart", ED_DIALECT_KOTLIN},  {"cs", ED_DIALECT_CSHARP},     {"fs", ED_DIALECT_CSHARP},
    {"vb", ED_DIALECT_CSHARP},    {"razor", ED_DIALECT_CSHARP},  {"js", ED_DIALECT_JS},
    {"mjs", ED_DIALECT_JS},       {"cjs", ED_DIALECT_JS},        {"jsx", ED_DIALECT_JS},
    {"ts", ED_DIALECT_JS},        {"mts", ED_DIALECT_JS},        {"cts", ED_DIALECT_JS},
    {"tsx", ED_DIALECT_JS},       {"vue", ED_DIALECT_JS},        {"svelte", ED_DIALECT_JS},
    {"astro", ED_DIALECT_JS},     {"rb", ED_DIALECT_RUBY},       {"rake", ED_DIALECT_RUBY},
    {"ex", ED_DIALECT_RUBY},      {"exs", ED_DIALECT_RUBY},      {"cr", ED_DIALECT_RUBY},
    {"rs", ED_DIALECT_RUST},      {"zig", ED_DIALECT_RUST},      {"php", ED_DIALECT_PHP},
    {"pl", ED_DIALECT_PHP},       {"pm", ED_DIALECT_PHP},        {"sh", ED_DIALECT_SHELL},
    {"bash", ED_DIALECT_SHELL},   {"zsh", ED_DIALECT_SHELL},     {"ps1", ED_DIALECT_SHELL},
    {"psm1", ED_DIALECT_SHELL},   {"jl", ED_DIALECT_SHELL},      {"swift", ED_DIALECT_SWIFT},
};

enum ed_dialect ed_dialect_of(struct ed_str file_path)
{
    size_t dot = file_path.n;

    while (dot > 0 && file_path.p[dot - 1] != '.' && file_path.p[dot - 1] != '/') {
        dot--;
    }
    if (dot == 0 || file_path.p[dot - 1] != '.') {
        return ED_DIALECT_ANY;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(endings); i++) {
        if (ed_str_eq_nocase(ed_str_slice(file_path, dot, file_path.n), ed_str_c(endings[i].text))) {
            return endings[i].dialect;
        }
    }
    return ED_DIALECT_ANY;
}

/* Bytes that a placeholder or an escape can begin with. */
static bool is_special(char c)
{
    return c == '%' || c == '{' || c == '}' || c == '$' || c == '#' || c == '\\' || c == '\'';
}

/* Behind the text at `at`: the next special byte, and behind a run of braces that is no escape ("{{.Name}}"). */
static size_t text_end(struct ed_str message, size_t at)
{
    char c = message.p[at++];

    while (c == '{' && at < message.n && message.p[at] == '{') {
        at++;
    }
    while (at < message.n && !is_special(message.p[at])) {
        at++;
    }
    return at;
}

void ed_items_read(struct ed_str message, enum ed_dialect dialect, struct ed_arena *arena, struct ed_items *ret_items)
{
    struct ed_grammar grammar = ed_grammar_of(message, dialect);
    ED_VEC(struct ed_item) items = {0};
    size_t at = 0, nholes = 0;

    while (at < message.n) {
        struct ed_item item = {.kind = ED_ITEM_TEXT, .start = at};
        size_t escape = is_special(message.p[at]) ? ed_hole_escape(message, at, &grammar, &item.text) : 0;

        if (escape > 0) {
            item.kind = ED_ITEM_ESCAPE;
            item.end = at + escape;
        } else if (nholes < ED_LIMIT_HOLES && is_special(message.p[at]) &&
                   ed_hole_at(message, at, &grammar, &item.hole)) {
            item.kind = ED_ITEM_HOLE;
            item.end = item.hole.end;
            nholes++;
        } else {
            item.end = text_end(message, at);
        }
        at = item.end;
        if (item.kind == ED_ITEM_TEXT && items.n > 0 && items.v[items.n - 1].kind == ED_ITEM_TEXT) {
            items.v[items.n - 1].end = item.end;
        } else {
            *ed_vec_add(&items) = item;
        }
    }
    ret_items->n = items.n;
    ret_items->nholes = nholes;
    ret_items->v = ed_arena_alloc(arena, (items.n + 1) * sizeof(*items.v));
    if (items.n > 0) {
        memcpy(ret_items->v, items.v, items.n * sizeof(*items.v));
    }
    ed_vec_done(&items);
}

/* Literal bytes go one behind the other into one buffer, so that a literal which goes on grows in place. */
struct literal_sink {
    char *p;
    size_t n, begin;
};

static void flush_literal(struct literal_sink *sink, struct ed_template *tmpl)
{
    if (sink->n > sink->begin) {
        struct ed_piece *piece = &tmpl->v[tmpl->n++];

        memset(piece, 0, sizeof(*piece));
        piece->text = ed_str(sink->p + sink->begin, sink->n - sink->begin);
        sink->begin = sink->n;
    }
}

static void add_literal(struct literal_sink *sink, struct ed_str text)
{
    if (text.n > 0) {
        memcpy(sink->p + sink->n, text.p, text.n);
        sink->n += text.n;
    }
}

void ed_items_template(struct ed_str message, const struct ed_items *items, size_t from, size_t to,
                       struct ed_arena *arena, struct ed_template *ret_template)
{
    /* Holes and their "x=" print no more bytes than their sources have, so the message's length is room enough. */
    struct literal_sink sink = {ed_arena_alloc(arena, to - from + 1), 0, 0};

    ret_template->v = ed_arena_alloc(arena, (2 * items->nholes + 1) * sizeof(*ret_template->v));
    ret_template->n = ret_template->nholes = 0;
    for (size_t i = 0; i < items->n; i++) {
        const struct ed_item *item = &items->v[i];
        size_t start = ED_MAX(item->start, from), end = ED_MIN(item->end, to);

        if (start >= end) {
            continue;
        }
        if (item->kind == ED_ITEM_TEXT) {
            add_literal(&sink, ed_str_slice(message, start, end));
        } else if (item->kind == ED_ITEM_ESCAPE) {
            add_literal(&sink, item->text);
        } else {
            add_literal(&sink, item->hole.before);
            flush_literal(&sink, ret_template);
            ret_template->v[ret_template->n++] = (struct ed_piece){
                .hole = true,
                .text = ed_str_slice(message, item->start, item->end),
                .name = item->hole.name,
                .kind = item->hole.kind,
                .pad_before = item->hole.pad_before,
                .pad_after = item->hole.pad_after};
            ret_template->nholes++;
        }
    }
    flush_literal(&sink, ret_template);
}

void ed_template_parse(struct ed_str message, enum ed_dialect dialect, struct ed_arena *arena,
                       struct ed_template *ret_template)
{
    struct ed_items items;

    ed_items_read(message, dialect, arena, &items);
    ed_items_template(message, &items, 0, message.n, arena, ret_template);
}

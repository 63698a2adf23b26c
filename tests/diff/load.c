/*
 * load.c: reading templates, and making more of them. What cannot be read ends the program: a test over part of its
 * data proves nothing. Order: one template, JSON, lists, walking, recombining.
 */
#include "load.h"

#include "base/utf8.h"
#include "input/source.h"
#include "json/read.h"
#include "json/split.h"

struct reading {
    struct load *load;
    const char *name;
};

_Noreturn static void fail(const char *name, uint64_t line, const char *what)
{
    fprintf(stderr, "%s:%" PRIu64 ": %s\n", name, line, what);
    exit(1);
}

void load_init(struct load *load)
{
    *load = (struct load){0};
    ed_arena_init(&load->arena);
    ed_map_init(&load->seen);
}

void load_done(struct load *load)
{
    ed_vec_done(&load->templates);
    ed_map_done(&load->seen);
    ed_arena_done(&load->arena);
}

struct ed_str load_ending(struct ed_str file)
{
    const char *dot = file.n ? memrchr(file.p, '.', file.n) : NULL;

    return dot && !memchr(dot, '/', (size_t)(file.p + file.n - dot))
               ? ed_str(dot + 1, (size_t)(file.p + file.n - dot) - 1)
               : ED_STR("");
}

static void take(struct load *load, struct ed_str file, struct ed_str message, struct ed_str pattern)
{
    struct ed_str key = ed_arena_printf(&load->arena, "%.*s\n%.*s\n%.*s", ED_STR_ARG(load_ending(file)),
                                        ED_STR_ARG(message), ED_STR_ARG(pattern));
    bool fresh;

    load->read++;
    (void)ed_map_put(&load->seen, key, &fresh);
    if (fresh) {
        *ed_vec_add(&load->templates) = (struct loaded){
            ed_arena_str(&load->arena, file), ed_arena_str(&load->arena, message), ed_arena_str(&load->arena, pattern)};
    }
}

static enum ed_rc on_value(void *ctx, const struct ed_json_value *value, struct ed_err *err)
{
    struct reading *reading = ctx;
    struct ed_json_doc *doc;
    const struct ed_json_node *root, *file;
    struct ed_str message;

    if (value->too_large || value->cut_short || value->stray) {
        fail(reading->name, value->line, "no JSON value");
    }
    if (ed_json_parse(value->text, &doc, err) != ED_OK) {
        fail(reading->name, value->line, err->message);
    }
    root = ed_json_root(doc);
    root = ed_json_get(root, "record") ? ed_json_get(root, "record") : root;
    file = ed_json_get(root, "filePath");
    message = ed_json_str(ed_json_get(root, "errorMessage"));
    if (!message.p) {
        fail(reading->name, value->line, "a value without errorMessage");
    }
    take(reading->load, ed_json_str(file ? file : ed_json_get(root, "file")), message,
         ed_json_str(ed_json_get(root, "messagePattern")));
    ed_json_doc_free(doc);
    return ED_OK;
}

static void read_list(struct reading *reading, struct ed_str rest)
{
    struct ed_str line, file;

    for (uint64_t number = 1; rest.n; number++) {
        line = ed_str_cut(&rest, '\n');
        if (line.n == 0 || line.p[0] == '#') {
            continue;
        }
        file = ed_str_cut(&line, '\t');
        if (line.n == 0) {
            fail(reading->name, number, "no TAB, or nothing behind it");
        }
        take(reading->load, file, line, ED_STR_NONE);
    }
}

static enum ed_rc on_open(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct reading reading = {ctx, ed_reader_name(reader)};
    bool list = ed_str_ends(ed_str_c(reading.name), ED_STR(".txt"));
    struct ed_json_split *split = ed_json_split_new(ED_LIMIT_JSON_VALUE, on_value, &reading);
    struct ed_buf all;
    size_t n = 1;
    enum ed_rc rc = ED_OK;

    ed_buf_init(&all, 0);
    while (rc == ED_OK && n > 0) {
        rc = ed_reader_read(reader, ed_buf_room(&all, 64 * ED_KIB), 64 * ED_KIB, &n, err);
        if (rc == ED_OK && !list) {
            rc = ed_json_split_feed(split, ed_str(all.p + all.n, n), err);
        } else if (rc == ED_OK) {
            all.n += n;
        }
    }
    if (rc == ED_OK) {
        rc = list ? ED_OK : ed_json_split_finish(split, err);
    }
    read_list(&reading, ed_buf_view(&all));
    ed_json_split_free(split);
    ed_buf_done(&all);
    return rc;
}

static void on_note(void *ctx, const struct ed_err *why)
{
    (void)ctx;
    fail(why->source, 0, why->message);
}

void load_paths(struct load *load, const char *const *paths, size_t npaths)
{
    struct ed_source_events events = {.open = on_open, .note = on_note, .ctx = load};
    struct ed_err err = {0};

    if (ed_source_walk(paths, npaths, events, &err) != ED_OK) {
        fail(err.source, err.line, err.message);
    }
}

/* A word of three letters or more at or behind *at; moves *at behind it. */
static bool next_word(struct ed_str text, size_t *at, struct ed_str *ret_word)
{
    size_t from = *at, to;

    for (;; from = to) {
        while (from < text.n && !ed_is_alpha(text.p[from])) {
            from++;
        }
        for (to = from; to < text.n && ed_is_alpha(text.p[to]); to++) {
        }
        if (to == from || to - from >= 3) {
            *at = to;
            *ret_word = ed_str_slice(text, from, to);
            return to > from;
        }
    }
}

/* The message with every fourth word or so from another one. */
static struct ed_str exchange(struct load *load, struct dice *dice, struct ed_str message)
{
    struct ed_str word, other;
    size_t at = 0, done = 0;
    struct ed_buf out;

    ed_buf_init(&out, 0);
    while (next_word(message, &at, &word)) {
        const struct loaded *giver = &load->templates.v[roll(dice, (unsigned)load->templates.n)];
        size_t from = roll(dice, (unsigned)giver->message.n);

        ed_buf_append(&out, message.p + done, (size_t)(word.p - message.p) - done);
        ed_buf_str(&out, one_in(dice, 4) && next_word(giver->message, &from, &other) ? other : word);
        done = at;
    }
    ed_buf_append(&out, message.p + done, message.n - done);
    message = ed_arena_str(&load->arena, ed_buf_view(&out));
    ed_buf_done(&out);
    return message;
}

void load_recombine(struct load *load, struct dice *dice, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct loaded from = load->templates.v[roll(dice, (unsigned)load->templates.n)];

        take(load, from.file, exchange(load, dice, from.message), ED_STR_NONE);
    }
}

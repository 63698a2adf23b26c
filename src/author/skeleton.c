/*
 * skeleton.c: id, slug, pattern and names by the rules of data/README.md; both files are made whole in memory, and read
 * again as an ingest would, before the first is written. An array that is there is not written anew but spliced: the
 * new element goes before its closing bracket.
 *
 * Order of the file: the pattern, the two values, files, the whole.
 */
#include "author/skeleton.h"

#include "base/clock.h"
#include "base/io.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "match/pattern.h"
#include "match/template.h"
#include "record/example.h"
#include "record/slug.h"
#include "json/write.h"

#include <unistd.h>

#define ID_DIGITS    16
#define CLASH_DIGITS 6
/* A file of one repository's records; one that is larger was not written by hand. */
#define FILE_MOST (64 * ED_MIB)

struct maker {
    const struct ed_skeleton_opts *opts;
    struct ed_arena *arena;
    struct ed_skeleton *made;
    struct ed_str pattern; /* ED_STR_NONE: what is made of the message is better */
};

/* As upstream derives it: text escaped, every hole "(.+?)". */
static struct ed_str upstream_pattern(const struct ed_template *tmpl, struct ed_arena *arena)
{
    struct ed_str text;
    struct ed_buf out;

    ed_buf_init(&out, /* max */ 0);
    for (size_t i = 0; i < tmpl->n; i++) {
        for (size_t k = 0; !tmpl->v[i].hole && k < tmpl->v[i].text.n; k++) {
            char c = tmpl->v[i].text.p[k];

            ed_buf_text(&out, ed_is_among("\\^$.|?*+()[]{}", c) ? "\\" : "");
            ed_buf_byte(&out, c);
        }
        ed_buf_text(&out, tmpl->v[i].hole ? "(.+?)" : "");
    }
    text = ed_arena_str(arena, ed_buf_view(&out));
    ed_buf_done(&out);
    return text;
}

static enum ed_rc make_pattern(struct maker *m, struct ed_err *err)
{
    const struct ed_skeleton_opts *o = m->opts;
    struct ed_template tmpl = {0};
    struct ed_pattern pattern = {0};
    struct ed_str derived, *names;

    ed_template_parse(o->message, ed_dialect_of(o->file), m->arena, &tmpl);
    derived = upstream_pattern(&tmpl, m->arena);
    ed_pattern_make(derived, o->message, o->file, m->arena, &pattern);
    m->pattern = pattern.state == ED_PATTERN_TAKEN ? derived : ED_STR_NONE;
    if (pattern.state == ED_PATTERN_INACTIVE) {
        return ed_err_set(err, ED_ERR_USAGE,
                          "no pattern can be made of this message (%.*s): give more of the text that is printed",
                          ED_STR_ARG(pattern.reason));
    }
    names = ed_arena_zero(m->arena, pattern.nnames, sizeof(*names));
    for (size_t i = 0; i < pattern.nnames; i++) {
        names[i] = ed_arena_str(m->arena, pattern.names[i]); /* as keys of JSON they need their NUL */
    }
    m->made->names = names;
    m->made->nnames = pattern.nnames;
    return ED_OK;
}

static void make_id(struct maker *m)
{
    const struct ed_skeleton_opts *o = m->opts;
    struct ed_sha256 *sha = ed_sha256_new();
    char hex[ED_SHA256_HEX];

    ed_sha256_add(sha, ed_arena_printf(m->arena, "%.*s|%.*s|%.*s", ED_STR_ARG(o->repo), ED_STR_ARG(o->file),
                                       ED_STR_ARG(o->message)));
    ed_sha256_hex(sha, hex);
    ed_sha256_free(sha);
    m->made->id = ed_arena_str(m->arena, ed_str(hex, ID_DIGITS));
    m->made->slug = ed_slug_make(m->arena, o->message);
    if (m->made->slug.n == 0) { /* a message without a Latin letter */
        m->made->slug = m->made->id;
    }
}

static void str_or_null(struct ed_json_out *json, const char *key, struct ed_str value)
{
    ed_json_key_out(json, key);
    ed_json_str_out(json, value);
}

static void list_of(struct ed_json_out *json, const char *key, const char *const *texts, size_t n)
{
    ed_json_key_out(json, key);
    ed_json_open_array(json);
    for (size_t i = 0; i < n; i++) {
        ed_json_str_out(json, ed_str_c(texts[i]));
    }
    ed_json_close_array(json);
}

static void put_nulls(struct ed_json_out *json, const char *const *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        str_or_null(json, keys[i], ED_STR_NONE);
    }
}

static struct ed_str github_url(struct maker *m)
{
    const struct ed_skeleton_opts *o = m->opts;
    struct ed_str url;

    if (!o->file.p || !o->commit.p) {
        return ED_STR_NONE;
    }
    url = ed_arena_printf(m->arena, "https://github.com/%.*s/blob/%.*s/%.*s", ED_STR_ARG(o->repo),
                          ED_STR_ARG(o->commit), ED_STR_ARG(o->file));
    return o->line ? ed_arena_printf(m->arena, "%.*s#L%" PRIu64, ED_STR_ARG(url), o->line) : url;
}

static void put_prose(struct ed_json_out *json)
{
    static const char *const solutions[] = {"FILL IN: what helps most often, with the command",
                                            "FILL IN: what else helps, by likelihood"};
    static const char *const tips[] = {"FILL IN: how to keep it from coming back"};
    static const char *const code[] = {"typeGuard", "tryCatchPattern"};

    ed_json_member_str(json, "documentation", ED_STR("FILL IN: what the message means, and why it is printed"));
    ed_json_member_str(json, "triggerScenarios", ED_STR("FILL IN: what must happen for it to be printed"));
    ed_json_member_str(json, "commonSituations", ED_STR("FILL IN: where people meet it"));
    list_of(json, "solutions", solutions, ED_ARRAY_LEN(solutions));
    put_nulls(json, (const char *const[]){"exampleFix", "handlingStrategy"}, 2);
    ed_json_member_str(json, "validationCode", ED_STR("FILL IN: a command that shows whether it is fixed"));
    put_nulls(json, code, ED_ARRAY_LEN(code));
    list_of(json, "preventionTips", tips, ED_ARRAY_LEN(tips));
    list_of(json, "tags", NULL, 0);
}

static void put_record(struct maker *m, struct ed_json_out *json)
{
    static const char *const source[] = {"sourceCode", "sourceCodeStart", "sourceCodeEnd"};
    const struct ed_skeleton_opts *o = m->opts;
    char now[ED_CLOCK_TEXT];

    ed_clock_format(ed_clock_now() / 1000000 * 1000000, now);
    ed_json_open_object(json);
    ed_json_member_str(json, "id", m->made->id);
    ed_json_member_str(json, "repo", o->repo);
    ed_json_member_str(json, "slug", m->made->slug);
    str_or_null(json, "errorCode", ED_STR_NONE);
    ed_json_member_str(json, "errorMessage", o->message);
    str_or_null(json, "messagePattern", m->pattern);
    ed_json_member_str(json, "errorType", ED_STR("console"));
    put_nulls(json, (const char *const[]){"errorClass", "httpStatus"}, 2);
    ed_json_member_str(json, "severity", o->severity.p ? o->severity : ED_STR("error"));
    str_or_null(json, "filePath", o->file);
    ed_json_key_out(json, "lineNumber");
    if (o->line) {
        ed_json_uint_out(json, o->line);
    } else {
        ed_json_null_out(json);
    }
    put_nulls(json, source, ED_ARRAY_LEN(source));
    str_or_null(json, "githubUrl", github_url(m));
    put_prose(json);
    str_or_null(json, "backgroundTag", o->family);
    str_or_null(json, "analyzedSha", o->commit);
    ed_json_member_str(json, "analyzedAt", ed_str_c(now));
    ed_json_member_uint(json, "schemaVersion", 2);
    ed_json_close_object(json);
}

static void put_line(struct maker *m, struct ed_json_out *json, const char *log)
{
    ed_json_open_object(json);
    ed_json_member_str(json, "log", ed_str_c(log));
    ed_json_key_out(json, "captures");
    ed_json_open_object(json);
    for (size_t i = 0; i < m->made->nnames; i++) {
        ed_json_member_str(json, m->made->names[i].p, ED_STR("FILL IN: the value in this line"));
    }
    ed_json_close_object(json);
    ed_json_close_object(json);
}

static void put_example(struct maker *m, struct ed_json_out *json)
{
    static const char *const misses[] = {"FILL IN: a line that resembles the message and means something else"};

    ed_json_open_object(json);
    ed_json_member_str(json, "record", m->made->id);
    ed_json_key_out(json, "lines");
    ed_json_open_array(json);
    put_line(m, json, "FILL IN: the line as it stands in one log, with all that stands in front of the message");
    put_line(m, json, "FILL IN: the line as it stands in another kind of log (the journal, a container, CI)");
    ed_json_close_array(json);
    list_of(json, "nearMiss", misses, ED_ARRAY_LEN(misses));
    ed_json_close_object(json);
}

/* What must hold of the words: the reader of records says it. */
static enum ed_rc check_record(struct maker *m, struct ed_str array, struct ed_err *err)
{
    struct ed_problems problems = {0};
    struct ed_record record = {0};
    struct ed_json_doc *doc = NULL;
    enum ed_rc rc = ed_json_parse(array, &doc, err);

    if (rc != ED_OK) {
        return rc;
    }
    rc = ed_record_read(ed_json_first(ed_json_root(doc)), m->arena, &record, &problems);
    ed_json_doc_free(doc);
    if (problems.n > 0) {
        struct ed_str says = ed_str_c(problems.v[0].message), kept = ED_STR(": kept as it is");

        says.n -= ed_str_ends(says, kept) ? kept.n : 0; /* a reader keeps it, a writer does not */
        return ed_err_set(err, ED_ERR_USAGE, "%s %.*s", problems.v[0].pointer + 1, ED_STR_ARG(says));
    }
    return rc;
}

/* A file that a new element goes to. */
struct target {
    struct ed_str path;
    struct ed_buf was; /* empty: there is none */
    struct ed_buf now; /* as it will be */
    size_t index;
};

static enum ed_rc not_an_array(const struct target *t, struct ed_err *err)
{
    ed_err_set(err, ED_ERR_INPUT,
               "this file is no array of records or examples: nothing was written; add it by hand, "
               "or move the file away");
    ed_err_at(err, t->path.p, /* line */ 0, /* pointer */ NULL);
    return ED_ERR_INPUT;
}

/* Look at the elements: the id must be new (under `key`), and a slug that is taken gets digits of the id. */
static enum ed_rc look_at(struct maker *m, const struct target *t, const struct ed_json_node *array, const char *key,
                          struct ed_err *err)
{
    char pointer[32];
    size_t i = 0;

    for (const struct ed_json_node *e = ed_json_first(array); e; e = ed_json_next(e), i++) {
        if (ed_str_eq(ed_json_str(ed_json_get(e, key)), m->made->id)) {
            snprintf(pointer, sizeof(pointer), "/%zu", i);
            ed_err_set(err, ED_ERR_INPUT, "the record %.*s stands here already: nothing was written",
                       ED_STR_ARG(m->made->id));
            ed_err_at(err, t->path.p, /* line */ 0, pointer);
            return ED_ERR_INPUT;
        }
        if (ed_str_eq(ed_json_str(ed_json_get(e, "slug")), m->made->slug)) {
            m->made->slug = ed_arena_printf(m->arena, "%.*s-%.*s", ED_STR_ARG(m->made->slug), CLASH_DIGITS,
                                            m->made->id.p);
        }
    }
    return ED_OK;
}

static enum ed_rc open_target(struct maker *m, const char *folder, const char *kind, const char *key,
                              struct target *ret, struct ed_err *err)
{
    struct ed_json_doc *doc = NULL;
    struct ed_err why = {0};
    enum ed_rc rc = ED_OK;

    ed_buf_init(&ret->was, FILE_MOST);
    ed_buf_init(&ret->now, /* max */ 0);
    ret->path = ed_arena_printf(m->arena, "%s/%s/%.*s.json", folder, kind, ED_STR_ARG(m->opts->repo));
    if (access(ret->path.p, F_OK) != 0 && errno == ENOENT) {
        return ED_OK;
    }
    rc = ed_io_file(ret->path.p, &ret->was, err);
    if (rc != ED_OK) {
        return rc;
    }
    if (ed_json_parse(ed_buf_view(&ret->was), &doc, &why) != ED_OK ||
        ed_json_kind(ed_json_root(doc)) != ED_JSON_ARRAY) {
        rc = not_an_array(ret, err);
    } else {
        ret->index = ed_json_count(ed_json_root(doc));
        rc = look_at(m, ret, ed_json_root(doc), key, err);
    }
    ed_json_doc_free(doc);
    return rc;
}

/* `array` is the new element in an array of its own, indented by two. */
static void splice(struct target *t, struct ed_str array)
{
    struct ed_str was = ed_str_trim(ed_buf_view(&t->was)), inside = ed_str_slice(array, 1, array.n - 1);

    if (was.n == 0) {
        ed_buf_str(&t->now, array);
        ed_buf_byte(&t->now, '\n');
        return;
    }
    was = ed_str_slice(ed_buf_view(&t->was), 0, (size_t)(was.p - t->was.p) + was.n - 1); /* without its bracket */
    while (was.n > 0 && ed_is_space(was.p[was.n - 1])) {
        was.n--;
    }
    ed_buf_str(&t->now, was);
    ed_buf_text(&t->now, t->index > 0 ? "," : "");
    ed_buf_str(&t->now, inside);
    ed_buf_text(&t->now, "]\n");
}

static enum ed_rc write_target(const struct target *t, struct ed_err *err)
{
    enum ed_rc rc = ed_io_mkdirs(t->path.p, err);

    return rc == ED_OK ? ed_io_replace(t->path.p, ed_buf_view(&t->now), err) : rc;
}

static void fill(struct maker *m, void (*put)(struct maker *m, struct ed_json_out *json), struct ed_buf *out)
{
    struct ed_json_out json;

    ed_buf_reset(out);
    ed_json_out_init(&json, out, /* indent */ 2);
    ed_json_open_array(&json);
    put(m, &json);
    ed_json_close_array(&json);
}

static enum ed_rc write_both(struct maker *m, const char *folder, struct ed_buf *scratch, struct ed_err *err)
{
    struct target record = {0}, example = {0};
    enum ed_rc rc = open_target(m, folder, "records", "id", &record, err);

    if (rc == ED_OK) {
        rc = open_target(m, folder, "examples", "record", &example, err);
    }
    if (rc == ED_OK) {
        fill(m, put_record, scratch);
        splice(&record, ed_buf_view(scratch));
        fill(m, put_example, scratch);
        splice(&example, ed_buf_view(scratch));
        rc = write_target(&record, err);
    }
    if (rc == ED_OK) {
        rc = write_target(&example, err);
    }
    m->made->record_file = record.path;
    m->made->example_file = example.path;
    m->made->record_index = record.index;
    m->made->example_index = example.index;
    ed_buf_done(&record.was);
    ed_buf_done(&record.now);
    ed_buf_done(&example.was);
    ed_buf_done(&example.now);
    return rc;
}

enum ed_rc ed_skeleton_write(const char *folder, const struct ed_skeleton_opts *opts, struct ed_arena *arena,
                             struct ed_skeleton *ret_skeleton, struct ed_err *err)
{
    struct maker m = {.opts = opts, .arena = arena, .made = ret_skeleton};
    struct ed_buf scratch;
    enum ed_rc rc;

    *ret_skeleton = (struct ed_skeleton){0};
    if (ed_utf8_check(opts->message) < opts->message.n) {
        return ed_err_set(err, ED_ERR_USAGE, "the message is no UTF-8");
    }
    ed_buf_init(&scratch, /* max */ 0);
    rc = make_pattern(&m, err);
    if (rc == ED_OK) {
        make_id(&m);
        fill(&m, put_record, &scratch);
        rc = check_record(&m, ed_buf_view(&scratch), err);
    }
    if (rc == ED_OK) {
        rc = write_both(&m, folder, &scratch, err);
    }
    ed_buf_done(&scratch);
    return rc;
}

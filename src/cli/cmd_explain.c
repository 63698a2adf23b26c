/*
 * cmd_explain.c: the page of a record or a family, found by what a person has in hand.
 */
#include "cli/last.h"
#include "cli/place.h"
#include "cli/term.h"
#include "kb/lookup.h"
#include "render/text_out.h"

#define SUGGESTIONS 3

struct rows {
    ED_VEC(uint32_t) rows;
    struct ed_buf names; /* owner/name/slug, one a line */
};

static enum ed_rc on_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err)
{
    struct rows *r = ctx;

    (void)err;
    *ed_vec_add(&r->rows) = row->row;
    ed_buf_printf(&r->names, "%.*s/%.*s\n", ED_STR_ARG(row->repo), ED_STR_ARG(row->slug));
    return ED_OK;
}

/* Words are one name: "memory capacity" is memory-capacity. A name with a slash or one word stays as it is. */
static struct ed_str join(const struct ed_args *args, struct ed_arena *arena)
{
    struct ed_buf out;
    struct ed_str name;

    ed_buf_init(&out, /* max */ 4096);
    for (size_t i = 0; i < args->nwords; i++) {
        if (i) {
            ed_buf_byte(&out, '-');
        }
        ed_buf_text(&out, args->words[i]);
    }
    for (size_t i = 0; i < out.n; i++) {
        out.p[i] = out.p[i] == ' ' ? '-' : out.p[i];
    }
    name = ed_arena_str(arena, ed_str_trim(ed_buf_view(&out)));
    ed_buf_done(&out);
    return name;
}

static struct ed_render_opts render_opts(const struct ed_args *args)
{
    return (struct ed_render_opts){.color = ed_term_color(args),
                                   .width = ed_term_width(),
                                   .verbose = args->verbose,
                                   .quiet = args->quiet,
                                   .version = ERRDEX_VERSION};
}

static enum ed_rc page(struct ed_kb *kb, uint32_t row, const struct ed_args *args, struct ed_arena *arena,
                       struct ed_buf *out, struct ed_err *err)
{
    struct ed_render_opts ropts = render_opts(args);
    struct ed_kb_pattern_info info = {0};
    struct ed_record record = {0};
    enum ed_rc rc = ed_kb_record(kb, row, arena, &record, err);

    if (rc == ED_OK) {
        rc = ed_kb_pattern_info(kb, row, arena, &info, err);
    }
    if (rc == ED_OK) {
        if (out->n) {
            ed_buf_byte(out, '\n');
        }
        ed_render_record(&record, &info, &ropts, out);
    }
    return rc;
}

/* A family's page, or for one that no info file describes the list of its records. */
static enum ed_rc family(struct ed_kb *kb, struct ed_str name, const struct rows *found, const struct ed_args *args,
                         struct ed_arena *arena, struct ed_buf *out, struct ed_err *err)
{
    struct ed_render_opts ropts = render_opts(args);
    struct ed_family fam = {0};
    struct ed_text_out text;
    enum ed_rc rc = ed_kb_family(kb, name, arena, &fam, err);

    if (rc == ED_OK) {
        ed_render_family(&fam, &ropts, out);
    }
    ed_text_init(&text, &ropts, out);
    if (rc == ED_NOT_FOUND) {
        ed_text_say(&text, ED_INK_PLAIN, "No text describes the family %.*s.", ED_STR_ARG(name));
    }
    if (found->rows.n) {
        ed_text_blank(&text);
        ed_text_say(&text, ED_INK_PLAIN, "records of the family %.*s:", ED_STR_ARG(name));
        ed_text_code(&text, ed_buf_view(&found->names));
    }
    ed_text_done(&text);
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

static enum ed_exit not_found(struct ed_kb *kb, struct ed_str name)
{
    struct ed_err err = {0};
    struct ed_buf near;
    enum ed_rc rc;

    ed_buf_init(&near, /* max */ 1024);
    rc = ed_kb_suggest(kb, name, SUGGESTIONS, &near, &err);
    if (rc < 0) {
        ed_buf_done(&near);
        return ed_term_fail(&err);
    }
    if (near.n) {
        ed_err_set(&err, ED_ERR_INPUT, "there is no record or family named %.*s; the nearest are: %.*s",
                   ED_STR_ARG(name), ED_STR_ARG(ed_buf_view(&near)));
    } else {
        ed_err_set(&err, ED_ERR_INPUT, "there is no record or family named %.*s; try errdex search WORDS",
                   ED_STR_ARG(name));
    }
    ed_buf_done(&near);
    ed_term_fail(&err);
    return ED_EXIT_FINDING;
}

static enum ed_exit explain_name(struct ed_kb *kb, struct ed_str name, const struct ed_args *args,
                                 struct ed_arena *arena, struct ed_buf *out)
{
    enum ed_lookup_kind kind = ED_LOOKUP_ID;
    enum ed_exit code = ED_EXIT_OK;
    struct ed_err err = {0};
    struct rows found = {0};
    enum ed_rc rc;

    ed_buf_init(&found.names, /* max */ 0);
    rc = ed_kb_lookup(kb, name, &kind, on_row, &found, &err);
    if (rc == ED_NOT_FOUND) {
        code = not_found(kb, name);
    } else if (rc == ED_OK && kind == ED_LOOKUP_FAMILY) {
        rc = family(kb, name, &found, args, arena, out, &err);
    } else if (rc == ED_OK && found.rows.n == 1) {
        rc = page(kb, found.rows.v[0], args, arena, out, &err);
    } else if (rc == ED_OK) {
        ed_buf_str(out, ed_buf_view(&found.names)); /* ambiguous: which ones */
    }
    if (rc < 0) {
        code = ed_term_fail(&err);
    }
    ed_vec_done(&found.rows);
    ed_buf_done(&found.names);
    return code;
}

struct last {
    struct ed_kb *kb;
    const struct ed_args *args;
    struct ed_arena *arena;
    struct ed_buf *out;
    enum ed_exit code;
};

static void on_last(void *ctx, struct ed_str id)
{
    struct last *last = ctx;
    enum ed_exit code = explain_name(last->kb, id, last->args, last->arena, last->out);

    last->code = ED_MAX(last->code, code);
}

/* The findings of the run before, each on its page. One that the data base has no more is said, and the others follow.
 */
static enum ed_exit explain_last(struct ed_kb *kb, const struct ed_args *args, struct ed_arena *arena,
                                 struct ed_buf *out)
{
    struct last last = {kb, args, arena, out, ED_EXIT_OK};
    struct ed_err err = {0};

    if (ed_last_read(on_last, &last, &err) != ED_OK) {
        ed_term_fail(&err);
        return ED_EXIT_FINDING;
    }
    return last.code;
}

static enum ed_exit run(const struct ed_args *args)
{
    enum ed_exit code = ED_EXIT_OK, printed;
    struct ed_err err = {0};
    struct ed_arena arena;
    struct ed_buf out;
    struct ed_str name;
    struct ed_kb *kb;

    if (!args->nwords || !args->words[0][0]) {
        ed_err_set(&err, ED_ERR_USAGE,
                   "nothing to explain: give a slug, owner/name/slug, an id, an error code, a family, or last");
        return ed_term_fail(&err);
    }
    kb = ed_place_open(args, &code);
    if (!kb) {
        return code;
    }
    ed_arena_init(&arena);
    ed_buf_init(&out, /* max */ 0);
    name = join(args, &arena);
    code = ed_str_is(name, "last") ? explain_last(kb, args, &arena, &out) : explain_name(kb, name, args, &arena, &out);
    printed = ed_term_page(ed_buf_view(&out));
    ed_buf_done(&out);
    ed_arena_done(&arena);
    ed_kb_close(kb);
    return code != ED_EXIT_OK ? code : printed;
}

const struct ed_cmd ed_cmd_explain = {"explain",
                                      "the page of a record or family: cause, solutions, verification",
                                      "NAME...",
                                      "NAME is a slug, owner/name/slug, an id, an error code, a family, or last: the\n"
                                      "findings of the run before. Words are joined by -. A name that several records\n"
                                      "bear lists them as owner/name/slug, one a line; an unknown one suggests the\n"
                                      "nearest and exits with 1.",
                                      NULL,
                                      run};

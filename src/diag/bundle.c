/*
 * bundle.c: files of evidence, held in memory up to their limits, cut into outputs for one playbook at a time. All of
 * it is foreign: a file that is no evidence is left alone, a bundle that was cut short is read as far as it goes.
 *
 * Order of the file: files, names, commands, bundles, pasted texts, outputs.
 */
#include "diag/bundle.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/vec.h"
#include "diag/fill.h"
#include "input/source.h"
#include "match/expr.h"

/* How far into a line its prompt may reach: "user@a-long-host-name.example:/some/path# ". */
#define PROMPT_MOST 120

struct file {
    struct ed_str name, text;
    bool cut;
};

/* The outputs that one playbook finds. */
struct cut {
    const struct ed_playbook *playbook;
    const struct ed_output *outputs;
    size_t n;
};

struct ed_bundle {
    struct ed_arena arena;
    ED_VEC(struct file) files;
    ED_VEC(struct cut) cuts; /* of these files */
    ED_VEC(struct ed_err) notes;
    size_t bytes;
};

struct cutting {
    const struct ed_playbook *playbook;
    struct ed_arena *arena;
    ED_VEC(struct ed_output) outputs;
    struct ed_expr **shapes; /* one a table; NULL: none */
    struct ed_str *forms;    /* the commands as they are shown */
};

struct ed_bundle *ed_bundle_new(void)
{
    struct ed_bundle *bundle = ed_alloc_zero(1, sizeof(*bundle));

    ed_arena_init(&bundle->arena);
    return bundle;
}

void ed_bundle_free(struct ed_bundle *bundle)
{
    if (bundle) {
        ed_vec_done(&bundle->files);
        ed_vec_done(&bundle->cuts);
        ed_vec_done(&bundle->notes);
        ed_arena_done(&bundle->arena);
        ed_free(bundle);
    }
}

static void on_note(void *ctx, const struct ed_err *why)
{
    struct ed_bundle *bundle = ctx;

    if (bundle->notes.n < ED_LIMIT_NOTES) {
        *ed_vec_add(&bundle->notes) = *why;
    }
}

static enum ed_rc on_open(void *ctx, struct ed_reader *reader, struct ed_err *err ED_UNUSED)
{
    struct ed_bundle *bundle = ctx;
    struct ed_err why = {0};
    struct file *file;
    struct ed_buf text;
    size_t n = 1;
    enum ed_rc rc = ED_OK;

    if (bundle->files.n >= ED_LIMIT_EVIDENCE_FILES || bundle->bytes >= ED_LIMIT_EVIDENCE_TOTAL) {
        (void)ed_err_set(
            &why, ED_ERR_LIMIT,
            "this and what comes behind it was not looked at: there is more evidence than is read in one run");
        ed_err_at(&why, ed_reader_name(reader), 0, NULL);
        on_note(bundle, &why);
        return ED_STOP;
    }
    ed_buf_init(&text, ED_LIMIT_EVIDENCE_OUTPUT);
    while (rc == ED_OK && n > 0) {
        size_t most = ED_MIN(ED_LIMIT_EVIDENCE_OUTPUT - text.n, 64 * ED_KIB);
        char byte, *room = most ? ed_buf_room(&text, most) : &byte; /* one more, to see whether there is more */

        rc = ed_reader_read(reader, room, most ? most : 1, &n, &why);
        if (!most) {
            break;
        }
        text.n += rc == ED_OK ? n : 0;
    }
    if (rc < 0) {
        on_note(bundle, &why);
    }
    file = ed_vec_add(&bundle->files);
    *file = (struct file){.name = ed_arena_str(&bundle->arena, ed_str_c(ed_reader_name(reader))),
                          .text = ed_arena_str(&bundle->arena, ed_buf_view(&text)),
                          .cut = rc < 0 || n > 0};
    bundle->bytes += text.n;
    bundle->cuts.n = 0;
    ed_buf_done(&text);
    return ED_OK;
}

enum ed_rc ed_bundle_read(struct ed_bundle *bundle, const char *path, struct ed_err *err)
{
    struct ed_source_events events = {.open = on_open, .note = on_note, .ctx = bundle};
    enum ed_rc rc = ed_source_walk(&path, 1, events, err);

    return rc == ED_STOP ? ED_OK : rc;
}

void ed_bundle_add(struct ed_bundle *bundle, struct ed_str name, struct ed_str text)
{
    *ed_vec_add(&bundle->files) = (struct file){.name = ed_arena_str(&bundle->arena, name),
                                                .text = ed_arena_str(&bundle->arena, text)};
    bundle->cuts.n = 0;
}

const struct ed_err *ed_bundle_notes(const struct ed_bundle *bundle, size_t *ret_n)
{
    *ret_n = bundle->notes.n;
    return bundle->notes.v;
}

/* Whether `text` is `form`, whose one hole, if it has any, is *ret_value then. */
static bool is_form(struct ed_str form, struct ed_str text, struct ed_str *ret_value)
{
    struct ed_str name, head, tail;
    size_t at = ed_slot_find(form, &name);

    if (at == SIZE_MAX) {
        *ret_value = ED_STR_NONE;
        return ed_str_eq(form, text);
    }
    head = ed_str_slice(form, 0, at);
    tail = ed_str_slice(form, at + name.n + 2, form.n);
    if (text.n <= head.n + tail.n || !ed_str_starts(text, head) || !ed_str_ends(text, tail)) {
        return false;
    }
    *ret_value = ed_str_slice(text, head.n, text.n - tail.n);
    return ed_fill_plain(*ret_value);
}

/* A file's own name, without folders, archives and what a compressor put behind it. */
static struct ed_str own_name(struct ed_str path)
{
    static const char *const packed[] = {".gz", ".xz", ".bz2", ".zst"};
    size_t from = path.n;

    while (from > 0 && path.p[from - 1] != '/' && path.p[from - 1] != ':') {
        from--;
    }
    path = ed_str_slice(path, from, path.n);
    for (size_t i = 0; i < ED_ARRAY_LEN(packed); i++) {
        if (ed_str_ends(path, ed_str_c(packed[i]))) {
            path.n -= strlen(packed[i]);
        }
    }
    return path;
}

/* The file is that table's: by a name of the playbook's, or as TABLE.txt and TABLE-VALUE.txt. */
static bool names_file(const struct ed_asked *asked, struct ed_str path, struct ed_str *ret_value)
{
    struct ed_str file = own_name(path), stem = file;
    size_t dot = stem.n;

    for (size_t i = 0; i < asked->files.n; i++) {
        if (is_form(asked->files.v[i], file, ret_value) && asked->per_value == (ret_value->p != NULL)) {
            return true;
        }
    }
    while (dot > 0 && stem.p[dot - 1] != '.') {
        dot--;
    }
    stem = dot > 1 ? ed_str_slice(stem, 0, dot - 1) : stem;
    *ret_value = ED_STR_NONE;
    if (!asked->per_value) {
        return ed_str_eq(stem, asked->name);
    }
    *ret_value = ed_str_slice(stem, asked->name.n + 1, stem.n);
    return ed_str_starts(stem, asked->name) && stem.n > asked->name.n && stem.p[asked->name.n] == '-' &&
           ed_fill_plain(*ret_value);
}

static struct ed_output *add_output(struct cutting *c, size_t asked, struct ed_str value, const struct file *file)
{
    struct ed_output *output = ed_vec_add(&c->outputs);

    *output = (struct ed_output){
        .asked = asked, .value = value, .from = file->name, .text = ED_STR(""), .time = ED_TIME_UNKNOWN};
    return output;
}

static bool command_of(const struct cutting *c, struct ed_str shown, size_t *ret_asked, struct ed_str *ret_value)
{
    for (size_t i = 0; i < c->playbook->nasked && c->outputs.n < ED_LIMIT_EVIDENCE_FILES; i++) {
        if (c->playbook->asked[i].command.n && is_form(c->forms[i], ed_str_trim(shown), ret_value)) {
            *ret_asked = i;
            return true;
        }
    }
    return false;
}

static const char magic[] = "errdex-evidence/1 ";

static void end_section(struct ed_output *output, struct ed_str how)
{
    if (ed_str_is(how, "absent")) {
        output->state = ED_OUTPUT_ABSENT;
    } else if (ed_str_starts(how, ED_STR("exit "))) {
        output->has_exit = ed_str_u64(ed_str_slice(how, 5, how.n), &output->exit);
        output->state = output->has_exit && output->exit == 124 ? ED_OUTPUT_LATE : output->state;
    }
}

/* "@ host NAME" and "@ time 2026-08-08T17:21:30Z", of what stands below. */
static void told_of(struct ed_str line, struct ed_output *told)
{
    struct ed_str word = ed_str_cut(&line, ' ');

    line = ed_str_trim(line);
    if (ed_str_is(word, "host") && ed_fill_plain(line)) {
        told->host = line;
    } else if (ed_str_is(word, "time") && ed_str_ends(line, ED_STR("Z"))) {
        told->time = ed_clock_parse(line);
    }
}

static void cut_bundle(struct cutting *c, const struct file *file)
{
    struct ed_output told = {.time = ED_TIME_UNKNOWN};
    struct ed_str rest = file->text, value;
    size_t asked = 0, open = SIZE_MAX; /* the output that the lines belong to */
    struct ed_buf text;
    bool was_cut = false;

    ed_buf_init(&text, /* max= */ 0);
    while (rest.n) {
        struct ed_str line = ed_str_cut(&rest, '\n');

        if (ed_str_starts(line, ED_STR("$ "))) {
            open = SIZE_MAX;
            was_cut = false;
            if (command_of(c, ed_str_slice(line, 2, line.n), &asked, &value)) {
                open = c->outputs.n;
                add_output(c, asked, value, file)->cut = true; /* until its end stands there */
                c->outputs.v[open].host = told.host;
                c->outputs.v[open].time = told.time;
                ed_buf_reset(&text);
            }
        } else if (open == SIZE_MAX && ed_str_starts(line, ED_STR("@ "))) {
            told_of(ed_str_slice(line, 2, line.n), &told);
        } else if (open != SIZE_MAX && ed_str_starts(line, ED_STR("|"))) {
            ed_buf_str(&text, ed_str_slice(line, 2, line.n));
            ed_buf_byte(&text, '\n');
        } else if (open != SIZE_MAX && ed_str_starts(line, ED_STR("= "))) {
            struct ed_str how = ed_str_trim(ed_str_slice(line, 2, line.n));

            was_cut = was_cut || ed_str_is(how, "cut"); /* how it ended may stand behind that */
            c->outputs.v[open].cut = was_cut;
            end_section(&c->outputs.v[open], how);
            c->outputs.v[open].text = ed_arena_str(c->arena, ed_buf_view(&text));
            open = ed_str_is(how, "cut") ? open : SIZE_MAX;
        }
        if (open != SIZE_MAX && rest.n == 0) {
            c->outputs.v[open].text = ed_arena_str(c->arena, ed_buf_view(&text));
        }
    }
    ed_buf_done(&text);
}

/* Behind a prompt: "$ ", "# ", "user@host:~$ ", "(venv) [root@host ~]# ", "+ " of sh -x. SIZE_MAX: there is none. */
static size_t prompt_end(struct ed_str line)
{
    size_t most = ED_MIN(line.n, (size_t)PROMPT_MOST);

    for (size_t i = 0; i < most; i++) {
        bool mark = ed_is_among("$#%>", line.p[i]) && (i + 1 == line.n || line.p[i + 1] == ' ');

        if (mark && (i == 0 || ed_str_find_byte(ed_str_slice(line, 0, i), '@', 0) != SIZE_MAX)) {
            return ED_MIN(i + 2, line.n);
        }
    }
    return ed_str_starts(line, ED_STR("+ ")) ? 2 : SIZE_MAX;
}

/* Lines of a shape, in a row, are an output of their own. */
static bool has_shape(struct cutting *c, struct ed_str line, size_t *ret_asked)
{
    for (size_t i = 0; i < c->playbook->nasked && c->outputs.n < ED_LIMIT_EVIDENCE_FILES; i++) {
        if (c->shapes[i] && ed_expr_run(c->shapes[i], line)) {
            *ret_asked = i;
            return true;
        }
    }
    return false;
}

static void cut_pasted(struct cutting *c, const struct file *file)
{
    struct ed_str rest = file->text, value;
    size_t open = SIZE_MAX, asked = 0;
    bool by_command = false;

    while (rest.n) {
        const char *begin = rest.p;
        struct ed_str line = ed_str_cut(&rest, '\n');
        size_t prompt = prompt_end(line);

        line = line.n && line.p[line.n - 1] == '\r' ? ed_str_slice(line, 0, line.n - 1) : line;
        if (prompt != SIZE_MAX || command_of(c, line, &asked, &value)) {
            by_command = command_of(c, ed_str_slice(line, prompt != SIZE_MAX ? prompt : 0, line.n), &asked, &value);
            open = by_command ? c->outputs.n : SIZE_MAX;
            if (by_command) {
                add_output(c, asked, value, file)->text = ed_str(rest.p ? rest.p : "", 0);
            }
            continue;
        }
        if (!by_command && has_shape(c, line, &asked)) {
            if (open == SIZE_MAX || c->outputs.v[open].asked != asked) {
                open = c->outputs.n;
                add_output(c, asked, ED_STR_NONE, file)->text = ed_str(begin, 0);
            }
        } else if (!by_command && line.n) {
            open = SIZE_MAX;
        }
        if (line.n && open != SIZE_MAX) {
            c->outputs.v[open].text.n = (size_t)(line.p + line.n - c->outputs.v[open].text.p);
        }
    }
    if (open != SIZE_MAX) {
        c->outputs.v[open].cut = file->cut;
    }
}

static void cut_file(struct cutting *c, const struct file *file)
{
    struct ed_str value;

    if (ed_str_starts(file->text, ed_str_c(magic))) {
        cut_bundle(c, file);
        return;
    }
    for (size_t i = 0; i < c->playbook->nasked; i++) {
        if (!c->playbook->asked[i].of_log && names_file(&c->playbook->asked[i], file->name, &value)) {
            struct ed_output *output = add_output(c, i, value, file);

            output->text = file->text;
            output->cut = file->cut;
            return;
        }
    }
    cut_pasted(c, file);
}

static struct cut cut(struct ed_bundle *bundle, const struct ed_playbook *playbook)
{
    struct ed_arena *arena = &bundle->arena;
    struct cutting c = {.playbook = playbook, .arena = arena};
    struct ed_output *own;
    struct cut done;
    struct ed_buf form;

    c.shapes = ed_alloc_zero(playbook->nasked, sizeof(struct ed_expr *));
    c.forms = ed_arena_zero(arena, playbook->nasked + 1, sizeof(*c.forms));
    ed_buf_init(&form, /* max= */ 0);
    for (size_t i = 0; i < playbook->nasked; i++) {
        ed_buf_reset(&form);
        ed_shell_join(&form, playbook->asked[i].command);
        c.forms[i] = ed_arena_str(arena, ed_buf_view(&form));
        /* one that does not compile tells nothing; the tests compile all that are bundled */
        if (playbook->asked[i].shape.n && !playbook->asked[i].per_value) {
            c.shapes[i] = ed_expr_new(playbook->asked[i].shape, /* err= */ NULL);
        }
    }
    for (size_t i = 0; i < bundle->files.n; i++) {
        cut_file(&c, &bundle->files.v[i]);
    }
    own = ed_arena_zero(arena, c.outputs.n + 1, sizeof(*own));
    if (c.outputs.n) {
        memcpy(own, c.outputs.v, c.outputs.n * sizeof(*own));
    }
    done = (struct cut){.playbook = playbook, .outputs = own, .n = c.outputs.n};
    for (size_t i = 0; i < playbook->nasked; i++) {
        ed_expr_free(c.shapes[i]);
    }
    ed_free(c.shapes);
    ed_buf_done(&form);
    ed_vec_done(&c.outputs);
    return done;
}

void ed_bundle_outputs(struct ed_bundle *bundle, const struct ed_playbook *playbook,
                       const struct ed_output **ret_outputs, size_t *ret_n)
{
    size_t i = 0;

    while (i < bundle->cuts.n && bundle->cuts.v[i].playbook != playbook) {
        i++;
    }
    if (i == bundle->cuts.n) {
        struct cut made = cut(bundle, playbook);

        *ed_vec_add(&bundle->cuts) = made;
    }
    *ret_outputs = bundle->cuts.v[i].outputs;
    *ret_n = bundle->cuts.v[i].n;
}

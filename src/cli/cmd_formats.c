/*
 * cmd_formats.c: the formats that errdex reads: their list with a sample of each, and, for --explain-input, which of
 * them the lines of a log are of and why. What stands in a log is printed with its control characters visible.
 */
#include "base/utf8.h"
#include "cli/formats.h"
#include "cli/term.h"
#include "input/input.h"
#include "input/kinds.h"
#include "record/slug.h"

/* Lines of each source that are explained. */
#define EXPLAINED_LINES 24
/* Columns of the names of a line's layers, when there is room. */
#define NAMES_COLUMN 28

static const struct ed_kind plain = {
    .name = "plain", .about = "nothing is taken off", .sample = "cannot map weights file"};

static bool get(unsigned i, struct ed_kind *ret)
{
    if (i == ED_KINDS_MAX) {
        *ret = plain;
        return true;
    }
    return ed_kind_get(i, ret);
}

bool ed_formats_known(const char *name, struct ed_err *err)
{
    const char *near = NULL;
    unsigned best = 4;
    struct ed_kind is;

    for (unsigned i = 0; i <= ED_KINDS_MAX; i++) {
        unsigned d = get(i, &is) ? ed_slug_distance(ed_str_c(name), ed_str_c(is.name), best) : best;

        if (d == 0) {
            return true;
        }
        if (d < best && d < strlen(is.name)) { /* they have something in common */
            best = d;
            near = is.name;
        }
    }
    if (near) {
        ed_err_set(err, ED_ERR_USAGE, "--input: there is no format \"%s\"; did you mean %s?", name, near);
    } else {
        ed_err_set(err, ED_ERR_USAGE, "--input: there is no format \"%s\"; `errdex formats` lists them", name);
    }
    return false;
}

/* Foreign text, cut to what is left of a terminal's line. width: 0 is no terminal. */
static void put_text(struct ed_buf *out, struct ed_str text, size_t used, unsigned width)
{
    size_t room = width > used ? width - used : 0, columns = 0, i = 0, n;
    struct ed_buf visible;

    ed_buf_init(&visible, /* max */ 0);
    ed_utf8_visible(&visible, text, /* keep_lines */ false);
    while (width && i < visible.n) {
        int w = ed_utf8_width(ed_utf8_next(ed_str_slice(ed_buf_view(&visible), i, visible.n), &n));

        if (columns + (size_t)w > room) {
            break;
        }
        columns += (size_t)w;
        i += n;
    }
    ed_buf_append(out, visible.p, width ? i : visible.n);
    ed_buf_byte(out, '\n');
    ed_buf_done(&visible);
}

static enum ed_exit list(const struct ed_args *args)
{
    unsigned width = ed_term_width();
    struct ed_kind is;
    struct ed_buf out;
    enum ed_exit code;

    (void)args;
    ed_buf_init(&out, /* max */ 0);
    for (unsigned i = 0; i <= ED_KINDS_MAX; i++) {
        if (get(i, &is)) {
            ed_buf_printf(&out, "%-18s%s\n", is.name, is.about);
            for (struct ed_str rest = ed_str_c(is.sample); rest.n;) {
                struct ed_str line = ed_str_cut(&rest, '\n');

                ed_buf_text(&out, "    ");
                if (width) {
                    put_text(&out, line, 4, width);
                } else { /* to be read again: TABs are a part of it */
                    ed_buf_str(&out, line);
                    ed_buf_byte(&out, '\n');
                }
            }
        }
    }
    code = ed_term_page(ed_buf_view(&out));
    ed_buf_done(&out);
    return code;
}

struct explained {
    struct ed_buf out;
    const char *format; /* forced */
    unsigned width;
    size_t nsources;
    enum ed_exit code;
    bool gone;
};

static const char *word_of_proof(enum ed_proof proof)
{
    switch (proof) {
    case ED_PROOF_FORCED:
        return "as told";
    case ED_PROOF_SURE:
        return "proven by one line";
    case ED_PROOF_AGREEING:
        return "several lines agree";
    case ED_PROOF_EVERYWHERE:
        return "all lines agree";
    case ED_PROOF_NONE:
        break;
    }
    return "not proven";
}

static void put_layers(struct ed_buf *out, const struct ed_explanation *line)
{
    for (unsigned i = 0; i < line->nlayers; i++) {
        ed_buf_printf(out, "%s%s", i ? " > " : "", line->layers[i].name);
    }
    if (line->nlayers == 0) {
        ed_buf_text(out, line->fate == ED_FATE_ENTRY ? "(part of an entry)" : "(as it stands)");
    }
    if (line->fate == ED_FATE_PASSED) {
        ed_buf_text(out, " (passed over)");
    } else if (line->fate == ED_FATE_OUTSIDE) {
        ed_buf_text(out, " (not of that time)");
    } else if (line->fate == ED_FATE_EMPTY) {
        ed_buf_text(out, " (no text)");
    }
}

/* The line, what was taken off it, and what is left. A layer is told with its proof the first time that it is met. */
static void on_line(void *ctx, const struct ed_explanation *line)
{
    struct explained *e = ctx;
    size_t from = e->out.n, used;

    ed_buf_printf(&e->out, "%6" PRIu64 "  ", line->number);
    put_layers(&e->out, line);
    used = e->out.n - from;
    if (used < 8 + NAMES_COLUMN) {
        ed_buf_fill(&e->out, ' ', 8 + NAMES_COLUMN - used);
        used = 8 + NAMES_COLUMN;
    }
    ed_buf_text(&e->out, "  ");
    put_text(&e->out, line->body, used + 2, e->width);
    for (unsigned i = 0; i < line->nlayers; i++) {
        if (line->layers[i].first) {
            ed_buf_printf(&e->out, "        %s: %s\n", line->layers[i].name, word_of_proof(line->layers[i].proof));
        }
    }
}

static enum ed_rc on_message(void *ctx, const struct ed_message *message, struct ed_err *err)
{
    (void)ctx;
    (void)message;
    (void)err;
    return ED_OK;
}

static enum ed_rc on_open(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct explained *e = ctx;
    struct ed_input_account account = {0};
    struct ed_input_opts opts = {
        .format = e->format, .explain = on_line, .explain_ctx = e, .first_lines = EXPLAINED_LINES};
    enum ed_rc rc;

    if (e->nsources++) {
        ed_buf_byte(&e->out, '\n');
    }
    ed_utf8_visible(&e->out, ed_str_c(ed_reader_name(reader)), /* keep_lines */ false);
    ed_buf_text(&e->out, ":\n");
    rc = ed_input_run(reader, &opts, on_message, /* ctx */ NULL, &account, err);
    if (rc >= 0) {
        e->code = ed_term_out(ed_buf_view(&e->out), &e->gone);
        ed_buf_reset(&e->out);
        rc = e->gone || e->code != ED_EXIT_OK ? ED_STOP : ED_OK;
    }
    return rc;
}

static void on_note(void *ctx, const struct ed_err *why)
{
    (void)ctx;
    ed_term_warn("note", why);
}

enum ed_exit ed_formats_explain(const struct ed_args *args)
{
    static const char *const standard_input[] = {"-"};
    struct explained e = {.format = args->input, .width = ed_term_width(), .code = ED_EXIT_OK};
    struct ed_source_events events = {.open = on_open, .note = on_note, .ctx = &e};
    struct ed_err err = {0};
    enum ed_rc rc;

    ed_buf_init(&e.out, /* max */ 0);
    rc = ed_source_walk(args->nwords ? args->words : standard_input, args->nwords ? args->nwords : 1, events, &err);
    ed_buf_done(&e.out);
    return rc < 0 ? ed_term_fail(&err) : e.code;
}

static const struct ed_opt opts[] = {{0}};

const struct ed_cmd ed_cmd_formats = {
    "formats",
    "the log formats that are read, with a sample of each",
    "",
    "Lists what may stand around a message and is taken off: the names that\n"
    "`errdex diagnose --input FORMAT` takes, and a sample of each. Formats nest, and\n"
    "are found out from the lines; `errdex diagnose --explain-input LOG` shows how.",
    opts,
    list};

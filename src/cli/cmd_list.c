/*
 * cmd_list.c: lists: of all records, and of what a search found. One item a line; on a terminal in columns that fit its
 * width.
 */
#include "base/utf8.h"
#include "cli/place.h"
#include "cli/term.h"
#include "input/input.h"
#include "kb/lookup.h"
#include "record/record.h"

#define SEARCH_LIMIT 20
#define SEARCH_MOST  1000

struct list {
    struct ed_buf out;
    unsigned width; /* 0: piped */
    bool verbose, gone;
    uint64_t n;
    enum ed_exit code;
};

/* The message behind the name, cut to what is left of the line. */
static void message_column(struct list *l, struct ed_str message, size_t used)
{
    size_t room = l->width > used + 12 ? l->width - used - 2 : 0, columns = 0, i = 0, len;
    struct ed_buf text;

    if (!room) {
        return;
    }
    ed_buf_init(&text, /* max */ 0);
    ed_utf8_visible(&text, message, /* keep_lines */ false);
    ed_buf_text(&l->out, "  ");
    while (i < text.n) {
        int w = ed_utf8_width(ed_utf8_next(ed_str_slice(ed_buf_view(&text), i, text.n), &len));

        if (columns + (size_t)w > room) {
            break;
        }
        ed_buf_append(&l->out, text.p + i, len);
        columns += (size_t)w;
        i += len;
    }
    ed_buf_done(&text);
}

static enum ed_rc on_row(void *ctx, const struct ed_kb_row *row, struct ed_err *err)
{
    struct list *l = ctx;
    size_t from = l->out.n;

    (void)err;
    l->n++;
    ed_buf_printf(&l->out, "%.*s/%.*s", ED_STR_ARG(row->repo), ED_STR_ARG(row->slug));
    if (l->verbose) {
        ed_buf_printf(&l->out, "\t%.*s\t%.*s\t%s\t%.1f\t", ED_STR_ARG(row->id), ED_STR_ARG(row->severity),
                      row->inactive ? "inactive"
                      : row->weak   ? "weak"
                                    : "active",
                      row->specificity);
        ed_utf8_visible(&l->out, row->error_message, /* keep_lines */ false);
    } else {
        message_column(l, row->error_message, l->out.n - from);
    }
    ed_buf_byte(&l->out, '\n');
    if (l->out.n > 65536) {
        l->code = ed_term_out(ed_buf_view(&l->out), &l->gone);
        ed_buf_reset(&l->out);
    }
    return l->gone || l->code != ED_EXIT_OK ? ED_STOP : ED_OK;
}

static struct list list_new(const struct ed_args *args)
{
    struct list l = {.width = ed_term_width(), .verbose = args->verbose};

    ed_buf_init(&l.out, /* max */ 0);
    return l;
}

static enum ed_exit list_end(struct list *l, enum ed_rc rc, const struct ed_err *err)
{
    if (rc < 0) {
        l->code = ed_term_fail(err);
    } else if (l->code == ED_EXIT_OK && !l->gone) {
        l->code = ed_term_out(ed_buf_view(&l->out), &l->gone);
    }
    ed_buf_done(&l->out);
    return l->code != ED_EXIT_OK ? l->code : l->n ? ED_EXIT_OK : ED_EXIT_FINDING;
}

static enum ed_exit run_list(const struct ed_args *args)
{
    struct ed_kb_filter filter = {.repo = ed_str_c(args->repo),
                                  .family = ed_str_c(args->family),
                                  .severity = ed_str_c(args->severity),
                                  .only_weak = args->weak,
                                  .only_inactive = args->inactive};
    enum ed_exit code = ED_EXIT_OK;
    struct ed_err err = {0};
    struct ed_kb *kb;
    struct list l;

    if (args->nwords) {
        ed_err_set(&err, ED_ERR_USAGE, "list takes options only; to look for words use errdex search");
        return ed_term_fail(&err);
    }
    kb = ed_place_open(args, &code);
    if (!kb) {
        return code;
    }
    l = list_new(args);
    code = list_end(&l, ed_kb_list(kb, &filter, on_row, &l, &err), &err);
    if (code == ED_EXIT_FINDING && !args->quiet) {
        ed_term_say("errdex: the data base holds no such record");
    }
    ed_kb_close(kb);
    return code;
}

static enum ed_rc on_message(void *ctx, const struct ed_message *message, struct ed_err *err ED_UNUSED)
{
    struct ed_buf *text = ctx;

    ed_buf_str(text, message->text);
    ed_buf_byte(text, '\n');
    return ED_OK;
}

/* What is left of a log's line, or of several, without what a logger, a journal or a container put around it: times,
   hosts and units are words, too, and in no message. Nothing, when there is no message in it. */
static void peel(struct ed_str words, struct ed_buf *message)
{
    struct ed_reader *reader = ed_reader_new("words", words);
    struct ed_input_account account = {0};

    if (ed_input_run(reader, &(struct ed_input_opts){0}, on_message, message, &account, /* err= */ NULL) != ED_OK ||
        ed_str_trim(ed_buf_view(message)).n == 0) {
        ed_buf_reset(message);
    }
    ed_reader_free(reader);
}

static enum ed_exit run_search(const struct ed_args *args)
{
    size_t limit = args->limit ? (size_t)args->limit : SEARCH_LIMIT;
    enum ed_exit code = ED_EXIT_OK;
    struct ed_err err = {0};
    struct ed_buf words, message;
    struct ed_kb *kb;
    struct list l;

    if (!args->nwords) {
        ed_err_set(&err, ED_ERR_USAGE, "nothing to search for: give words, or a line of a log");
        return ed_term_fail(&err);
    }
    if (args->limit > SEARCH_MOST) {
        ed_err_set(&err, ED_ERR_USAGE, "--limit takes %d at most; errdex list lists all records", SEARCH_MOST);
        return ed_term_fail(&err);
    }
    kb = ed_place_open(args, &code);
    if (!kb) {
        return code;
    }
    ed_buf_init(&words, ED_MIB);
    for (size_t i = 0; i < args->nwords; i++) {
        ed_buf_text(&words, args->words[i]);
        ed_buf_byte(&words, ' ');
    }
    ed_buf_init(&message, /* max= */ 0);
    peel(ed_buf_view(&words), &message);
    l = list_new(args);
    code = list_end(&l, ed_kb_search(kb, ed_buf_view(message.n ? &message : &words), limit, on_row, &l, &err), &err);
    if (code == ED_EXIT_FINDING && !args->quiet) {
        ed_term_say("errdex: no record has any of these words");
    }
    ed_buf_done(&message);
    ed_buf_done(&words);
    ed_kb_close(kb);
    return code;
}

static const struct ed_opt list_opts[] = {
    {"repo", 0, ED_OPT_TEXT, offsetof(struct ed_args, repo), "OWNER/NAME", NULL, "only records of this repository"},
    {"family", 0, ED_OPT_TEXT, offsetof(struct ed_args, family), "FAMILY", NULL, "only records of this family"},
    {"severity", 0, ED_OPT_TEXT, offsetof(struct ed_args, severity), "SEVERITY", "info|warning|error|critical",
     "only records of this severity"},
    {"weak", 0, ED_OPT_FLAG, offsetof(struct ed_args, weak), NULL, NULL,
     "only records too common to be reported alone"},
    {"inactive", 0, ED_OPT_FLAG, offsetof(struct ed_args, inactive), NULL, NULL,
     "only records whose pattern cannot work"},
    {0}};

static const struct ed_opt search_opts[] = {
    {"limit", 'n', ED_OPT_NUMBER, offsetof(struct ed_args, limit), "N", NULL, "at most N records (20; 1000 at most)"},
    {0}};

const struct ed_cmd ed_cmd_list = {"list",
                                   "the records of the data base",
                                   "",
                                   "Prints owner/name/slug, one a line, by repository. With --verbose also the id,\n"
                                   "severity, state of the pattern, specificity in bits and message, separated by\n"
                                   "tabs. Exits with 1 when there is none.",
                                   list_opts,
                                   run_list};

const struct ed_cmd ed_cmd_search = {"search",
                                     "find records by words, or by a line of a log",
                                     "WORDS...",
                                     "Ranks records by full-text search and by how much their message resembles the\n"
                                     "words. Any text will do, a raw log line too (quote it). Exits with 1 when there\n"
                                     "is none.",
                                     search_opts,
                                     run_search};

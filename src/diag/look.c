/*
 * look.c: which lines are worth a question. One is, when its level is error or worse, or when it says nothing of a
 * level below warning and has a word that errors are told in; a line of source code in a trace is not. Of these the
 * index of near wordings leaves few.
 *
 * The index is asked for when the first such line comes on which no hit stands: a calm log costs one search for the
 * words of error, and one whose errors are all explained does not need the index either.
 *
 * Order of the file: a line, the levels of a message, the walk.
 */
#include "diag/look.h"

struct ed_look {
    struct ed_near_source source;
    const struct ed_near *near;   /* NULL: not asked for yet */
    const struct ed_alarm *alarm; /* asked where nobody marked the text */
    ed_bare_fn bare;              /* NULL: nobody asks */
    void *bare_ctx;
    struct ed_marks scratch;
};

struct ed_look *ed_look_new(struct ed_near_source source, const struct ed_alarm *alarm)
{
    struct ed_look *look = ed_alloc_zero(1, sizeof(*look));

    look->source = source;
    look->alarm = alarm;
    return look;
}

void ed_look_free(struct ed_look *look)
{
    if (look) {
        ed_marks_done(&look->scratch);
        ed_free(look);
    }
}

void ed_look_on_bare(struct ed_look *look, ed_bare_fn bare, void *ctx)
{
    look->bare = bare;
    look->bare_ctx = ctx;
}

bool ed_look_is_source(struct ed_str line)
{
    static const struct ed_str heads[] = {ED_STR_INIT("File \""), ED_STR_INIT("at "),     ED_STR_INIT("raise "),
                                          ED_STR_INIT("throw "),  ED_STR_INIT("return "), ED_STR_INIT("assert ")};

    line = ed_str_trim(line);
    for (size_t i = 0; i < ED_ARRAY_LEN(heads); i++) {
        if (ed_str_starts(line, heads[i])) {
            return true;
        }
    }
    return false;
}

struct ed_look_span ed_look_span(const struct ed_message *message, size_t line, size_t at)
{
    size_t start = message->lines[line].start;

    return (struct ed_look_span){at - start > ED_LOOK_BEFORE ? at - ED_LOOK_BEFORE : start,
                                 ED_MIN(ed_message_line_end(message, line), at + ED_LOOK_BEHIND)};
}

unsigned ed_look_touches(const struct ed_near *near, const struct ed_message *message, size_t line, size_t at,
                         struct ed_marks *scratch)
{
    struct ed_look_span span = ed_look_span(message, line, at);
    unsigned touches = ed_near_touches(near, ed_str_slice(message->text, span.start, span.end), scratch);

    return touches && !ed_look_is_source(ed_message_line_text(message, line)) ? touches : 0;
}

struct levels {
    bool loud;  /* some line may be error or worse */
    bool quiet; /* all lines are below warning */
};

static struct levels levels_of(const struct ed_message *m)
{
    return (struct levels){m->levels & ED_LEVELS_LOUD, !(m->levels & ~ED_LEVELS_CALM)};
}

bool ed_look_worth(const struct ed_message *message)
{
    struct levels levels = levels_of(message);

    return levels.loud || (!levels.quiet && (!message->marks || message->marks->alarms.n));
}

/* The message that is walked. */
struct walk {
    struct ed_look *look;
    const struct ed_message *message;
    const struct ed_hit *hits; /* those that begin behind the line at hand */
    size_t nhits;
    size_t explained; /* where the hits before end */
    struct ed_suspects *suspects;
    size_t alarm; /* the next of the message's marks */
};

/* Where the next word of error stands, at or behind `from`; SIZE_MAX: nowhere. */
static size_t next_alarm(struct walk *w, size_t from)
{
    const struct ed_marks *marks = w->message->marks;

    if (marks) {
        while (w->alarm < marks->alarms.n && marks->alarms.v[w->alarm] < from) {
            w->alarm++;
        }
        return w->alarm < marks->alarms.n ? marks->alarms.v[w->alarm] : SIZE_MAX;
    }
    return ed_alarm_find(w->look->alarm, w->message->text, from);
}

/* Lines come in their order. */
static bool has_hit(struct walk *w, size_t line)
{
    size_t end = ed_message_line_end(w->message, line);

    for (; w->nhits && w->hits->start < end; w->hits++, w->nhits--) {
        w->explained = ED_MAX(w->explained, w->hits->end);
    }
    return w->explained > w->message->lines[line].start;
}

static enum ed_rc suspect(struct walk *w, size_t line, size_t at, struct ed_err *err)
{
    struct ed_look *look = w->look;
    struct ed_suspect s = {line, at, ED_SUSPECT_UNASKED};
    bool bare = !has_hit(w, line);

    if (!look->near && bare) {
        enum ed_rc rc = look->source.get(look->source.ctx, &look->near, err);

        if (rc != ED_OK) {
            return rc;
        }
    }
    if (look->near) {
        s.touches = ed_look_touches(look->near, w->message, line, at, &look->scratch);
    }
    if (s.touches) {
        *ed_vec_add(w->suspects) = s;
    }
    return bare && look->bare ? look->bare(look->bare_ctx, line, at, s.touches != 0, err) : ED_OK;
}

static enum ed_rc walk(struct walk *w, struct levels levels, struct ed_err *err)
{
    const struct ed_message *m = w->message;
    size_t n = ed_message_own_lines(m), alarm = levels.quiet ? SIZE_MAX : next_alarm(w, 0);
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < n && rc == ED_OK && (levels.loud || alarm != SIZE_MAX); i++) {
        size_t start = m->lines[i].start, end;
        unsigned level;

        if (alarm < start) {
            alarm = next_alarm(w, start);
        }
        if (!levels.loud) { /* on to the line of the next word */
            while (alarm != SIZE_MAX && i + 1 < m->nlines && m->lines[i + 1].start <= alarm) {
                i++;
            }
            if (alarm == SIZE_MAX || i >= n) {
                break;
            }
            start = m->lines[i].start;
        }
        end = ed_message_line_end(m, i);
        level = 1u << m->lines[i].told.level;
        if (ED_LEVELS_LOUD & level || (alarm < end && !(ED_LEVELS_CALM & level))) {
            rc = suspect(w, i, alarm < end ? alarm : start, err);
        }
    }
    return rc;
}

enum ed_rc ed_look_run(struct ed_look *look, const struct ed_message *message, const struct ed_hit *hits, size_t nhits,
                       struct ed_suspects *suspects, struct ed_err *err)
{
    struct walk w = {look, message, hits, nhits, /* explained */ 0, suspects, /* alarm */ 0};

    return walk(&w, levels_of(message), err);
}

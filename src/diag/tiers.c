/*
 * tiers.c: which lines are asked about, and what the answers are worth. A line is asked about when its level is error
 * or worse, or when it says nothing of a level below warning and has a word that errors are told in; a line of source
 * code in a trace is not.
 *
 * The index of near wordings is opened when the first line asks. A calm log costs one search for those words. Scratch
 * is reset after each line that was asked about.
 *
 * Order of the file: lines, codes, wordings, the walk.
 */
#include "diag/tiers.h"

#include "diag/evidence.h"
#include "match/alarm.h"

#include <math.h>

/* Around a line: what may belong to its message. */
#define LINES_BEFORE 4
#define LINES_BEHIND 4
#define BYTES_BEFORE ED_KIB
#define BYTES_BEHIND (4 * ED_KIB)

#define CONFIDENCE_SIMILAR 0.5
#define GAPS_SAID          3

struct span {
    size_t start, end;
};

struct ed_tiers {
    struct ed_kb *kb;
    struct ed_alarm alarm;
    ED_VEC(struct span) explained;
    ED_VEC(struct ed_scored) hits;
    struct ed_arena lines, scratch; /* of a message, of a line that is asked about */
    /* Of the run at hand: */
    const struct ed_message *message;
    struct ed_tiers_events events;
    const struct ed_near *near;
    struct ed_err *err;
    enum ed_rc failed; /* of a callback that returns nothing */
    uint8_t *closed;   /* by line: explained */
};

struct ed_tiers *ed_tiers_new(struct ed_kb *kb)
{
    struct ed_tiers *tiers = ed_alloc_zero(1, sizeof(*tiers));

    tiers->kb = kb;
    ed_alarm_init(&tiers->alarm);
    ed_arena_init(&tiers->lines);
    ed_arena_init(&tiers->scratch);
    return tiers;
}

void ed_tiers_free(struct ed_tiers *tiers)
{
    if (!tiers) {
        return;
    }
    ed_vec_done(&tiers->explained);
    ed_vec_done(&tiers->hits);
    ed_arena_done(&tiers->lines);
    ed_arena_done(&tiers->scratch);
    ed_free(tiers);
}

void ed_tiers_explained(struct ed_tiers *tiers, size_t start, size_t end)
{
    *ed_vec_add(&tiers->explained) = (struct span){start, end};
}

static void close_lines(struct ed_tiers *t, size_t start, size_t end)
{
    size_t last = ed_message_line(t->message, end > start ? end - 1 : start);

    for (size_t i = ed_message_line(t->message, start); i <= last; i++) {
        t->closed[i] = 1;
    }
}

static size_t line_end(const struct ed_message *m, size_t line)
{
    return line + 1 < m->nlines ? m->lines[line + 1].start : m->text.n;
}

/* Code that a trace shows holds the words of a message, and is none. */
static bool is_source(struct ed_str line)
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

/* The lines around one, up to the nearest that is explained: the text that is its message, if any is. */
static struct span surroundings(const struct ed_tiers *t, size_t line, size_t at)
{
    const struct ed_message *m = t->message;
    size_t first = line, last = line, from, to;

    while (first > 0 && line - first < LINES_BEFORE && !t->closed[first - 1]) {
        first--;
    }
    while (last + 1 < m->nlines && last - line < LINES_BEHIND && !t->closed[last + 1]) {
        last++;
    }
    from = m->lines[first].start;
    to = line_end(m, last);
    if (at - from > BYTES_BEFORE) {
        from = ED_MIN(m->lines[line].start, at);
        from = at - from > BYTES_BEFORE ? at - BYTES_BEFORE : from;
    }
    return (struct span){from, ED_MIN(to, at + BYTES_BEHIND)};
}

struct codes {
    struct ed_tiers *tiers;
    size_t line, offset; /* of the text that is searched */
};

static void on_code(void *ctx, uint32_t record, size_t start, size_t end)
{
    struct codes *c = ctx;
    struct ed_tiers *t = c->tiers;
    const struct ed_candidate_record *of = NULL;
    struct ed_evidence evidence;
    struct ed_term *why;

    if (t->failed < 0) {
        return;
    }
    t->failed = t->events.record(t->events.ctx, record, &of, t->err);
    if (t->failed < 0 || !ed_evidence_find(t->message, c->line, of->record, &t->scratch, &evidence)) {
        return;
    }
    why = ed_arena_zero(&t->scratch, 2, sizeof(*why));
    why[0] = (struct ed_term){"code", evidence.bits,
                              ed_arena_printf(&t->scratch, "%.*s, the record's error code, stands in it",
                                              ED_STR_ARG(of->record->error_code))};
    why[1] = (struct ed_term){evidence.term, evidence.bits, evidence.says};
    *ed_vec_add(&t->hits) = (struct ed_scored){.of = of,
                                               .start = c->offset + start,
                                               .end = c->offset + end,
                                               .score = evidence.bits,
                                               .evidence = true,
                                               .tier = ED_TIER_CODE,
                                               .confidence = evidence.confidence,
                                               .why = why,
                                               .nwhy = 2};
}

static int by_worth(const void *pa, const void *pb)
{
    const struct ed_scored *a = pa, *b = pb;

    if (a->score != b->score) {
        return a->score > b->score ? -1 : 1;
    }
    if (a->start != b->start) {
        return a->start < b->start ? -1 : 1;
    }
    return (a->of->row > b->of->row) - (a->of->row < b->of->row);
}

/* Of the records with a code on the line, the one with the best evidence; those that have the same code
   and as much evidence are named with it. */
static bool ask_codes(struct ed_tiers *t, size_t line, size_t from, size_t to)
{
    struct codes c = {t, line, from};
    size_t ties = 1;

    t->hits.n = 0;
    ed_near_codes(t->near, ed_str_slice(t->message->text, from, to), on_code, &c);
    if (t->failed < 0 || t->hits.n == 0) {
        return false;
    }
    qsort(t->hits.v, t->hits.n, sizeof(*t->hits.v), by_worth);
    while (ties < t->hits.n && t->hits.v[ties].score == t->hits.v->score && t->hits.v[ties].start == t->hits.v->start &&
           t->hits.v[ties].end == t->hits.v->end) {
        ties++;
    }
    t->events.chosen(t->events.ctx, t->hits.v, INFINITY, t->hits.v + 1, ties - 1);
    t->closed[line] = 1;
    return true;
}

static struct ed_str gaps_in_words(const struct ed_near_hit *hit, struct ed_arena *arena)
{
    struct ed_str says = ED_STR("");

    for (size_t i = 0; i < ED_MIN(hit->ngaps, (size_t)GAPS_SAID); i++) {
        const struct ed_near_gap *gap = &hit->gaps[i];
        struct ed_str ours = ed_str_slice(gap->record, 0, 60), theirs = ed_str_slice(gap->text, 0, 60);

        says = !theirs.n ? ed_arena_printf(arena, "%.*s%s\"%.*s\" is not there", ED_STR_ARG(says), i ? "; " : "",
                                           ED_STR_ARG(ours))
               : !ours.n ? ed_arena_printf(arena, "%.*s%s\"%.*s\" is not in the record", ED_STR_ARG(says),
                                           i ? "; " : "", ED_STR_ARG(theirs))
                         : ed_arena_printf(arena, "%.*s%s\"%.*s\" instead of \"%.*s\"", ED_STR_ARG(says), i ? "; " : "",
                                           ED_STR_ARG(theirs), ED_STR_ARG(ours));
    }
    if (hit->ngaps > GAPS_SAID) {
        return ed_arena_printf(arena, "%.*s; and %zu more", ED_STR_ARG(says), hit->ngaps - GAPS_SAID);
    }
    return hit->ngaps ? says : ED_STR("all its words are there, with something else between them");
}

static enum ed_rc tell_similar(struct ed_tiers *t, const struct ed_near_hit *hit, size_t offset)
{
    struct ed_scored *all = ed_arena_zero(&t->scratch, hit->nothers + 1, sizeof(*all));
    struct ed_term why[] = {
        {"similar", hit->bits,
         ed_arena_printf(&t->scratch, "%.0f of the %.0f bits of its wording, in order", hit->bits, hit->all)},
        {"differs", hit->bits - hit->all, gaps_in_words(hit, &t->scratch)},
    };

    for (size_t i = 0; i <= hit->nothers; i++) {
        const struct ed_candidate_record *of = NULL;
        enum ed_rc rc = t->events.record(t->events.ctx, i ? hit->others[i - 1] : hit->record, &of, t->err);

        if (rc != ED_OK) {
            return rc;
        }
        all[i] = (struct ed_scored){.of = of,
                                    .start = offset + hit->start,
                                    .end = offset + hit->end,
                                    .captures = hit->captures,
                                    .ncaptures = hit->ncaptures,
                                    .score = hit->bits,
                                    .evidence = true,
                                    .tier = ED_TIER_SIMILAR,
                                    .confidence = CONFIDENCE_SIMILAR * hit->bits / hit->all,
                                    .why = why,
                                    .nwhy = ED_ARRAY_LEN(why)};
    }
    t->events.chosen(t->events.ctx, all, INFINITY, all + 1, hit->nothers);
    close_lines(t, all->start, all->end);
    return ED_OK;
}

static enum ed_rc ask_wording(struct ed_tiers *t, size_t from, size_t to, struct span around)
{
    struct ed_near_hit hit = {0};
    enum ed_rc rc = ed_near_similar(t->near, ed_kb_patterns(t->kb),
                                    ed_str_slice(t->message->text, around.start, around.end), from - around.start,
                                    to - around.start, &t->scratch, &hit, t->err);

    return rc == ED_OK ? tell_similar(t, &hit, around.start) : rc == ED_NOT_FOUND ? ED_OK : rc;
}

/* at: where in the line the first word of error is. */
static enum ed_rc ask(struct ed_tiers *t, size_t line, size_t at)
{
    const struct ed_message *m = t->message;
    size_t from = m->lines[line].start, to = ED_MIN(line_end(m, line), at + BYTES_BEHIND);
    enum ed_rc rc = t->near ? ED_OK : ed_kb_near(t->kb, &t->near, t->err);
    unsigned touches;

    if (rc != ED_OK) {
        return rc;
    }
    from = at - from > BYTES_BEFORE ? at - BYTES_BEFORE : from;
    touches = ed_near_touches(t->near, m->text, from, to);
    if (touches == 0 || is_source(ed_message_line_text(m, line))) {
        return ED_OK;
    }
    if (touches & ED_NEAR_CODE && ask_codes(t, line, from, to)) {
        return ED_OK;
    }
    if (t->failed < 0) {
        return t->failed;
    }
    return touches & ED_NEAR_WORDING ? ask_wording(t, from, to, surroundings(t, line, at)) : ED_OK;
}

static bool calm(enum ed_level level)
{
    return level == ED_LEVEL_NOTICE || level == ED_LEVEL_INFO || level == ED_LEVEL_DEBUG;
}

/* Levels as bits. */
#define LOUD (1u << ED_LEVEL_EMERG | 1u << ED_LEVEL_ALERT | 1u << ED_LEVEL_CRIT | 1u << ED_LEVEL_ERR)
#define CALM (1u << ED_LEVEL_NOTICE | 1u << ED_LEVEL_INFO | 1u << ED_LEVEL_DEBUG)

struct levels {
    bool loud;  /* some line is error or worse */
    bool quiet; /* all lines are below warning */
};

static struct levels levels_of(const struct ed_message *m)
{
    struct levels levels = {false, true};

    for (size_t i = 0; i < m->nlines; i++) {
        if (i == 0 || m->lines[i].meta != m->lines[i - 1].meta) {
            levels.loud = levels.loud || m->lines[i].meta->level <= ED_LEVEL_ERR;
            levels.quiet = levels.quiet && calm(m->lines[i].meta->level);
        }
    }
    return levels;
}

/* Lines from m->next on come again, whole, in the next window. */
static size_t lines_of_this_window(const struct ed_message *m)
{
    size_t n = m->nlines;

    while (n > 1 && m->more && m->lines[n - 1].start >= m->next) {
        n--;
    }
    return n;
}

/* alarm: where the first word of error stands in the text. */
static enum ed_rc walk(struct ed_tiers *t, size_t alarm, bool loud)
{
    const struct ed_message *m = t->message;
    size_t n = lines_of_this_window(m);
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < n && rc == ED_OK; i++) {
        size_t start = m->lines[i].start, end;
        enum ed_level level;

        if (alarm < start) {
            alarm = ed_alarm_find(&t->alarm, m->text, start);
        }
        if (!loud) { /* on to the line of the next word */
            i = alarm == SIZE_MAX ? n : ed_message_line(m, alarm);
            if (i >= n) {
                break;
            }
            start = m->lines[i].start;
        }
        end = line_end(m, i);
        level = m->lines[i].meta->level;
        if ((level <= ED_LEVEL_ERR || (alarm < end && !calm(level))) && !t->closed[i]) {
            rc = ask(t, i, alarm < end ? alarm : start);
            ed_arena_reset(&t->scratch);
        }
    }
    return rc;
}

bool ed_tiers_worth(const struct ed_message *message)
{
    return message->levels & LOUD || (message->marks->alarms.n && message->levels & ~CALM);
}

struct ed_tiers_look ed_tiers_look(const struct ed_alarm *alarm, const struct ed_message *message)
{
    struct levels levels = levels_of(message);
    const struct ed_marks *marks = message->marks;
    size_t first = SIZE_MAX;

    if (!levels.quiet) {
        first = !marks ? ed_alarm_find(alarm, message->text, 0) : marks->alarms.n ? marks->alarms.v[0] : SIZE_MAX;
    }
    return (struct ed_tiers_look){first, levels.loud};
}

enum ed_rc ed_tiers_run(struct ed_tiers *tiers, const struct ed_message *message, struct ed_tiers_look look,
                        struct ed_tiers_events events, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    if (look.alarm != SIZE_MAX || look.loud) {
        tiers->message = message;
        tiers->events = events;
        tiers->err = err;
        tiers->failed = ED_OK;
        tiers->closed = ed_arena_zero(&tiers->lines, message->nlines, 1);
        for (size_t i = 0; i < tiers->explained.n; i++) {
            close_lines(tiers, tiers->explained.v[i].start, tiers->explained.v[i].end);
        }
        rc = walk(tiers, look.alarm, look.loud);
        ed_arena_reset(&tiers->lines);
    }
    tiers->explained.n = 0;
    return rc;
}

/*
 * triage.c: the walk over a message. A line with a word of error, or of a level that says it, is asked what it is
 * (grammar.h). Where it is the failure of a tool, the lines around it are asked, too: what failed is often told without
 * such a word ("E   assert 1 == 2", "src/a.py:1:8: F401"). Each line is asked once. Of a new template the lines that
 * belong to it are kept.
 *
 * Sharp edges: a window repeats lines of the one before, which are context and not met again; a log copied with visible
 * colours; the same line thrice.
 *
 * Order of the file: life, a line, what belongs to it, the walk, the good run.
 */
#include "diag/triage.h"

#include "diag/aggregate.h"
#include "diag/good.h"
#include "diag/look.h"
#include "diag/mask.h"
#include "diag/passed.h"
#include "diag/pick.h"

/* Lines around the failure of a tool that are asked what they are. */
#define AROUND_BEFORE 120
#define AROUND_BEHIND 80
/* Lines that belong to one, by kind: the heading above it, and how far that is sought; */
#define TEST_ABOVE  120
#define PLACE_ABOVE 30
#define BESIDE_MOST 2  /* unasked neighbours above it */
#define DETAIL_MOST 16 /* its details below it, */
#define DETAIL_SPAN 40 /* among so many lines */
#define ELSE_SPAN   12 /* either way, where nobody's tool in particular speaks, */
#define ALARM_SPAN  4  /* or only a word of error stands */
#define PLACES_MOST 4
#define TAIL_MOST   12 /* the last words before a step's end, */
#define TAIL_SPAN   60 /* among so many lines */
#define STEP_ABOVE  600
/* Other wordings of a template that are kept. */
#define WORDINGS_TOOL 10
#define WORDINGS_ELSE 3

/* What a line is. */
struct is {
    bool known; /* what follows is */
    enum ed_part part;
    struct ed_answer asked;
    bool explained; /* a finding tells it */
};

struct ed_triage {
    struct ed_triage_opts opts;
    struct ed_grammar *grammar;
    struct ed_alarm alarm;
    struct ed_templates templates;
    struct ed_asker *asker;
    struct ed_buf words; /* scratch: a line's template */
    ED_VEC(struct ed_look_span) explained;
    ED_VEC(struct is) is;          /* by line of the message */
    bool asked;                    /* its lines that may be errors were asked ahead; */
    const struct ed_answer *ahead; /* the answers, by line */
    size_t nahead;
    struct ed_answers own; /* where nobody asked ahead */
    struct ed_good good;
    uint64_t known_good;
    struct ed_passed passed;
    const struct ed_message *message;
    uint64_t source;
    uint64_t begun; /* line that the step at hand began on, 0: it is not known */
    uint64_t last;  /* line of that source that was looked at */
};

struct ed_triage *ed_triage_new(struct ed_triage_opts opts)
{
    struct ed_triage *t = ed_alloc_zero(1, sizeof(*t));

    t->opts = opts;
    t->grammar = ed_grammar_new();
    ed_alarm_init(&t->alarm);
    ed_templates_init(&t->templates);
    t->asker = ed_asker_new(t->grammar, &t->alarm);
    ed_buf_init(&t->words, /* max */ 0);
    return t;
}

struct ed_asker *ed_triage_asker(const struct ed_triage *triage)
{
    return triage->asker;
}

void ed_triage_free(struct ed_triage *triage)
{
    if (!triage) {
        return;
    }
    ed_asker_free(triage->asker);
    ed_grammar_free(triage->grammar);
    ed_templates_done(&triage->templates);
    ed_buf_done(&triage->words);
    ed_vec_done(&triage->explained);
    ed_vec_done(&triage->is);
    ed_vec_done(&triage->own);
    ed_good_done(&triage->good);
    ed_passed_done(&triage->passed);
    ed_free(triage);
}

/* Lives until the next call. */
static struct ed_str text_of(struct ed_triage *t, size_t line)
{
    return ed_asker_text(t->asker, t->message, line);
}

static size_t indent_of(struct ed_str s)
{
    size_t n = 0;

    while (n < s.n && ed_is_space(s.p[n])) {
        n++;
    }
    return n;
}

/* What the line is, by its words. */
static struct is *ask(struct ed_triage *t, size_t line)
{
    struct is *is = &t->is.v[line];

    if (!is->known) {
        const struct ed_alarmed *alarmed = &is->asked.alarmed;

        is->asked = is->asked.key ? is->asked : ed_asker_ask(t->asker, t->message, line);
        is->known = true;
        is->part = is->asked.row                    ? is->asked.row->part
                   : is->asked.path                 ? ED_PART_PLACE
                   : alarmed->word || alarmed->loud ? ED_PART_ALARM
                                                    : ED_PART_NONE;
    }
    return is;
}

static bool is_blank(struct ed_triage *t, size_t line)
{
    return ed_str_trim(ed_message_line_text(t->message, line)).n == 0;
}

static bool is_general(const struct ed_grammar_row *row)
{
    return !row || strcmp(row->tool, "any") == 0 || strcmp(row->tool, "level") == 0 || strcmp(row->tool, "trace") == 0;
}

/* A row that other programs' logs have, too: nothing follows from it for the lines around. */
static bool is_everybodys(const struct ed_grammar_row *row)
{
    return is_general(row) || strcmp(row->tool, "shell") == 0 || strcmp(row->tool, "exit") == 0;
}

static void keep(struct ed_triage *t, struct ed_template *own, size_t line, unsigned share, bool is_own)
{
    struct ed_str text = text_of(t, line);
    size_t end = text.n;

    while (end > 0 && ed_is_space(text.p[end - 1])) {
        end--;
    }
    ed_template_keep(own, t->message->lines[line].number, ed_str_slice(text, 0, end), ask(t, line)->part, share,
                     is_own);
}

/* Whether line a, above b, is of the same step, as far as anybody told. */
static bool same_step(const struct ed_triage *t, size_t a, size_t b)
{
    const struct ed_line *above = &t->message->lines[a], *below = &t->message->lines[b];

    return above->number >= t->begun &&
           (above->meta->step.p == below->meta->step.p || ed_str_eq(above->meta->step, below->meta->step));
}

/* Lines that are asked for what belongs to it: so many when a tool speaks. */
static size_t span_of(const struct ed_template *own, size_t most)
{
    return own->part == ED_PART_ALARM ? ALARM_SPAN : own->general ? ELSE_SPAN : most;
}

/* The heading and the place above a failure, and the lines right before it. */
static void keep_above(struct ed_triage *t, struct ed_template *own, size_t line, enum ed_part part)
{
    bool test = part != ED_PART_FAIL && part != ED_PART_ALARM, near = true;
    size_t places = 0, beside = 0;

    for (size_t back = 1; back <= span_of(own, TEST_ABOVE) && back <= line; back++) {
        size_t i = line - back;
        enum ed_part is;

        if (is_blank(t, i)) {
            near &= back < 3;
            continue;
        }
        is = ask(t, i)->part;
        if (is == ED_PART_END || is == ED_PART_STEP || (is == ED_PART_SUM && back > 3) || !same_step(t, i, line)) {
            return;
        }
        if (is == ED_PART_TEST && !test) {
            keep(t, own, i, 90, /* own */ false);
            return;
        }
        if (is == ED_PART_PLACE && places < PLACES_MOST && back <= PLACE_ABOVE) {
            keep(t, own, i, places ? 45 : 80, /* own */ false);
            places++;
        } else if (near && beside < BESIDE_MOST && (is == ED_PART_NONE || is == ED_PART_DETAIL || is == ED_PART_HEAD)) {
            keep(t, own, i, 28, /* own */ false);
            beside++;
        }
        near &= beside < BESIDE_MOST && is != ED_PART_NOISE;
    }
}

/* What tells more of a failure, below it. */
static void keep_below(struct ed_triage *t, struct ed_template *own, size_t line)
{
    size_t n = 0, places = 0, plain = 0, blanks = 0, others = 0, indent = indent_of(text_of(t, line));
    size_t end = ED_MIN(t->message->nlines, line + 1 + span_of(own, DETAIL_SPAN));

    for (size_t i = line + 1; i < end && n < DETAIL_MOST; i++) {
        enum ed_part is;

        if (is_blank(t, i)) {
            if (++blanks > 6) {
                return;
            }
            continue;
        }
        is = ask(t, i)->part;
        switch (is) {
        case ED_PART_PLACE:
            if (places < PLACES_MOST) {
                keep(t, own, i, places ? 40 : 85, /* own */ false);
                n++;
            }
            places++;
            break;
        case ED_PART_DETAIL:
            keep(t, own, i, 60, /* own */ false);
            n++;
            break;
        case ED_PART_NOISE:
        case ED_PART_END:
        case ED_PART_STEP:
        case ED_PART_TEST:
            if (is != ED_PART_TEST || own->part == ED_PART_TEST || i > line + 3) {
                return;
            }
            break;
        case ED_PART_NONE:
            if ((blanks == 0 || indent_of(text_of(t, i)) > indent) && plain < 4) {
                keep(t, own, i, 30, /* own */ false);
                n++;
            }
            plain++;
            break;
        default: /* met on its own */
            others++;
        }
        if (plain > 8 || others > 4) {
            return;
        }
    }
}

/* The last words of a step that failed, and what ran. The less they hold that is known, the more they are worth. */
static void keep_tail(struct ed_triage *t, struct ed_template *own, size_t line)
{
    size_t first = line > TAIL_SPAN ? line - TAIL_SPAN : 0, n = 0, known = 0,
           least = line > STEP_ABOVE ? line - STEP_ABOVE : 0;
    size_t i;

    for (i = line; i-- > first;) {
        enum ed_part is = is_blank(t, i) ? ED_PART_NONE : ask(t, i)->part;

        if (is == ED_PART_STEP || is == ED_PART_END || !same_step(t, i, line)) {
            break;
        }
        known += is == ED_PART_FAIL || is == ED_PART_TEST;
    }
    for (i = line; i-- > first && n < TAIL_MOST;) {
        enum ed_part is;

        if (is_blank(t, i)) {
            continue;
        }
        is = ask(t, i)->part;
        if (is == ED_PART_STEP || is == ED_PART_END || !same_step(t, i, line)) {
            break;
        }
        if (is != ED_PART_NOISE && is != ED_PART_WARN) {
            keep(t, own, i, n < 4 ? (known ? 42 : 80) : known ? 14 : 60, /* own */ false);
            n++;
        }
    }
    for (i = line; i-- > least;) {
        enum ed_part is = is_blank(t, i) ? ED_PART_NONE : ask(t, i)->part;

        if (is == ED_PART_END || !same_step(t, i, line)) {
            return;
        }
        if (is == ED_PART_STEP) {
            keep(t, own, i, 70, /* own */ false);
            return;
        }
    }
}

static void make(struct ed_triage *t, struct ed_template *own, size_t line)
{
    char room[ED_CLOCK_TEXT];
    struct ed_place place = ed_place_of(t->message, line, room);
    const struct is *is = &t->is.v[line];

    ed_buf_reset(&t->words);
    ed_mask(text_of(t, line), &t->words);
    ed_template_begin(own, ed_buf_view(&t->words), &place, t->source);
    own->part = is->part;
    own->row = is->asked.row;
    own->general = is_general(is->asked.row);
    own->loud = is->asked.alarmed.loud;
    own->known = is->explained;
    t->templates.known += is->explained;
    keep(t, own, line, 100, /* own */ true);
    t->begun = ed_passed_keep(&t->passed, t->source, &t->message->lines[line], own);
    if (own->part == ED_PART_END) {
        keep_tail(t, own, line);
        return;
    }
    keep_above(t, own, line, own->part);
    if (own->part != ED_PART_SUM && own->part != ED_PART_EXIT) {
        keep_below(t, own, line);
    }
}

/* Another wording: a test or a file that nothing of the template names yet. */
static void keep_wording(struct ed_triage *t, struct ed_template *own, size_t line)
{
    struct ed_str text = ed_str_trim(text_of(t, line));

    if (own->wordings > (!own->general ? WORDINGS_TOOL : WORDINGS_ELSE)) {
        return;
    }
    for (size_t i = 0; i < own->lines.n; i++) {
        if (own->lines.v[i].own && ed_str_eq(text, ed_str_trim(ed_template_line(own, &own->lines.v[i])))) {
            return;
        }
    }
    keep(t, own, line, own->wordings < 4 ? 75 : 40, /* own */ true);
}

/* A step failed here, as the server says: by an exit status or by a message of the step's own. */
static bool is_end(const struct is *is)
{
    return is->part == ED_PART_END ||
           (is->part == ED_PART_FAIL && is->asked.row && strcmp(is->asked.row->tool, "github") == 0);
}

/* A line that an error is told in. */
static void meet(struct ed_triage *t, size_t line)
{
    uint64_t number = t->message->lines[line].number, hash;
    bool is_new = false;
    size_t index;

    hash = t->is.v[line].asked.hash;
    hash = hash ? hash : ed_asker_hash(t->asker, t->message, line);
    if (ed_good_has(&t->good, hash)) {
        t->known_good++;
        return;
    }
    index = ed_templates_meet(&t->templates, hash, &is_new);
    if (is_new) {
        make(t, &t->templates.v.v[index], line);
    } else {
        keep_wording(t, &t->templates.v.v[index], line);
    }
    ed_templates_count(&t->templates, index, t->source, number);
    if (is_end(&t->is.v[line])) {
        ed_templates_end(&t->templates, t->source, number);
    }
}

void ed_triage_asked(struct ed_triage *triage, const struct ed_answer *asked, size_t n)
{
    triage->asked = true;
    triage->ahead = asked;
    triage->nahead = n;
}

void ed_triage_explained(struct ed_triage *triage, size_t start, size_t end)
{
    *ed_vec_add(&triage->explained) = (struct ed_look_span){start, end};
}

static void begin(struct ed_triage *t, const struct ed_message *message)
{
    t->message = message;
    ed_vec_reserve(&t->is, message->nlines);
    memset(t->is.v, 0, message->nlines * sizeof(t->is.v[0]));
    for (size_t i = 0; i < t->nahead; i++) {
        t->is.v[t->ahead[i].line].asked = t->ahead[i];
    }
    t->asked = false;
    t->nahead = 0;
    for (size_t i = 0; i < t->explained.n; i++) {
        size_t last = ed_message_last_line(message, t->explained.v[i].start, t->explained.v[i].end);

        for (size_t k = ed_message_line(message, t->explained.v[i].start); k <= last; k++) {
            t->is.v[k].explained = true;
        }
    }
    t->explained.n = 0;
}

/* A record that knows "exit code 1" or the summary of a test run says nothing of what failed: the lines around do. */
static bool counts_though_known(const struct is *is)
{
    return is->part >= ED_PART_EXIT && !is_general(is->asked.row);
}

void ed_triage_look(struct ed_triage *triage, const struct ed_message *message, uint64_t source)
{
    size_t first, n, asked = 0;
    bool same = source == triage->source;

    if (!ed_look_worth(message)) {
        triage->explained.n = triage->nahead = 0;
        triage->asked = false;
        return;
    }
    if (!triage->asked) {
        triage->own.n = 0;
        ed_asker_run(triage->asker, message, &triage->own);
        ed_triage_asked(triage, triage->own.v, triage->own.n);
    }
    begin(triage, message);
    triage->source = source;
    first = message->fresh ? ed_message_line(message, message->fresh) : 0;
    n = ED_MAX(ed_message_own_lines(message), first + 1);
    for (size_t i = 0; i < message->nlines; i++) {
        if (triage->is.v[i].asked.alarmed.alarm && ask(triage, i)->part >= ED_PART_HEAD &&
            !is_everybodys(triage->is.v[i].asked.row)) {
            size_t from = ED_MAX(asked, i > AROUND_BEFORE ? i - AROUND_BEFORE : 0);

            asked = ED_MIN(message->nlines, i + AROUND_BEHIND);
            for (size_t k = from; k < asked; k++) {
                ask(triage, k);
            }
        }
    }
    for (size_t i = first; i < n; i++) {
        const struct is *is = &triage->is.v[i];

        if (is->known && ed_part_tells(is->part) && (is->asked.alarmed.alarm || is->part >= ED_PART_EXIT) &&
            (!is->explained || counts_though_known(is))) {
            meet(triage, i);
        }
    }
    triage->last = ED_MAX(same ? triage->last : 0, message->lines[n - 1].number);
}

void ed_triage_good(struct ed_triage *triage, const struct ed_message *message)
{
    begin(triage, message);
    for (size_t i = 0; i < message->nlines; i++) {
        if (!is_blank(triage, i)) {
            ed_good_add(&triage->good, ed_asker_hash(triage->asker, message, i));
        }
    }
}

void ed_triage_passed(struct ed_triage *triage, uint64_t source, uint64_t number, struct ed_str text,
                      const struct ed_meta *meta)
{
    ed_passed_add(&triage->passed, triage->grammar, source, number, text, meta);
}

void ed_triage_report(struct ed_triage *triage, struct ed_arena *arena, struct ed_triage_report *ret_report)
{
    if (triage->templates.ends == 0) { /* nobody said that a step failed: the log's end is as good */
        ed_templates_end(&triage->templates, triage->source, triage->last);
    }
    ed_templates_finish(&triage->templates);
    *ret_report = (struct ed_triage_report){
        .asked = true, .known_good = triage->known_good, .good_dropped = triage->good.full};
    ed_pick(&triage->templates, triage->opts, arena, ret_report);
}

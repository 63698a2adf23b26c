/*
 * rank.c: the terms of a score. What the text itself says comes first (bits of literal text, share of the line that it
 * covers); then what stands around it: the error class right before the message, the record's file and line among the
 * frames of the trace.
 *
 * A class that contradicts costs less than one that agrees gains: programs change the class of an error more often than
 * its text, and re-raise it under another.
 */
#include "diag/rank.h"

#include "record/beside.h"

#include <math.h>

/* Lines of a trace that are looked through for the record's file: a Python trace stands before its exception, a Java or
   JavaScript one behind it. */
#define FRAMES_BEFORE 64
#define FRAMES_AFTER  32

/* Weights, in bits. */
#define BITS_COVERAGE      6.0
#define BITS_CLASS_AGREES  12.0
#define BITS_CLASS_DIFFERS (-4.0)
#define BITS_FILE          14.0
#define BITS_LINE          4.0
#define BITS_LEVEL_DIFFERS (-6.0)
#define BITS_READING       (-1.0)

static void add_term(struct ed_scored *s, enum ed_rank_term term, double value)
{
    s->term[term] = value;
    s->score += value;
}

static bool class_byte(char c)
{
    return ed_is_word(c) || c == '.' || c == ':' || c == '$';
}

/* Longer names are none; and many messages may stand behind one run of such bytes. */
#define CLASS_MOST 256

struct ed_str ed_rank_class_before(struct ed_str text, size_t place)
{
    size_t end = place, at;

    while (end > 0 && text.p[end - 1] == ' ') {
        end--;
    }
    if (end == 0 || text.p[end - 1] != ':') {
        return ED_STR_NONE;
    }
    end--;
    at = end;
    while (at > 0 && end - at <= CLASS_MOST && class_byte(text.p[at - 1])) {
        at--;
    }
    return at < end && end - at <= CLASS_MOST && ed_is_alpha(text.p[at]) ? ed_str_slice(text, at, end) : ED_STR_NONE;
}

/* Words that stand before messages and are no classes. */
static bool looks_like_class(struct ed_str name)
{
    static const char *const tails[] = {"Error", "Exception", "Warning", "Fault", "Failure", "Interrupt"};
    struct ed_str last = ed_beside_class(name);

    for (size_t i = 0; i < ED_ARRAY_LEN(tails); i++) {
        struct ed_str tail = ed_str_c(tails[i]);

        if (ed_str_ends(last, tail) && last.n > tail.n) {
            return true;
        }
    }
    return false;
}

static void class_term(const struct ed_message *message, struct ed_scored *s)
{
    struct ed_str want = ed_beside_class(s->of->record->error_class), have;

    if (!want.n) {
        return;
    }
    have = ed_rank_class_before(message->text, s->start);
    if (!have.n) {
        return;
    }
    s->class_seen = have;
    if (ed_str_eq(want, ed_beside_class(have))) {
        s->evidence = true;
        add_term(s, ED_RANK_CLASS_AGREES, BITS_CLASS_AGREES);
    } else if (looks_like_class(have)) {
        add_term(s, ED_RANK_CLASS_DIFFERS, BITS_CLASS_DIFFERS);
    }
}

static bool frame_line_near(struct ed_str rest, int64_t want)
{
    size_t i = 0;
    uint64_t line = 0;

    while (i < rest.n && i < 16 && !ed_is_digit(rest.p[i]) && rest.p[i] != '\n') {
        i++;
    }
    for (; i < rest.n && ed_is_digit(rest.p[i]) && line < 10000000; i++) {
        line = line * 10 + (uint64_t)(rest.p[i] - '0');
    }
    return line > 0 && llabs((long long)line - (long long)want) <= 30;
}

/* A line of a trace: indented, or what tools leave of one when they eat the indentation. */
static bool is_frame(struct ed_str line)
{
    static const struct ed_str heads[] = {ED_STR_INIT("File \""), ED_STR_INIT("at "),        ED_STR_INIT("Traceback "),
                                          ED_STR_INIT("#"),       ED_STR_INIT("goroutine "), ED_STR_INIT("[rank")};

    if (line.n == 0) {
        return false;
    }
    if (line.p[0] == ' ' || line.p[0] == '\t') {
        return true;
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(heads); i++) {
        if (ed_str_starts(line, heads[i])) {
            return true;
        }
    }
    return false;
}

/* Calls of Go stand unindented above their places, so one line that is no frame is passed when the next one is. */
struct ed_str ed_rank_trace(const struct ed_message *message, size_t line)
{
    size_t first = line, last = line;

    while (first > 0 && line - first < FRAMES_BEFORE && is_frame(ed_message_line_text(message, first - 1))) {
        first--;
    }
    while (last + 1 < message->nlines && last - line < FRAMES_AFTER &&
           (is_frame(ed_message_line_text(message, last + 1)) ||
            (last + 2 < message->nlines && is_frame(ed_message_line_text(message, last + 2))))) {
        last++;
    }
    first -= first > 0; /* "Scheduler hit an exception: Traceback ..." and its like */
    return ed_str_slice(message->text, message->lines[first].start, ed_message_line_end(message, last));
}

static void file_term(const struct ed_message *message, struct ed_scored *s)
{
    struct ed_str tail = ed_beside_path(s->of->record->file_path), around;
    size_t at;

    if (tail.n == 0) {
        return;
    }
    around = ed_rank_trace(message, ed_message_line(message, s->start));
    at = ed_beside_find_path(around, tail);
    if (at == SIZE_MAX) {
        return;
    }
    s->evidence = true;
    add_term(s, ED_RANK_FILE, BITS_FILE);
    if (s->of->record->line_number > 0 &&
        frame_line_near(ed_str_slice(around, at + tail.n, around.n), s->of->record->line_number)) {
        add_term(s, ED_RANK_LINE, BITS_LINE);
    }
}

static void level_term(const struct ed_message *message, struct ed_scored *s)
{
    enum ed_level level = message->lines[ed_message_line(message, s->start)].told.level;

    if (s->of->record->severity >= ED_SEVERITY_ERROR && level != ED_LEVEL_UNKNOWN && level >= ED_LEVEL_INFO) {
        add_term(s, ED_RANK_LEVEL, BITS_LEVEL_DIFFERS);
    }
}

static double coverage(const struct ed_message *message, const struct ed_scored *s)
{
    size_t first = ed_message_line(message, s->start);
    size_t last = ed_message_last_line(message, s->start, s->end);
    size_t from = message->lines[first].start;
    size_t to = ed_message_line_last(message, last);
    size_t held = 0;

    for (size_t i = 0; i < s->ncaptures; i++) {
        held += s->captures[i].value.n;
    }
    held = s->end - s->start > held ? s->end - s->start - held : 0;
    return to > from ? (double)held / (double)(to - from) : 0;
}

void ed_rank_score(const struct ed_message *message, const struct ed_hit *hit, const struct ed_candidate_record *of,
                   struct ed_scored *ret_scored)
{
    struct ed_scored *s = ret_scored;

    *s = (struct ed_scored){
        .of = of, .start = hit->start, .end = hit->end, .captures = hit->captures, .ncaptures = hit->ncaptures};
    add_term(s, ED_RANK_SPECIFICITY, of->specificity);
    s->share = coverage(message, s);
    add_term(s, ED_RANK_COVERAGE, s->share * BITS_COVERAGE);
    class_term(message, s);
    file_term(message, s);
    level_term(message, s);
}

void ed_rank_reading(struct ed_scored *scored, const char *reading)
{
    scored->reading = reading;
    add_term(scored, ED_RANK_READING, BITS_READING);
}

static struct ed_str says(const struct ed_scored *s, enum ed_rank_term term, struct ed_arena *arena)
{
    switch (term) {
    case ED_RANK_SPECIFICITY:
        return ed_arena_printf(arena, "%.0f bits of literal text%s", s->of->specificity,
                               s->of->weak ? ", too few to stand alone" : "");
    case ED_RANK_COVERAGE:
        return ed_arena_printf(arena, "its literal text is %.0f %% of the line", s->share * 100);
    case ED_RANK_CLASS_AGREES:
        return ed_arena_printf(arena, "%.*s stands right before it, as the record says", ED_STR_ARG(s->class_seen));
    case ED_RANK_CLASS_DIFFERS:
        return ed_arena_printf(arena, "%.*s stands right before it, the record says %.*s", ED_STR_ARG(s->class_seen),
                               ED_STR_ARG(s->of->record->error_class));
    case ED_RANK_FILE:
        return ed_arena_printf(arena, "%.*s stands in the trace around it",
                               ED_STR_ARG(ed_beside_path(s->of->record->file_path)));
    case ED_RANK_LINE:
        return ED_STR("at about the line that the record names");
    case ED_RANK_LEVEL:
        return ED_STR("the line's level is info or debug, the record is an error");
    case ED_RANK_READING:
        return ed_arena_printf(arena, "found in another reading of the text: %s", s->reading);
    case ED_RANK_TERMS:
        break;
    }
    return ED_STR("");
}

const struct ed_term *ed_rank_why(const struct ed_scored *scored, struct ed_arena *arena, size_t *ret_n)
{
    static const char *const names[ED_RANK_TERMS] = {"specificity", "coverage", "class", "class",
                                                     "file",        "line",     "level", "reading"};
    struct ed_term *terms = ed_arena_zero(arena, ED_RANK_TERMS, sizeof(*terms));
    size_t n = 0;

    for (size_t i = 0; i < ED_RANK_TERMS; i++) {
        if (scored->term[i] != 0) {
            terms[n++] = (struct ed_term){names[i], scored->term[i], says(scored, (enum ed_rank_term)i, arena)};
        }
    }
    *ret_n = n;
    return terms;
}

/*
 * What a confidence was worth before it was fitted, and what it is told as. Measured by tests/bench/calibration.py with
 * 15,000 templates of other programs among the records: between 0.5 and 0.7, 120 of 123 findings were right, from 0.7
 * on 699 of 706. Below 0.5, where weak records are and those that a class or a level contradicts, it was 77 of 101.
 * That is left as it was: 0.5 is where a finding is believed, and such a record is to stay behind the others.
 */
static const struct {
    double given, told;
} fitted[] = {{0, 0}, {0.5, 0.5}, {0.55, 0.85}, {0.7, 0.93}, {0.9, 0.96}, {0.99, 0.99}};

static double fit(double given)
{
    size_t i = 1;

    while (i + 1 < ED_ARRAY_LEN(fitted) && given > fitted[i].given) {
        i++;
    }
    return fitted[i - 1].told + (given - fitted[i - 1].given) * (fitted[i].told - fitted[i - 1].told) /
                                    (fitted[i].given - fitted[i - 1].given);
}

double ed_rank_confidence(double score, double margin)
{
    double base = 1 / (1 + exp(-(score - 30) / 9));
    double apart = margin >= 20 ? 1 : 0.6 + 0.4 * ED_MAX(margin, 0.0) / 20;

    return fit(ED_MIN(base * apart, 0.99));
}

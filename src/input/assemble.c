/*
 * assemble.c: owns the rules, read from the text that the build put in, and the walk over a message's lines by them.
 *
 * A trace begins at a line that begins one by itself, or at the line of class and message above the first frame. It
 * goes on while lines are of its language. Text that is of no rule ends it, but for what is told over several lines: a
 * message of more than one line is passed when the trace goes on within a few lines.
 *
 * Sharp edges: exception groups stand in margins ("  | "); tools that eat indentation leave source lines bare under
 * their frame; a word and a colon are an outcome only where frames stand below.
 */
#include "input/assemble.h"

#include "base/alloc.h"
#include "input/glob.h"
#include "input_traces.h"

#define LANGUAGES_MAX 16
#define RULES_MAX     160
/* Lines of one message text in a trace, and how far a trace may go on behind a blank line. */
#define MESSAGE_LINES 12
/* A trace longer than this is two. */
#define TRACE_LINES 4096

enum part {
    PART_NONE,
    PART_HEAD,
    PART_BEGIN,
    PART_TOP,
    PART_OUTCOME,
    PART_FRAME,
    PART_BODY,
    PART_CAUSE,
    PART_BESIDE,
    PART_AFTER,
    PART_DURING,
    PART_END
};

struct rule {
    size_t language;
    enum part part;
    struct ed_str shape;
};

struct ed_assembler {
    struct rule rules[RULES_MAX];
    size_t nrules;
    struct {
        char name[16];
        size_t first, end; /* rules */
        bool heads;        /* it has an outcome behind frames, */
        bool tops;         /* or above them */
    } languages[LANGUAGES_MAX];
    size_t nlanguages;
};

static enum part part_of(struct ed_str word)
{
    static const struct {
        const char *word;
        enum part part;
    } parts[] = {{"head", PART_HEAD},   {"begin", PART_BEGIN},   {"top", PART_TOP},     {"outcome", PART_OUTCOME},
                 {"frame", PART_FRAME}, {"body", PART_BODY},     {"cause", PART_CAUSE}, {"beside", PART_BESIDE},
                 {"after", PART_AFTER}, {"during", PART_DURING}, {"end", PART_END}};

    for (size_t i = 0; i < ED_ARRAY_LEN(parts); i++) {
        if (ed_str_is(word, parts[i].word)) {
            return parts[i].part;
        }
    }
    return PART_NONE;
}

static void add_rule(struct ed_assembler *a, struct ed_str line)
{
    struct ed_str name = ed_str_cut(&line, '\t'), word = ed_str_cut(&line, '\t');
    enum part part = part_of(word);
    size_t last = a->nlanguages - 1;

    assert(part != PART_NONE && ed_glob_sound(line) && name.n > 0 && name.n < sizeof(a->languages[0].name));
    if (a->nlanguages == 0 || !ed_str_is(name, a->languages[last].name)) {
        last = a->nlanguages++;
        assert(last < LANGUAGES_MAX);
        memcpy(a->languages[last].name, name.p, name.n);
        a->languages[last].first = a->nrules;
    }
    assert(a->nrules < RULES_MAX);
    a->rules[a->nrules++] = (struct rule){.language = last, .part = part, .shape = line};
    a->languages[last].end = a->nrules;
    a->languages[last].heads |= part == PART_HEAD;
    a->languages[last].tops |= part == PART_TOP;
}

struct ed_assembler *ed_assembler_new(void)
{
    struct ed_assembler *a = ed_alloc_zero(1, sizeof(*a));
    struct ed_str rest = ed_str_c(ed_input_traces);

    while (rest.n) {
        struct ed_str line = ed_str_cut(&rest, '\n');

        if (line.n && line.p[0] != '#') {
            add_rule(a, line);
        }
    }
    return a;
}

void ed_assembler_free(struct ed_assembler *assembler)
{
    ed_free(assembler);
}

void ed_traces_done(struct ed_traces *traces)
{
    ed_vec_done(&traces->v);
    ed_vec_done(&traces->parts);
}

/* A message on its way. */
struct walk {
    const struct ed_assembler *a;
    const struct ed_message *message;
    struct ed_traces *traces;
    size_t language;
    size_t next;      /* the first line that is not of a trace yet */
    bool outcome_due; /* of the part at hand: it stands behind the frames */
    bool framed;      /* frames of the part at hand were seen */
    bool linked;      /* a sentence told that the next part came of this one */
};

/* The line without the margins of exception groups. *ret_inside: it had one. */
static struct ed_str line_text(const struct walk *w, size_t line, bool *ret_inside)
{
    struct ed_str s = ed_message_line_text(w->message, line);
    size_t i = 0, margin = 0;

    while (i < s.n && i < 64 && (s.p[i] == ' ' || s.p[i] == '|' || s.p[i] == '+')) {
        if (s.p[i] != ' ' && i + 1 < s.n && s.p[i + 1] != ' ') {
            break;
        }
        margin = s.p[i] != ' ' ? ED_MIN(i + 2, s.n) : margin;
        i++;
    }
    *ret_inside = margin > 0;
    return ed_str_slice(s, margin, s.n);
}

static bool is_blank(struct ed_str s)
{
    return ed_str_trim(s).n == 0;
}

/* The first rule of the language that the line is of. */
static enum part classify(const struct walk *w, size_t language, struct ed_str text)
{
    for (size_t i = w->a->languages[language].first; i < w->a->languages[language].end; i++) {
        if (ed_glob_is(w->a->rules[i].shape, text)) {
            return w->a->rules[i].part;
        }
    }
    return PART_NONE;
}

/* Whether the line may be of this part, whatever else it may be. */
static bool is_part(const struct walk *w, size_t language, struct ed_str text, enum part part)
{
    for (size_t i = w->a->languages[language].first; i < w->a->languages[language].end; i++) {
        if (w->a->rules[i].part == part && ed_glob_is(w->a->rules[i].shape, text)) {
            return true;
        }
    }
    return false;
}

static struct ed_trace_part *last_part(struct walk *w)
{
    return &w->traces->parts.v[w->traces->parts.n - 1];
}

static void begin_part(struct walk *w, size_t line, size_t outcome)
{
    *ed_vec_add(&w->traces->parts) = (struct ed_trace_part){.first = line, .last = line, .outcome = outcome};
    w->traces->v.v[w->traces->v.n - 1].nparts++;
    w->outcome_due = outcome == SIZE_MAX;
    w->framed = w->linked = false;
}

/* The part at hand is the root of its trace now. */
static void make_root(struct walk *w)
{
    const struct ed_trace *trace = &w->traces->v.v[w->traces->v.n - 1];

    for (size_t i = 0; i < trace->nparts; i++) {
        w->traces->parts.v[trace->part + i].root = i + 1 == trace->nparts;
    }
}

/* Above a frame: the line of class and message, or the frame itself when there is none. */
static size_t top_of(const struct walk *w, size_t language, size_t frame)
{
    size_t line = frame;

    for (size_t back = 1; back <= MESSAGE_LINES && back <= frame - w->next; back++) {
        bool inside;
        struct ed_str text = line_text(w, frame - back, &inside);

        if (is_blank(text)) {
            break;
        }
        if (is_part(w, language, text, PART_TOP)) {
            struct ed_str head = ed_str_slice(text, 0, ed_str_find_byte(text, ':', 0));

            line = line == frame ? frame - back : line;
            if (ed_str_find_byte(head, '.', 0) != SIZE_MAX && ed_str_find_byte(head, ' ', 0) == SIZE_MAX) {
                return frame - back; /* java.lang.Error: no prose begins so */
            }
        }
    }
    return line;
}

/* Whether a trace begins at or right above the line; *ret_first is where. */
static bool begins(struct walk *w, size_t line, size_t *ret_first)
{
    bool inside;
    struct ed_str text = line_text(w, line, &inside);

    for (size_t i = 0; i < w->a->nlanguages; i++) {
        bool by_itself = is_part(w, i, text, PART_HEAD) || is_part(w, i, text, PART_BEGIN);

        if (by_itself || (w->a->languages[i].tops && is_part(w, i, text, PART_FRAME))) {
            *ret_first = by_itself ? line : top_of(w, i, line);
            w->language = i;
            if (by_itself || *ret_first < line || line == w->next) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the trace goes on a few lines behind: what stands between is a blank line or more of a message. */
static bool goes_on(const struct walk *w, size_t line, bool blank)
{
    size_t most = ED_MIN(w->message->nlines, line + (blank ? 3 : MESSAGE_LINES));

    for (size_t i = line; i < most; i++) {
        bool inside;
        struct ed_str text = line_text(w, i, &inside);
        enum part part = is_blank(text) ? PART_NONE : classify(w, w->language, text);

        if (part == PART_AFTER || part == PART_DURING || part == PART_CAUSE || part == PART_BESIDE ||
            part == PART_FRAME || part == PART_END || (part == PART_HEAD && (w->linked || inside)) ||
            (part == PART_BODY && blank && !w->outcome_due)) {
            return true;
        }
        if (part == PART_HEAD || part == PART_BEGIN || (blank && !is_blank(text) && !w->linked)) {
            return false;
        }
    }
    return false;
}

/* The line under a frame that lost its indentation is the frame's source. */
static bool is_bare_source(const struct walk *w, size_t line, struct ed_str text)
{
    bool inside;
    struct ed_str above = line_text(w, line - 1, &inside);

    return w->a->languages[w->language].heads && above.n && !ed_is_space(above.p[0]) &&
           is_part(w, w->language, above, PART_FRAME) && !is_part(w, w->language, text, PART_FRAME);
}

/* Take the line into the trace; false: it ends before it. *ret_end: it ends with it. */
static bool take(struct walk *w, size_t line, bool *ret_end)
{
    bool inside;
    struct ed_str text = line_text(w, line, &inside);
    enum part part = is_blank(text) ? PART_NONE : classify(w, w->language, text);

    *ret_end = false;
    switch (part) {
    case PART_FRAME:
        w->framed = true;
        break;
    case PART_BODY:
        break;
    case PART_CAUSE:
        begin_part(w, line, line);
        make_root(w);
        break;
    case PART_BESIDE:
        begin_part(w, line, line);
        break;
    case PART_AFTER:
    case PART_DURING:
        w->linked = true;
        return true;
    case PART_HEAD:
        if (!w->linked && !inside) {
            return false;
        }
        begin_part(w, line, SIZE_MAX);
        if (inside && !w->linked) {
            make_root(w);
        }
        break;
    case PART_OUTCOME:
        if (!w->outcome_due || (is_bare_source(w, line, text) && !ed_glob_is(ED_STR("%c: *"), text))) {
            if (!w->outcome_due && !goes_on(w, line, /* blank */ false)) {
                return false;
            }
            break;
        }
        last_part(w)->outcome = line;
        w->outcome_due = false;
        break;
    case PART_END:
        *ret_end = true;
        break;
    default: {
        bool blank = is_blank(text);

        if (!(line > 0 && !blank && is_bare_source(w, line, text)) && !goes_on(w, line, blank)) {
            return false;
        }
        if (blank) {
            return true;
        }
    }
    }
    last_part(w)->last = line;
    return true;
}

static void take_trace(struct walk *w, size_t first)
{
    struct ed_trace *trace = ed_vec_add(&w->traces->v);
    bool inside, end = false;
    struct ed_str text = line_text(w, first, &inside);
    bool head = is_part(w, w->language, text, PART_HEAD) && classify(w, w->language, text) == PART_HEAD;
    bool told = !head && classify(w, w->language, text) != PART_FRAME;
    size_t line = first + 1, last;

    *trace = (struct ed_trace){
        .first = first, .language = w->a->languages[w->language].name, .part = w->traces->parts.n};
    begin_part(w, first, told ? first : SIZE_MAX);
    w->outcome_due = head;
    make_root(w);
    while (line < w->message->nlines && line - first < TRACE_LINES && !end && take(w, line, &end)) {
        line++;
    }
    while (end && line < w->message->nlines) { /* "}" and "Node.js v20" */
        text = line_text(w, line, &inside);
        if (is_blank(text) ? !goes_on(w, line, /* blank */ true) : classify(w, w->language, text) != PART_END) {
            break;
        }
        last_part(w)->last = line++;
    }
    trace = &w->traces->v.v[w->traces->v.n - 1];
    last = last_part(w)->last;
    trace->last = last;
    w->next = last + 1;
}

void ed_assemble(const struct ed_assembler *assembler, const struct ed_message *message, struct ed_traces *traces)
{
    struct walk w = {.a = assembler, .message = message, .traces = traces};
    size_t line = 0, first = 0;

    traces->v.n = traces->parts.n = 0;
    while (line < message->nlines) {
        if (begins(&w, line, &first)) {
            take_trace(&w, first);
            line = ED_MAX(w.next, line + 1);
        } else {
            line++;
        }
    }
}

const struct ed_trace *ed_traces_at(const struct ed_traces *traces, size_t line)
{
    size_t low = 0, high = traces->v.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (traces->v.v[middle].last < line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < traces->v.n && traces->v.v[low].first <= line ? &traces->v.v[low] : NULL;
}

const struct ed_trace_part *ed_trace_part_at(const struct ed_traces *traces, const struct ed_trace *trace, size_t line)
{
    for (size_t i = 0; i < trace->nparts; i++) {
        const struct ed_trace_part *part = &traces->parts.v[trace->part + i];

        if (part->first <= line && line <= part->last) {
            return part;
        }
    }
    return NULL;
}

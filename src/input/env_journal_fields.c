/*
 * env_journal_fields.c: entries with a field on each line: journalctl -o export ("MESSAGE=cannot map weights file"
 * behind
 * "__CURSOR=s=...") and -o verbose (the same, indented, behind "Mon 2025-05-05 12:00:00.000123 UTC [s=...]").
 *
 * Sharp edges of export: a value with a line break or a control character comes as the name alone on its line, eight
 * bytes of length (little endian), the bytes, and a line break, so lines of a message may look like anything; an empty
 * line ends the entry. Of values that nobody wants (a core dump) nothing is kept. Verbose has no mark for an entry's
 * end, indents further lines of a value under its first, and prints "[77B blob data]" for what is no text.
 *
 * Order of the file: what is gathered, export, verbose.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "base/vec.h"
#include "input/journal.h"
#include "input/stamp.h"

/* More is no length but text that was taken for one: the journal takes no larger field (DATA_SIZE_MAX). */
#define VALUE_MAX ((uint64_t)768 * ED_MIB)
/* Of one value that is kept; a message is cut there. */
#define KEPT_MAX (1 * ED_MIB)

struct value {
    enum ed_journal_field field;
    size_t at, n; /* in `bytes` */
};

enum stage { IN_LINES, IN_LENGTH, IN_DATA };

struct gathered {
    struct ed_buf bytes;      /* the lines as they came, but for large values */
    ED_VEC(struct value) all; /* of the fields that are looked at */
    bool truncated;
    bool broken;
    /* of export */
    enum stage stage;
    enum ed_journal_field field; /* of the value that is being read */
    size_t name;                 /* where its name begins */
    uint64_t length, left;       /* of it; bytes to come, its line break counted in */
    unsigned figures;            /* bytes of the length that were read */
    uint64_t next;               /* where the source goes on */
    /* of verbose */
    size_t time;   /* bytes of the header's, at the front of `bytes` */
    size_t indent; /* of a value's further lines */
    size_t blanks; /* empty lines behind the last one */
};

static void *begin(void)
{
    struct gathered *g = ed_alloc(sizeof(*g));

    *g = (struct gathered){.field = ED_JOURNAL_FIELDS};
    ed_buf_init(&g->bytes, /* max */ 0);
    return g;
}

static void end(void *state)
{
    struct gathered *g = state;

    ed_buf_done(&g->bytes);
    ed_vec_done(&g->all);
    ed_free(g);
}

static void add_value(struct gathered *g, enum ed_journal_field field, size_t at, size_t n)
{
    if (field != ED_JOURNAL_FIELDS) {
        *ed_vec_add(&g->all) = (struct value){.field = field, .at = at, .n = n};
    }
}

/* A message that was sent several times in one entry is that many lines. */
static struct ed_str join_messages(const struct gathered *g, struct ed_arena *arena)
{
    char *out = ed_arena_alloc(arena, g->bytes.n + g->all.n + 1);
    size_t n = 0;

    for (size_t i = 0; i < g->all.n; i++) {
        const struct value *v = &g->all.v[i];

        if (v->field == ED_JOURNAL_MESSAGE) {
            if (n) {
                out[n++] = '\n';
            }
            memcpy(out + n, g->bytes.p + v->at, v->n);
            n += v->n;
        }
    }
    return ed_str(out, n);
}

static bool finish(void *state, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret)
{
    const struct gathered *g = state;
    struct ed_journal entry;
    bool cut = g->stage == IN_LENGTH;

    entry.have = 0;
    for (size_t i = 0; i < g->all.n; i++) {
        ed_journal_add(&entry, g->all.v[i].field, ed_str(g->bytes.p + g->all.v[i].at, g->all.v[i].n));
    }
    if (g->broken || cut) {
        ret->undecoded = true;
        ret->lines = ed_buf_view(&g->bytes);
        return false;
    }
    ret->decoded = true;
    ret->body = join_messages(g, arena);
    ret->silent = !ed_journal_has(&entry, ED_JOURNAL_MESSAGE);
    ret->truncated = g->truncated || ed_journal_is_blob(ret->body);
    ed_journal_tell(&entry, meta, ret);
    return true;
}

/* "NAME=" at the front: bytes of the name; 0 when there is none. */
static size_t name_length(struct ed_str line)
{
    size_t equals = ed_str_find_byte(ed_str_slice(line, 0, 65), '=', 0); /* a name has at most 64 bytes */

    return equals != SIZE_MAX && ed_journal_is_name(ed_str_slice(line, 0, equals)) ? equals : 0;
}

static bool peel_export(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                        struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    if (!ed_str_starts(line, ED_STR("__CURSOR=")) || !ed_journal_is_cursor(line, 9)) {
        return false;
    }
    ret->body = ED_STR("");
    ret->opens = ret->sure = true;
    return true;
}

/* A byte of the eight that tell how long the value is. */
static void take_length(struct gathered *g, unsigned char byte)
{
    g->length |= (uint64_t)byte << 8 * g->figures++;
    if (g->figures == 8) {
        g->stage = IN_DATA;
        g->left = g->length + 1;
        g->broken = g->length > VALUE_MAX;
        add_value(g, g->field, g->bytes.n, 0);
        if (g->field == ED_JOURNAL_FIELDS && g->length > KEPT_MAX &&
            !g->broken) { /* nobody will ask for it, nor for its name */
            g->bytes.n = g->name;
        }
    }
}

/* Bytes of the value that is being read, from the front of `bytes`; how many. */
static size_t take_data(struct gathered *g, struct ed_str bytes)
{
    size_t n = (size_t)ED_MIN(g->left, bytes.n), value = (size_t)ED_MIN(g->left - 1, n), room;
    bool wanted = g->field != ED_JOURNAL_FIELDS;
    struct value *v = wanted ? &g->all.v[g->all.n - 1] : NULL;

    room = wanted ? KEPT_MAX - ED_MIN(v->n, KEPT_MAX) : g->length > KEPT_MAX ? 0 : value;
    g->truncated |= g->field == ED_JOURNAL_MESSAGE && value > room;
    ed_buf_append(&g->bytes, bytes.p, ED_MIN(value, room));
    if (wanted) {
        v->n += ED_MIN(value, room);
    }
    g->left -= n;
    if (g->left == 0) {
        ed_buf_byte(&g->bytes, bytes.p[n - 1]);
        g->broken |= bytes.p[n - 1] != '\n';
        g->stage = IN_LINES;
    }
    return n;
}

/* A field, or the name of one whose value follows. */
static enum ed_frame_step take_field(struct gathered *g, const struct ed_frame_line *line)
{
    struct ed_str text = line->text;
    size_t name;

    if (!line->begins) { /* the rest of a long value */
        size_t room = KEPT_MAX - ED_MIN(g->bytes.n - g->name, KEPT_MAX), n = ED_MIN(room, text.n);

        g->truncated |= n < text.n && g->field == ED_JOURNAL_MESSAGE;
        ed_buf_append(&g->bytes, text.p, n);
        if (g->field != ED_JOURNAL_FIELDS) {
            g->all.v[g->all.n - 1].n += n;
        }
    } else {
        name = name_length(text);
        if (text.n == 0) {
            return ED_FRAME_ENTRY;
        }
        if ((name == 0 && (!ed_journal_is_name(text) || line->bytes.n != text.n + 1)) ||
            g->bytes.n > ED_LIMIT_JSON_VALUE || (g->bytes.n && ed_str_starts(text, ED_STR("__CURSOR=")))) {
            return ED_FRAME_BEFORE;
        }
        g->name = g->bytes.n;
        g->field = ed_journal_field(ed_str_slice(text, 0, name ? name : text.n));
        ed_buf_str(&g->bytes, text);
        if (name) {
            add_value(g, g->field, g->name + name + 1, text.n - name - 1);
        } else {
            g->stage = IN_LENGTH;
            g->length = g->figures = 0;
        }
    }
    if (line->ends) {
        ed_buf_byte(&g->bytes, '\n');
    }
    return ED_FRAME_MORE;
}

/* Bytes of a value and its length. Behind its end nothing stands on the same line. */
static void take_bytes(struct gathered *g, struct ed_str bytes)
{
    while (bytes.n && g->stage != IN_LINES && !g->broken) {
        size_t n = 1;

        if (g->stage == IN_LENGTH) {
            ed_buf_byte(&g->bytes, bytes.p[0]);
            take_length(g, (unsigned char)bytes.p[0]);
        } else {
            n = take_data(g, bytes);
        }
        bytes = ed_str_slice(bytes, n, bytes.n);
    }
    g->broken |= bytes.n > 0;
    ed_buf_str(&g->bytes, bytes);
}

static enum ed_frame_step take_export(void *state, const struct ed_frame_line *line)
{
    static const char hole[4096];
    struct gathered *g = state;
    uint64_t zeros = g->next && line->at > g->next ? line->at - g->next : 0;

    g->next = line->at + line->bytes.n;
    if (g->stage == IN_LINES) {
        return take_field(g, line);
    }
    while (zeros && g->stage != IN_LINES && !g->broken) {
        size_t n = (size_t)ED_MIN(g->stage == IN_DATA ? ED_MIN(zeros, g->left) : 1, sizeof(hole));

        take_bytes(g, ed_str(hole, n));
        zeros -= n;
    }
    take_bytes(g, line->bytes);
    if (g->broken && g->bytes.n && g->bytes.p[g->bytes.n - 1] != '\n') {
        ed_buf_byte(&g->bytes, '\n');
    }
    return g->broken ? ED_FRAME_ENTRY : ED_FRAME_MORE;
}

static const struct ed_framing export_framing = {.begin = begin, .end = end, .take = take_export, .finish = finish};

const struct ed_layer ed_env_journal_export = {
    .name = "journal-export",
    .about = "journalctl -o export",
    .sample = "__CURSOR=s=739ad463348b4ceca5a9e69c95a3c93f;i=1\n_PID=4711\nMESSAGE=cannot map weights file\n\n",
    .heads = ED_LAYER_HEADS("__aaaaaa=a="),
    .whole_lines = true,
    .peel = peel_export,
    .framing = &export_framing,
};

/* Where the cursor's bracket stands behind the header's time; SIZE_MAX: it is no header. */
static size_t find_cursor(struct ed_str line)
{
    bool dated = line.n > 24 && ed_is_alpha(line.p[0]) && ed_is_alpha(line.p[1]) && ed_is_alpha(line.p[2]) &&
                 line.p[3] == ' ' && ed_stamp_like(line.p + 4, "0000-00-") && ed_stamp_like(line.p + 11, "-00 00:0");
    size_t at = dated ? ed_str_find(line, ED_STR(" [s="), 24) : SIZE_MAX;

    return at != SIZE_MAX && at < 64 && ed_journal_is_cursor(line, at + 2) ? at : SIZE_MAX;
}

static bool peel_verbose(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                         struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    if (find_cursor(line) == SIZE_MAX) {
        return false;
    }
    ret->body = ED_STR("");
    ret->opens = ret->sure = true;
    return true;
}

/* A line of the value before. */
static void go_on(struct gathered *g, struct ed_str text, size_t breaks)
{
    struct value *v = &g->all.v[g->all.n - 1];

    if (v->n + breaks + text.n > KEPT_MAX) {
        g->truncated |= v->field == ED_JOURNAL_MESSAGE;
        return;
    }
    ed_buf_fill(&g->bytes, '\n', breaks);
    ed_buf_str(&g->bytes, text);
    v->n += breaks + text.n;
}

static enum ed_frame_step take_verbose(void *state, const struct ed_frame_line *line)
{
    struct gathered *g = state;
    struct ed_str text = line->text;
    size_t blanks = 0, name;

    if (g->time == 0) {
        size_t n = ED_MIN(find_cursor(text), text.n);

        ed_buf_append(&g->bytes, text.p, n);
        g->time = n;
        return ED_FRAME_MORE;
    }
    if (!line->begins) {
        if (g->field != ED_JOURNAL_FIELDS) {
            go_on(g, text, /* breaks */ 0);
        }
        return ED_FRAME_MORE;
    }
    if (text.n == 0) {
        g->blanks++;
        return ED_FRAME_MORE;
    }
    while (blanks < text.n && text.p[blanks] == ' ') {
        blanks++;
    }
    name = blanks == 4 ? name_length(ed_str_slice(text, 4, text.n)) : 0;
    if (name && g->bytes.n <= ED_LIMIT_JSON_VALUE) {
        g->field = ed_journal_field(ed_str_slice(text, 4, 4 + name));
        g->indent = 4 + name + 1;
        add_value(g, g->field, g->bytes.n, text.n - g->indent);
        if (g->field != ED_JOURNAL_FIELDS) {
            ed_buf_str(&g->bytes, ed_str_slice(text, g->indent, text.n));
        }
    } else if (g->indent && blanks >= g->indent) {
        if (g->field != ED_JOURNAL_FIELDS) {
            go_on(g, ed_str_slice(text, g->indent, text.n), g->blanks + 1);
        }
    } else {
        return ED_FRAME_BEFORE;
    }
    g->blanks = 0;
    return ED_FRAME_MORE;
}

static bool finish_verbose(void *state, struct ed_arena *arena, struct ed_meta *meta, struct ed_peel *ret)
{
    const struct gathered *g = state;
    struct ed_str time = ed_str(g->bytes.p, g->time);
    struct ed_stamp stamp;

    if (!finish(state, arena, meta, ret)) {
        return false;
    }
    if (!ret->told.time_text.p) {
        ret->told.time_text = time;
        if (ed_stamp_read(ed_str_slice(time, 4, time.n), ED_STAMP_DATE_TIME, &stamp) && stamp.known) {
            ret->told.time = ED_TIME_DATED;
        }
    }
    return true;
}

static const struct ed_framing verbose_framing = {
    .begin = begin, .end = end, .take = take_verbose, .finish = finish_verbose};

const struct ed_layer ed_env_journal_verbose = {
    .name = "journal-verbose",
    .about = "journalctl -o verbose",
    .sample = "Mon 2025-05-05 12:00:00.000123 UTC [s=739ad463348b4ceca5a9e69c95a3c93f;i=1]\n    _PID=4711\n"
              "    MESSAGE=cannot map weights file\n",
    .heads = ED_LAYER_HEADS("aaa 0000-00-00 0"),
    .whole_lines = true,
    .peel = peel_verbose,
    .framing = &verbose_framing,
};

/*
 * unwrap.c: which layers a source has, and one line at a time through them.
 *
 * A layer is taken off when it is proven: by a line that no other text looks like (ed_peel.sure), by three lines in a
 * row that agree, or by all lines of a source of one or two. Until then the line stays as it is: a header that is left
 * on costs metadata, one that is taken off wrongly could hide a match. A proven layer is still asked for every line; a
 * line that does not fit continues the one before (without the blanks that journalctl puts in front of it), unless the
 * layer says that its lines stand alone.
 *
 * Order of the file: layers proven, layers taken off, lines routed to streams.
 */
#include "input/unwrap.h"

#include "input/clean.h"
#include "input/meta.h"

#define AGREEING   3
#define LOOK_LINES 64

void ed_unwrap_init(struct ed_unwrap *u, struct ed_streams *streams, struct ed_input_account *account)
{
    *u = (struct ed_unwrap){.streams = streams, .account = account, .way.told = ed_told_none};
    for (size_t i = 0; i < ED_LAYER_COUNT_MAX && ed_layers()[i]; i++) {
        const struct ed_layer *layer = ed_layers()[i];

        u->layers[i] = layer;
        u->carrying |= (uint32_t)layer->carries << i;
        u->restating |= (uint32_t)(layer->restates != NULL) << i;
        for (const char *const *head = layer->heads; *head; head++) {
            ed_heads_add(&u->heads, *head, (unsigned)i);
        }
    }
    ed_buf_init(&u->clean, /* max */ 0);
    ed_buf_init(&u->body, /* max */ 0);
    ed_arena_init(&u->scratch);
}

void ed_unwrap_done(struct ed_unwrap *u)
{
    ed_buf_done(&u->clean);
    ed_buf_done(&u->body);
    ed_arena_done(&u->scratch);
}

static inline struct ed_str without_bom(struct ed_str s)
{
    bool has = s.n >= 3 && s.p[0] == '\xEF' && s.p[1] == '\xBB' && s.p[2] == '\xBF';

    return has ? ed_str(s.p + 3, s.n - 3) : s;
}

/* One more line that looks like layer i. */
static void count(struct ed_unwrap *u, unsigned i, const struct ed_peel *peel)
{
    uint64_t witness = ed_str_hash(peel->witness, /* seed */ 0);

    if (peel->sure) {
        u->active |= UINT32_C(1) << i;
    }
    if (peel->sure || peel->weak) {
        return;
    }
    u->tally[i].n = u->tally[i].witness == witness ? u->tally[i].n + 1 : 1;
    u->tally[i].witness = witness;
    if (u->tally[i].n >= AGREEING) {
        u->active |= UINT32_C(1) << i;
    }
}

/* Take layers off as if all were proven, and count them. Returns those that were met. */
static uint32_t look_at_line(struct ed_unwrap *u, struct ed_str line)
{
    struct ed_meta meta = ed_meta_none;
    uint32_t met = 0;

    line = without_bom(line);
    for (unsigned depth = 0; line.n && depth < ED_LAYERS_MAX; depth++) {
        uint32_t mask = ed_heads_of(&u->heads, line);
        struct ed_peel peel = {.told = ed_told_none};

        while (mask && (!u->layers[__builtin_ctz(mask)]->peel(line, &u->scratch, &meta, &peel) || peel.weak)) {
            peel = (struct ed_peel){.told = ed_told_none};
            mask &= mask - 1;
        }
        if (!mask) {
            break;
        }
        if (!(met & mask & -mask)) {
            count(u, (unsigned)__builtin_ctz(mask), &peel);
        }
        met |= mask & -mask;
        line = peel.body;
    }
    ed_arena_reset(&u->scratch);
    return met;
}

void ed_unwrap_look(struct ed_unwrap *u, struct ed_str head, bool all)
{
    uint32_t everywhere = UINT32_MAX;
    size_t lines = 0;

    while (head.n && lines < LOOK_LINES) {
        bool ended = memchr(head.p, '\n', head.n) != NULL;
        struct ed_str line = ed_str_cut(&head, '\n');

        if (!ended && !all) {
            break;
        }
        if (ed_clean_needed(line)) {
            ed_buf_reset(&u->clean);
            ed_clean(&u->clean, line);
            line = ed_buf_view(&u->clean);
        }
        if (ed_str_trim(line).n) {
            everywhere &= look_at_line(u, line);
            lines++;
        }
    }
    if (all && lines && lines < AGREEING && head.n == 0) {
        u->active |= everywhere;
    }
    memset(u->tally, 0, sizeof(u->tally)); /* the same lines come again */
}

/* Take off layer i, when the line is of it and the layer is proven. */
static bool take_off(struct ed_unwrap *u, struct ed_way *way, unsigned i)
{
    const struct ed_layer *layer = u->layers[i];
    bool proven = u->active >> i & 1;
    struct ed_peel peel = {.told = ed_told_none};
    struct ed_meta before;

    if (!proven && way->filled) {
        before = way->meta;
    }
    if (!layer->peel(way->body, &u->scratch, &way->meta, &peel)) {
        u->account->undecoded += peel.undecoded;
        return false;
    }
    if (!proven) {
        count(u, i, &peel);
        if (!(u->active >> i & 1)) {
            way->meta = way->filled ? before : ed_meta_none;
            return false;
        }
    }
    way->filled = true;
    ed_told_add(&way->told, &peel.told);
    way->body = peel.body;
    way->stack[way->depth++] = (uint8_t)i;
    way->headed |= layer->carries;
    way->ranked |= layer->ranks;
    way->whole_lines = layer->whole_lines;
    way->indent = peel.continuation ? peel.continuation : way->indent;
    way->silent |= peel.silent;
    way->partial |= peel.partial;
    u->account->truncated += peel.truncated;
    if (peel.decoded && ed_clean_needed(peel.body)) {
        ed_buf_reset(&u->body);
        ed_clean(&u->body, peel.body);
        way->body = ed_arena_str(&u->scratch, ed_buf_view(&u->body));
    }
    way->lines |= peel.decoded && way->body.n && memchr(way->body.p, '\n', way->body.n);
    return true;
}

/* Take off the first that fits of the layers in `mask`. */
static bool take_one_off(struct ed_unwrap *u, struct ed_way *way, uint32_t mask)
{
    for (; mask; mask &= mask - 1) {
        if (take_off(u, way, (unsigned)__builtin_ctz(mask))) {
            return true;
        }
    }
    return false;
}

/* Take off what layers of `of` there are, until none fits or the body turns out to be several lines. */
static void take_all_off(struct ed_unwrap *u, struct ed_way *way, uint32_t of)
{
    do {
        way->body = without_bom(way->body);
    } while (way->depth < ED_LAYERS_MAX && take_one_off(u, way, ed_heads_of(&u->heads, way->body) & of) && !way->lines);
}

/* "journal-short sglang" for the stack, kept until the source ends. A source with more kinds of stacks than any log has
   is told the outermost layer only. */
static struct ed_str stack_name(struct ed_unwrap *u, const struct ed_way *way)
{
    struct ed_arena *names = &u->streams->origin->names;
    struct ed_str text = ED_STR_NONE;
    uint64_t path = 0;

    for (unsigned i = 0; i < way->depth; i++) {
        path = path << 8 | (way->stack[i] + 1u);
    }
    for (size_t i = 0; i < u->nstacks; i++) {
        if (u->stacks[i].path == path) {
            return u->stacks[i].text;
        }
    }
    if (u->nstacks == ED_ARRAY_LEN(u->stacks)) {
        return ed_str_c(u->layers[way->stack[0]]->name);
    }
    for (unsigned i = 0; i < way->depth; i++) {
        text = ed_arena_printf(names, "%.*s%s%s", ED_STR_ARG(text), i ? " " : "", u->layers[way->stack[i]]->name);
    }
    u->stacks[u->nstacks].path = path;
    u->stacks[u->nstacks++].text = text;
    return text;
}

/* One line without its layers, to the stream that they name. */
static enum ed_rc route(struct ed_unwrap *u, struct ed_way *way, const struct ed_raw_line *line, struct ed_err *err)
{
    struct ed_stream *root, *stream;
    struct ed_entry entry = {.text = way->body,
                             .number = line->number,
                             .told = way->told,
                             .meta = &way->meta,
                             .leave_open = way->partial,
                             .raw = line};

    if (!way->continued) {
        way->meta.layers = stack_name(u, way);
    }
    stream = root = ed_streams_root(u->streams, &way->meta);
    if (way->meta.rank.p) {
        stream = ed_streams_rank(u->streams, root, &way->meta);
    } else if (!way->ranked) {
        stream = root->current;
        entry.carry = root->headed && !way->headed;
    }
    if (way->ranked) {
        root->current = stream;
    }
    root->headed |= way->headed;
    return ed_streams_add(u->streams, stream, &entry, err);
}

/* A body of several lines: each may have inner headers of its own. */
static enum ed_rc route_lines(struct ed_unwrap *u, const struct ed_way *outer, const struct ed_raw_line *line,
                              struct ed_err *err)
{
    struct ed_str rest = outer->body;
    enum ed_rc rc = ED_OK;
    bool more = true;

    while (more && rc == ED_OK) {
        struct ed_way way = *outer;

        more = memchr(rest.p, '\n', rest.n) != NULL;
        way.body = ed_str_cut(&rest, '\n');
        way.lines = false;
        way.partial = outer->partial && !more;
        take_all_off(u, &way, UINT32_MAX);
        way.partial &= !way.lines;
        rc = way.lines ? ED_OK : route(u, &way, line, err);
        if (way.lines) { /* decoded once more: the lines of an entry in an entry are not looked into */
            struct ed_str inner = way.body;

            while (inner.n && rc == ED_OK) {
                way.body = ed_str_cut(&inner, '\n');
                rc = route(u, &way, line, err);
            }
        }
    }
    return rc;
}

/* A line, or a frame of one, that has no header: to the stream of the line before. */
static enum ed_rc continue_line(struct ed_unwrap *u, struct ed_str text, const struct ed_raw_line *line, bool frame,
                                struct ed_err *err)
{
    struct ed_stream *stream = u->streams->last;
    struct ed_entry entry = {.text = text, .number = line->number, .leave_open = !line->ends && !frame, .raw = line};
    size_t blanks = 0;

    while (stream && line->begins && blanks < u->indent && blanks < text.n && text.p[blanks] == ' ') {
        blanks++;
    }
    if (blanks && blanks == u->indent) {
        const struct ed_line *last = ed_stream_last(stream);
        struct ed_way way = {
            .body = ed_str_slice(text, blanks, text.n), .told = ed_told_none, .filled = true, .continued = true};

        if (last) { /* a copy: the stream may go before the line is taken */
            way.told = last->told;
            way.told.time_text = ed_arena_str(&u->scratch, way.told.time_text);
            way.meta = *ed_meta_keep(&u->scratch, /* last */ NULL, /* lasting */ NULL, last->meta);
            way.meta.rank = ED_STR_NONE;
        }
        entry.text = way.body;
        take_all_off(u, &way, u->carrying);
        if (way.headed) {
            way.partial = entry.leave_open;
            return route(u, &way, line, err);
        }
    }
    if (!stream || (u->whole_lines && line->begins)) {
        struct ed_stream *root = ed_streams_root(u->streams, &ed_meta_none);

        stream = root->current;
    }
    return ed_streams_add(u->streams, stream, &entry, err);
}

static bool restates(const struct ed_unwrap *u, struct ed_str text)
{
    for (uint32_t mask = u->active & u->restating; mask; mask &= mask - 1) {
        if (u->layers[__builtin_ctz(mask)]->restates(text)) {
            return true;
        }
    }
    return false;
}

static enum ed_rc without_header(struct ed_unwrap *u, struct ed_str text, const struct ed_raw_line *line, bool lines,
                                 struct ed_err *err)
{
    enum ed_rc rc;

    if (!u->active && !lines && u->streams->last) { /* nothing to know of the line: plain text's short way */
        struct ed_entry entry = {.text = text, .number = line->number, .leave_open = !line->ends, .raw = line};

        return ed_streams_add(u->streams, u->streams->last, &entry, err);
    }
    if (u->active && line->begins && line->ends && restates(u, text)) {
        u->account->passed_over++;
        return ED_OK;
    }
    do {
        struct ed_str frame = text;

        lines = lines && memchr(text.p, '\n', text.n);
        if (lines) {
            frame = ed_str_cut(&text, '\n');
        }
        rc = continue_line(u, frame, line, /* frame */ lines, err);
    } while (lines && rc == ED_OK);
    return rc;
}

/* Field by field: the compiler would clear the whole of it by a string instruction, which costs as much as the rest of
   a line. */
static void begin_way(struct ed_way *way, struct ed_str text)
{
    way->body = text;
    if (way->depth == 0) { /* as the line before left it */
        return;
    }
    way->told = ed_told_none;
    way->meta = ed_meta_none;
    way->depth = 0;
    way->indent = 0;
    way->headed = way->ranked = way->whole_lines = way->silent = way->partial = way->lines = false;
    way->filled = way->continued = false;
}

enum ed_rc ed_unwrap_line(struct ed_unwrap *u, const struct ed_raw_line *line, struct ed_err *err)
{
    struct ed_str text = line->text;
    struct ed_way *way = &u->way;
    bool lines = false; /* the cleaning makes several of it */

    u->account->lines += line->ends;
    if (u->scratch.used) {
        ed_arena_reset(&u->scratch);
    }
    if (line->dirty && ed_clean_needed(text)) {
        ed_buf_reset(&u->clean);
        ed_clean(&u->clean, text);
        text = ed_buf_view(&u->clean);
        lines = memchr(text.p, '\n', text.n) != NULL;
    }
    text = line->begins ? without_bom(text) : text;
    begin_way(way, text);
    if (line->begins && take_one_off(u, way, ed_heads_of(&u->heads, text)) && !way->lines) {
        take_all_off(u, way, UINT32_MAX);
    }
    if (way->depth == 0) {
        return without_header(u, text, line, lines, err);
    }
    way->partial |= !line->ends;
    u->indent = way->indent;
    u->whole_lines = way->whole_lines;
    if (way->silent) {
        return ED_OK;
    }
    return way->lines || lines ? route_lines(u, way, line, err) : route(u, way, line, err);
}

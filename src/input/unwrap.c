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

/* The layer of this kind is believed for the rest of the source. */
static void prove(struct ed_unwrap *u, unsigned layer, unsigned kind, enum ed_proof proof)
{
    if (!ed_kinds_has(&u->active, kind)) {
        ed_kinds_add(&u->active, kind);
        u->proven |= UINT64_C(1) << layer;
        u->tally[kind].proof = proof;
    }
}

/* The user's word: this kind is the outermost layer, or there is none. */
static void force(struct ed_unwrap *u, const char *format)
{
    unsigned kind = ed_kind_find(ed_str_c(format));

    u->plain = kind == ED_KINDS_MAX;
    u->outermost = 0;
    for (unsigned i = 0; u->layers[i] && !u->plain; i++) {
        if (kind >= u->first_kind[i] && kind - u->first_kind[i] < ED_MAX(u->layers[i]->nvariants, 1)) {
            u->outermost = UINT64_C(1) << i;
            prove(u, i, kind, ED_PROOF_FORCED);
        }
    }
}

void ed_unwrap_init(struct ed_unwrap *u, const struct ed_input_opts *opts, struct ed_streams *streams,
                    struct ed_input_account *account)
{
    *u = (struct ed_unwrap){
        .streams = streams, .account = account, .way.told = ed_told_none, .outermost = UINT64_MAX, .opts = opts};
    for (unsigned i = 0; ed_layers()[i]; i++) {
        const struct ed_layer *layer = ed_layers()[i];

        assert(i + 1 < ED_LAYERS_ALL_MAX);
        u->layers[i] = layer;
        u->first_kind[i] = (uint8_t)ed_kind_of_layer(i);
        u->carrying |= (uint64_t)layer->carries << i;
        u->restating |= (uint64_t)(layer->restates != NULL) << i;
        u->framing |= (uint64_t)(layer->framing != NULL) << i;
        for (const char *const *head = layer->heads; *head; head++) {
            ed_heads_add(&u->heads, *head, i);
        }
    }
    if (opts->format) {
        force(u, opts->format);
    }
    ed_buf_init(&u->clean, /* max */ 0);
    ed_buf_init(&u->body, /* max */ 0);
    ed_arena_init(&u->scratch);
}

void ed_unwrap_done(struct ed_unwrap *u)
{
    if (u->frame.framing) {
        u->frame.framing->end(u->frame.state);
    }
    ed_buf_done(&u->clean);
    ed_buf_done(&u->body);
    ed_arena_done(&u->scratch);
}

static inline struct ed_str without_bom(struct ed_str s)
{
    bool has = s.n >= 3 && s.p[0] == '\xEF' && s.p[1] == '\xBB' && s.p[2] == '\xBF';

    return has ? ed_str(s.p + 3, s.n - 3) : s;
}

static unsigned kind_of(const struct ed_unwrap *u, unsigned layer, const struct ed_peel *peel)
{
    return u->first_kind[layer] + (peel->variant ? peel->variant - 1u : 0);
}

/* One more line that looks like this layer. */
static void count(struct ed_unwrap *u, unsigned layer, const struct ed_peel *peel)
{
    unsigned kind = kind_of(u, layer, peel);
    uint64_t witness = ed_str_hash(peel->witness, /* seed */ 0);

    if (peel->sure) {
        prove(u, layer, kind, ED_PROOF_SURE);
    }
    if (peel->sure || peel->weak) {
        return;
    }
    u->tally[kind].n = u->tally[kind].witness == witness ? u->tally[kind].n + 1 : 1;
    u->tally[kind].witness = witness;
    if (u->tally[kind].n >= AGREEING) {
        prove(u, layer, kind, ED_PROOF_AGREEING);
    }
}

/* The kinds that were met in a line, and the layer of each. */
struct met {
    struct ed_kinds kinds;
    uint8_t layers[ED_KINDS_MAX];
};

/* Take layers off as if all were proven, and count them. */
static void look_at_line(struct ed_unwrap *u, struct ed_str line, struct ed_paint paint, struct met *met)
{
    struct ed_meta meta = ed_meta_none;
    uint64_t of = u->outermost;

    line = without_bom(line);
    for (unsigned depth = 0; line.n && depth < ED_LAYERS_MAX; depth++, of = UINT64_MAX) {
        uint64_t mask = ed_heads_of(&u->heads, line) & of;
        struct ed_peel peel = {.told = ed_told_none, .paint = paint};
        const struct ed_layer *layer = NULL;
        unsigned i = 0, kind;

        for (; mask; mask &= mask - 1) {
            i = (unsigned)__builtin_ctzll(mask);
            layer = u->layers[i];
            if (layer->peel(layer, line, &u->scratch, &meta, &peel) && !peel.weak) {
                break;
            }
            peel = (struct ed_peel){.told = ed_told_none, .paint = paint};
        }
        if (!mask) {
            break;
        }
        kind = kind_of(u, i, &peel);
        if (!ed_kinds_has(&met->kinds, kind)) {
            count(u, i, &peel);
        }
        ed_kinds_add(&met->kinds, kind);
        met->layers[kind] = (uint8_t)i;
        line = peel.opens ? ED_STR_NONE : peel.body;
    }
    ed_arena_reset(&u->scratch);
}

void ed_unwrap_look(struct ed_unwrap *u, struct ed_str head, bool all)
{
    struct met everywhere = {.kinds.v = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    size_t lines = 0;

    while (head.n && lines < LOOK_LINES && !u->plain) {
        struct ed_paint paint = {.colour = ED_STR_NONE};
        bool ended = memchr(head.p, '\n', head.n) != NULL;
        struct ed_str line = ed_str_cut(&head, '\n');

        if (!ended && !all) {
            break;
        }
        if (ed_clean_needed(line)) {
            paint = ed_clean_paint(line);
            ed_buf_reset(&u->clean);
            ed_clean(&u->clean, line);
            line = ed_buf_view(&u->clean);
        }
        if (ed_str_trim(line).n) {
            struct met met = {0};

            look_at_line(u, line, paint, &met);
            for (size_t i = 0; i < ED_ARRAY_LEN(met.kinds.v); i++) {
                everywhere.kinds.v[i] &= met.kinds.v[i];
            }
            memcpy(everywhere.layers, met.layers, sizeof(met.layers));
            lines++;
        }
    }
    for (unsigned kind = 0; kind < ED_KINDS_MAX; kind++) {
        if (all && lines && lines < AGREEING && head.n == 0 && ed_kinds_has(&everywhere.kinds, kind)) {
            prove(u, everywhere.layers[kind], kind, ED_PROOF_EVERYWHERE);
        }
        u->tally[kind].n = 0; /* the same lines come again */
    }
}

/* What layer i made of the body is the way's now. */
static void go_on(struct ed_unwrap *u, struct ed_way *way, unsigned i, const struct ed_peel *peel)
{
    const struct ed_layer *layer = u->layers[i];

    way->filled = true;
    ed_told_add(&way->told, &peel->told);
    way->told.truncated |= peel->truncated;
    way->body = peel->body;
    way->stack[way->depth++] = (uint8_t)kind_of(u, i, peel);
    way->headed |= layer->carries;
    way->ranked |= layer->ranks;
    way->whole_lines = layer->whole_lines;
    way->indent = peel->continuation ? peel->continuation : way->indent;
    way->silent |= peel->silent;
    way->restated |= peel->restated;
    way->partial |= peel->partial;
    way->continues |= peel->continues;
    u->account->truncated += peel->truncated;
    if (peel->decoded && ed_clean_needed(peel->body)) {
        way->paint = ed_clean_paint(peel->body);
        way->paint.colour = ed_arena_str(&u->scratch, way->paint.colour);
        ed_buf_reset(&u->body);
        ed_clean(&u->body, peel->body);
        way->body = ed_arena_str(&u->scratch, ed_buf_view(&u->body));
    }
    way->lines |= peel->decoded && way->body.n && memchr(way->body.p, '\n', way->body.n);
}

/* Take off layer i, when the line is of it and the layer is proven. */
static bool take_off(struct ed_unwrap *u, struct ed_way *way, unsigned i)
{
    const struct ed_layer *layer = u->layers[i];
    bool certain = u->proven >> i & 1 && layer->nvariants == 0;
    struct ed_peel peel = {.told = ed_told_none, .paint = way->paint};
    struct ed_meta before;

    if (!certain && way->filled) {
        before = way->meta;
    }
    if (!layer->peel(layer, way->body, &u->scratch, &way->meta, &peel)) {
        u->account->undecoded += peel.undecoded;
        return false;
    }
    if (!certain) {
        unsigned kind = kind_of(u, i, &peel);

        if (!ed_kinds_has(&u->active, kind)) {
            count(u, i, &peel);
        }
        if (!ed_kinds_has(&u->active, kind)) {
            way->meta = way->filled ? before : ed_meta_none;
            return false;
        }
    }
    if (peel.opens) {
        way->framed = way->depth == 0;
        u->frame.layer = i;
        return way->framed;
    }
    go_on(u, way, i, &peel);
    return true;
}

/* Take off the first that fits of the layers in `mask`. */
static bool take_one_off(struct ed_unwrap *u, struct ed_way *way, uint64_t mask)
{
    for (; mask; mask &= mask - 1) {
        if (take_off(u, way, (unsigned)__builtin_ctzll(mask))) {
            return true;
        }
    }
    return false;
}

/* Take off what layers of `of` there are, until none fits or the body turns out to be several lines. */
static void take_all_off(struct ed_unwrap *u, struct ed_way *way, uint64_t of)
{
    do {
        way->body = without_bom(way->body);
    } while (way->depth < ED_LAYERS_MAX && take_one_off(u, way, ed_heads_of(&u->heads, way->body) & of) && !way->lines);
}

static const char *name_of(unsigned kind)
{
    struct ed_kind is = {.name = ""};

    return ed_kind_get(kind, &is) ? is.name : "";
}

/* Tell whoever asked how a line of the input was read. way: NULL when it has no header. */
static void explain(struct ed_unwrap *u, const struct ed_raw_line *line, const struct ed_way *way, struct ed_str body,
                    enum ed_fate fate)
{
    struct ed_explanation is = {
        .source = u->streams->origin->source, .number = line->number, .line = line->text, .body = body, .fate = fate};

    if (!u->opts->explain || !line->begins) {
        return;
    }
    for (unsigned i = 0; way && i < way->depth; i++) {
        is.layers[i].name = name_of(way->stack[i]);
        is.layers[i].proof = u->tally[way->stack[i]].proof;
        is.layers[i].first = !u->tally[way->stack[i]].told;
        u->tally[way->stack[i]].told = true;
    }
    is.nlayers = way ? way->depth : 0;
    u->opts->explain(u->opts->explain_ctx, &is);
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
        return ed_str_c(name_of(way->stack[0]));
    }
    for (unsigned i = 0; i < way->depth; i++) {
        text = ed_arena_printf(names, "%.*s%s%s", ED_STR_ARG(text), i ? " " : "", name_of(way->stack[i]));
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
                             .continues = way->continues,
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
    bool more = true, first = true;

    while (more && rc == ED_OK) {
        struct ed_way way = *outer;

        more = memchr(rest.p, '\n', rest.n) != NULL;
        way.body = ed_str_cut(&rest, '\n');
        way.lines = false;
        way.partial = outer->partial && !more;
        way.continues = outer->continues && first;
        first = false;
        take_all_off(u, &way, UINT64_MAX);
        way.partial &= !way.lines;
        if (way.restated) {
            continue;
        }
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
    for (uint64_t mask = u->proven & u->restating; mask; mask &= mask - 1) {
        if (u->layers[__builtin_ctzll(mask)]->restates(text)) {
            return true;
        }
    }
    return false;
}

/* Whether a line is of a time that nobody asked for. One whose moment is not known is of the moment before. */
static bool is_outside(struct ed_unwrap *u, const struct ed_way *way)
{
    const struct ed_when_range *range = u->opts->range;
    int64_t moment;

    if (!range) {
        return false;
    }
    moment = way ? ed_when_line(&way->told, range->now) : ED_TIME_UNKNOWN;
    if (moment != ED_TIME_UNKNOWN) {
        u->dated = true;
        u->outside = moment < range->since || moment > range->until;
    }
    u->account->outside += u->outside;
    u->account->undated += !u->dated;
    return u->outside;
}

static enum ed_rc without_header(struct ed_unwrap *u, struct ed_str text, const struct ed_raw_line *line, bool lines,
                                 struct ed_err *err)
{
    enum ed_rc rc;

    if (is_outside(u, /* way */ NULL)) {
        explain(u, line, /* way */ NULL, text, ED_FATE_OUTSIDE);
        return ED_OK;
    }
    if (!u->proven && !lines && u->streams->last) { /* nothing to know of the line: plain text's short way */
        struct ed_entry entry = {.text = text, .number = line->number, .leave_open = !line->ends, .raw = line};

        explain(u, line, /* way */ NULL, text, ED_FATE_CONTINUES);
        return ed_streams_add(u->streams, u->streams->last, &entry, err);
    }
    if (u->proven && line->begins && line->ends && restates(u, text)) {
        u->account->passed_over++;
        explain(u, line, /* way */ NULL, text, ED_FATE_PASSED);
        return ED_OK;
    }
    explain(u, line, /* way */ NULL, text, ED_FATE_CONTINUES);
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
static void begin_way(struct ed_way *way, struct ed_str text, struct ed_paint paint)
{
    way->body = text;
    way->paint = paint;
    way->framed = false;
    if (way->depth == 0) { /* as the line before left it */
        return;
    }
    way->told = ed_told_none;
    way->meta = ed_meta_none;
    way->depth = 0;
    way->indent = 0;
    way->headed = way->ranked = way->whole_lines = way->silent = way->restated = way->partial = way->lines = false;
    way->filled = way->continued = way->continues = false;
}

/* A line whose layers are off, to where it belongs. lines: the cleaning made several of it. */
static enum ed_rc with_header(struct ed_unwrap *u, struct ed_way *way, const struct ed_raw_line *line, bool lines,
                              struct ed_err *err)
{
    u->indent = way->indent;
    u->whole_lines = way->whole_lines;
    if (way->silent) {
        explain(u, line, way, way->body, ED_FATE_EMPTY);
        return ED_OK;
    }
    if (way->restated) {
        explain(u, line, way, way->body, ED_FATE_PASSED);
        u->account->passed_over++;
        return ED_OK;
    }
    if (is_outside(u, way)) {
        explain(u, line, way, way->body, ED_FATE_OUTSIDE);
        return ED_OK;
    }
    explain(u, line, way, way->body, ED_FATE_LINE);
    return way->lines || lines ? route_lines(u, way, line, err) : route(u, way, line, err);
}

static enum ed_rc read_line(struct ed_unwrap *u, const struct ed_raw_line *line, uint64_t of, struct ed_err *err);

/* The lines of what turned out to be no entry. None of them begins one, so each is read once more and no oftener. */
static enum ed_rc read_again(struct ed_unwrap *u, struct ed_str lines, struct ed_err *err)
{
    struct ed_raw_line line = {.number = u->frame.number, .begins = true, .ends = true, .dirty = true};
    enum ed_rc rc = ED_OK;

    for (; lines.n && rc == ED_OK; line.number++) {
        line.text = ed_str_cut(&lines, '\n');
        rc = read_line(u, &line, ~u->framing, err);
    }
    return rc;
}

/* The entry that was being read is over. goes_on: another one of the same frame follows. */
static enum ed_rc end_frame(struct ed_unwrap *u, bool goes_on, struct ed_err *err)
{
    const struct ed_framing *framing = u->frame.framing;
    struct ed_raw_line line = {.number = u->frame.number, .begins = true, .ends = true};
    struct ed_peel peel = {.told = ed_told_none};
    struct ed_way *way = &u->way;
    enum ed_rc rc;
    bool is;

    u->frame.framing = NULL;
    ed_arena_reset(&u->scratch);
    begin_way(way, ED_STR_NONE, (struct ed_paint){.colour = ED_STR_NONE});
    is = framing->finish(u->frame.state, &u->scratch, &way->meta, &peel);
    if (is) {
        go_on(u, way, u->frame.layer, &peel);
        line.text = way->body;
        if (!way->lines) {
            take_all_off(u, way, UINT64_MAX);
        }
        is = !peel.lines.p || way->depth > 1;
    } else {
        u->account->undecoded += peel.undecoded;
    }
    rc = is ? with_header(u, way, &line, /* lines */ false, err) : read_again(u, peel.lines, err);
    if (goes_on) {
        u->frame.framing = framing;
        u->frame.number = 0;
    } else {
        framing->end(u->frame.state);
    }
    return rc;
}

/* A line of the entry that is being read. *ret_taken: false when it stands behind the entry's end. */
static enum ed_rc take_framed(struct ed_unwrap *u, const struct ed_raw_line *line, bool *ret_taken, struct ed_err *err)
{
    const char *p = line->block->p;
    struct ed_frame_line is = {.text = line->text,
                               .bytes = ed_str(p + line->from, line->behind - line->from),
                               .at = line->block->base + line->from,
                               .begins = line->begins,
                               .ends = line->ends};
    enum ed_frame_step step = u->frame.framing->take(u->frame.state, &is);

    u->frame.number = u->frame.number ? u->frame.number : line->number;
    *ret_taken = step != ED_FRAME_BEFORE;
    if (*ret_taken) {
        explain(u, line, /* way */ NULL, line->text, ED_FATE_ENTRY);
    }
    return step == ED_FRAME_MORE ? ED_OK : end_frame(u, step == ED_FRAME_NEXT, err);
}

/* A line that is of no entry begun before. of: the layers that may be its outermost. */
static enum ed_rc read_line(struct ed_unwrap *u, const struct ed_raw_line *line, uint64_t of, struct ed_err *err)
{
    struct ed_paint paint = {.colour = ED_STR_NONE};
    struct ed_str text = line->text;
    struct ed_way *way = &u->way;
    bool lines = false; /* the cleaning makes several of it */

    if (u->scratch.used) {
        ed_arena_reset(&u->scratch);
    }
    if (line->dirty && ed_clean_needed(text)) {
        paint = ed_clean_paint(text);
        ed_buf_reset(&u->clean);
        ed_clean(&u->clean, text);
        text = ed_buf_view(&u->clean);
        lines = memchr(text.p, '\n', text.n) != NULL;
    }
    text = line->begins ? without_bom(text) : text;
    begin_way(way, text, paint);
    if (line->begins && !u->plain && take_one_off(u, way, ed_heads_of(&u->heads, text) & u->outermost & of) &&
        !way->framed && !way->lines) {
        take_all_off(u, way, UINT64_MAX);
    }
    if (way->framed) {
        bool taken;

        u->frame.framing = u->layers[u->frame.layer]->framing;
        u->frame.state = u->frame.framing->begin();
        u->frame.number = line->number;
        return take_framed(u, line, &taken, err);
    }
    if (way->depth == 0) {
        return without_header(u, text, line, lines, err);
    }
    way->partial |= !line->ends;
    return with_header(u, way, line, lines, err);
}

enum ed_rc ed_unwrap_line(struct ed_unwrap *u, const struct ed_raw_line *line, struct ed_err *err)
{
    u->account->lines += line->ends;
    if (u->frame.framing) {
        bool taken;
        enum ed_rc rc = take_framed(u, line, &taken, err);

        if (rc != ED_OK || taken) {
            return rc;
        }
    }
    return read_line(u, line, UINT64_MAX, err);
}

enum ed_rc ed_unwrap_finish(struct ed_unwrap *u, struct ed_err *err)
{
    return u->frame.framing ? end_frame(u, /* goes_on */ false, err) : ED_OK;
}

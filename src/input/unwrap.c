/*
 * unwrap.c: one line at a time through the layers that its source has (unwrap_prove.c says which).
 *
 * A proven layer is still asked for every line; a line that does not fit continues the one before (without the blanks
 * that journalctl puts in front of it), unless the layer says that its lines stand alone.
 *
 * Order of the file: layers taken off, explanations, lines routed to streams, lines without a header, entries of
 * several lines, sections.
 */
#include "input/unwrap_private.h"

#include "input/clean.h"
#include "input/meta.h"

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
    way->whole_lines |= layer->whole_lines && way->depth == 1; /* what comes raw is a matter of the outermost */
    way->indent = peel->continuation ? peel->continuation : way->indent;
    way->tabbed |= peel->tabbed;
    way->silent |= peel->silent;
    way->again |= peel->again;
    way->restated |= peel->restated;
    way->repeats |= peel->repeats;
    way->of |= UINT64_C(1) << i;
    way->shown |= (uint64_t)peel->before_shown << i;
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

/* What a layer made of a line. */
struct asked {
    unsigned layer;
    struct ed_peel peel;
    struct ed_meta meta;
};

/* Take off layer i, which made this of the line, if the kind is proven. */
static bool take_off(struct ed_unwrap *u, struct ed_way *way, unsigned i, const struct ed_peel *peel)
{
    unsigned kind = kind_of(u, i, peel);

    if (!ed_kinds_has(&u->belief.active, kind)) {
        ed_unwrap_count(u, i, peel);
    }
    if (!ed_kinds_has(&u->belief.active, kind)) {
        return false;
    }
    if (peel->opens) {
        way->framed = way->depth == 0;
        u->frame.layer = i;
        return way->framed;
    }
    u->belief.sure |= (uint64_t)peel->sure << i;
    go_on(u, way, i, peel);
    return true;
}

/* Whether layer i takes the line for one of its own; what it made of it, less the metadata, which is the way's. */
static inline bool ask(struct ed_unwrap *u, struct ed_way *way, unsigned i, struct ed_peel *ret_peel)
{
    const struct ed_layer *layer = u->layers[i];
    bool is;

    *ret_peel = (struct ed_peel){.told = ed_told_none, .paint = way->paint};
    is = layer->peel(layer, way->body, &u->scratch, &way->meta, ret_peel);
    u->account->undecoded += !is && ret_peel->undecoded;
    return is;
}

/* Ask those layers in `mask` that were sure of a line before, and take off the first that is sure again: nobody else
   need be asked. Those that the line is not of are gone from the mask; what the first one made of it that was not sure
   is kept. before: the way's metadata. */
static bool take_sure_off(struct ed_unwrap *u, struct ed_way *way, uint64_t *mask, const struct ed_meta *before,
                          struct asked *ret_unsure)
{
    for (uint64_t sure = *mask & u->belief.sure; sure; sure &= sure - 1) {
        unsigned i = (unsigned)__builtin_ctzll(sure);
        struct ed_peel peel;

        if (!ask(u, way, i, &peel)) {
            *mask &= ~(UINT64_C(1) << i);
            continue;
        }
        if (peel.sure && ed_kinds_has(&u->belief.active, kind_of(u, i, &peel)) && take_off(u, way, i, &peel)) {
            return true;
        }
        if (ret_unsure->layer == ED_LAYERS_ALL_MAX) {
            *ret_unsure = (struct asked){i, peel, way->meta};
        }
        way->meta = *before;
    }
    return false;
}

/* Take off the first that fits of the layers in `mask`. */
static bool take_one_off(struct ed_unwrap *u, struct ed_way *way, uint64_t mask)
{
    const struct ed_meta *before = &ed_meta_none;
    struct asked unsure;
    struct ed_meta kept;

    if (way->filled && mask) {
        kept = way->meta;
        before = &kept;
    }
    unsure.layer = ED_LAYERS_ALL_MAX;
    if (take_sure_off(u, way, &mask, before, &unsure)) {
        return true;
    }
    for (; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctzll(mask);
        struct ed_peel peel;

        if (i == unsure.layer) {
            way->meta = unsure.meta;
            if (take_off(u, way, i, &unsure.peel)) {
                return true;
            }
        } else if (!ask(u, way, i, &peel)) {
            continue;
        } else if (take_off(u, way, i, &peel)) {
            return true;
        }
        way->meta = *before;
    }
    return false;
}

/* Take off what layers of `of` there are, until none fits or the body turns out to be several lines. */
static void take_all_off(struct ed_unwrap *u, struct ed_way *way, uint64_t of)
{
    do {
        way->body = ed_utf8_without_bom(way->body);
    } while (way->depth < ED_LAYERS_MAX && take_one_off(u, way, may_be_of(u, way->body, &way->paint) & of) &&
             !way->lines);
}

static const char *name_of(unsigned kind)
{
    struct ed_kind is = {.name = ""};

    return ed_kind_get(kind, &is) ? is.name : "";
}

/* Tell whoever asked how a line of the input was read. way: NULL when it has no header. */
static void explain_line(struct ed_unwrap *u, const struct ed_raw_line *line, const struct ed_way *way,
                         struct ed_str body, enum ed_fate fate)
{
    struct ed_explanation is = {
        .source = u->streams->origin->source, .number = line->number, .line = line->text, .body = body, .fate = fate};

    for (unsigned i = 0; way && i < way->depth; i++) {
        is.layers[i].name = name_of(way->stack[i]);
        is.layers[i].proof = u->tally[way->stack[i]].proof;
        is.layers[i].first = !u->tally[way->stack[i]].told;
        u->tally[way->stack[i]].told = true;
    }
    is.nlayers = way ? way->depth : 0;
    u->opts->explain(u->opts->explain_ctx, &is);
}

static inline void explain(struct ed_unwrap *u, const struct ed_raw_line *line, const struct ed_way *way,
                           struct ed_str body, enum ed_fate fate)
{
    if (u->opts->explain && line->begins) {
        explain_line(u, line, way, body, fate);
    }
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
                             .rest = way->rest,
                             .raw = line};

    if (!way->continued) {
        way->meta.layers = stack_name(u, way);
    }
    if (u->base.any) {
        ed_meta_fill(&way->meta, &u->base.now);
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
        way.rest = !first;
        first = false;
        take_all_off(u, &way, u->belief.asked);
        way.partial &= !way.lines;
        if (way.again) {
            ed_streams_again(u->streams, way.told.repeat);
        }
        if (way.restated || way.again || way.silent) {
            continue;
        }
        rc = way.lines ? ED_OK : route(u, &way, line, err);
        if (way.lines) { /* decoded once more: the lines of an entry in an entry are not looked into */
            struct ed_str inner = way.body;

            while (inner.n && rc == ED_OK) {
                way.body = ed_str_cut(&inner, '\n');
                rc = route(u, &way, line, err);
                way.rest = true;
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
    struct ed_entry entry = {
        .text = text, .number = line->number, .leave_open = !line->ends && !frame, .rest = true, .raw = line};
    struct ed_meta meta;
    size_t blanks = 0;

    if (stream && line->begins && u->tabbed && text.n && text.p[0] == '\t') {
        entry.text = ed_str_slice(text, 1, text.n);
    }
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
        struct ed_stream *root = ed_streams_root(u->streams, &u->base.now);

        if (u->base.now.rank.p) {
            root->current = ed_streams_rank(u->streams, root, &u->base.now);
        }
        stream = root->current;
    }
    if (u->base.any && !ed_stream_last(stream)) {
        meta = u->base.now;
        entry.told = ed_told_none;
        entry.meta = &meta;
    }
    return ed_streams_add(u->streams, stream, &entry, err);
}

static bool restates(const struct ed_unwrap *u, struct ed_str text)
{
    for (uint64_t mask = u->belief.proven & u->restating; mask; mask &= mask - 1) {
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

/* Whether it takes other lines to tell that this one only restates. way: NULL when it has no header. */
static bool echoes(struct ed_unwrap *u, const struct ed_way *way, struct ed_str text)
{
    struct ed_echo_line line = {.text = text};

    if (way) {
        line.heading = way->shown ? u->layers[__builtin_ctzll(way->shown)] : NULL;
        line.ends = way->of & u->echo_of;
        line.repeats = way->repeats;
        u->echo_of = way->shown ? way->shown : u->echo_of;
    }
    return ed_echo_take(&u->echo, &line);
}

/* The line only restates others, and its text is not looked at. */
static enum ed_rc pass_over(struct ed_unwrap *u, const struct ed_raw_line *line, const struct ed_way *way,
                            struct ed_str text)
{
    explain(u, line, way, text, ED_FATE_PASSED);
    if (u->opts->passed) {
        u->opts->passed(u->streams->ctx, line->number, text, way ? &way->meta : NULL);
    }
    u->account->passed_over++;
    u->passing = !line->ends;
    return ED_OK;
}

static enum ed_rc without_header(struct ed_unwrap *u, struct ed_str text, const struct ed_raw_line *line, bool lines,
                                 struct ed_err *err)
{
    enum ed_rc rc;

    if (is_outside(u, /* way */ NULL)) {
        explain(u, line, /* way */ NULL, text, ED_FATE_OUTSIDE);
        return ED_OK;
    }
    if (u->behind_passed && line->begins && text.n && text.p[0] == '\t') { /* it continues what was passed over */
        return pass_over(u, line, /* way */ NULL, text);
    }
    if (u->belief.proven && line->begins &&
        ((u->belief.proven & u->echoing && echoes(u, /* way */ NULL, text)) || (line->ends && restates(u, text)))) {
        return pass_over(u, line, /* way */ NULL, text);
    }
    if (u->echo.listens && line->begins) {
        ed_echo_remember(&u->echo, text);
    }
    if (!u->belief.proven && !lines && u->streams->last) { /* nothing to know of the line: plain text's short way */
        struct ed_entry entry = {.text = text, .number = line->number, .leave_open = !line->ends, .raw = line};

        explain(u, line, /* way */ NULL, text, ED_FATE_CONTINUES);
        return ed_streams_add(u->streams, u->streams->last, &entry, err);
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
    way->tabbed = way->headed = way->ranked = way->whole_lines = way->silent = way->restated = way->partial =
        way->lines = false;
    way->filled = way->continued = way->continues = way->again = way->repeats = false;
    way->of = way->shown = 0;
}

void ed_unwrap_peel(struct ed_unwrap *u, const struct ed_raw_line *line, uint64_t of, struct ed_peeled *peeled)
{
    struct ed_paint paint = {.colour = ED_STR_NONE};
    struct ed_str text = line->text;
    struct ed_way *way = peeled->way;

    peeled->lines = false;
    if (line->dirty && ed_clean_needed(text)) {
        paint = ed_clean_paint(text);
        ed_buf_reset(&u->clean);
        ed_clean(&u->clean, text);
        text = ed_arena_str(&u->scratch, ed_buf_view(&u->clean));
        peeled->lines = memchr(text.p, '\n', text.n) != NULL;
    }
    text = peeled->text = line->begins ? ed_utf8_without_bom(text) : text;
    begin_way(way, text, paint);
    if (line->begins && !u->plain && take_one_off(u, way, may_be_of(u, text, &way->paint) & u->belief.outermost & of) &&
        !way->framed && !way->lines) {
        take_all_off(u, way, u->belief.asked);
    }
}

/* A line whose layers are off, to where it belongs. lines: the cleaning made several of it. */
static enum ed_rc with_header(struct ed_unwrap *u, struct ed_way *way, const struct ed_raw_line *line, bool lines,
                              struct ed_err *err)
{
    u->indent = way->indent;
    u->tabbed = way->tabbed;
    u->behind_passed = way->tabbed && way->restated;
    u->whole_lines = way->whole_lines;
    if (u->belief.proven & u->echoing && echoes(u, way, way->body)) {
        way->restated = true;
    }
    if (way->silent) {
        explain(u, line, way, way->body, ED_FATE_EMPTY);
        return ED_OK;
    }
    if (way->again) {
        ed_streams_again(u->streams, way->told.repeat);
    }
    if (way->restated || way->again) {
        return pass_over(u, line, way, way->body);
    }
    if (is_outside(u, way)) {
        explain(u, line, way, way->body, ED_FATE_OUTSIDE);
        return ED_OK;
    }
    if (u->echo.listens && !way->repeats) {
        ed_echo_remember(&u->echo, way->body);
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
            take_all_off(u, way, u->belief.asked);
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

/* The line may part two sections. */
static void part(struct ed_unwrap *u, const struct ed_raw_line *line)
{
    const struct ed_block *block = line->block;
    struct ed_meta told = ed_meta_none;
    enum ed_section section = ed_section_of(line->text, u->base.section, &told);

    u->base.section = section;
    if (section == ED_SECTION_NONE || u->opts->format) {
        return;
    }
    u->streams->last = NULL;
    if (section == ED_SECTION_BEGINS) {
        u->belief.proven = 0;
        u->belief.active = (struct ed_kinds){{0}};
        memset(u->tally, 0, sizeof(u->tally));
        u->indent = 0;
        u->tabbed = u->behind_passed = false;
        u->whole_lines = u->dated = u->outside = false;
        u->base.now = u->base.source;
        ed_arena_reset(&u->base.text);
        if (block) { /* a line out of an entry has nothing behind it to look at */
            ed_unwrap_look(u, ed_str_slice(ed_str(block->p, block->whole), line->behind, block->whole),
                           /* all */ false);
        }
    }
    ed_meta_fill(&told, &u->base.source);
    u->base.now = *ed_meta_keep(&u->base.text, /* last */ NULL, /* lasting */ &u->base.source, &told);
    u->base.any = !ed_meta_same(&u->base.now, &ed_meta_none);
}

/* A line that is of no entry begun before. of: the layers that may be its outermost. */
static enum ed_rc read_line(struct ed_unwrap *u, const struct ed_raw_line *line, uint64_t of, struct ed_err *err)
{
    struct ed_peeled own = {.way = &u->way};
    const struct ed_peeled *peeled;
    struct ed_way *way;

    if (u->scratch.used) {
        ed_arena_reset(&u->scratch);
    }
    if (!line->begins && u->passing) {
        u->passing = !line->ends;
        return ED_OK;
    }
    if (ed_section_may(line->text) && line->begins) {
        part(u, line);
    } else if (u->base.section && line->text.n) {
        u->base.section = ED_SECTION_NONE;
    }
    peeled = of == UINT64_MAX ? ed_unwrap_peeled(u, line) : NULL;
    if (!peeled) {
        ed_unwrap_peel(u, line, of, &own);
        peeled = &own;
    }
    way = peeled->way;
    if (way->framed) {
        bool taken;

        u->frame.framing = u->layers[u->frame.layer]->framing;
        u->frame.state = u->frame.framing->begin();
        u->frame.number = line->number;
        return take_framed(u, line, &taken, err);
    }
    if (way->depth == 0) {
        return without_header(u, peeled->text, line, peeled->lines, err);
    }
    way->partial |= !line->ends;
    return with_header(u, way, line, peeled->lines, err);
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

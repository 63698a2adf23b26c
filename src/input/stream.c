/*
 * stream.c: owns the streams, their pending text, and the order in which messages are handed out.
 *
 * A run is one buffer of text and one table of lines; a window is that buffer as it is, so handing out copies nothing.
 * A full window goes out only when its stream's next line comes, so `more` is always true to what follows; then the
 * overlap is moved to the front, or to a new run when the window was taken over. Too much pending text: the stream that
 * was silent longest goes out whole and is forgotten. Memory of a stream: text, table, metadata, and STREAM_COST for
 * what the allocator and the tables take.
 *
 * Order of the file: beginnings, life and death, windows, lines, the end.
 */
#include "input/stream.h"

#include "input/clean.h"
#include "input/meta.h"

#define STREAM_COST (sizeof(struct ed_stream) + sizeof(struct ed_run) + 1024)

void ed_streams_init(struct ed_streams *streams, const struct ed_input_opts *opts, const char *source, ed_message_fn fn,
                     void *ctx, struct ed_input_account *account)
{
    *streams = (struct ed_streams){
        .limits = opts->limits, .marker = opts->marker, .fn = fn, .ctx = ctx, .account = account};
    streams->origin = ed_origin_new(source);
    ed_known_init(&streams->known);
}

/* ed_buf_str without its care, because it runs once a line. Leaves room for `behind` bytes more. */
static void put(struct ed_buf *buf, struct ed_str s, size_t behind)
{
    if (buf->cap - buf->n <= s.n + behind) {
        ed_buf_room(buf, s.n + behind);
    }
    if (s.n) {
        memcpy(buf->p + buf->n, s.p, s.n);
    }
    buf->n += s.n;
}

void ed_stream_drop(struct ed_stream *stream)
{
    if (--stream->held == 0) {
        ed_free(stream);
    }
}

const struct ed_line *ed_stream_last(const struct ed_stream *stream)
{
    return stream->run && stream->run->lines.n ? &stream->run->lines.v[stream->run->lines.n - 1] : NULL;
}

void ed_streams_done(struct ed_streams *streams)
{
    for (size_t i = 0; i < streams->known.nbuckets; i++) {
        for (struct ed_stream *stream = streams->known.buckets[i], *next; stream; stream = next) {
            next = stream->chain;
            ed_run_free(stream->run);
            ed_stream_drop(stream);
        }
    }
    ed_known_done(&streams->known);
    ed_origin_drop(streams->origin);
}

/* A stream that begins with a line of this metadata. root: NULL for a root. */
static struct ed_stream *begin_stream(struct ed_streams *streams, struct ed_stream *root, const struct ed_meta *meta,
                                      uint64_t hash)
{
    size_t size = ed_meta_size(meta);
    struct ed_stream *stream = ed_alloc(sizeof(*stream) + size);

    *stream = (struct ed_stream){.hash = hash, .serial = streams->serial++, .held = 1, .ntext = size};
    stream->names = ed_meta_copy(meta, stream->text);
    stream->root = root ? root : stream;
    stream->current = stream;
    stream->charged = STREAM_COST + size;
    streams->pending += stream->charged;
    ed_known_add(&streams->known, stream);
    return stream;
}

struct ed_stream *ed_streams_root(struct ed_streams *streams, const struct ed_meta *meta)
{
    struct ed_stream *root = streams->last_root;
    uint64_t hash;

    if (root && ed_known_is(root, /* root */ NULL, meta)) {
        return root;
    }
    hash = ed_known_hash(&streams->known, /* root */ NULL, meta);
    root = ed_known_find(&streams->known, /* root */ NULL, meta, hash);
    if (!root) {
        root = begin_stream(streams, /* root */ NULL, meta, hash);
        root->names.rank = ED_STR_NONE;
    }
    streams->last_root = root;
    return root;
}

struct ed_stream *ed_streams_rank(struct ed_streams *streams, struct ed_stream *root, const struct ed_meta *meta)
{
    struct ed_stream *stream = root->current;
    uint64_t hash;

    if (ed_known_is(stream, root, meta)) {
        return stream;
    }
    hash = ed_known_hash(&streams->known, root, meta);
    stream = ed_known_find(&streams->known, root, meta, hash);
    if (!stream) {
        stream = begin_stream(streams, root, meta, hash);
        root->children++;
    }
    return stream;
}

static void unlist(struct ed_streams *streams, struct ed_stream *stream)
{
    *(stream->newer ? &stream->newer->older : &streams->newest) = stream->older;
    *(stream->older ? &stream->older->newer : &streams->oldest) = stream->newer;
    stream->newer = stream->older = NULL;
    stream->listed = false;
}

static void list_newest(struct ed_streams *streams, struct ed_stream *stream)
{
    if (streams->newest == stream) {
        return;
    }
    if (stream->listed) {
        unlist(streams, stream);
    }
    stream->older = streams->newest;
    *(streams->newest ? &streams->newest->newer : &streams->oldest) = stream;
    streams->newest = stream;
    stream->listed = true;
}

static void charge(struct ed_streams *streams, struct ed_stream *stream)
{
    const struct ed_run *run = stream->run;
    size_t now = STREAM_COST + stream->ntext;

    if (run) {
        now += run->text.n + run->lines.n * sizeof(run->lines.v[0]) + run->arena.used +
               (run->marks.keys.n + run->marks.alarms.n) * sizeof(run->marks.keys.v[0]);
    }
    streams->pending += now - stream->charged;
    stream->charged = now;
}

/* A stream without text and without ranks below it. */
static void forget(struct ed_streams *streams, struct ed_stream *stream)
{
    streams->pending -= stream->charged;
    ed_known_remove(&streams->known, stream);
    if (streams->last == stream) {
        streams->last = NULL;
    }
    if (streams->last_root == stream) {
        streams->last_root = NULL;
    }
    ed_stream_drop(stream);
}

/* The run has been handed out whole. */
static void release(struct ed_streams *streams, struct ed_stream *stream)
{
    struct ed_stream *root = stream->root;

    unlist(streams, stream);
    ed_run_free(stream->run);
    stream->run = NULL;
    if (stream != root) {
        root->children--;
        if (root->current == stream) {
            root->current = root;
            root->headed = false;
        }
        forget(streams, stream);
    } else {
        stream->fresh = 0;
        stream->behind = 0;
        stream->begun = stream->open = stream->needs_break = false;
        charge(streams, stream);
    }
    if (root->children == 0 && !root->listed) {
        forget(streams, root);
    }
}

/* Where the next window begins: at the start of a line, unless one that is long makes that much less than the overlap.
 */
static size_t overlap_of(const struct ed_input_limits *limits, const struct ed_run *run)
{
    size_t n = run->text.n, i = run->lines.n, low = n - ED_MIN(n, limits->overlap), next = n;

    while (i > 0 && run->lines.n - i < limits->overlap_lines && run->lines.v[i - 1].start >= low) {
        next = run->lines.v[--i].start;
    }
    if (run->lines.n - i < limits->overlap_lines && next - low > limits->overlap / 8) {
        next = low;
        while (next < low + 3 && next + 1 < n && ((unsigned char)run->text.p[next] & 0xC0) == 0x80) {
            next++;
        }
    }
    return next;
}

/* The text of a time, copied unless it is that of the line before, whose copy is at hand. */
static struct ed_str keep_time(struct ed_arena *arena, struct ed_str text, struct ed_str was, struct ed_str is)
{
    return text.p && text.n == was.n && (text.p == was.p || memcmp(text.p, was.p, text.n) == 0)
               ? is
               : ed_arena_str(arena, text);
}

/* The lines of `from` that reach behind `next`, to `to`, which may be the same run; their metadata to the arena. */
static void keep_lines(const struct ed_stream *stream, const struct ed_run *from, size_t next, struct ed_run *to,
                       struct ed_arena *arena)
{
    const struct ed_meta *was = NULL, *is = NULL;
    struct ed_str time_was = ED_STR_NONE, time_is = ED_STR_NONE;
    size_t i = 0, kept;
    unsigned levels = 0;

    while (i + 1 < from->lines.n && from->lines.v[i + 1].start <= next) {
        i++;
    }
    kept = from->lines.n - i;
    ed_vec_reserve(&to->lines, kept);
    for (size_t k = 0; k < kept; k++) {
        struct ed_line line = from->lines.v[i + k];

        if (line.meta != &ed_meta_none && line.meta != &stream->names) {
            is = line.meta == was ? is : ed_meta_keep(arena, is, &stream->names, line.meta);
            was = line.meta;
            line.meta = is;
        }
        time_is = keep_time(arena, line.told.time_text, time_was, time_is);
        time_was = line.told.time_text;
        line.told.time_text = time_is;
        line.start = line.start > next ? line.start - next : 0;
        to->lines.v[k] = line;
        levels |= 1u << line.told.level;
    }
    to->lines.n = kept;
    to->levels = levels;
}

/* The marks of a run's whole text. */
static void mark_anew(const struct ed_streams *streams, struct ed_run *run)
{
    ed_marks_reset(&run->marks);
    run->marked = streams->marker != NULL;
    if (run->marked) {
        streams->marker->mark(streams->marker->ctx, ed_buf_view(&run->text), &run->marks);
    }
}

/* Keep what stands from `next` on, and nothing of the memory of what stood before. */
static void shift(const struct ed_streams *streams, struct ed_stream *stream, size_t next)
{
    struct ed_run *from = stream->run, *to = from;
    struct ed_arena arena;

    ed_arena_init(&arena);
    if (from->taken) {
        to = stream->run = ed_run_new(from->origin, /* is_long */ true);
        ed_buf_append(&to->text, from->text.p + next, from->text.n - next);
        keep_lines(stream, from, next, to, &to->arena);
    } else {
        keep_lines(stream, from, next, to, &arena);
        ed_arena_done(&from->arena);
        from->arena = arena;
        ed_buf_shift(&from->text, next);
    }
    to->raws.n = 0; /* they were told */
    mark_anew(streams, to);
    stream->behind = 0;
    stream->first = to->lines.v[to->lines.n - 1].number;
    stream->fresh = to->text.n;
}

static enum ed_rc hand_out(struct ed_streams *streams, struct ed_stream *stream, bool more, struct ed_err *err)
{
    struct ed_run *run = stream->run;
    struct ed_message message = {.source = streams->origin->source, .run = run, .fresh = stream->fresh, .more = more};
    enum ed_rc rc;

    if (more && stream->needs_break) {
        ed_buf_byte(&run->text, '\n');
        stream->needs_break = false;
    }
    message.text = ed_buf_view(&run->text);
    message.lines = run->lines.v;
    message.nlines = run->lines.n;
    message.marks = run->marked ? &run->marks : NULL;
    message.levels = run->levels;
    message.raws = run->raws.v;
    message.nraws = run->raws.n;
    message.next = more ? overlap_of(streams->limits, run) : message.text.n;
    if (message.text.n == 0) {
        return ED_OK;
    }
    run->stream = stream;
    streams->account->messages += !stream->begun;
    stream->begun = true;
    rc = streams->fn(streams->ctx, &message, err);
    if (rc == ED_OK && more) {
        shift(streams, stream, message.next);
    } else if (run->taken) {
        stream->run = NULL;
        stream->fresh = 0;
    }
    return rc;
}

/* Append text to the last line, over as many windows as it takes. */
static enum ed_rc append(struct ed_streams *streams, struct ed_stream *stream, struct ed_str text, struct ed_err *err)
{
    size_t most = streams->limits->message - 1; /* one byte is the line break's */

    while (text.n > most - stream->run->text.n) {
        size_t n = most - stream->run->text.n, back = 0;
        enum ed_rc rc;

        while (back < 3 && back < n && ((unsigned char)text.p[n - back] & 0xC0) == 0x80) {
            back++;
        }
        n -= back;
        ed_buf_append(&stream->run->text, text.p, n);
        text = ed_str_slice(text, n, text.n);
        stream->run->marked = false;
        rc = hand_out(streams, stream, /* more */ true, err);
        if (rc != ED_OK) {
            return rc;
        }
        stream->run->marked = false;
    }
    put(&stream->run->text, text, /* behind */ 1);
    return ED_OK;
}

/* Whether the window is full, or would be too long with n bytes more although it could do without them. */
static bool is_full(const struct ed_input_limits *limits, const struct ed_run *run, size_t n)
{
    return run->text.n >= limits->window || run->lines.n >= limits->window_lines ||
           (run->text.n > limits->overlap * 2 && run->text.n + n + 2 > limits->message);
}

/* What was told of a new line. What was told of the stream's first line too is taken from there. before: the line
   before, or NULL. */
static void keep(struct ed_stream *stream, const struct ed_entry *entry, const struct ed_line *before,
                 struct ed_line *ret)
{
    const struct ed_meta *last = before && before->meta != &ed_meta_none ? before->meta : NULL;
    const struct ed_meta *own = &stream->names;
    struct ed_meta *meta = entry->meta;

    if (!meta) {
        ret->told = before ? before->told : ed_told_none;
        ret->meta = before ? before->meta : &ed_meta_none;
        return;
    }
    ret->told = entry->told;
    if (entry->carry && last) {
        meta->layers = last->layers;
        if (ret->told.level == ED_LEVEL_UNKNOWN) {
            ret->told.level = before->told.level;
        }
        if (!ret->told.time_text.p) {
            ret->told.time_text = before->told.time_text;
            ret->told.time = before->told.time;
        }
    }
    if (ret->told.time_text.p) {
        struct ed_str was = before ? before->told.time_text : ED_STR_NONE;

        ret->told.time_text = keep_time(&stream->run->arena, ret->told.time_text, was, was);
    }
    meta->rank = own->rank;
    ed_meta_share(meta, own);
    ret->meta = ed_meta_same(meta, own) ? own : ed_meta_keep(&stream->run->arena, last, own, meta);
}

/* Whether two neighbouring bytes may be of one token. */
static bool glued(char a, char b)
{
    return (ed_is_word(a) && ed_is_word(b)) || ((unsigned char)a >= 0x80 && (unsigned char)b >= 0x80);
}

static void begin_line(struct ed_stream *stream, const struct ed_entry *entry)
{
    struct ed_run *run = stream->run;
    struct ed_line *line = ed_vec_add(&run->lines);

    keep(stream, entry, /* before */ run->lines.n > 1 ? line - 1 : NULL, line);
    if (stream->needs_break) {
        put(&run->text, ED_STR("\n"), /* behind */ 0);
    }
    if (run->text.n == stream->fresh) {
        stream->first = entry->number;
    }
    line->start = run->text.n;
    line->number = entry->number;
    run->levels |= 1u << line->told.level;
}

/* Whether the text is a part of the raw line whose tokens are whole tokens of it. */
static bool is_part(const struct ed_raw_line *raw, struct ed_str text)
{
    const char *p = raw->text.p, *end = p + raw->text.n, *behind = text.p + text.n;

    if (!raw->block || text.p < p || behind > end || !text.n) {
        return false;
    }
    return (text.p == p || !glued(text.p[-1], text.p[0])) && (behind == end || !glued(behind[-1], behind[0]));
}

static void add_key(struct ed_marks *marks, uint32_t key)
{
    if (marks->keys.n == 0 || marks->keys.v[marks->keys.n - 1] != key) {
        *ed_vec_add(&marks->keys) = key;
    }
}

static bool has_token(struct ed_str text)
{
    size_t i = 0;

    while (i < text.n && !ed_is_word(text.p[i]) && (unsigned char)text.p[i] < 0x80) {
        i++;
    }
    return i < text.n;
}

/* Whether the text stands in the source right behind the stream's last token, in one block: the places of keys that
   begin in one and end in the other are marked. */
static bool goes_on(struct ed_stream *stream, const struct ed_entry *entry)
{
    const struct ed_raw_line *raw = entry->raw;
    bool to_its_end = raw->block && entry->text.p + entry->text.n == raw->text.p + raw->text.n;
    bool follows = to_its_end && entry->text.p == raw->text.p && raw->text.p > raw->block->p &&
                   stream->behind == raw->block->base + (uint64_t)(raw->text.p - raw->block->p);

    stream->behind = to_its_end && (follows || has_token(entry->text)) ? raw->block->base + raw->behind : 0;
    return follows;
}

/* The marks of a text that stands in the run from `start` on and is no part of a raw line. */
static void mark_text(const struct ed_marker *marker, struct ed_run *run, struct ed_str text, size_t start)
{
    struct ed_marks *marks = &run->marks;
    size_t keys = marks->keys.n, alarms = marks->alarms.n;

    marker->mark(marker->ctx, text, marks);
    for (; keys < marks->keys.n; keys++) {
        marks->keys.v[keys] += (uint32_t)start << 1;
    }
    for (; alarms < marks->alarms.n; alarms++) {
        marks->alarms.v[alarms] += (uint32_t)start;
    }
    marks->ends.n = 0;
}

/* The same of a text that is one, from the marks of its block. */
static void take_marks(struct ed_run *run, const struct ed_raw_line *raw, struct ed_str text, size_t start)
{
    const struct ed_marks *marks = &raw->block->marks;
    size_t from = (size_t)(text.p - raw->block->p), to = from + text.n;
    uint32_t by = (uint32_t)start - (uint32_t)from; /* modulo 2^32, as all of this */

    for (size_t i = raw->key; i < marks->keys.n && marks->keys.v[i] >> 1 < to; i++) {
        if (marks->keys.v[i] >> 1 >= from) {
            add_key(&run->marks, marks->keys.v[i] + 2 * by);
        }
    }
    for (size_t i = raw->alarm; i < marks->alarms.n && marks->alarms.v[i] < to; i++) {
        if (marks->alarms.v[i] >= from) {
            *ed_vec_add(&run->marks.alarms) = marks->alarms.v[i] + by;
        }
    }
}

/* Keys of the raw line that do not stand in [from, to). */
static size_t keys_outside(const struct ed_raw_line *raw, size_t from, size_t to)
{
    const struct ed_marks *marks = &raw->block->marks;
    size_t end = (size_t)(raw->text.p - raw->block->p) + raw->text.n, n = 0;

    for (size_t i = raw->key; i < marks->keys.n && marks->keys.v[i] >> 1 < end; i++) {
        n += marks->keys.v[i] >> 1 < from || marks->keys.v[i] >> 1 >= to;
    }
    return n;
}

static bool has_alarm(const struct ed_raw_line *raw)
{
    const struct ed_marks *marks = &raw->block->marks;

    return raw->alarm < marks->alarms.n &&
           marks->alarms.v[raw->alarm] < (size_t)(raw->text.p - raw->block->p) + raw->text.n;
}

/* Keep the line as it came, when what was taken off may be a message; of a text that was decoded only where a word of
   error stands, for structured lines have other fields by the dozen. own: keys of the text that is left. */
static void keep_raw(struct ed_run *run, const struct ed_entry *entry, bool part, size_t own)
{
    const struct ed_raw_line *raw = entry->raw;
    size_t from = part ? (size_t)(entry->text.p - raw->block->p) : 0;

    if (!raw->begins || !raw->ends || entry->rest || raw->text.n > ED_LIMIT_RAW_LINE || (!part && !has_alarm(raw))) {
        return;
    }
    if (keys_outside(raw, from, part ? from + entry->text.n : 0) <= (part ? 0 : own)) {
        return;
    }
    *ed_vec_add(&run->raws) = (struct ed_unpeeled){run->lines.n - 1, ed_arena_str(&run->arena, raw->text)};
    if (raw->dirty && ed_clean_needed(raw->text)) {
        struct ed_buf clean;

        ed_buf_init(&clean, /* max */ 0);
        ed_clean(&clean, raw->text);
        run->raws.v[run->raws.n - 1].text = ed_arena_str(&run->arena, ed_buf_view(&clean));
        ed_buf_done(&clean);
    }
}

/* The marks of an entry, whose text will stand in the run from `start` on. */
static void add_marks(const struct ed_marker *marker, struct ed_stream *stream, const struct ed_entry *entry,
                      size_t start)
{
    struct ed_run *run = stream->run;
    size_t at = 0, keys;
    bool part;

    if (!entry->raw->block) { /* of an entry of several lines */
        stream->behind = 0;
        run->marked = false;
        return;
    }
    if (!goes_on(stream, entry) && start && marker->joins(marker->ctx, ed_str(run->text.p, start), entry->text, &at)) {
        add_key(&run->marks, (uint32_t)at << 1);
    }
    keys = run->marks.keys.n;
    part = is_part(entry->raw, entry->text);
    if (part) {
        take_marks(run, entry->raw, entry->text, start);
    } else {
        mark_text(marker, run, entry->text, start);
    }
    if (!part || entry->text.n != entry->raw->text.n) {
        keep_raw(run, entry, part, run->marks.keys.n - keys);
    }
}

enum ed_rc ed_streams_add(struct ed_streams *streams, struct ed_stream *stream, const struct ed_entry *entry,
                          struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    if (entry->continues && ed_stream_last(stream) && !stream->open) {
        stream->open = true;
        stream->behind = 0;
    }
    if (!stream->open) {
        if (!stream->run) {
            stream->run = ed_run_new(streams->origin, /* is_long */ false);
            stream->run->marked = streams->marker != NULL;
        } else if (is_full(streams->limits, stream->run, entry->text.n)) {
            rc = hand_out(streams, stream, /* more */ true, err);
            if (rc != ED_OK) {
                return rc;
            }
        }
        begin_line(stream, entry);
        if (stream->run->marked) {
            add_marks(streams->marker, stream, entry, stream->run->text.n);
        }
    } else {
        stream->run->marked = false;
    }
    streams->last = stream;
    list_newest(streams, stream);
    stream->needs_break = false;
    stream->open = true;
    rc = append(streams, stream, entry->text, err);
    if (rc != ED_OK) {
        return rc;
    }
    stream->open = entry->leave_open;
    stream->needs_break = !entry->leave_open;
    charge(streams, stream);
    while (rc == ED_OK && streams->pending > streams->limits->pending && streams->oldest != stream) {
        struct ed_stream *oldest = streams->oldest;

        rc = hand_out(streams, oldest, /* more */ false, err);
        release(streams, oldest);
    }
    return rc;
}

void ed_streams_again(struct ed_streams *streams, uint32_t times)
{
    struct ed_run *run = streams->last ? streams->last->run : NULL;

    if (run && !run->taken && run->lines.n) {
        uint32_t *repeat = &run->lines.v[run->lines.n - 1].told.repeat, is = ED_MAX(*repeat, 1);

        *repeat = times > UINT32_MAX - is ? UINT32_MAX : is + times;
    }
}

static int by_first_line(const void *pa, const void *pb)
{
    const struct ed_stream *a = *(const struct ed_stream *const *)pa, *b = *(const struct ed_stream *const *)pb;

    if (a->first != b->first) {
        return a->first < b->first ? -1 : 1;
    }
    return (a->serial > b->serial) - (a->serial < b->serial);
}

/* All streams with text, by first line. */
static enum ed_rc hand_out_all(struct ed_streams *streams, bool keep, struct ed_err *err)
{
    ED_VEC(struct ed_stream *) left = {0};
    enum ed_rc rc = ED_OK;

    for (struct ed_stream *stream = streams->newest; stream; stream = stream->older) {
        *ed_vec_add(&left) = stream;
    }
    if (left.n) {
        qsort(left.v, left.n, sizeof(*left.v), by_first_line);
    }
    for (size_t i = 0; i < left.n && rc == ED_OK; i++) {
        rc = hand_out(streams, left.v[i], /* more */ false, err);
        if (keep) {
            release(streams, left.v[i]);
        }
    }
    ed_vec_done(&left);
    return rc;
}

enum ed_rc ed_streams_flush(struct ed_streams *streams, struct ed_err *err)
{
    return hand_out_all(streams, /* keep */ true, err);
}

enum ed_rc ed_streams_finish(struct ed_streams *streams, struct ed_err *err)
{
    return hand_out_all(streams, /* keep */ false, err);
}

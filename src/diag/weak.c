/*
 * weak.c: where a weak record's match would have evidence. Its class and the end of its path are read once a run and
 * thread; of the message at hand the trace around one line is kept, and of each record the last line whose trace was
 * searched for its file: a line that holds many candidates is read once a record.
 */
#include "diag/weak.h"

#include "base/alloc.h"
#include "record/beside.h"

struct evidence {
    struct ed_str name, tail; /* of the class and the path; empty: that can be no evidence */
    bool anywhere;            /* the record could not be read */
    bool near;                /* the file stands in the trace around `line` of message number `message` */
    uint64_t message;
    size_t line;
};

struct ed_weak {
    const struct ed_message *message;
    uint64_t number; /* of the message */
    size_t line;     /* of the place asked about last */
    struct ed_str trace;
    bool traced; /* the trace is that of the line */
    struct ed_weak_source source;
    struct evidence **records; /* by slot; NULL: not asked about yet */
    size_t nrecords;
    struct ed_arena arena, scratch; /* what is known of records; one record while it is read */
};

struct ed_weak *ed_weak_new(const struct ed_index *index, struct ed_weak_source source)
{
    struct ed_weak *weak = ed_alloc_zero(1, sizeof(*weak));

    weak->source = source;
    (void)ed_index_records(index, &weak->nrecords);
    weak->records = ed_alloc_zero(weak->nrecords, sizeof(struct evidence *));
    ed_arena_init(&weak->arena);
    ed_arena_init(&weak->scratch);
    return weak;
}

void ed_weak_free(struct ed_weak *weak)
{
    if (weak) {
        ed_free(weak->records);
        ed_arena_done(&weak->arena);
        ed_arena_done(&weak->scratch);
        ed_free(weak);
    }
}

void ed_weak_look_at(struct ed_weak *weak, const struct ed_message *message)
{
    weak->message = message;
    weak->number++;
    weak->line = 0;
    weak->traced = false;
}

static struct evidence *evidence_of(struct ed_weak *weak, uint32_t record, uint32_t slot)
{
    struct evidence *own = weak->records[slot];
    struct ed_record read = {0};

    if (own) {
        return own;
    }
    own = ed_arena_zero(&weak->arena, 1, sizeof(*own));
    own->anywhere = weak->source.read(weak->source.ctx, record, &weak->scratch, &read, /* err */ NULL) != ED_OK;
    if (!own->anywhere) {
        own->name = ed_arena_str(&weak->arena, ed_beside_class(read.error_class));
        own->tail = ed_arena_str(&weak->arena, ed_beside_path(read.file_path));
    }
    ed_arena_reset(&weak->scratch);
    return weak->records[slot] = own;
}

static void go_to_line(struct ed_weak *weak, size_t line)
{
    weak->traced = weak->traced && weak->line == line;
    weak->line = line;
}

static bool file_near(struct ed_weak *weak, struct evidence *own)
{
    if (own->tail.n == 0) {
        return false;
    }
    if (own->message != weak->number || own->line != weak->line) {
        if (!weak->traced) {
            weak->trace = ed_rank_trace(weak->message, weak->line);
            weak->traced = true;
        }
        own->message = weak->number;
        own->line = weak->line;
        own->near = ed_beside_find_path(weak->trace, own->tail) != SIZE_MAX;
    }
    return own->near;
}

static bool class_before(struct ed_str text, size_t place, struct ed_str name)
{
    return ed_str_eq(ed_beside_class(ed_rank_class_before(text, place)), name);
}

/* The places behind "NAME:" and blanks, first those of [*from, *last], all on one line. */
static bool behind_class(struct ed_str text, struct ed_str name, size_t *from, size_t *last)
{
    size_t at = *from, end;

    if (name.n == 0) {
        return false;
    }
    while (!class_before(text, at, name)) {
        /* The next one's ':' is not before `at`. */
        at = ed_str_find(ed_str_slice(text, 0, *last), name, at - ED_MIN(at, name.n));
        if (at == SIZE_MAX) {
            return false;
        }
        at += name.n + 1;
        if (at > *last) {
            return false;
        }
    }
    for (end = at; end < *last && text.p[end] == ' '; end++) {
    }
    *from = at;
    *last = end;
    return true;
}

static bool let(void *ctx, uint32_t record, uint32_t slot, size_t *from, size_t *last)
{
    struct ed_weak *weak = ctx;
    struct evidence *own = evidence_of(weak, record, slot);
    const struct ed_message *m = weak->message;
    size_t at = *from, to;

    if (own->anywhere || (own->name.n == 0 && own->tail.n == 0)) {
        return own->anywhere;
    }
    if (at < m->lines[weak->line].start || at > ed_message_line_last(m, weak->line)) {
        go_to_line(weak, ed_message_line(m, at));
    }
    while (at <= *last) {
        to = ED_MIN(*last, ed_message_line_last(m, weak->line));
        if (file_near(weak, own) || behind_class(m->text, own->name, &at, &to)) {
            *from = at;
            *last = to;
            return true;
        }
        at = to + 1;
        if (at <= *last) {
            go_to_line(weak, weak->line + 1);
        }
    }
    return false;
}

struct ed_screen ed_weak_screen(struct ed_weak *weak)
{
    return (struct ed_screen){ED_KB_SPECIFICITY_FLOOR, let, weak};
}

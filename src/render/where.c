/*
 * where.c: what the sources of a finding have in common is said once, and what differs is listed: eight ranks on one
 * host are one host and eight ranks. A list is cut at LIST_MOST with the number of the others.
 */
#include "render/where.h"

#define LIST_MOST 8

/* The distinct values of one field over a finding's sources, in order. */
struct values {
    struct ed_str v[ED_LIMIT_FINDING_SOURCES + 1];
    size_t n;
};

static struct ed_str field(const struct ed_place *place, size_t offset)
{
    struct ed_str value;

    memcpy(&value, (const char *)place + offset, sizeof(value));
    return value;
}

static void add_value(struct values *values, struct ed_str value)
{
    if (value.n == 0 || values->n == ED_ARRAY_LEN(values->v)) {
        return;
    }
    for (size_t i = 0; i < values->n; i++) {
        if (ed_str_eq(values->v[i], value)) {
            return;
        }
    }
    values->v[values->n++] = value;
}

static void collect(struct values *values, const struct ed_finding *finding, size_t offset)
{
    values->n = 0;
    add_value(values, field(&finding->first, offset));
    for (size_t i = 0; i < finding->nsources; i++) {
        add_value(values, field(&finding->sources[i], offset));
    }
}

static void put_list(struct ed_buf *buf, const struct values *values, size_t from)
{
    size_t shown = ED_MIN(values->n, from + LIST_MOST);

    for (size_t i = from; i < shown; i++) {
        ed_buf_text(buf, i > from ? ", " : "");
        ed_buf_str(buf, values->v[i]);
    }
    if (values->n > shown) {
        ed_buf_printf(buf, " and %zu more", values->n - shown);
    }
}

struct pieces {
    ed_where_fn *fn;
    void *ctx;
    struct ed_buf buf; /* the piece at hand */
};

static void put_piece(struct pieces *to)
{
    if (to->buf.n > 0) {
        to->fn(to->ctx, ed_buf_view(&to->buf));
    }
    ed_buf_reset(&to->buf);
}

static void labelled(struct pieces *to, const char *label, const struct values *values)
{
    if (values->n > 0) {
        ed_buf_printf(&to->buf, "%s ", label);
        put_list(&to->buf, values, 0);
        put_piece(to);
    }
}

/* "python3[31870, 31873]" when one program prints them all, else "program a, b" and "pid 1, 2". */
static void program(struct pieces *to, const struct ed_finding *finding, struct values *values)
{
    struct ed_str ident;

    collect(values, finding, offsetof(struct ed_place, ident));
    ident = values->n == 1 ? values->v[0] : ED_STR_NONE;
    if (!ident.p) {
        labelled(to, "program", values);
    }
    collect(values, finding, offsetof(struct ed_place, pid));
    if (!ident.p) {
        labelled(to, "pid", values);
        return;
    }
    ed_buf_str(&to->buf, ident);
    if (values->n > 0) {
        ed_buf_byte(&to->buf, '[');
        put_list(&to->buf, values, 0);
        ed_buf_byte(&to->buf, ']');
    }
    put_piece(to);
}

void ed_where_place(struct ed_buf *buf, const struct ed_place *place)
{
    bool standard_input = ed_str_is(place->source, "-");

    if (standard_input && place->line) {
        ed_buf_printf(buf, "line %" PRIu64 " of standard input", place->line);
        return;
    }
    ed_buf_str(buf, standard_input ? ED_STR("standard input") : place->source);
    if (place->line) {
        ed_buf_printf(buf, ":%" PRIu64, place->line);
    }
}

static void times(struct pieces *to, const struct ed_finding *finding)
{
    struct ed_str first = finding->first.time, last = finding->last.time;

    if (first.n == 0) {
        first = last;
    }
    ed_buf_str(&to->buf, first);
    if (last.n > 0 && !ed_str_eq(first, last)) {
        ed_buf_text(&to->buf, " to ");
        ed_buf_str(&to->buf, last);
    }
    put_piece(to);
}

void ed_where_pieces(const struct ed_finding *finding, ed_where_fn *fn, void *ctx)
{
    static const struct {
        const char *label;
        size_t offset;
    } fields[] = {
        {"host", offsetof(struct ed_place, host)},           {"unit", offsetof(struct ed_place, unit)},
        {"container", offsetof(struct ed_place, container)}, {"pod", offsetof(struct ed_place, pod)},
        {"rank", offsetof(struct ed_place, rank)},           {"job", offsetof(struct ed_place, job)},
        {"step", offsetof(struct ed_place, step)},
    };
    struct pieces to = {.fn = fn, .ctx = ctx};
    struct values values;

    ed_buf_init(&to.buf, /* max= */ 0);
    ed_where_place(&to.buf, &finding->first);
    put_piece(&to);
    collect(&values, finding, offsetof(struct ed_place, source));
    if (values.n > 1) {
        ed_buf_text(&to.buf, "also in ");
        put_list(&to.buf, &values, 1);
        put_piece(&to);
    }
    for (size_t i = 0; i < ED_ARRAY_LEN(fields); i++) {
        collect(&values, finding, fields[i].offset);
        labelled(&to, fields[i].label, &values);
        if (i == 1) { /* program and pid belong behind host and unit */
            program(&to, finding, &values);
        }
    }
    times(&to, finding);
    if (finding->sources_dropped) {
        ed_buf_printf(&to.buf, "and %" PRIu64 " more sources", finding->sources_dropped);
        put_piece(&to);
    }
    ed_buf_done(&to.buf);
}

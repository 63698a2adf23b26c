/*
 * run.c: owns the memory of runs. A source of many streams makes and ends a run every few lines, so runs that were
 * given back keep their memory for the next one: small ones all of it, since there are never more of them than streams
 * that lived at once, long ones only a few.
 */
#include "input/run.h"

#include "input/stream.h"

/* What a run keeps that may be used again for a stream of few lines: the median run of a system's log. */
#define SPARE_TEXT  (4 * ED_KIB)
#define SPARE_LINES 64
/* Long runs that are kept: a window's worth each, for streams that fill one window after the other. */
#define SPARE_LONG 4

struct ed_origin *ed_origin_new(const char *source)
{
    struct ed_origin *origin = ed_alloc_zero(1, sizeof(*origin));

    origin->held = 1;
    ed_arena_init(&origin->names);
    origin->source = ed_arena_str(&origin->names, ed_str_c(source)).p;
    return origin;
}

static void destroy(struct ed_run *run)
{
    ed_buf_done(&run->text);
    ed_vec_done(&run->lines);
    ed_marks_done(&run->marks);
    ed_vec_done(&run->raws);
    ed_arena_done(&run->arena);
    ed_free(run);
}

static void destroy_all(struct ed_run *run)
{
    while (run) {
        struct ed_run *next = run->next;

        destroy(run);
        run = next;
    }
}

void ed_origin_drop(struct ed_origin *origin)
{
    if (--origin->held) {
        return;
    }
    destroy_all(origin->spare);
    destroy_all(origin->spare_long);
    ed_arena_done(&origin->names);
    ed_free(origin);
}

struct ed_run *ed_run_new(struct ed_origin *origin, bool is_long)
{
    bool reuse_long = is_long && origin->spare_long;
    struct ed_run **from = reuse_long ? &origin->spare_long : &origin->spare, *run = *from;

    if (run) {
        *from = run->next;
        origin->nspare_long -= reuse_long;
        return run;
    }
    run = ed_alloc(sizeof(*run));
    memset(run, 0, offsetof(struct ed_run, room));
    run->origin = origin;
    run->arena.at = run->room;
    run->arena.end = run->room + sizeof(run->room);
    return run;
}

void ed_run_free(struct ed_run *run)
{
    struct ed_origin *origin;
    bool is_long;

    if (!run) {
        return;
    }
    origin = run->origin;
    is_long = run->text.cap > SPARE_TEXT || run->lines.cap > SPARE_LINES;
    if (is_long && origin->nspare_long == SPARE_LONG) {
        destroy(run);
        return;
    }
    run->text.n = run->lines.n = run->raws.n = 0;
    ed_marks_reset(&run->marks);
    run->levels = 0;
    ed_arena_done(&run->arena);
    run->arena.at = run->room;
    run->arena.end = run->room + sizeof(run->room);
    run->taken = false;
    run->next = is_long ? origin->spare_long : origin->spare;
    *(is_long ? &origin->spare_long : &origin->spare) = run;
    origin->nspare_long += is_long;
}

void ed_message_take(const struct ed_message *message)
{
    struct ed_run *run = message->run;

    run->taken = true;
    run->stream->held++;
    run->origin->held++;
}

void ed_message_release(const struct ed_message *message)
{
    struct ed_run *run = message->run;
    struct ed_origin *origin = run->origin;

    ed_stream_drop(run->stream);
    ed_run_free(run);
    ed_origin_drop(origin);
}

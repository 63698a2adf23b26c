/*
 * line.c: the lines of a reader's blocks; a line is a view into its block until the next call.
 *
 * A line longer than a piece is handed out in pieces, cut where no character and no escape sequence is split; one that
 * is an object of JSON may be as long as JSON may be. NUL bytes at the start of a line are the hole of a sparse file
 * and are taken off; elsewhere they are text.
 */
#include "input/line.h"

void ed_splitter_init(struct ed_splitter *s, struct ed_reader *reader, size_t piece, const struct ed_marker *marker,
                      struct ed_team *team, const struct ed_block_ahead *ahead)
{
    *s = (struct ed_splitter){.piece = piece, .number = 1};
    ed_blocks_init(&s->blocks, reader, marker, team, ahead);
}

void ed_splitter_done(struct ed_splitter *s)
{
    ed_blocks_done(&s->blocks);
}

static void next_block(struct ed_splitter *s)
{
    s->block = ed_blocks_next(&s->blocks);
    s->at = s->from = s->end = s->key = s->alarm = 0;
    s->idle = false;
}

struct ed_str ed_splitter_head(struct ed_splitter *s, bool *ret_all)
{
    if (!s->block) {
        next_block(s);
    }
    *ret_all = s->block->end != ED_OK;
    return ed_str(s->block->p, s->block->n);
}

static void skip_hole(struct ed_splitter *s)
{
    while (s->at < s->block->whole && s->block->p[s->at] == '\0') {
        s->at++;
    }
}

/* Hand out [at, end) and go on at `next`. */
static void take(struct ed_splitter *s, size_t end, size_t next, bool ends, struct ed_raw_line *ret)
{
    const struct ed_block *block = s->block;
    const struct ed_marks *marks = &block->marks;
    const char *p = block->p + s->at;
    size_t n = end - s->at;

    while (ends && n && p[n - 1] == '\r') {
        n--;
    }
    while (s->key < marks->keys.n && marks->keys.v[s->key] >> 1 < s->at) {
        s->key++;
    }
    while (s->alarm < marks->alarms.n && marks->alarms.v[s->alarm] < s->at) {
        s->alarm++;
    }
    ret->text = ed_str(p, n);
    ret->number = s->number;
    ret->begins = !s->inside;
    ret->ends = ends;
    ret->dirty = marks->dirty;
    ret->from = s->from;
    ret->behind = next;
    ret->block = block;
    ret->key = s->key;
    ret->alarm = s->alarm;
    ret->index = s->end;
    s->inside = !ends;
    s->number += ends;
    s->at = s->from = next;
}

/* How long the line at the front may be before it is taken in pieces. */
static size_t longest(const struct ed_splitter *s)
{
    struct ed_str line = ed_str(s->block->p + s->at, s->block->whole - s->at);

    return !s->inside && ed_block_is_json(line) ? ED_LIMIT_JSON_VALUE : s->piece;
}

enum ed_rc ed_splitter_next(struct ed_splitter *s, struct ed_raw_line *ret_line, struct ed_err *err)
{
    for (;;) {
        const struct ed_block *block;
        bool ends;
        size_t end;

        if (!s->block) {
            next_block(s);
        }
        block = s->block;
        if (!s->inside) {
            skip_hole(s);
        }
        ends = s->end < block->marks.ends.n;
        end = ends ? block->marks.ends.v[s->end] : block->whole;
        if (end - s->at > s->piece && end - s->at > longest(s)) {
            end = ed_block_cut(block->p, s->at, s->at + s->piece);
            take(s, end, end, /* ends */ false, ret_line);
            return ED_OK;
        }
        if (ends) {
            take(s, end, end + 1, /* ends */ true, ret_line);
            s->end++;
            return ED_OK;
        }
        if (s->at < end || (s->inside && block->end != ED_OK)) {
            take(s, end, end, /* ends */ block->end != ED_OK, ret_line);
            return ED_OK;
        }
        if (block->end != ED_OK) {
            break;
        }
        if (block->idle && !s->idle) {
            s->idle = true;
            return ED_IDLE;
        }
        next_block(s);
    }
    if (s->block->end < 0 && err) {
        *err = s->block->why;
    }
    return s->block->end;
}

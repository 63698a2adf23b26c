/*
 * unwrap_ahead.c: layers taken off the lines of blocks that are read ahead, by whoever has time (base/team.h).
 *
 * What is taken off a line depends on the line and on what is believed of its source. So a block is given what was
 * believed when it was read, and its lines are peeled as if that still held: by an unwrap of its own, which has no
 * streams. When a line's turn comes and the belief is another one by now, or the line was one that changes it, it is
 * peeled once more; so the result is the same as without any of this. Where the belief keeps changing that much work is
 * lost, in threads that had nothing else to do.
 */
#include "input/unwrap_private.h"

#include "base/alloc.h"

/* Lines of a block that are peeled ahead: many more than real lines of that length, and few enough for their ways to
   take little memory. */
#define AHEAD_LINES 4096
/* A block that is longer holds a line of JSON as long as that: its layers would be kept in memory twice. */
#define AHEAD_BYTES (256 * ED_KIB)

struct ahead_line {
    struct ed_str raw; /* whose layers these are; ED_STR_NONE: not known */
    struct ed_peeled peeled;
};

struct ed_ahead {
    struct ed_belief belief; /* that was assumed */
    struct ed_unwrap own;    /* its scratch holds what was made of the block's lines */
    struct ed_input_account account;
    struct ed_way bare; /* of lines without layers */
    size_t n;
    struct ahead_line lines[AHEAD_LINES];
};

static bool same(const struct ed_belief *a, const struct ed_belief *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

static struct ed_ahead *new_ahead(const struct ed_unwrap *u)
{
    struct ed_ahead *ahead = ed_alloc(sizeof(*ahead));

    ed_unwrap_init(&ahead->own, u->opts, &ed_meta_none, /* streams */ NULL, &ahead->account);
    ahead->account = (struct ed_input_account){0};
    ahead->bare = (struct ed_way){.told = ed_told_none};
    return ahead;
}

static void begin(void *ctx, size_t slot)
{
    struct ed_unwrap *u = ctx;

    if (u->looked) {
        u->ahead[slot] = u->ahead[slot] ? u->ahead[slot] : new_ahead(u);
        u->ahead[slot]->belief = u->belief;
        u->ahead[slot]->n = 0;
    }
}

/* The text that the splitter will make of a line, mostly. */
static struct ed_str text_of(const struct ed_block *block, size_t from, size_t to)
{
    while (to > from && block->p[to - 1] == '\r') {
        to--;
    }
    return ed_str(block->p + from, to - from);
}

/* A way as begin_way wants it. */
static struct ed_way *new_way(struct ed_ahead *ahead)
{
    struct ed_way *way = ed_arena_zero(&ahead->own.scratch, 1, sizeof(*way));

    way->told = ed_told_none;
    return way;
}

/* Peel the line as far as is known. *way: for it to use; what it had no use for stays there. */
static void peel_line(struct ed_ahead *ahead, const struct ed_raw_line *line, struct ed_way **way)
{
    struct ahead_line *is = &ahead->lines[ahead->n++];
    struct ed_unwrap *own = &ahead->own;

    *way = *way ? *way : new_way(ahead);
    is->raw = line->text;
    is->peeled.way = *way;
    ed_unwrap_peel(own, line, UINT64_MAX, &is->peeled);
    if (own->counted || (*way)->framed || !same(&own->belief, &ahead->belief) || ahead->account.truncated ||
        ahead->account.undecoded) { /* it tells something of the source, or of itself, when it is its turn */
        own->counted = false;
        own->belief = ahead->belief;
        ahead->account = (struct ed_input_account){0};
        is->raw = ED_STR_NONE;
    } else if ((*way)->depth) {
        *way = NULL;
    } else {
        is->peeled.way = &ahead->bare;
    }
}

static void make(void *ctx, size_t slot, const struct ed_block *block)
{
    const struct ed_unwrap *u = ctx;
    struct ed_ahead *ahead = u->ahead[slot];
    struct ed_raw_line line = {.begins = true, .ends = true, .dirty = block->marks.dirty, .block = block};
    struct ed_way *way = NULL;
    size_t from = 0;

    if (!ahead || block->whole > AHEAD_BYTES) {
        return;
    }
    ed_arena_reset(&ahead->own.scratch);
    if (ahead->own.belief.asked != ahead->belief.asked) {
        ed_heads_ask(&ahead->own.heads, ahead->belief.asked);
    }
    ahead->own.belief = ahead->belief;
    for (size_t i = 0; i < block->marks.ends.n && i < AHEAD_LINES; i++) {
        line.text = text_of(block, from, block->marks.ends.v[i]);
        peel_line(ahead, &line, &way);
        from = block->marks.ends.v[i] + 1;
    }
}

struct ed_block_ahead ed_unwrap_ahead(struct ed_unwrap *u)
{
    return (struct ed_block_ahead){begin, make, u};
}

const struct ed_peeled *ed_unwrap_peeled(const struct ed_unwrap *u, const struct ed_raw_line *line)
{
    const struct ed_ahead *ahead = line->block ? u->ahead[line->block->slot] : NULL;
    const struct ahead_line *is;

    if (!ahead || line->index >= ahead->n || !line->begins || !line->ends) {
        return NULL;
    }
    is = &ahead->lines[line->index];
    return is->raw.p == line->text.p && is->raw.n == line->text.n && same(&ahead->belief, &u->belief) ? &is->peeled
                                                                                                      : NULL;
}

void ed_unwrap_ahead_done(struct ed_unwrap *u)
{
    for (size_t i = 0; i < ED_LIMIT_BLOCKS; i++) {
        if (u->ahead[i]) {
            ed_unwrap_done(&u->ahead[i]->own);
            ed_free(u->ahead[i]);
        }
    }
}

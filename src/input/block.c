/*
 * block.c: owns the buffers of blocks. A block is filled until it holds a line end, and cut behind its last one; what
 * stands behind is copied to the front of the next. A line that fills a block is cut where no character is split; one
 * that begins as JSON does may grow to ED_LIMIT_JSON_VALUE first, because JSON can only be read whole.
 *
 * Reading ahead stops where it would have to wait: what has come through a pipe is handed out before more is asked for.
 */
#include "input/block.h"

#include "base/alloc.h"
#include "input/clean.h"

#define BLOCK (128 * ED_KIB)
/* The first block has so much, if there is so much: the source's layers are told by it. */
#define HEAD (64 * ED_KIB)

static void mark(const struct ed_marker *marker, struct ed_block *block)
{
    struct ed_marks *marks = &block->marks;
    const char *p = block->p, *end = block->p + block->whole;

    ed_marks_reset(marks);
    if (marker) {
        marker->mark(marker->ctx, ed_str(block->p, block->whole), marks);
        return;
    }
    while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        *ed_vec_add(&marks->ends) = (uint32_t)(p++ - block->p);
    }
    marks->dirty = ed_clean_needed(ed_str(block->p, block->whole));
}

static void mark_slot(void *ctx, size_t slot, size_t thread ED_UNUSED)
{
    struct ed_blocks *blocks = ctx;

    mark(blocks->marker, &blocks->slots[slot]);
    if (blocks->ahead.make) {
        blocks->ahead.make(blocks->ahead.ctx, slot, &blocks->slots[slot]);
    }
}

void ed_blocks_init(struct ed_blocks *blocks, struct ed_reader *reader, const struct ed_marker *marker,
                    struct ed_team *team, const struct ed_block_ahead *ahead)
{
    *blocks = (struct ed_blocks){.reader = reader, .marker = marker};
    for (size_t i = 0; i < ED_LIMIT_BLOCKS; i++) {
        blocks->slots[i].slot = i;
    }
    if (ahead) {
        blocks->ahead = *ahead;
    }
    if (team && marker) {
        blocks->ring = ed_ring_new(team, ED_LIMIT_BLOCKS, mark_slot, blocks);
    }
}

void ed_blocks_done(struct ed_blocks *blocks)
{
    ed_ring_free(blocks->ring);
    for (size_t i = 0; i < ED_LIMIT_BLOCKS; i++) {
        ed_marks_done(&blocks->slots[i].marks);
        ed_free(blocks->slots[i].p);
    }
}

size_t ed_block_cut(const char *p, size_t from, size_t to)
{
    size_t cut = to, low = to - ED_MIN((to - from) / 2, ED_LIMIT_ESCAPE);
    const char *esc = memrchr(p + low, '\033', cut - low);

    if (esc && esc > p + low) {
        cut = (size_t)(esc - p);
    }
    for (int i = 0; i < 3 && cut > low && ((unsigned char)p[cut] & 0xC0) == 0x80; i++) {
        cut--;
    }
    while (cut > low && p[cut - 1] == '\r') {
        cut--;
    }
    return cut;
}

bool ed_block_is_json(struct ed_str line)
{
    static const struct ed_str heads[] = {ED_STR_INIT("{"), ED_STR_INIT("[{\""), ED_STR_INIT("\x1E{"),
                                          ED_STR_INIT("data: {"), ED_STR_INIT("data:{")};

    for (size_t i = 0; i < ED_ARRAY_LEN(heads); i++) {
        if (ed_str_starts(line, heads[i])) {
            return true;
        }
    }
    return false;
}

/* How long a line without an end may be before a part of it makes a block. The NUL bytes that may stand in front of a
   line are the hole of a sparse file. */
static size_t longest(struct ed_str rest, bool begins)
{
    size_t i = 0;

    while (i < rest.n && rest.p[i] == '\0') {
        i++;
    }
    return begins && ed_block_is_json(ed_str_slice(rest, i, rest.n)) ? ED_LIMIT_JSON_VALUE + 1 : BLOCK;
}

static void make_room(struct ed_block *block, size_t want)
{
    if (block->cap < want || block->cap > 4 * want) {
        block->p = ed_realloc(block->p, want, 1);
        block->cap = want;
    }
}

/* What the block filled before left over is moved in front. Returns how much it may hold, whatever it has room for:
   that depends on what stood there before. */
static size_t begin(struct ed_blocks *blocks, struct ed_block *block, bool *ret_begins)
{
    const struct ed_block *last = blocks->last;
    size_t n = last ? last->n - last->whole : 0, most = ED_MAX(n + 1, BLOCK);

    *ret_begins = !last || last->whole == 0 || last->p[last->whole - 1] == '\n' || last->p[last->whole - 1] == '\0';
    if (block != last) {
        make_room(block, most);
    }
    if (n) {
        memmove(block->p, last->p + last->whole, n);
    }
    if (block == last) {
        make_room(block, most);
    }
    block->base = last ? last->base + last->whole : 0;
    block->n = n;
    block->whole = 0;
    block->end = ED_OK;
    block->idle = false;
    return most;
}

static void fill(struct ed_blocks *blocks, struct ed_block *block)
{
    size_t least = blocks->last ? 0 : HEAD, got = 0, most;
    bool begins;

    most = begin(blocks, block, &begins);
    while (!block->whole || block->n < least) {
        const char *lf;

        if (!block->whole && block->n >= longest(ed_str(block->p, block->n), begins)) {
            block->whole = ed_block_cut(block->p, 0, block->n - 1);
            break;
        }
        if (block->n == most) {
            most = ED_MIN(2 * most, ED_LIMIT_JSON_VALUE + BLOCK);
            make_room(block, most);
        }
        block->end = ed_reader_read(blocks->reader, block->p + block->n, most - block->n, &got, &block->why);
        if (block->end == ED_IDLE) {
            block->end = ED_OK;
            block->idle = true;
            break;
        }
        if (block->end < 0 || got == 0) {
            block->end = block->end < 0 ? block->end : ED_STOP;
            block->whole = block->n;
            break;
        }
        lf = memrchr(block->p + block->n, '\n', got);
        block->whole = lf ? (size_t)(lf - block->p) + 1 : block->whole;
        block->n += got;
    }
    blocks->last = block;
}

static bool ended(const struct ed_blocks *blocks)
{
    return blocks->last && blocks->last->end != ED_OK;
}

const struct ed_block *ed_blocks_next(struct ed_blocks *blocks)
{
    struct ed_ring *ring = blocks->ring;
    size_t slot = 0;

    if (!ring) {
        fill(blocks, &blocks->slots[0]);
        mark(blocks->marker, &blocks->slots[0]);
        return &blocks->slots[0];
    }
    if (blocks->given) {
        ed_ring_emptied(ring);
        blocks->given = NULL;
    }
    while (!ended(blocks) && !ed_ring_full(ring) && (ed_ring_empty(ring) || ed_reader_ready(blocks->reader))) {
        slot = ed_ring_next(ring);
        fill(blocks, &blocks->slots[slot]);
        if (blocks->ahead.begin) {
            blocks->ahead.begin(blocks->ahead.ctx, slot);
        }
        ed_ring_submit(ring);
    }
    ed_ring_oldest(ring, /* wait */ true, &slot);
    return blocks->given = &blocks->slots[slot];
}

/*
 * mark.c: the marks of a text, chunk by chunk: each is read from memory once, by the token walk, and is in the
 * first-level cache when its tokens are hashed and its words of error are looked for. What a chunk yields is gathered
 * in arrays of its own and then added to the marks.
 */
#include "match/mark.h"

#include "match/index_note.h"

/* Room for so many more, and at least for twice as many as there are. */
#define reserve_more(vec, more)                                                                                        \
    do {                                                                                                               \
        if ((vec)->cap - (vec)->n < (more)) {                                                                          \
            ed_vec_reserve((vec), 2 * (vec)->n + (more));                                                              \
        }                                                                                                              \
    } while (0)

#define append(vec, items, count)                                                                                      \
    do {                                                                                                               \
        if (count) {                                                                                                   \
            reserve_more((vec), (count));                                                                              \
            memcpy((vec)->v + (vec)->n, (items), (count) * sizeof(*(items)));                                          \
            (vec)->n += (count);                                                                                       \
        }                                                                                                              \
    } while (0)

/* Those of a chunk are written in place: every byte of it may be one. */
static void mark_alarms(const struct ed_alarm *alarm, struct ed_str text, size_t from, struct ed_marks *marks)
{
    size_t to = ED_MIN(text.n, from + ED_TOKEN_CHUNK);

    if (from < to) {
        reserve_more(&marks->alarms, to - from);
        marks->alarms.n += ed_alarm_places(alarm, text, from, to, marks->alarms.v + marks->alarms.n);
    }
}

void ed_mark_text(const struct ed_marking *marking, struct ed_str text, struct ed_marks *marks)
{
    struct ed_token_scan scan;
    struct ed_index_notes notes;

    ed_index_notes_init(&notes);
    ed_token_scan_init(&scan, text, marking->index->walk);
    for (size_t at = 0; ed_token_scan_fill(&scan); at += ED_TOKEN_CHUNK) {
        ed_index_note(marking->index, &scan, &notes);
        append(&marks->keys, notes.keys, notes.nkeys);
        append(&marks->ends, scan.lines, scan.nlines);
        if (marking->alarm) {
            mark_alarms(marking->alarm, text, at, marks);
        }
    }
    marks->dirty |= scan.dirty;
}

void ed_index_mark(const struct ed_index *index, struct ed_str text, struct ed_marks *marks)
{
    ed_mark_text(&(struct ed_marking){.index = index}, text, marks);
}

static void mark(const void *ctx, struct ed_str text, struct ed_marks *marks)
{
    ed_mark_text(ctx, text, marks);
}

static bool joins(const void *ctx, struct ed_str left, struct ed_str right, size_t *ret_at)
{
    const struct ed_marking *marking = ctx;

    return ed_index_joins(marking->index, left, right, ret_at);
}

struct ed_marker ed_marking_marker(const struct ed_marking *marking)
{
    return (struct ed_marker){mark, joins, marking};
}

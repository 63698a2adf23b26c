/*
 * mark.c: the marks of a text: keys of the index, line ends, escape sequences and words of error.
 */
#include "match/mark.h"

void ed_mark_text(const struct ed_marking *marking, struct ed_str text, struct ed_marks *marks)
{
    ed_index_mark(marking->index, text, marks);
    for (size_t at = 0; (at = ed_alarm_find(marking->alarm, text, at)) != SIZE_MAX; at++) {
        *ed_vec_add(&marks->alarms) = (uint32_t)at;
    }
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

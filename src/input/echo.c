/*
 * echo.c: a block that is shown is told by the line before it and its own first one, and ends with the next line of
 * the layer that knows it, or when it is longer than anything that is shown. A summary is told by a line of the same
 * text before it: where there is none it is an event of its own.
 *
 * Lines are remembered by their hash, each in one place: a later one may drive it out, which makes a summary count, and
 * never hides one.
 */
#include "input/echo.h"

#include "base/limits.h"

void ed_echo_init(struct ed_echo *echo)
{
    *echo = (struct ed_echo){.layer = NULL};
    ed_buf_init(&echo->head, /* max */ 0);
}

void ed_echo_done(struct ed_echo *echo)
{
    ed_buf_done(&echo->head);
}

/* Whether the line is of a block that is shown. */
static bool is_shown(struct ed_echo *echo, const struct ed_echo_line *line)
{
    if (line->heading || line->ends) {
        echo->layer = line->heading;
        echo->shown = false;
        echo->lines = 0;
        ed_buf_reset(&echo->head);
        if (line->heading) {
            ed_buf_str(&echo->head, ed_str_slice(line->text, 0, ED_LIMIT_SHOWN_HEAD));
        }
        return false;
    }
    if (echo->layer && !echo->shown && ed_str_trim(line->text).n) {
        echo->shown = echo->layer->shows(ed_buf_view(&echo->head), line->text);
        echo->layer = echo->shown ? echo->layer : NULL;
    }
    if (echo->shown && echo->lines++ == ED_LIMIT_SHOWN_LINES) {
        echo->shown = false;
        echo->layer = NULL;
    }
    return echo->shown;
}

static uint64_t *place_of(struct ed_echo *echo, struct ed_str text, uint64_t *ret_hash)
{
    *ret_hash = ed_str_hash(ed_str_trim(text), /* seed */ 0);
    return &echo->said[*ret_hash % ED_ECHO_SAID];
}

bool ed_echo_take(struct ed_echo *echo, const struct ed_echo_line *line)
{
    uint64_t hash;

    if ((echo->layer || line->heading) && is_shown(echo, line)) {
        return true;
    }
    if (line->repeats && line->text.n) {
        const uint64_t *place = place_of(echo, line->text, &hash);

        return *place == hash;
    }
    return false;
}

void ed_echo_remember(struct ed_echo *echo, struct ed_str text)
{
    uint64_t hash, *place = place_of(echo, text, &hash);

    *place = hash;
}

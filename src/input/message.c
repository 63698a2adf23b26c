/*
 * message.c: where a byte of a message stands.
 */
#include "input/message.h"

const struct ed_meta ed_meta_none = {0};
const struct ed_told ed_told_none = {.level = ED_LEVEL_UNKNOWN};

size_t ed_message_line(const struct ed_message *message, size_t at)
{
    size_t low = 0, high = message->nlines;

    while (high - low > 1) {
        size_t mid = low + (high - low) / 2;

        if (message->lines[mid].start <= at) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return low;
}

size_t ed_message_own_lines(const struct ed_message *message)
{
    size_t n = message->nlines;

    while (n > 1 && message->more && message->lines[n - 1].start >= message->next) {
        n--;
    }
    return n;
}

struct ed_str ed_message_line_text(const struct ed_message *message, size_t index)
{
    struct ed_str line = ed_str_slice(message->text, message->lines[index].start, ed_message_line_end(message, index));

    if (ed_str_ends(line, ED_STR("\n"))) {
        line.n--;
    }
    return line;
}

/*
 * env_timestamp.c: a time in front of the message, as loggers and CI runners write it.
 *
 *     2025-05-05T12:00:00.1234567Z cannot map weights file
 *     2025-05-05 12:00:00,123 - loader - ERROR - cannot map weights file
 *     [2025-05-05 12:00:00 +0000] [7] [ERROR] cannot map weights file
 *     [12:00:00] cannot map weights file
 *
 * Only the time and one blank are taken off. Level words stay in the text, because a message may begin with one
 * ("ERROR: ..."); they are read for the metadata.
 */
#include "input/envelope.h"
#include "input/stamp.h"

/* What may stand behind the time inside the bracket: "[2025-05-05 12:00:00,123: ERROR/MainProcess]". */
#define BRACKET_MAX 80

/* The end of the bracket, one behind ']', or 0. */
static size_t close_bracket(struct ed_str line, size_t at)
{
    size_t end;

    if (at < line.n && line.p[at] == ']') {
        return at + 1;
    }
    if (at == line.n || !memchr(":;|", line.p[at], 3)) {
        return 0;
    }
    end = ed_str_find_byte(ed_str_slice(line, 0, at + BRACKET_MAX), ']', at);
    return end == SIZE_MAX ? 0 : end + 1;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    bool bracket = line.p[0] == '[';
    unsigned kinds = bracket ? ED_STAMP_DATE_TIME | ED_STAMP_DAY_TIME | ED_STAMP_TIME : ED_STAMP_DATE_TIME;
    struct ed_stamp stamp;
    size_t at;

    if (!ed_stamp_read(ed_str_slice(line, bracket, line.n), kinds, &stamp)) {
        return false;
    }
    at = bracket + stamp.n;
    if (bracket) {
        at = close_bracket(line, at);
        if (at == 0) {
            return false;
        }
    }
    if (at < line.n && line.p[at] != ' ' && line.p[at] != '\t') {
        return false;
    }
    ret->told.level = ed_level_find(ed_str_slice(line, bracket + stamp.n, line.n));
    ret->told.time_text = ed_str_slice(line, bracket, bracket + stamp.n);
    ret->told.time = stamp.known ? ED_TIME_DATED : ED_TIME_PARTIAL;
    ret->body = ed_str_slice(line, at + 1, line.n);
    return true;
}

const struct ed_layer ed_env_timestamp = {
    .name = "timestamp",
    .about = "a time, in brackets or not: loggers, docker logs -t, kubectl logs --timestamps",
    .sample = "2025-05-05 12:00:00,123 ERROR cannot map weights file",
    .heads = ED_LAYER_HEADS(ED_STAMP_HEADS, ED_STAMP_HEADS_IN_BRACKET),
    .carries = true,
    .peel = peel,
};

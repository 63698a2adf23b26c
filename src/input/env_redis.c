/*
 * env_redis.c: the log of Redis and Valkey: PID:ROLE DAY MONTH YEAR TIME LEVEL TEXT
 *
 *     1:M 05 May 2025 12:00:00.123 # cannot map weights file
 *
 * The role is X (sentinel), C (a child that writes), S (a replica) or M; the level one of ". - * #", of which '*' tells
 * what goes as it should and '#' everything else, errors too. A crash report follows in lines without a header.
 */
#include "input/envelope.h"
#include "input/stamp.h"

#define PID_MAX 7

/* "05 May 2025 12:00:00.123": bytes taken, or 0. */
static size_t date_length(struct ed_str s)
{
    size_t clock;

    if (s.n < 20 || ed_str_digits(s, 0) != 2 || s.p[2] != ' ' || !ed_is_alpha(s.p[3]) || !ed_is_alpha(s.p[4]) ||
        !ed_is_alpha(s.p[5]) || s.p[6] != ' ' || ed_str_digits(s, 7) != 4 || s.p[11] != ' ') {
        return 0;
    }
    clock = ed_stamp_clock(ed_str_slice(s, 12, s.n));
    return clock ? 12 + clock : 0;
}

static enum ed_level level_of(char sign)
{
    return sign == '.' || sign == '-' ? ED_LEVEL_DEBUG
           : sign == '*'              ? ED_LEVEL_INFO
           : sign == '#'              ? ED_LEVEL_WARNING
                                      : ED_LEVEL_UNKNOWN;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    size_t pid = ed_str_digits(line, 0), from = pid + 3, at;
    enum ed_level level;

    if (pid == 0 || pid > PID_MAX || line.n < from || line.p[pid] != ':' || !strchr("XCSM", line.p[pid + 1]) ||
        line.p[pid + 2] != ' ') {
        return false;
    }
    at = date_length(ed_str_slice(line, from, line.n));
    if (at == 0 || line.n < from + at + 3 || line.p[from + at] != ' ' || line.p[from + at + 2] != ' ') {
        return false;
    }
    level = level_of(line.p[from + at + 1]);
    if (level == ED_LEVEL_UNKNOWN) {
        return false;
    }
    meta->pid = ed_str_slice(line, 0, pid);
    ret->told.time_text = ed_str_slice(line, from, from + at);
    ret->told.level = level;
    ret->body = ed_str_slice(line, from + at + 3, line.n);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_redis = {
    .name = "redis",
    .about = "the log of Redis and Valkey",
    .sample = "1:M 05 May 2025 12:00:00.123 # cannot map weights file",
    .heads = ED_LAYER_HEADS("0:a 00 aaa 0000 ", "00:a 00 aaa 0000", "000:a 00 aaa 000", "0000:a 00 aaa 00",
                            "00000:a 00 aaa 0", "000000:a 00 aaa ", "0000000:a 00 aaa"),
    .carries = true,
    .peel = peel,
};

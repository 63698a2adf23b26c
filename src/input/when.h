/*
 * when.h: moments as people mean them. Log lines leave out the year or the zone; what is typed on a command line is
 * relative to now. Both are read as whoever sits at this machine would: in its time zone, and not in the future.
 */
#ifndef ED_INPUT_WHEN_H
#define ED_INPUT_WHEN_H

#include "input/message.h"

/* Lines outside of it are not looked at. Both ends are inside; INT64_MIN and INT64_MAX leave one open. */
struct ed_when_range {
    int64_t since, until; /* microseconds since 1970 */
    int64_t now;          /* when the reading began */
};

/* The moment that a line was told to be of, in microseconds since 1970. Without a year the last one that does not put
   it more than a day behind `now`; without a zone, or with a zone's name, the machine's. ED_TIME_UNKNOWN without a
   date. */
int64_t ed_when_line(const struct ed_told *told, int64_t now);

/* A moment as systemd.time(7) lets people write it: "2025-05-05 12:00:00", "2025-05-05", "12:00",
   "2025-05-05T12:00:00Z",
   "@1746439200", "now", "today", "yesterday", "-1h30min", "2 hours ago". false: it is none of these. */
bool ed_when_parse(struct ed_str text, int64_t now, int64_t *ret);

#endif

/*
 * env_cisco.c: the messages of Cisco's devices: [SEQUENCE: ][*.]TIME: %FACILITY-SEVERITY-MNEMONIC: TEXT
 *
 *     *May  5 12:00:00.123: %LINK-3-UPDOWN: cannot map weights file
 *     000123: May  5 12:00:00.123 UTC: %LINK-3-UPDOWN: cannot map weights file
 *
 * '*' and '.' tell that the device's clock is not set, or has lost its source. What stands from '%' on is the message:
 * that is how documents write it. In front may be a time since the device started, "00:00:46".
 */
#include "input/stamp.h"
#include "input/syslog.h"

#define ZONE_MAX 6 /* with the blank before it */

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta ED_UNUSED, struct ed_peel *ret)
{
    enum ed_level level = ED_LEVEL_UNKNOWN;
    size_t at = 0, from, time;

    if (line.n > 8 && ed_stamp_like(line.p, "000000: ")) {
        at = 8;
    }
    at += at < line.n && (line.p[at] == '*' || line.p[at] == '.');
    from = at;
    time = ed_syslog_date(ed_str_slice(line, at, line.n));
    time = time ? time : ed_stamp_clock(ed_str_slice(line, at, line.n));
    if (time == 0) {
        return false;
    }
    at += time;
    if (at < line.n && line.p[at] == ' ') {
        size_t zone = at + 1;

        while (zone < line.n && zone < at + ZONE_MAX && line.p[zone] >= 'A' && line.p[zone] <= 'Z') {
            zone++;
        }
        at = zone;
    }
    if (!ed_str_starts(ed_str_slice(line, at, line.n), ED_STR(": ")) ||
        !ed_syslog_is_cisco(ed_str_slice(line, at + 2, line.n), &level)) {
        return false;
    }
    ret->told.time_text = ed_str_slice(line, from, at);
    ret->told.level = level;
    ret->body = ed_str_slice(line, at + 2, line.n);
    ret->sure = true;
    return true;
}

const struct ed_layer ed_env_cisco = {
    .name = "cisco",
    .about = "the messages of Cisco's devices",
    .sample = "*May  5 12:00:00.123: %LINK-3-UPDOWN: cannot map weights file",
    .heads = ED_LAYER_HEADS("*aaa ", ".aaa ", "000000: ", "00:00:00: %a", "aaa  0 00:00:00", "aaa 00 00:00:00",
                            "aaa  0 0000 00:0", "aaa 00 0000 00:0"),
    .peel = peel,
};

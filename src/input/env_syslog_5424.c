/*
 * env_syslog_5424.c: syslog's newer header, from the wire and from rsyslog's SyslogProtocol23Format:
 * <PRI>VERSION TIME HOST APP PROCID MSGID STRUCTURED-DATA [MSG]
 *
 *     <11>1 2025-05-05T12:00:00.123456Z pine07 trainer 4711 W12 [meta@1 rank="3"] cannot map weights file
 *     <11>1 - - trainer - - - cannot map weights file
 *
 * Sharp edges: any field may be '-'; PROCID need not be a number; a value in the structured data may hold ']' in its
 * quotes, and a quote behind '\'. Some senders leave the structured data out, or all behind HOST before an event of CEF
 * or LEEF: what is no structured data begins the message. A byte order mark in front of the message is not its text.
 */
#include "input/stamp.h"
#include "input/syslog.h"

/* One element, "[meta@1 rank=\"3\"]": bytes taken, or 0. */
static size_t element(struct ed_str s)
{
    bool custom = false; /* an id with '@', which may come without values; "[ERROR]" is text */
    size_t i = 1, id;

    while (i < s.n && !ed_is_among(" =]\"[", s.p[i])) {
        custom |= s.p[i++] == '@';
    }
    id = i;
    if (id == 1) {
        return 0;
    }
    while (i < s.n && s.p[i] == ' ') {
        size_t name = ++i;

        while (i < s.n && !ed_is_among(" =]\"", s.p[i])) {
            i++;
        }
        if (i == name || !ed_str_starts(ed_str_slice(s, i, s.n), ED_STR("=\""))) {
            return 0;
        }
        for (i += 2; i < s.n && s.p[i] != '"'; i++) {
            i += s.p[i] == '\\';
        }
        i++;
    }
    return i < s.n && s.p[i] == ']' && (custom || i > id) ? i + 1 : 0;
}

/* Bytes of the structured data with the blank behind it; 0: it was left out. */
static size_t structured(struct ed_str s)
{
    size_t n = s.n && s.p[0] == '-';

    while (!(s.n && s.p[0] == '-') && n < s.n && s.p[n] == '[') {
        size_t one = element(ed_str_slice(s, n, s.n));

        if (one == 0) {
            return 0;
        }
        n += one;
    }
    return n == s.n || s.p[n] == ' ' ? ED_MIN(n + 1, s.n) : 0;
}

/* The next field and its blank off *rest; '-' is ED_STR_NONE. */
static bool field(struct ed_str *rest, struct ed_str *ret)
{
    size_t n = ed_str_find_byte(ed_str_slice(*rest, 0, 256), ' ', 0);

    if (n == SIZE_MAX || n == 0) {
        return false;
    }
    *ret = ed_str_slice(*rest, 0, n);
    *ret = ed_str_is(*ret, "-") ? ED_STR_NONE : *ret;
    *rest = ed_str_slice(*rest, n + 1, rest->n);
    return true;
}

/* TIME, which tells this header from the older one's. */
static bool is_time(struct ed_str time, enum ed_time_form *ret_form)
{
    struct ed_stamp stamp;

    *ret_form = ED_TIME_PARTIAL;
    if (!time.p) {
        return true;
    }
    if (time.n < 20 || time.p[10] != 'T' || !ed_stamp_read(time, ED_STAMP_DATE_TIME, &stamp) || stamp.n != time.n) {
        return false;
    }
    *ret_form = stamp.known ? ED_TIME_DATED : ED_TIME_PARTIAL;
    return true;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_told told = ed_told_none;
    size_t n = ed_syslog_priority(line, &told.level);
    struct ed_str rest = ed_str_slice(line, n + 2, line.n), host, app = ED_STR_NONE, pid = ED_STR_NONE, id;

    if (n == 0 || n + 2 >= line.n || line.p[n] < '1' || line.p[n] > '9' || line.p[n + 1] != ' ' ||
        !field(&rest, &told.time_text) || !is_time(told.time_text, &told.time) || !field(&rest, &host)) {
        return false;
    }
    if (!ed_syslog_is_event(rest)) {
        if (!field(&rest, &app) || !field(&rest, &pid) || !field(&rest, &id)) {
            return false;
        }
        n = structured(rest);
        rest = ed_str_slice(rest, n, rest.n);
    }
    meta->host = host.p ? host : meta->host;
    meta->ident = app.p ? app : meta->ident;
    meta->pid = pid.p ? pid : meta->pid;
    ret->told = told;
    ret->sure = told.time_text.p != NULL;
    ret->witness = host;
    ret->body = rest;
    ret->silent = rest.n == 0;
    ed_syslog_unescape(arena, ret);
    return true;
}

const struct ed_layer ed_env_syslog_5424 = {
    .name = "syslog-5424",
    .about = "syslog's newer header (RFC 5424)",
    .sample = "<11>1 2025-05-05T12:00:00.123456Z pine07 trainer 4711 W12 [meta@1 rank=\"3\"] cannot map weights file",
    .heads = ED_LAYER_HEADS("<0"),
    .peel = peel,
};

/*
 * env_audit.c: records of the kernel's audit, from its daemon's file, ausearch -i, and as the kernel logs them.
 *
 *     type=AVC msg=audit(1746439200.123:42): avc:  denied  { map } for  pid=4711 comm="trainer"
 *     node=pine07 type=AVC msg=audit(05/05/2025 12:00:00.123:42) : avc:  denied  { map } for  pid=4711 comm=trainer
 *     audit: type=1400 audit(1746439200.123:42): avc:  denied  { map } for  pid=4711 comm="trainer"
 *
 * The number behind the time is the event's, which has several records. The record's words follow the bracket; what
 * they say of processes stays text.
 */
#include "input/envelope.h"

#define STAMP_MAX 64

/* "1746439200.123" */
static bool is_seconds(struct ed_str s)
{
    uint64_t value = 0;
    struct ed_str whole = ed_str_cut(&s, '.');

    return ed_str_u64(whole, &value) && ed_str_u64(s, &value);
}

/* Take `word` and the name behind it up to the blank off *rest. */
static bool named(struct ed_str *rest, struct ed_str word, struct ed_str *ret_name)
{
    size_t blank = ed_str_find_byte(ed_str_slice(*rest, 0, word.n + 256), ' ', 0);

    if (!ed_str_starts(*rest, word) || blank == SIZE_MAX || blank == word.n) {
        return false;
    }
    *ret_name = ed_str_slice(*rest, word.n, blank);
    *rest = ed_str_slice(*rest, blank + 1, rest->n);
    return true;
}

static void skip(struct ed_str *rest, struct ed_str word)
{
    *rest = ed_str_starts(*rest, word) ? ed_str_slice(*rest, word.n, rest->n) : *rest;
}

static bool peel(const struct ed_layer *layer ED_UNUSED, struct ed_str line, struct ed_arena *arena ED_UNUSED,
                 struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str rest = line, node = ED_STR_NONE, type, stamp, serial;
    const char *colon;
    uint64_t number = 0;
    size_t end;

    skip(&rest, ED_STR("audit: "));
    named(&rest, ED_STR("node="), &node);
    if (!named(&rest, ED_STR("type="), &type)) {
        return false;
    }
    skip(&rest, ED_STR("msg="));
    end = ed_str_find_byte(ed_str_slice(rest, 0, STAMP_MAX), ')', 0);
    if (!ed_str_starts(rest, ED_STR("audit(")) || end == SIZE_MAX) {
        return false;
    }
    stamp = ed_str_slice(rest, 6, end);
    colon = memrchr(stamp.p, ':', stamp.n);
    serial = colon ? ed_str_slice(stamp, (size_t)(colon - stamp.p) + 1, stamp.n) : ED_STR_NONE;
    rest = ed_str_slice(rest, end + 1, rest.n);
    skip(&rest, ED_STR(" "));
    if (!ed_str_u64(serial, &number) || !ed_str_starts(rest, ED_STR(":"))) {
        return false;
    }
    rest = ed_str_slice(rest, 1, rest.n);
    skip(&rest, ED_STR(" "));
    meta->host = node.p ? node : meta->host;
    meta->ident = meta->ident.p ? meta->ident : ED_STR("audit");
    ret->told.time_text = ed_str_slice(stamp, 0, stamp.n - serial.n - 1);
    ret->told.time = is_seconds(ret->told.time_text) ? ED_TIME_SECONDS : ED_TIME_PARTIAL;
    ret->sure = true;
    ret->silent = rest.n == 0;
    ret->body = rest;
    return true;
}

const struct ed_layer ed_env_audit = {
    .name = "audit",
    .about = "records of the kernel's audit",
    .sample = "type=AVC msg=audit(1746439200.123:42): cannot map weights file",
    .heads = ED_LAYER_HEADS("aaaa=", "aaaaa: aaaa=0"),
    .peel = peel,
};

/*
 * journal.c: names of fields, and what a line of the report takes from them.
 *
 * A stream is one that journald read from (_STREAM_ID): stdout and stderr of a service are two, and a line that was too
 * long for one entry goes on in the next of the same. Docker's driver has no such field, but tells stderr by its
 * priority.
 */
#include "input/journal.h"

#define NAME(field) [ED_JOURNAL_##field] = ED_STR_INIT(#field)
#define BIT(field)  (UINT32_C(1) << ED_JOURNAL_##field)

static const struct ed_str names[ED_JOURNAL_FIELDS] = {
    NAME(MESSAGE),
    NAME(PRIORITY),
    NAME(_HOSTNAME),
    NAME(SYSLOG_IDENTIFIER),
    NAME(_COMM),
    NAME(_PID),
    NAME(SYSLOG_PID),
    NAME(COREDUMP_UNIT),
    NAME(OBJECT_SYSTEMD_UNIT),
    NAME(_SYSTEMD_UNIT),
    NAME(_SYSTEMD_USER_UNIT),
    NAME(UNIT),
    NAME(USER_UNIT),
    NAME(CONTAINER_NAME),
    NAME(CONTAINER_ID),
    NAME(CODE_FILE),
    NAME(CODE_LINE),
    NAME(_SOURCE_REALTIME_TIMESTAMP),
    NAME(__REALTIME_TIMESTAMP),
    NAME(__CURSOR),
    NAME(_BOOT_ID),
    NAME(_TRANSPORT),
    NAME(_STREAM_ID),
    NAME(_LINE_BREAK),
    NAME(CONTAINER_PARTIAL_MESSAGE),
    NAME(CONTAINER_PARTIAL_LAST),
};

/* Which fields have a name of so many bytes: most of an entry's thirty have none that is looked at. */
static const uint32_t of_length[] = {
    [4] = BIT(_PID) | BIT(UNIT),
    [5] = BIT(_COMM),
    [7] = BIT(MESSAGE),
    [8] = BIT(PRIORITY) | BIT(__CURSOR) | BIT(_BOOT_ID),
    [9] = BIT(_HOSTNAME) | BIT(USER_UNIT) | BIT(CODE_FILE) | BIT(CODE_LINE),
    [10] = BIT(SYSLOG_PID) | BIT(_TRANSPORT) | BIT(_STREAM_ID),
    [11] = BIT(_LINE_BREAK),
    [12] = BIT(CONTAINER_ID),
    [13] = BIT(COREDUMP_UNIT) | BIT(_SYSTEMD_UNIT),
    [14] = BIT(CONTAINER_NAME),
    [17] = BIT(SYSLOG_IDENTIFIER),
    [18] = BIT(_SYSTEMD_USER_UNIT),
    [19] = BIT(OBJECT_SYSTEMD_UNIT),
    [20] = BIT(__REALTIME_TIMESTAMP),
    [22] = BIT(CONTAINER_PARTIAL_LAST),
    [25] = BIT(CONTAINER_PARTIAL_MESSAGE),
    [26] = BIT(_SOURCE_REALTIME_TIMESTAMP),
};

enum ed_journal_field ed_journal_field(struct ed_str name)
{
    uint32_t may = name.n < ED_ARRAY_LEN(of_length) ? of_length[name.n] : 0;

    for (; may; may &= may - 1) {
        unsigned i = (unsigned)__builtin_ctz(may);

        if (memcmp(name.p, names[i].p, name.n) == 0) {
            return (enum ed_journal_field)i;
        }
    }
    return ED_JOURNAL_FIELDS;
}

bool ed_journal_is_name(struct ed_str name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (!ed_is_word(name.p[i]) || (name.p[i] >= 'a' && name.p[i] <= 'z')) {
            return false;
        }
    }
    return name.n > 0;
}

bool ed_journal_is_entry(const struct ed_journal *entry)
{
    const uint32_t own = BIT(__REALTIME_TIMESTAMP) | BIT(__CURSOR);
    const uint32_t beside = BIT(_PID) | BIT(_HOSTNAME) | BIT(_SYSTEMD_UNIT) | BIT(_COMM) | BIT(_BOOT_ID) |
                            BIT(SYSLOG_IDENTIFIER) | BIT(_TRANSPORT) | BIT(PRIORITY) | BIT(SYSLOG_PID);

    return entry->have & own || (entry->have & BIT(MESSAGE) && entry->have & beside);
}

static struct ed_str get(const struct ed_journal *entry, enum ed_journal_field field)
{
    return ed_journal_has(entry, field) && entry->v[field].n ? entry->v[field] : ED_STR_NONE;
}

/* The first of four that is there. */
static struct ed_str first(struct ed_str a, struct ed_str b, struct ed_str c, struct ed_str d)
{
    return a.p ? a : b.p ? b : c.p ? c : d;
}

#define GET(field) get(entry, ED_JOURNAL_##field)

static void tell_names(const struct ed_journal *entry, struct ed_meta *meta)
{
    struct ed_str ident = GET(SYSLOG_IDENTIFIER), pid = GET(_PID), unit;
    uint64_t number = 0;

    pid = pid.p ? pid : GET(SYSLOG_PID);
    unit = first(GET(COREDUMP_UNIT), GET(OBJECT_SYSTEMD_UNIT), GET(_SYSTEMD_UNIT), GET(_SYSTEMD_USER_UNIT));
    if (ed_str_is(pid, "1")) { /* the manager speaks of a unit, and is in none worth naming */
        unit = first(GET(UNIT), GET(USER_UNIT), unit, ED_STR_NONE);
    }
    meta->host = first(GET(_HOSTNAME), meta->host, ED_STR_NONE, ED_STR_NONE);
    meta->ident = first(ident, GET(_COMM), meta->ident, ED_STR_NONE);
    meta->pid = pid.p ? pid : meta->pid;
    meta->unit = unit.p ? unit : meta->unit;
    meta->container = first(GET(CONTAINER_NAME), GET(CONTAINER_ID), meta->container, ED_STR_NONE);
    meta->file = first(GET(CODE_FILE), meta->file, ED_STR_NONE, ED_STR_NONE);
    if (ed_str_u64(GET(CODE_LINE), &number)) {
        meta->file_line = number;
    }
}

void ed_journal_tell(const struct ed_journal *entry, struct ed_meta *meta, struct ed_peel *ret)
{
    struct ed_str time = GET(_SOURCE_REALTIME_TIMESTAMP), level = GET(PRIORITY);
    uint64_t micros = 0;

    time = time.p ? time : GET(__REALTIME_TIMESTAMP);
    if (ed_str_u64(time, &micros)) {
        ret->told.time_text = time;
        ret->told.time = ED_TIME_MICROS;
    }
    if (level.n == 1 && level.p[0] >= '0' && level.p[0] <= '7') {
        ret->told.level = (enum ed_level)(level.p[0] - '0');
    }
    if (GET(_STREAM_ID).p && ret->told.level == ED_LEVEL_INFO) {
        ret->told.level = ED_LEVEL_UNKNOWN; /* what the journal gives to all that a service merely prints */
    }
    tell_names(entry, meta);
    if (GET(_STREAM_ID).p) {
        meta->stream = GET(_STREAM_ID);
    } else if (ed_journal_has(entry, ED_JOURNAL_CONTAINER_ID) && ret->told.level == ED_LEVEL_ERR) {
        meta->stream = ED_STR("stderr");
    } else if (ed_journal_has(entry, ED_JOURNAL_CONTAINER_ID) && ret->told.level == ED_LEVEL_INFO) {
        meta->stream = ED_STR("stdout");
    }
    ret->partial = (ed_str_is(GET(CONTAINER_PARTIAL_MESSAGE), "true") &&
                    !ed_str_is(GET(CONTAINER_PARTIAL_LAST), "true")) ||
                   ed_str_is(GET(_LINE_BREAK), "line-max");
}

bool ed_journal_is_blob(struct ed_str body)
{
    return body.n > 11 && body.n < 32 && body.p[0] == '[' && ed_is_digit(body.p[1]) &&
           ed_str_ends(body, ED_STR(" blob data]"));
}

bool ed_journal_is_cursor(struct ed_str line, size_t at)
{
    size_t i = at + 2;

    if (!ed_str_starts(ed_str_slice(line, at, line.n), ED_STR("s="))) {
        return false;
    }
    while (i < line.n && (ed_is_digit(line.p[i]) || (line.p[i] >= 'a' && line.p[i] <= 'f'))) {
        i++;
    }
    return i == at + 34 && ed_str_starts(ed_str_slice(line, i, line.n), ED_STR(";i="));
}

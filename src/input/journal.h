/*
 * journal.h: what a journal entry's fields tell, whatever form it was printed in. Private to input/.
 */
#ifndef ED_INPUT_JOURNAL_H
#define ED_INPUT_JOURNAL_H

#include "input/envelope.h"

/* The fields that are looked at, as they are called. */
enum ed_journal_field {
    ED_JOURNAL_MESSAGE,
    ED_JOURNAL_PRIORITY,
    ED_JOURNAL__HOSTNAME,
    ED_JOURNAL_SYSLOG_IDENTIFIER,
    ED_JOURNAL__COMM,
    ED_JOURNAL__PID,
    ED_JOURNAL_SYSLOG_PID,
    ED_JOURNAL_COREDUMP_UNIT,
    ED_JOURNAL_OBJECT_SYSTEMD_UNIT,
    ED_JOURNAL__SYSTEMD_UNIT,
    ED_JOURNAL__SYSTEMD_USER_UNIT,
    ED_JOURNAL_UNIT,
    ED_JOURNAL_USER_UNIT,
    ED_JOURNAL_CONTAINER_NAME,
    ED_JOURNAL_CONTAINER_ID,
    ED_JOURNAL_CODE_FILE,
    ED_JOURNAL_CODE_LINE,
    ED_JOURNAL__SOURCE_REALTIME_TIMESTAMP,
    ED_JOURNAL___REALTIME_TIMESTAMP,
    ED_JOURNAL___CURSOR,
    ED_JOURNAL__BOOT_ID,
    ED_JOURNAL__TRANSPORT,
    ED_JOURNAL__STREAM_ID,
    ED_JOURNAL__LINE_BREAK,
    ED_JOURNAL_CONTAINER_PARTIAL_MESSAGE,
    ED_JOURNAL_CONTAINER_PARTIAL_LAST,
    ED_JOURNAL_FIELDS
};

struct ed_journal {
    uint32_t have; /* bit 1 << field for each that is in v */
    struct ed_str v[ED_JOURNAL_FIELDS];
};

/* The field of this name, or ED_JOURNAL_FIELDS. */
enum ed_journal_field ed_journal_field(struct ed_str name);
/* Whether all of the text is of what names of fields are written in; an empty one is not. */
bool ed_journal_is_name(struct ed_str name);

static inline bool ed_journal_has(const struct ed_journal *entry, enum ed_journal_field field)
{
    return entry->have >> field & 1;
}

/* The first value of a field is the one that counts. */
static inline void ed_journal_add(struct ed_journal *entry, enum ed_journal_field field, struct ed_str value)
{
    if (field < ED_JOURNAL_FIELDS && !ed_journal_has(entry, field)) {
        entry->have |= UINT32_C(1) << field;
        entry->v[field] = value;
    }
}

/* The entry is of a journal: it has what every entry has, or, when a selection was printed, a message and one of the
   fields that are known. */
bool ed_journal_is_entry(const struct ed_journal *entry);
/* All that an entry tells but for its message. */
void ed_journal_tell(const struct ed_journal *entry, struct ed_meta *meta, struct ed_peel *ret);
/* "[123B blob data]": what journalctl prints for a message that is no text. */
bool ed_journal_is_blob(struct ed_str body);
/* Whether the line begins an entry: it holds a cursor, "s=" and 32 hexadecimal digits, from `at` on. */
bool ed_journal_is_cursor(struct ed_str line, size_t at);

#endif

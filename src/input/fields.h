/*
 * fields.h: the members of one structured log record (JSON, logfmt, a row of CSV), sorted by what their keys mean, and
 * the text and the told values that come of them.
 */
#ifndef ED_INPUT_FIELDS_H
#define ED_INPUT_FIELDS_H

#include "input/envelope.h"
#include "input/keys.h"
#include "json/flat.h"

/* Texts of one record: message, error, stack and what else reads like words. A record with more is no log line, and
   stays as it is. */
#define ED_FIELDS_TEXTS 48

/* What makes a record a log's, as bits. */
enum ed_fields_known {
    ED_FIELDS_SAYS = 1,  /* a message or an error */
    ED_FIELDS_LEVEL = 2, /* a level that is one */
    ED_FIELDS_TIME = 4,  /* a time that is one */
    ED_FIELDS_STACK = 8
};

struct ed_fields_text {
    struct ed_str text;
    uint16_t key;
    uint8_t role;
    uint8_t depth;
    bool escaped;
    uint16_t order; /* depth, and rank of the key: less is better */
};

struct ed_fields {
    struct ed_arena *arena;
    uint64_t marks; /* of the keys that were met */
    unsigned known; /* enum ed_fields_known */
    uint8_t depth;  /* of the object that is being read; the reader counts it */
    bool crowded;   /* there were more texts than are kept */
    uint32_t have;  /* roles of `told`, as bits */
    struct {
        struct ed_json_member value;
        uint16_t order;
    } told[ED_KEY_ROLES];
    struct ed_fields_text texts[ED_FIELDS_TEXTS];
    unsigned ntexts;
};

void ed_fields_begin(struct ed_fields *fields, struct ed_arena *arena);
/* One more member: its key (keys.h), and a string, as JSON escapes it, or a number. Views must live as long as fields.
   Others are ignored, but for what the key marks. */
void ed_fields_add(struct ed_fields *fields, unsigned key, const struct ed_json_member *member);
/* A text for what it is, whatever it holds. */
void ed_fields_say(struct ed_fields *fields, unsigned key, enum ed_key_role role, struct ed_str text, bool escaped);
/* Whether there is a text at all to go without the rest. */
bool ed_fields_speak(const struct ed_fields *fields);
/* At least two of the known ones: this is a log's record. */
static inline bool ed_fields_sure(const struct ed_fields *fields)
{
    return (fields->known & (fields->known - 1)) != 0;
}

/* Body, told values and metadata. The body is message, error, stack and other texts, each on lines of its own, none
   that another one holds. */
void ed_fields_finish(struct ed_fields *fields, struct ed_meta *meta, struct ed_peel *ret);

/* A level as structured logs write it: a word, or a number of syslog, pino or (by role) Python and OpenTelemetry. */
enum ed_level ed_fields_level(enum ed_key_role role, struct ed_str text);
/* Whether the text is a time, and how it is told. */
bool ed_fields_time(struct ed_str text, struct ed_told *ret_told);

#endif

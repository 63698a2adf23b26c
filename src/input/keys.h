/*
 * keys.h: what the keys of structured log records mean: the table of data/envelopes/keys.tsv, as a tree of keys.
 */
#ifndef ED_INPUT_KEYS_H
#define ED_INPUT_KEYS_H

#include "base/str.h"

enum ed_key_role {
    ED_KEY_NONE,
    /* texts, in the order in which a body has them */
    ED_KEY_MESSAGE,
    ED_KEY_TEMPLATE,
    ED_KEY_TYPE,
    ED_KEY_ERROR,
    ED_KEY_DETAIL,
    ED_KEY_STACK,
    /* what is told */
    ED_KEY_TIME,
    ED_KEY_LEVEL,
    ED_KEY_LEVEL_WORD,
    ED_KEY_LEVEL_PYTHON,
    ED_KEY_LEVEL_OTLP,
    ED_KEY_HOST,
    ED_KEY_IDENT,
    ED_KEY_PID,
    ED_KEY_CONTAINER,
    ED_KEY_POD,
    ED_KEY_STREAM,
    ED_KEY_RANK,
    ED_KEY_FILE,
    ED_KEY_LINE,
    ED_KEY_ROLES,
    /* its members are the record's */
    ED_KEY_INSIDE
};

struct ed_key {
    struct ed_str name; /* one step of a path */
    uint16_t parent;
    uint8_t role;  /* enum ed_key_role */
    uint8_t rank;  /* 0 is the best of its role */
    bool opens;    /* there are keys below it */
    uint64_t mark; /* bits of the formats that are told by it */
};

/* Keys by number: the record itself, and a key that nothing is known of. */
#define ED_KEY_ROOT    0u
#define ED_KEY_UNKNOWN 1u

const struct ed_key *ed_key_get(unsigned key);
/* The key of this name below another; in a name with dots these may be steps. ED_KEY_UNKNOWN when there is none. */
unsigned ed_key_find(unsigned parent, struct ed_str name);

/* The hash that the table is made with, of a name below a parent. */
static inline uint32_t ed_key_hash(unsigned parent, struct ed_str name)
{
    const uint64_t odd = 0x9E3779B97F4A7C15u;
    uint64_t front = 0, back = 0;

    if (name.n >= 8) {
        memcpy(&front, name.p, 8);
        memcpy(&back, name.p + name.n - 8, 8);
    } else {
        for (size_t i = 0; i < name.n; i++) {
            front = front << 8 | (unsigned char)name.p[i];
        }
    }
    return (uint32_t)(((front ^ back * 3 ^ (uint64_t)parent << 17 ^ name.n) * odd) >> 32);
}

/* A format of data/envelopes/json-formats.tsv. */
struct ed_key_format {
    uint64_t marks; /* an object of it has keys with all of these */
};

/* 1-based, as ed_peel.variant: the first format of which all keys were met. The last fits always. */
uint8_t ed_key_format(uint64_t marks);

#endif

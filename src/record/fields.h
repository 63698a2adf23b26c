/*
 * fields.h: read an object into a struct by a table of its keys. Private to record/: records, families and examples
 * are tables.
 */
#ifndef ED_RECORD_FIELDS_H
#define ED_RECORD_FIELDS_H

#include "record/record.h"

enum ed_field_type {
    ED_FIELD_STR,  /* struct ed_str: a string or null */
    ED_FIELD_STRS, /* struct ed_strs: an array of strings, or null */
    ED_FIELD_INT   /* int64_t: a whole number from min to max, or null */
};

/* How much a key matters. */
enum ed_field_weight {
    ED_FIELD_OPTIONAL, /* may be null or missing; what is against its rule is reported and kept as it is */
    ED_FIELD_REQUIRED  /* must be there, and to its rule: anything else is fatal */
};

/* Nowhere to store: the key's type is checked, its value is not kept. */
#define ED_FIELD_UNUSED SIZE_MAX

struct ed_field {
    const char *key;
    enum ed_field_type type;
    enum ed_field_weight weight;
    size_t offset;               /* into the struct, or ED_FIELD_UNUSED */
    bool (*rule)(struct ed_str); /* of the string, or of each of the strings; NULL: any that is not empty */
    const char *what;            /* what a value must be, to stand behind "must be"; NULL only without rule and range */
    const char *taken;           /* what becomes of a value against the rule; NULL: "kept as it is" */
    int64_t min, max;
};

/* Fields of one table; the seen ones are bits of a uint64_t. */
#define ED_FIELDS_MAX 64

/*
 * Read the members of `object` that the table names into `target` (of zeros), their texts copied to the arena; other
 * members are left alone. Members mostly come in the table's order, which makes look-up cheap. Adds to problems: wrong
 * types (fatal), strings over ED_LIMIT_RECORD_STRING (fatal), keys that stand twice (fatal), rules.
 */
void ed_fields_read(const struct ed_json_node *object, const struct ed_field *fields, size_t nfields,
                    struct ed_arena *arena, void *target, struct ed_problems *problems);

/* Count a problem, and list it when there is room. */
void ed_problem_add(struct ed_problems *problems, bool fatal, const char *pointer, const char *fmt, ...)
    ED_PRINTF(4, 5);

/* Copy the string to the arena, with the checks that hold for every string; `pointer` is its JSON pointer. */
struct ed_str ed_fields_text(const struct ed_json_node *node, const char *pointer, struct ed_arena *arena,
                             struct ed_problems *problems);

/* The JSON pointer of a member (RFC 6901: ~ is ~0 and / is ~1) of the object at `above`, cut to the room there is. */
void ed_fields_pointer(char *pointer, size_t cap, const char *above, struct ed_str key);

/* Rules that the tables share. */
bool ed_rule_id(struct ed_str s);   /* 16 lower-case hexadecimal digits */
bool ed_rule_text(struct ed_str s); /* more than white space */
bool ed_rule_time(struct ed_str s); /* ISO 8601 */
bool ed_rule_hex(struct ed_str s, size_t digits);

#endif

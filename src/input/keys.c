/*
 * keys.c: look-up in the tree of keys, which make_keys.c puts into envelope_keys.inc when errdex is built: the keys,
 * a hash table of them with open addressing, and what formats are told by. Pure.
 */
#include "input/keys.h"

#include "envelope_keys.inc"

const struct ed_key *ed_key_get(unsigned key)
{
    return &keys[key];
}

static unsigned find_step(unsigned parent, struct ed_str name)
{
    for (uint32_t at = ed_key_hash(parent, name);; at++) {
        unsigned key = slots[at % ED_ARRAY_LEN(slots)];

        if (key == 0 || (keys[key].parent == parent && ed_str_eq(keys[key].name, name))) {
            return key ? key : ED_KEY_UNKNOWN;
        }
    }
}

unsigned ed_key_find(unsigned parent, struct ed_str name)
{
    unsigned key = find_step(parent, name);

    if (key != ED_KEY_UNKNOWN || name.n == 0 || !memchr(name.p, '.', name.n)) {
        return key;
    }
    key = parent;
    while (name.n && key != ED_KEY_UNKNOWN) {
        key = find_step(key, ed_str_cut(&name, '.'));
        if (keys[key].role == ED_KEY_INSIDE) {
            key = ED_KEY_ROOT;
        }
    }
    return key == ED_KEY_ROOT ? ED_KEY_UNKNOWN : key;
}

uint8_t ed_key_format(uint64_t marks)
{
    size_t i = 0;

    while (i + 1 < ED_ARRAY_LEN(formats) && (marks & formats[i].marks) != formats[i].marks) {
        i++;
    }
    return (uint8_t)(i + 1);
}

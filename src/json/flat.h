/*
 * flat.h: the members of one JSON object, in order, without a tree and without copies: for log lines, of which few
 * members are wanted.
 *
 *     for (ok = ed_json_flat_begin(&flat, line); ok && ed_json_flat_next(&flat, &member);) { ... member.key ... }
 *     if (ed_json_flat_whole(&flat)) { it was an object, and nothing else }
 *
 * All that ed_json_parse accepts is read, with the same keys and kinds. It is more lenient than that: of texts it asks
 * only that quotes and brackets are in order, so bytes that are not UTF-8, control characters, broken escapes, numbers
 * such as 007, NaN and Infinity, and what is wrong inside of values that are skipped, are all let pass. A line break in
 * a string is not.
 */
#ifndef ED_JSON_FLAT_H
#define ED_JSON_FLAT_H

#include "base/arena.h"
#include "json/read.h"

struct ed_json_flat {
    struct ed_str rest; /* what is not read yet; behind the end: what stands behind it, without white space */
    char closer;        /* '}', or ']' of an array */
    bool begun;         /* a member was read */
    bool ended;         /* by its bracket */
    bool failed;        /* it is no JSON from `rest` on */
};

struct ed_json_member {
    struct ed_str key;      /* as it stands between its quotes, escapes not decoded; ED_STR_NONE in an array */
    enum ed_json_kind kind; /* NaN and Infinity are numbers */
    struct ed_str text;     /* a string's inside as it stands between its quotes; of other kinds the whole value */
    bool escaped;           /* the string holds escapes */
};

/* An object at the front of the text, or white space and an object; false when there is none. */
bool ed_json_flat_begin(struct ed_json_flat *flat, struct ed_str object);
/* The same for the elements of an array. */
bool ed_json_flat_begin_array(struct ed_json_flat *flat, struct ed_str array);
/* The next member; false at the end, or where the text is no JSON. Objects and arrays in it are skipped: read
   member.text with another ed_json_flat. Where it is the value that is none, as of a text that was cut, ret->key is its
   key and `rest` begins with it. */
bool ed_json_flat_next(struct ed_json_flat *flat, struct ed_json_member *ret);
/* It ended as it should, and nothing stands behind it. Asked behind the last member. */
bool ed_json_flat_whole(const struct ed_json_flat *flat);

/* The text of a string, decoded into the arena, or the view itself when nothing is escaped or it is no string. Never
   longer than member->text. A broken escape is text; half a surrogate pair and \u0000 become U+FFFD. */
struct ed_str ed_json_unescape(struct ed_arena *arena, const struct ed_json_member *member);

#endif

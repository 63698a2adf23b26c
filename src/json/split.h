/*
 * split.h: find where JSON values begin and end in a stream, without reading them.
 *
 * A data set is one array of 600 MB, or 150,000 lines; a tree of it would not fit. The splitter only follows strings,
 * escapes and brackets, and hands out the text of one value after the other: each element when the stream is one
 * array, else each top-level value (NDJSON, or values one behind the other). Whether a text is JSON is for
 * ed_json_parse to say. Memory is bounded by max_value, which callers set to ED_LIMIT_JSON_VALUE.
 *
 * A broken value does not take those behind it along. A line that begins with { begins a new value when JSON allows
 * none there (inside a string; behind anything but : , [), or when the value before stood on one line of its own, as in
 * NDJSON. What starts no value is stray up to the next line break or opening bracket. Elements that are no objects or
 * arrays are handed out up to the next comma, bracket or line break.
 */
#ifndef ED_JSON_SPLIT_H
#define ED_JSON_SPLIT_H

#include "base/buf.h"
#include "base/err.h"

struct ed_json_value {
    struct ed_str text; /* without white space around it; borrowed during the call */
    uint64_t line;      /* 1-based input line where it begins */
    size_t index;       /* 0-based number of the value in its array, or in the stream (where strays do not count) */
    bool in_array;      /* it is an element of the one top-level array: JSON pointer "/index" */
    bool too_large;     /* over the cap: text holds only its first 4 KiB, the rest was skipped */
    bool cut_short;     /* it is not finished: the stream ended, or a line began a new value where none can stand */
    bool stray;         /* text between values that starts no value (what a person typed): to be reported */
};

/* ED_OK goes on; anything else stops the split and is returned. */
typedef enum ed_rc (*ed_json_value_fn)(void *ctx, const struct ed_json_value *value, struct ed_err *err);

struct ed_json_split;

struct ed_json_split *ed_json_split_new(size_t max_value, ed_json_value_fn fn, void *ctx);
void ed_json_split_free(struct ed_json_split *split);
/* Any piece of the stream; a BOM at its start is dropped. */
ED_NODISCARD enum ed_rc ed_json_split_feed(struct ed_json_split *split, struct ed_str bytes, struct ed_err *err);
/* The end of the stream: hands out what is unfinished as cut_short; with an empty text when the array itself was never
   closed, for then elements may be missing. */
ED_NODISCARD enum ed_rc ed_json_split_finish(struct ed_json_split *split, struct ed_err *err);

/* The text of the first member `key` of the object that `object` is the text of (top level only), or ED_STR_NONE. The
   object must have been accepted by ed_json_parse. Used to keep {"record": {...}} exactly as it came. */
struct ed_str ed_json_member_text(struct ed_str object, const char *key);

#endif

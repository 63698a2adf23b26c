/*
 * write.h: a streaming JSON writer into a buffer. Commas and, when asked, indentation are its business; foreign text is
 * always escaped, and bytes that are not UTF-8 become U+FFFD, so that the output is valid whatever a log holds.
 */
#ifndef ED_JSON_WRITE_H
#define ED_JSON_WRITE_H

#include "base/buf.h"

/* Levels a writer may have open; going over it is a bug of the caller and sets the buffer's `full`. */
#define ED_JSON_WRITE_DEPTH 32

struct ed_json_out {
    struct ed_buf *buf;
    unsigned indent; /* spaces a level; 0 writes one line */
    unsigned depth;
    bool has_items[ED_JSON_WRITE_DEPTH];
    bool after_key;
};

void ed_json_out_init(struct ed_json_out *out, struct ed_buf *buf, unsigned indent);
void ed_json_open_object(struct ed_json_out *out);
void ed_json_close_object(struct ed_json_out *out);
void ed_json_open_array(struct ed_json_out *out);
void ed_json_close_array(struct ed_json_out *out);
void ed_json_key_out(struct ed_json_out *out, const char *key);
/* ED_STR_NONE is null. */
void ed_json_str_out(struct ed_json_out *out, struct ed_str value);
void ed_json_int_out(struct ed_json_out *out, int64_t value);
void ed_json_uint_out(struct ed_json_out *out, uint64_t value);
/* `decimals` digits behind the point, trailing zeros dropped; not finite becomes null. */
void ed_json_double_out(struct ed_json_out *out, double value, int decimals);
void ed_json_bool_out(struct ed_json_out *out, bool value);
void ed_json_null_out(struct ed_json_out *out);
/* A value's text that is known to be JSON, as it is. */
void ed_json_raw_out(struct ed_json_out *out, struct ed_str json);

/* key and value in one call; a value of ED_STR_NONE writes nothing (keys that are unknown are left out). */
void ed_json_member_str(struct ed_json_out *out, const char *key, struct ed_str value);
void ed_json_member_uint(struct ed_json_out *out, const char *key, uint64_t value);

/* The string with its quotes, escaped. */
void ed_json_escape(struct ed_buf *buf, struct ed_str value);

/* The same JSON value on one line: white space between tokens dropped, strings and numbers to the letter but for
   characters that a terminal would take for orders, which become \uNNNN. The text must have been accepted by
   ed_json_parse. */
void ed_json_compact(struct ed_buf *buf, struct ed_str json);

#endif

/*
 * read.h: one JSON value as a tree, through cJSON (its only user is read.c).
 *
 * What cJSON lets pass and RFC 8259 does not (bad UTF-8, control characters in strings, NUL written as \u0000, numbers
 * such as 01, text behind the value) is refused here, and so are depth over ED_LIMIT_JSON_DEPTH and, where asked,
 * duplicate keys. Numbers are read as doubles; whoever must keep their digits keeps the text.
 */
#ifndef ED_JSON_READ_H
#define ED_JSON_READ_H

#include "base/err.h"
#include "base/str.h"

enum ed_json_kind { ED_JSON_NULL, ED_JSON_BOOL, ED_JSON_NUMBER, ED_JSON_STRING, ED_JSON_ARRAY, ED_JSON_OBJECT };

struct ed_json_doc;  /* owns a tree */
struct ed_json_node; /* a borrowed value in it */

/* Parse one value that is the whole text (white space around it is allowed). On ED_ERR_INPUT err says what is wrong and
   err->line (1-based, within text) where. */
ED_NODISCARD enum ed_rc ed_json_parse(struct ed_str text, struct ed_json_doc **ret_doc, struct ed_err *err);
void ed_json_doc_free(struct ed_json_doc *doc);
const struct ed_json_node *ed_json_root(const struct ed_json_doc *doc);

enum ed_json_kind ed_json_kind(const struct ed_json_node *node);
/* "null", "a boolean", "a number", "a string", "an array", "an object": for messages. */
const char *ed_json_kind_name(enum ed_json_kind kind);
/* The member with this key (byte-exact, the first of duplicates), or NULL; node may be NULL or of another kind. */
const struct ed_json_node *ed_json_get(const struct ed_json_node *node, const char *key);
/* Children of an array or object, in order: first child, next sibling; NULL at the end. */
const struct ed_json_node *ed_json_first(const struct ed_json_node *node);
const struct ed_json_node *ed_json_next(const struct ed_json_node *node);
size_t ed_json_count(const struct ed_json_node *node);
/* The key of an object's member; ED_STR_NONE for others. */
struct ed_str ed_json_key(const struct ed_json_node *node);
/* The decoded text of a string; ED_STR_NONE for other kinds and for NULL. Borrowed from the document. */
struct ed_str ed_json_str(const struct ed_json_node *node);
/* true and the value when the node is a number without fraction that an int64 holds. */
bool ed_json_int(const struct ed_json_node *node, int64_t *ret);
/* The value of a number; 0 for other kinds. */
double ed_json_double(const struct ed_json_node *node);
/* The value of a boolean; false for other kinds. */
bool ed_json_bool(const struct ed_json_node *node);
/* The first of the members from this one (NULL: none) on whose key is none of `keys`, separated by blanks; NULL when
   each is one. */
const struct ed_json_node *ed_json_unknown(const struct ed_json_node *member, const char *keys);
/* The first key that stands twice in this object (its children are not looked into), or ED_STR_NONE. */
struct ed_str ed_json_duplicate(const struct ed_json_node *object);
/* Same JSON values: order of members does not count, order of elements does; numbers compare as doubles. */
bool ed_json_equal(const struct ed_json_node *a, const struct ed_json_node *b);

#endif

/*
 * index_build.h: make the token-pair index of a set of effective patterns (matching.md section 3). Scanning has a
 * header of its own, index.h.
 */
#ifndef ED_MATCH_INDEX_BUILD_H
#define ED_MATCH_INDEX_BUILD_H

#include "base/buf.h"
#include "base/err.h"
#include "match/literals.h"

struct ed_index_builder;

struct ed_index_builder *ed_index_builder_new(void);
void ed_index_builder_free(struct ed_index_builder *builder);
/* Add a pattern under the caller's number (a row of the data base; unique). Its literals are read from the regex, by
   the builder's threads. */
void ed_index_builder_add(struct ed_index_builder *builder, uint32_t record, struct ed_str regex);

/* What is known of one pattern once all are added: the sum over its literal tokens of their inverse document frequency,
   in bits, over all patterns and the background table; and how it is looked up. */
enum ed_index_way { ED_INDEX_PAIR, ED_INDEX_SINGLE, ED_INDEX_ALWAYS };
typedef void (*ed_index_info_fn)(void *ctx, uint32_t record, double specificity, enum ed_index_way way);

/* What may stand beside a match of a record, told as record/beside.h does: the last name of its class (words' bytes
   only, printed with a ':' behind), and its path as whole words; views that live until the next call, empty for none.
   false: it is not known. */
typedef bool (*ed_index_beside_fn)(void *ctx, uint32_t record, struct ed_str *ret_class, struct ed_str *ret_path);

/* Records of less specificity are weak: they count only beside such a text. Their keys, which are common words, go to
   a table of their own (ed_index_weak), and the index itself gets what may stand beside: signs. One that a sign cannot
   be made for stays where it is. Before finish; fn is called there. */
void ed_index_builder_set_weak(struct ed_index_builder *builder, double floor, ed_index_beside_fn fn, void *ctx);

/*
 * Choose each pattern's rarest usable pair and write the blob: header (magic, version, platform, content hash, counts,
 * section offsets), bitmap, entries sorted by hash, literal texts, always-run list. content_hash is the caller's name
 * for the set of patterns. info is told of the records in ascending order; it may be NULL. Nothing can be added
 * afterwards; near wordings can then be indexed of the same patterns (near_build.h).
 */
void ed_index_builder_finish(struct ed_index_builder *builder, uint64_t content_hash, struct ed_buf *ret_blob,
                             ed_index_info_fn info, void *ctx);

#endif

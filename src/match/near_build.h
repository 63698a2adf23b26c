/*
 * near_build.h: make the blob of near wordings and codes. Scanning has a header of its own, near.h.
 */
#ifndef ED_MATCH_NEAR_BUILD_H
#define ED_MATCH_NEAR_BUILD_H

#include "base/buf.h"
#include "match/near.h"

struct ed_near_builder;

struct ed_near_builder *ed_near_builder_new(void);
void ed_near_builder_free(struct ed_near_builder *builder);
/* Records in ascending order, each once. A code that is none (ed_near_is_code; ED_STR_NONE) is passed over. */
void ed_near_builder_add(struct ed_near_builder *builder, uint32_t record, struct ed_str regex, struct ed_str code);
/* The builder can be used once. */
void ed_near_builder_finish(struct ed_near_builder *builder, uint64_t content_hash, struct ed_buf *ret_blob);

#endif

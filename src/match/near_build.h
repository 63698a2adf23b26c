/*
 * near_build.h: make the index of near wordings and codes. Asking it has a header of its own, near.h.
 */
#ifndef ED_MATCH_NEAR_BUILD_H
#define ED_MATCH_NEAR_BUILD_H

#include "match/index_build.h"
#include "match/near.h"

/* A record's error code; records whose code is none to look for (ed_near_is_code) may be among them. */
struct ed_near_coded {
    uint32_t record;
    struct ed_str code;
};

/* The blob over the patterns of a builder that made its index, without those below `floor` in specificity. codes:
   ascending by record. content_hash as of ed_index_builder_finish. */
void ed_near_build(const struct ed_index_builder *builder, double floor, const struct ed_near_coded *codes,
                   size_t ncodes, uint64_t content_hash, struct ed_buf *ret_blob);

#endif

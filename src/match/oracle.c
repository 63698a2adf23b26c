/*
 * oracle.c: the slow truth: every pattern of the index, on the whole text. It knows nothing of tokens, keys and
 * regions, and is what the engine is measured by (tests/diff). Too slow for logs on purpose; nothing but tests and
 * `check` calls it.
 */
#include "match/matcher_private.h"

enum ed_rc ed_oracle_run(struct ed_matcher *matcher, struct ed_str text, ed_hit_fn fn, void *ctx, struct ed_err *err)
{
    ed_matcher_begin(matcher, text);
    for (size_t slot = 0; slot < matcher->nrecords; slot++) {
        enum ed_rc rc = ed_matcher_whole(matcher, (uint32_t)slot, text, err);

        if (rc != ED_OK) {
            return rc;
        }
    }
    return ed_matcher_deliver(matcher, fn, ctx, err);
}

/*
 * export.c: the stored JSON texts, one after the other, in the order of lists. Nothing is read or written anew, so what
 * came in goes out.
 */
#include "kb/export.h"

#include "kb/rows.h"
#include "kb/state.h"

struct hand {
    enum ed_rc (*fn)(void *ctx, struct ed_str json, struct ed_err *err);
    void *ctx;
};

static enum ed_rc hand_json(void *ctx, const struct ed_list_row *row, struct ed_err *err)
{
    const struct hand *hand = ctx;

    return hand->fn(hand->ctx, row->json, err);
}

enum ed_rc ed_kb_export(struct ed_kb *kb, const struct ed_kb_filter *filter,
                        enum ed_rc (*fn)(void *ctx, struct ed_str json, struct ed_err *err), void *ctx,
                        struct ed_err *err)
{
    struct ed_list_filter passes = ed_rows_filter(filter);
    struct hand hand = {.fn = fn, .ctx = ctx};
    enum ed_rc rc;

    ed_kb_lock(kb);
    rc = ed_list_json(kb->db, &passes, hand_json, &hand, err);
    ed_kb_unlock(kb);
    return rc;
}

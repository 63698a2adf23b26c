/*
 * export.c: the stored JSON texts, one after the other, in the order of lists. Nothing is read or written anew, so what
 * came in goes out. A text that is no JSON any more, because the data base was damaged, is told and left out.
 */
#include "kb/export.h"

#include "kb/rows.h"
#include "kb/state.h"
#include "json/read.h"

struct hand {
    enum ed_rc (*fn)(void *ctx, struct ed_str json, struct ed_err *err);
    void *ctx;
    ed_kb_damage_fn damaged;
};

static enum ed_rc hand_json(void *ctx, const struct ed_list_row *row, struct ed_err *err)
{
    const struct hand *hand = ctx;
    struct ed_json_doc *doc = NULL;
    struct ed_err why = {0}, whole = {0};
    enum ed_rc rc = ed_json_parse(row->json, &doc, &why);

    ed_json_doc_free(doc);
    if (rc == ED_OK) {
        return hand->fn(hand->ctx, row->json, err);
    }
    ed_err_set(&whole, ED_ERR_DB,
               "the record %.*s (%.*s/%.*s) is damaged and was left out (%s): ingest it again from its source",
               ED_STR_ARG(row->id), ED_STR_ARG(row->repo), ED_STR_ARG(row->slug), why.message);
    hand->damaged(hand->ctx, &whole);
    return ED_OK;
}

enum ed_rc ed_kb_export(struct ed_kb *kb, const struct ed_kb_filter *filter,
                        enum ed_rc (*fn)(void *ctx, struct ed_str json, struct ed_err *err), ed_kb_damage_fn damaged,
                        void *ctx, struct ed_err *err)
{
    struct ed_list_filter passes = ed_rows_filter(filter);
    struct hand hand = {.fn = fn, .ctx = ctx, .damaged = damaged};
    enum ed_rc rc;

    ed_kb_lock(kb);
    rc = ed_list_json(kb->db, &passes, hand_json, &hand, err);
    ed_kb_unlock(kb);
    return rc;
}

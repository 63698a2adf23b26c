/*
 * list.c: counts and lists: what the knowledge base holds, in one order (repo, slug, row). Counts were taken by the
 * ingest that wrote it and are only read here.
 */
#include "kb/rows.h"
#include "kb/state.h"
#include "store/derived.h"

#include <sys/stat.h>

enum ed_rc ed_kb_count(struct ed_kb *kb, struct ed_kb_counts *ret_counts, struct ed_err *err)
{
    static const char *const keys[] = {ED_META_RECORDS,  ED_META_REPOS, ED_META_FAMILIES, ED_META_ACTIVE,
                                       ED_META_REPAIRED, ED_META_WEAK,  ED_META_INACTIVE, ED_META_ALWAYS};
    int64_t values[ED_ARRAY_LEN(keys)] = {0};
    struct stat st = {0};
    enum ed_rc rc = ED_OK;

    ed_kb_lock(kb);
    for (size_t i = 0; i < ED_ARRAY_LEN(keys) && rc == ED_OK; i++) {
        rc = ed_derived_meta(kb->db, keys[i], &values[i], err);
    }
    ed_kb_unlock(kb);
    if (rc == ED_OK && stat(ed_kb_path(kb), &st) != 0) {
        return ed_err_errno(err, ED_ERR_IO, errno, "cannot look at %s", ed_kb_path(kb));
    }
    if (rc == ED_OK) {
        *ret_counts = (struct ed_kb_counts){
            .records = (uint64_t)values[0],
            .repos = (uint64_t)values[1],
            .families = (uint64_t)values[2],
            .active = (uint64_t)values[3],
            .repaired = (uint64_t)values[4],
            .weak = (uint64_t)values[5],
            .inactive = (uint64_t)values[6],
            .always = (uint64_t)values[7],
            .bytes = (uint64_t)st.st_size,
        };
    }
    return rc;
}

enum ed_rc ed_kb_inactive(struct ed_kb *kb, void (*fn)(void *ctx, struct ed_str reason, uint64_t count), void *ctx,
                          struct ed_err *err)
{
    enum ed_rc rc;

    ed_kb_lock(kb);
    rc = ed_derived_inactive(kb->db, fn, ctx, err);
    ed_kb_unlock(kb);
    return rc;
}

enum ed_rc ed_rows_hand_on(void *ctx, const struct ed_list_row *row, struct ed_err *err)
{
    const struct ed_rows *rows = ctx;
    struct ed_kb_row out = {
        .row = row->row,
        .id = row->id,
        .repo = row->repo,
        .slug = row->slug,
        .error_message = row->message,
        .severity = row->severity,
        .family = row->family,
        .specificity = (double)row->tenths / 10.0,
        .weak = row->weak,
        .inactive = row->inactive,
    };

    return rows->fn(rows->ctx, &out, err);
}

struct ed_list_filter ed_rows_filter(const struct ed_kb_filter *filter)
{
    if (!filter) {
        return (struct ed_list_filter){0};
    }
    return (struct ed_list_filter){
        .repo = filter->repo,
        .family = filter->family,
        .severity = filter->severity,
        .weak = filter->only_weak,
        .inactive = filter->only_inactive,
    };
}

enum ed_rc ed_kb_list(struct ed_kb *kb, const struct ed_kb_filter *filter, ed_kb_row_fn fn, void *ctx,
                      struct ed_err *err)
{
    struct ed_list_filter passes = ed_rows_filter(filter);
    struct ed_rows rows = {.fn = fn, .ctx = ctx};
    enum ed_rc rc;

    ed_kb_lock(kb);
    rc = ed_list_rows(kb->db, &passes, ed_rows_hand_on, &rows, err);
    ed_kb_unlock(kb);
    return rc;
}

/*
 * last.c: the file "errdex/last" in the XDG state directory: ids of records, one a line. Nothing that a log held is
 * kept, and yet what somebody's machine suffers from is nobody else's business: the file is for the user's eyes alone.
 */
#include "cli/last.h"

#include "base/io.h"
#include "base/limits.h"
#include "base/map.h"
#include "cli/place.h"

#define FILE_MOST ED_MIB /* of what a run can leave: ED_LIMIT_FINDINGS ids of 17 bytes */

void ed_last_keep(const struct ed_report *report)
{
    struct ed_arena arena;
    struct ed_map seen;
    struct ed_buf ids;
    const char *path;

    ed_arena_init(&arena);
    ed_map_init(&seen);
    ed_buf_init(&ids, FILE_MOST);
    path = ed_place_last(&arena);
    for (size_t i = 0; i < report->nfindings; i++) {
        bool fresh = false;

        ed_map_put(&seen, report->findings[i].record->id, &fresh);
        if (fresh) {
            ed_buf_str(&ids, report->findings[i].record->id);
            ed_buf_byte(&ids, '\n');
        }
    }
    /* A convenience: a home that cannot be written is no reason to fail a diagnosis. */
    if (path && ed_io_mkdirs_private(path, /* err= */ NULL) == ED_OK) {
        enum ed_rc rc = ed_io_replace_private(path, ed_buf_view(&ids), /* err= */ NULL);
        (void)rc;
    }
    ed_buf_done(&ids);
    ed_map_done(&seen);
    ed_arena_done(&arena);
}

enum ed_rc ed_last_read(void (*fn)(void *ctx, struct ed_str id), void *ctx, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;
    struct ed_arena arena;
    const char *path;
    struct ed_buf ids;
    struct ed_str rest;

    ed_arena_init(&arena);
    ed_buf_init(&ids, FILE_MOST);
    path = ed_place_last(&arena);
    if (!path || ed_io_file(path, &ids, /* err= */ NULL) != ED_OK) {
        ed_err_set(err, ED_NOT_FOUND, "there is no run to look back to: diagnose a log first");
        rc = ED_NOT_FOUND;
    } else if (ids.n == 0) {
        ed_err_set(err, ED_NOT_FOUND, "the last run found no known error");
        rc = ED_NOT_FOUND;
    }
    rest = rc == ED_OK ? ed_buf_view(&ids) : ED_STR("");
    while (rest.n) {
        fn(ctx, ed_str_cut(&rest, '\n'));
    }
    ed_buf_done(&ids);
    ed_arena_done(&arena);
    return rc;
}

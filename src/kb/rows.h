/*
 * rows.h: from the store's rows to the callers'. For kb/ alone.
 */
#ifndef ED_KB_ROWS_H
#define ED_KB_ROWS_H

#include "kb/kb.h"
#include "store/list.h"

struct ed_rows {
    ed_kb_row_fn fn;
    void *ctx;
};
/* An ed_list_fn whose ctx is a struct ed_rows. */
ED_NODISCARD enum ed_rc ed_rows_hand_on(void *ctx, const struct ed_list_row *row, struct ed_err *err);
/* The store's filter for the caller's; NULL lets everything pass. */
struct ed_list_filter ed_rows_filter(const struct ed_kb_filter *filter);

#endif

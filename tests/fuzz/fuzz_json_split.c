/*
 * fuzz_json_split.c: the same values come out however the stream is cut into pieces. links: json
 */
#include "json/split.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum ed_rc note(void *ctx, const struct ed_json_value *v, struct ed_err *err)
{
    int flags = v->in_array | v->cut_short << 1 | v->too_large << 2 | v->stray << 3;

    (void)err;
    ed_buf_printf(ctx, "%" PRIu64 " %zu %d ", v->line, v->index, flags);
    ed_buf_str(ctx, v->text);
    ed_buf_str(ctx, ed_json_member_text(v->text, "record"));
    return ED_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t steps[] = {size + 1, 1, size ? data[0] % 29 + 2 : 1};
    struct ed_str in = ed_str((const char *)data, size);
    struct ed_buf out[3] = {{0}};

    for (size_t i = 0; i < 3; i++) {
        struct ed_json_split *s = ed_json_split_new(/* max_value */ 200, note, &out[i]);

        for (size_t at = 0; at < size; at += steps[i]) {
            (void)!ed_json_split_feed(s, ed_str_slice(in, at, at + steps[i]), NULL);
        }
        if (ed_json_split_finish(s, NULL) || !ed_str_eq(ed_buf_view(&out[0]), ed_buf_view(&out[i]))) {
            abort();
        }
        ed_json_split_free(s);
    }
    for (size_t i = 0; i < 3; i++) {
        ed_buf_done(&out[i]);
    }
    return 0;
}

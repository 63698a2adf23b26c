/*
 * fuzz_accept.c: any text as a file of accepted findings. What is refused is refused with words; what is read is
 * written the same once it was written.
 * links: diag json
 */
#include "diag/accept.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_accept *accept = NULL, *again = NULL;
    struct ed_buf first, second;
    struct ed_err err = {0};

    if (ed_accept_read(ed_str((const char *)data, size), &accept, &err) != ED_OK) {
        return err.message[0] == '\0' ? abort(), 0 : 0;
    }
    ed_buf_init(&first, 0);
    ed_buf_init(&second, 0);
    ed_accept_write(accept, /* findings= */ NULL, 0, &first);
    if (ed_accept_read(ed_buf_view(&first), &again, &err) != ED_OK) {
        abort();
    }
    ed_accept_write(again, /* findings= */ NULL, 0, &second);
    if (!ed_str_eq(ed_buf_view(&first), ed_buf_view(&second))) {
        abort();
    }
    ed_accept_free(accept);
    ed_accept_free(again);
    ed_buf_done(&first);
    ed_buf_done(&second);
    return 0;
}

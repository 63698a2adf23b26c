/*
 * fuzz_playbook.c: any text as a playbook: refused with words, or sound enough that a script of it can be written,
 * whose comments nothing leaves. links: diag record json base
 */
#include "diag/inquiry.h"
#include "diag/script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_playbooks *playbooks = ed_playbooks_new();
    struct ed_err err = {0};
    struct ed_buf out;

    ed_buf_init(&out, 0);
    if (ed_playbooks_add(playbooks, ed_str((const char *)data, size), &err) != ED_OK) {
        err.message[0] == '\0' ? abort() : (void)0;
    } else {
        ed_script_put(&out, ed_playbooks_at(playbooks, 0), "0");
        if (ed_inquiry_check(ed_playbooks_at(playbooks, 0), &err) != ED_OK && err.message[0] == '\0') {
            abort();
        }
    }
    ed_buf_done(&out);
    ed_playbooks_free(playbooks);
    return 0;
}

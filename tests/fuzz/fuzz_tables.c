/*
 * fuzz_tables.c: any text as an output of each form, with a column of each type. A kill is of a whole number above 1.
 * links: diag record base
 */
#include "diag/inquiry.h"
#include "tables_book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct ed_record record;
    struct ed_finding finding = {.record = &record, .message = ed_str((const char *)data, size)};
    struct ed_report report = {.findings = &finding, .nfindings = 1};
    struct ed_playbooks *all = ed_playbooks_new();
    struct ed_bundle *bundle = ed_bundle_new();
    const struct ed_inquiry *got = NULL;
    struct ed_arena arena;

    ed_arena_init(&arena);
    for (const char *name = "cwkj"; *name; name++) {
        ed_bundle_add(bundle, ed_str(name, 1), finding.message);
    }
    if (ed_playbooks_add(all, ed_str_c(tables_book), NULL) ||
        ed_inquire(ed_playbooks_at(all, 0), &report, &finding, bundle, &arena, &got, NULL)) {
        abort();
    }
    for (size_t k = 0; k < got->nsteps; k++) {
        got->steps[k].command.n && !ed_is_digit(got->steps[k].command.p[2]) ? abort() : (void)0;
    }
    ed_bundle_free(bundle), ed_playbooks_free(all), ed_arena_done(&arena);
    return 0;
}

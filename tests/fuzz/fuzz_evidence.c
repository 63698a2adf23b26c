/*
 * fuzz_evidence.c: any text as what was brought beside a log, for every playbook. A command that comes out of it steers
 * no terminal. links: diag record base
 */
#include "base/utf8.h"
#include "diag/inquiry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct ed_record record;
    struct ed_str text = ed_str((const char *)data, size);
    struct ed_value values[] = {{.name = ED_STR("path"), .value = text}, {.name = ED_STR("address"), .value = text}};
    struct ed_finding finding = {.record = &record, .values = values, .nvalues = 2, .message = text, .context = text};
    struct ed_report report = {.findings = &finding, .nfindings = 1};
    struct ed_playbooks *all = ed_playbooks_new();
    struct ed_bundle *bundle = ed_bundle_new();
    const struct ed_inquiry *got = NULL;
    struct ed_arena arena;
    size_t len;

    ed_arena_init(&arena);
    ed_bundle_add(bundle, ED_STR("gpu.csv"), text);
    ed_bundle_add(bundle, ED_STR("notes"), text);
    if (ed_playbooks_bundled(all, NULL) != ED_OK) {
        abort();
    }
    for (size_t i = 0; ed_playbooks_at(all, i); i++) {
        ed_inquire(ed_playbooks_at(all, i), &report, &finding, bundle, &arena, &got, NULL) ? abort() : (void)0;
        for (size_t k = 0; k < got->nsteps; k++) {
            for (struct ed_str rest = got->steps[k].command; rest.n; rest = ed_str_slice(rest, len, rest.n)) {
                ed_utf8_steers(ed_utf8_next(rest, &len)) ? abort() : (void)0;
            }
        }
    }
    ed_bundle_free(bundle), ed_playbooks_free(all), ed_arena_done(&arena);
    return 0;
}

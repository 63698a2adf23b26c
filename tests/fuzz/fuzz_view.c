/*
 * fuzz_view.c: every reading of any text keeps its map: a place for each byte, ascending, within the text.
 * links: input json base
 */
#include "input/view.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ed_str text = ed_str((const char *)data, size);
    struct ed_view views[2];
    size_t at = 0;

    ed_view_init(&views[0]);
    ed_view_init(&views[1]);
    (void)ed_view_hazards(text);
    (void)ed_view_line_hazards(text);
    (void)ed_view_is_coded(text);
    ed_view_read(&views[0], text);
    for (unsigned step = 0; step < ED_VIEW_STEPS; step++) {
        at ^= ed_view_take((enum ed_view_step)step, &views[at], &views[at ^ 1]);
        if (views[at].at.n != views[at].text.n) {
            abort();
        }
        for (size_t i = 0; i < views[at].at.n; i++) {
            if (views[at].at.v[i] >= size || (i && views[at].at.v[i] < views[at].at.v[i - 1])) {
                abort();
            }
        }
    }
    ed_view_done(&views[0]);
    ed_view_done(&views[1]);
    return 0;
}

/*
 * render.c: the list of faces. A face is one file with one struct ed_renderer; a new one is declared in faces.h and
 * added here, and named in the command line's table and help (cli/cmd_diagnose.c); a case of the command line holds
 * these lists together.
 */
#include "render/faces.h"

const struct ed_renderer *const *ed_renderers(void)
{
    static const struct ed_renderer *const all[] = {&ed_face_text,   &ed_face_json,  &ed_face_ndjson,
                                                    &ed_face_sarif,  &ed_face_junit, &ed_face_markdown,
                                                    &ed_face_github, &ed_face_html,  NULL};

    return all;
}

const struct ed_renderer *ed_renderer_find(const char *name)
{
    for (const struct ed_renderer *const *at = ed_renderers(); *at; at++) {
        if (strcmp((*at)->name, name) == 0) {
            return *at;
        }
    }
    return NULL;
}

void ed_face_begins_bare(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out)
{
    (void)report;
    (void)opts;
    (void)out;
}

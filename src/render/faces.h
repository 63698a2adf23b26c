/*
 * faces.h: the renderers that render.c lists, for render.c only.
 */
#ifndef ED_RENDER_FACES_H
#define ED_RENDER_FACES_H

#include "render/render.h"

extern const struct ed_renderer ed_face_text, ed_face_json, ed_face_ndjson, ed_face_sarif, ed_face_junit,
    ed_face_markdown, ed_face_github, ed_face_html;

/* The `begin` of a face that has nothing in front of its findings. */
void ed_face_begins_bare(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out);

#endif

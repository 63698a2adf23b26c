/*
 * render.h: the faces of a report, one file a format, all of one shape: begin, each finding, end, into a buffer.
 * Escaping is a writer's business for each target (text_out.c, json/write.h), never a format string's.
 */
#ifndef ED_RENDER_RENDER_H
#define ED_RENDER_RENDER_H

#include "base/buf.h"
#include "diag/report.h"

struct ed_render_opts {
    bool color;
    unsigned width; /* columns of the terminal; 0: not a terminal, neither wrap nor cut */
    bool why;       /* print the ranking's terms */
    bool verbose;   /* the whole account */
    bool quiet;     /* no account */
    bool runner;    /* text goes to the log of a CI run (ed_words_tame) */
    const char *version;
};

struct ed_renderer {
    const char *name;
    void (*begin)(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out);
    /* index: 0-based place in the report */
    void (*finding)(const struct ed_report *report, size_t index, const struct ed_render_opts *opts,
                    struct ed_buf *out);
    /* A finding that came again while a log is followed; `finding` has written it before. NULL: the face is one
       document that nobody can read before its end. */
    void (*repeat)(const struct ed_repeat *again, const struct ed_render_opts *opts, struct ed_buf *out);
    void (*end)(const struct ed_report *report, const struct ed_render_opts *opts, struct ed_buf *out);
};

/* All renderers; NULL behind the last. */
const struct ed_renderer *const *ed_renderers(void);
const struct ed_renderer *ed_renderer_find(const char *name);

/* The page of one record, for explain: text. */
void ed_render_record(const struct ed_record *record, const struct ed_kb_pattern_info *pattern,
                      const struct ed_render_opts *opts, struct ed_buf *out);
/* The page of a family. */
void ed_render_family(const struct ed_family *family, const struct ed_render_opts *opts, struct ed_buf *out);

#endif

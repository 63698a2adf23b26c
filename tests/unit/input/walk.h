/*
 * walk.h: walks over what a test makes, told as text: "name=bytes;" for each reader, "name!words" for a failure while
 * reading, "name?words" for a note; with `meta`, "[host=... pod=...]" behind a name that tells something.
 */
#ifndef ED_TEST_INPUT_WALK_H
#define ED_TEST_INPUT_WALK_H

#include "support.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io.h"
#include "input/source.h"

struct walked {
    struct ed_buf says;
    size_t block; /* bytes read at a time; 0: 1000 */
    bool meta;
    enum ed_rc rc;
    struct ed_err err;
};

static inline void say_meta(struct ed_buf *out, const struct ed_meta *meta)
{
    const struct {
        const char *name;
        struct ed_str value;
    } told[] = {{"host", meta->host}, {"unit", meta->unit}, {"pod", meta->pod},  {"container", meta->container},
                {"job", meta->job},   {"step", meta->step}, {"rank", meta->rank}};
    const char *before = "[";

    for (size_t i = 0; i < ED_ARRAY_LEN(told); i++) {
        if (told[i].value.p) {
            ed_buf_printf(out, "%s%s=%.*s", before, told[i].name, ED_STR_ARG(told[i].value));
            before = " ";
        }
    }
    ed_buf_text(out, before[0] == ' ' ? "]" : "");
}

static inline enum ed_rc walked_open(void *ctx, struct ed_reader *reader, struct ed_err *err)
{
    struct walked *w = ctx;
    struct ed_err why = {0};
    char block[1000];
    size_t n = 0;
    enum ed_rc rc;

    (void)err;
    ed_buf_text(&w->says, ed_reader_name(reader));
    if (w->meta) {
        say_meta(&w->says, ed_reader_meta(reader));
    }
    ed_buf_byte(&w->says, '=');
    while ((rc = ed_reader_read(reader, block, w->block ? w->block : sizeof(block), &n, &why)) == ED_OK && n) {
        ed_buf_append(&w->says, block, n);
    }
    ed_buf_byte(&w->says, ';');
    if (rc < 0) {
        ed_buf_printf(&w->says, "%s!%s;", why.source, why.message);
    }
    return ED_OK;
}

static inline void walked_note(void *ctx, const struct ed_err *why)
{
    struct walked *w = ctx;

    ed_buf_printf(&w->says, "%s?%s;", why->source, why->message);
}

static inline struct ed_source_events walked_events(struct walked *w)
{
    ed_buf_init(&w->says, 0);
    return (struct ed_source_events){.open = walked_open, .note = walked_note, .ctx = w, .logs = true};
}

/* What a walk for logs says of the path, with `top`/ left out of it. */
static inline void assert_walk(const char *path, const char *top, bool meta, const char *want)
{
    struct walked w = {.meta = meta};
    struct ed_source_events events = walked_events(&w);
    struct ed_buf prefix, says;
    struct ed_str rest;
    size_t at;

    assert_int_equal(ed_source_walk(&path, 1, events, &w.err), ED_OK);
    ed_buf_init(&prefix, 0);
    ed_buf_init(&says, 0);
    ed_buf_printf(&prefix, "%s/", top);
    for (rest = ed_buf_view(&w.says); (at = ed_str_find(rest, ed_buf_view(&prefix), 0)) != SIZE_MAX;) {
        ed_buf_str(&says, ed_str_slice(rest, 0, at));
        rest = ed_str_slice(rest, at + prefix.n, rest.n);
    }
    ed_buf_str(&says, rest);
    assert_str(ed_buf_view(&says), want);
    ed_buf_done(&says);
    ed_buf_done(&prefix);
    ed_buf_done(&w.says);
}

/* A folder of its own for a test, without links in its path. */
static inline void make_folder(char path[PATH_MAX])
{
    char made[] = "/tmp/errdex-test-XXXXXX";

    assert_non_null(mkdtemp(made));
    assert_non_null(realpath(made, path));
}

/* A file in it, with the folders that its name has. */
static inline void put_bytes(const char *top, const char *name, struct ed_str bytes)
{
    char path[PATH_MAX + 512];
    struct ed_err err = {0};

    snprintf(path, sizeof(path), "%s/%s", top, name);
    assert_int_equal(ed_io_mkdirs(path, &err), ED_OK);
    if (ed_io_replace(path, bytes, &err) != ED_OK) {
        fail_msg("%s", err.message);
    }
}

static inline void put_text(const char *top, const char *name, const char *text)
{
    put_bytes(top, name, ed_str_c(text));
}

static inline int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st;
    (void)kind;
    (void)at;
    return remove(path);
}

/* Remove a folder and all that is in it; 0 when it is gone. */
static inline int remove_tree(const char *top)
{
    return nftw(top, remove_one, /* descriptors */ 16, FTW_DEPTH | FTW_PHYS);
}

#endif

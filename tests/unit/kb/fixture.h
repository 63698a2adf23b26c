/*
 * fixture.h: a folder of its own for each test of the knowledge base, records to bring in, and what an ingest said.
 */
#ifndef ED_TEST_KB_FIXTURE_H
#define ED_TEST_KB_FIXTURE_H

#include "base/io.h"
#include "kb/ingest.h"
#include "kb/kb.h"

#include <setjmp.h>

#include <cmocka.h>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

struct fixture {
    char folder[64];
    char db[80];
    struct ed_err err;
    struct ed_ingest_counts counts;
    struct ed_buf said;    /* "fatal|note source:line pointer: message\n" for each problem */
    struct ed_buf reasons; /* "reason=count\n" */
    size_t progress;
};

static inline int fixture_setup(void **state)
{
    static const char pattern[] = "/tmp/errdex-kb-XXXXXX";
    struct fixture *f = test_calloc(1, sizeof(*f));

    memcpy(f->folder, pattern, sizeof(pattern));
    if (!mkdtemp(f->folder)) {
        return -1;
    }
    snprintf(f->db, sizeof(f->db), "%s/test.db", f->folder);
    ed_buf_init(&f->said, 0);
    ed_buf_init(&f->reasons, 0);
    *state = f;
    return 0;
}

static inline void remove_tree(const char *path, int depth)
{
    struct dirent *entry;
    char below[512];
    DIR *dir = depth > 8 ? NULL : opendir(path);

    while (dir && (entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            snprintf(below, sizeof(below), "%s/%s", path, entry->d_name);
            if (unlink(below) != 0) {
                remove_tree(below, depth + 1);
            }
        }
    }
    if (dir) {
        closedir(dir);
    }
    rmdir(path);
}

static inline int fixture_teardown(void **state)
{
    struct fixture *f = *state;

    remove_tree(f->folder, 0);
    ed_buf_done(&f->said);
    ed_buf_done(&f->reasons);
    test_free(f);
    return 0;
}

static inline const char *text_of(struct ed_buf *buf)
{
    return buf->p ? buf->p : "";
}

static inline void assert_says(struct ed_buf *buf, const char *words)
{
    if (!strstr(text_of(buf), words)) {
        fail_msg("\"%s\" does not say \"%s\"", text_of(buf), words);
    }
}

static inline void assert_error(struct fixture *f, const char *words)
{
    if (!strstr(f->err.message, words)) {
        fail_msg("\"%s\" does not say \"%s\"", f->err.message, words);
    }
}

/* A file in the test's folder, the folders above it made. Returns its path, for ingest(). */
static inline const char *put_file(struct fixture *f, const char *name, struct ed_str content)
{
    char *path = test_malloc(256);

    snprintf(path, 256, "%s/%s", f->folder, name);
    assert_int_equal(ed_io_mkdirs(path, &f->err), ED_OK);
    assert_int_equal(ed_io_replace(path, content, &f->err), ED_OK);
    return path;
}

static inline void on_problem(void *ctx, const struct ed_err *problem, bool fatal)
{
    struct fixture *f = ctx;
    const char *name = strrchr(problem->source, '/');

    ed_buf_printf(&f->said, "%s %s:%" PRIu64 " %s: %s\n", fatal ? "fatal" : "note", name ? name + 1 : problem->source,
                  problem->line, problem->pointer, problem->message);
}

static inline void on_progress(void *ctx, uint64_t records ED_UNUSED, uint64_t bytes ED_UNUSED,
                               uint64_t total ED_UNUSED)
{
    struct fixture *f = ctx;

    f->progress++;
}

static inline void on_reason(void *ctx, struct ed_str reason, uint64_t count)
{
    struct fixture *f = ctx;

    ed_buf_printf(&f->reasons, "%.*s=%" PRIu64 "\n", ED_STR_ARG(reason), count);
}

/* Ingest one path (which is given back) and return what came of it. */
static inline enum ed_rc ingest(struct fixture *f, const char *path)
{
    struct ed_ingest_events events = {.problem = on_problem, .progress = on_progress, .ctx = f};
    enum ed_rc rc;

    ed_buf_reset(&f->said);
    ed_buf_append(&f->said, "", 0);
    ed_buf_reset(&f->reasons);
    f->counts = (struct ed_ingest_counts){0};
    rc = ed_kb_ingest(f->db, &path, 1, events, &f->counts, on_reason, &f->err);
    test_free((void *)(uintptr_t)path);
    return rc;
}

static inline enum ed_rc ingest_text(struct fixture *f, const char *text)
{
    return ingest(f, put_file(f, "in.json", ed_str_c(text)));
}

static inline struct ed_kb *open_kb(struct fixture *f)
{
    struct ed_kb *kb = NULL;
    bool rebuilt = true;

    assert_int_equal(ed_kb_open(f->db, &kb, &rebuilt, &f->err), ED_OK);
    assert_false(rebuilt);
    return kb;
}

/* The smallest record that there is. */
#define RECORD(id, repo, slug, message, more)                                                                          \
    "{\"id\":\"" id "\",\"repo\":\"" repo "\",\"slug\":\"" slug "\",\"errorMessage\":\"" message "\"" more "}"
#define AT(time) ",\"analyzedAt\":\"" time "\""

#endif

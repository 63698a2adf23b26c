/*
 * fixture.h: a scratch folder for each test of the author's tools, a shelf in it, and what was said of flaws.
 */
#ifndef ED_TEST_AUTHOR_FIXTURE_H
#define ED_TEST_AUTHOR_FIXTURE_H

#include "author/flaw.h"

#include <setjmp.h>

#include <cmocka.h>

#include <unistd.h>

struct fixture {
    char scratch[64];
    struct ed_shelf *shelf;
    struct ed_buf said; /* "code pointer | row | row\n" a flaw, without rows of lines, reasons and remedies */
};

static inline int fixture_setup(void **state)
{
    static const char pattern[] = "/tmp/errdex-author-XXXXXX";
    struct fixture *f = test_calloc(1, sizeof(*f));

    memcpy(f->scratch, pattern, sizeof(pattern));
    ed_buf_init(&f->said, 0);
    *state = f;
    return mkdtemp(f->scratch) ? 0 : -1;
}

/* The scratch folder must be empty again. */
static inline int fixture_teardown(void **state)
{
    struct fixture *f = *state;
    int rc;

    ed_shelf_close(f->shelf);
    rc = rmdir(f->scratch);
    ed_buf_done(&f->said);
    test_free(f);
    return rc;
}

static inline void fixture_flaw(void *ctx, const struct ed_flaw *flaw)
{
    static const char *const quiet[] = {"log", "why", "do"};
    struct fixture *f = ctx;

    ed_buf_printf(&f->said, "%s %s%.*s", flaw->code, flaw->above ? flaw->above : "", ED_STR_ARG(flaw->pointer));
    for (size_t i = 0; i < ED_ARRAY_LEN(flaw->rows) && flaw->rows[i].text.p; i++) {
        bool shown = true;

        for (size_t k = 0; k < ED_ARRAY_LEN(quiet); k++) {
            shown &= strcmp(flaw->rows[i].key, quiet[k]) != 0;
        }
        if (shown) {
            ed_buf_printf(&f->said, " | %.*s", ED_STR_ARG(flaw->rows[i].text));
        }
    }
    ed_buf_byte(&f->said, '\n');
}

static inline void fixture_problem(void *ctx, const struct ed_err *problem, bool fatal)
{
    struct ed_flaw flaw = ed_flaw_of_problem(problem, fatal);

    flaw.rows[0].text = ED_STR_NONE;
    fixture_flaw(ctx, &flaw);
}

/* Open a path below tests/. */
static inline enum ed_rc fixture_open(struct fixture *f, const char *below, struct ed_err *err)
{
    struct ed_shelf_opts opts = {.scratch = f->scratch, .problem = fixture_problem, .ctx = f};
    char path[4096];
    const char *paths[] = {path};

    snprintf(path, sizeof(path), "%s/%s", ED_TEST_DATA, below);
    return ed_shelf_open(paths, 1, opts, &f->shelf, err);
}

#endif

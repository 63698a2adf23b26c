/*
 * fixture.h: a folder of its own for each test of the store, and a data base in it.
 */
#ifndef ED_TEST_STORE_FIXTURE_H
#define ED_TEST_STORE_FIXTURE_H

#include "base/io.h"
#include "store/db.h"

#include <setjmp.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

struct fixture {
    char folder[64];
    char path[80]; /* folder/test.db, not there yet */
    struct ed_err err;
};

static inline int fixture_setup(void **state)
{
    static const char pattern[] = "/tmp/errdex-store-XXXXXX";
    struct fixture *f = test_calloc(1, sizeof(*f));

    memcpy(f->folder, pattern, sizeof(pattern));
    if (!mkdtemp(f->folder) || chmod(f->folder, 0755) != 0) {
        return -1;
    }
    snprintf(f->path, sizeof(f->path), "%s/test.db", f->folder);
    *state = f;
    return 0;
}

static inline int fixture_teardown(void **state)
{
    struct fixture *f = *state;
    char journal[96];

    snprintf(journal, sizeof(journal), "%s-journal", f->path);
    chmod(f->folder, 0755);
    unlink(journal);
    if (unlink(f->path) != 0 && errno != ENOENT) {
        rmdir(f->path);
    }
    if (rmdir(f->folder) != 0) {
        return -1; /* the store left a file behind */
    }
    test_free(f);
    return 0;
}

/* A fresh data base, open for writing. */
static inline struct ed_db *fixture_create(struct fixture *f)
{
    struct ed_db *db = NULL;

    assert_int_equal(ed_db_open(f->path, ED_DB_CREATE, &db, &f->err), ED_OK);
    return db;
}

/* The error says this. */
static inline void assert_says(const struct fixture *f, const char *words)
{
    if (!strstr(f->err.message, words)) {
        fail_msg("\"%s\" does not say \"%s\"", f->err.message, words);
    }
}

#endif

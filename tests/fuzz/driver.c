/*
 * driver.c: a main for the fuzz targets where libFuzzer is not: every file given, and every file of every folder given
 * (in byte order, folders in folders too), goes once into LLVMFuzzerTestOneInput, in a block of exactly its size so
 * that a sanitizer sees a read behind its end. No file at all is a failure: a replay of nothing proves nothing.
 */
#include "base/io.h"
#include "base/limits.h"
#include "base/vec.h"

#include <dirent.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define DEEPEST 8

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool replay_file(const char *path, size_t *count)
{
    struct ed_buf buf;
    struct ed_err err = {0};

    ed_buf_init(&buf, 64 * ED_MIB);
    bool ok = ed_io_file(path, &buf, &err) == ED_OK;
    if (ok) {
        uint8_t *exact = ed_alloc(buf.n);

        if (buf.n > 0) {
            memcpy(exact, buf.p, buf.n);
        }
        LLVMFuzzerTestOneInput(exact, buf.n);
        ed_free(exact);
        ++*count;
    } else {
        fprintf(stderr, "%s: %s\n", path, err.message);
    }
    ed_buf_done(&buf);
    return ok;
}

static bool replay(const char *path, unsigned depth, size_t *count);

static bool replay_folder(const char *path, unsigned depth, size_t *count)
{
    ED_VEC(char *) paths = {0};
    DIR *folder = opendir(path);
    bool ok = folder != NULL && depth < DEEPEST;

    for (struct dirent *entry; ok && (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            struct ed_buf full;

            ed_buf_init(&full, 0);
            ed_buf_printf(&full, "%s/%s", path, entry->d_name);
            *ed_vec_add(&paths) = full.p;
        }
    }
    if (!ok) {
        fprintf(stderr, "%s: cannot be listed, or is too deep\n", path);
    }
    if (paths.n > 0) {
        qsort(paths.v, paths.n, sizeof(*paths.v), by_name);
    }
    for (size_t i = 0; i < paths.n; i++) {
        ok = replay(paths.v[i], depth + 1, count) && ok;
        ed_free(paths.v[i]);
    }
    ed_vec_done(&paths);
    if (folder != NULL) {
        closedir(folder);
    }
    return ok;
}

static bool replay(const char *path, unsigned depth, size_t *count)
{
    struct stat st;

    if (stat(path, &st) != 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    return S_ISDIR(st.st_mode) ? replay_folder(path, depth, count) : replay_file(path, count);
}

int main(int argc, char **argv)
{
    size_t count = 0;
    bool ok = true;

    for (int i = 1; i < argc; i++) {
        ok = replay(argv[i], /* depth= */ 0, &count) && ok;
    }
    printf("%zu inputs replayed\n", count);
    if (count == 0) {
        fprintf(stderr, "no input was given: a target needs seeds in tests/fuzz/seeds/NAME/\n");
    }
    return ok && count > 0 ? 0 : 1;
}

/*
 * source_folder.c: what is in a folder, in the order in which it was written (source_order.h), one file open at a time.
 * Whatever is wrong with a file of a folder is a note, and the walk goes on.
 */
#include "base/buf.h"
#include "base/vec.h"
#include "input/source_paths.h"
#include "input/source_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct names {
    ED_VEC(char *) v;
};

static int by_rotation(const void *a, const void *b)
{
    return ed_rotation_cmp(ed_str_c(*(char *const *)a), ed_str_c(*(char *const *)b));
}

/* Closes the folder. */
static void list(DIR *folder, struct names *ret)
{
    const struct dirent *entry;

    while ((entry = readdir(folder))) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            *ed_vec_add(&ret->v) = ed_alloc_text(entry->d_name, strlen(entry->d_name));
        }
    }
    closedir(folder);
    if (ret->v.n) {
        qsort(ret->v.v, ret->v.n, sizeof(*ret->v.v), by_rotation);
    }
}

static void names_done(struct names *names)
{
    for (size_t i = 0; i < names->v.n; i++) {
        ed_free(names->v.v[i]);
    }
    ed_vec_done(&names->v);
}

static uint64_t size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

/* The logs of a CI run, when whole jobs and folders of their steps stand side by side in this folder; else NULL. */
static struct ed_run_logs *run_logs(const char *path, const struct names *names)
{
    struct ed_run_logs *runs = NULL;
    struct ed_str job;
    struct ed_buf at;

    ed_buf_init(&at, /* max */ 0);
    for (size_t i = 0; i < names->v.n; i++) {
        struct names steps = {.v = {0}};
        DIR *folder;

        if (!ed_run_log_is_whole(ed_str_c(names->v.v[i]), &job)) {
            continue;
        }
        ed_buf_reset(&at);
        ed_buf_printf(&at, "%s/%.*s", path, ED_STR_ARG(job));
        folder = opendir(at.p);
        if (!folder) {
            continue;
        }
        runs = runs ? runs : ed_run_logs_new();
        list(folder, &steps);
        for (size_t k = 0; k < steps.v.n; k++) {
            ed_buf_reset(&at);
            ed_buf_printf(&at, "%s/%.*s/%s", path, ED_STR_ARG(job), steps.v.v[k]);
            ed_run_logs_add(runs, ed_str_slice(ed_buf_view(&at), strlen(path) + 1, at.n), size_of(at.p));
        }
        names_done(&steps);
        ed_buf_reset(&at);
        ed_buf_printf(&at, "%s/%s", path, names->v.v[i]);
        ed_run_logs_add(runs, ed_str_c(names->v.v[i]), size_of(at.p));
    }
    ed_buf_done(&at);
    return runs;
}

static enum ed_rc walk_file(struct ed_walk *walk, const char *path, struct ed_err *err)
{
    const char *run = walk->runs ? path + walk->runs_at : NULL;
    const char *skip = ed_walk_skips(walk, path);
    struct ed_err why = {0};
    enum ed_rc rc;
    int fd;

    if (skip || (run && ed_run_logs_repeats(walk->runs, ed_str_c(run)))) {
        ed_walk_skip(walk, skip ? skip : ED_SKIP_COPY);
        return ED_OK;
    }
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        why.rc = ed_walk_cannot_open(path, errno, &why);
        ed_walk_note(walk, path, &why);
        return ED_OK;
    }
    rc = ed_walk_fd(walk, fd, path, run, /* found */ true, err);
    close(fd);
    return rc;
}

/* Whether the link points into the folder that is walked, where its file is read as itself. */
static bool points_inside(const struct ed_walk *walk, const char *link)
{
    char buf[PATH_MAX];
    struct ed_str target = ed_str_c(realpath(link, buf)), root = ed_str_c(walk->root);

    return target.p && root.p && target.n > root.n && ed_str_starts(target, root) &&
           (target.p[root.n] == '/' || root.n == 1);
}

static enum ed_rc walk_folder(struct ed_walk *walk, int fd, const char *path, unsigned depth, struct ed_err *err);

/* An entry of a folder, of any kind. */
static enum ed_rc walk_entry(struct ed_walk *walk, const char *path, unsigned depth, struct ed_err *err)
{
    struct ed_err why = {0};
    struct stat st;
    int fd;

    if (lstat(path, &st) < 0) {
        why.rc = ed_walk_cannot_open(path, errno, &why);
        ed_walk_note(walk, path, &why);
        return ED_OK;
    }
    if (S_ISLNK(st.st_mode) && (stat(path, &st) < 0 || S_ISDIR(st.st_mode) || points_inside(walk, path))) {
        return ED_OK; /* a link to nothing, to a folder (as grep -r), or to what is read in its own place */
    }
    if (S_ISREG(st.st_mode)) {
        return walk_file(walk, path, err);
    }
    if (!S_ISDIR(st.st_mode)) {
        ed_err_set(&why, ED_ERR_INPUT, "is a device, pipe or socket in a folder: not read");
    } else if (depth >= ED_LIMIT_FOLDER_DEPTH) {
        ed_err_set(&why, ED_ERR_LIMIT, "is a folder %d levels deep: not read", ED_LIMIT_FOLDER_DEPTH);
    } else {
        fd = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
        if (fd >= 0) {
            return walk_folder(walk, fd, path, depth + 1, err);
        }
        why.rc = ed_walk_cannot_open(path, errno, &why);
    }
    ed_walk_note(walk, path, &why);
    return ED_OK;
}

static enum ed_rc walk_names(struct ed_walk *walk, const char *path, const struct names *names, unsigned depth,
                             struct ed_err *err)
{
    enum ed_rc rc = ED_OK;
    struct ed_buf inner;

    ed_buf_init(&inner, /* max */ 0);
    for (size_t i = 0; i < names->v.n && rc == ED_OK; i++) {
        ed_buf_reset(&inner);
        ed_buf_printf(&inner, "%s/%s", strcmp(path, "/") == 0 ? "" : path, names->v.v[i]);
        rc = walk_entry(walk, inner.p, depth, err);
    }
    ed_buf_done(&inner);
    return rc;
}

/* Takes the open folder and closes it before anything in it is opened. path: without a slash at its end. */
static enum ed_rc walk_folder(struct ed_walk *walk, int fd, const char *path, unsigned depth, struct ed_err *err)
{
    struct ed_run_logs *outer = walk->runs, *own;
    size_t outer_at = walk->runs_at;
    struct names names = {.v = {0}};
    DIR *folder = fdopendir(fd);
    enum ed_rc rc;

    if (!folder) {
        rc = ed_walk_cannot_open(path, errno, err);
        close(fd);
        return rc;
    }
    list(folder, &names);
    own = walk->events.logs ? run_logs(path, &names) : NULL;
    if (own) {
        walk->runs = own;
        walk->runs_at = strlen(path) + (strcmp(path, "/") != 0);
    }
    rc = walk_names(walk, path, &names, depth, err);
    walk->runs = outer;
    walk->runs_at = outer_at;
    ed_run_logs_free(own);
    names_done(&names);
    return rc;
}

enum ed_rc ed_walk_folder(struct ed_walk *walk, int fd, const char *path, struct ed_err *err)
{
    char root[PATH_MAX], *bare = ed_alloc_text(path, strlen(path));
    enum ed_rc rc;

    for (size_t n = strlen(bare); n > 1 && bare[n - 1] == '/'; n--) {
        bare[n - 1] = '\0';
    }
    walk->root = realpath(path, root);
    rc = walk_folder(walk, fd, bare, /* depth */ 1, err);
    walk->root = NULL;
    ed_free(bare);
    return rc;
}

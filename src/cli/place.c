/*
 * place.c: the environment and the XDG base directories, read in one place. The bundled data base stands beside the
 * program (build folder) or in ../share/errdex (installed).
 */
#include "cli/place.h"

#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "cli/term.h"
#include "diag/inquiry.h"

/* $variable/tail, or $HOME/fallback/tail; ED_STR_NONE without a home. The XDG specification wants absolute paths only.
 */
static struct ed_str xdg(struct ed_arena *arena, const char *variable, const char *fallback, const char *tail)
{
    const char *base = getenv(variable), *home = getenv("HOME");

    if (base && base[0] == '/') {
        return ed_arena_printf(arena, "%s/%s", base, tail);
    }
    if (home && home[0] == '/') {
        return ed_arena_printf(arena, "%s/%s/%s", home, fallback, tail);
    }
    return ED_STR_NONE;
}

static struct ed_str own_db(struct ed_arena *arena)
{
    return xdg(arena, "XDG_DATA_HOME", ".local/share", "errdex/errdex.db");
}

static bool readable(struct ed_str path)
{
    return path.p && access(path.p, F_OK) == 0;
}

static struct ed_str bundled_db(struct ed_arena *arena)
{
    static const char *const places[] = {"errdex.db", "../share/errdex/errdex.db"};
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
    char *slash;

    if (n <= 0) {
        return ED_STR_NONE;
    }
    exe[n] = '\0';
    slash = strrchr(exe, '/');
    for (size_t i = 0; slash && i < ED_ARRAY_LEN(places); i++) {
        struct ed_str path = ed_arena_printf(arena, "%.*s/%s", (int)(slash - exe), exe, places[i]);

        if (readable(path)) {
            return path;
        }
    }
    return ED_STR_NONE;
}

static const char *named_db(const struct ed_args *args)
{
    const char *env = getenv("ERRDEX_DB");

    return args->db ? args->db : env && env[0] ? env : NULL;
}

static enum ed_rc empty_name(struct ed_err *err)
{
    return ed_err_set(err, ED_ERR_USAGE, "--db is given an empty name: name a file, or leave the option out");
}

enum ed_rc ed_place_db(const struct ed_args *args, struct ed_arena *arena, const char **ret_path, struct ed_err *err)
{
    const char *named = named_db(args);
    struct ed_str path;

    if (named) {
        *ret_path = named;
        return named[0] ? ED_OK : empty_name(err);
    }
    path = own_db(arena);
    path = readable(path) ? path : bundled_db(arena);
    if (!path.p) {
        ed_err_set(
            err, ED_ERR_DB,
            "there is no data base: none is bundled with this program and you have none of your own; make one with "
            "errdex ingest RECORDS.json, or name one with --db");
        return ED_ERR_DB;
    }
    *ret_path = path.p;
    return ED_OK;
}

static enum ed_rc copy_bundled(struct ed_arena *arena, const char *to, struct ed_err *err)
{
    struct ed_str from = bundled_db(arena);
    struct ed_buf content;
    enum ed_rc rc;

    if (!from.p) {
        return ED_NOT_FOUND;
    }
    ed_buf_init(&content, /* max */ 0);
    rc = ed_io_file(from.p, &content, err);
    if (rc == ED_OK) {
        rc = ed_io_replace(to, ed_buf_view(&content), err);
    }
    ed_buf_done(&content);
    return rc;
}

enum ed_rc ed_place_db_own(const struct ed_args *args, struct ed_arena *arena, const char **ret_path, bool *ret_made,
                           struct ed_err *err)
{
    const char *named = named_db(args);
    struct ed_str path;
    enum ed_rc rc;

    *ret_made = false;
    if (named) {
        *ret_path = named;
        return named[0] ? ED_OK : empty_name(err);
    }
    path = own_db(arena);
    if (!path.p) {
        return ed_err_set(err, ED_ERR_USAGE, "neither XDG_DATA_HOME nor HOME is set; name the data base with --db");
    }
    *ret_path = path.p;
    if (readable(path)) {
        return ED_OK;
    }
    rc = ed_io_mkdirs_private(path.p, err);
    if (rc != ED_OK) {
        return rc;
    }
    rc = copy_bundled(arena, path.p, err);
    *ret_made = rc == ED_OK;
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

static bool is_empty(const struct ed_kb *kb)
{
    size_t n = 0;

    ed_index_records(ed_kb_index(kb), &n);
    return n == 0;
}

struct ed_kb *ed_place_open(const struct ed_args *args, enum ed_exit *ret_exit)
{
    struct ed_err err = {0};
    struct ed_arena arena;
    struct ed_kb *kb = NULL;
    const char *path = NULL;
    bool rebuilt = false;
    enum ed_rc rc;

    ed_arena_init(&arena);
    rc = ed_place_db(args, &arena, &path, &err);
    if (rc == ED_OK) {
        rc = ed_kb_open(path, &kb, &rebuilt, &err);
    }
    if (rc != ED_OK) {
        *ret_exit = ed_term_fail(&err);
        kb = NULL;
    } else if (rebuilt && is_empty(kb)) {
        ed_term_say("errdex: note: %s holds no records; put some in with errdex ingest", path);
    } else if (rebuilt && !args->quiet) {
        ed_term_say("errdex: note: the index in %s is not for this version and was made anew in memory; errdex rebuild "
                    "makes that last",
                    path);
    }
    ed_arena_done(&arena);
    return kb;
}

const char *ed_place_last(struct ed_arena *arena)
{
    return xdg(arena, "XDG_STATE_HOME", ".local/state", "errdex/last").p;
}

const char *ed_place_scratch(void)
{
    const char *named = getenv("TMPDIR");

    return named && named[0] ? named : "/tmp";
}

static enum ed_rc own_playbook(const char *path, struct ed_playbooks *playbooks, struct ed_err *err)
{
    struct ed_buf text;
    enum ed_rc rc;

    ed_buf_init(&text, ED_LIMIT_JSON_VALUE);
    rc = ed_io_file(path, &text, err);
    if (rc == ED_OK) {
        rc = ed_playbooks_add(playbooks, ed_buf_view(&text), err);
        rc = rc == ED_OK ? ed_inquiry_check(ed_playbooks_at(playbooks, 0), err) : rc;
        ed_err_at(err, path, 0, NULL);
    }
    ed_buf_done(&text);
    return rc;
}

struct ed_playbooks *ed_place_playbooks(const struct ed_args *args, enum ed_exit *ret_exit)
{
    struct ed_playbooks *playbooks = ed_playbooks_new();
    struct ed_err err = {0};
    enum ed_rc rc = ed_playbooks_bundled(playbooks, &err);

    if (rc == ED_OK && args->playbook) {
        rc = own_playbook(args->playbook, playbooks, &err);
    }
    if (rc != ED_OK) {
        *ret_exit = ed_term_fail(&err);
        ed_playbooks_free(playbooks);
        return NULL;
    }
    return playbooks;
}

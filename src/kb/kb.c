/*
 * kb.c: open and close a knowledge base, its index, and the patterns that matchers fetch from it.
 *
 * The data base is read-only here and no lock on it is held between two questions: an ingest beside a long run can
 * commit, and a row keeps its number when its record is replaced. The index stands in memory for the whole run. Fetched
 * patterns live in the knowledge base's arena until it is closed.
 */
#include "kb/state.h"

#include "base/alloc.h"
#include "kb/build.h"
#include "store/blob.h"
#include "json/read.h"

void ed_kb_lock(struct ed_kb *kb)
{
    pthread_mutex_lock(&kb->lock);
}

void ed_kb_unlock(struct ed_kb *kb)
{
    pthread_mutex_unlock(&kb->lock);
}

static void lock_init(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attr;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(lock, &attr);
    pthread_mutexattr_destroy(&attr);
}

/* ED_NOT_FOUND: there is no stored index that is good for these patterns and this program. */
static enum ed_rc open_stored(struct ed_kb *kb, struct ed_err *err)
{
    struct ed_err damage = {0};
    int64_t patterns = 0;
    enum ed_rc rc = ed_derived_meta(kb->db, ED_META_PATTERNS, &patterns, err);

    if (rc == ED_OK) {
        rc = ed_blob_get(kb->db, "index", &kb->blob, err);
    }
    if (rc != ED_OK) {
        return rc;
    }
    rc = ed_index_open(ed_buf_view(&kb->blob), ed_build_content_hash((uint64_t)patterns), &kb->index, &damage);
    return rc == ED_OK ? ED_OK : ED_NOT_FOUND;
}

static enum ed_rc open_built(struct ed_kb *kb, struct ed_err *err)
{
    struct ed_built built = {0};
    enum ed_rc rc = ed_build_index(kb->db, &built, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_buf_done(&kb->blob);
    kb->blob = built.blob;
    built.blob = (struct ed_buf){0};
    rc = ed_index_open(ed_buf_view(&kb->blob), ed_build_content_hash(built.patterns), &kb->index, err);
    ed_built_done(&built);
    return rc < 0 || rc == ED_OK ? rc : ed_err_set(err, ED_ERR_INTERNAL, "an index that was just made is refused");
}

enum ed_rc ed_kb_open(const char *path, struct ed_kb **ret_kb, bool *ret_rebuilt, struct ed_err *err)
{
    struct ed_db *db = NULL;
    struct ed_kb *kb;
    bool rebuilt = false;
    enum ed_rc rc = ed_db_open(path, ED_DB_READ, &db, err);

    if (rc != ED_OK) {
        return rc;
    }
    kb = ed_alloc_zero(1, sizeof(*kb));
    kb->db = db;
    lock_init(&kb->lock);
    ed_buf_init(&kb->blob, /* max */ 0);
    ed_buf_init(&kb->near_blob, /* max */ 0);
    ed_arena_init(&kb->arena);
    ed_map_init(&kb->patterns);
    if (ed_db_derived(db)) {
        rc = open_stored(kb, err);
    } else {
        rc = ed_err_set(err, ED_ERR_DB,
                        "the look-up tables of %s are missing or of another version of errdex: run errdex rebuild "
                        "--db %s once, where it may be written",
                        path, path);
    }
    if (rc == ED_NOT_FOUND) {
        rebuilt = true;
        rc = open_built(kb, err);
    }
    if (rc != ED_OK) {
        ed_kb_close(kb);
        return rc;
    }
    if (ret_rebuilt) {
        *ret_rebuilt = rebuilt;
    }
    *ret_kb = kb;
    return ED_OK;
}

void ed_kb_close(struct ed_kb *kb)
{
    if (!kb) {
        return;
    }
    if (kb->index) {
        ed_index_free(kb->index);
    }
    ed_buf_done(&kb->blob);
    ed_near_free(kb->near);
    ed_buf_done(&kb->near_blob);
    ed_map_done(&kb->patterns);
    ed_arena_done(&kb->arena);
    ed_db_close(kb->db);
    pthread_mutex_destroy(&kb->lock);
    ed_free(kb);
}

const char *ed_kb_path(const struct ed_kb *kb)
{
    return ed_db_path(kb->db);
}

const struct ed_index *ed_kb_index(const struct ed_kb *kb)
{
    return kb->index;
}

static enum ed_rc build_near(struct ed_kb *kb, struct ed_err *err)
{
    struct ed_built built = {0};
    enum ed_rc rc = ed_build_index(kb->db, &built, err);

    if (rc == ED_OK) {
        rc = ed_build_near(kb->db, &built, &kb->near_blob, err);
    }
    if (rc == ED_OK) {
        rc = ed_near_open(ed_buf_view(&kb->near_blob), ed_build_content_hash(built.patterns), &kb->near, err);
    }
    ed_built_done(&built);
    return rc;
}

/* The stored one, if it is good for the patterns in the data base now. */
static enum ed_rc open_near(struct ed_kb *kb, struct ed_err *err)
{
    struct ed_err damage = {0};
    int64_t patterns = 0;
    uint64_t content;
    enum ed_rc rc = ed_derived_meta(kb->db, ED_META_PATTERNS, &patterns, err);

    if (rc != ED_OK) {
        return rc;
    }
    content = ed_build_content_hash((uint64_t)patterns);
    rc = ed_blob_get(kb->db, "near", &kb->near_blob, err);
    if (rc == ED_OK && ed_near_open(ed_buf_view(&kb->near_blob), content, &kb->near, &damage) == ED_OK) {
        return ED_OK;
    }
    if (rc < 0) {
        return rc;
    }
    ed_buf_reset(&kb->near_blob);
    rc = build_near(kb, err);
    return rc <= 0 ? rc : ed_err_set(err, ED_ERR_INTERNAL, "an index that was just made is refused");
}

enum ed_rc ed_kb_near(struct ed_kb *kb, const struct ed_near **ret_near, struct ed_err *err)
{
    enum ed_rc rc = ED_OK;

    ed_kb_lock(kb);
    if (!kb->near) {
        rc = open_near(kb, err);
    }
    if (rc == ED_OK) {
        *ret_near = kb->near;
    }
    ed_kb_unlock(kb);
    return rc;
}

enum ed_rc ed_kb_names(struct ed_str json, struct ed_arena *arena, const struct ed_str **ret_names, size_t *ret_n,
                       struct ed_err *err)
{
    struct ed_json_doc *doc = NULL;
    const struct ed_json_node *node;
    struct ed_str *names;
    size_t n = 0;
    enum ed_rc rc;

    *ret_names = NULL;
    *ret_n = 0;
    if (!json.p) {
        return ED_OK;
    }
    rc = ed_json_parse(json, &doc, err);
    if (rc != ED_OK) {
        ed_err_prefix(err, "the names of a pattern are damaged (run errdex rebuild): ");
        return ED_ERR_DB;
    }
    names = ed_arena_zero(arena, ed_json_count(ed_json_root(doc)), sizeof(*names));
    for (node = ed_json_first(ed_json_root(doc)); node; node = ed_json_next(node)) {
        names[n] = ed_arena_str(arena, ed_json_str(node));
        names[n] = names[n].p ? names[n] : ED_STR("");
        n++;
    }
    ed_json_doc_free(doc);
    *ret_names = names;
    *ret_n = n;
    return ED_OK;
}

static enum ed_rc load_pattern(struct ed_kb *kb, uint32_t row, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    struct ed_pattern_row stored = {0};
    struct ed_score score = {0};
    struct ed_pattern pattern = {0};
    enum ed_rc rc = ed_derived_pattern(kb->db, row, &kb->arena, &stored, &score, err);

    if (rc == ED_NOT_FOUND || (rc == ED_OK && (stored.state == ED_PATTERN_INACTIVE || !stored.regex.p))) {
        return ed_err_set(err, ED_ERR_DB,
                          "the index of %s names a record (row %" PRIu32 ") that has no pattern: run errdex rebuild",
                          ed_kb_path(kb), row);
    }
    if (rc == ED_OK) {
        rc = ed_kb_names(stored.names, &kb->arena, &pattern.names, &pattern.nnames, err);
    }
    if (rc == ED_OK) {
        pattern.state = stored.state == ED_PATTERN_REPAIRED ? ED_PATTERN_REPAIRED : ED_PATTERN_TAKEN;
        pattern.reason = stored.reason;
        pattern.regex = stored.regex;
        pattern.flags = (unsigned)stored.flags;
        *ret_pattern = pattern;
    }
    return rc;
}

static enum ed_rc fetch(void *ctx, uint32_t record, struct ed_pattern *ret_pattern, struct ed_err *err)
{
    struct ed_kb *kb = ctx;
    struct ed_str key = ed_str((const char *)&record, sizeof(record));
    struct ed_pattern *pattern;
    uint64_t *place;
    enum ed_rc rc = ED_OK;

    ed_kb_lock(kb);
    place = ed_map_get(&kb->patterns, key);
    if (place) {
        *ret_pattern = *(const struct ed_pattern *)(uintptr_t)*place;
    } else {
        pattern = ed_arena_zero(&kb->arena, 1, sizeof(*pattern));
        rc = load_pattern(kb, record, pattern, err);
        if (rc == ED_OK) {
            *ed_map_put(&kb->patterns, key, /* ret_new */ NULL) = (uint64_t)(uintptr_t)pattern;
            *ret_pattern = *pattern;
        }
    }
    ed_kb_unlock(kb);
    return rc;
}

struct ed_pattern_source ed_kb_patterns(struct ed_kb *kb)
{
    return (struct ed_pattern_source){.fetch = fetch, .ctx = kb};
}

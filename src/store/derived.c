/*
 * derived.c: the SQL that writes and reads the derived tables row by row. Lists and look-ups stand in list.c, full text
 * in search.c. All of it runs inside the caller's transaction.
 *
 * What runs for every record is a plain INSERT: OR REPLACE and RETURNING make SQLite guard each statement by a
 * savepoint, at which FTS5 writes out its words, one segment for each record. A replaced row is forgotten first.
 */
#include "store/derived.h"

#include "base/clock.h"

static const char sql_meta[] = "SELECT value FROM d_meta WHERE key = :key";
static const char sql_set_meta[] = "INSERT OR REPLACE INTO d_meta (key, value) VALUES (:key, :value)";
/* Repositories are counted by steps from one to the next in d_look_path. */
static const char sql_tally[] =
    "WITH RECURSIVE each_repo (repo) AS (SELECT min(repo) FROM d_look UNION ALL "
    "SELECT (SELECT min(repo) FROM d_look WHERE repo > each_repo.repo) FROM each_repo WHERE repo IS NOT NULL), "
    "pattern AS MATERIALIZED (SELECT count(*) FILTER (WHERE state <> 2) AS active, "
    "count(*) FILTER (WHERE state = 1) AS repaired, count(*) FILTER (WHERE state = 2) AS inactive FROM d_pattern), "
    "score AS MATERIALIZED (SELECT count(*) FILTER (WHERE weak) AS weak, count(*) FILTER (WHERE way = 2) AS always "
    "FROM d_score) "
    "INSERT OR REPLACE INTO d_meta (key, value) "
    "SELECT 'records', (SELECT count(*) FROM record) "
    "UNION ALL SELECT 'repos', (SELECT count(repo) FROM each_repo) "
    "UNION ALL SELECT 'families', (SELECT count(*) FROM family) "
    "UNION ALL SELECT 'active', active FROM pattern "
    "UNION ALL SELECT 'repaired', repaired FROM pattern "
    "UNION ALL SELECT 'inactive', inactive FROM pattern "
    "UNION ALL SELECT 'weak', weak FROM score "
    "UNION ALL SELECT 'always', always FROM score";
static const char sql_look_put[] = "INSERT INTO d_look "
                                   "(row, id, repo, slug, code, message, severity, family, analyzed) VALUES "
                                   "(:row, :id, :repo, :slug, :code, :message, :severity, :family, :analyzed)";
static const char sql_clash[] = "SELECT id FROM d_look WHERE repo = :repo AND slug = :slug AND row <> :row LIMIT 1";
static const char sql_members_clear[] = "DELETE FROM d_member WHERE family = :family";
static const char sql_member_put[] = "INSERT OR IGNORE INTO d_member (family, id) VALUES (:family, :id)";
static const char sql_pattern_put[] = "INSERT INTO d_pattern (row, state, flags, reason, regex, names) "
                                      "VALUES (:row, :state, :flags, :reason, :regex, :names)";
static const char sql_pattern[] = "SELECT p.state, p.flags, p.reason, p.regex, p.names, s.tenths, s.weak, s.way "
                                  "FROM d_pattern AS p LEFT JOIN d_score AS s ON s.row = p.row WHERE p.row = :row";
static const char sql_forget_look[] = "DELETE FROM d_look WHERE row = :row";
static const char sql_forget_pattern[] = "DELETE FROM d_pattern WHERE row = :row";
static const char sql_forget_score[] = "DELETE FROM d_score WHERE row = :row";
static const char sql_score_put[] = "INSERT OR REPLACE INTO d_score (row, tenths, weak, way) "
                                    "VALUES (:row, :tenths, :weak, :way)";
static const char sql_active[] = "SELECT p.row, p.regex, s.tenths, s.weak, s.way FROM d_pattern AS p "
                                 "LEFT JOIN d_score AS s ON s.row = p.row WHERE p.state <> 2 ORDER BY p.row";
static const char sql_codes[] = "SELECT row, code FROM d_look WHERE code IS NOT NULL ORDER BY row";
static const char sql_inactive[] = "SELECT reason, count(*) FROM d_pattern WHERE state = 2 GROUP BY reason "
                                   "ORDER BY count(*) DESC, reason";

enum ed_rc ed_derived_meta(struct ed_db *db, const char *key, int64_t *ret_value, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_meta, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":key", ed_str_c(key));
    rc = ed_stmt_step(stmt, err);
    if (rc == ED_OK) {
        *ret_value = ed_stmt_col_int(stmt, 0);
        ed_stmt_reset(stmt);
    } else if (rc == ED_NOT_FOUND) {
        *ret_value = 0;
        rc = ED_OK;
    }
    return rc;
}

enum ed_rc ed_derived_set_meta(struct ed_db *db, const char *key, int64_t value, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_set_meta, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":key", ed_str_c(key));
    ed_stmt_int(stmt, ":value", value);
    return ed_stmt_run(stmt, err);
}

enum ed_rc ed_derived_tally(struct ed_db *db, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_tally, &stmt, err);

    return rc == ED_OK ? ed_stmt_run(stmt, err) : rc;
}

enum ed_rc ed_derived_look_put(struct ed_db *db, uint32_t row, const struct ed_look *look, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_look_put, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    ed_stmt_text(stmt, ":id", look->id);
    ed_stmt_text(stmt, ":repo", look->repo);
    ed_stmt_text(stmt, ":slug", look->slug);
    ed_stmt_text(stmt, ":code", look->code);
    ed_stmt_text(stmt, ":message", look->message);
    ed_stmt_text(stmt, ":severity", look->severity);
    ed_stmt_text(stmt, ":family", look->family);
    if (look->analyzed == ED_TIME_UNKNOWN) {
        ed_stmt_null(stmt, ":analyzed");
    } else {
        ed_stmt_int(stmt, ":analyzed", look->analyzed);
    }
    return ed_stmt_run(stmt, err);
}

enum ed_rc ed_derived_clash(struct ed_db *db, uint32_t row, struct ed_str repo, struct ed_str slug,
                            struct ed_arena *arena, struct ed_str *ret_id, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_clash, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    ed_stmt_text(stmt, ":repo", repo);
    ed_stmt_text(stmt, ":slug", slug);
    rc = ed_stmt_step(stmt, err);
    if (rc == ED_OK) {
        *ret_id = ed_arena_str(arena, ed_stmt_col_text(stmt, 0));
        ed_stmt_reset(stmt);
    }
    return rc;
}

enum ed_rc ed_derived_members_put(struct ed_db *db, struct ed_str family, const struct ed_str *ids, size_t n,
                                  struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_members_clear, &stmt, err);

    if (rc == ED_OK) {
        ed_stmt_text(stmt, ":family", family);
        rc = ed_stmt_run(stmt, err);
    }
    for (size_t i = 0; i < n && rc == ED_OK; i++) {
        rc = ed_db_stmt(db, sql_member_put, &stmt, err);
        if (rc == ED_OK) {
            ed_stmt_text(stmt, ":family", family);
            ed_stmt_text(stmt, ":id", ids[i]);
            rc = ed_stmt_run(stmt, err);
        }
    }
    return rc;
}

enum ed_rc ed_derived_pattern_put(struct ed_db *db, uint32_t row, const struct ed_pattern_row *pattern,
                                  struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_pattern_put, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    ed_stmt_int(stmt, ":state", pattern->state);
    ed_stmt_int(stmt, ":flags", pattern->flags);
    ed_stmt_text(stmt, ":reason", pattern->reason);
    ed_stmt_text(stmt, ":regex", pattern->regex);
    ed_stmt_text(stmt, ":names", pattern->names);
    return ed_stmt_run(stmt, err);
}

enum ed_rc ed_derived_forget(struct ed_db *db, uint32_t row, struct ed_err *err)
{
    static const char *const texts[] = {sql_forget_look, sql_forget_pattern, sql_forget_score};
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ED_OK;

    for (size_t i = 0; i < ED_ARRAY_LEN(texts) && rc == ED_OK; i++) {
        rc = ed_db_stmt(db, texts[i], &stmt, err);
        if (rc == ED_OK) {
            ed_stmt_int(stmt, ":row", row);
            rc = ed_stmt_run(stmt, err);
        }
    }
    return rc;
}

/* One that no errdex wrote is none. */
static struct ed_score read_score(struct ed_stmt *stmt, int column)
{
    int64_t tenths = ed_stmt_col_int(stmt, column), way = ed_stmt_col_int(stmt, column + 2);

    if (ed_stmt_col_null(stmt, column) || tenths < 0 || tenths > UINT32_MAX || way < 0 || way > UINT8_MAX) {
        return (struct ed_score){0};
    }
    return (struct ed_score){
        .known = true,
        .weak = ed_stmt_col_int(stmt, column + 1) != 0,
        .tenths = (uint32_t)tenths,
        .way = (uint8_t)way,
    };
}

enum ed_rc ed_derived_pattern(struct ed_db *db, uint32_t row, struct ed_arena *arena,
                              struct ed_pattern_row *ret_pattern, struct ed_score *ret_score, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_pattern, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    rc = ed_stmt_step(stmt, err);
    if (rc == ED_OK) {
        *ret_pattern = (struct ed_pattern_row){
            .state = ed_stmt_col_int(stmt, 0),
            .flags = ed_stmt_col_int(stmt, 1),
            .reason = ed_arena_str(arena, ed_stmt_col_text(stmt, 2)),
            .regex = ed_arena_str(arena, ed_stmt_col_text(stmt, 3)),
            .names = ed_arena_str(arena, ed_stmt_col_text(stmt, 4)),
        };
        *ret_score = read_score(stmt, 5);
        ed_stmt_reset(stmt);
    }
    return rc;
}

enum ed_rc ed_derived_score_put(struct ed_db *db, uint32_t row, const struct ed_score *score, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_score_put, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    ed_stmt_int(stmt, ":tenths", score->tenths);
    ed_stmt_int(stmt, ":weak", score->weak);
    ed_stmt_int(stmt, ":way", score->way);
    return ed_stmt_run(stmt, err);
}

enum ed_rc ed_derived_active(struct ed_db *db,
                             enum ed_rc (*fn)(void *ctx, uint32_t row, struct ed_str regex,
                                              const struct ed_score *score, struct ed_err *err),
                             void *ctx, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_active, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    while ((rc = ed_stmt_step(stmt, err)) == ED_OK) {
        struct ed_score score = read_score(stmt, 2);

        rc = fn(ctx, (uint32_t)ed_stmt_col_int(stmt, 0), ed_stmt_col_text(stmt, 1), &score, err);
        if (rc != ED_OK) {
            ed_stmt_reset(stmt);
            return rc;
        }
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

enum ed_rc ed_derived_codes(struct ed_db *db,
                            enum ed_rc (*fn)(void *ctx, uint32_t row, struct ed_str code, struct ed_err *err),
                            void *ctx, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_codes, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    while ((rc = ed_stmt_step(stmt, err)) == ED_OK) {
        rc = fn(ctx, (uint32_t)ed_stmt_col_int(stmt, 0), ed_stmt_col_text(stmt, 1), err);
        if (rc != ED_OK) {
            ed_stmt_reset(stmt);
            return rc;
        }
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

enum ed_rc ed_derived_inactive(struct ed_db *db, void (*fn)(void *ctx, struct ed_str reason, uint64_t count), void *ctx,
                               struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_inactive, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    while ((rc = ed_stmt_step(stmt, err)) == ED_OK) {
        struct ed_str reason = ed_stmt_col_text(stmt, 0);

        fn(ctx, reason.p ? reason : ED_STR(""), (uint64_t)ed_stmt_col_int(stmt, 1));
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

/*
 * list.c: the SQL of lists and look-ups. Every list is in one order (repo, slug, row), so that two runs print the same;
 * the outer joins leave SQLite no other order than that of the index d_look_path, and nothing to sort.
 */
#include "store/list.h"

#define COLUMNS                                                                                                        \
    "SELECT d_look.row, d_look.id, d_look.repo, d_look.slug, d_look.message, d_look.severity, d_look.family, "         \
    "d_score.tenths, d_score.weak, d_pattern.state "
#define TABLES                                                                                                         \
    "FROM d_look LEFT JOIN d_pattern ON d_pattern.row = d_look.row LEFT JOIN d_score ON d_score.row = d_look.row "
#define PASSES                                                                                                         \
    "WHERE (:repo IS NULL OR d_look.repo = :repo) AND (:severity IS NULL OR d_look.severity = :severity) "             \
    "AND ((NOT :weak AND NOT :inactive) OR (:weak AND d_score.weak) OR (:inactive AND d_pattern.state = 2)) "          \
    "AND (:family IS NULL OR d_look.family = :family "                                                                 \
    "OR EXISTS (SELECT 1 FROM d_member WHERE d_member.family = :family AND d_member.id = d_look.id)) "
#define ORDER "ORDER BY d_look.repo, d_look.slug, d_look.row"

static const char sql_rows[] = COLUMNS TABLES PASSES ORDER;
static const char sql_json[] = COLUMNS
    ", (SELECT record.json FROM record WHERE record.row = d_look.row) " TABLES PASSES ORDER;
static const char sql_id[] = COLUMNS TABLES
    "WHERE d_look.row = (SELECT record.row FROM record WHERE record.id = :name) " ORDER;
static const char sql_slug[] = COLUMNS TABLES "WHERE d_look.slug = :name " ORDER;
static const char sql_code[] = COLUMNS TABLES "WHERE d_look.code = :name " ORDER;
static const char sql_family[] = COLUMNS TABLES
    "WHERE d_look.row IN (SELECT d_look.row FROM d_look WHERE d_look.family = :name UNION "
    "SELECT record.row FROM d_member JOIN record ON record.id = d_member.id WHERE d_member.family = :name) " ORDER;
static const char sql_path[] = COLUMNS TABLES "WHERE d_look.repo = :repo AND d_look.slug = :slug " ORDER;
static const char sql_one[] = COLUMNS TABLES "WHERE d_look.row = :row";
static const char sql_slugs[] = "SELECT DISTINCT slug, NULL FROM d_look ORDER BY slug";
static const char sql_families[] = "SELECT slug, NULL FROM family UNION "
                                   "SELECT family, NULL FROM d_look WHERE family IS NOT NULL ORDER BY 1";
static const char sql_paths[] = "SELECT DISTINCT slug, repo FROM d_look ORDER BY repo, slug";

static enum ed_rc run(struct ed_stmt *stmt, bool with_json, ed_list_fn fn, void *ctx, uint64_t *ret_found,
                      struct ed_err *err)
{
    enum ed_rc rc;

    while ((rc = ed_stmt_step(stmt, err)) == ED_OK) {
        struct ed_list_row row = {
            .row = (uint32_t)ed_stmt_col_int(stmt, 0),
            .id = ed_stmt_col_text(stmt, 1),
            .repo = ed_stmt_col_text(stmt, 2),
            .slug = ed_stmt_col_text(stmt, 3),
            .message = ed_stmt_col_text(stmt, 4),
            .severity = ed_stmt_col_text(stmt, 5),
            .family = ed_stmt_col_text(stmt, 6),
            .tenths = ed_stmt_col_int(stmt, 7),
            .weak = ed_stmt_col_int(stmt, 8) != 0,
            .inactive = ed_stmt_col_int(stmt, 9) == 2,
            .json = with_json ? ed_stmt_col_text(stmt, 10) : ED_STR_NONE,
        };

        *ret_found += 1;
        rc = fn(ctx, &row, err);
        if (rc != ED_OK) {
            ed_stmt_reset(stmt);
            return rc;
        }
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}

static enum ed_rc filtered(struct ed_db *db, const char *sql, bool with_json, const struct ed_list_filter *filter,
                           ed_list_fn fn, void *ctx, struct ed_err *err)
{
    uint64_t found = 0;
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_text(stmt, ":repo", filter->repo);
    ed_stmt_text(stmt, ":family", filter->family);
    ed_stmt_text(stmt, ":severity", filter->severity);
    ed_stmt_int(stmt, ":weak", filter->weak);
    ed_stmt_int(stmt, ":inactive", filter->inactive);
    return run(stmt, with_json, fn, ctx, &found, err);
}

enum ed_rc ed_list_rows(struct ed_db *db, const struct ed_list_filter *filter, ed_list_fn fn, void *ctx,
                        struct ed_err *err)
{
    return filtered(db, sql_rows, /* with_json */ false, filter, fn, ctx, err);
}

enum ed_rc ed_list_json(struct ed_db *db, const struct ed_list_filter *filter, ed_list_fn fn, void *ctx,
                        struct ed_err *err)
{
    return filtered(db, sql_json, /* with_json */ true, filter, fn, ctx, err);
}

enum ed_rc ed_list_named(struct ed_db *db, enum ed_list_key key, struct ed_str name, ed_list_fn fn, void *ctx,
                         uint64_t *ret_found, struct ed_err *err)
{
    static const char *const texts[] = {
        [ED_LIST_ID] = sql_id, [ED_LIST_SLUG] = sql_slug, [ED_LIST_CODE] = sql_code, [ED_LIST_FAMILY] = sql_family};
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, texts[key], &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    *ret_found = 0;
    ed_stmt_text(stmt, ":name", name);
    return run(stmt, /* with_json */ false, fn, ctx, ret_found, err);
}

enum ed_rc ed_list_path(struct ed_db *db, struct ed_str repo, struct ed_str slug, ed_list_fn fn, void *ctx,
                        uint64_t *ret_found, struct ed_err *err)
{
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_path, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    *ret_found = 0;
    ed_stmt_text(stmt, ":repo", repo);
    ed_stmt_text(stmt, ":slug", slug);
    return run(stmt, /* with_json */ false, fn, ctx, ret_found, err);
}

enum ed_rc ed_list_one(struct ed_db *db, uint32_t row, ed_list_fn fn, void *ctx, struct ed_err *err)
{
    uint64_t found = 0;
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, sql_one, &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    ed_stmt_int(stmt, ":row", row);
    rc = run(stmt, /* with_json */ false, fn, ctx, &found, err);
    return rc == ED_OK && found == 0 ? ED_NOT_FOUND : rc;
}

enum ed_rc ed_list_names(struct ed_db *db, enum ed_list_names which,
                         void (*fn)(void *ctx, struct ed_str name, struct ed_str repo), void *ctx, struct ed_err *err)
{
    static const char *const texts[] = {
        [ED_NAMES_SLUGS] = sql_slugs, [ED_NAMES_FAMILIES] = sql_families, [ED_NAMES_PATHS] = sql_paths};
    struct ed_stmt *stmt = NULL;
    enum ed_rc rc = ed_db_stmt(db, texts[which], &stmt, err);

    if (rc != ED_OK) {
        return rc;
    }
    while ((rc = ed_stmt_step(stmt, err)) == ED_OK) {
        fn(ctx, ed_stmt_col_text(stmt, 0), ed_stmt_col_text(stmt, 1));
    }
    return rc == ED_NOT_FOUND ? ED_OK : rc;
}
